//! What a client tells: texts are opened, changed, saved and closed, and work is to end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_server::Notification;
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    WorkDoneProgressCancel,
};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, NumberOrString, WorkDoneProgressCancelParams,
};

use crate::known::Answer;
use crate::server::Server;
use crate::show;
use crate::units::Unit;

impl Server {
    /// The client tells something.
    ///
    /// # Errors
    /// If it makes no sense.
    pub(crate) fn learn(&mut self, told: Notification) -> Result<(), serde_json::Error> {
        match told.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let params: DidOpenTextDocumentParams = serde_json::from_value(told.params)?;
                if let Some(path) = self.documents.open(params.text_document) {
                    self.changed(&path, Duration::ZERO);
                }
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams = serde_json::from_value(told.params)?;
                let (uri, version) = (params.text_document.uri, params.text_document.version);
                // Each change is the whole text: the last one counts.
                let text = params.content_changes.into_iter().next_back().map(|change| change.text);
                if let Some(path) = text.and_then(|text| self.documents.change(&uri, version, text)) {
                    self.changed(&path, self.settings.debounce());
                }
            }
            DidSaveTextDocument::METHOD => {
                let params: DidSaveTextDocumentParams = serde_json::from_value(told.params)?;
                if let Some((path, _)) = self.documents.find(&params.text_document.uri) {
                    self.changed(&path, Duration::ZERO);
                }
            }
            DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams = serde_json::from_value(told.params)?;
                if let Some((path, document)) = self.documents.close(&params.text_document.uri) {
                    self.closed(&path, document.is_unit);
                }
            }
            Cancel::METHOD => {
                let params: CancelParams = serde_json::from_value(told.params)?;
                let meant = match params.id {
                    NumberOrString::Number(id) => id.into(),
                    NumberOrString::String(id) => id.into(),
                };
                self.jobs.cancel(|id, _| id == Some(&meant));
            }
            WorkDoneProgressCancel::METHOD => {
                let params: WorkDoneProgressCancelParams = serde_json::from_value(told.params)?;
                self.jobs.cancel(|_, job| job.is_some_and(|job| show::token(job) == params.token));
            }
            // What else there is to know does not concern us.
            _ => {}
        }
        Ok(())
    }

    /// A text has changed, or what is around it: what is known of it, or of those that include it, is out of date.
    pub(crate) fn changed(&mut self, path: &Path, wait: Duration) {
        if self.documents.get(path).is_some_and(|document| document.is_unit) {
            self.units.entry(path.to_owned()).or_default();
        }
        let reads = |unit: &Unit| match &unit.answer {
            Some((_, answer @ Answer::Found(_))) => answer.files().contains(path),
            // Who lacks something may find it now.
            Some(_) | None => true,
        };
        let units: Vec<PathBuf> = self.documents.units().map(Path::to_owned).collect();
        for unit_path in units {
            let Some(unit) = self.units.get_mut(&unit_path) else { continue };
            if unit_path == path || reads(unit) {
                unit.stamp += 1;
                unit.due = Some(Instant::now() + wait);
                self.jobs.forget(&unit_path);
            }
        }
    }

    /// A text is closed: from now on it is what the file says.
    fn closed(&mut self, path: &Path, is_unit: bool) {
        if is_unit {
            self.jobs.forget(path);
            if let Some(unit) = self.units.remove(path) {
                self.publish(unit.diagnostics.keys());
            }
        }
        self.changed(path, Duration::ZERO);
    }
}
