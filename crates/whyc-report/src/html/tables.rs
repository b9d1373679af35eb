//! The rest of the page: inputs, properties, output, notes, numbers.

use whyc_base::diagnostic::Severity;
use whyc_check::Status;
use whyc_debug::finding::{Counterexample, Finding, InputKind, InputReport, PropertyReport, TraceKind, TraceStep};

use super::shell::{Fact, Link};
use super::source::Numbering;
use crate::paint::visible;
use crate::text::{small, summary};
use crate::{reasons, words};

/// At most this many inputs are listed.
const MANY_INPUTS: usize = 200;
/// At most this many properties are listed.
const MANY_PROPERTIES: usize = 300;

/// An input.
pub struct InputView {
    /// Where it is read.
    pub link: Link,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its value in the failing run; `any` if it does not matter.
    pub value: String,
    /// What the passing run has for it.
    pub passing: Passing,
    /// Whether its value matters.
    pub relevant: bool,
    /// What else there is to know.
    pub remark: String,
}

/// What a passing run has for an input of the failing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// Another value.
    Other(String),
    /// The same value.
    Same,
    /// Nothing: it does not come there.
    NotRead,
}

/// The inputs, and how many more there are.
pub fn inputs(finding: &Finding, numbering: &Numbering) -> (Vec<InputView>, usize) {
    let Some(run) = &finding.counterexample else { return (Vec::new(), 0) };
    let passing = passing_inputs(finding, run);
    let views = run.inputs.iter().enumerate().take(MANY_INPUTS).map(|(k, input)| InputView {
        link: numbering.link(finding, input.span),
        name: words::one_line(&input.name, 60),
        ty: visible(&input.ty).into_owned(),
        value: if input.relevant { words::one_line(&input.value, 80) } else { "any".to_owned() },
        passing: match passing.get(k).copied().flatten() {
            Some(value) if value == input.value => Passing::Same,
            Some(value) => Passing::Other(words::one_line(value, 80)),
            None => Passing::NotRead,
        },
        relevant: input.relevant,
        remark: remark(input),
    });
    (views.collect(), run.inputs.len().saturating_sub(MANY_INPUTS))
}

/// For each input of the failing run its value in the passing one, which may not read it. An input is a step of its run, and
/// which steps are the same is known.
fn passing_inputs<'a>(finding: &'a Finding, run: &Counterexample) -> Vec<Option<&'a str>> {
    let Some(explanation) = &finding.explanation else { return Vec::new() };
    let is_input = |step: &TraceStep| step.kind == TraceKind::Input;
    let read =
        explanation.aligned.iter().filter(|pair| pair.failing.and_then(|k| run.steps.get(k)).is_some_and(is_input));
    read.map(|pair| pair.passing.and_then(|k| explanation.steps.get(k)).map(|step| step.value.as_str())).collect()
}

fn remark(input: &InputReport) -> String {
    let mut remarks = Vec::new();
    match input.kind {
        InputKind::Nondet => {}
        InputKind::Uninitialised => remarks.push("never set".to_owned()),
        InputKind::Result => remarks.push("from an unknown function".to_owned()),
    }
    if !input.relevant {
        remarks.push(format!("here {}", words::one_line(&input.value, 40)));
    } else if let Some(bits) = input.relevant_bits.filter(|bits| bits.mask.count_ones() < bits.width) {
        remarks.push(format!("{} matter", small::mattering(bits)));
    }
    remarks.join("; ")
}

/// A property.
pub struct PropertyView {
    /// Its status as a shape.
    pub sign: &'static str,
    /// Its status.
    pub status: &'static str,
    /// What bounds it, why it is unknown, after what it fails.
    pub more: String,
    /// Its name.
    pub id: String,
    /// What should hold.
    pub description: String,
    /// Its class.
    pub class: &'static str,
    /// Where.
    pub link: Link,
}

