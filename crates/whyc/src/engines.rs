//! `engines`: what was tried where one engine was not enough, and what was learnt from it.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use whyc_debug::finding::Finding;
use whyc_engines::store::{Corrupt, Run, Store};
use whyc_session::Session;

use crate::cli::{Engines, Output};
use crate::{Exit, output, project};

/// Where it is kept what was learnt about engines: in the folder of a project, and nowhere else.
pub fn store() -> Option<PathBuf> {
    Some(project::marked()?.join(".whyc").join("engines.json"))
}

/// Tells it, or forgets it.
pub fn run(args: &Engines) -> anyhow::Result<Exit> {
    let Some(path) = store() else {
        output::report("nothing is learnt outside of a project (a folder with whyc.toml, .whyc or .git)\n", None)?;
        return Ok(Exit::Holds);
    };
    if args.forget {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot delete {}", path.display()));
            }
            Ok(()) | Err(_) => output::report("nothing is learnt any more\n", None)?,
        }
        return Ok(Exit::Holds);
    }
    let store = Store::load(&path).map_err(|Corrupt(why)| {
        anyhow::anyhow!("{} cannot be used: {why}; `whyc engines --forget` deletes it", path.display())
    })?;
    let runs = if args.all { &store.runs[..] } else { &store.runs[..store.runs.len().min(1)] };
    let mut out = String::new();
    if runs.is_empty() {
        out.push_str("nothing is kept of a run here: those so far needed one engine only, or there were none\n");
    }
    for run in runs {
        told(&mut out, run);
        out.push('\n');
    }
    if !store.advisors.is_empty() {
        out.push_str("what was learnt (.whyc/engines.json): reliability, and fitness from 0 to 5\n");
        for (engine, learnt) in &store.advisors {
            let _ = writeln!(out, "  {:<14} {:>5.2}  {:>5.2}", output::plain(engine), learnt.reliability, learnt.base);
        }
    }
    output::report(&out, None)?;
    Ok(Exit::Holds)
}

fn told(out: &mut String, run: &Run) {
    let files: Vec<String> = run.files.iter().map(|file| output::plain(file)).collect();
    let by = run.won.as_ref().map(|won| format!(", by {}", output::plain(won))).unwrap_or_default();
    let _ = writeln!(out, "{}: {}{by}", files.join(" "), output::plain(&run.verdict));
    for tried in &run.tried {
        let (engine, why, outcome) =
            (output::plain(&tried.engine), output::plain(&tried.why), output::plain(&tried.outcome));
        let _ = writeln!(out, "  {engine:<14} {:>8.2} s  {outcome}  ({why})", tried.seconds);
    }
}

/// Says on standard error what depends on times: who had the answer, where several engines were asked.
pub fn tell(session: &Session, finding: &Finding, shown: &Output) {
    if let Some(warning) = session.engine_warning() {
        output::message(&format!("warning: {}\n", output::plain(&warning)));
    }
    let Some(engine) = finding.engine.as_ref().filter(|_| !shown.quiet) else { return };
    let winner = engine.tried.iter().rev().find(|it| it.outcome == "the answer");
    if let Some(it) = winner {
        output::message(&format!(
            "the hard question was answered by {} in {:.1} s (`whyc engines` says more)\n",
            it.engine,
            it.time.as_secs_f64()
        ));
    }
}
