//! A loop looked for directly: cycles one after the other, and after each of them whether the run can be back.
//!
//! Which cycle a loop begins in is left to the solver: a choice for each cycle, and one copy of the state, which is that of the chosen
//! cycle. So each further cycle costs as much as the one before it (Biere, Heljanko, Junttila, Latvala, Schuppan,
//! "Linear encodings of bounded LTL model checking", 2006). A loop that is short is found like this long before a circuit that
//! watches itself has been unrolled; that there is none is not found out here.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::Budget;
use whyc_sat::session::Answer;

use super::{again_and_again, recurring};
use crate::property::Property;
use crate::simulate;
use crate::solver::Solver;
use crate::trace::Counterexample;
use crate::unroll::{Start, Unrolling};

/// No more cycles than these are looked at.
const CYCLES: usize = 24;
/// Conflicts that one question may cost.
const CONFLICTS: u32 = 5_000;

/// The shortest lasso, if there is one of a few cycles and it is found soon.
pub(super) fn shortest(circuit: &Circuit, justice: usize, bound: usize, budget: &Budget) -> Option<Counterexample> {
    let mut search = Around::new(circuit, justice, budget);
    for n in 1..=bound.min(CYCLES) {
        search.add_cycle();
        let closed = search.closed();
        if closed == Edge::FALSE {
            continue;
        }
        let lit = search.solver.lit(&search.unrolling.aig, closed);
        match search.solver.session.solve_limited(&[lit], CONFLICTS)? {
            Answer::Satisfiable => return Some(search.lasso(justice, n)),
            Answer::Unsatisfiable => search.solver.session.add_unit(!lit),
            Answer::Unknown(_) => return None,
        }
    }
    None
}

struct Around<'a> {
    circuit: &'a Circuit,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// The latches that come back.
    recurring: Vec<usize>,
    n_wanted: usize,
    /// Their state where the loop begins: free, until a cycle is chosen.
    first: Vec<Edge>,
    /// For each cycle, whether the loop begins there.
    begins: Vec<Edge>,
    /// Whether it has begun.
    is_inside: Edge,
    /// What was true since.
    seen: Vec<Edge>,
}

impl<'a> Around<'a> {
    fn new(circuit: &'a Circuit, justice: usize, budget: &Budget) -> Self {
        let wanted = again_and_again(circuit, justice);
        let n_wanted = wanted.len();
        let constraints = circuit.constraints.iter().map(|it| it.edge);
        let roots: Vec<Edge> = wanted.into_iter().chain(constraints).chain(circuit.initial.iter().copied()).collect();
        let mut unrolling = Unrolling::new(circuit, roots, Start::Reset);
        let recurring = recurring(circuit, justice);
        let first = recurring.iter().map(|_| unrolling.aig.input()).collect();
        let seen = vec![Edge::FALSE; n_wanted];
        let solver = Solver::new(budget.clone());
        Self {
            circuit,
            unrolling,
            solver,
            recurring,
            n_wanted,
            first,
            begins: Vec::new(),
            is_inside: Edge::FALSE,
            seen,
        }
    }

    fn add_cycle(&mut self) {
        let at = self.begins.len();
        self.unrolling.extend_to(at + 1);
        let aig = &mut self.unrolling.aig;
        let begins = aig.input();
        let is_back: Vec<Edge> = self
            .recurring
            .iter()
            .zip(&self.first)
            .map(|(&latch, &first)| aig.iff(self.unrolling.states[at][latch], first))
            .collect();
        let is_first = aig.and_all(&is_back);
        let mut kept = vec![aig.implies(begins, is_first), !aig.and(begins, self.is_inside)];
        self.begins.push(begins);
        self.is_inside = aig.or(self.is_inside, begins);
        let roots = &self.unrolling.frames[at].roots;
        for (seen, &wanted) in self.seen.iter_mut().zip(roots) {
            let now = aig.and(self.is_inside, wanted);
            *seen = aig.or(*seen, now);
        }
        let n_constraints = self.circuit.constraints.len();
        kept.extend(&roots[self.n_wanted..self.n_wanted + n_constraints]);
        if at == 0 {
            kept.extend(&roots[self.n_wanted + n_constraints..]);
        }
        for edge in kept {
            let lit = self.solver.lit(&self.unrolling.aig, edge);
            self.solver.session.add_unit(lit);
        }
    }

    /// That the run is back after the last cycle, and everything was true on the way.
    fn closed(&mut self) -> Edge {
        let state = &self.unrolling.states[self.begins.len()];
        let aig = &mut self.unrolling.aig;
        let mut all = vec![self.is_inside];
        all.extend(&self.seen);
        for (&latch, &first) in self.recurring.iter().zip(&self.first) {
            all.push(aig.iff(state[latch], first));
        }
        aig.and_all(&all)
    }

    /// The run of the last model.
    fn lasso(&self, justice: usize, n_cycles: usize) -> Counterexample {
        let bits = |edges: &[Edge]| edges.iter().map(|&edge| self.solver.value(edge)).collect::<Vec<bool>>();
        let lasso = Counterexample {
            property: Property::Justice(justice),
            depth: n_cycles,
            initial: bits(&self.unrolling.states[0]),
            inputs: self.unrolling.frames[..n_cycles].iter().map(|frame| bits(&frame.inputs)).collect(),
            loop_start: self.begins.iter().position(|&begins| self.solver.value(begins)),
        };
        assert!(simulate::confirms(self.circuit, &lasso), "simulation should confirm that the loop closes");
        lasso
    }
}
