//! Cores in one incremental session, with simulation for whatever it can answer.
//!
//! 1. Justification leaves a small sufficient set at once; the first core is taken from it.
//! 2. A variable whose flip alone, in any completion, undoes the violation belongs to every
//!    sufficient subset of what is left. Simulation tries 64 flips at a time.
//! 3. The session decides the rest one by one: a proof takes out all that it did not need, a
//!    completion without the violation is handed back to simulation, which tries all other
//!    flips in it (rotation).

use whyc_base::budget::Budget;
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use super::Found;
use super::core::{assumption_lits, keep_only};
use super::graph::{Choice, justify};
use super::problem::Problem;
use crate::rng::Rng;
use crate::solver::Solver;

/// How many rounds of random completions are tried before the solver is asked.
const RANDOM_ROUNDS: usize = 4;

/// A minimal sufficient set.
pub(crate) fn lift(problem: &Problem, budget: &Budget) -> Found {
    let found = Found::new(justify(problem, Choice::Cheapest));
    let mut solver = Solver::new(budget.clone());
    shrink(problem, &mut solver, found)
}

/// Shrinks a sufficient set to a minimal one.
pub(super) fn shrink(problem: &Problem, solver: &mut Solver, mut found: Found) -> Found {
    let root = solver.lit(&problem.aig, problem.root);
    solver.session.add_unit(!root);
    let in_cone = problem.in_cone();
    let lits: Vec<Option<Lit>> =
        assumption_lits(problem, |edge| in_cone[input_index(problem, edge)].then(|| solver.lit(&problem.aig, edge)));
    let n = problem.values.len();
    let mut needed = vec![false; n];
    note_random_flips(problem, &found.relevant, &mut needed);
    let mut first = true;
    while let Some(var) = (0..n).find(|&var| found.relevant[var] && !needed[var]) {
        // The first question leaves nothing out: its core costs little and takes out the most.
        let left_out = (!std::mem::take(&mut first)).then_some(var);
        let kept = (0..n).filter(|&other| found.relevant[other] && Some(other) != left_out);
        let assumptions: Vec<Lit> = kept.filter_map(|other| lits[other]).collect();
        let answer = solver.session.solve(&assumptions);
        found.effort.count(answer);
        match answer {
            Answer::Satisfiable => {
                needed[var] = true;
                let mut values: Vec<bool> = (0..n).map(|other| solver.value(problem.edge(other))).collect();
                // Inputs outside the cone have no value in the model and need none.
                values[var] = problem.values[var];
                note_flips(problem, &values, &found.relevant, &mut needed);
            }
            Answer::Unsatisfiable => keep_only(&mut found.relevant, &lits, solver.session.failed_assumptions()),
            Answer::Unknown(reason) => {
                found.cut_short = Some(reason);
                return found;
            }
        }
    }
    found
}

fn input_index(problem: &Problem, edge: whyc_aig::Edge) -> usize {
    problem.aig.inputs().binary_search(&edge.node()).unwrap_or(usize::MAX)
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
