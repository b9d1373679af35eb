//! A question asked once more, for those who do not believe the solver: it writes down why there is no model.

use std::path::Path;

use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit};
use rustsat_cadical::{CaDiCaL, ProofFormat};
use whyc_base::budget::{Budget, Exhausted};

use crate::session::watch::Watch;
use crate::session::{Answer, configure};

/// Looks for a model of `clauses` in a solver of its own. If there is none, `path` has a proof of it, in LRAT as text: the
/// clauses have the ids 1, 2, … in their order.
///
/// # Errors
/// If the path cannot be given to the solver.
///
/// # Panics
/// If the solver fails in a way that it should not.
pub fn prove<'a>(
    clauses: impl Iterator<Item = &'a [Lit]>,
    path: &Path,
    budget: &Budget,
) -> Result<Answer, std::ffi::NulError> {
    let mut solver = CaDiCaL::default();
    // As it was asked before: with its own habits it is faster on some questions and much slower on others, but this way
    // the answer comes about as it did.
    configure(&mut solver);
    solver.trace_proof(path, ProofFormat::Lrat { binary: false })?;
    let watch = Watch::attach(&mut solver, budget.clone());
    for clause in clauses {
        if let Err(error) = solver.add_clause_ref(Cl::new(clause)) {
            assert!(error.is::<rustsat::OutOfMemory>(), "CaDiCaL should accept any clause: {error}");
            return Ok(Answer::Unknown(Exhausted::Memory));
        }
    }
    if let Some(reason) = watch.start() {
        return Ok(Answer::Unknown(reason));
    }
    // The proof is complete once the solver is gone.
    Ok(match solver.solve() {
        Ok(SolverResult::Sat) => Answer::Satisfiable,
        Ok(SolverResult::Unsat) => Answer::Unsatisfiable,
        Ok(SolverResult::Interrupted) => Answer::Unknown(watch.reason().unwrap_or(Exhausted::Interrupted)),
        Err(_) => Answer::Unknown(Exhausted::Memory),
    })
}
