//! The number of executed statements.

use rustc_hash::FxHashMap;
use whyc_check::chain::Chain;
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::objective::Objective;
use whyc_term::TermId;
use whyc_unroll::step::StepId;

use super::task::Task;
use crate::finding::Method;
use crate::measure;

/// The steps that count, by the condition under which a run executes them.
pub struct Counted {
    /// Conditions and the steps they govern, in order of their first step.
    pub groups: Vec<Group>,
}

/// Steps that are executed under one condition.
pub struct Group {
    /// The condition: a Boolean term.
    pub cond: TermId,
    /// The steps.
    pub steps: Vec<StepId>,
    /// How many statements they are.
    pub weight: u64,
}

impl Counted {
    /// The steps that a run which violates `property` can execute. It ends there, so what follows its last check does not count.
    pub fn new(task: &mut Task<'_>, chain: &Chain, property: PropertyId) -> Self {
        let failures: FxHashMap<StepId, TermId> = chain.failures[property].iter().copied().collect();
        let terms = &mut task.analysis.engine.terms;
        let last = failures.keys().copied().max();
        let mut going = terms.bool_const(true);
        let mut groups: Vec<Group> = Vec::new();
        let mut group_from_cond: FxHashMap<TermId, usize> = FxHashMap::default();
        for (id, step) in task.unrolling.steps.iter_enumerated() {
            if last.is_none_or(|last| id > last) {
                break;
            }
            if let Some(&fails) = failures.get(&id) {
                let not = terms.not(fails);
                going = terms.and(going, not);
            }
            let program = &task.analysis.program.clone();
            let weight = measure::statements(program, &task.unrolling, id);
            if weight == 0 && measure::values(program, &task.unrolling, id).is_empty() {
                continue;
            }
            let cond = terms.and(step.guard, going);
            if terms.as_bool(cond) == Some(false) {
                continue;
            }
            let at = *group_from_cond.entry(cond).or_insert_with(|| {
                groups.push(Group { cond, steps: Vec::new(), weight: 0 });
                groups.len() - 1
            });
            groups[at].steps.push(id);
            groups[at].weight += weight;
        }
        Self { groups }
    }

    /// The conditions that are not constant, as literals with their weights.
    fn literals(&self, task: &mut Task<'_>) -> Vec<(Lit, u64)> {
        let mut literals = Vec::new();
        for group in &self.groups {
            if task.analysis.engine.terms.as_bool(group.cond).is_none() {
                literals.push((task.analysis.engine.lit(group.cond), group.weight));
            }
        }
        literals
    }
}

/// Minimises the number of executed statements, and settles which of the conditions hold.
pub fn minimise(task: &mut Task<'_>, counted: &Counted, method: Method, progress: &mut dyn FnMut(Progress)) {
    let literals = counted.literals(task);
    minimise_conditions(task, literals, method, progress);
}

/// Minimises how many conditions hold, by their weights, and settles which.
pub fn minimise_conditions(
    task: &mut Task<'_>,
    mut literals: Vec<(Lit, u64)>,
    method: Method,
    progress: &mut dyn FnMut(Progress),
) {
    match method {
        Method::None => {}
        Method::Greedy => {
            task.fresh_model();
            literals.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
            task.settle_greedily(literals.iter().map(|&(lit, _)| !lit).collect::<Vec<_>>());
        }
        Method::Optimal => {
            let objective = Objective::new(literals.iter().copied());
            let settled = task.settled.clone();
            let optimum = minimise_count(&mut task.analysis.engine.sat, &objective, &settled, progress);
            task.ended(optimum.status);
        }
    }
    fix(task, &literals);
}

/// Settles the conditions as they are in the current model, so that later stages compare runs of one path.
fn fix(task: &mut Task<'_>, literals: &[(Lit, u64)]) {
    if !task.has_model() {
        return;
    }
    for &(lit, _) in literals {
        let holds = task.analysis.engine.sat.value(lit);
        task.settled.push(if holds { lit } else { !lit });
    }
}
