//! A command as an oracle.
//!
//! What a command prints may be another thing each time: numbers of processes, times. It is asked twice about the newest files, and where it does not print the
//! same then, only its status counts.

use std::fs::File;
use std::io::{Error, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle, write};
use crate::revision::Runnable;

/// A command that says what is so: it is run among the files. It fails in the same way if it ends with the same status and
/// prints the same as on the newest; 0 means that it holds, 125 that it cannot say.
#[derive(Clone, Debug)]
pub struct Says {
    command: String,
    /// How long it may take.
    limit: Option<Duration>,
    runnable: Runnable,
    status: Option<i32>,
    /// What it prints, if that is the same each time.
    prints: Option<Vec<u8>>,
}

/// The status by which a command says that it cannot say, as for `git bisect run`.
const CANNOT_SAY: i32 = 125;

impl Says {
    /// The command, as it answers on the newest files.
    ///
    /// # Errors
    /// If it cannot be run, or does not fail there.
    pub fn new(
        command: &str,
        limit: Option<Duration>,
        (newest, runnable): (&Files, Runnable),
        stop: &Stop,
    ) -> Result<Self, String> {
        let mut says = Self { command: command.to_owned(), limit, runnable, status: None, prints: None };
        let wrong = |error: Error| format!("the command cannot be run: {error}");
        let (status, prints) = says.run(newest, stop).map_err(wrong)?;
        match status {
            Some(0) => return Err("the command does not fail on the newest revision".to_owned()),
            Some(CANNOT_SAY) => {
                return Err("the command cannot say anything about the newest revision (status 125)".to_owned());
            }
            _ => says.status = status,
        }
        let (again, prints_again) = says.run(newest, stop).map_err(wrong)?;
        if again != status {
            return Err(format!("the command ends now with {}, now with {}", how(status), how(again)));
        }
        says.prints = (prints == prints_again).then_some(prints);
        Ok(says)
    }

    /// Whether what it prints counts: it does, if it is the same each time.
    #[must_use]
    pub fn counts_output(&self) -> bool {
        self.prints.is_some()
    }
}

/// How a command ended.
fn how(status: Option<i32>) -> String {
    status.map_or("a signal".to_owned(), |status| format!("status {status}"))
}

impl Oracle for Says {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        match self.run(files, stop) {
            Err(error) => Answer::Undecided(error.to_string()),
            Ok((Some(0), _)) => Answer::Holds,
            Ok((Some(CANNOT_SAY), _)) => Answer::Undecided("the command says so (status 125)".to_owned()),
            Ok((status, _)) if status != self.status => Answer::Other(format!("the command ends with {}", how(status))),
            Ok((_, prints)) if self.prints.as_ref().is_none_or(|expected| *expected == prints) => Answer::Same,
            Ok(_) => Answer::Other("the command prints something else".to_owned()),
        }
    }
}

impl Says {
    /// How the command ends among some files, and what it prints.
    fn run(&self, files: &Files, stop: &Stop) -> std::io::Result<(Option<i32>, Vec<u8>)> {
        let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir()?;
        write(folder.path(), files)?;
        self.runnable.mark(folder.path())?;
        run(&self.command, self.limit, folder.path(), stop)
    }
}

fn run(command: &str, limit: Option<Duration>, folder: &Path, stop: &Stop) -> std::io::Result<(Option<i32>, Vec<u8>)> {
    // Files, not pipes: who prints much is not kept waiting.
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut sh = Command::new("sh");
    sh.arg("-c").arg(command).current_dir(folder).stdin(Stdio::null()).process_group(0);
    let mut child = sh.stdout(out.try_clone()?).stderr(err.try_clone()?).spawn()?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if stop.is_set() || limit.is_some_and(|limit| started.elapsed() > limit) {
            end(&mut child);
            return Err(Error::other(if stop.is_set() { "it was stopped" } else { "the command takes too long" }));
        }
        thread::sleep(TICK);
    };
    let mut said = all(&mut out)?;
    said.extend(all(&mut err)?);
    // Where the files are is another place each time.
    let said = String::from_utf8_lossy(&said).replace(&folder.display().to_string(), "");
    Ok((status.code(), said.into_bytes()))
}

/// How often it is looked whether a command has ended.
const TICK: Duration = Duration::from_millis(2);

/// Ends a command with all that it has started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}

/// What was written to a file, from its beginning.
fn all(file: &mut File) -> std::io::Result<Vec<u8>> {
    use std::io::Seek as _;
    file.rewind()?;
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// More than this of what a command prints is not compared.
const LARGEST: u64 = 16 << 20;
