//! Bounded model checking: the shortest violation, cycle by cycle, and proofs that there is none.
//!
//! All depths share one unrolling and one solver session: what is learned about a cycle
//! serves all later ones. Proofs are by `induction`, one depth behind the search.

use std::time::{Duration, Instant};

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::Answer;

use crate::induction::Induction;
use crate::property::Property;
use crate::simulate;
use crate::solver::Solver;
use crate::trace::Counterexample;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Violations.
    Violation,
    /// Violations, and proofs that there are none.
    Proof,
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

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is violated, by a run that simulation confirmed; no shorter run violates it.
    Violated(Counterexample),
    /// No run violates it, proved by induction over so many cycles.
    Proved {
        /// The cycles of the induction.
        depth: usize,
    },
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

/// Looks for the shortest violation of each property; with [`Goal::Proof`] also for a proof.
///
/// # Panics
/// If simulation does not confirm a violation: a defect of this crate.
#[must_use]
pub fn check(circuit: &Circuit, properties: &[Property], options: &Options) -> Checked {
    check_telling(circuit, properties, options, &mut |_| {})
}

/// The same; `tell` is told after each cycle.
///
/// # Panics
/// As [`check`].
#[must_use]
pub fn check_telling(circuit: &Circuit, properties: &[Property], options: &Options, tell: Tell<'_>) -> Checked {
    let started = Instant::now();
    let mut search = Search::new(circuit, properties, options);
    let outcomes = search.run(properties, options, tell);
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
    induction: Option<Induction<'a>>,
}

impl<'a> Search<'a> {
    fn new(circuit: &'a Circuit, properties: &[Property], options: &Options) -> Self {
        let roots = trace_edges::roots(circuit, properties);
        let induction =
            (options.goal == Goal::Proof).then(|| Induction::new(circuit, roots.clone(), options.budget.clone()));
        let n_roots = roots.len();
        let with_initial = [roots, circuit.initial.clone()].concat();
        let mut unrolling = Unrolling::new(circuit, with_initial, Start::Reset);
        let mut solver = Solver::new(options.budget.clone());
        if !circuit.initial.is_empty() {
            unrolling.extend_to(1);
            for &edge in &unrolling.frames[0].roots[n_roots..] {
                let lit = solver.lit(&unrolling.aig, edge);
                solver.session.add_unit(lit);
            }
        }
        Self { circuit, unrolling, solver, n_constrained: 0, induction }
    }

    fn run(&mut self, properties: &[Property], options: &Options, tell: Tell<'_>) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; properties.len()];
        // A state is reached without regard to the constraints of its own cycle, so that these must
        // not be in force yet: states before bad signals.
        let mut order: Vec<usize> = (0..properties.len()).collect();
        order.sort_by_key(|&idx| properties[idx].input_cycles(0));
        for depth in 0..=options.bound {
            for &idx in order.iter().filter(|&&idx| outcomes[idx].is_none()).collect::<Vec<_>>() {
                outcomes[idx] = match options.budget.check() {
                    Ok(()) => self.look(&properties[idx], depth).or_else(|| self.prove(&properties[idx], depth)),
                    Err(reason) => Some(Outcome::Unknown { checked: depth, reason }),
                };
            }
            let known = |outcome: &Option<Outcome>| outcome.clone().unwrap_or(Outcome::HoldsUpTo(depth));
            tell(&outcomes.iter().map(known).collect::<Vec<_>>());
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
        let bad = trace_edges::violation(self.circuit, &mut self.unrolling, property, depth);
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

    /// Looks for a proof, given that no cycle up to `depth` violates the property.
    fn prove(&mut self, property: &Property, depth: usize) -> Option<Outcome> {
        match self.induction.as_mut()?.holds_after(property, depth) {
            Ok(true) => Some(Outcome::Proved { depth }),
            Ok(false) => None,
            Err(reason) => Some(Outcome::Unknown { checked: depth + 1, reason }),
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
            loop_start: None,
        }
    }
}

#[cfg(test)]
mod tests;
