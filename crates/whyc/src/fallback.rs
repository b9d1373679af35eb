//! What is said when the work did not come to an end of its own: that nothing, or not everything, was decided, and why.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use whyc_base::status::Reason;
use whyc_circuit::finding as circuit_finding;
use whyc_debug::finding::Finding;
use whyc_debug::undecided;
use whyc_ir::property::{ClassSet, PropertyTable};
use whyc_session::{Progress, Request};

use crate::cli::{Check, Output, Verb};
use crate::supervise::{End, Stage};
use crate::{Exit, answer, circuit, output, replay, watchdog};

/// When the work began: what is said at its end tells how long it took.
static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

/// To be called first, here and in the process that watches over this one.
pub fn begin() {
    LazyLock::force(&STARTED);
}

/// The other side of the [`watchdog`], from the moment on at which nothing is known yet.
pub fn of_verb(verb: &Verb) {
    let verb = verb.clone();
    watchdog::so_far(move |reason| tell(nothing(&verb, reason.into())));
}

/// What is said of a program while nothing better is known.
pub struct Fallback {
    shown: Output,
    command: &'static str,
    files: Vec<String>,
    classes: ClassSet,
}

impl Fallback {
    /// For what is asked of a program.
    pub fn new(shown: &Output, command: &'static str, request: &Request) -> Self {
        Self { shown: shown.clone(), command, files: request.names(), classes: request.deciding.classes }
    }

    /// Says more from now on: once the program is read, that none of its properties is decided; once something is decided,
    /// that, although more was asked for.
    pub fn learn(&self, progress: Progress<'_>) {
        let (shown, command) = (self.shown.clone(), self.command);
        match progress {
            Progress::Read(program) => {
                let (program, files, classes) = (Arc::clone(program), self.files.clone(), self.classes);
                watchdog::so_far(move |reason| {
                    let properties = PropertyTable::new(&program, classes);
                    let finding = undecided::unlooked(&program, &properties, command, &files, reason.into());
                    tell(publish(&shown, command, finding));
                });
            }
            Progress::Decided(finding) => {
                let mut finding = finding.clone();
                command.clone_into(&mut finding.head.command);
                watchdog::so_far(move |reason| {
                    finding.head.reason.get_or_insert_with(|| reason.into());
                    tell(publish(&shown, command, finding));
                });
            }
            Progress::Reading
            | Progress::Deciding
            | Progress::Cycles(_)
            | Progress::Minimising
            | Progress::Bounds { .. }
            | Progress::Explaining
            | Progress::Localising
            | Progress::Part(_) => {}
        }
    }
}

/// What is said of a circuit from now on: so many cycles were looked at.
pub fn of_circuit(shown: &Output, finding: &circuit_finding::Finding) {
    let (shown, finding) = (shown.clone(), finding.clone());
    watchdog::so_far(move |reason| tell(publish_circuit(&shown, finding.ended_by(reason))));
}

/// What to say, and with which status to leave, after the child ended as it did.
pub fn after(end: End, verb: &Verb) -> Exit {
    let reason: Reason = match end {
        End::Answered(code) => return Exit::of(code),
        End::Overran(reason) => reason.into(),
        End::Killed => {
            Reason::Said("the system ended whyc, most likely for want of memory; --memory sets a limit".to_owned())
        }
        End::Crashed { stage: Stage::Reading, signal } => {
            let file = verb.check().and_then(|check| names(check).into_iter().next()).unwrap_or_default();
            let how = signal.map_or(String::new(), |signal| format!(" (signal {signal})"));
            output::error(&format!("{file}: libclang crashed while reading the program{how}"));
            return Exit::Bad;
        }
        End::Crashed {
            stage: Stage::Working | Stage::Composing | Stage::Answering | Stage::Done | Stage::Refused,
            signal,
        } => {
            let how = signal.map_or("it left without an answer".to_owned(), |signal| format!("signal {signal}"));
            output::internal_error(&format!("whyc crashed: {how}"));
            return Exit::Bad;
        }
    };
    tell(nothing(verb, reason));
    Exit::Undecided
}

/// Says that nothing is known.
fn nothing(verb: &Verb, reason: Reason) -> anyhow::Result<()> {
    let Some(check) = verb.check() else { return Ok(()) };
    let is_circuit = |path: &Path| whyc_circuit::file::Format::of(path).is_some();
    match check.files.as_slice() {
        [file] if is_circuit(file) => {
            let finding = circuit_finding::Finding::unread(verb.name(), &file.display().to_string(), reason);
            publish_circuit(&check.output, finding)
        }
        _ => publish(&check.output, verb.name(), undecided::unread(verb.name(), &names(check), reason)),
    }
}

fn publish(shown: &Output, command: &str, mut finding: Finding) -> anyhow::Result<()> {
    finding.stats.total = STARTED.elapsed();
    // The path of `replay -o` is the test's.
    if command == "replay" { replay::publish(shown, &finding) } else { answer::publish(shown, &finding) }
}

fn publish_circuit(shown: &Output, mut finding: circuit_finding::Finding) -> anyhow::Result<()> {
    finding.stats.total = STARTED.elapsed();
    circuit::publish(shown, &finding, &[], None)
}

fn names(args: &Check) -> Vec<String> {
    args.files.iter().map(|file| file.display().to_string()).collect()
}

fn tell(published: anyhow::Result<()>) {
    if let Err(error) = published {
        output::error(&format!("{error:#}"));
    }
}
