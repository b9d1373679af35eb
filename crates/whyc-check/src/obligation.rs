//! What must be refuted before `safe` may be said.
//!
//! A program is safe if none of its obligations can be met: no property fails, nothing that is not modelled is reached,
//! no loop is followed beyond its bound. They are all made here, from the ends of runs that [`Chain`] knows.

use whyc_base::source::Span;
use whyc_ir::property::PropertyId;
use whyc_term::TermId;
use whyc_unroll::step::{Cut, StepId, StepKind, Unrolling};

use crate::chain::Chain;

/// Something that no run of a safe program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What.
    pub claim: Claim,
    /// The step at which the run then ends.
    pub step: StepId,
    /// When it does, before anything else ends it (Boolean).
    pub term: TermId,
    /// Where.
    pub span: Span,
}

/// What a run of a safe program does not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Violate a property.
    Fails(PropertyId),
    /// Reach something that is not modelled.
    Unmodelled(String),
    /// Follow a loop or recursion beyond its bound.
    Cut(Cut),
}

impl Claim {
    /// What a run is asked for that does it.
    #[must_use]
    pub fn asked(&self) -> &'static str {
        match self {
            Claim::Fails(_) => "a property fails",
            Claim::Unmodelled(_) => "something is reached that is not modelled",
            Claim::Cut(_) => "a loop goes beyond its bound",
        }
    }
}

/// All obligations of an unrolling, by what they are about, each group in the order of its steps.
#[derive(Clone, Debug, Default)]
pub struct Obligations {
    /// Properties that may fail.
    pub failures: Vec<Obligation>,
    /// What is not modelled and may be reached.
    pub unmodelled: Vec<Obligation>,
    /// Loops and recursions that may go beyond their bounds.
    pub cuts: Vec<Obligation>,
}

impl Obligations {
    /// Those of `unrolling`, whose runs end as `chain` says.
    #[must_use]
    pub fn new(chain: &Chain, unrolling: &Unrolling) -> Self {
        let mut all = Self::default();
        for (property, failures) in chain.failures.iter_enumerated() {
            all.failures.extend(failures.iter().map(|&(step, term)| {
                let span = unrolling.steps[step].span;
                Obligation { claim: Claim::Fails(property), step, term, span }
            }));
        }
        all.failures.sort_by_key(|obligation| obligation.step);
        for &(step, term) in chain.unsupported.iter().chain(&chain.cuts) {
            let span = unrolling.steps[step].span;
            match &unrolling.steps[step].kind {
                StepKind::Unsupported { what } => {
                    all.unmodelled.push(Obligation { claim: Claim::Unmodelled(what.clone()), step, term, span });
                }
                StepKind::Cut { what } => all.cuts.push(Obligation { claim: Claim::Cut(*what), step, term, span }),
                StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Allocate { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Branch { .. }
                | StepKind::Switch { .. }
                | StepKind::Assume { .. }
                | StepKind::Check { .. }
                | StepKind::Enter { .. }
                | StepKind::Leave { .. }
                | StepKind::Halt => unreachable!("the chain should know what its steps are"),
            }
        }
        all
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Obligation> {
        self.failures.iter().chain(&self.unmodelled).chain(&self.cuts)
    }
}
