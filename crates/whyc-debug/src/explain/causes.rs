//! Causes: conditions that the failure depends on.
//!
//! The failure depends on a condition that holds in the failing run if the closest runs in which it
//! does not hold all pass: removing the condition, and changing as little else as possible, removes
//! the failure. That is Lewis' counterfactual dependence, as Groce and Kroening check it with
//! two questions ("Making the Most of BMC Counterexamples", 2004). A cause that another one
//! implies says less than that one and is left out.

use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::session::Answer;
use whyc_term::TermId;

use super::Task;
use super::closest::Found;
use super::predicates::{self, Predicate};

/// So many candidates are examined.
const MANY_CANDIDATES: usize = 150;

/// The causes that were found.
#[derive(Clone, Debug, Default)]
pub struct CauseList {
    /// The strongest ones.
    pub causes: Vec<Predicate>,
    /// Whether every candidate was examined.
    pub complete: bool,
}

/// The causes of the failure among the runs for which all `wishes` hold.
pub fn causes(task: &mut Task<'_, '_>, found: &Found, wishes: &[Lit]) -> CauseList {
    let (mut candidates, mut complete) = predicates::candidates(task, found);
    complete &= candidates.len() <= MANY_CANDIDATES;
    candidates.truncate(MANY_CANDIDATES);
    let failures: Vec<TermId> = task.chain.failures.iter().flatten().map(|&(_, cond)| cond).collect();
    let terms = &mut task.analysis.engine.terms;
    let fails = terms.or_all(&failures);
    // A run that breaks an assumption or leaves the bounds is no run.
    let valid = terms.or(task.chain.passes, fails);
    let (fails, valid) = (task.analysis.engine.lit(fails), task.analysis.engine.lit(valid));
    let base: Vec<Lit> = wishes.iter().copied().chain([valid]).collect();
    let mut causes = Vec::new();
    for candidate in candidates {
        match is_cause(task, &candidate, fails, &base) {
            Some(true) => causes.push(candidate),
            Some(false) => {}
            None => {
                complete = false;
                break;
            }
        }
    }
    let causes = strongest(task, causes, &base);
    CauseList { causes, complete }
}

/// Whether the failure depends on `candidate`; `None` if a limit comes first.
fn is_cause(task: &mut Task<'_, '_>, candidate: &Predicate, fails: Lit, base: &[Lit]) -> Option<bool> {
    let holds = task.analysis.engine.lit(candidate.holds);
    let without: Vec<Lit> = base.iter().copied().chain([!holds]).collect();
    let session = &mut task.analysis.engine.sat;
    let optimum = minimise_count(session, &task.distance.objective, &without, &mut |_| {});
    match (optimum.status, optimum.best) {
        (Status::Infeasible, _) => Some(false),
        (Status::BestFound(reason), _) => {
            task.cut_short = Some(reason);
            None
        }
        (Status::Optimal, Some(best)) if best.model.value(fails) => Some(false),
        (Status::Optimal, _) => {
            let closest: Vec<Lit> = without.iter().chain(&optimum.pin).copied().chain([fails]).collect();
            match session.solve(&closest) {
                Answer::Satisfiable => Some(false),
                Answer::Unsatisfiable => Some(true),
                Answer::Unknown(reason) => {
                    task.cut_short = Some(reason);
                    None
                }
            }
        }
    }
}

/// Those that no other one implies; of equivalent ones, the first.
fn strongest(task: &mut Task<'_, '_>, causes: Vec<Predicate>, base: &[Lit]) -> Vec<Predicate> {
    let lits: Vec<Lit> = causes.iter().map(|cause| task.analysis.engine.lit(cause.holds)).collect();
    let mut implies = |a: usize, b: usize| {
        let question: Vec<Lit> = base.iter().copied().chain([lits[a], !lits[b]]).collect();
        task.analysis.engine.sat.solve(&question) == Answer::Unsatisfiable
    };
    let mut kept: Vec<usize> = Vec::new();
    for new in 0..causes.len() {
        if kept.iter().any(|&old| implies(old, new)) {
            continue;
        }
        kept.retain(|&old| !implies(new, old));
        kept.push(new);
    }
    let mut causes = causes.into_iter().map(Some).collect::<Vec<_>>();
    kept.into_iter().filter_map(|idx| causes[idx].take()).collect()
}
