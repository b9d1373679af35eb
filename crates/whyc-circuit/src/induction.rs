//! k-induction: a property that cannot fail after holding for k cycles, wherever they begin, and
//! does not fail within k cycles of reset, holds for good.
//!
//! Only paths without repeated states are looked at: the shortest violation has none. That makes
//! the method complete, if k may grow. Sheeran, Singh, Stålmarck, "Checking safety properties using
//! induction and a SAT-solver" (2000).

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use crate::property::Property;
use crate::solver::Solver;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// The inductive steps of some properties, all in one session.
pub(crate) struct Induction<'a> {
    circuit: &'a Circuit,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// The latches that count when states are compared.
    latches: Vec<usize>,
    /// Cycles whose constraints hold, and states that differ from all before them, in the solver.
    n_constrained: usize,
    n_distinct: usize,
}

impl<'a> Induction<'a> {
    pub(crate) fn new(circuit: &'a Circuit, roots: Vec<Edge>, budget: Budget) -> Self {
        let unrolling = Unrolling::new(circuit, roots, Start::Anywhere);
        let latches = unrolling.latches_in_cone();
        Self { circuit, unrolling, solver: Solver::new(budget), latches, n_constrained: 0, n_distinct: 0 }
    }

    /// Whether the property, given that it held in `depth` cycles, must hold in the next.
    pub(crate) fn holds_after(&mut self, property: &Property, depth: usize) -> Result<bool, Exhausted> {
        let n_cycles = property.input_cycles(depth);
        self.unrolling.extend_to(n_cycles);
        for cycle in self.n_constrained..n_cycles {
            for idx in 0..self.circuit.constraints.len() {
                let lit = self.solver.lit(&self.unrolling.aig, self.unrolling.frames[cycle].roots[idx]);
                self.solver.session.add_unit(lit);
            }
        }
        self.n_constrained = self.n_constrained.max(n_cycles);
        self.differ_up_to(depth);
        let mut assumptions: Vec<Lit> = Vec::with_capacity(depth + 1);
        for cycle in 0..=depth {
            let bad = trace_edges::violation(self.circuit, &mut self.unrolling, property, cycle);
            assumptions.push(self.solver.lit(&self.unrolling.aig, bad ^ (cycle < depth)));
        }
        match self.solver.session.solve(&assumptions) {
            Answer::Satisfiable => Ok(false),
            Answer::Unsatisfiable => Ok(true),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Makes the states up to `depth` pairwise different.
    fn differ_up_to(&mut self, depth: usize) {
        for later in self.n_distinct..=depth {
            for earlier in 0..later {
                let bits: Vec<Edge> = self
                    .latches
                    .iter()
                    .map(|&latch| {
                        let (a, b) = (self.unrolling.states[earlier][latch], self.unrolling.states[later][latch]);
                        self.unrolling.aig.xor(a, b)
                    })
                    .collect();
                let differ = self.unrolling.aig.or_all(&bits);
                let lit = self.solver.lit(&self.unrolling.aig, differ);
                self.solver.session.add_unit(lit);
            }
        }
        self.n_distinct = self.n_distinct.max(depth + 1);
    }
}
