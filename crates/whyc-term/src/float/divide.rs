//! Quotients, square roots and remainders: digit by digit, as on paper.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;
use super::arithmetic::{by_one, is_one, or_nan};
use super::native::{self, Operation};
use super::parts::{Parts, normalise, sign_of_both, signed_constant};
use super::round::{Exact, Rounding, round};

/// How far apart exponents may be for [`rem`] to be built: it takes that many steps.
const MAX_REM_STEPS: i128 = 4096;

/// `a / b`.
pub fn div(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId, b: TermId) -> TermId {
    if let Some(constant) = native::binary(store, format, Operation::Div, rounding, a, b) {
        return constant;
    }
    if is_one(store, format, b) {
        return by_one(store, format, a);
    }
    let (x, y) = (Parts::normalised(store, format, a), Parts::normalised(store, format, b));
    let sign = sign_of_both(store, &x, &y);
    // Between 1/2 and 2: one digit may be lost to normalisation, one is for rounding.
    let width = format.significand + 1;
    let divisor = store.zero_extend(y.significand, width);
    let mut rest = store.zero_extend(x.significand, width);
    let mut quotient: Option<TermId> = None;
    for at in 0..format.significand + 2 {
        if at > 0 {
            rest = double(store, rest);
        }
        let (less, fits) = subtract_if_fits(store, rest, divisor);
        rest = less;
        let digit = store.bool_to_bits(fits, 1);
        quotient = Some(quotient.map_or(digit, |above| store.concat(above, digit)));
    }
    let sticky = store.bits_to_bool(rest);
    let sticky = store.bool_to_bits(sticky, 1);
    let digits = quotient.expect("a significand should have digits");
    let digits = store.concat(digits, sticky);
    let exponent = store.sub(x.exponent, y.exponent);
    let top = store.extract(digits, format.significand + 2, format.significand + 2);
    let top = store.bits_to_bool(top);
    let doubled = double(store, digits);
    let significand = store.ite(top, digits, doubled);
    let minus_one = store.bits(format.exponent_width(), u128::MAX);
    let lower = store.add(exponent, minus_one);
    let exponent = store.ite(top, exponent, lower);
    let rounded = round(store, format, rounding, Exact { sign, exponent, significand });

    let is_zero = store.or(x.is_zero, y.is_inf);
    let is_inf = store.or(x.is_inf, y.is_zero);
    let both = store.and(is_zero, is_inf);
    let bad = store.or_all(&[x.is_nan, y.is_nan, both]);
    let zero = signed_constant(store, format, sign, 0);
    let infinity = signed_constant(store, format, sign, format.infinity());
    let result = store.ite(is_zero, zero, rounded);
    let result = store.ite(is_inf, infinity, result);
    or_nan(store, format, bad, result)
}

/// The square root of `a`.
pub fn sqrt(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId) -> TermId {
    if let Some(constant) = native::unary(store, format, Operation::Sqrt, rounding, a) {
        return constant;
    }
    let x = Parts::normalised(store, format, a);
    // An even exponent, and a number from 1 to below 4 with two digits before the point.
    let odd = store.extract(x.exponent, 0, 0);
    let odd = store.bits_to_bool(odd);
    let plain = store.zero_extend(x.significand, format.significand + 1);
    let doubled = double(store, plain);
    let radicand = store.ite(odd, doubled, plain);
    let one = store.bits(format.exponent_width(), 1);
    let exponent = store.ashr(x.exponent, one);

    // One digit more than the format has, for rounding; two digits of the radicand for each.
    let n_digits = format.significand + 1;
    let n_zeros = 2 * n_digits - (format.significand + 1);
    let mut root = store.bits(1, 0);
    let mut rest = store.bits(1, 0);
    for at in 0..n_digits {
        let low = 2 * (n_digits - 1 - at);
        // With the zeros below it, the radicand of the largest format would be too long for a word.
        let pair = if low >= n_zeros {
            store.extract(radicand, low + 1 - n_zeros, low - n_zeros)
        } else if low + 1 >= n_zeros {
            let (last, zero) = (store.extract(radicand, 0, 0), store.bits(1, 0));
            store.concat(last, zero)
        } else {
            store.bits(2, 0)
        };
        let dividend = store.concat(rest, pair);
        let trial = store.bits(2, 1);
        let trial = store.concat(root, trial);
        let width = store.width(dividend).max(store.width(trial));
        let (dividend, trial) = (store.zero_extend(dividend, width), store.zero_extend(trial, width));
        let (less, fits) = subtract_if_fits(store, dividend, trial);
        let digit = store.bool_to_bits(fits, 1);
        root = store.concat(root, digit);
        // The rest is at most twice the root, so that it has one bit more than that has digits.
        rest = store.extract(less, (at + 1).min(width - 1), 0);
    }
    let root = store.extract(root, n_digits - 1, 0);
    let sticky = store.bits_to_bool(rest);
    let sticky = store.bool_to_bits(sticky, 1);
    let significand = store.concat(root, sticky);
    let positive = store.bool_const(false);
    let rounded = round(store, format, rounding, Exact { sign: positive, exponent, significand });

    // Both zeros and positive infinity are their own roots.
    let is_same = store.or(x.is_zero, x.is_inf);
    let result = store.ite(is_same, a, rounded);
    let nonzero = store.not(x.is_zero);
    let below_zero = store.and(x.sign, nonzero);
    let bad = store.or(x.is_nan, below_zero);
    or_nan(store, format, bad, result)
}

