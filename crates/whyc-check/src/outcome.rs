//! What was found out.

use std::sync::Arc;
use std::time::Duration;

use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::status::{Reason, Status};
use whyc_base::verdict::Verdict;
use whyc_ir::property::PropertyId;
use whyc_unroll::step::{StepId, Unrolling};

use crate::prover::Proof;
use crate::run::Run;

/// What was found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not `safe` or `violated`.
    pub reason: Option<Reason>,
    /// What is known of each property that was asked about; nothing of the others.
    pub known: IdVec<PropertyId, Known>,
    /// A property that is violated, and a run that violates it, replayed.
    pub counterexample: Option<(PropertyId, Run)>,
    /// All properties that are violated, the one of the counterexample first.
    pub violations: Vec<Violation>,
    /// The largest bound of a loop or recursion.
    pub unwind: u32,
    /// Whether no run goes beyond the bounds.
    pub complete: bool,
    /// What some run follows beyond its bound.
    pub cuts: Vec<CutLoop>,
    /// What is not modelled and can be reached.
    pub unmodelled: Vec<Unmodelled>,
    /// Why no run fails beyond the bounds, if that was shown.
    pub proof: Option<Proof>,
    /// Why what holds says little, if it does.
    pub vacuity: Option<Vacuity>,
    /// Time spent in symbolic execution.
    pub unroll_time: Duration,
}

/// Why no run gets to an end of its own, so that whatever holds says little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// No run meets all these assumptions, by their steps.
    Assumptions(Vec<StepId>),
    /// Every run goes beyond the bounds.
    Bounds,
}

/// What is known of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What is said of it.
    pub status: Status,
    /// Violated: the property that its run violates before, if no run violates this one alone. Otherwise: properties
    /// that some run violates before it could come here, and after which it was not followed.
    pub after: Vec<PropertyId>,
}

/// A property that some run violates; the run was replayed.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which.
    pub property: PropertyId,
    /// The step at which the run ends.
    pub end: StepId,
    /// The run, if it is kept; that of the first violation is the counterexample.
    pub run: Option<Run>,
    /// The unrolling that it is a run of, if not the one that the analysis holds.
    pub unrolling: Option<Arc<Unrolling>>,
    /// The property that the run violates before, where every run that violates this one violates another before.
    pub after: Option<PropertyId>,
}

/// A loop or recursion that some run follows beyond its bound.
#[derive(Clone, Debug)]
pub struct CutLoop {
    /// Its name: the loop's for `--unwind-loop`, the function's for a recursion.
    pub name: String,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// Its bound.
    pub bound: u32,
    /// Where it is.
    pub span: Span,
}

/// Something that is not modelled and can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// What.
    pub what: String,
    /// Where.
    pub span: Span,
}
