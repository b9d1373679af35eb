//! The operators on `float` and `double`, by the hardware, and all conversions between scalars.
//!
//! Operators yield `None` for operands that are no numbers.

use crate::expr::{BinaryOp, MathOp};

use super::code::Scalar;
use super::extended;
use super::value::{holds, number, signed, truncate};

/// The one NaN that operators make; the sign and payload that hardware gives differ from machine to machine.
pub(super) const NAN_32: u32 = 0x7FC0_0000;
pub(super) const NAN_64: u64 = 0x7FF8_0000_0000_0000;

fn float_bits(value: f32) -> u128 {
    u128::from(if value.is_nan() { NAN_32 } else { value.to_bits() })
}

fn double_bits(value: f64) -> u128 {
    u128::from(if value.is_nan() { NAN_64 } else { value.to_bits() })
}

/// The numbers as `double`s, which holds every `float` exactly.
fn widened(value: u128, scalar: Scalar) -> Option<f64> {
    match scalar {
        Scalar::Float => Some(f64::from(f32::from_bits(value as u32))),
        Scalar::Double => Some(f64::from_bits(value as u64)),
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) | Scalar::LongDouble(_) => None,
    }
}

/// `+ - * /`
pub(super) fn arith(op: BinaryOp, scalar: Scalar, a: u128, b: u128) -> Option<u128> {
    match scalar {
        Scalar::LongDouble(_) => extended::arith(op, a, b),
        Scalar::Float => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            Some(float_bits(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                _ => return None,
            }))
        }
        Scalar::Double => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            Some(double_bits(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                _ => return None,
            }))
        }
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) => None,
    }
}

/// The number with its sign flipped, NaN included: it is one bit.
pub(super) fn negate(scalar: Scalar, value: u128) -> Option<u128> {
    match scalar {
        Scalar::LongDouble(_) => Some(extended::negate(value)),
        _ => Some(value ^ 1 << (scalar.bits() - 1)),
    }
}

/// A comparison; NaN is unequal to everything and ordered with nothing.
pub(super) fn compare(op: BinaryOp, scalar: Scalar, a: u128, b: u128) -> Option<bool> {
    if matches!(scalar, Scalar::LongDouble(_)) {
        return Some(extended::compare(op, a, b));
    }
    Some(holds(op, widened(a, scalar)?.partial_cmp(&widened(b, scalar)?)))
}

/// Whether a scalar of any type is not zero.
#[inline]
pub(super) fn truth(scalar: Scalar, value: u128) -> Option<bool> {
    match scalar {
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) => Some(value != 0),
        Scalar::Float | Scalar::Double => widened(value, scalar).map(|value| value != 0.0),
        Scalar::LongDouble(_) => Some(extended::truth(value)),
    }
}

/// A conversion between scalar types.
#[inline]
pub(super) fn cast(from: Scalar, to: Scalar, value: u128) -> Option<u128> {
    match (from, to) {
        (Scalar::LongDouble(_), Scalar::LongDouble(_)) => Some(value),
        (_, Scalar::Bool) => truth(from, value).map(u128::from),
        (Scalar::LongDouble(_), _) => Some(extended::to_scalar(value, to)),
        (_, Scalar::LongDouble(_)) => Some(extended::from_scalar(from, value)),
        (Scalar::Float | Scalar::Double, _) => from_float(from, to, value),
        (Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_), _) => {
            Some(from_int(from, to, value))
        }
    }
}

#[inline]
fn from_int(from: Scalar, to: Scalar, value: u128) -> u128 {
    match (to, from.is_signed()) {
        (Scalar::Float, true) => float_bits(signed(value, from.bits()) as f32),
        (Scalar::Float, false) => float_bits(value as f32),
        (Scalar::Double, true) => double_bits(signed(value, from.bits()) as f64),
        (Scalar::Double, false) => double_bits(value as f64),
        (Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) | Scalar::LongDouble(_), _) => {
            truncate(number(value, from) as u128, to.bits())
        }
    }
}

