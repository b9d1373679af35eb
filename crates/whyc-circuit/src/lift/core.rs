//! Many variables per answer: what the solver did not need for its proof does not matter.
//!
//! Each question goes to a fresh solver, as published; the proof's assumptions are taken from the
//! solver's own conflict analysis, so that learned unit clauses do no harm.

use whyc_base::budget::Budget;
use whyc_sat::Lit;
use whyc_sat::session::Answer;

use super::Found;
use super::problem::Problem;
use crate::solver::Clauses;

/// A minimal sufficient set.
pub(crate) fn lift(problem: &Problem, budget: &Budget) -> Found {
    let mut found = Found::new(problem.in_cone());
    let (clauses, root) = Clauses::of(&problem.aig, problem.root);
    let lits: Vec<Option<Lit>> =
        (0..problem.values.len()).map(|var| clauses.lit(problem.edge(var) ^ !problem.values[var])).collect();
    for var in 0..problem.values.len() {
        if !found.relevant[var] {
            continue;
        }
        let mut session = clauses.session(budget);
        session.add_unit(!root);
        let assumptions: Vec<Lit> =
            (0..lits.len()).filter(|&other| other != var && found.relevant[other]).filter_map(|it| lits[it]).collect();
        let answer = session.solve(&assumptions);
        found.effort.count(answer);
        match answer {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => keep_only(&mut found.relevant, &lits, session.failed_assumptions()),
            Answer::Unknown(reason) => {
                found.cut_short = Some(reason);
                return found;
            }
        }
    }
    found
}

/// Leaves only what failed relevant.
pub(super) fn keep_only(relevant: &mut [bool], lits: &[Option<Lit>], failed: &[Lit]) {
    let mut sorted = failed.to_vec();
    sorted.sort_unstable();
    for (relevant, lit) in relevant.iter_mut().zip(lits) {
        *relevant &= lit.is_some_and(|lit| sorted.binary_search(&lit).is_ok());
    }
}
