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

mod settled;

use rustc_hash::FxHashSet;
use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::bound::at_most;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::StepKind;

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
    /// Whether every run that comes to the check fails if those of them that always hold do.
    pub enough: bool,
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
    // A number on this side of a limit that the closest passing run is on too says nothing about the difference.
    causes.retain(|cause: &Predicate| cause.changes || !cause.with_constant);
    let causes = without_preconditions(task, causes, valid);
    let (always, here) = which_always_hold(task, causes);
    let (always, here) = settled::told_as_numbers(task, found, (always, here));
    let mut causes = strongest(task, always, &base);
    let enough = !causes.is_empty() && are_enough(task, &causes);
    causes.extend(strongest(task, here, &base));
    // Two things that a person calls the same are one to whoever reads of them.
    let mut known = FxHashSet::default();
    causes.retain(|cause| known.insert(cause.text.clone()));
    CauseList { causes, complete, enough }
}

/// Whether no run passes that comes to the check and for which all `causes` hold.
fn are_enough(task: &mut Task<'_>, causes: &[Predicate]) -> bool {
    let Some(comes) = task.comes_to_check() else { return false };
    let terms: Vec<TermId> = causes.iter().map(|cause| cause.holds).chain([comes, task.chain.passes]).collect();
    let question: Vec<Lit> = terms.into_iter().map(|term| task.analysis.engine.lit(term)).collect();
    task.analysis.engine.sat.solve_limited(&question, MANY_CONFLICTS) == Some(Answer::Unsatisfiable)
}

/// Without those that every run satisfies that comes to the check: they say nothing about how it ends.
fn without_preconditions(task: &mut Task<'_>, causes: Vec<Predicate>, valid: Lit) -> Vec<Predicate> {
    let Some(comes) = task.comes_to_check() else { return causes };
    let comes = task.analysis.engine.lit(comes);
    let mut kept = Vec::new();
    for cause in causes {
        let holds = task.analysis.engine.lit(cause.holds);
        let answer = task.analysis.engine.sat.solve_limited(&[comes, valid, !holds], MANY_CONFLICTS);
        if answer != Some(Answer::Unsatisfiable) {
            kept.push(cause);
        }
    }
    kept
}

/// That a run fails, or is cut off and may.
fn may_fail(task: &mut Task<'_>) -> Lit {
    let failures = task.chain.failures[task.property].iter().map(|&(_, cond)| cond);
    let may_fail: Vec<TermId> = failures.chain(task.chain.cuts.iter().map(|&(_, cond)| cond)).collect();
    let may_fail = task.analysis.engine.terms.or_all(&may_fail);
    task.analysis.engine.lit(may_fail)
}

/// That a run decides everything as the failing one does.
fn same_way(task: &mut Task<'_>) -> Lit {
    let mut all = Vec::new();
    for id in task.failing.run.executed_steps() {
        let bits = task.failing.run.values[id];
        let terms = &mut task.analysis.engine.terms;
        match task.unrolling.steps[id].kind {
            StepKind::Branch { cond, .. } => all.push(if bits == 1 { cond } else { terms.not(cond) }),
            StepKind::Switch { value, .. } => {
                let width = terms.width(value);
                let known = terms.bits(width, bits);
                all.push(terms.eq(value, known));
            }
            _ => {}
        }
    }
    let way = task.analysis.engine.terms.and_all(&all);
    task.analysis.engine.lit(way)
}

/// The causes without which no run within the bounds fails, and those without which none does that goes the same way. A run
/// that is cut off may fail. What only happens to be so where it fails is no cause.
fn which_always_hold(task: &mut Task<'_>, causes: Vec<Predicate>) -> (Vec<Predicate>, Vec<Predicate>) {
    let (may_fail, same_way) = (may_fail(task), same_way(task));
    let (mut always, mut here) = (Vec::new(), Vec::new());
    for mut cause in causes {
        let holds = task.analysis.engine.lit(cause.holds);
        let answer = task.analysis.engine.sat.solve_limited(&[may_fail, !holds], MANY_CONFLICTS);
        cause.always = answer == Some(Answer::Unsatisfiable);
        if cause.always {
            always.push(cause);
        } else if cause.changes {
            let answer = task.analysis.engine.sat.solve_limited(&[may_fail, same_way, !holds], MANY_CONFLICTS);
            here.extend(Some(cause).filter(|_| answer == Some(Answer::Unsatisfiable)));
        }
    }
    if always.iter().any(|cause| cause.changes && !cause.relates) {
        always.retain(|cause| !cause.relates);
    }
    (always, here)
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
        task.analysis.engine.sat.solve_limited(&question, MANY_CONFLICTS) == Some(Answer::Unsatisfiable)
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
