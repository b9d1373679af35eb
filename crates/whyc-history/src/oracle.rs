//! What a state of the files says about the question.

use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use whyc_shrink::Stop;

use crate::change::Files;

/// What a state of the files says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It fails as the newest does.
    Same,
    /// The check is there, is come to, and holds.
    Holds,
    /// Something else fails, or with other values.
    Other(String),
    /// The check is not there, or no run comes to it.
    Absent(String),
    /// It is no program.
    Unread(String),
    /// It is not known.
    Undecided(String),
}

impl Answer {
    /// Whether the question has an answer there.
    #[must_use]
    pub fn is_meaningful(&self) -> bool {
        match self {
            Answer::Same | Answer::Holds => true,
            Answer::Other(_) | Answer::Absent(_) | Answer::Unread(_) | Answer::Undecided(_) => false,
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Same => "fails",
            Answer::Holds => "holds",
            Answer::Other(_) => "other",
            Answer::Absent(_) => "absent",
            Answer::Unread(_) => "unread",
            Answer::Undecided(_) => "undecided",
        }
    }

    /// Why it is no answer.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Answer::Same | Answer::Holds => None,
            Answer::Other(why) | Answer::Absent(why) | Answer::Unread(why) | Answer::Undecided(why) => Some(why),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Same => f.write_str("fails"),
            Answer::Holds => f.write_str("holds"),
            Answer::Other(why) => write!(f, "fails differently: {why}"),
            Answer::Absent(why) => write!(f, "cannot say: {why}"),
            Answer::Unread(why) => write!(f, "is no program: {why}"),
            Answer::Undecided(why) => write!(f, "undecided: {why}"),
        }
    }
}

/// Who says what a state of the files says.
pub trait Oracle: Sync {
    /// What they say. Once `stop` is set nobody waits for the answer.
    fn ask(&self, files: &Files, stop: &Stop) -> Answer;

    /// Whether some files are right in every respect that can be asked about.
    fn is_right(&self, files: &Files, stop: &Stop) -> bool {
        self.ask(files, stop) == Answer::Holds
    }

    /// Whether a line belongs to the check itself: such lines are carried back together or not at all.
    fn is_of_check(&self, files: &Files, path: &str, line: usize) -> bool {
        let _ = (files, path, line);
        false
    }
}

/// A command that says what is so: it is run among the files. It fails in the same way if it ends with the same status and
/// prints the same as on the newest; 0 means that it holds, 125 that it cannot say.
#[derive(Clone, Debug)]
pub struct Says {
    command: String,
    expected: (Option<i32>, Vec<u8>),
}

/// The status by which a command says that it cannot say, as for `git bisect run`.
const CANNOT_SAY: i32 = 125;

impl Says {
    /// The command, as it answers on the newest files.
    ///
    /// # Errors
    /// If it cannot be run, or does not fail there.
    pub fn new(command: &str, newest: &Files) -> Result<Self, String> {
        let expected = run(command, newest).map_err(|error| format!("the command cannot be run: {error}"))?;
        match expected.0 {
            Some(0) => Err("the command does not fail on the newest revision".to_owned()),
            Some(CANNOT_SAY) => {
                Err("the command cannot say anything about the newest revision (status 125)".to_owned())
            }
            _ => Ok(Self { command: command.to_owned(), expected }),
        }
    }
}

impl Oracle for Says {
    fn ask(&self, files: &Files, _: &Stop) -> Answer {
        match run(&self.command, files) {
            Err(error) => Answer::Undecided(error.to_string()),
            Ok((Some(0), _)) => Answer::Holds,
            Ok((Some(CANNOT_SAY), _)) => Answer::Undecided("the command says so (status 125)".to_owned()),
            Ok(said) if said == self.expected => Answer::Same,
            Ok((status, _)) => {
                let how = status.map_or("a signal".to_owned(), |status| format!("status {status}"));
                Answer::Other(format!("the command ends with {how}, or prints something else"))
            }
        }
    }
}

/// How a command ends among some files, and what it prints.
fn run(command: &str, files: &Files) -> std::io::Result<(Option<i32>, Vec<u8>)> {
    let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir()?;
    write(folder.path(), files)?;
    let output = Command::new("sh").arg("-c").arg(command).current_dir(folder.path()).stdin(Stdio::null()).output()?;
    let mut said = output.stdout;
    said.extend(output.stderr);
    // Where the files are is another place each time.
    let said = String::from_utf8_lossy(&said).replace(&folder.path().display().to_string(), "");
    Ok((output.status.code(), said.into_bytes()))
}

/// Writes files below a folder.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, files: &Files) -> std::io::Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}
