//! An assertion taken apart: all of its clauses hold, and in each of them some part.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::program::Body;

/// A part of a clause: a condition, or that it is not so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The condition.
    pub expr: ExprId,
    /// Whether it should not be so.
    pub negated: bool,
}

/// At most so many parts are looked at in one clause.
const MANY_PARTS: usize = 8;

/// The clauses of a condition that have several parts, each once.
pub fn clauses(body: &Body, cond: ExprId) -> Vec<Vec<Part>> {
    let mut found = Vec::new();
    let mut todo = vec![Part { expr: cond, negated: false }];
    while let Some(part) = todo.pop() {
        let part = plain(body, part);
        match (&body.exprs[part.expr].kind, part.negated) {
            (&ExprKind::And(a, b), false) | (&ExprKind::Or(a, b), true) => {
                todo.extend([b, a].map(|expr| Part { expr, negated: part.negated }));
            }
            _ => {
                let clause = alternatives(body, part);
                if clause.len() > 1 && clause.len() <= MANY_PARTS {
                    found.push(clause);
                }
            }
        }
    }
    found
}

/// Whether a condition is false whatever happens, and can be seen to be: who asserts that wants the place not to be come to.
pub fn is_ruled_out(body: &Body, cond: ExprId) -> bool {
    let part = plain(body, Part { expr: cond, negated: false });
    let is_constant = |expr: ExprId, truth: bool| match body.exprs[expr].kind {
        ExprKind::Int(bits) => (bits != 0) == truth,
        // The address of something is not null.
        ExprKind::AddrOf(_) | ExprKind::FunctionAddr(_) => truth,
        _ => false,
    };
    match body.exprs[part.expr].kind {
        ExprKind::And(a, b) if !part.negated => is_ruled_out(body, a) || is_ruled_out(body, b),
        _ => is_constant(part.expr, part.negated),
    }
}

/// The parts of one clause, in the order in which they are written.
fn alternatives(body: &Body, of: Part) -> Vec<Part> {
    let mut found = Vec::new();
    let mut todo = vec![of];
    while let Some(part) = todo.pop() {
        let part = plain(body, part);
        match (&body.exprs[part.expr].kind, part.negated) {
            (&ExprKind::Or(a, b), false) | (&ExprKind::And(a, b), true) => {
                todo.extend([b, a].map(|expr| Part { expr, negated: part.negated }));
            }
            _ => found.push(part),
        }
    }
    found
}

/// The same without casts, negations and comparisons with zero of what is a truth already.
fn plain(body: &Body, mut part: Part) -> Part {
    let is_zero = |expr: ExprId| matches!(body.exprs[expr].kind, ExprKind::Int(0));
    loop {
        part.expr = match body.exprs[part.expr].kind {
            ExprKind::Cast(inner) => inner,
            ExprKind::Unary(UnaryOp::Not, inner) => {
                part.negated = !part.negated;
                inner
            }
            ExprKind::Binary(BinaryOp::Ne, inner, zero) if is_zero(zero) && is_truth(body, inner) => inner,
            ExprKind::Binary(BinaryOp::Eq, inner, zero) if is_zero(zero) && is_truth(body, inner) => {
                part.negated = !part.negated;
                inner
            }
            _ => return part,
        };
    }
}

/// Whether an expression is 0 or 1 whatever its operands are.
fn is_truth(body: &Body, expr: ExprId) -> bool {
    match body.exprs[expr].kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Cast(inner) => is_truth(body, inner),
        _ => false,
    }
}

/// Where what a clause presupposes stands: `a` of `!a || b`; none if it concludes nothing from anything.
pub fn presupposed(body: &Body, clause: &[Part]) -> Option<Span> {
    let spans: Vec<Span> = clause.iter().filter(|it| it.negated).map(|it| body.exprs[it.expr].span).collect();
    let (first, last) = (spans.first()?, spans.last()?);
    let concludes = clause.iter().any(|it| !it.negated);
    concludes.then_some(Span { end: last.end.max(first.end), ..*first })
}
