//! Whether an invariant proves what it is said to prove: three questions to solvers that nobody has asked before.
//!
//! Nothing is taken from whoever found the invariant but its clauses, and the whole circuit is encoded, not the part
//! that the proof was found in.

use std::fmt;

use whyc_aig::circuit::Circuit;
use whyc_aig::{Aig, Edge};
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::Answer;

use super::invariant::Invariant;
use super::step::Step;
use crate::property::Property;
use crate::solver::Solver;

/// Why an invariant is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// Some initial state is outside.
    Start,
    /// A step leads out of it.
    Step,
    /// A state inside violates a property.
    Bad,
    /// A limit was reached before all questions were answered.
    Exhausted(Exhausted),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Start => f.write_str("an initial state is outside of the invariant"),
            Rejected::Step => f.write_str("a step leads out of the invariant"),
            Rejected::Bad => f.write_str("a state inside the invariant violates a property"),
            Rejected::Exhausted(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Rejected {}

/// Whether every initial state is inside, every step from inside leads inside, and nothing inside violates a property.
///
/// # Errors
/// The first of these that is not so, or the limit that was reached.
pub fn certify(
    circuit: &Circuit,
    properties: &[Property],
    invariant: &Invariant,
    budget: &Budget,
) -> Result<(), Rejected> {
    let Step { mut circuit, kept, violated, .. } = Step::new(circuit, properties);
    let now: Vec<Edge> = circuit.latches.iter().map(|latch| latch.state).collect();
    let next: Vec<Edge> = circuit.latches.iter().map(|latch| latch.next).collect();
    let resets = circuit.latches.iter().filter_map(|latch| latch.reset.value().map(|value| latch.state ^ !value));
    let resets: Vec<Edge> = resets.collect();
    let aig = &mut circuit.aig;
    let start = aig.and_all(&resets);
    let inside = holds(aig, invariant, &now);
    let inside_next = holds(aig, invariant, &next);
    let bad = aig.or_all(&violated);
    let questions =
        [(Rejected::Start, [start, !inside]), (Rejected::Bad, [inside, bad]), (Rejected::Step, [inside, !inside_next])];
    for (rejected, [given, wrong]) in questions {
        let mut solver = Solver::new(budget.clone());
        let mut units = vec![given, wrong];
        if rejected == Rejected::Step {
            units.push(kept);
        }
        for edge in units {
            let lit = solver.lit(aig, edge);
            solver.session.add_unit(lit);
        }
        match solver.session.solve(&[]) {
            Answer::Unsatisfiable => {}
            Answer::Satisfiable => return Err(rejected),
            Answer::Unknown(reason) => return Err(Rejected::Exhausted(reason)),
        }
    }
    Ok(())
}

/// That the invariant holds of these values of the latches.
pub(crate) fn holds(aig: &mut Aig, invariant: &Invariant, latches: &[Edge]) -> Edge {
    let clauses: Vec<Edge> = invariant
        .clauses
        .iter()
        .map(|clause| {
            let bits: Vec<Edge> = clause.iter().map(|bit| latches[bit.latch] ^ !bit.value).collect();
            aig.or_all(&bits)
        })
        .collect();
    aig.and_all(&clauses)
}

#[cfg(test)]
mod tests;