/// The remainder of `a / b` with the quotient rounded towards zero, which is always exact (`fmod`).
///
/// The number of steps is the largest difference of two exponents: two thousand for [`Format::DOUBLE`], a large circuit.
/// `None` where that is more than a circuit should have: for [`Format::EXTENDED`].
pub fn rem(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(constant) = native::binary(store, format, Operation::Rem, Rounding::Nearest, a, b) {
        return Some(constant);
    }
    let n_steps = 2 * format.bias() + i128::from(format.fraction());
    if n_steps > MAX_REM_STEPS {
        return None;
    }
    let (x, y) = (Parts::normalised(store, format, a), Parts::normalised(store, format, b));
    let width = format.significand + 1;
    let divisor = store.zero_extend(y.significand, width);
    let mut rest = store.zero_extend(x.significand, width);
    let distance = store.sub(x.exponent, y.exponent);
    for at in (0..=n_steps).rev() {
        let at_word = store.bits(format.exponent_width(), at as u128);
        let is_reached = store.sle(at_word, distance);
        let (less, _) = subtract_if_fits(store, rest, divisor);
        let next = if at > 0 { double(store, less) } else { less };
        rest = store.ite(is_reached, next, rest);
    }
    let rest_is_zero = store.bits_to_bool(rest);
    let rest_is_zero = store.not(rest_is_zero);
    let digits = store.extract(rest, format.significand - 1, 0);
    let (significand, exponent) = normalise(store, digits, y.exponent);
    let exact = round(store, format, Rounding::Nearest, Exact { sign: x.sign, exponent, significand });

    let zero = signed_constant(store, format, x.sign, 0);
    let result = store.ite(rest_is_zero, zero, exact);
    let no = store.bits(format.exponent_width(), 0);
    let is_less = store.slt(distance, no);
    let is_same = store.or_all(&[is_less, x.is_zero, y.is_inf]);
    let result = store.ite(is_same, a, result);
    let bad = store.or_all(&[x.is_nan, y.is_nan, x.is_inf, y.is_zero]);
    Some(or_nan(store, format, bad, result))
}

/// `rest − divisor` and true, or `rest` and false if that would be negative.
fn subtract_if_fits(store: &mut TermStore, rest: TermId, divisor: TermId) -> (TermId, TermId) {
    let width = store.width(rest);
    let (wide, wide_divisor) = (store.zero_extend(rest, width + 1), store.zero_extend(divisor, width + 1));
    let difference = store.sub(wide, wide_divisor);
    let borrow = store.extract(difference, width, width);
    let borrow = store.bits_to_bool(borrow);
    let low = store.extract(difference, width - 1, 0);
    (store.ite(borrow, rest, low), store.not(borrow))
}

/// `2 · word`, modulo its width.
fn double(store: &mut TermStore, word: TermId) -> TermId {
    let low = store.extract(word, store.width(word) - 2, 0);
    let zero = store.bits(1, 0);
    store.concat(low, zero)
}
