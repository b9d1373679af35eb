//! The failing run as a code flow.

use std::collections::BTreeMap;

use whyc_base::source::{SourceMap, Span};
use whyc_debug::finding::{Counterexample, Finding, TraceKind, TraceStep};

use super::log::{CodeFlow, Message, ThreadFlow, ThreadFlowLocation};
use super::places::Places;
use crate::words;

/// Viewers and code hosts take only a limited number of steps. Of a longer run the first ones and the last ones are given.
const FIRST: usize = 200;
const LAST: usize = 700;
/// Longer texts are cut.
const LONGEST: usize = 120;

/// A failing run, step by step. `slice` has the places of what matters in it, if that is known.
pub fn code_flow(finding: &Finding, places: &Places<'_>, run: &Counterexample, slice: &[Span]) -> Option<CodeFlow> {
    let steps: Vec<(usize, &TraceStep)> =
        run.steps.iter().enumerate().filter(|(_, step)| places.file(step.span.file).is_some()).collect();
    let left_out = steps.len().saturating_sub(FIRST + LAST);
    let (first, last) = steps.split_at(steps.len().min(FIRST));
    let last = &last[left_out.min(last.len())..];
    let locations = first.iter().chain(last).filter_map(|&(order, step)| {
        Some(ThreadFlowLocation {
            location: places.location(step.span, &step.function, Some(said(&finding.sources, step)))?,
            kinds: kinds(step.kind),
            state: state(step),
            nesting_level: step.depth,
            execution_order: order,
            importance: importance(step, slice),
        })
    });
    let locations: Vec<ThreadFlowLocation> = locations.collect();
    if locations.is_empty() {
        return None;
    }
    let text = match left_out {
        0 => "the failing run".to_owned(),
        n => format!("the failing run; {} in the middle left out", words::count(n, "step")),
    };
    Some(CodeFlow { message: Message::new(text), thread_flows: [ThreadFlow { locations }] })
}

/// A step in words.
fn said(sources: &SourceMap, step: &TraceStep) -> String {
    let name = words::one_line(&step.name, LONGEST);
    let value = words::one_line(&step.value, LONGEST);
    match step.kind {
        TraceKind::Input => format!("input {name} = {value}"),
        TraceKind::Assign => format!("{name} = {value}"),
        TraceKind::Branch => format!("`{name}` is {value}"),
        TraceKind::Switch => format!("switch ({name}): {value}"),
        TraceKind::Call if value.is_empty() => format!("calls {name}"),
        TraceKind::Call => format!("{value} in {name}"),
        TraceKind::Return if value.is_empty() => format!("{name} returns"),
        TraceKind::Return => format!("{name} returns {value}"),
        TraceKind::Assume => format!("assumed: {name}"),
        TraceKind::Free => format!("frees: {}", words::one_line(sources.text(step.span), LONGEST)),
        TraceKind::Output => format!("prints {value:?}"),
        TraceKind::Failure => format!("fails: {name}"),
    }
}

/// What kind of step it is, in the words that the standard proposes.
fn kinds(kind: TraceKind) -> Vec<&'static str> {
    match kind {
        TraceKind::Input => vec!["value", "taint"],
        TraceKind::Assign | TraceKind::Output => vec!["value"],
        TraceKind::Branch | TraceKind::Switch | TraceKind::Assume => vec!["branch"],
        TraceKind::Call => vec!["call", "function"],
        TraceKind::Return => vec!["return", "function"],
        TraceKind::Free => vec!["release", "memory"],
        TraceKind::Failure => vec!["danger"],
    }
}

/// What the step changes.
fn state(step: &TraceStep) -> BTreeMap<String, Message> {
    match step.kind {
        TraceKind::Input | TraceKind::Assign => {
            let name = words::one_line(&step.name, LONGEST);
            BTreeMap::from([(name, Message::new(words::one_line(&step.value, LONGEST)))])
        }
        TraceKind::Branch
        | TraceKind::Switch
        | TraceKind::Call
        | TraceKind::Return
        | TraceKind::Assume
        | TraceKind::Free
        | TraceKind::Output
        | TraceKind::Failure => BTreeMap::new(),
    }
}

fn importance(step: &TraceStep, slice: &[Span]) -> &'static str {
    let matters = matches!(step.kind, TraceKind::Input | TraceKind::Failure) || slice.contains(&step.span);
    if matters { "essential" } else { "important" }
}
