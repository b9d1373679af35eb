//! What a property presupposes.
//!
//! Many properties are implications. A run in which the antecedent does not hold passes, and says
//! nothing about the fault: so such a run is not what explains a failure if there is another.

use whyc_check::Run;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, Origin, Program};
use whyc_term::TermStore;
use whyc_unroll::step::{FrameId, StepId, StepKind, Unrolling};

use super::items::Sample;
use super::observe::Interest;

/// The parts of `expr` that should hold beforehand, if it is an implication when it is `wanted`.
///
/// `!A || B`, `!(A && B)` and `A ? B : 1` presuppose `A`: of alternatives some of which are negations,
/// the negated ones; where all are, all but the last. `A || B` presupposes nothing.
pub fn parts(body: &Body, expr: ExprId, wanted: bool) -> Vec<ExprId> {
    let mut alternatives = Vec::new();
    collect(body, expr, wanted, &mut alternatives);
    let n_negative = alternatives.iter().filter(|&&(_, positive)| !positive).count();
    if alternatives.len() < 2 || n_negative == 0 {
        return Vec::new();
    }
    if n_negative == alternatives.len() {
        alternatives.pop();
    }
    alternatives.into_iter().filter(|&(_, positive)| !positive).map(|(part, _)| part).collect()
}

/// The alternatives one of which makes `expr` be `wanted`: parts, and the truth value that each should have.
fn collect(body: &Body, expr: ExprId, wanted: bool, found: &mut Vec<(ExprId, bool)>) {
    let constant = |expr: ExprId| match body.exprs[expr].kind {
        ExprKind::Int(bits) => Some(bits != 0),
        _ => None,
    };
    match body.exprs[expr].kind {
        ExprKind::Unary(UnaryOp::Not, a) => collect(body, a, !wanted, found),
        ExprKind::Cast(a) if is_truth(body, a) => collect(body, a, wanted, found),
        ExprKind::Binary(BinaryOp::Ne, a, b) if constant(b) == Some(false) => collect(body, a, wanted, found),
        ExprKind::Binary(BinaryOp::Eq, a, b) if constant(b) == Some(false) => collect(body, a, !wanted, found),
        ExprKind::Or(a, b) if wanted => {
            collect(body, a, wanted, found);
            collect(body, b, wanted, found);
        }
        ExprKind::And(a, b) if !wanted => {
            collect(body, a, wanted, found);
            collect(body, b, wanted, found);
        }
        ExprKind::Binary(BinaryOp::BitOr, a, b) if wanted && is_truth(body, a) && is_truth(body, b) => {
            collect(body, a, wanted, found);
            collect(body, b, wanted, found);
        }
        ExprKind::Binary(BinaryOp::BitAnd, a, b) if !wanted && is_truth(body, a) && is_truth(body, b) => {
            collect(body, a, wanted, found);
            collect(body, b, wanted, found);
        }
        // `c ? a : 1` holds if `c` does not or `a` does; `c ? 1 : b` if `c` or `b` does.
        ExprKind::Cond(c, a, b) if constant(b) == Some(wanted) => {
            collect(body, c, false, found);
            collect(body, a, wanted, found);
        }
        ExprKind::Cond(c, a, b) if constant(a) == Some(wanted) => {
            collect(body, c, true, found);
            collect(body, b, wanted, found);
        }
        _ => found.push((expr, wanted)),
    }
}

