//! `whyc history`: since which commit a check fails, and because of which lines.
//!
//! [`source`] is where revisions come from, [`asking`] how each of them is asked, [`told`] makes of what was found what reports are made of.

mod asking;
mod source;
mod told;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use whyc_base::status::Reason;
use whyc_check::Verdict;
use whyc_debug::finding::Finding;
use whyc_debug::undecided;
use whyc_history::bytes;
use whyc_history::change::patch::patch;
use whyc_history::oracle::write;
use whyc_history::program::NoQuestion;
use whyc_history::{Aim, Asked, Files, Guilt, Known, Oracle, Pace, Program, Says, Way};
use whyc_report::history::{html, text};
use whyc_report::json as report;
use whyc_session::Progress as Told;
use whyc_shrink::Stop;

use crate::check::mistaken;
use crate::cli::{Format, History};
use crate::progress::Progress;
use crate::{Exit, answer, edge, output};
use source::Source;

/// Who says what is so: whyc, with what it found in the newest revision, or a command.
enum Judge {
    Whyc(Box<Program>, Box<Finding>),
    Command(Says),
}

impl Judge {
    fn oracle(&self) -> &dyn Oracle {
        match self {
            Judge::Whyc(program, _) => &**program,
            Judge::Command(says) => says,
        }
    }
}

/// Walks back through the revisions, and reports.
pub fn run(args: &History) -> anyhow::Result<Exit> {
    let shown = &args.check.output;
    if !matches!(shown.format, Format::Human | Format::Json | Format::Html) {
        bail!("history reports in the formats human, json and html");
    }
    let stop = Stop::default();
    edge::until(&stop.flag(), None);
    let source = Source::of(args)?;
    let newest = source.newest()?;
    let judge = match judge(args, &source, &newest, &stop)? {
        Ok(judge) => judge,
        Err(exit) => return Ok(exit),
    };
    let progress = Arc::new(Progress::new(shown.quiet));
    let mut tell = |asked: &Asked| {
        let words = format!("{} {}", told::short(&asked.revision.id), asked.alone);
        progress.tell(Told::Part(&output::plain(&words)));
    };
    let known = Known::new(judge.oracle());
    let known = match source.kept().filter(|_| !args.no_cache) {
        Some(folder) => known.kept_in(&folder, env!("CARGO_PKG_VERSION")),
        None => known,
    };
    let pace = if args.gallop { Pace::Gallop } else { Pace::Every };
    let way = Way { aim: Aim::Either, pace, jobs: args.check.limits.jobs(), stop: stop.clone() };
    let found = source.walk(&known, &way, &mut tell)?;
    let ported = found.guilt.as_ref().filter(|_| args.port).map(|guilt| port(guilt, &newest, judge.oracle(), &stop));
    if let (Some(folder), Some(guilt)) = (&args.keep, &found.guilt) {
        keep(folder, guilt)?;
    }
    let runs = match (&judge, &found.guilt) {
        (Judge::Whyc(program, _), Some(guilt)) => told::Runs::of(program, guilt, &stop),
        (Judge::Whyc(..) | Judge::Command(_), _) => told::Runs::default(),
    };
    progress.clear();
    let options = asking::Options::new(&source.check, &source.units, &newest);
    let story =
        told::Scene { args, source: &source, options: &options, found: &found, ported: ported.as_ref(), runs: &runs };
    let finding = match judge {
        Judge::Whyc(_, finding) => Some(*finding),
        Judge::Command(_) => None,
    };
    let path = shown.output.as_deref();
    match shown.format {
        Format::Html => output::page(&html::render(&story.story(finding.as_ref())), path, shown.open)?,
        Format::Json => {
            let finding = finding.unwrap_or_else(|| by_command(args));
            output::report(&report::render_history(&finding_of(finding), &story.value()), path)?;
        }
        Format::Human | Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            output::report(&output::plain(&text::render(&story.story(finding.as_ref()), shown.quiet)), path)?;
        }
    }
    Ok(if found.guilt.is_some() { Exit::Holds } else { Exit::Undecided })
}

/// Who says what is so; or the exit status, if there is nothing to ask.
fn judge(args: &History, source: &Source, newest: &Files, stop: &Stop) -> anyhow::Result<Result<Judge, Exit>> {
    let (shown, limit) = (&args.check.output, args.check.limits.timeout);
    if let Some(command) = &args.test {
        let newest = (newest, source.runnable.clone());
        let says = Says::new(command, limit, newest, stop).map_err(anyhow::Error::msg)?;
        if !says.counts_output() && !shown.quiet {
            output::message("the command does not print the same each time: only its status counts\n");
        }
        return Ok(Ok(Judge::Command(says)));
    }
    let root = source.repository.as_ref().map(|it| it.root().to_owned());
    let asking = asking::asking(&source.check, &source.units, root, newest)?;
    match Program::new(asking, limit, source.units.clone(), newest) {
        Ok((program, finding)) => Ok(Ok(Judge::Whyc(Box::new(program), Box::new(finding)))),
        Err(NoQuestion::Folder(error)) => Err(error).context("cannot write the files of a revision"),
        Err(NoQuestion::Refused(refused)) => Err(mistaken(refused).context("the newest revision")),
        Err(NoQuestion::Holds(finding)) => {
            let finding = finding_of(*finding);
            answer::publish(shown, &finding)?;
            let exit = answer::exit(finding.head.verdict, args.check.limits.unwind.is_some());
            if shown.format == Format::Human && exit == Exit::Holds {
                output::report(&output::plain(&nothing(source, newest)), None)?;
            }
            Ok(Err(exit))
        }
    }
}

/// There is nothing to look for; who has just changed something may wonder why.
fn nothing(source: &Source, newest: &Files) -> String {
    let told = "nothing fails in the newest revision: there is nothing to look for\n";
    match &source.differing(newest)[..] {
        [] => told.to_owned(),
        [one] => format!("{told}{one} is another in the work tree; only what is committed is looked at\n"),
        [one, rest @ ..] => {
            let n = rest.len();
            format!("{told}{one} and {n} more are others in the work tree; only what is committed is looked at\n")
        }
    }
}

/// The newest revision with the lines as they were, as a patch; or why that is not offered.
fn port(guilt: &Guilt, newest: &Files, oracle: &dyn Oracle, stop: &Stop) -> Result<String, &'static str> {
    let mended = guilt.ported(newest).ok_or("the lines are not there any more as they were")?;
    match oracle.is_right(&mended, stop) {
        true => Ok(bytes::shown(&patch(newest, &mended))),
        false => Err("not everything holds in the newest revision with the lines as they were"),
    }
}

/// Writes both sides of the change.
fn keep(folder: &Path, guilt: &Guilt) -> anyhow::Result<()> {
    for (name, files) in [("before", &guilt.held), ("after", &guilt.mended.0)] {
        let place = folder.join(name);
        if std::fs::read_dir(&place).is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("{} is not empty: what is there would be mixed with what it is about", place.display());
        }
        write(&place, files).with_context(|| format!("cannot write to {}", place.display()))?;
    }
    Ok(())
}

fn finding_of(mut finding: Finding) -> Finding {
    "history".clone_into(&mut finding.head.command);
    finding
}

/// What is said of the newest revision where a command says what is so.
fn by_command(args: &History) -> Finding {
    let files: Vec<String> = args.check.files.iter().map(|file| file.display().to_string()).collect();
    let mut finding = undecided::unread("history", &files, Reason::Said(String::new()));
    (finding.head.verdict, finding.head.reason) = (Verdict::Violated, None);
    finding
}
