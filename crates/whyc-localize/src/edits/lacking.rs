//! A condition that is lacking: `e && x` or `e || x` for `e`.
//!
//! What `x` may be comes in rounds, the likelier one first, so that many places can be served before the unlikely is
//! tried for any: a variable that is used as a truth value; a condition that stands elsewhere; comparisons of variables with
//! what they are compared with elsewhere; any other comparison of a variable.

use rustc_hash::FxHashSet;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, PlaceBase, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, ComponentKind, FunctionId, LocalKind, Program};
use whyc_ir::types::{IntKind, Type};

use super::changes::{Change, NewKind};
use super::formula::{COMPARISONS, Formula, is_compared_as_it_is};
use super::text::Connective;
use super::vocabulary::{Variable, Vocabulary, in_scope, is_condition, variable, variables_of};
use whyc_debug::show;

/// How many rounds there are.
pub const ROUNDS: usize = 4;
/// The first rounds take what the program itself asks. The others take what comes along, and are worth something only
/// where the runs can tell it from anything else.
pub const GUIDED_ROUNDS: usize = 2;

/// Whether a condition can be added to an expression, and it is nothing but a truth value.
pub fn can_be_joined(program: &Program, vocabulary: &Vocabulary<'_>, function: FunctionId, id: ExprId) -> bool {
    let Some(body) = &program.functions[function].body else { return false };
    let expr = &body.exprs[id];
    let is_int = matches!(program.types.get(expr.ty), Type::Int(IntKind::Int));
    let role = expr.component.map(|component| program.components[component].kind);
    let is_truth = match role {
        Some(ComponentKind::Operand) => true,
        Some(ComponentKind::Condition) => !is_switched_on(body, id),
        _ => is_condition(&expr.kind) || is_joined_elsewhere(program, function, body, expr),
    };
    let is_constant = matches!(expr.kind, ExprKind::Int(_));
    is_int && is_truth && !is_constant && vocabulary.names.can_move(program.sources.text(expr.span))
}

fn is_switched_on(body: &Body, id: ExprId) -> bool {
    body.instrs.iter().any(|instr| matches!(&instr.kind, InstrKind::Switch { value, .. } if *value == id))
}

/// Whether it is the result of `a && b()`, which is computed in several steps.
fn is_joined_elsewhere(program: &Program, function: FunctionId, body: &Body, expr: &Expr) -> bool {
    let Some(PlaceBase::Local(local)) = variable(body, expr) else { return false };
    if program.functions[function].locals[local].kind != LocalKind::Temporary {
        return false;
    }
    let mut values = body.assigned(local).map(|value| &body.exprs[value].kind).peekable();
    values.peek().is_some() && values.all(|value| is_condition(value) || matches!(value, ExprKind::Int(0 | 1)))
}

/// The conditions that may be lacking at a place, those of one round.
pub fn conditions(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    (function, id): (FunctionId, ExprId),
    round: usize,
) -> Vec<Formula> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let known = in_scope(program, function, body.exprs[id].span);
    match round {
        0 => truths(program, vocabulary, function, &known),
        1 => written(program, vocabulary, function, &known),
        2 => nearby(program, vocabulary, &known),
        _ => comparisons(program, vocabulary, &known),
    }
}

/// `v` and `!v`, for what is used as a truth value.
fn truths(program: &Program, vocabulary: &Vocabulary<'_>, function: FunctionId, known: &[Variable]) -> Vec<Formula> {
    let is_scalar = |v: &&Variable| matches!(program.types.get(v.ty), Type::Bool | Type::Int(_));
    let used = known.iter().filter(is_scalar).filter(|v| vocabulary.is_truth(function, v.base));
    used.flat_map(|v| {
        let value = Formula::Variable(v.clone());
        [value.clone(), Formula::Not(Box::new(value))]
    })
    .collect()
}

