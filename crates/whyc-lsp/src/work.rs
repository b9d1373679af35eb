//! What is done on a thread of its own: everything that takes time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use whyc_check::Verdict;
use whyc_debug::explain;
use whyc_debug::finding::Finding;
use whyc_report::replay::GivenWorld;
use whyc_report::text::TextOptions;
use whyc_report::{html, replay, text};
use whyc_session::{Cancel, Extent, Places, Progress, Refused, Session, Smallest, Wish};

use crate::known::{Answer, Found};
use crate::project::{Plan, is_part};

/// What is to be done.
pub enum Task {
    /// Decide, as a text is opened, changed or saved.
    Check,
    /// Look for changes that mend it: in the session that decided, or for one property of several.
    Fixes(Option<Box<Session>>),
    /// Write a report.
    Report(Wish),
    /// Write a page with the whole story.
    Page,
    /// Write a C test that does what the failing run does.
    Test,
}

impl Task {
    /// What it is called while it goes on.
    pub fn title(&self) -> &'static str {
        match self {
            Task::Check => "whyc check",
            Task::Fixes(_) => "whyc: looking for a fix",
            Task::Report(wish) => match wish.command() {
                "minimize" => "whyc minimize",
                "explain" => "whyc explain",
                _ => "whyc localize",
            },
            Task::Page => "whyc: writing the page",
            Task::Test => "whyc replay",
        }
    }
}

/// What came of it.
pub enum Outcome {
    /// A check is answered. If something fails, the session is handed on to find out more.
    Checked(Answer, Option<Box<Session>>),
    /// A finding with the changes that were checked, about one property if there are several.
    Fixes(Option<String>, Box<Finding>),
    /// A text to be shown: a report, a page or a test.
    Text(String),
    /// Why there is none.
    Failed(String),
}

/// Does it. A panic in it is a failure here.
pub fn run(
    task: Task,
    plan: &Plan,
    cancel: &Cancel,
    listener: impl Fn(Progress<'_>) + Clone + Send + 'static,
) -> Outcome {
    let work = || match task {
        Task::Check => Ok(check(plan, cancel, listener)),
        Task::Fixes(Some(session)) => fixes(*session, plan),
        Task::Fixes(None) => fixes(plan.open(cancel, listener)?, plan),
        Task::Report(wish) => {
            let finding = plan.open(cancel, listener)?.answer(&wish, Extent::Asked)?;
            Ok(Outcome::Text(text::render(&finding, &TextOptions::plain())))
        }
        Task::Page => {
            let finding = plan.open(cancel, listener)?.answer(&Wish::Verdict, Extent::Whole)?;
            Ok(Outcome::Text(html::render(&finding)))
        }
        Task::Test => test(plan.open(cancel, listener)?, plan),
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(refused)) => Outcome::Failed(refused.to_string()),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Outcome::Failed(format!("internal error: {said}"))
        }
    }
}

fn check(plan: &Plan, cancel: &Cancel, listener: impl Fn(Progress<'_>) + Clone + Send + 'static) -> Outcome {
    let decided = plan.open(cancel, listener).and_then(|mut session| {
        let mut finding = session.answer(&Wish::Verdict, Extent::Asked)?;
        whyc_review::allow::mark(&mut finding);
        Ok((finding, session))
    });
    match decided {
        Ok((finding, session)) => {
            let fails = finding.head.verdict == Verdict::Violated && finding.counterexample.is_some();
            let found = Found::new(finding, session.program());
            Outcome::Checked(Answer::Found(Box::new(found)), fails.then(|| Box::new(session)))
        }
        Err(refused) if is_part(&refused) => match refused {
            Refused::Invalid { diagnostics, .. } => {
                let notes = diagnostics.iter().flat_map(|diagnostic| &diagnostic.notes);
                Outcome::Checked(Answer::Part(notes.flat_map(|note| quoted(note)).collect()), None)
            }
            other => Outcome::Checked(Answer::None(other.to_string()), None),
        },
        Err(Refused::Invalid { sources, diagnostics }) => {
            Outcome::Checked(Answer::Invalid { sources, diagnostics }, None)
        }
        Err(other) => Outcome::Checked(Answer::None(other.to_string()), None),
    }
}

/// The names in backquotes.
fn quoted(note: &str) -> impl Iterator<Item = String> {
    note.split('`').skip(1).step_by(2).map(str::to_owned)
}

fn fixes(mut session: Session, plan: &Plan) -> Result<Outcome, Refused> {
    session.set_budget(plan.budget());
    session.localize(&Places::default())?;
    Ok(Outcome::Fixes(plan.property.clone(), Box::new(session.finding())))
}

fn test(mut session: Session, plan: &Plan) -> Result<Outcome, Refused> {
    let finding = session.answer(&Wish::Script, Extent::Asked)?;
    let Some(script) = session.script().filter(|_| finding.counterexample.is_some()) else {
        return Ok(Outcome::Failed("there is no failing run to replay".to_owned()));
    };
    let class = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property)).map(|it| it.class);
    let flags = class.map_or(&[][..], |class| replay::flags(class, &script));
    let world = GivenWorld { args: None, stdin: None, compile: compile_line(&session, flags, plan) };
    Ok(match replay::render(&finding, &script, &world) {
        Ok(test) => Outcome::Text(test.text),
        Err(obstacles) => {
            let why = obstacles.join("; ");
            Outcome::Failed(format!("the run cannot be reproduced by a compiled program: {why}"))
        }
    })
}

/// How the test is compiled, beside the program: as that was read, with the compiler's own checks.
fn compile_line(session: &Session, flags: &[&str], plan: &Plan) -> String {
    let own = session.request().inputs.iter().flat_map(|input| match input {
        whyc_c::Input::Text { args, .. } => &args[..],
        whyc_c::Input::Path(_) | whyc_c::Input::Command(_) => &[],
    });
    let mut words = vec!["gcc -g -fsanitize=address,undefined"];
    words.extend(flags);
    words.extend(own.map(String::as_str));
    let name = plan.path.file_stem().map_or_else(|| "FILE".into(), |name| name.to_string_lossy());
    format!("{} {name}.replay.c -o replay && ./replay", words.join(" "))
}

/// What is asked for by the verbs of the command line.
pub fn smallest() -> Wish {
    Wish::Smallest(Some(Smallest::default()))
}

/// As [`smallest`].
pub fn reason() -> Wish {
    Wish::Reason(explain::Options { deepen: true, ..explain::Options::default() })
}

/// As [`smallest`].
pub fn places() -> Wish {
    Wish::Places(Places::default())
}

/// What a session is doing, in words.
pub fn doing(what: Progress<'_>) -> String {
    match what {
        Progress::Reading | Progress::Read(_) => "reading".to_owned(),
        Progress::Deciding | Progress::Decided(_) | Progress::Cycles(_) => "looking for a failing run".to_owned(),
        Progress::Minimising | Progress::Bounds { .. } => "looking for the smallest failing run".to_owned(),
        Progress::Explaining => "looking for the closest passing run".to_owned(),
        Progress::Localising => "looking for places where a change would help".to_owned(),
        Progress::Part(part) => part.to_owned(),
    }
}
