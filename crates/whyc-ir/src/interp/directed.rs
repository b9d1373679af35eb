//! Operations that do not round to nearest, in software: the hardware of this process always does.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::expr::Rounded;

use super::code::Scalar;
use super::extended;
use super::float::{NAN_32, NAN_64};
use super::value::signed;

/// What an operation is asked to round to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To nearest, which is what all other operations do.
    Nearest,
    /// Anything else.
    To(Round),
}

/// The direction that a number stands for.
pub(super) fn direction(number: u128) -> Option<Direction> {
    match number {
        0 => Some(Direction::Nearest),
        1 => Some(Direction::To(Round::TowardNegative)),
        2 => Some(Direction::To(Round::TowardPositive)),
        3 => Some(Direction::To(Round::TowardZero)),
        _ => None,
    }
}

/// `op(a, b)` of operands of type `from` as a number of type `to`; none if that is no number.
pub(super) fn compute(op: Rounded, round: Round, (from, to): (Scalar, Scalar), a: u128, b: u128) -> Option<u128> {
    match to {
        Scalar::Float => {
            let number = compute_as::<Single>(op, round, from, a, b)?;
            Some(if number.is_nan() { u128::from(NAN_32) } else { number.to_bits() })
        }
        Scalar::Double => {
            let number = compute_as::<Double>(op, round, from, a, b)?;
            Some(if number.is_nan() { u128::from(NAN_64) } else { number.to_bits() })
        }
        Scalar::LongDouble(_) => compute_as::<X87DoubleExtended>(op, round, from, a, b).map(extended::bits),
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) => None,
    }
}

fn compute_as<F>(op: Rounded, round: Round, from: Scalar, a: u128, b: u128) -> Option<F>
where
    F: Float,
    Single: FloatConvert<F>,
    Double: FloatConvert<F>,
    X87DoubleExtended: FloatConvert<F>,
{
    let number = |bits: u128| {
        let mut loses = false;
        match from {
            Scalar::Float => Single::from_bits(bits).convert_r(round, &mut loses).value,
            Scalar::Double => Double::from_bits(bits).convert_r(round, &mut loses).value,
            Scalar::LongDouble(_) => extended::number(bits).convert_r(round, &mut loses).value,
            Scalar::Signed(width) => F::from_i128_r(signed(bits, u32::from(width)), round).value,
            Scalar::Bool | Scalar::Unsigned(_) | Scalar::Pointer(_) => F::from_u128_r(bits, round).value,
        }
    };
    let x = number(a);
    Some(match op {
        Rounded::Add => x.add_r(number(b), round).value,
        Rounded::Sub => x.sub_r(number(b), round).value,
        Rounded::Mul => x.mul_r(number(b), round).value,
        Rounded::Div => x.div_r(number(b), round).value,
        Rounded::Convert | Rounded::NearestOnly => x,
        Rounded::Sqrt => square_root(x, round),
        Rounded::Rint => x.round_to_integral(round).value,
    })
}

/// The square root, by integers.
fn square_root<F: Float>(x: F, round: Round) -> F {
    if x.is_nan() || x.is_negative() && !x.is_zero() {
        return F::NAN;
    }
    if x.is_zero() || x.is_infinite() {
        return x;
    }
    let (digits, exponent) = (F::PRECISION as i32 - 1, x.ilogb());
    let significand = x.scalbn(digits - exponent).to_u128(128).value;
    // Twice the digits, and an even exponent: the whole part of the root has all digits.
    let odd = exponent.rem_euclid(2);
    let radicand = significand << (digits + odd);
    let root = radicand.isqrt();
    let is_up = round == Round::TowardPositive && root * root != radicand;
    F::from_u128(root + u128::from(is_up)).value.scalbn((exponent - odd) / 2 - digits)
}
