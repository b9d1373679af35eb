//! The baseline: one fresh solver for every variable.
//!
//! As published, a first pass of [`graph`](super::graph) takes out what it can; every variable that is
//! left is then freed in turn, and stays free if the violation is still certain.

use whyc_base::budget::Budget;
use whyc_sat::session::Answer;

use super::Found;
use super::graph::{Choice, justify};
use super::problem::Problem;
use crate::solver::Clauses;

/// A minimal sufficient set.
pub(crate) fn lift(problem: &Problem, budget: &Budget) -> Found {
    let mut found = Found::new(justify(problem, Choice::FirstImplied));
    let (clauses, root) = Clauses::of(&problem.aig, problem.root);
    for var in 0..problem.values.len() {
        if !found.relevant[var] {
            continue;
        }
        let mut session = clauses.session(budget);
        session.add_unit(!root);
        for (other, &value) in problem.values.iter().enumerate() {
            if let Some(lit) = clauses.lit(problem.edge(other) ^ !value)
                && other != var
                && found.relevant[other]
            {
                session.add_unit(lit);
            }
        }
        let answer = session.solve(&[]);
        found.effort.count(answer);
        match answer {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => found.relevant[var] = false,
            Answer::Unknown(reason) => {
                found.cut_short = Some(reason);
                return found;
            }
        }
    }
    found
}
