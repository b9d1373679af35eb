//! What must stay the same while a program becomes smaller.

use std::collections::BTreeSet;

use whyc_base::budget::Exhausted;
use whyc_base::status::Reason;
use whyc_check::{Given, Verdict};
use whyc_debug::finding::{Counterexample, Finding, InputKind, NamedValue, PropertyReport};
use whyc_ir::property::PropertyClass;

use crate::syntax::normal;

/// What must stay the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A failure.
    Failure(Box<Failure>),
    /// Nothing can be said, for a reason that is no limit.
    Unknown,
    /// The time is not enough.
    Timeout,
    /// whyc goes wrong.
    InternalError,
}

/// How much of a failure must stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// What the property says, and its class.
    Property,
    /// That, and what the failing check sees.
    Values,
    /// That, with the inputs that matter as they are.
    Inputs,
}

/// A failure, as far as it must stay the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The class of the property.
    pub class: PropertyClass,
    /// What it says, as the source has it.
    pub says: String,
    /// What the failing check sees, if that must stay.
    pub values: Option<Vec<NamedValue>>,
    /// Inputs with their values.
    pub given: Vec<Given>,
    /// What a run may take from nowhere: variables that were not initialised, functions without body. The original does.
    pub unset: BTreeSet<String>,
    /// What may be taken for granted; the original does.
    pub notes: BTreeSet<String>,
}

impl Failure {
    /// The failure of a finding, if it has one.
    #[must_use]
    pub fn of(finding: &Finding, kept: Kept) -> Option<Self> {
        let run = finding.counterexample.as_ref()?;
        let property = finding.properties.get(run.property)?;
        let matters = run.inputs.iter().filter(|input| input.relevant && input.kind == InputKind::Nondet);
        let given = matters.map(|input| Given { name: input.name.clone(), value: input.value.clone() });
        Some(Self {
            class: property.class,
            says: normal(&property.description),
            values: (kept == Kept::Values).then(|| run.witnesses.clone()),
            // What a check sees is compared on the same inputs: with others it may see anything.
            given: if kept == Kept::Property { Vec::new() } else { given.collect() },
            unset: unset(run),
            notes: notes(finding),
        })
    }

    /// Whether a property says what this one does.
    #[must_use]
    pub fn is_of(&self, property: &PropertyReport) -> bool {
        property.class == self.class && normal(&property.description) == self.says
    }

    /// Whether a run fails like this, and takes nothing from nowhere that the original did not.
    fn is_like(&self, finding: &Finding, run: &Counterexample) -> bool {
        finding.properties.get(run.property).is_some_and(|property| self.is_of(property))
            && self.values.as_ref().is_none_or(|values| run.witnesses == *values)
            && unset(run).is_subset(&self.unset)
            && notes(finding).is_subset(&self.notes)
    }
}

/// What a run takes from nowhere: variables that were not initialised, results of functions without body.
fn unset(run: &Counterexample) -> BTreeSet<String> {
    let is_it = |kind: InputKind| match kind {
        InputKind::Uninitialised | InputKind::Result => true,
        InputKind::Nondet => false,
    };
    run.inputs.iter().filter(|input| is_it(input.kind)).map(|input| input.name.clone()).collect()
}

/// What is taken for granted.
fn notes(finding: &Finding) -> BTreeSet<String> {
    finding.notes.iter().map(|note| note.message.clone()).collect()
}

impl Wanted {
    /// Whether a finding is what is wanted.
    #[must_use]
    pub fn is_in(&self, finding: &Finding) -> bool {
        match self {
            Wanted::Failure(failure) => finding.failing_runs().any(|run| failure.is_like(finding, run)),
            Wanted::Unknown => finding.head.verdict == Verdict::Unknown && !is_late(finding),
            Wanted::Timeout => finding.head.verdict == Verdict::Unknown && is_late(finding),
            Wanted::InternalError => false,
        }
    }

    /// What must stay in the text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Wanted::Failure(failure) => &failure.says,
            Wanted::Unknown | Wanted::Timeout | Wanted::InternalError => "",
        }
    }
}

fn is_late(finding: &Finding) -> bool {
    matches!(finding.head.reason, Some(Reason::Exhausted(Exhausted::Time)))
}
