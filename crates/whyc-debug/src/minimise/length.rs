//! The number of executed statements.

use rustc_hash::FxHashMap;
use whyc_check::chain::Chain;
use whyc_ir::program::Origin;
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::objective::Objective;
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind, Unrolling};

use super::Task;
use crate::finding::Method;

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
    /// How many of them are statements.
    pub weight: u64,
}

impl Counted {
    /// The steps that a run which violates `property` can execute. It ends there, so what follows its last check does not count.
    pub fn new(task: &mut Task<'_, '_>, chain: &Chain, property: PropertyId) -> Self {
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
            if !has_value(&task.unrolling, id) && !is_statement(task.analysis.program, &task.unrolling, id) {
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
            groups[at].weight += u64::from(is_statement(task.analysis.program, &task.unrolling, id));
        }
        Self { groups }
    }

    /// The conditions that are not constant, as literals with their weights.
    fn literals(&self, task: &mut Task<'_, '_>) -> Vec<(Lit, u64)> {
        let mut literals = Vec::new();
        for group in &self.groups {
            if task.analysis.engine.terms.as_bool(group.cond).is_none() {
                literals.push((task.analysis.engine.lit(group.cond), group.weight));
            }
        }
        literals
    }
}

/// Whether a step is something a person would count as executed.
fn is_statement(program: &whyc_ir::program::Program, unrolling: &Unrolling, id: StepId) -> bool {
    let step = &unrolling.steps[id];
    let hidden = program.functions[unrolling.function_of(step)].origin == Origin::Whyc;
    match step.kind {
        StepKind::Input { .. } => true,
        StepKind::Assign { .. }
        | StepKind::Branch { .. }
        | StepKind::Switch { .. }
        | StepKind::Enter { .. }
        | StepKind::Free { .. } => !hidden,
        StepKind::Storage { .. }
        | StepKind::Merge { .. }
        | StepKind::Assume { .. }
        | StepKind::Check { .. }
        | StepKind::Leave { .. }
        | StepKind::Allocate { .. }
        | StepKind::Output { .. }
        | StepKind::Halt
        | StepKind::Cut { .. }
        | StepKind::Unsupported { .. } => false,
    }
}

/// Whether a step gives a variable a value that a person sees.
fn has_value(unrolling: &Unrolling, id: StepId) -> bool {
    matches!(unrolling.steps[id].kind, StepKind::Input { .. } | StepKind::Storage { .. } | StepKind::Assign { .. })
}

/// Minimises the number of executed statements, and settles which of the conditions hold.
pub fn minimise(task: &mut Task<'_, '_>, counted: &Counted, method: Method, progress: &mut dyn FnMut(Progress)) {
    let mut literals = counted.literals(task);
    match method {
        Method::None => {}
        Method::Greedy => {
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
fn fix(task: &mut Task<'_, '_>, literals: &[(Lit, u64)]) {
    if !task.analysis.engine.sat.has_model() && task.solve(&[]) != Some(true) {
        return;
    }
    for &(lit, _) in literals {
        let holds = task.analysis.engine.sat.value(lit);
        task.settled.push(if holds { lit } else { !lit });
    }
}
