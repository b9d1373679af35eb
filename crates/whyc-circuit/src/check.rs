//! Bounded model checking: the shortest violation, cycle by cycle.
//!
//! All depths share one unrolling and one solver session: what is learned about a cycle
//! serves all later ones.

use std::time::{Duration, Instant};

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::Answer;

use crate::property::Property;
use crate::simulate;
use crate::solver::Solver;
use crate::trace::Counterexample;
use crate::unroll::{Start, Unrolling};

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The last cycle that is looked at.
    pub bound: usize,
    /// What it may cost.
    pub budget: Budget,
}

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is violated, by a run that simulation confirmed; no shorter run violates it.
    Violated(Counterexample),
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

/// Looks for the shortest violation of each property.
///
/// # Panics
/// If simulation does not confirm a violation: a defect of this crate.
#[must_use]
pub fn check(circuit: &Circuit, properties: &[Property], options: &Options) -> Checked {
    let started = Instant::now();
    let mut search = Search::new(circuit, properties, options);
    let outcomes = search.run(properties, options);
    let stats = search.solver.session.stats();
    Checked {
        outcomes,
        calls: stats.calls,
        variables: stats.variables,
        clauses: stats.clauses,
        time: started.elapsed(),
    }
}

struct Search<'a> {
    circuit: &'a Circuit,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// Cycles whose constraints hold in the solver.
    n_constrained: usize,
}

impl<'a> Search<'a> {
    fn new(circuit: &'a Circuit, properties: &[Property], options: &Options) -> Self {
        // The roots: the constraints, then every bad signal.
        let mut roots: Vec<Edge> = circuit.constraints.iter().map(|it| it.edge).collect();
        roots.extend(
            circuit
                .bad_signals()
                .iter()
                .map(|it| it.edge)
                .filter(|_| properties.iter().any(|property| matches!(property, Property::Bad(_)))),
        );
        let whole_state = properties.iter().any(|property| matches!(property, Property::Reach(_)));
        roots.extend(circuit.latches.iter().map(|latch| latch.state).filter(|_| whole_state));
        let unrolling = Unrolling::new(circuit, roots, Start::Reset);
        Self { circuit, unrolling, solver: Solver::new(options.budget.clone()), n_constrained: 0 }
    }

    fn run(&mut self, properties: &[Property], options: &Options) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; properties.len()];
        for depth in 0..=options.bound {
            for (property, outcome) in properties.iter().zip(&mut outcomes) {
                if outcome.is_none() {
                    *outcome = match options.budget.check() {
                        Ok(()) => self.look(property, depth),
                        Err(reason) => Some(Outcome::Unknown { checked: depth, reason }),
                    };
                }
            }
            if outcomes.iter().all(Option::is_some) {
                break;
            }
        }
        outcomes.into_iter().map(|it| it.unwrap_or(Outcome::HoldsUpTo(options.bound))).collect()
    }

    /// Looks for a violation in cycle `depth`.
    fn look(&mut self, property: &Property, depth: usize) -> Option<Outcome> {
        let n_cycles = property.input_cycles(depth);
        self.unrolling.extend_to(n_cycles);
        let bad = self.violation(property, depth);
        if bad == Edge::FALSE {
            return None;
        }
        self.constrain(n_cycles);
        let bad = self.solver.lit(&self.unrolling.aig, bad);
        match self.solver.session.solve(&[bad]) {
            Answer::Satisfiable => {
                let run = self.run_from_model(property, depth, n_cycles);
                assert!(simulate::confirms(self.circuit, &run), "simulation should confirm what the solver found");
                Some(Outcome::Violated(run))
            }
            Answer::Unsatisfiable => {
                // With constraints of this cycle in force, later cycles cannot violate it here either.
                self.solver.session.add_unit(!bad);
                None
            }
            Answer::Unknown(reason) => Some(Outcome::Unknown { checked: depth, reason }),
        }
    }

    fn violation(&mut self, property: &Property, depth: usize) -> Edge {
        match property {
            Property::Bad(idx) => self.unrolling.frames[depth].roots[self.circuit.constraints.len() + idx],
            Property::Reach(target) => equals(&mut self.unrolling, depth, target),
        }
    }

    /// Puts the constraints of the first `n` cycles in force.
    fn constrain(&mut self, n: usize) {
        for cycle in self.n_constrained..n {
            for idx in 0..self.circuit.constraints.len() {
                let lit = self.solver.lit(&self.unrolling.aig, self.unrolling.frames[cycle].roots[idx]);
                self.solver.session.add_unit(lit);
            }
        }
        self.n_constrained = self.n_constrained.max(n);
    }

    fn run_from_model(&self, property: &Property, depth: usize, n_cycles: usize) -> Counterexample {
        let bits = |edges: &[Edge]| edges.iter().map(|&edge| self.solver.value(edge)).collect::<Vec<bool>>();
        Counterexample {
            property: property.clone(),
            depth,
            initial: bits(&self.unrolling.states[0]),
            inputs: self.unrolling.frames[..n_cycles].iter().map(|frame| bits(&frame.inputs)).collect(),
        }
    }
}

/// The edge that says that the state before cycle `depth` is `target`.
pub(crate) fn equals(unrolling: &mut Unrolling<'_>, depth: usize, target: &[bool]) -> Edge {
    let bits: Vec<Edge> = unrolling.states[depth].iter().zip(target).map(|(&bit, &value)| bit ^ !value).collect();
    unrolling.aig.and_all(&bits)
}

#[cfg(test)]
mod tests;
