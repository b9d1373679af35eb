//! What the components of a diagnosis would have to give.
//!
//! Of all values that let a run pass, those are shown that leave as many evaluations as possible as they are, and
//! that are small where they cannot.

use whyc_sat::Lit;
use whyc_sat::session::Answer;
use whyc_term::Evaluator;

use super::diagnose::Problem;
use super::suspend::Instance;
use crate::show;

/// So many evaluations of one component are looked at.
const MANY: usize = 48;

/// A question that takes more conflicts than this is not worth its answer here.
const EASY: u32 = 2000;
/// So many questions are asked about all diagnoses together, and about one in one run.
const ALL_QUESTIONS: usize = 4000;
const MANY_QUESTIONS: usize = 400;
/// So many failing runs are looked at for each diagnosis.
const MANY_RUNS: usize = 24;

/// The values of one component in one run.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Which run.
    pub run: usize,
    /// Which component of the diagnosis.
    pub component: usize,
    /// What the evaluations gave that would have to change.
    pub was: Vec<String>,
    /// What they would have to give, in order.
    pub values: Vec<String>,
}

/// The replacement values of all diagnoses in all failing runs, as far as time allows.
pub fn of(problem: &mut Problem<'_, '_>, diagnoses: &[Vec<usize>], failing: &[usize]) -> Vec<Vec<Replacement>> {
    let n_pairs = diagnoses.len() * failing.len().min(MANY_RUNS);
    let questions = (ALL_QUESTIONS / n_pairs.max(1)).min(MANY_QUESTIONS);
    let mut all = Vec::with_capacity(diagnoses.len());
    for diagnosis in diagnoses {
        let mut replacements = Vec::new();
        for &run in failing.iter().take(MANY_RUNS) {
            replacements.extend(in_run(problem, diagnosis, run, questions).unwrap_or_default());
        }
        all.push(replacements);
    }
    all
}

fn in_run(
    problem: &mut Problem<'_, '_>,
    diagnosis: &[usize],
    run: usize,
    questions: usize,
) -> Option<Vec<Replacement>> {
    let members: Vec<_> = diagnosis.iter().flat_map(|&group| problem.groups.members[group].iter().copied()).collect();
    let (mut assumptions, suspended) = problem.formula(diagnosis, run)?;
    let instances: Vec<Instance> = suspended
        .instances
        .iter()
        .filter(|instance| members.contains(&instance.component))
        .take(MANY * members.len().max(1))
        .copied()
        .collect();
    let mut questions = questions;
    if problem.analysis.engine.sat.solve_limited(&assumptions, 10 * EASY) != Some(Answer::Satisfiable) {
        return None;
    }
    // As many evaluations as possible stay as they are, the earlier ones first.
    for instance in &instances {
        let terms = &mut problem.analysis.engine.terms;
        let same = terms.eq(instance.free, instance.value);
        let stays = terms.implies(instance.guard, same);
        let stays = problem.analysis.engine.lit(stays);
        settle(problem, &mut assumptions, stays, &mut questions);
    }
    // The others become small, from the top bits down.
    for instance in &instances {
        for bit in problem.analysis.engine.bits(instance.free).into_iter().rev() {
            settle(problem, &mut assumptions, !bit, &mut questions);
        }
    }
    if problem.analysis.engine.sat.solve(&assumptions) != Answer::Satisfiable {
        return None;
    }
    let valuation = problem.analysis.engine.valuation();
    let program = problem.analysis.program;
    let mut eval = Evaluator::new(&problem.analysis.engine.terms, &valuation);
    let unrolling = problem.unrolling(diagnosis, run)?;
    let mut replacements = Vec::new();
    for (component, &member) in members.iter().enumerate() {
        let (mut was, mut values) = (Vec::new(), Vec::new());
        for instance in instances.iter().filter(|instance| instance.component == member) {
            if !eval.bool(instance.guard) {
                continue;
            }
            let (before, after) = (eval.bits(instance.value), eval.bits(instance.free));
            if before != after {
                was.push(show::value(program, unrolling, instance.ty, before));
            }
            values.push(show::value(program, unrolling, instance.ty, after));
        }
        replacements.push(Replacement { run, component, was, values });
    }
    Some(replacements)
}

/// Assumes `wanted` from now on if that is easily seen to be possible.
fn settle(problem: &mut Problem<'_, '_>, assumptions: &mut Vec<Lit>, wanted: Lit, questions: &mut usize) {
    if *questions == 0 {
        return;
    }
    *questions -= 1;
    assumptions.push(wanted);
    if problem.analysis.engine.sat.solve_limited(assumptions, EASY) != Some(Answer::Satisfiable) {
        assumptions.pop();
    }
}
