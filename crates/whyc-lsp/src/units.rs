//! The open translation units: what is known of each, and what the client is told of it.

use std::path::PathBuf;
use std::time::Instant;

use lsp_types::notification::PublishDiagnostics;
use lsp_types::request::{CodeLensRefresh, InlayHintRefreshRequest};
use lsp_types::{Diagnostic, PublishDiagnosticsParams};

use crate::diagnose::{self, ByFile};
use crate::jobs::Running;
use crate::known::Answer;
use crate::server::Server;

/// What is known of an open translation unit.
#[derive(Default)]
pub struct Unit {
    /// Counts what happens to its text and to what it includes.
    pub stamp: u64,
    /// Where it starts if it has no `main`, by the word of a person.
    pub function: Option<String>,
    /// When it is to be checked.
    pub due: Option<Instant>,
    /// The answer to the last check, and to which state.
    pub answer: Option<(u64, Answer)>,
    /// What it has to say about which file.
    pub diagnostics: ByFile,
}

impl Unit {
    /// What is known of the text as it is now.
    pub fn current(&self) -> Option<&Answer> {
        self.answer.as_ref().filter(|(stamp, _)| *stamp == self.stamp).map(|(_, answer)| answer)
    }
}

impl Server {
    /// A check is answered.
    pub(crate) fn learned(&mut self, running: &Running, answer: Answer) {
        let (documents, abilities) = (&self.documents, self.client.abilities);
        let diagnostics = diagnose::diagnostics(&answer, &running.path, abilities, &|path| documents.uri(path));
        let Some(unit) = self.units.get_mut(&running.path) else { return };
        unit.answer = Some((running.stamp, answer));
        let before = std::mem::replace(&mut unit.diagnostics, diagnostics);
        let now: Vec<PathBuf> = unit.diagnostics.keys().cloned().collect();
        // An empty list tells that a check is over.
        self.publish(before.keys().chain(&now).chain([&running.path]));
        self.refresh();
    }

    /// Has lenses and hints asked for again.
    pub(crate) fn refresh(&mut self) {
        if self.client.abilities.refresh_lenses {
            self.client.ask::<CodeLensRefresh>(());
        }
        if self.client.abilities.refresh_hints {
            self.client.ask::<InlayHintRefreshRequest>(());
        }
    }

    /// Tells the client what is to be said of these files, by all that read them.
    pub(crate) fn publish<'p>(&self, paths: impl Iterator<Item = &'p PathBuf>) {
        let mut paths: Vec<&PathBuf> = paths.collect();
        paths.sort_unstable();
        paths.dedup();
        for path in paths {
            let Some(uri) = self.documents.uri(path) else { continue };
            let mut diagnostics: Vec<Diagnostic> = Vec::new();
            for diagnostic in self.units.values().filter_map(|unit| unit.diagnostics.get(path)).flatten() {
                // Two units may say the same of a header.
                if !diagnostics.contains(diagnostic) {
                    diagnostics.push(diagnostic.clone());
                }
            }
            let version = self.documents.get(path).map(|document| document.version);
            let version = version.filter(|_| self.client.abilities.versions);
            self.client.tell::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
        }
    }
}
