//! C's operators on numbers. What is undefined has no value.

use std::cmp::Ordering;

use whyc_ir::expr::BinaryOp;
use whyc_ir::types::{FloatKind, IntKind};

use super::Refusal;
use super::convert::{Number, common, computable, floated, promoted, to_bits, wrapped};

/// `a op b`.
pub fn binary(op: BinaryOp, a: Number, b: Number) -> Result<Number, Refusal> {
    if let BinaryOp::Shl | BinaryOp::Shr = op {
        return shift(op, a, b);
    }
    match (a, b) {
        (Number::Int(x, a), Number::Int(y, b)) => {
            let kind = computable(common(computable(a)?, computable(b)?))?;
            whole(op, wrapped(x, kind), wrapped(y, kind), kind)
        }
        _ => {
            let is_double = |it| matches!(it, Number::Float(_, FloatKind::Double));
            let kind = if is_double(a) || is_double(b) { FloatKind::Double } else { FloatKind::Float };
            float(op, floated(a, kind), floated(b, kind), kind)
        }
    }
}

fn whole(op: BinaryOp, x: i128, y: i128, kind: IntKind) -> Result<Number, Refusal> {
    if op.is_comparison() {
        return Ok(Number::Int(i128::from(holds(op, Some(x.cmp(&y)))), IntKind::Int));
    }
    if let (BinaryOp::Div | BinaryOp::Rem, 0) = (op, y) {
        return Err("division by zero".to_owned());
    }
    let overflow = || format!("overflows {}: it is undefined", kind.name());
    let exact = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        // Two numbers without sign may have a product of 128 bits; what counts of it is the same with one.
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::Div => x / y,
        BinaryOp::Rem if kind.is_signed() && wrapped(x / y, kind) != x / y => return Err(overflow()),
        BinaryOp::Rem => x % y,
        BinaryOp::BitAnd => x & y,
        BinaryOp::BitOr => x | y,
        BinaryOp::BitXor => x ^ y,
        _ => return Err("this operator is not known here".to_owned()),
    };
    let value = wrapped(exact, kind);
    if kind.is_signed() && value != exact { Err(overflow()) } else { Ok(Number::Int(value, kind)) }
}

fn float(op: BinaryOp, x: f64, y: f64, kind: FloatKind) -> Result<Number, Refusal> {
    if op.is_comparison() {
        return Ok(Number::Int(i128::from(holds(op, x.partial_cmp(&y))), IntKind::Int));
    }
    let narrow = |wide: f64, single: f32| if kind == FloatKind::Float { f64::from(single) } else { wide };
    let (a, b) = (x as f32, y as f32);
    let value = match op {
        BinaryOp::Add => narrow(x + y, a + b),
        BinaryOp::Sub => narrow(x - y, a - b),
        BinaryOp::Mul => narrow(x * y, a * b),
        BinaryOp::Div => narrow(x / y, a / b),
        _ => return Err("this operator is for whole numbers".to_owned()),
    };
    Ok(Number::Float(value, kind))
}

fn shift(op: BinaryOp, a: Number, b: Number) -> Result<Number, Refusal> {
    let (Number::Int(x, kind), Number::Int(count, _)) = (a, b) else {
        return Err("this operator is for whole numbers".to_owned());
    };
    let kind = promoted(computable(kind)?);
    if count < 0 || count >= i128::from(kind.bits()) {
        return Err(format!("a shift of {} by {count} is undefined", kind.name()));
    }
    let exact = match op {
        BinaryOp::Shl if x < 0 => return Err("a shift of a negative number to the left is undefined".to_owned()),
        // No more than 64 bits, moved by fewer than 64.
        BinaryOp::Shl => x.wrapping_shl(count as u32),
        _ => x >> count,
    };
    let value = wrapped(exact, kind);
    if kind.is_signed() && value != exact {
        return Err(format!("overflows {}: it is undefined", kind.name()));
    }
    Ok(Number::Int(value, kind))
}

/// Whether a comparison holds for operands in this order; none where they have none.
pub fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Lt => order.is_some_and(Ordering::is_lt),
        BinaryOp::Le => order.is_some_and(Ordering::is_le),
        BinaryOp::Gt => order.is_some_and(Ordering::is_gt),
        BinaryOp::Ge => order.is_some_and(Ordering::is_ge),
        BinaryOp::Eq => order.is_some_and(Ordering::is_eq),
        _ => order.is_none_or(Ordering::is_ne),
    }
}

/// Whether a number is not zero.
pub fn is_true(number: Number) -> bool {
    match number {
        Number::Int(value, kind) => to_bits(Number::Int(value, kind)) != 0,
        Number::Float(value, _) => value != 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i128) -> Number {
        Number::Int(value, IntKind::Int)
    }

    #[test]
    fn types_meet_as_in_c() {
        let minus_one_less_than_one = binary(BinaryOp::Lt, int(-1), Number::Int(1, IntKind::UInt));
        assert_eq!(minus_one_less_than_one, Ok(int(0)), "-1 < 1u is false in C");
        let sum = binary(BinaryOp::Add, Number::Int(200, IntKind::UChar), Number::Int(100, IntKind::UChar));
        assert_eq!(sum, Ok(int(300)), "small types become int");
        let wide = binary(BinaryOp::Add, int(-1), Number::Int(1 << 32, IntKind::Long));
        assert_eq!(wide, Ok(Number::Int((1 << 32) - 1, IntKind::Long)));
        let largest = Number::Int(i128::from(u64::MAX), IntKind::ULong);
        assert_eq!(binary(BinaryOp::Mul, largest, largest), Ok(Number::Int(1, IntKind::ULong)), "it wraps");
    }

    #[test]
    fn what_is_undefined_has_no_value() {
        let max = int(i128::from(i32::MAX));
        let min = int(i128::from(i32::MIN));
        for (op, a, b) in [
            (BinaryOp::Add, max, int(1)),
            (BinaryOp::Mul, max, int(2)),
            (BinaryOp::Div, int(1), int(0)),
            (BinaryOp::Div, min, int(-1)),
            (BinaryOp::Rem, min, int(-1)),
            (BinaryOp::Shl, int(1), int(31)),
            (BinaryOp::Shl, int(1), int(32)),
            (BinaryOp::Shl, int(-1), int(1)),
        ] {
            assert!(binary(op, a, b).is_err(), "{op:?} {a:?} {b:?}");
        }
        assert_eq!(binary(BinaryOp::Shr, int(-8), int(1)), Ok(int(-4)));
        assert_eq!(binary(BinaryOp::Div, int(-7), int(2)), Ok(int(-3)));
        assert_eq!(binary(BinaryOp::Rem, int(-7), int(2)), Ok(int(-1)));
    }
}
