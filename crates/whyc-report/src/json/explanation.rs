//! The `explanation` of the report.

use std::borrow::Cow;

use serde::Serialize;
use whyc_base::source::SourceMap;
use whyc_debug::finding::{Assumption, ChainLink, Change, ChangeKind, Explanation};

use super::{Input, Step, file_name};

/// Why a run fails.
#[derive(Serialize)]
pub(super) struct Reason<'a> {
    distance: u64,
    closest: bool,
    assumed: Vec<Assumed<'a>>,
    chain: Vec<Link<'a>>,
    passing: Passing<'a>,
    changes: Vec<Difference<'a>>,
    slices: &'a [Vec<usize>],
    smallest: bool,
    causes: Vec<Cause<'a>>,
    causes_complete: bool,
    /// Why there is no passing run.
    without_passing: Option<&'a str>,
    /// What is found if nothing is assumed.
    unassumed: Option<Box<Reason<'a>>>,
}

#[derive(Serialize)]
struct Assumed<'a> {
    text: Cow<'a, str>,
    file: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct Passing<'a> {
    inputs: Vec<Input<'a>>,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Difference<'a> {
    kind: &'static str,
    what: &'static str,
    name: &'a str,
    alias: Option<&'a str>,
    ssa: &'a str,
    from: &'a str,
    to: &'a str,
    file: &'a str,
    line: u32,
    function: &'a str,
    in_slice: bool,
}

#[derive(Serialize)]
struct Link<'a> {
    kind: &'static str,
    text: String,
    file: &'a str,
    line: u32,
    function: &'a str,
    matters: bool,
}

#[derive(Serialize)]
struct Cause<'a> {
    predicate: &'a str,
    inputs_only: bool,
    always: bool,
}

impl<'a> Reason<'a> {
    pub(super) fn new(sources: &'a SourceMap, explanation: &'a Explanation) -> Self {
        let causes = explanation.causes.iter();
        Self {
            distance: explanation.distance,
            closest: explanation.closest,
            assumed: explanation.assumed.iter().map(|assumption| Assumed::new(sources, assumption)).collect(),
            chain: explanation.chain.iter().filter(|link| link.told).map(|link| Link::new(sources, link)).collect(),
            passing: Passing {
                inputs: explanation.inputs.iter().map(|input| Input::new(sources, input)).collect(),
                steps: explanation.steps.iter().map(|step| Step::new(sources, step)).collect(),
            },
            changes: explanation.changes.iter().map(|change| Difference::new(sources, change)).collect(),
            slices: &explanation.slices,
            smallest: explanation.smallest,
            causes: causes
                .map(|cause| Cause {
                    predicate: &cause.predicate,
                    inputs_only: cause.inputs_only,
                    always: cause.always,
                })
                .collect(),
            causes_complete: explanation.causes_complete,
            without_passing: explanation.without_passing.as_deref(),
            unassumed: explanation.unassumed.as_ref().map(|other| Box::new(Self::new(sources, other))),
        }
    }
}

impl<'a> Link<'a> {
    fn new(sources: &'a SourceMap, link: &'a ChainLink) -> Self {
        Self {
            kind: link.kind.name(),
            text: link.sentence(),
            file: file_name(sources, link.span),
            line: sources.line(link.span),
            function: &link.function,
            matters: link.matters,
        }
    }
}

impl<'a> Assumed<'a> {
    fn new(sources: &'a SourceMap, assumption: &'a Assumption) -> Self {
        let line = sources.line(assumption.span);
        let text = match &assumption.text {
            Some(text) => Cow::Borrowed(text.as_str()),
            None => Cow::Owned(format!("line {line} is reached")),
        };
        Self { text, file: file_name(sources, assumption.span), line }
    }
}

impl<'a> Difference<'a> {
    fn new(sources: &'a SourceMap, change: &'a Change) -> Self {
        Self {
            kind: match change.kind {
                ChangeKind::Guard => "guard",
                ChangeKind::Input | ChangeKind::Assign | ChangeKind::Return | ChangeKind::Join => "value",
            },
            what: match change.kind {
                ChangeKind::Guard => "guard",
                ChangeKind::Input => "input",
                ChangeKind::Assign => "assign",
                ChangeKind::Return => "return",
                ChangeKind::Join => "join",
            },
            name: &change.name,
            alias: change.alias.as_deref(),
            ssa: &change.ssa,
            from: &change.from,
            to: &change.to,
            file: file_name(sources, change.span),
            line: sources.line(change.span),
            function: &change.function,
            in_slice: change.in_slice,
        }
    }
}
