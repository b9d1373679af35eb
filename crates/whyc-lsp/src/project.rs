//! A document as a request: its text, the open texts that it may include, and how its build compiles it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use whyc_base::budget::Budget;
use whyc_c::{CompileCommand, Input, compile_commands};
use whyc_session::{Cancel, Progress, Refused, Request, Session, Watch};

use crate::settings::Settings;

/// Where builds leave their commands: in a folder above the file, or in one that is usual for them.
const BUILD_FOLDERS: [&str; 4] = ["", "build", "builddir", "out"];

/// A document that is to be looked at, as it was when it was asked for.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
    /// The other texts that are open.
    pub others: Vec<(PathBuf, Arc<str>)>,
    /// The property that is meant, if it is one of several.
    pub property: Option<String>,
    /// What the user has set.
    pub settings: Settings,
    /// How many times the time that a check has.
    pub patience: u32,
}

impl Plan {
    /// What it may cost, from now on.
    pub fn budget(&self) -> Budget {
        let time = self.settings.timeout().saturating_mul(self.patience);
        Budget::unlimited().with_timeout(time).with_memory(self.settings.memory_mib.saturating_mul(1 << 20))
    }

    fn request(&self) -> Request {
        let (name, args) = (self.path.display().to_string(), arguments(&self.path));
        let mut request = Request::new(vec![Input::Text { name, text: self.text.to_string(), args }]);
        for (path, text) in &self.others {
            request = request.header(path, &**text);
        }
        if let Some(property) = &self.property {
            request = request.property(property);
        }
        request.every_run().within(self.budget())
    }

    /// Reads the program. It starts at `main`, and where there is none at the function that the user has set.
    pub fn open(
        &self,
        cancel: &Cancel,
        listener: impl Fn(Progress<'_>) + Clone + Send + 'static,
    ) -> Result<Session, Refused> {
        let request = self.request();
        let watch = |listener| Watch::telling(listener).ended_by(cancel.clone());
        let opened = Session::open(request.clone(), watch(listener.clone()));
        match (&self.settings.function, opened) {
            (Some(function), Err(refused)) if is_part(&refused) => {
                let opened = Session::open(request.function(function), watch(listener));
                // Neither is there: what can be said is what is said of `main`.
                opened.map_err(|other| if is_without(&other, function) { refused } else { other })
            }
            (_, opened) => opened,
        }
    }
}

/// Whether nothing is wrong but that there is no `main`.
pub fn is_part(refused: &Refused) -> bool {
    is_without(refused, "main")
}

fn is_without(refused: &Refused, function: &str) -> bool {
    matches!(refused, Refused::Invalid { diagnostics, .. } if whyc_c::is_without_entry(diagnostics, function))
}

/// How the build compiles `file`, if there is one and it does.
fn arguments(file: &Path) -> Vec<String> {
    command(file).map_or_else(Vec::new, |command| command.args)
}

/// The command with which the build compiles `file`.
pub fn command(file: &Path) -> Option<CompileCommand> {
    let folders = file.ancestors().skip(1).flat_map(|above| BUILD_FOLDERS.map(|folder| above.join(folder)));
    let mut builds = folders.filter(|folder| folder.join("compile_commands.json").is_file());
    let commands = builds.next().and_then(|build| compile_commands(&build).ok())?;
    let same =
        |other: &Path| other == file || matches!((other.canonicalize(), file.canonicalize()), (Ok(a), Ok(b)) if a == b);
    commands.into_iter().find(|command| same(&command.file))
}