/// The properties, those that fail first, and how many more there are.
pub fn properties(finding: &Finding, numbering: &Numbering) -> (Vec<PropertyView>, usize) {
    let mut properties: Vec<_> = finding.properties.iter().collect();
    let order = |status: &Status| match status {
        Status::Violated => 0,
        Status::Unknown(_) => 1,
        Status::Bounded(_) => 2,
        Status::Holds => 3,
        Status::Unreachable => 4,
    };
    properties.sort_by_key(|property| order(&property.status));
    let views = properties.iter().take(MANY_PROPERTIES).map(|property| PropertyView {
        sign: match property.status {
            Status::Violated => "✗",
            Status::Unknown(_) => "?",
            Status::Bounded(_) => "◐",
            Status::Holds => "✓",
            Status::Unreachable => "–",
        },
        status: property.status.name(),
        more: more(property),
        id: visible(&property.id).into_owned(),
        description: words::one_line(&property.description, 80),
        class: property.class.name(),
        link: numbering.link(finding, property.span),
    });
    (views.collect(), finding.properties.len().saturating_sub(MANY_PROPERTIES))
}

/// What more there is to say of a property's status.
fn more(property: &PropertyReport) -> String {
    let after = property.after.first().filter(|_| property.status.is_violated());
    let after = after.map(|before| format!("once {before} has failed"));
    let more = reasons::more(&property.status).or(after);
    more.map_or_else(String::new, |more| visible(&more).into_owned())
}

/// What the run writes.
pub struct OutputView {
    /// Where to.
    pub stream: &'static str,
    /// What.
    pub text: String,
}

/// What the failing run writes.
pub fn output(finding: &Finding) -> Vec<OutputView> {
    let parts = finding.counterexample.iter().flat_map(|run| &run.output);
    let view = |part: &whyc_debug::finding::OutputText| OutputView {
        stream: if part.stream == 2 { "standard error" } else { "standard output" },
        text: visible(&part.text).into_owned(),
    };
    parts.map(view).collect()
}

/// Something to know.
pub struct NoteView {
    /// How serious it is.
    pub word: &'static str,
    /// What.
    pub message: String,
    /// Where.
    pub link: Option<Link>,
    /// What else helps.
    pub notes: Vec<String>,
}

/// What else there is to know.
pub fn notes(finding: &Finding, numbering: &Numbering) -> Vec<NoteView> {
    let view = |note: &whyc_base::diagnostic::Diagnostic| NoteView {
        word: match note.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        message: visible(&note.message).into_owned(),
        link: note.span.map(|span| numbering.link(finding, span)),
        notes: note.notes.iter().map(|note| visible(note).into_owned()).collect(),
    };
    finding.notes.iter().map(view).collect()
}

/// What it took.
pub fn facts(finding: &Finding) -> Vec<Fact> {
    let stats = &finding.stats;
    let mut facts = vec![
        Fact { name: "bounds", value: summary::completeness(finding) },
        Fact {
            name: "loops followed",
            value: format!("up to {}", words::count(finding.bounds.unwind as usize, "time")),
        },
    ];
    if let Some(run) = &finding.counterexample {
        facts.push(Fact { name: "executed statements", value: run.length.to_string() });
        facts.push(Fact { name: "sum of all values", value: run.sum_abs.to_string() });
    }
    if let Some(report) = &finding.localization {
        facts.push(Fact { name: "expressions considered", value: report.components.to_string() });
        facts.push(Fact { name: "failing runs examined", value: report.tests.to_string() });
        if report.passing > 0 {
            facts.push(Fact { name: "passing runs compared", value: report.passing.to_string() });
        }
        if let Some(scores) = report.scores {
            facts.push(Fact { name: "score", value: format!("{:.3}", scores.likely) });
        }
    }
    facts.extend([
        Fact { name: "steps", value: stats.steps.to_string() },
        Fact {
            name: "solver",
            value: format!("{} calls, {} variables, {} clauses", stats.solver_calls, stats.variables, stats.clauses),
        },
        Fact { name: "reading", value: words::duration(stats.parse) },
        Fact { name: "explaining", value: words::duration(stats.debug) },
        Fact { name: "in all", value: words::duration(stats.total) },
    ]);
    facts
}
