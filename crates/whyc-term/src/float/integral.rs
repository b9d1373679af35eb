//! Rounding to whole numbers.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;
use super::arithmetic::or_nan;
use super::parts::{Parts, normalise, shift_right_sticky, signed_constant};
use super::round::{Exact, Rounding, round, rounds_up};

/// Which whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integral {
    /// The next one below.
    Floor,
    /// The next one above.
    Ceil,
    /// The next one towards zero.
    Trunc,
    /// The nearest one, of two the one further from zero.
    Round,
    /// The one that the rounding of all results says; to nearest, of two the even one.
    As(Rounding),
}

/// `a` rounded to a whole number. The sign stays, also of a zero.
pub fn to_integral(store: &mut TermStore, format: Format, how: Integral, a: TermId) -> TermId {
    let x = Parts::stored(store, format, a);
    let width = format.exponent_width();
    let point = store.bits(width, u128::from(format.fraction()));
    let is_whole = store.sle(point, x.exponent);

    // The digits before the point, one behind it, and one that stands for all others.
    let two = store.bits(2, 0);
    let digits = store.concat(x.significand, two);
    let distance = store.sub(point, x.exponent);
    let digits = shift_right_sticky(store, digits, distance);
    let up = goes_up(store, how, x.sign, digits);
    let whole = store.extract(digits, format.significand + 1, 2);
    let whole = store.zero_extend(whole, format.significand + 1);
    let up = store.bool_to_bits(up, format.significand + 1);
    let whole = store.add(whole, up);

    let is_zero = store.bits_to_bool(whole);
    let is_zero = store.not(is_zero);
    let top = store.bits(width, u128::from(format.significand));
    let (significand, exponent) = normalise(store, whole, top);
    let exact = round(store, format, Rounding::Nearest, Exact { sign: x.sign, exponent, significand });
    let zero = signed_constant(store, format, x.sign, 0);
    let result = store.ite(is_zero, zero, exact);
    // Infinity has the largest exponent, and is whole.
    let is_same = store.or(is_whole, x.is_inf);
    let result = store.ite(is_same, a, result);
    or_nan(store, format, x.is_nan, result)
}

/// Whether the magnitude is rounded up; `digits` end in a guard bit and a sticky bit.
fn goes_up(store: &mut TermStore, how: Integral, sign: TermId, digits: TermId) -> TermId {
    let behind = store.extract(digits, 1, 0);
    let is_broken = store.bits_to_bool(behind);
    match how {
        Integral::Floor => store.and(sign, is_broken),
        Integral::Ceil => {
            let positive = store.not(sign);
            store.and(positive, is_broken)
        }
        Integral::Trunc => store.bool_const(false),
        Integral::Round => {
            let half = store.extract(digits, 1, 1);
            store.bits_to_bool(half)
        }
        Integral::As(rounding) => rounds_up(store, rounding, sign, digits),
    }
}
