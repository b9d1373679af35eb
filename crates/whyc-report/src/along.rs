//! The sentences about runs that come along some places.

use whyc_base::source::{SourceMap, Span};
use whyc_check::Verdict;
use whyc_debug::finding::{AlongPlace, AlongReport, Barrier, Counterexample, Finding, Suspicion, SuspicionKind};

use crate::suspicions;

/// The answer, without a full stop.
#[must_use]
pub fn sentence(finding: &Finding, report: &AlongReport) -> String {
    let what = match (report.failing, report.places.len()) {
        (false, 1) => "comes to this place",
        (false, _) => "comes through these places in this order",
        (true, 1) => "comes to this place and then breaks a rule",
        (true, _) => "comes through these places in this order and then breaks a rule",
    };
    match finding.head.verdict {
        Verdict::Violated => format!("a run {what}"),
        Verdict::Safe => format!("no run {what}"),
        Verdict::BoundedSafe => format!("no run within the bounds {what}, but some runs go beyond them"),
        Verdict::Unknown => format!("it is not decided whether a run {what}"),
    }
}

/// `list.c:12`, and what stands there.
#[must_use]
pub fn place(sources: &SourceMap, place: &AlongPlace) -> (String, String) {
    let text = sources.text(place.span).to_owned();
    (format!("{}:{}", sources.file(place.span.file).name, sources.line(place.span)), text)
}

/// Why no run comes further, in a sentence; what it rests on is told below.
#[must_use]
pub fn barrier(sources: &SourceMap, report: &AlongReport, barrier: &Barrier) -> String {
    let name = |at: usize| report.places.get(at).map_or_else(String::new, |it| place(sources, it).0);
    let next = name(report.reached);
    match barrier {
        Barrier::Never(because) => {
            let span = report.places.get(report.reached).map(|it| it.span);
            let reason = span.and_then(|span| {
                let kind = SuspicionKind::Unreached;
                suspicions::reason(sources, &Suspicion { kind, span, part: None, because: because.clone() })
            });
            let because = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            format!("No run comes to {next} at all{because}.")
        }
        Barrier::OtherOrder => {
            let before = report.reached.checked_sub(1).map(name).unwrap_or_default();
            let (after, runs) = match report.reached {
                0 | 1 => (String::new(), "Runs"),
                2 => ("After the first place, ".to_owned(), "runs"),
                n => (format!("After the first {} places, ", n - 1), "runs"),
            };
            format!("{after}{runs} come through {next} and then {before}, but not the other way round.")
        }
        Barrier::RestsOn(_) if report.reached == 0 => format!("That no run comes to {next} rests on:"),
        Barrier::RestsOn(_) => format!("That no run comes to {next} after that rests on:"),
    }
}

/// A place that a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which, from 0.
    pub place: usize,
    /// How many of the run's steps come before.
    pub before: usize,
    /// In what it stands.
    pub span: Span,
    /// Which thread comes to it, where there are some.
    pub thread: Option<u32>,
}

/// The places that a run comes to, in the order of the run.
#[must_use]
pub fn marks(run: &Counterexample) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for it in run.watched.iter().filter(|it| it.name == COUNTER) {
        // Other visits of the same lines do not count.
        if it.value == marks.len() as u128 + 1 {
            marks.push(Mark { place: marks.len(), before: it.before, span: it.span, thread: it.thread });
        }
    }
    marks
}

/// `◀ place 2 of 3`
#[must_use]
pub fn remark(mark: &Mark, n_places: usize) -> String {
    format!("◀ place {} of {n_places}", mark.place + 1)
}

/// The variable that counts the places, as whoever put it into the program calls it.
const COUNTER: &str = "__whyc places";

/// Whether the run of a finding is one that need not fail.
#[must_use]
pub fn is_any(finding: &Finding) -> bool {
    finding.along.as_ref().is_some_and(|along| !along.failing)
}
