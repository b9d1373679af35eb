//! The step and the frames in a solver.
//!
//! One session knows the step once: a literal for each latch now and in the next cycle. The clause of a
//! cube of level `k` is in force where the switch of level `k` is on; frame `k` is what the switches from `k` on say.

use whyc_aig::Edge;
use whyc_base::budget::Budget;
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use super::cube::Cube;
use super::frames::Frames;
use crate::proof::invariant::Bit;
use crate::proof::step::Step;
use crate::solver::Solver;

pub(super) struct Relation {
    pub(super) solver: Solver,
    now: Vec<Lit>,
    next: Vec<Lit>,
    kept: Lit,
    violated: Vec<Lit>,
    switches: Vec<Lit>,
    /// Clauses of cubes, and how many of them nobody needs any more.
    n_clauses: usize,
    /// What earlier solvers did.
    earlier_work: u64,
}

impl Relation {
    /// The step, with the cubes of `frames`.
    pub(super) fn new(step: &Step, frames: &Frames, budget: &Budget) -> Self {
        let mut solver = Solver::brief(budget.clone());
        let aig = &step.circuit.aig;
        let mut lit = |edge: Edge| solver.lit(aig, edge);
        let now = step.circuit.latches.iter().map(|latch| lit(latch.state)).collect();
        let next = step.circuit.latches.iter().map(|latch| lit(latch.next)).collect();
        let kept = lit(step.kept);
        let violated = step.violated.iter().map(|&edge| lit(edge)).collect();
        let mut relation =
            Self { solver, now, next, kept, violated, switches: Vec::new(), n_clauses: 0, earlier_work: 0 };
        if step.is_always_kept {
            relation.solver.session.add_unit(relation.kept);
        }
        relation.add_switch();
        for (latch, &lit) in step.circuit.latches.iter().zip(&relation.now) {
            if let Some(value) = latch.reset.value() {
                let lit = if value { lit } else { !lit };
                relation.solver.session.add_clause(&[!relation.switches[0], lit]);
            }
        }
        for level in 1..=frames.top() {
            relation.add_switch();
            for cube in frames.at(level) {
                relation.block(cube, level);
            }
        }
        relation
    }

    /// The same in a fresh solver, without clauses that nobody needs.
    pub(super) fn renew(&mut self, step: &Step, frames: &Frames, budget: &Budget) {
        let earlier_work = self.work();
        *self = Self { earlier_work, ..Self::new(step, frames, budget) };
    }

    /// Whether most of the clauses are not needed any more.
    pub(super) fn is_stale(&self, frames: &Frames) -> bool {
        self.n_clauses > 1000 + 3 * frames.n_cubes()
    }

    pub(super) fn work(&self) -> u64 {
        self.earlier_work + self.solver.work()
    }

    pub(super) fn add_switch(&mut self) {
        let switch = self.solver.session.new_lit();
        self.switches.push(switch);
    }

    /// Puts the clause of a cube in force.
    pub(super) fn block(&mut self, cube: &Cube, level: usize) {
        let mut clause = vec![!self.switches[level]];
        clause.extend(cube.bits().iter().map(|&bit| !self.lit_now(bit)));
        self.solver.session.add_clause(&clause);
        self.n_clauses += 1;
    }

    /// Looks in a frame for a state that violates one of `properties`.
    pub(super) fn violation(&mut self, level: usize, properties: &[usize], conflicts: u32) -> Option<Answer> {
        let assumptions = self.switches[level..].to_vec();
        let clause: Vec<Lit> = properties.iter().map(|&at| self.violated[at]).collect();
        self.solver.session.solve_with(&clause, &assumptions, conflicts)
    }

    /// Looks in a frame for a state outside of `cube` from which a step leads into it.
    pub(super) fn step_into(&mut self, cube: &Cube, level: usize, conflicts: u32) -> Option<Answer> {
        let mut assumptions = self.switches[level..].to_vec();
        assumptions.push(self.kept);
        assumptions.extend(cube.bits().iter().map(|&bit| self.lit_next(bit)));
        let clause: Vec<Lit> = cube.bits().iter().map(|&bit| !self.lit_now(bit)).collect();
        self.solver.session.solve_with(&clause, &assumptions, conflicts)
    }

    /// The bits of `cube` that were needed for the last answer, which was that no step leads into it.
    pub(super) fn core(&self, cube: &Cube) -> Cube {
        let mut failed = self.solver.session.failed_assumptions().to_vec();
        failed.sort_unstable();
        cube.filtered(|bit| failed.binary_search(&self.lit_next(bit)).is_ok())
    }

    /// What the last model says of inputs and latches, in the order of the graph's inputs.
    pub(super) fn model(&self, step: &Step) -> Vec<bool> {
        let inputs = step.circuit.inputs.iter().map(|input| self.solver.value(input.edge));
        inputs.chain(self.now.iter().map(|&lit| self.solver.session.value(lit))).collect()
    }

    fn lit_now(&self, bit: Bit) -> Lit {
        signed(self.now[bit.latch], bit.value)
    }

    fn lit_next(&self, bit: Bit) -> Lit {
        signed(self.next[bit.latch], bit.value)
    }
}

fn signed(lit: Lit, value: bool) -> Lit {
    if value { lit } else { !lit }
}
