//! k-induction: a property that cannot fail after holding for k cycles, wherever they begin, and
//! does not fail within k cycles of reset, holds for good.
//!
//! Only paths without repeated states are looked at: the shortest violation has none. That makes
//! the method complete, if k may grow. Sheeran, Singh, Stålmarck, "Checking safety properties using
//! induction and a SAT-solver" (2000). That two states differ is said only once a path repeats them.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_aig::sim::word_of;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use super::certify::Rejected;
use crate::property::Property;
use crate::solver::Solver;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// What one attempt ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// It holds after so many cycles, if it holds in them.
    Holds,
    /// It does not: more cycles are needed.
    Fails,
    /// One question takes long. What was learned stays.
    Paused,
    /// A limit was reached.
    Exhausted(Exhausted),
}

/// The inductive steps of some properties, all in one session.
pub(crate) struct Induction<'a> {
    circuit: &'a Circuit,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// The latches that count when states are compared.
    latches: Vec<usize>,
    /// Cycles whose constraints hold in the solver.
    n_constrained: usize,
}

impl<'a> Induction<'a> {
    pub(crate) fn new(circuit: &'a Circuit, properties: &[Property], budget: Budget) -> Self {
        let unrolling = Unrolling::new(circuit, trace_edges::roots(circuit, properties), Start::Anywhere);
        let latches = unrolling.latches_in_cone();
        Self { circuit, unrolling, solver: Solver::brief(budget), latches, n_constrained: 0 }
    }

    /// What it has done so far.
    pub(crate) fn work(&self) -> u64 {
        self.solver.work()
    }

    /// Whether the property, given that it held in `depth` cycles, must hold in the next.
    pub(crate) fn holds_after(&mut self, property: &Property, depth: usize, conflicts: u32) -> Attempt {
        let n_cycles = property.input_cycles(depth);
        self.unrolling.extend_to(n_cycles);
        for cycle in self.n_constrained..n_cycles {
            for idx in 0..self.circuit.constraints.len() {
                let lit = self.solver.lit(&self.unrolling.aig, self.unrolling.frames[cycle].roots[idx]);
                self.solver.session.add_unit(lit);
            }
        }
        self.n_constrained = self.n_constrained.max(n_cycles);
        let mut assumptions: Vec<Lit> = Vec::with_capacity(depth + 1);
        for cycle in 0..=depth {
            let bad = trace_edges::violation(self.circuit, &mut self.unrolling, property, cycle);
            assumptions.push(self.solver.lit(&self.unrolling.aig, bad ^ (cycle < depth)));
        }
        loop {
            match self.solver.session.solve_limited(&assumptions, conflicts) {
                None => return Attempt::Paused,
                Some(Answer::Unsatisfiable) => return Attempt::Holds,
                Some(Answer::Unknown(reason)) => return Attempt::Exhausted(reason),
                Some(Answer::Satisfiable) => {}
            }
            let repeated = self.repeated(depth);
            if repeated.is_empty() {
                return Attempt::Fails;
            }
            for (earlier, later) in repeated {
                self.differ(earlier, later);
            }
        }
    }

    /// The states up to `depth` that the last model repeats, each with the one before it that is the same.
    fn repeated(&self, depth: usize) -> Vec<(usize, usize)> {
        // What the solver was not told of has no value there, but it follows from the inputs.
        let aig = &self.unrolling.aig;
        let inputs = aig.inputs().iter().map(|&node| u64::from(self.solver.value(Edge::new(node, false))));
        let words = aig.simulate(&inputs.collect::<Vec<u64>>());
        let mut seen = std::collections::HashMap::new();
        let mut repeated = Vec::new();
        for (cycle, state) in self.unrolling.states[..=depth].iter().enumerate() {
            let bits: Vec<bool> = self.latches.iter().map(|&latch| word_of(&words, state[latch]) & 1 == 1).collect();
            if let Some(earlier) = seen.insert(bits, cycle) {
                repeated.push((earlier, cycle));
            }
        }
        repeated
    }

    /// From now on these states differ.
    fn differ(&mut self, earlier: usize, later: usize) {
        let bit = |latch: &usize| (self.unrolling.states[earlier][*latch], self.unrolling.states[later][*latch]);
        let pairs: Vec<(Edge, Edge)> = self.latches.iter().map(bit).collect();
        let bits: Vec<Edge> = pairs.into_iter().map(|(a, b)| self.unrolling.aig.xor(a, b)).collect();
        let differ = self.unrolling.aig.or_all(&bits);
        let lit = self.solver.lit(&self.unrolling.aig, differ);
        self.solver.session.add_unit(lit);
    }
}

/// Whether induction over `depth` cycles proves the property, asked of solvers that nobody has asked before: that it holds
/// in the cycles up to `depth` after reset, and that it holds after any `depth` cycles in which it holds.
///
/// # Errors
/// Which of the two is not so, or the limit that was reached.
pub(crate) fn certify(circuit: &Circuit, property: &Property, depth: usize, budget: &Budget) -> Result<(), Rejected> {
    match holds_at_first(circuit, property, depth, budget) {
        Answer::Unsatisfiable => {}
        Answer::Satisfiable => return Err(Rejected::Start),
        Answer::Unknown(reason) => return Err(Rejected::Exhausted(reason)),
    }
    let mut induction = Induction::new(circuit, std::slice::from_ref(property), budget.clone());
    match induction.holds_after(property, depth, u32::MAX) {
        Attempt::Holds => Ok(()),
        Attempt::Fails => Err(Rejected::Step),
        Attempt::Paused => Err(Rejected::Exhausted(Exhausted::Interrupted)),
        Attempt::Exhausted(reason) => Err(Rejected::Exhausted(reason)),
    }
}

/// Looks for a violation in the cycles up to `depth` after reset, in all of them at once.
fn holds_at_first(circuit: &Circuit, property: &Property, depth: usize, budget: &Budget) -> Answer {
    let roots = trace_edges::roots(circuit, std::slice::from_ref(property));
    let n_roots = roots.len();
    let mut unrolling = Unrolling::new(circuit, [roots, circuit.initial.clone()].concat(), Start::Reset);
    unrolling.extend_to(property.input_cycles(depth).max(1));
    let mut kept = unrolling.frames[0].roots[n_roots..].to_vec();
    let mut violations = Vec::new();
    for cycle in 0..=depth {
        let n_kept = property.input_cycles(cycle);
        while kept.len() < circuit.initial.len() + n_kept * circuit.constraints.len() {
            let at = kept.len() - circuit.initial.len();
            kept.push(unrolling.frames[at / circuit.constraints.len()].roots[at % circuit.constraints.len()]);
        }
        let bad = trace_edges::violation(circuit, &mut unrolling, property, cycle);
        let so_far = unrolling.aig.and_all(&kept);
        violations.push(unrolling.aig.and(so_far, bad));
    }
    let any = unrolling.aig.or_all(&violations);
    let mut solver = Solver::new(budget.clone());
    let lit = solver.lit(&unrolling.aig, any);
    solver.session.solve(&[lit])
}
