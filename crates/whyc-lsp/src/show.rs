//! How a client is shown what came of a command, and that something is going on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lsp_server::ErrorCode;
use lsp_types::notification::Progress;
use lsp_types::request::{ShowDocument, WorkDoneProgressCreate};
use lsp_types::{
    MessageType, NumberOrString, ProgressParams, ProgressParamsValue, ShowDocumentParams, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, Fault};
use crate::commands::Command;
use crate::jobs::Running;
use crate::server::Server;
use crate::uri;
use crate::work::Outcome;

/// How many tests are written beside one program.
const MOST_TESTS: usize = 1000;

/// A folder for what is shown, which goes when the server does.
#[derive(Default)]
pub struct Shelf {
    folder: Option<TempDir>,
}

impl Shelf {
    /// Writes a text where a client can open it.
    fn put(&mut self, name: &str, text: &str) -> io::Result<PathBuf> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => tempfile::Builder::new().prefix("whyc-").tempdir()?,
        };
        let path = folder.path().join(name);
        self.folder = Some(folder);
        fs::write(&path, text)?;
        Ok(path)
    }
}

/// Shows what came of a command; the answer to who asked.
pub fn outcome(server: &mut Server, command: Command, file: &Path, outcome: Outcome) -> Result<Value, Fault> {
    let text = match outcome {
        Outcome::Text(text) => text,
        Outcome::Failed(why) => {
            server.warn(&why);
            return Err(Fault::new(ErrorCode::RequestFailed, why));
        }
        Outcome::Checked(..) | Outcome::Fixes(..) => return Ok(Value::Null),
    };
    let stem = file.file_stem().map_or_else(|| "program".into(), |stem| stem.to_string_lossy().into_owned());
    let (written, is_text) = match command {
        Command::OpenReport => (server.shelf.put(&format!("{stem}.html"), &text), false),
        Command::WriteTest => (write_beside(file, &stem, &text), false),
        _ => {
            let verb = command.name().trim_start_matches("whyc.");
            (server.shelf.put(&format!("{stem}.{verb}.txt"), &text), true)
        }
    };
    let failed = |error: io::Error| Fault::new(ErrorCode::RequestFailed, format!("it could not be written: {error}"));
    let path = written.map_err(failed)?;
    match uri::of(&path) {
        Some(uri) if server.client.abilities.show_document => {
            let external = (command == Command::OpenReport).then_some(true);
            let params = ShowDocumentParams { uri, external, take_focus: Some(true), selection: None };
            server.client.ask::<ShowDocument>(params);
        }
        _ if is_text => server.client.show(MessageType::INFO, text.clone()),
        _ => server.client.show(MessageType::INFO, format!("whyc wrote {}", path.display())),
    }
    // A client that can do neither finds it here.
    let text = is_text.then_some(text);
    Ok(json!({"path": path.display().to_string(), "text": text}))
}

/// Writes a test beside the program, and never over another file.
fn write_beside(file: &Path, stem: &str, text: &str) -> io::Result<PathBuf> {
    let numbered = (1..MOST_TESTS).map(|k| match k {
        1 => file.with_file_name(format!("{stem}.replay.c")),
        k => file.with_file_name(format!("{stem}.replay-{k}.c")),
    });
    for path in numbered {
        match fs::File::create_new(&path) {
            Ok(mut created) => {
                io::Write::write_all(&mut created, text.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many tests already"))
}

/// What a job is called between client and server.
pub fn token(job: u64) -> NumberOrString {
    NumberOrString::String(format!("whyc/{job}"))
}

/// A job takes long enough to be shown.
pub fn begins(client: &mut Client, running: &Running) {
    if !client.abilities.progress {
        return;
    }
    let token = token(running.id);
    client.ask::<WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token });
    let message = running.path.file_name().map(|name| name.to_string_lossy().into_owned());
    let begin =
        WorkDoneProgressBegin { title: running.title.to_owned(), cancellable: Some(true), message, percentage: None };
    progress(client, running, WorkDoneProgress::Begin(begin));
}

/// A job that is shown does something else now.
pub fn goes_on(client: &Client, running: &Running, what: String) {
    let report = WorkDoneProgressReport { cancellable: Some(true), message: Some(what), percentage: None };
    progress(client, running, WorkDoneProgress::Report(report));
}

/// A job that is shown is over.
pub fn ends(client: &Client, running: &Running) {
    progress(client, running, WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
}

fn progress(client: &Client, running: &Running, what: WorkDoneProgress) {
    if client.abilities.progress {
        let value = ProgressParamsValue::WorkDone(what);
        client.tell::<Progress>(ProgressParams { token: token(running.id), value });
    }
}
