//! What is known of the properties over time that a program is watched for, told in their own terms.

use whyc_base::source::Span;
use whyc_base::status::Status;
use whyc_check::Verdict as Decided;
use whyc_debug::finding::{Counterexample, Finding, PropertyReport, WatchedValue};
use whyc_debug::watched::{self, Automaton, CutOff};
use whyc_ir::property::PropertyTable;
use whyc_temporal::idle::{self, Idle};
use whyc_temporal::judged::{self, Judged, Verdict};
use whyc_temporal::program::told::{self, Letter};
use whyc_temporal::program::{Machine, Watched};

use crate::session::Session;
use crate::stack::deep;
use crate::watch::Progress;

/// What was found out of a property that holds, beyond that it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beyond {
    /// Why it says less than it seems to.
    pub idle: Vec<Idle>,
    /// A run that goes beyond the bounds and leaves something of it open.
    pub open: Option<CutOff>,
}

impl Session {
    /// What a finding says of each property over time, with the run that breaks it where there is one.
    #[must_use]
    pub fn over_time(&self, finding: &Finding) -> Vec<Judged> {
        let sources = self.request.temporal.iter().enumerate();
        let from = sources.flat_map(|(at, source)| source.properties.iter().map(move |_| at));
        let all = self.watched.iter().zip(from).enumerate();
        let table = &self.analysis.properties;
        all.map(|(at, (watched, source))| {
            let own = Own::new(finding, watched, table);
            judged(finding, watched, source, &own, self.known.over_time.get(at))
        })
        .collect()
    }

    /// Looks for what else can be said of properties over time where everything holds: parts that play no role, and what is still open where
    /// runs were followed no further.
    pub(crate) fn look_over_time(&mut self) {
        let Some(outcome) = &self.outcome else { return };
        let is_fine = matches!(outcome.verdict, Decided::Safe | Decided::BoundedSafe) && outcome.vacuity.is_none();
        let counts = self.analysis.program.woven.is_none() && self.analysis.program.only_if.is_none();
        if !is_fine || !counts || self.watched.is_empty() {
            return;
        }
        // What was shown of any round says nothing of what runs come to.
        let is_followed = outcome.proof.is_none();
        self.watch.tell(Progress::Part("looking at what the properties rest on"));
        let start = std::time::Instant::now();
        let Self { analysis, watched, .. } = self;
        self.known.over_time = deep(|| {
            let beyond = |it: &Watched| {
                let machine = &it.machine;
                let idle = match is_followed {
                    true => idle::among(&it.named.expr, &mut |changed| {
                        let other = machine.of_other(changed).ok();
                        other.is_some_and(|other| {
                            let fails_at_end: Vec<bool> = other.holds_at_end.iter().map(|holds| !holds).collect();
                            let automaton = automaton(it, &other);
                            watched::comes_to(analysis, &automaton, &other.broken, &fails_at_end) == Some(false)
                        })
                    }),
                    false => Vec::new(),
                };
                let open = watched::cut_off_in(analysis, &automaton(it, machine), &machine.open());
                Beyond { idle, open }
            };
            watched.iter().map(beyond).collect()
        });
        self.known.time += start.elapsed();
    }
}

/// A machine over the steps of a property that the program is watched for.
fn automaton(watched: &Watched, machine: &Machine) -> Automaton {
    Automaton { variable: told::step_name(&watched.named), next: machine.by_letter() }
}

/// The assertions of a property, by their positions in a finding.
struct Own {
    /// All of them.
    all: Vec<usize>,
    /// Those where the program ends.
    at_end: Vec<usize>,
    /// Whether there are more, in the library, of which the finding tells only what fails.
    has_hidden: bool,
}

impl Own {
    fn new(finding: &Finding, watched: &Watched, table: &PropertyTable) -> Self {
        // What fails in the library is told by the call of it, in other words.
        let description = |it: &PropertyReport| match table.named(&it.id) {
            Some(id) => table.all()[id].description.clone(),
            None => it.description.clone(),
        };
        let of = |wanted: &[String]| -> Vec<usize> {
            let all = finding.properties.iter().enumerate();
            all.filter(|(_, it)| wanted.contains(&description(it))).map(|(at, _)| at).collect()
        };
        let at_end = told::description_at_end(&watched.named);
        let all = [told::description(&watched.named), at_end.clone()];
        let n_known = table.all().iter().filter(|it| all.contains(&it.description)).count();
        let told = of(&all);
        Self { has_hidden: n_known > told.len(), all: told, at_end: of(&[at_end]) }
    }
}

fn judged(finding: &Finding, watched: &Watched, source: usize, own: &Own, beyond: Option<&Beyond>) -> Judged {
    if let Some(run) = finding.failing_runs().find(|run| own.all.contains(&run.property)) {
        return along(finding, watched, source, run);
    }
    // Where no run ends, what should come at last is asked for nowhere.
    let status = |at: &usize| &finding.properties[*at].status;
    let never_ends = !own.at_end.is_empty()
        && !own.has_hidden
        && own.at_end.iter().all(|at| matches!(status(at), Status::Unreachable));
    let without_end = judged::without_end(&watched.named).filter(|_| never_ends);
    let idle = || -> Vec<Idle> {
        let parts = beyond.iter().flat_map(|it| it.idle.clone());
        without_end.clone().into_iter().chain(parts).collect()
    };
    let any = |is: fn(&Status) -> bool| own.all.iter().any(|at| is(status(at)));
    let verdict = if any(|it| matches!(it, Status::Violated)) {
        Verdict::Violated
    } else if any(|it| matches!(it, Status::Unknown(_))) {
        Verdict::NotDecided { checked: 0, reason: "some of its assertions could not be decided".to_owned() }
    } else if any(|it| matches!(it, Status::Bounded(_))) {
        if let Some(open) = beyond.and_then(|it| it.open.as_ref()) {
            let letters = letters(finding, watched, &open.run.watched);
            let end = letter(finding, 0, open.span);
            if let Some(judged) = told::with_open_run(watched, source, idle(), &letters, &end) {
                return judged;
            }
        }
        Verdict::HoldsWithinBounds(idle())
    } else if own.has_hidden && finding.head.verdict == Decided::BoundedSafe {
        Verdict::HoldsWithinBounds(idle())
    } else if own.has_hidden && finding.head.verdict != Decided::Safe {
        Verdict::NotDecided { checked: 0, reason: "it may be what fails in a call of the library".to_owned() }
    } else {
        Verdict::Holds(idle())
    };
    told::without_run(watched, source, verdict)
}

fn along(finding: &Finding, watched: &Watched, source: usize, run: &Counterexample) -> Judged {
    let letters = letters(finding, watched, &run.watched);
    let end = letter(finding, 0, finding.properties[run.property].span);
    told::with_run(watched, source, &letters, &end)
}

/// What a property sees of a run.
fn letters(finding: &Finding, watched: &Watched, values: &[WatchedValue]) -> Vec<Letter> {
    let name = told::step_name(&watched.named);
    values.iter().filter(|it| it.name == name).map(|it| letter(finding, it.value, it.span)).collect()
}

fn letter(finding: &Finding, value: u128, span: Span) -> Letter {
    Letter {
        value: usize::try_from(value).unwrap_or(usize::MAX),
        file: finding.sources.file(span.file).name.clone(),
        line: finding.sources.line(span),
    }
}
