//! Sums, differences and products.

use crate::node::{Node, TermId};
use crate::store::TermStore;

use super::compare::is_nan;
use super::native::{self, Operation};
use super::parts::{Parts, normalise, shift_right_sticky, sign_of_both, signed_constant};
use super::round::{Exact, Rounding, round};
use super::{Format, neg};

/// `a + b`.
pub fn add(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId, b: TermId) -> TermId {
    if let Some(constant) = native::binary(store, format, Operation::Add, rounding, a, b) {
        return constant;
    }
    let (a, b) = in_order(a, b);
    // The larger magnitude first: the difference of exponents is then a distance, and the
    // difference of significands is not negative.
    let magnitude_bits = format.width() - 2;
    let (a_magnitude, b_magnitude) = (store.extract(a, magnitude_bits, 0), store.extract(b, magnitude_bits, 0));
    let swap = store.ult(a_magnitude, b_magnitude);
    let (large, small) = (store.ite(swap, b, a), store.ite(swap, a, b));
    let (x, y) = (Parts::stored(store, format, large), Parts::stored(store, format, small));
    let differ = store.xor(x.sign, y.sign);

    // Three more bits are exact enough: if two or more places are lost to alignment, the
    // difference loses at most one place at the top. One bit above takes the carry.
    let extended = |store: &mut TermStore, significand: TermId| {
        let zeros = store.bits(3, 0);
        let wide = store.concat(significand, zeros);
        store.zero_extend(wide, format.significand + 4)
    };
    let x_wide = extended(store, x.significand);
    let y_wide = extended(store, y.significand);
    let distance = store.sub(x.exponent, y.exponent);
    let y_wide = shift_right_sticky(store, y_wide, distance);
    let flip = store.neg(y_wide);
    let addend = store.ite(differ, flip, y_wide);
    let sum = store.add(x_wide, addend);

    let one = store.bits(format.exponent_width(), 1);
    let exponent = store.add(x.exponent, one);
    let is_zero = store.bits_to_bool(sum);
    let is_zero = store.not(is_zero);
    let (significand, exponent) = normalise(store, sum, exponent);
    let rounded = round(store, format, rounding, Exact { sign: x.sign, exponent, significand });

    // Exact zeros are positive unless both operands are negative, or only one is and numbers are rounded down.
    let both_negative = store.and(x.sign, y.sign);
    let is_down = rounding.is_down(store);
    let differ_down = store.and(differ, is_down);
    let negative = store.or(both_negative, differ_down);
    let zero = signed_constant(store, format, negative, 0);
    let result = store.ite(is_zero, zero, rounded);
    let result = store.ite(x.is_inf, large, result);
    // A NaN is larger than any number, so that `small` is infinite only if `large` is, too.
    let opposite = store.and(y.is_inf, differ);
    let bad = store.or_all(&[x.is_nan, y.is_nan, opposite]);
    or_nan(store, format, bad, result)
}

/// `a − b`.
pub fn sub(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId, b: TermId) -> TermId {
    let minus_b = neg(store, format, b);
    add(store, format, rounding, a, minus_b)
}

/// Whether a term is the number 1, in a format of the hardware.
pub(super) fn is_one(store: &TermStore, format: Format, a: TermId) -> bool {
    let one = match format {
        Format::SINGLE => u128::from(1f32.to_bits()),
        Format::DOUBLE => u128::from(1f64.to_bits()),
        _ => return false,
    };
    store.as_bits(a) == Some(one)
}

/// `a · 1` and `a / 1`: every number is what it was, and all that are none become the same.
pub(super) fn by_one(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    // Once is enough, however often a loop does it.
    if let Node::Ite(_, then, other) = store.node(a) {
        for inner in [then, other] {
            let bad = is_nan(store, format, inner);
            if or_nan(store, format, bad, inner) == a {
                return a;
            }
        }
    }
    let bad = is_nan(store, format, a);
    or_nan(store, format, bad, a)
}

/// `a · b`.
pub fn mul(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId, b: TermId) -> TermId {
    if let Some(constant) = native::binary(store, format, Operation::Mul, rounding, a, b) {
        return constant;
    }
    for (one, other) in [(a, b), (b, a)] {
        if is_one(store, format, one) {
            return by_one(store, format, other);
        }
    }
    let (a, b) = in_order(a, b);
    let (x, y) = (Parts::normalised(store, format, a), Parts::normalised(store, format, b));
    let sign = sign_of_both(store, &x, &y);
    let width = 2 * format.significand;
    let (x_wide, y_wide) = (store.zero_extend(x.significand, width), store.zero_extend(y.significand, width));
    let product = store.mul(x_wide, y_wide);
    // From 1 to below 4: the top bit has twice the weight of the exponents' sum.
    let exponent = store.add(x.exponent, y.exponent);
    let (significand, exponent) = normalise_by_one(store, product, exponent);
    let rounded = round(store, format, rounding, Exact { sign, exponent, significand });

    let is_zero = store.or(x.is_zero, y.is_zero);
    let is_inf = store.or(x.is_inf, y.is_inf);
    let zero_times_inf = store.and(is_zero, is_inf);
    let bad = store.or_all(&[x.is_nan, y.is_nan, zero_times_inf]);
    let zero = signed_constant(store, format, sign, 0);
    let infinity = signed_constant(store, format, sign, format.infinity());
    let result = store.ite(is_zero, zero, rounded);
    let result = store.ite(is_inf, infinity, result);
    or_nan(store, format, bad, result)
}

/// The operands of a commutative operation in the order of their ids: the same term for both orders.
fn in_order(a: TermId, b: TermId) -> (TermId, TermId) {
    if a < b { (a, b) } else { (b, a) }
}

/// A word whose top bit, of weight `2^(exponent + 1)`, may be zero, but then not the next one.
fn normalise_by_one(store: &mut TermStore, word: TermId, exponent: TermId) -> (TermId, TermId) {
    let width = store.width(word);
    let top = store.extract(word, width - 1, width - 1);
    let top = store.bits_to_bool(top);
    let one = store.bits(width, 1);
    let doubled = store.shl(word, one);
    let carry = store.bool_to_bits(top, store.width(exponent));
    (store.ite(top, word, doubled), store.add(exponent, carry))
}

/// NaN if `bad`.
pub(super) fn or_nan(store: &mut TermStore, format: Format, bad: TermId, result: TermId) -> TermId {
    let nan = store.bits(format.width(), format.nan());
    store.ite(bad, nan, result)
}
