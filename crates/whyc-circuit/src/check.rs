//! The shortest violation of each property, or a proof that there is none: whatever comes first.
//!
//! `search` goes on cycle by cycle; induction and property-directed reachability (see [`proof`](crate::proof)) look for
//! proofs beside it, all of them in turns. Whose turn it is depends on the work that each has done, not on the clock, so
//! that the same question has the same answer. `turns` is that rule.

mod search;
mod turns;

use std::sync::Arc;
use std::time::{Duration, Instant};

use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};

use crate::proof::invariant::Invariant;
use crate::property::Property;
use crate::trace::Counterexample;
use turns::Turns;

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Violations.
    Violation,
    /// Violations, and proofs that there are none as long as these do not cost much more.
    Either,
    /// Violations, and proofs that there are none, whatever these cost.
    Proof,
    /// The same, but only by an invariant, which can be written down for others.
    Certificate,
}

/// Of which cycles something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The circuit is right up to the bound alone, from wherever a run begins: no more cycles than that are ever looked
    /// at together. Induction is a proof even so.
    Bounded,
    /// Violations up to the bound; proofs are about all cycles.
    Proofs,
    /// All cycles: the bound only says where the search ends by itself.
    All,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to look for.
    pub goal: Goal,
    /// The last cycle that is looked at.
    pub bound: usize,
    /// What it may cost.
    pub budget: Budget,
}

/// How a property was proved. Every proof has been checked in a fresh solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By induction.
    Induction {
        /// Over so many cycles before the one that is concluded.
        depth: usize,
    },
    /// By an invariant, found by property-directed reachability.
    Invariant(Arc<Invariant>),
    /// By an invariant of a circuit that watches this one for loops.
    Watched,
}

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is violated, by a run that simulation confirmed; no shorter run violates it.
    Violated(Counterexample),
    /// It is violated, by a run that simulation confirmed; perhaps a shorter run violates it too.
    Reached(Counterexample),
    /// No run violates it.
    Proved(Proof),
    /// No run violates it up to this cycle.
    HoldsUpTo(usize),
    /// A limit came before the bound; `checked` cycles are known to be safe.
    Unknown {
        /// How many cycles are known to be safe.
        checked: usize,
        /// Which limit.
        reason: Exhausted,
    },
}

/// Is told after each cycle what is known by then, one for each property.
pub type Tell<'a> = &'a mut dyn FnMut(&[Outcome]);

/// The outcomes and what they cost.
#[derive(Clone, Debug)]
pub struct Checked {
    /// One for each property, in order.
    pub outcomes: Vec<Outcome>,
    /// Solver calls.
    pub calls: u64,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses of the solver.
    pub clauses: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Looks for the shortest violation of each property up to the bound, and for a proof by induction if that is wanted. The
/// circuit need not be right beyond the bound.
///
/// # Panics
/// If simulation does not confirm a violation, or a fresh solver a proof: a defect of this crate.
#[must_use]
pub fn check(circuit: &Circuit, properties: &[Property], options: &Options) -> Checked {
    decide(circuit, properties, options, Scope::Bounded, &mut |_| {})
}

/// Looks for the shortest violation of each property, and for a proof if that is wanted; `tell` is told after each cycle.
///
/// # Panics
/// As [`check`].
#[must_use]
pub fn decide(circuit: &Circuit, properties: &[Property], options: &Options, scope: Scope, tell: Tell<'_>) -> Checked {
    let started = Instant::now();
    let mut turns = Turns::new(circuit, properties, options, scope);
    let outcomes = turns.run(tell);
    let stats = turns.stats();
    Checked {
        outcomes,
        calls: stats.calls,
        variables: stats.variables,
        clauses: stats.clauses,
        time: started.elapsed(),
    }
}

#[cfg(test)]
mod tests;
