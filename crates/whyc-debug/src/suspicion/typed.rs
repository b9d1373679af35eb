//! Conditions that the types of their variables decide: `x >= 0` of what has no sign.

use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::program::{Body, Program};
use whyc_ir::types::{Type, TypeId};
use whyc_term::word;

/// Whether a condition about variables is true whatever they are, and can be seen to be by their types.
pub fn is_always(program: &Program, body: &Body, cond: ExprId) -> bool {
    reads(body, cond) && truth(program, body, cond) == Some(true)
}

/// Whether a variable is read.
fn reads(body: &Body, expr: ExprId) -> bool {
    match body.exprs[expr].kind {
        ExprKind::Load(_) => true,
        ExprKind::Cast(a) | ExprKind::Unary(_, a) => reads(body, a),
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => reads(body, a) || reads(body, b),
        _ => false,
    }
}

/// What a condition is for all values that its variables can have.
fn truth(program: &Program, body: &Body, expr: ExprId) -> Option<bool> {
    match body.exprs[expr].kind {
        ExprKind::And(a, b) => match (truth(program, body, a), truth(program, body, b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ExprKind::Or(a, b) => match (truth(program, body, a), truth(program, body, b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Not, a) => truth(program, body, a).map(|it| !it),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            // The truth of a comparison, compared with zero.
            if let (ExprKind::Int(0), Some(is_so)) = (&body.exprs[b].kind, truth(program, body, a)) {
                return match op {
                    BinaryOp::Ne => Some(is_so),
                    BinaryOp::Eq => Some(!is_so),
                    _ => None,
                };
            }
            let [a, b] = [range(program, body, a)?, range(program, body, b)?];
            let (is_below, is_above) = (a.1 < b.0, a.0 > b.1);
            let decided = |yes: bool, no: bool| {
                if yes {
                    Some(true)
                } else if no {
                    Some(false)
                } else {
                    None
                }
            };
            match op {
                BinaryOp::Lt => decided(is_below, a.0 >= b.1),
                BinaryOp::Le => decided(a.1 <= b.0, is_above),
                BinaryOp::Gt => decided(is_above, a.1 <= b.0),
                BinaryOp::Ge => decided(a.0 >= b.1, is_below),
                BinaryOp::Ne => decided(is_below || is_above, false),
                BinaryOp::Eq => decided(false, is_below || is_above),
                _ => None,
            }
        }
        ExprKind::Cast(a) => truth(program, body, a),
        _ => None,
    }
}

/// Between which numbers an integer is.
fn range(program: &Program, body: &Body, expr: ExprId) -> Option<(i128, i128)> {
    let whole = of_type(program, body.exprs[expr].ty)?;
    Some(match body.exprs[expr].kind {
        ExprKind::Int(bits) => {
            let width = program.types.scalar_bits(body.exprs[expr].ty)?;
            let is_signed = program.types.is_signed(body.exprs[expr].ty);
            let value = if is_signed { word::to_signed(bits, width) } else { bits as i128 };
            (value, value)
        }
        ExprKind::Cast(a) => match range(program, body, a) {
            Some(a) if whole.0 <= a.0 && a.1 <= whole.1 => a,
            _ => whole,
        },
        ExprKind::Load(_) => whole,
        _ => return None,
    })
}

fn of_type(program: &Program, ty: TypeId) -> Option<(i128, i128)> {
    let width = program.types.scalar_bits(ty).filter(|&width| width <= 64)?;
    match program.types.get(ty) {
        Type::Int(_) if program.types.is_signed(ty) => Some((word::signed_min(width), word::signed_max(width))),
        Type::Int(_) => Some((0, word::ones(width) as i128)),
        _ => None,
    }
}
