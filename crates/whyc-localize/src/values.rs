//! What the components of a diagnosis would have to give.
//!
//! Of all values that let a run pass, those are shown that leave as many evaluations as possible as they are, and
//! that are small or round where they cannot ([`wishes`]). A run should still come to the property that it violated, if that is possible.

use whyc_sat::Lit;
use whyc_sat::session::{Answer, Model};
use whyc_term::Evaluator;

use super::diagnose::Problem;
use super::suspend::Instance;
use super::{Tell, wishes};
use whyc_debug::finding::ReplacementReport;
use whyc_debug::show;

/// At most this many evaluations of one component are looked at.
const MANY: usize = 48;

/// A question that takes more conflicts than this is not worth its answer here.
const EASY: u32 = 2000;
/// At most this many questions are asked about all diagnoses together, and about one in one run.
const ALL_QUESTIONS: usize = 4000;
const MANY_QUESTIONS: usize = 400;
/// At most this many failing runs are looked at for each diagnosis.
const MANY_RUNS: usize = 8;

/// The values of one component in one run.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Which run.
    pub run: usize,
    /// Which component of the diagnosis.
    pub component: usize,
    /// What the evaluations gave that would have to change.
    pub was: Vec<String>,
    /// What all evaluations would have to give, in order.
    pub values: Vec<String>,
    /// Which of them differ.
    pub changed: Vec<usize>,
    /// Whether the run with these values comes to the property that it violated.
    pub comes_there: bool,
}

impl Replacement {
    /// What a person is told, who knows the run by its name.
    pub fn report(&self, test: String) -> ReplacementReport {
        let (was, values, changed) = (self.was.clone(), self.values.clone(), self.changed.clone());
        ReplacementReport { test, component: self.component, was, values, changed }
    }
}

/// The replacement values of all diagnoses in all failing runs, as far as time allows.
pub fn of(
    problem: &mut Problem<'_>,
    diagnoses: &[Vec<usize>],
    failing: &[usize],
    tell: Tell<'_>,
) -> Vec<Vec<Replacement>> {
    let n_pairs = diagnoses.len() * failing.len().min(MANY_RUNS);
    let questions = (ALL_QUESTIONS / n_pairs.max(1)).min(MANY_QUESTIONS);
    let mut all = Vec::with_capacity(diagnoses.len());
    for (k, diagnosis) in diagnoses.iter().enumerate() {
        tell(&format!("values for diagnosis {} of {}", k + 1, diagnoses.len()));
        let mut replacements = Vec::new();
        for &run in failing.iter().take(MANY_RUNS) {
            replacements.extend(in_run(problem, diagnosis, run, questions).unwrap_or_default());
        }
        all.push(replacements);
    }
    all
}

fn in_run(problem: &mut Problem<'_>, diagnosis: &[usize], run: usize, questions: usize) -> Option<Vec<Replacement>> {
    let members = problem.groups.components(diagnosis);
    let suspended = problem.unroll(diagnosis, run).ok()?;
    problem.analysis.engine.restart();
    let mut assumptions = vec![problem.analysis.engine.lit(suspended.passes)];
    let is_member = |instance: &&Instance| members.contains(&instance.component);
    let instances: Vec<Instance> = suspended.instances.iter().filter(is_member).copied().collect();
    let looked_at = &instances[..instances.len().min(MANY * members.len().max(1))];
    let wanted = wishes::wishes(&problem.analysis.program, &mut problem.analysis.engine, looked_at);
    let mut questions = questions;
    if problem.analysis.engine.sat.solve_limited(&assumptions, 10 * EASY) != Some(Answer::Satisfiable) {
        return None;
    }
    let mut model = problem.analysis.engine.sat.model();
    let comes_there = problem.analysis.engine.lit(suspended.comes_there);
    settle(problem, &mut assumptions, &mut model, comes_there, &mut questions);
    for wanted in wanted {
        settle(problem, &mut assumptions, &mut model, wanted, &mut questions);
    }
    let comes_there = model.value(comes_there);
    problem.analysis.engine.sat.restore_model(model);
    let valuation = problem.analysis.engine.valuation();
    let program = &problem.analysis.program.clone();
    let mut eval = Evaluator::new(&problem.analysis.engine.terms, &valuation);
    let unrolling = &suspended.unrolling;
    let mut replacements = Vec::new();
    for (component, &member) in members.iter().enumerate() {
        let (mut was, mut values, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for instance in instances.iter().filter(|instance| instance.component == member) {
            if !eval.bool(instance.guard) {
                continue;
            }
            let (before, after) = (eval.bits(instance.value), eval.bits(instance.free));
            if before != after {
                changed.push(values.len());
                was.push(show::value(program, unrolling, instance.ty, before));
            }
            values.push(show::value(program, unrolling, instance.ty, after));
        }
        replacements.push(Replacement { run, component, was, values, changed, comes_there });
    }
    Some(replacements)
}

/// Assumes `wanted` from now on if that is easily seen to be possible. `model` is one of what is assumed.
fn settle(
    problem: &mut Problem<'_>,
    assumptions: &mut Vec<Lit>,
    model: &mut Model,
    wanted: Lit,
    questions: &mut usize,
) {
    if model.value(wanted) {
        return assumptions.push(wanted);
    }
    if *questions == 0 {
        return;
    }
    *questions -= 1;
    assumptions.push(wanted);
    let sat = &mut problem.analysis.engine.sat;
    match sat.solve_limited(assumptions, EASY) {
        Some(Answer::Satisfiable) => *model = sat.model(),
        Some(Answer::Unsatisfiable | Answer::Unknown(_)) | None => {
            assumptions.pop();
        }
    }
}
