//! Changes of operands: exchanged with each other, moved by a number, or left out.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind};
use whyc_ir::program::{Body, Program};
use whyc_ir::types::{Type, TypeId};

use super::changes::{Change, NewKind};
use super::formula;
use super::text;
use super::vocabulary::{Vocabulary, is_condition};

/// `b - a` for `a - b`, likewise for the other operators that make a difference. A comparison is not among them:
/// `b < a` is `a > b`, which another operator gives.
pub fn exchanged(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    body: &Body,
    (id, op): (ExprId, BinaryOp),
    (a, b): (ExprId, ExprId),
) -> Option<Change> {
    let is_meant = matches!(op, BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr);
    if !is_meant || body.exprs[a].ty != body.exprs[b].ty {
        return None;
    }
    let new = with_exchanged(program, vocabulary, body.exprs[id].span, &body.exprs[a], &body.exprs[b])?;
    let kind = NewKind::Is(ExprKind::Binary(op, b, a));
    Some(Change { expr: id, kind, span: body.exprs[id].span, new })
}

/// `c ? b : a` for `c ? a : b`. The opposite of `c` does the same, but only where `c` is what may be wrong.
pub fn exchanged_arms(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    body: &Body,
    id: ExprId,
    (c, a, b): (ExprId, ExprId, ExprId),
) -> Option<Change> {
    let new = with_exchanged(program, vocabulary, body.exprs[id].span, &body.exprs[a], &body.exprs[b])?;
    let kind = NewKind::Is(ExprKind::Cond(c, b, a));
    Some(Change { expr: id, kind, span: body.exprs[id].span, new })
}

/// The text of an expression in which two parts have changed places.
fn with_exchanged(program: &Program, vocabulary: &Vocabulary<'_>, whole: Span, a: &Expr, b: &Expr) -> Option<String> {
    let (first, second) = (a.span, b.span);
    let is_inside = |span: Span| span.file == whole.file && whole.start <= span.start && span.end <= whole.end;
    if !is_inside(first) || !is_inside(second) || first.end > second.start {
        return None;
    }
    let text = |span: Span| program.sources.text(span);
    let (x, y) = (text(first), text(second));
    if x == y
        || !vocabulary.names.can_move(text(whole))
        || !vocabulary.names.can_move(x)
        || !vocabulary.names.can_move(y)
    {
        return None;
    }
    let before = text(Span { end: first.start, ..whole });
    let between = text(Span { start: first.end, end: second.start, ..whole });
    let after = text(Span { start: second.end, ..whole });
    Some(format!("{before}{}{between}{}{after}", text::operand(y), text::operand(x)))
}

/// `a` for `a + b`, `a && b` and the like, and `b` where that means something.
pub fn left_out(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    body: &Body,
    id: ExprId,
    (a, b): (ExprId, ExprId),
) -> Vec<Change> {
    let whole = &body.exprs[id];
    let (is_logical, can_be_right) = match whole.kind {
        ExprKind::And(..) | ExprKind::Or(..) => (true, true),
        ExprKind::Binary(op, ..) if op.is_comparison() => return Vec::new(),
        ExprKind::Binary(op, ..) => (false, matches!(op, BinaryOp::Add | BinaryOp::Mul)),
        _ => return Vec::new(),
    };
    let kept = if can_be_right { vec![a, b] } else { vec![a] };
    let fits = |&part: &ExprId| {
        let part = &body.exprs[part];
        let is_there = part.span != whole.span && vocabulary.names.can_move(program.sources.text(part.span));
        let is_same = if is_logical { is_condition(&part.kind) } else { part.ty == whole.ty };
        is_there && is_same && vocabulary.names.can_move(program.sources.text(whole.span))
    };
    let change = |part: ExprId| {
        let (written, around) = (program.sources.text(body.exprs[part].span), program.sources.text(whole.span));
        let binds_as_well = is_logical && text::binding(written) >= text::binding(around);
        let new = if binds_as_well { written.to_owned() } else { text::operand(written) };
        Change { expr: id, kind: NewKind::Is(body.exprs[part].kind.clone()), span: whole.span, new }
    };
    kept.into_iter().filter(fits).map(change).collect()
}

/// Whether `a op b` is a roundabout way to say `a`, `b` or zero, or nothing at all.
pub fn is_idle(body: &Body, op: BinaryOp, (a, b): (ExprId, ExprId)) -> bool {
    let number = |expr: ExprId| match body.exprs[expr].kind {
        ExprKind::Int(bits) => Some(bits),
        _ => None,
    };
    match op {
        BinaryOp::Add => number(a) == Some(0) || number(b) == Some(0),
        BinaryOp::Sub => number(b) == Some(0),
        BinaryOp::Mul => [number(a), number(b)].iter().any(|it| matches!(it, Some(0 | 1))),
        BinaryOp::Div | BinaryOp::Rem => matches!(number(b), Some(0 | 1)),
        _ => false,
    }
}

/// By what the right side of a comparison is moved.
pub enum Offsets {
    /// One more and one less.
    One,
    /// The other numbers of the program.
    Numbers,
}

/// `a < b - 1` for `a < b`: the right side of a comparison, moved. Where that is another comparison of the same sides
/// (`a < b + 1` is `a <= b`), or another number, the simpler change does it.
pub fn moved(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    body: &Body,
    (op, b): (BinaryOp, ExprId),
    offsets: Offsets,
) -> Vec<Change> {
    let expr = &body.exprs[b];
    let written = program.sources.text(expr.span);
    let is_number = matches!(program.types.get(expr.ty), Type::Int(_)) && !matches!(expr.kind, ExprKind::Int(_));
    if !op.is_comparison() || !is_number || !vocabulary.names.can_move(written) {
        return Vec::new();
    }
    let simpler = match op {
        BinaryOp::Lt | BinaryOp::Ge => Some(1),
        BinaryOp::Le | BinaryOp::Gt => Some(-1),
        _ => None,
    };
    let numbers = match offsets {
        Offsets::One => vec![1, -1],
        Offsets::Numbers => {
            let numbers = vocabulary.numbers(program, expr.ty).into_iter().filter(|&number| number > 1);
            numbers.flat_map(|number| [number, -number]).collect()
        }
    };
    let numbers = numbers.into_iter().filter(|&number| Some(number) != simpler);
    numbers.filter_map(|number| offset(program, (b, expr), written, number)).collect()
}

fn offset(program: &Program, (id, expr): (ExprId, &Expr), written: &str, number: i128) -> Option<Change> {
    let (op, sign) = if number < 0 { (BinaryOp::Sub, '-') } else { (BinaryOp::Add, '+') };
    let bits = formula::bits(program, expr.ty, number.checked_abs()?)?;
    let kind = NewKind::Moved(op, bits);
    let new = format!("{} {sign} {}", text::operand(written), number.abs());
    Some(Change { expr: id, kind, span: expr.span, new })
}

/// `copy op number`
pub fn with_number(body: &mut Body, op: BinaryOp, copy: ExprId, (bits, ty, span): (u128, TypeId, Span)) -> ExprKind {
    let number = body.exprs.push(Expr { kind: ExprKind::Int(bits), ty, span, component: None });
    ExprKind::Binary(op, copy, number)
}