/// Whether an expression is 0 or 1 by its form.
fn is_truth(body: &Body, expr: ExprId) -> bool {
    match body.exprs[expr].kind {
        ExprKind::Unary(UnaryOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Cast(a) => is_truth(body, a),
        ExprKind::Cond(_, a, b) => is_truth(body, a) && is_truth(body, b),
        _ => false,
    }
}

/// The test that decides whether the run fails, and the step up to which it must come: the failing check or,
/// where that fails in any case (`reach_error()`), the branch that led to it.
pub fn deciding(unrolling: &Unrolling, terms: &TermStore, run: &Run) -> Option<(StepId, Interest)> {
    let end = run.end?;
    let step = &unrolling.steps[end];
    let StepKind::Check { cond, .. } = step.kind else { return None };
    if terms.as_bool(cond) != Some(false) {
        let interest = Interest { function: unrolling.function_of(step), instr: step.instr, wanted: true };
        return Some((end, interest));
    }
    let callers = callers(unrolling, step.frame);
    let branches = run.executed_steps().filter(|&id| id < end && callers.contains(&unrolling.steps[id].frame));
    let branch = branches.filter(|&id| matches!(unrolling.steps[id].kind, StepKind::Branch { .. })).last()?;
    let step = &unrolling.steps[branch];
    let wanted = run.values[branch] == 0;
    Some((branch, Interest { function: unrolling.function_of(step), instr: step.instr, wanted }))
}

/// The activations that a step's activation was called from, itself included.
fn callers(unrolling: &Unrolling, frame: FrameId) -> Vec<FrameId> {
    let mut chain = vec![frame];
    let mut at = frame;
    while let Some((caller, _)) = unrolling.frames[at].caller {
        chain.push(caller);
        at = caller;
    }
    chain
}

/// The branch at which a passing run leaves the failing one so early that it is spared most of its decisions:
/// such a run says little about them. At least half of them, and more than one. What the library decides is not counted.
pub fn evading(program: &Program, unrolling: &Unrolling, failing: &Sample, passing: &Sample) -> Option<StepId> {
    let is_decision = |id: &StepId| {
        let step = &unrolling.steps[*id];
        let is_users = program.functions[unrolling.function_of(step)].origin == Origin::User;
        is_users && matches!(step.kind, StepKind::Branch { .. } | StepKind::Switch { .. })
    };
    let decisions: Vec<StepId> = failing.run.executed_steps().filter(is_decision).collect();
    let spared = decisions.iter().filter(|&&id| !passing.reaches[id]).count();
    if spared < 2 || 2 * spared < decisions.len() {
        return None;
    }
    let is_branch = |id: &StepId| matches!(unrolling.steps[*id].kind, StepKind::Branch { .. });
    let parts = |id: &StepId| passing.reaches[*id] && passing.run.values[*id] != failing.run.values[*id];
    decisions.into_iter().find(|id| is_branch(id) && parts(id))
}

/// The branch at which a passing run leaves the failing one only to end: after it nothing is decided, asked for or called
/// any more. So do filters of inputs.
pub fn giving_up(program: &Program, unrolling: &Unrolling, failing: &Sample, passing: &Sample) -> Option<StepId> {
    let is_users = |id: StepId| program.functions[unrolling.function_of(&unrolling.steps[id])].origin == Origin::User;
    let is_decision = |id: &StepId| {
        matches!(unrolling.steps[*id].kind, StepKind::Branch { .. } | StepKind::Switch { .. }) && is_users(*id)
    };
    let differs = |id: &StepId| passing.reaches[*id] && passing.run.values[*id] != failing.run.values[*id];
    let parting = failing.run.executed_steps().filter(is_decision).find(differs)?;
    let is_work = |id: &StepId| match &unrolling.steps[*id].kind {
        StepKind::Branch { .. } | StepKind::Switch { .. } | StepKind::Input { .. } => is_users(*id),
        StepKind::Enter { callee } => program.functions[unrolling.frames[*callee].function].origin == Origin::User,
        StepKind::Storage { .. }
        | StepKind::Allocate { .. }
        | StepKind::Free { .. }
        | StepKind::Output { .. }
        | StepKind::Assign { .. }
        | StepKind::Merge { .. }
        | StepKind::Assume { .. }
        | StepKind::Check { .. }
        | StepKind::Leave { .. }
        | StepKind::Halt
        | StepKind::Cut { .. }
        | StepKind::Unsupported { .. } => false,
    };
    // Whoever comes to the check has not given up.
    let comes_there = failing.run.end.is_some_and(|end| passing.run.executed[end]);
    let is_branch = matches!(unrolling.steps[parting].kind, StepKind::Branch { .. }) && !comes_there;
    let works = passing.run.executed_steps().filter(|&id| id > parting).any(|id| is_work(&id));
    (is_branch && !works).then_some(parting)
}

/// The steps that stand for the same place of the program as `step`, itself among them: the same instruction, called
/// the same way, in any round of any loop. Of a rule that an instruction keeps by itself there is no check: so all that
/// the instruction does counts, unless it is an assertion.
pub fn same_place(program: &Program, unrolling: &Unrolling, step: StepId) -> Vec<StepId> {
    let way = |id: StepId| {
        let of = &unrolling.steps[id];
        let mut way = vec![(unrolling.function_of(of), of.instr)];
        let mut at = of.frame;
        while let Some((caller, instr)) = unrolling.frames[at].caller {
            way.push((unrolling.frames[caller].function, instr));
            at = caller;
        }
        way
    };
    let wanted = way(step);
    let kind = |id: StepId| std::mem::discriminant(&unrolling.steps[id].kind);
    let body = program.functions[unrolling.function_of(&unrolling.steps[step])].body.as_ref();
    let is_check = matches!(unrolling.steps[step].kind, StepKind::Check { .. });
    let is_rule = is_check
        && !body.is_some_and(|body| matches!(body.instrs[unrolling.steps[step].instr].kind, InstrKind::Assert { .. }));
    let is_same = |id: &StepId| {
        unrolling.steps[*id].instr == unrolling.steps[step].instr
            && (is_rule || kind(*id) == kind(step))
            && way(*id) == wanted
    };
    unrolling.steps.ids().filter(is_same).collect()
}

/// The last branch on the failing run's way to `step` that `other` takes differently: what `step` depends on.
pub fn parting(unrolling: &Unrolling, run: &Run, step: StepId, reaches: impl Fn(StepId) -> bool) -> Option<StepId> {
    let callers = callers(unrolling, unrolling.steps[step].frame);
    let on_the_way = run.executed_steps().filter(|&id| id < step && callers.contains(&unrolling.steps[id].frame));
    // The first branch from which the other run does not go on to the step, though it comes to the branch.
    let branches = on_the_way.filter(|&id| {
        matches!(unrolling.steps[id].kind, StepKind::Branch { .. } | StepKind::Switch { .. }) && reaches(id)
    });
    branches.last()
}
