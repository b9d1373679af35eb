//! How a run is found: a session decides, makes the failing run small, explains it, and hands the tape over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_c::Input;
use whyc_check::Verdict;
use whyc_debug::explain;
use whyc_debug::finding::Finding;
use whyc_ir::property::{ClassSet, PropertyClass};
use whyc_report::{diagnostics, sentences};
use whyc_session::{Cancel, Progress, Refused, Request, Session, Watch};

use super::debuggee::Debuggee;
use super::protocol::{Launch, Which};
use crate::project;
use crate::work;

/// How long it takes at most, if nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How much memory it takes at most.
const MEMORY: u64 = 4 << 30;

/// What came of it.
pub enum Launched {
    /// A run, and what is said about it first.
    Ready(Box<Debuggee>, String),
    /// There is nothing to debug, and that is an answer.
    Nothing(String),
    /// It could not be found: all that there is to say, and the same in short.
    Failed(String, String),
}

/// Finds the run. A panic on the way is a failure here.
pub fn run(launch: &Launch, cancel: &Cancel, tell: impl Fn(String) + Send + 'static) -> Launched {
    match catch_unwind(AssertUnwindSafe(|| find(launch, cancel, tell))) {
        Ok(launched) => launched,
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            failed(format!("internal error: {said}"))
        }
    }
}

fn failed(message: String) -> Launched {
    Launched::Failed(message.clone(), message)
}

fn find(launch: &Launch, cancel: &Cancel, tell: impl Fn(String) + Send + 'static) -> Launched {
    let request = match request(launch) {
        Ok(request) => request,
        Err(message) => return failed(message),
    };
    let mut last = String::new();
    let listener = move |what: Progress<'_>| {
        let doing = work::doing(what);
        if doing != last {
            tell(format!("whyc: {doing}…\n"));
            last = doing;
        }
    };
    let found = Session::open(request, Watch::telling(listener).ended_by(cancel.clone()))
        .and_then(|session| session.refuse_threads("the debugger").map(|()| session))
        .and_then(|session| examine(session, launch.run));
    found.unwrap_or_else(|refused| match &refused {
        Refused::Invalid { sources, diagnostics } => {
            let all = diagnostics::render(sources, diagnostics, false);
            Launched::Failed(all, refused.to_string())
        }
        Refused::NoLibclang(_) | Refused::Mistaken { .. } | Refused::Internal(_) => failed(refused.to_string()),
    })
}

fn request(launch: &Launch) -> Result<Request, String> {
    let folder = launch.cwd.as_ref().map(PathBuf::from);
    let absolute = |name: &String| {
        let path = folder.as_ref().map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
    };
    let files: Vec<PathBuf> = launch.program.iter().chain(&launch.files).map(absolute).collect::<Result<_, _>>()?;
    if files.is_empty() {
        return Err("`program` should name a C file, or `files` several".to_owned());
    }
    let mut request = Request::new(files.iter().map(|file| input(file)).collect());
    // Without them, a variable would be shown after its block.
    request.reading.keep_scopes = true;
    for folder in &launch.includes {
        request = request
            .include(launch.cwd.as_ref().map_or_else(|| PathBuf::from(folder), |cwd| Path::new(cwd).join(folder)));
    }
    for definition in &launch.defines {
        request = request.define(definition);
    }
    if let Some(function) = launch.function.as_ref().filter(|function| !function.is_empty()) {
        request = request.function(function);
    }
    if let Some(property) = launch.property.as_ref().filter(|property| !property.is_empty()) {
        request = request.property(property);
    }
    let mut classes = ClassSet::defaults();
    for name in &launch.checks {
        let class =
            PropertyClass::from_name(name).ok_or_else(|| format!("there is no class of properties `{name}`"))?;
        classes = classes.with(class);
    }
    request = request.classes(classes);
    if let Some(bound) = launch.unwind {
        request = request.unwind(bound);
    }
    let timeout = launch.timeout_seconds.map_or(TIMEOUT, |seconds| Duration::from_secs(seconds.clamp(1, 24 * 60 * 60)));
    Ok(request.within(Budget::unlimited().with_timeout(timeout).with_memory(MEMORY)))
}

/// A file as its build compiles it, if there is one and it does.
fn input(file: &Path) -> Input {
    match project::command(file) {
        Some(command) => Input::Command(command),
        None => Input::Path(file.to_owned()),
    }
}

fn examine(mut session: Session, which: Which) -> Result<Launched, Refused> {
    session.decide()?;
    let finding = session.finding();
    if finding.counterexample.is_none() {
        return Ok(Launched::Nothing(nothing(&finding)));
    }
    if which == Which::Passing {
        session.record_passing();
    }
    let how = explain::Options { deepen: true, ..explain::Options::default() };
    let explained = session.explain(&how);
    let tape = match which {
        // Without an explanation, the run is still there.
        Which::Failing => session.failing_tape(),
        Which::Passing => {
            explained?;
            session.passing_tape()
        }
    };
    let finding = session.finding();
    let tape = match tape {
        Ok(Some(tape)) => tape,
        Ok(None) => {
            let explanation = finding.explanation.as_ref().and_then(|it| it.without_passing.clone());
            let missing = finding.missing.first().map(|it| it.reason.clone());
            let reason = explanation.or(missing).unwrap_or_else(|| "no passing run was found".to_owned());
            return Ok(failed(format!("there is no passing run to debug: {reason}")));
        }
        Err(reason) => return Ok(failed(format!("the run cannot be debugged: {reason}"))),
    };
    let said = match which {
        Which::Failing => {
            let property = finding.counterexample.as_ref().map_or(0, |run| run.property);
            sentences::violation(&finding, property)
        }
        Which::Passing => "This is the closest run that passes.".to_owned(),
    };
    Ok(match Debuggee::new(session.program().clone(), finding, *tape, which) {
        Some(debuggee) => Launched::Ready(Box::new(debuggee), said),
        None => failed("the run executes nothing of the program's own text".to_owned()),
    })
}

fn nothing(finding: &Finding) -> String {
    let said = sentences::verdict(finding);
    match finding.head.verdict {
        Verdict::Safe => format!("whyc: {said}. There is no failing run to debug."),
        Verdict::BoundedSafe | Verdict::Unknown | Verdict::Violated => {
            format!("whyc: {said}. No failing run is known that could be debugged.")
        }
    }
}
