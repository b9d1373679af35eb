//! All solutions, each shown once.
//!
//! Solutions are told apart by a set of literals. Those seen are excluded by clauses behind an
//! activation literal that is given up at the end: the session then answers as if they had never
//! been added.

use std::ops::ControlFlow;

use rustsat::types::Lit;
use whyc_base::budget::Exhausted;

use super::count::{CountOptimiser, Reuse};
use super::objective::Objective;
use super::{Best, Progress, Status};
use crate::session::{Answer, Session};

/// What a solution that has been shown excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// Solutions that give all literals the same values.
    SameValues,
    /// Solutions in which at least the same literals are true.
    Supersets,
}

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// There are no other solutions.
    All,
    /// The visitor had seen enough.
    Stopped,
    /// A limit came first.
    Cut(Exhausted),
}

/// Shows `visit` the models under `assumptions` that differ on `projection`.
///
/// The visitor asks the session for the values of whatever it likes. To
/// list all optima of an objective, pass its [`pin`](super::Optimum::pin) among the assumptions.
///
/// # Panics
/// As [`Session::new_var`].
pub fn enumerate(
    session: &mut Session,
    projection: &[Lit],
    assumptions: &[Lit],
    blocking: Blocking,
    visit: &mut dyn FnMut(&Session) -> ControlFlow<()>,
) -> Coverage {
    let active = session.new_lit();
    let assumptions: Vec<Lit> = assumptions.iter().copied().chain([active]).collect();
    let coverage = loop {
        match session.solve(&assumptions) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => break Coverage::All,
            Answer::Unknown(reason) => break Coverage::Cut(reason),
        }
        if visit(session).is_break() {
            break Coverage::Stopped;
        }
        block(session, projection, active, blocking);
    };
    session.add_unit(!active);
    coverage
}

/// Shows `visit` the solutions of `objective` under `assumptions`, cheapest first, without those
/// in which another solution's true literals are a proper subset of the true ones.
///
/// The visitor gets the literals of the objective that are true. Each is a set of which no proper
/// subset is a solution, and none with this property is left out.
///
/// # Panics
/// As [`Session::new_var`].
pub fn enumerate_minimal(
    session: &mut Session,
    objective: &Objective,
    assumptions: &[Lit],
    progress: &mut dyn FnMut(Progress),
    visit: &mut dyn FnMut(&[Lit], &Best) -> ControlFlow<()>,
) -> Coverage {
    let active = session.new_lit();
    let assumptions: Vec<Lit> = assumptions.iter().copied().chain([active]).collect();
    let lits: Vec<Lit> = objective.terms().iter().map(|&(lit, _)| lit).collect();
    let mut optimiser = CountOptimiser::new(objective.clone(), assumptions, Reuse::Again);
    let coverage = loop {
        let optimum = optimiser.run(session, progress);
        let best = match (optimum.status, optimum.best) {
            (Status::Optimal, Some(best)) => best,
            (Status::BestFound(reason), _) => break Coverage::Cut(reason),
            (Status::Infeasible | Status::Optimal, _) => break Coverage::All,
        };
        let chosen: Vec<Lit> = lits.iter().copied().filter(|&lit| best.model.value(lit)).collect();
        if visit(&chosen, &best).is_break() {
            break Coverage::Stopped;
        }
        block(session, &lits, active, Blocking::Supersets);
    };
    session.add_unit(!active);
    coverage
}

/// Excludes the session's last model while `active` is assumed.
fn block(session: &mut Session, projection: &[Lit], active: Lit, blocking: Blocking) {
    let mut clause = vec![!active];
    for &lit in projection {
        match (session.value(lit), blocking) {
            (true, _) => clause.push(!lit),
            (false, Blocking::SameValues) => clause.push(lit),
            (false, Blocking::Supersets) => {}
        }
    }
    session.add_clause(&clause);
}

#[cfg(test)]
mod tests;
