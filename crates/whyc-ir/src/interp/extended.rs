//! `long double`: the 80-bit format of x87, in software.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::expr::{BinaryOp, MathOp};

use super::code::Scalar;
use super::value::{holds, signed, truncate};

/// The positive quiet NaN without payload, the only one that operators make.
const NAN: u128 = 0x7FFF_C000_0000_0000_0000;
const SIGN: u128 = 1 << 79;
/// The other bits of the sixteen bytes mean nothing.
const MEANING: u128 = (1 << 80) - 1;

/// The leading bit of the significand is implied by the exponent; encodings in which it is wrong are read as if it
/// were right.
fn canonical(bits: u128) -> u128 {
    let leading = 1 << 63;
    let bits = bits & MEANING;
    if bits >> 64 & 0x7FFF == 0 { bits & !leading } else { bits | leading }
}

pub(super) fn number(bits: u128) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(canonical(bits))
}

pub(super) fn bits(value: X87DoubleExtended) -> u128 {
    if value.is_nan() { NAN } else { value.to_bits() }
}

/// `+ - * /`
pub(super) fn arith(op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (number(a), number(b));
    Some(bits(match op {
        BinaryOp::Add => (a + b).value,
        BinaryOp::Sub => (a - b).value,
        BinaryOp::Mul => (a * b).value,
        BinaryOp::Div => (a / b).value,
        _ => return None,
    }))
}

/// The number with its sign flipped.
pub(super) fn negate(value: u128) -> u128 {
    canonical(value) ^ SIGN
}

/// A comparison.
pub(super) fn compare(op: BinaryOp, a: u128, b: u128) -> bool {
    holds(op, number(a).partial_cmp(&number(b)))
}

/// Whether it is not zero.
pub(super) fn truth(value: u128) -> bool {
    !number(value).is_zero()
}

/// A conversion from another scalar type that is not `long double`.
pub(super) fn from_scalar(from: Scalar, value: u128) -> u128 {
    let mut loses = false;
    bits(match from {
        Scalar::Float => Single::from_bits(value).convert(&mut loses).value,
        Scalar::Double => Double::from_bits(value).convert(&mut loses).value,
        Scalar::Signed(width) => {
            let number = signed(value, u32::from(width));
            X87DoubleExtended::from_i128(number).value
        }
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Pointer(_) | Scalar::LongDouble(_) => {
            X87DoubleExtended::from_u128(value).value
        }
    })
}

/// A conversion to another scalar type that is not `long double` and not `_Bool`. As in C, without the fraction;
/// what does not fit gives what x87's instructions give: the top bit alone.
pub(super) fn to_scalar(value: u128, to: Scalar) -> u128 {
    let x = number(value);
    let mut loses = false;
    match to {
        Scalar::Float => {
            let single: Single = x.convert(&mut loses).value;
            if single.is_nan() { 0x7FC0_0000 } else { single.to_bits() }
        }
        Scalar::Double => {
            let double: Double = x.convert(&mut loses).value;
            if double.is_nan() { 0x7FF8_0000_0000_0000 } else { double.to_bits() }
        }
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) | Scalar::LongDouble(_) => {
            to_int(x, to.bits(), to.is_signed())
        }
    }
}

/// Whether its whole part fits an integer type.
pub(super) fn fits(value: u128, to: Scalar) -> bool {
    let (x, width) = (number(value), to.bits() as usize);
    let status = if to.is_signed() { x.to_i128(width).status } else { x.to_u128(width).status };
    !status.contains(Status::INVALID_OP)
}

/// As [`super::float`] does for `double`: one of the instructions for signed 32 or 64 bits, then truncation.
fn to_int(x: X87DoubleExtended, width: u32, is_signed: bool) -> u128 {
    let whole = x.round_to_integral(Round::TowardZero).value;
    let exact = |limit: u32| {
        let within = !x.is_nan() && !x.is_infinite();
        let number: i128 = if within { whole.to_i128(128).value } else { i128::MIN };
        let (low, high) = (-(1i128 << (limit - 1)), (1i128 << (limit - 1)) - 1);
        if (low..=high).contains(&number) { number } else { low }
    };
    let two_63 = X87DoubleExtended::from_u128(1 << 63).value;
    let value = match (width, is_signed) {
        (128, true) => whole.to_i128(128).value,
        (128, false) => whole.to_u128(128).value as i128,
        (64, false) if x.partial_cmp(&two_63).is_some_and(std::cmp::Ordering::is_ge) => {
            let rest = to_int((x - two_63).value, 64, true) as u64;
            i128::from(rest ^ 1 << 63)
        }
        (64, _) | (32, false) => exact(64),
        _ => exact(32),
    };
    truncate(value as u128, width)
}

/// A function on numbers; `b` is used by those on two.
pub(super) fn math(op: MathOp, a: u128, b: u128) -> u128 {
    let (a, b) = (canonical(a), canonical(b));
    let (x, y) = (number(a), number(b));
    let integral = |how| bits(x.round_to_integral(how).value);
    match op {
        MathOp::Abs => a & !SIGN,
        MathOp::CopySign => a & !SIGN | b & SIGN,
        MathOp::Floor => integral(Round::TowardNegative),
        MathOp::Ceil => integral(Round::TowardPositive),
        MathOp::Trunc => integral(Round::TowardZero),
        MathOp::Round => integral(Round::NearestTiesToAway),
        MathOp::RoundEven | MathOp::Rint => integral(Round::NearestTiesToEven),
        MathOp::Min if x < y || y.is_nan() => a,
        MathOp::Max if y < x || y.is_nan() => a,
        MathOp::Min | MathOp::Max => b,
        MathOp::Rem => bits(x.c_fmod(y).value),
        MathOp::IsNan => u128::from(x.is_nan()),
        MathOp::IsInf => u128::from(x.is_infinite()),
        MathOp::IsFinite => u128::from(x.is_finite()),
        MathOp::IsNormal => u128::from(x.is_normal()),
        MathOp::SignBit => u128::from(a & SIGN != 0),
        MathOp::Sqrt => square_root(a),
        MathOp::Library(_) => unreachable!("functions of the library should be on `float` or `double`"),
    }
}

/// The nearest number to the square root, by integers.
fn square_root(a: u128) -> u128 {
    let x = number(a);
    if x.is_nan() || x.is_negative() && !x.is_zero() {
        return NAN;
    }
    if x.is_zero() || x.is_infinite() {
        return a;
    }
    let mut significand = a as u64;
    let mut exponent = (a >> 64 & 0x7FFF).max(1) as i32 - 16383;
    let shift = significand.leading_zeros();
    significand <<= shift;
    exponent -= shift as i32;
    // The root of twice 64 bits has 64, and between two of those lies the middle, never on it.
    let doubled = u128::from(significand) << (63 + exponent.rem_euclid(2));
    let root = doubled.isqrt();
    let rounded = root + u128::from(doubled - root * root > root);
    // All ones cannot round up: the square would have more than 128 bits.
    let biased = (exponent.div_euclid(2) + 16383) as u128;
    biased << 64 | rounded
}
