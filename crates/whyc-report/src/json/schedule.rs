//! The `schedule` of the report.

use serde::Serialize;
use whyc_base::source::{SourceMap, Span};
use whyc_debug::finding::{AccessReport, Held, ScheduleReport, ThreadPlace, WaitReason, WaitReport};

use super::{Input, Step, file_name};

/// Why a run of several threads fails.
#[derive(Serialize)]
pub(super) struct Schedule<'a> {
    accesses: Vec<Access<'a>>,
    waiting: Vec<Waiting<'a>>,
    /// How many of those who wait are in a cycle: the first ones.
    in_cycle: usize,
    passing: Option<Passing<'a>>,
    without_passing: Option<&'a str>,
    reorderings: Vec<Order<'a>>,
    bounded: bool,
}

#[derive(Serialize)]
struct Place<'a> {
    thread: u32,
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Access<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    writes: bool,
    name: &'a str,
    callers: Vec<Caller<'a>>,
    holds: Vec<Lock<'a>>,
}

#[derive(Serialize)]
struct Caller<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct Lock<'a> {
    name: &'a str,
    for_reading: bool,
    file: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct Waiting<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    holds: Vec<Lock<'a>>,
    waits_for: Awaited<'a>,
}

#[derive(Serialize)]
struct Awaited<'a> {
    kind: &'static str,
    /// Who holds it, or has to end.
    thread: Option<u32>,
    /// The lock.
    name: Option<&'a str>,
}

#[derive(Serialize)]
struct Passing<'a> {
    changed_stops: usize,
    closest: bool,
    inputs: Vec<Input<'a>>,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Order<'a> {
    first: Place<'a>,
    second: Place<'a>,
    about: &'a str,
    always: bool,
}

impl<'a> Schedule<'a> {
    pub fn new(sources: &'a SourceMap, schedule: &'a ScheduleReport) -> Self {
        let passing = schedule.passing.as_ref().map(|passing| Passing {
            changed_stops: passing.n_changed,
            closest: passing.closest,
            inputs: passing.inputs.iter().map(|input| Input::new(sources, input)).collect(),
            steps: passing.steps.iter().map(|step| Step::new(sources, step)).collect(),
        });
        let reorderings = schedule.reorderings.iter().map(|order| Order {
            first: place(sources, &order.first),
            second: place(sources, &order.second),
            about: &order.about,
            always: order.always,
        });
        Self {
            accesses: schedule.accesses.iter().map(|it| access(sources, it)).collect(),
            waiting: schedule.waiting.iter().map(|it| waiting(sources, it)).collect(),
            in_cycle: schedule.n_in_cycle,
            passing,
            without_passing: schedule.without_passing.as_deref(),
            reorderings: reorderings.collect(),
            bounded: schedule.bounded,
        }
    }
}

fn place<'a>(sources: &'a SourceMap, place: &'a ThreadPlace) -> Place<'a> {
    let at = sources.start(place.span);
    let (line, column) = (at.line, at.column);
    Place { thread: place.thread, function: &place.function, file: file_name(sources, place.span), line, column }
}

fn access<'a>(sources: &'a SourceMap, it: &'a AccessReport) -> Access<'a> {
    let caller = |(function, span): &'a (String, Span)| Caller {
        function,
        file: file_name(sources, *span),
        line: sources.line(*span),
    };
    Access {
        place: place(sources, &it.place),
        writes: it.writes,
        name: &it.name,
        callers: it.callers.iter().map(caller).collect(),
        holds: locks(sources, &it.holds),
    }
}

fn locks<'a>(sources: &'a SourceMap, held: &'a [Held]) -> Vec<Lock<'a>> {
    let lock = |it: &'a Held| Lock {
        name: &it.name,
        for_reading: it.is_shared,
        file: file_name(sources, it.span),
        line: sources.line(it.span),
    };
    held.iter().map(lock).collect()
}

fn waiting<'a>(sources: &'a SourceMap, it: &'a WaitReport) -> Waiting<'a> {
    let waits_for = match &it.reason {
        WaitReason::End(thread) => Awaited { kind: "end", thread: Some(*thread), name: None },
        WaitReason::Held { by, name } => Awaited { kind: "lock", thread: Some(*by), name: Some(name) },
        WaitReason::Signal => Awaited { kind: "signal", thread: None, name: None },
        WaitReason::Other => Awaited { kind: "other", thread: None, name: None },
    };
    Waiting { place: place(sources, &it.place), holds: locks(sources, &it.holds), waits_for }
}