fn from_float(from: Scalar, to: Scalar, value: u128) -> Option<u128> {
    let number = widened(value, from)?;
    Some(match to {
        Scalar::Float if from == Scalar::Float => value,
        Scalar::Double if from == Scalar::Double => value,
        Scalar::Float => float_bits(number as f32),
        Scalar::Double => double_bits(number),
        Scalar::Signed(_) | Scalar::Unsigned(_) | Scalar::Pointer(_) | Scalar::Bool | Scalar::LongDouble(_) => {
            to_int(number, to)
        }
    })
}

/// Whether a conversion gives what C says it gives: the whole part of a floating value fits the integer type.
pub(super) fn fits(from: Scalar, to: Scalar, value: u128) -> bool {
    if matches!(from, Scalar::LongDouble(_)) {
        return extended::fits(value, to);
    }
    let Some(number) = widened(value, from) else { return true };
    let whole = number.trunc();
    let bits = to.bits() as i32;
    let (low, high) = if to.is_signed() { (-2f64.powi(bits - 1), 2f64.powi(bits - 1)) } else { (0.0, 2f64.powi(bits)) };
    low <= whole && whole < high
}

/// What gcc's code does: one of two instructions that convert to signed 32 or 64 bits and give only the
/// top bit for everything that does not fit, then truncation. 128 bits are wide enough to saturate instead.
fn to_int(number: f64, to: Scalar) -> u128 {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    let convert_64 = |number: f64| {
        // Rust's `as` saturates and makes NaN zero.
        let inside = (-TWO_63..TWO_63).contains(&number);
        if inside { number as i64 } else { i64::MIN }
    };
    let convert_32 = |number: f64| {
        let whole = number.trunc();
        let inside = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&whole);
        if inside { whole as i32 } else { i32::MIN }
    };
    let bits = to.bits();
    let value = match (bits, to.is_signed()) {
        (128, true) => number as i128,
        (128, false) => number as u128 as i128,
        (64, false) if number >= TWO_63 => i128::from(convert_64(number - TWO_63) ^ i64::MIN),
        (64, _) | (32, false) => i128::from(convert_64(number)),
        _ => i128::from(convert_32(number)),
    };
    truncate(value as u128, bits)
}

/// A function on numbers. `b` is used by those on two.
pub(super) fn math(op: MathOp, scalar: Scalar, a: u128, b: u128) -> Option<u128> {
    if matches!(scalar, Scalar::LongDouble(_)) {
        return Some(extended::math(op, a, b));
    }
    let (x, y) = (widened(a, scalar)?, widened(b, scalar)?);
    let sign = 1u128 << (scalar.bits() - 1);
    // What is computed in `double` is exact here, or correctly rounded twice over, as square roots are.
    let rounded = |value: f64| match scalar {
        Scalar::Float => float_bits(value as f32),
        _ => double_bits(value),
    };
    let is_normal = match scalar {
        Scalar::Float => f32::from_bits(a as u32).is_normal(),
        _ => x.is_normal(),
    };
    Some(match op {
        MathOp::Abs => a & !sign,
        MathOp::CopySign => a & !sign | b & sign,
        MathOp::Sqrt if scalar == Scalar::Float => float_bits(f32::from_bits(a as u32).sqrt()),
        MathOp::Sqrt => rounded(x.sqrt()),
        MathOp::Floor => rounded(x.floor()),
        MathOp::Ceil => rounded(x.ceil()),
        MathOp::Trunc => rounded(x.trunc()),
        MathOp::Round => rounded(x.round()),
        MathOp::RoundEven | MathOp::Rint => rounded(x.round_ties_even()),
        MathOp::Min => {
            if x < y || y.is_nan() {
                a
            } else {
                b
            }
        }
        MathOp::Max => {
            if y < x || y.is_nan() {
                a
            } else {
                b
            }
        }
        MathOp::Rem => rounded(x % y),
        MathOp::Library(function) => match scalar {
            Scalar::Float => float_bits(function.of_floats(f32::from_bits(a as u32), f32::from_bits(b as u32))),
            _ => double_bits(function.of_doubles(x, y)),
        },
        MathOp::IsNan => u128::from(x.is_nan()),
        MathOp::IsInf => u128::from(x.is_infinite()),
        MathOp::IsFinite => u128::from(x.is_finite()),
        MathOp::IsNormal => u128::from(is_normal),
        MathOp::SignBit => u128::from(a & sign != 0),
    })
}
