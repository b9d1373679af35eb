//! `watch`: checks again whenever a file is saved, as a view on the terminal.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Context;

use crate::cli::Check;
use crate::project::config::Target;
use crate::project::{affected, config, root};
use crate::{Exit, output};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(300);
/// Clears the screen and goes to its first line.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

type Times = BTreeMap<PathBuf, Option<SystemTime>>;

/// Checks, and checks again after each change, until somebody ends it.
pub fn run(args: &Check, words: &[String]) -> anyhow::Result<Exit> {
    let program = std::env::current_exe().context("whyc does not know where it is")?;
    let mut seen = times(args)?;
    let mut child = Some(start(&program, words, &seen)?);
    loop {
        thread::sleep(PAUSE);
        if let Some(running) = &mut child
            && running.try_wait().context("the check was lost")?.is_some()
        {
            child = None;
            output::message("\nwatching; Ctrl-C ends it\n");
        }
        let now = times(args)?;
        if now != seen {
            // What is being checked is out of date.
            if let Some(mut running) = child.take() {
                let _ = running.kill();
                let _ = running.wait();
            }
            seen = now;
            child = Some(start(&program, words, &seen)?);
        }
    }
}

fn start(program: &Path, words: &[String], seen: &Times) -> anyhow::Result<Child> {
    if std::io::stdout().is_terminal() {
        output::report(CLEAR, None)?;
    }
    let files = if seen.len() == 1 { "1 file".to_owned() } else { format!("{} files", seen.len()) };
    output::message(&format!("whyc watch: {files}\n\n"));
    Command::new(program).arg("check").args(words).stdin(Stdio::null()).spawn().context("whyc does not start again")
}

/// When each file was last written that the check reads, its headers included.
fn times(args: &Check) -> anyhow::Result<Times> {
    let targets = match args.files.is_empty() {
        true => config::targets(&root()?)?.unwrap_or_default(),
        false => vec![Target {
            name: String::new(),
            files: args.files.clone(),
            include: args.language.include.clone(),
            options: Vec::new(),
            baseline: None,
        }],
    };
    let files = targets.iter().flat_map(affected::read);
    let written = |file: &Path| file.metadata().and_then(|data| data.modified()).ok();
    Ok(files.map(|file| (file.clone(), written(&file))).collect())
}
