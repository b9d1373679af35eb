//! What a person can ask for by name.

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{ExecuteCommandParams, Uri};
use serde::Deserialize;
use serde_json::{Value, json};
use whyc_session::Cancel;

use crate::client::Fault;
use crate::jobs::{Asked, Job, Lane};
use crate::server::Server;
use crate::work::{self, Task};

/// How many times the time of a check something may take that a person waits for.
const PATIENCE: u32 = 6;

/// What a person can ask for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The smallest failing run.
    Minimize,
    /// The closest passing run, and why the other one fails.
    Explain,
    /// The places where a change would help.
    Localize,
    /// The page with the whole story.
    OpenReport,
    /// A C test that does what the failing run does, beside the program.
    WriteTest,
    /// The values of the failing run beside the lines, or not.
    ToggleValues,
    /// A file without `main` is checked from one of its functions on.
    CheckFrom,
}

/// What a command is about.
#[derive(Deserialize)]
struct About {
    uri: Uri,
    property: Option<String>,
    function: Option<String>,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 7] = [
        Command::Minimize,
        Command::Explain,
        Command::Localize,
        Command::OpenReport,
        Command::WriteTest,
        Command::ToggleValues,
        Command::CheckFrom,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Command::Minimize => "whyc.minimize",
            Command::Explain => "whyc.explain",
            Command::Localize => "whyc.localize",
            Command::OpenReport => "whyc.openReport",
            Command::WriteTest => "whyc.writeTest",
            Command::ToggleValues => "whyc.toggleValues",
            Command::CheckFrom => "whyc.checkFrom",
        }
    }

    /// What a person reads.
    pub fn title(self) -> &'static str {
        match self {
            Command::Minimize => "smallest failing run",
            Command::Explain => "closest passing run",
            Command::Localize => "where to mend",
            Command::OpenReport => "the whole story as a page",
            Command::WriteTest => "write a test that fails like this",
            Command::ToggleValues => "values of the failing run",
            Command::CheckFrom => "check from this function on",
        }
    }

    /// As a client calls it, about a file and perhaps one property of it.
    pub fn call(self, uri: &Uri, property: Option<&str>) -> lsp_types::Command {
        let mut about = json!({"uri": uri});
        if let Some(property) = property {
            about["property"] = json!(property);
        }
        lsp_types::Command {
            title: self.title().to_owned(),
            command: self.name().to_owned(),
            arguments: Some(vec![about]),
        }
    }

    fn task(self) -> Option<Task> {
        match self {
            Command::Minimize => Some(Task::Report(work::smallest())),
            Command::Explain => Some(Task::Report(work::reason())),
            Command::Localize => Some(Task::Report(work::places())),
            Command::OpenReport => Some(Task::Page),
            Command::WriteTest => Some(Task::Test),
            Command::ToggleValues | Command::CheckFrom => None,
        }
    }
}

/// Does what is asked for; none if it is answered later.
pub fn execute(server: &mut Server, id: &RequestId, params: &ExecuteCommandParams) -> Result<Option<Value>, Fault> {
    let wrong = |what: String| Fault::new(ErrorCode::InvalidParams, what);
    let command = Command::ALL.into_iter().find(|command| command.name() == params.command);
    let command = command.ok_or_else(|| wrong(format!("there is no command {}", params.command)))?;
    if command == Command::ToggleValues {
        server.settings.values = !server.settings.values;
        server.refresh();
        return Ok(Some(Value::Bool(server.settings.values)));
    }
    let about = about(&params.arguments).ok_or_else(|| wrong(format!("{} needs the uri of a file", command.name())))?;
    let found = server.documents.find(&about.uri);
    let (path, _) = found.ok_or_else(|| wrong(format!("{} is not open", about.uri.as_str())))?;
    let Some(task) = command.task() else {
        let function = about.function.ok_or_else(|| wrong(format!("{} needs a function", command.name())))?;
        server.check_from(&path, function);
        return Ok(Some(Value::Null));
    };
    let plan = server.plan(&path, about.property, PATIENCE);
    let plan = plan.ok_or_else(|| wrong(format!("{} is not open", path.display())))?;
    let asked = Some(Asked { id: id.clone(), command });
    server.jobs.add(Job { lane: Lane::Asked, task, plan, stamp: 0, asked, cancel: Cancel::default() });
    Ok(None)
}

/// A file, as `{"uri": …}` or as the plain name that a person types.
fn about(arguments: &[Value]) -> Option<About> {
    let first = arguments.first()?;
    let plain = || serde_json::from_value(first.clone()).ok().map(|uri| About { uri, property: None, function: None });
    serde_json::from_value(first.clone()).ok().or_else(plain)
}
