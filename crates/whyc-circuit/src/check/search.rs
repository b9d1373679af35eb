//! Bounded model checking: the shortest violation, cycle by cycle.
//!
//! All cycles share one unrolling and one solver session: what is learned about a cycle serves all later ones.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::{Answer, Stats};

use crate::property::Property;
use crate::simulate;
use crate::solver::Solver;
use crate::trace::Counterexample;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// What one question ends with.
pub(super) enum Looked {
    /// No run violates it in this cycle.
    Clear,
    /// A run violates it.
    Violated(Box<Counterexample>),
    /// The question takes long. What was learned stays.
    Paused,
    /// A limit was reached.
    Exhausted(Exhausted),
}

pub(super) struct Search<'a> {
    circuit: &'a Circuit,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// Cycles whose constraints hold in the solver.
    n_constrained: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(circuit: &'a Circuit, properties: &[Property], budget: &Budget) -> Self {
        let roots = trace_edges::roots(circuit, properties);
        let n_roots = roots.len();
        let with_initial = [roots, circuit.initial.clone()].concat();
        let mut unrolling = Unrolling::new(circuit, with_initial, Start::Reset);
        // One question a cycle, most of them easy: to simplify all that has come together by then costs more than it saves.
        let mut solver = Solver::brief(budget.clone());
        if !circuit.initial.is_empty() {
            unrolling.extend_to(1);
            for &edge in &unrolling.frames[0].roots[n_roots..] {
                let lit = solver.lit(&unrolling.aig, edge);
                solver.session.add_unit(lit);
            }
        }
        Self { circuit, unrolling, solver, n_constrained: 0 }
    }

    pub(super) fn work(&self) -> u64 {
        self.solver.work()
    }

    pub(super) fn stats(&self) -> Stats {
        self.solver.session.stats()
    }

    /// Looks for a violation in cycle `depth`. Within one cycle, properties that ask for a state come first: a state is
    /// reached without regard to the constraints of its own cycle, which must not be in force yet.
    pub(super) fn look(&mut self, property: &Property, depth: usize, conflicts: u32) -> Looked {
        let n_cycles = property.input_cycles(depth);
        self.extend_to(n_cycles);
        let bad = trace_edges::violation(self.circuit, &mut self.unrolling, property, depth);
        if bad == Edge::FALSE {
            return Looked::Clear;
        }
        self.constrain(n_cycles);
        let bad = self.solver.lit(&self.unrolling.aig, bad);
        match self.solver.session.solve_limited(&[bad], conflicts) {
            None => Looked::Paused,
            Some(Answer::Satisfiable) => {
                let run = self.run_from_model(property, depth, n_cycles);
                assert!(simulate::confirms(self.circuit, &run), "simulation should confirm what the solver found");
                Looked::Violated(Box::new(run))
            }
            Some(Answer::Unsatisfiable) => {
                // With constraints of this cycle in force, later cycles cannot violate it here either.
                self.solver.session.add_unit(!bad);
                Looked::Clear
            }
            Some(Answer::Unknown(reason)) => Looked::Exhausted(reason),
        }
    }

    /// Adds cycles until there are `n`. What the solver knows of the state for certain, because constraints or the absence
    /// of violations so far leave no choice, makes the next cycle smaller.
    fn extend_to(&mut self, n: usize) {
        while self.unrolling.frames.len() < n {
            for edge in &mut self.unrolling.states[self.unrolling.frames.len()] {
                if let Some(value) = self.solver.fixed(*edge) {
                    *edge = Edge::constant(value);
                }
            }
            self.unrolling.extend_to(self.unrolling.frames.len() + 1);
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
