//! A command as an oracle.

use std::fs::File;
use std::io::{Error, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle, write};

/// A command that says what is so: it is run among the files. It fails in the same way if it ends with the same status and
/// prints the same as on the newest; 0 means that it holds, 125 that it cannot say.
#[derive(Clone, Debug)]
pub struct Says {
    command: String,
    /// How long it may take.
    limit: Option<Duration>,
    expected: (Option<i32>, Vec<u8>),
}

/// The status by which a command says that it cannot say, as for `git bisect run`.
const CANNOT_SAY: i32 = 125;

impl Says {
    /// The command, as it answers on the newest files.
    ///
    /// # Errors
    /// If it cannot be run, or does not fail there.
    pub fn new(command: &str, limit: Option<Duration>, newest: &Files, stop: &Stop) -> Result<Self, String> {
        let expected =
            run(command, limit, newest, stop).map_err(|error| format!("the command cannot be run: {error}"))?;
        match expected.0 {
            Some(0) => Err("the command does not fail on the newest revision".to_owned()),
            Some(CANNOT_SAY) => {
                Err("the command cannot say anything about the newest revision (status 125)".to_owned())
            }
            _ => Ok(Self { command: command.to_owned(), limit, expected }),
        }
    }
}

impl Oracle for Says {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        match run(&self.command, self.limit, files, stop) {
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
fn run(command: &str, limit: Option<Duration>, files: &Files, stop: &Stop) -> std::io::Result<(Option<i32>, Vec<u8>)> {
    let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir()?;
    write(folder.path(), files)?;
    // Files, not pipes: who prints much is not kept waiting.
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut sh = Command::new("sh");
    sh.arg("-c").arg(command).current_dir(folder.path()).stdin(Stdio::null()).process_group(0);
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
    let said = String::from_utf8_lossy(&said).replace(&folder.path().display().to_string(), "");
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
