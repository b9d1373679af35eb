//! What can be asked about a failing run, above the function in which it fails.

use std::path::Path;

use lsp_types::{CodeLens, Uri};

use crate::commands::Command;
use crate::diagnose::path_of_span;
use crate::known::Found;
use crate::position::{Encoding, range_of};

/// The lenses of a file.
pub fn lenses(found: &Found, path: &Path, uri: &Uri, encoding: Encoding) -> Vec<CodeLens> {
    let finding = &found.finding;
    let mut lenses = Vec::new();
    for function in &found.functions {
        if path_of_span(&finding.sources, function.span).as_deref() != Some(path) {
            continue;
        }
        let chosen = finding.counterexample.as_ref().map(|run| run.property);
        // What is asked without naming a property is about the chosen one, which comes first.
        let mut failing = found.violated().into_iter().filter(|&k| finding.properties[k].function == function.name);
        let Some(first) = failing.next() else { continue };
        let property = (Some(first) != chosen).then(|| finding.properties[first].id.as_str());
        let range = range_of(&finding.sources, function.span, encoding);
        for command in [Command::Minimize, Command::Explain, Command::Localize] {
            lenses.push(CodeLens { range, command: Some(command.call(uri, property)), data: None });
        }
    }
    lenses
}
