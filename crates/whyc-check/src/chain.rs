//! What makes a failure the first one of its run.
//!
//! A run ends where a check fails, an assumption does not hold, or something is reached that is
//! not modelled or not explored. Steps of a path stand in the path's order, so "nothing has
//! ended the run before" is one conjunction that grows along the list.

use whyc_base::ids::IdVec;
use whyc_ir::property::PropertyId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{StepId, StepKind, Unrolling};

/// The ways in which runs end, as Boolean terms.
#[derive(Clone, Debug)]
pub struct Chain {
    /// For each property, the steps at which it can fail, each with the condition that it is the first to fail there.
    pub failures: IdVec<PropertyId, Vec<(StepId, TermId)>>,
    /// Where something that is not modelled can be reached, and when.
    pub unsupported: Vec<(StepId, TermId)>,
    /// Where the bounds can be reached, and when.
    pub cuts: Vec<(StepId, TermId)>,
    /// Where functions that presuppose something are passed, and when.
    pub presupposed: Vec<(StepId, TermId)>,
    /// That nothing ends the run before its time: it is within the bounds and violates nothing.
    pub passes: TermId,
}

impl Chain {
    /// The ends of the runs of `unrolling`, which has `n_properties` properties.
    pub fn new(unrolling: &Unrolling, n_properties: usize, terms: &mut TermStore) -> Self {
        let mut going = terms.bool_const(true);
        let mut chain = Self {
            failures: IdVec::filled(Vec::new(), n_properties),
            unsupported: Vec::new(),
            cuts: Vec::new(),
            presupposed: Vec::new(),
            passes: going,
        };
        for (id, step) in unrolling.steps.iter_enumerated() {
            let cond = match step.kind {
                StepKind::Assume { cond } | StepKind::Check { cond, .. } => cond,
                StepKind::Unsupported { .. } | StepKind::Cut { .. } => terms.bool_const(false),
                StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Allocate { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Branch { .. }
                | StepKind::Switch { .. }
                | StepKind::Enter { .. }
                | StepKind::Leave { .. }
                | StepKind::Halt => continue,
            };
            let goes_on = terms.implies(step.guard, cond);
            let not_cond = terms.not(cond);
            let ends_here = terms.and(step.guard, not_cond);
            let first = terms.and(going, ends_here);
            let first = unrolling.counts.get(&id).map_or(first, |&counts| terms.and(first, counts));
            if terms.as_bool(first) != Some(false) {
                match step.kind {
                    StepKind::Check { property, .. } => chain.failures[property].push((id, first)),
                    StepKind::Unsupported { .. } => chain.unsupported.push((id, first)),
                    StepKind::Cut { .. } => chain.cuts.push((id, first)),
                    _ => {}
                }
            }
            going = terms.and(going, goes_on);
            if matches!(step.kind, StepKind::Assume { .. }) {
                let passed = terms.and(going, step.guard);
                chain.presupposed.push((id, passed));
            }
        }
        chain.passes = going;
        chain
    }
}
