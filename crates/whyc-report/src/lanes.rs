//! A run of several threads as lanes, one beside the other: which thread does what, where another one goes on, and what the variables
//! hold then that they share.

use std::collections::BTreeMap;

use whyc_base::source::{FileId, Span};
use whyc_debug::finding::{Counterexample, Finding, TraceKind, TraceStep};

use crate::along;
use crate::text::row::{self, Written};
use crate::words;

/// Longer texts and values are cut.
const LONGEST: usize = 60;

/// A run, lane by lane.
pub struct Lanes {
    /// The threads that do something in it, in the order of their numbers.
    pub lanes: Vec<Lane>,
    /// What happens, in order.
    pub rows: Vec<Row>,
    /// How many steps are left out: those by which threads have nothing to do with each other.
    pub n_left_out: usize,
}

/// A thread.
pub struct Lane {
    /// Its number; 0 is the main one.
    pub thread: u32,
    /// What it is called.
    pub name: String,
}

/// A row.
pub enum Row {
    /// A thread does something.
    Step {
        /// Its lane.
        lane: usize,
        /// Where.
        place: (FileId, u32),
        /// What, as it is written.
        text: String,
        /// The value, or what becomes of it; empty if there is none.
        value: String,
        /// A remark, empty if there is none.
        remark: String,
        /// Whether the run fails here.
        fails: bool,
    },
    /// Another thread goes on.
    Switch {
        /// The lane of the one before.
        from: usize,
        /// The lane of the one that goes on.
        to: usize,
        /// What was written meanwhile to what threads share, by name, with its value.
        values: Vec<(String, String)>,
    },
}

/// The lanes of a run; none if it has no two threads. All steps if `all`, otherwise those by which threads have to do with each other.
pub fn lanes(finding: &Finding, run: &Counterexample, all: bool) -> Option<Lanes> {
    let mut names: BTreeMap<u32, &str> = BTreeMap::new();
    for step in &run.steps {
        names.entry(step.thread?).or_insert(&step.function);
    }
    if names.len() < 2 {
        return None;
    }
    let lanes: Vec<Lane> =
        names.iter().map(|(&thread, function)| Lane { thread, name: words::thread(thread, function) }).collect();
    let mut writer = Writer { finding, run, lanes, rows: Vec::new(), last: None, values: Vec::new() };
    let marks = along::marks(run);
    let n_places = marks.len();
    let mut marks = marks.into_iter().peekable();
    let mut n_left_out = 0;
    for (at, step) in run.steps.iter().enumerate() {
        while let Some(mark) = marks.next_if(|mark| mark.before <= at) {
            writer.mark(&mark, n_places);
        }
        let shared = run.shared.iter().find(|it| it.step == at);
        let is_told = all || shared.is_some() || step.kind == TraceKind::Failure;
        if !is_told || is_silent(step) {
            n_left_out += usize::from(!is_told && !is_silent(step));
            continue;
        }
        writer.step(step, shared.is_some_and(|it| it.writes));
    }
    marks.for_each(|mark| writer.mark(&mark, n_places));
    Some(Lanes { lanes: writer.lanes, rows: writer.rows, n_left_out })
}

/// Whether a step says nothing.
fn is_silent(step: &TraceStep) -> bool {
    match step.kind {
        TraceKind::Branch => step.name.trim().bytes().all(|byte| byte.is_ascii_digit()),
        TraceKind::Return => step.value.is_empty(),
        TraceKind::Assign => step.name.is_empty(),
        TraceKind::Input
        | TraceKind::Switch
        | TraceKind::Call
        | TraceKind::Assume
        | TraceKind::Free
        | TraceKind::Output
        | TraceKind::Failure => false,
    }
}

struct Writer<'a> {
    finding: &'a Finding,
    run: &'a Counterexample,
    lanes: Vec<Lane>,
    rows: Vec<Row>,
    /// The lane of the last row.
    last: Option<usize>,
    /// What was written to what threads share since the last switch.
    values: Vec<(String, String)>,
}

impl Writer<'_> {
    /// The lane of a thread, after a switch if another one did the last thing.
    fn lane(&mut self, thread: u32) -> usize {
        let lane = self.lanes.iter().position(|lane| lane.thread == thread).unwrap_or(0);
        if let Some(from) = self.last.filter(|&from| from != lane) {
            let values = std::mem::take(&mut self.values);
            self.rows.push(Row::Switch { from, to: lane, values });
        }
        self.last = Some(lane);
        lane
    }

    fn step(&mut self, step: &TraceStep, writes: bool) {
        let lane = self.lane(step.thread.unwrap_or(0));
        let (text, value) = self.told(step);
        if writes {
            self.values.retain(|(name, _)| *name != step.name);
            self.values.push((step.name.clone(), words::one_line(&step.value, LONGEST)));
        }
        let place = self.place(step.span);
        let same = |row: &Row| matches!(row, Row::Step { lane: l, place: p, text: t, fails: false, .. } if (*l, *p) == (lane, place) && *t == text);
        // A statement that writes several things is one row.
        if let Some(Row::Step { value: before, .. }) =
            self.rows.last_mut().filter(|row| step.kind == TraceKind::Assign && same(row))
        {
            if !value.is_empty() {
                before.push_str(", ");
                before.push_str(value.trim_start_matches("→ "));
            }
            return;
        }
        let fails = step.kind == TraceKind::Failure;
        if fails && along::is_any(self.finding) {
            return;
        }
        self.rows.push(Row::Step { lane, place, text, value, remark: String::new(), fails });
    }

    /// That the run comes to a place that somebody asked for.
    fn mark(&mut self, mark: &along::Mark, n_places: usize) {
        let lane = self.lane(mark.thread.unwrap_or(0));
        let place = self.place(mark.span);
        let text = self.finding.sources.file(place.0).line_text(place.1).trim();
        let text = words::one_line(text.trim_end_matches(';'), LONGEST);
        let remark = along::remark(mark, n_places);
        self.rows.push(Row::Step { lane, place, text, value: String::new(), remark, fails: false });
    }

    fn place(&self, span: Span) -> (FileId, u32) {
        (span.file, self.finding.sources.line(span))
    }

    /// What a step is, and what becomes of it.
    fn told(&self, step: &TraceStep) -> (String, String) {
        let sources = &self.finding.sources;
        let value = words::one_line(&step.value, LONGEST);
        let arrow = |text: String| {
            let shown = if row::tells(&text, &value) { String::new() } else { format!("→ {value}") };
            (text, shown)
        };
        let name = words::one_line(&step.name, LONGEST);
        match step.kind {
            TraceKind::Input => (format!("{name} = {value}"), String::new()),
            TraceKind::Assign => match row::written(sources, step) {
                Written::Plain(text) => arrow(text),
                Written::Indirect(text) => (text, format!("→ {name} = {value}")),
                Written::Bare => (name, format!("→ {value}")),
            },
            TraceKind::Call => {
                let text = row::call_text(sources, step).unwrap_or_else(|| format!("{name}()"));
                (text, value)
            }
            TraceKind::Branch | TraceKind::Switch | TraceKind::Return => arrow(row::other_text(sources, step)),
            TraceKind::Output => (row::text_of(sources, step), format!("prints {:?}", step.value)),
            TraceKind::Assume | TraceKind::Free => (row::other_text(sources, step), String::new()),
            TraceKind::Failure => {
                let property = self.finding.properties.get(self.run.property);
                (row::other_text(sources, step), format!("✗ {}", property.map_or("fails", words::happens)))
            }
        }
    }
}