/// What stands elsewhere, and the same with its comparison mirrored at zero: `v >= -600` for `v <= 600`.
fn written(program: &Program, vocabulary: &Vocabulary<'_>, here: FunctionId, known: &[Variable]) -> Vec<Formula> {
    let is_known = |&&(function, id): &&(FunctionId, ExprId)| {
        variables_of(program, function, id).iter().all(|base| match base {
            PlaceBase::Local(_) => function == here && known.iter().any(|v| v.base == *base),
            PlaceBase::Global(_) | PlaceBase::Deref(_) => known.iter().any(|v| v.base == *base),
        })
    };
    let fitting: Vec<&(FunctionId, ExprId)> = vocabulary.conditions.iter().filter(is_known).collect();
    let as_they_are = fitting.iter().map(|&&(function, id)| Formula::Written(function, id));
    let mirrored = fitting.iter().filter_map(|&&(function, id)| {
        let (base, op, number) = with_number(program, function, id)?;
        let v = known.iter().find(|v| v.base == base)?;
        (number != 0).then(|| Formula::with_number(v, mirror(op), number.checked_neg().unwrap_or(number)))
    });
    as_they_are.chain(mirrored).collect()
}

/// A comparison of a variable with a number.
fn with_number(program: &Program, function: FunctionId, id: ExprId) -> Option<(PlaceBase, BinaryOp, i128)> {
    let body = program.functions[function].body.as_ref()?;
    let ExprKind::Binary(op, a, b) = body.exprs[id].kind else { return None };
    let left = variable(body, &body.exprs[a]);
    let right = variable(body, &body.exprs[b]);
    match (left, right) {
        (Some(base), _) if op.is_comparison() => Some((base, op, number(program, body, b)?)),
        (_, Some(base)) if op.is_comparison() => Some((base, mirror(op), number(program, body, a)?)),
        _ => None,
    }
}

fn number(program: &Program, body: &Body, id: ExprId) -> Option<i128> {
    let expr = &body.exprs[id];
    match (&expr.kind, program.types.get(expr.ty)) {
        (ExprKind::Int(bits), Type::Int(kind)) => Some(show::signed(*kind, *bits)),
        (ExprKind::Unary(UnaryOp::Neg, a), _) => number(program, body, *a)?.checked_neg(),
        _ => None,
    }
}

/// The comparison with its sides exchanged, which is also the one with both sides negated.
fn mirror(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// Variables alone, and compared in any way with the numbers they are compared with elsewhere.
fn nearby(program: &Program, vocabulary: &Vocabulary<'_>, known: &[Variable]) -> Vec<Formula> {
    let numbers: Vec<_> =
        vocabulary.conditions.iter().filter_map(|&(function, id)| with_number(program, function, id)).collect();
    let mut found = Vec::new();
    let known = || known.iter().filter(|v| is_compared_as_it_is(program, v.ty));
    for v in known() {
        found.extend([BinaryOp::Ne, BinaryOp::Eq].map(|op| Formula::with_number(v, op, 0)));
    }
    for v in known() {
        let mut seen = FxHashSet::default();
        for &(_, _, number) in numbers.iter().filter(|(base, ..)| *base == v.base) {
            if seen.insert(number) {
                found.extend(COMPARISONS.map(|(op, _)| Formula::with_number(v, op, number)));
            }
        }
    }
    found
}

/// Variables compared with each other and with all numbers of the program and their opposites.
fn comparisons(program: &Program, vocabulary: &Vocabulary<'_>, known: &[Variable]) -> Vec<Formula> {
    let known: Vec<&Variable> = known.iter().filter(|v| is_compared_as_it_is(program, v.ty)).collect();
    let mut found = Vec::new();
    for (k, v) in known.iter().enumerate() {
        for w in known[k + 1..].iter().filter(|w| w.ty == v.ty) {
            found.extend(COMPARISONS.map(|(op, _)| Formula::with_variable(v, op, w)));
        }
    }
    for v in &known {
        let numbers = vocabulary.numbers(program, v.ty);
        let opposites = numbers.iter().filter_map(|number| number.checked_neg());
        let mut seen = FxHashSet::default();
        for number in numbers.iter().copied().chain(opposites).filter(|&number| seen.insert(number)) {
            found.extend(COMPARISONS.map(|(op, _)| Formula::with_number(v, op, number)));
        }
    }
    found
}

/// An expression joined with a condition.
pub fn joined(
    program: &Program,
    (function, id): (FunctionId, ExprId),
    connective: Connective,
    condition: Formula,
) -> Option<Change> {
    let body = program.functions[function].body.as_ref()?;
    let span = body.exprs[id].span;
    let text = condition.text(program);
    // What is asked already need not be asked again.
    if program.sources.text(span) == text {
        return None;
    }
    let whole = &program.sources.file(span.file).text;
    let new = connective.join(whole, span.start as usize..span.end as usize, &text);
    Some(Change { expr: id, kind: NewKind::Joined(connective, condition), span, new })
}
