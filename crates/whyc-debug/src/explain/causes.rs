//! Causes: conditions that the failure depends on.
//!
//! The failure depends on a condition that holds in the failing run if the closest runs in which it
//! does not hold all pass: removing the condition, and changing as little else as possible, removes
//! the failure. That is Lewis' counterfactual dependence (after Groce and Kroening, "Making the Most of
//! BMC Counterexamples", 2004). A cause that another one implies says less than that one and is left out.
//!
//! The closest passing runs are known already. A failing run that is not farther away and lacks the condition
//! refutes it with one question. What is left is a cause if a closest passing run lacks the condition;
//! if none does, the closest run that does is looked for.

use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::bound::at_most;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::session::Answer;
use whyc_term::TermId;

use super::closest::Found;
use super::predicates::{self, Predicate};
use super::{Slicing, Task};

/// At most this many candidates are examined.
const MANY_CANDIDATES: usize = 80;
/// For so many of them the closest run without them is looked for.
const MANY_MEASURED: usize = 6;

/// How many conflicts the question may cost whether a cause always holds.
const MANY_CONFLICTS: u32 = 20_000;

/// The causes that were found.
#[derive(Clone, Debug, Default)]
pub struct CauseList {
    /// The strongest ones.
    pub causes: Vec<Predicate>,
    /// Whether every candidate was examined.
    pub complete: bool,
}

/// The causes of the failure among the runs for which all `wishes` hold; `found` is the closest passing one of them.
pub fn causes(task: &mut Task<'_>, found: &Found, wishes: &[Lit]) -> CauseList {
    if !found.optimal || task.options.slicing == Slicing::OneStep {
        return CauseList::default();
    }
    let (mut candidates, mut complete) = predicates::candidates(task, found);
    complete &= candidates.len() <= MANY_CANDIDATES;
    candidates.truncate(MANY_CANDIDATES);
    let failures: Vec<TermId> = task.chain.failures.iter().flatten().map(|&(_, cond)| cond).collect();
    let terms = &mut task.analysis.engine.terms;
    let fails = terms.or_all(&failures);
    let valid = terms.or(task.chain.passes, fails);
    let (fails, valid) = (task.analysis.engine.lit(fails), task.analysis.engine.lit(valid));
    let distance = found.distance - task.surcharge;
    let within = at_most(&mut task.analysis.engine.sat, &task.distance.objective, distance.into());
    // A run that breaks an assumption or leaves the bounds is no run.
    let base: Vec<Lit> = wishes.iter().copied().chain([valid]).collect();
    let mut causes = Vec::new();
    let mut n_measured = 0;
    for candidate in candidates {
        let holds = task.analysis.engine.lit(candidate.holds);
        let question: Vec<Lit> = wishes.iter().copied().chain([fails, within, !holds]).collect();
        let is_cause = match task.analysis.engine.sat.solve(&question) {
            Answer::Satisfiable => Some(false),
            Answer::Unsatisfiable if candidate.changes => Some(true),
            Answer::Unsatisfiable if n_measured == MANY_MEASURED => {
                complete = false;
                continue;
            }
            Answer::Unsatisfiable => {
                n_measured += 1;
                measured(task, holds, fails, &base)
            }
            Answer::Unknown(reason) => {
                task.cut_short = Some(reason);
                None
            }
        };
        match is_cause {
            Some(true) => causes.push(candidate),
            Some(false) => {}
            None => {
                complete = false;
                break;
            }
        }
    }
    let mut causes = strongest(task, causes, &base);
    say_which_always_hold(task, &mut causes);
    CauseList { causes, complete }
}

/// Finds out without which of the causes no run within the bounds fails. Two inputs that only happen to be in some relation
/// where it fails are no cause if there is a better one.
fn say_which_always_hold(task: &mut Task<'_>, causes: &mut Vec<Predicate>) {
    let failures: Vec<TermId> = task.chain.failures[task.property].iter().map(|&(_, cond)| cond).collect();
    let fails = task.analysis.engine.terms.or_all(&failures);
    let fails = task.analysis.engine.lit(fails);
    for cause in &mut *causes {
        let holds = task.analysis.engine.lit(cause.holds);
        let answer = task.analysis.engine.sat.solve_limited(&[fails, !holds], MANY_CONFLICTS);
        cause.always = answer == Some(Answer::Unsatisfiable);
    }
    if causes.iter().any(|cause| cause.always) {
        causes.retain(|cause| cause.always || !cause.relates);
    }
    // What always holds says all there is to say about this failure; the rest is about runs like this one.
    causes.sort_by_key(|cause| !cause.always);
}

/// Whether all of the closest runs in which `holds` is false pass; `None` if a limit comes first.
fn measured(task: &mut Task<'_>, holds: Lit, fails: Lit, base: &[Lit]) -> Option<bool> {
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
fn strongest(task: &mut Task<'_>, causes: Vec<Predicate>, base: &[Lit]) -> Vec<Predicate> {
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
