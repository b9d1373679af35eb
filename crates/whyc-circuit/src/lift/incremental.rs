//! Cores in one incremental session, with simulation for whatever it can answer.
//!
//! 1. Justification leaves a small sufficient set at once; the first core is taken from it.
//! 2. A variable whose flip alone, in any completion, undoes the violation belongs to every
//!    sufficient subset of what is left. Simulation tries 64 flips at a time.
//! 3. The session decides the rest one by one: a proof takes out all that it did not need, a
//!    completion without the violation is handed back to simulation, which tries all other
//!    flips in it (rotation).
//!
//! Which minimal set that ends in depends on where it starts. Starting again from all variables,
//! in either order, was measured to gain next to nothing for two to four times the work.

use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use super::core::keep_only;
use super::graph::{Choice, justify};
use super::problem::Problem;
use super::{Effort, Found};
use crate::rng::Rng;
use crate::solver::Solver;

/// How many rounds of random completions are tried before the solver is asked.
const RANDOM_ROUNDS: usize = 4;

/// A minimal sufficient set.
pub(crate) fn lift(problem: &Problem, budget: &Budget) -> Found {
    Shrinker::new(problem, budget).shrink(justify(problem, Choice::Cheapest))
}

/// A session that knows the problem.
pub(super) struct Shrinker<'a> {
    problem: &'a Problem,
    pub(super) solver: Solver,
    /// The literal of each variable that holds in the run, if the root depends on the variable.
    pub(super) lits: Vec<Option<Lit>>,
    pub(super) effort: Effort,
}

impl<'a> Shrinker<'a> {
    pub(super) fn new(problem: &'a Problem, budget: &Budget) -> Self {
        let mut solver = Solver::new(budget.clone());
        let root = solver.lit(&problem.aig, problem.root);
        solver.session.add_unit(!root);
        let in_cone = problem.in_cone();
        let lits = (0..problem.values.len())
            .map(|var| in_cone[var].then(|| solver.lit(&problem.aig, problem.edge(var) ^ !problem.values[var])))
            .collect();
        Self { problem, solver, lits, effort: Effort::default() }
    }

    /// Asks whether the violation is certain with only these variables fixed.
    pub(super) fn ask(&mut self, fixed: impl Iterator<Item = usize>) -> Answer {
        let assumptions: Vec<Lit> = fixed.filter_map(|var| self.lits[var]).collect();
        let answer = self.solver.session.solve(&assumptions);
        self.effort.count(answer);
        answer
    }

    /// The completion without the violation that the last answer found.
    pub(super) fn completion(&self) -> Vec<bool> {
        (0..self.lits.len()).map(|var| self.solver.value(self.problem.edge(var))).collect()
    }

    /// Shrinks a sufficient set to a minimal one.
    pub(super) fn shrink(&mut self, mut relevant: Vec<bool>) -> Found {
        let problem = self.problem;
        let n = relevant.len();
        let mut needed = vec![false; n];
        let mut first = true;
        note_random_flips(problem, &relevant, &mut needed);
        loop {
            let next = (0..n).find(|&var| relevant[var] && !needed[var]);
            let Some(var) = next else { return self.found(relevant, None) };
            // The first question leaves nothing out: its core costs little and takes out the most.
            let left_out = (!std::mem::take(&mut first)).then_some(var);
            match self.ask((0..n).filter(|&other| relevant[other] && Some(other) != left_out)) {
                Answer::Satisfiable => {
                    needed[var] = true;
                    let mut values = self.completion();
                    values[var] = problem.values[var];
                    note_flips(problem, &values, &relevant, &mut needed);
                }
                Answer::Unsatisfiable => {
                    keep_only(&mut relevant, &self.lits, self.solver.session.failed_assumptions());
                }
                Answer::Unknown(reason) => return self.found(relevant, Some(reason)),
            }
        }
    }

    fn found(&self, relevant: Vec<bool>, cut_short: Option<Exhausted>) -> Found {
        Found { effort: self.effort, cut_short, ..Found::new(relevant) }
    }
}

/// Marks what simulation proves needed, starting from the run itself and from random completions.
fn note_random_flips(problem: &Problem, relevant: &[bool], needed: &mut [bool]) {
    note_flips(problem, &problem.values, relevant, needed);
    let mut rng = Rng::new(2);
    for _ in 0..RANDOM_ROUNDS {
        let values: Vec<bool> = problem
            .values
            .iter()
            .zip(relevant)
            .map(|(&value, &relevant)| if relevant { value } else { rng.bits() & 1 == 1 })
            .collect();
        note_flips(problem, &values, relevant, needed);
    }
}

/// Marks the relevant variables whose flip in `values` alone undoes the violation. `values`
/// should agree with the run in all that is relevant.
fn note_flips(problem: &Problem, values: &[bool], relevant: &[bool], needed: &mut [bool]) {
    let open: Vec<usize> = (0..values.len()).filter(|&var| relevant[var] && !needed[var]).collect();
    for var in problem.flips_that_matter(values, &open) {
        needed[var] = true;
    }
}
