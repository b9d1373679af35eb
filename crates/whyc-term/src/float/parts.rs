//! Taking numbers apart.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;

/// A number in pieces: `significand · 2^(exponent − (bits of the significand − 1))`, where it is
/// neither infinite nor NaN.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Negative, as a Boolean.
    pub sign: TermId,
    /// A signed number of [`Format::exponent_width`] bits.
    pub exponent: TermId,
    /// With its leading bit.
    pub significand: TermId,
    pub is_nan: TermId,
    pub is_inf: TermId,
    pub is_zero: TermId,
}

impl Parts {
    /// The pieces as they are stored: the leading bit of a subnormal number is zero.
    pub fn stored(store: &mut TermStore, format: Format, a: TermId) -> Self {
        let fields = Fields::new(store, format, a);
        let width = format.exponent_width();
        // Subnormal numbers have the exponent of the smallest normal ones.
        let is_tiny = store.not(fields.has_exponent);
        let lift = store.bool_to_bits(is_tiny, width);
        let biased = store.zero_extend(fields.exponent, width);
        let biased = store.add(biased, lift);
        let bias = store.bits(width, format.bias() as u128);
        let exponent = store.sub(biased, bias);
        let leading = store.bool_to_bits(fields.has_exponent, 1);
        let significand = store.concat(leading, fields.fraction);
        let no_fraction = store.not(fields.has_fraction);
        Self {
            sign: fields.sign,
            exponent,
            significand,
            is_nan: store.and(fields.is_special, fields.has_fraction),
            is_inf: store.and(fields.is_special, no_fraction),
            is_zero: store.and(is_tiny, no_fraction),
        }
    }

    /// The pieces with the leading bit one, except for zero.
    pub fn normalised(store: &mut TermStore, format: Format, a: TermId) -> Self {
        let parts = Self::stored(store, format, a);
        let (significand, exponent) = normalise(store, parts.significand, parts.exponent);
        Self { significand, exponent, ..parts }
    }
}

/// The stored fields of a number and what they are compared with.
pub(super) struct Fields {
    pub sign: TermId,
    pub exponent: TermId,
    pub fraction: TermId,
    /// The exponent field is all ones.
    pub is_special: TermId,
    /// The exponent field is not zero.
    pub has_exponent: TermId,
    pub has_fraction: TermId,
}

impl Fields {
    pub fn new(store: &mut TermStore, format: Format, a: TermId) -> Self {
        assert_eq!(store.width(a), format.width(), "a number should have the width of its format");
        let sign = store.extract(a, format.width() - 1, format.width() - 1);
        let exponent = store.extract(a, format.width() - 2, format.fraction());
        let fraction = store.extract(a, format.fraction() - 1, 0);
        let ones = store.bits(format.exponent, u128::MAX);
        Self {
            sign: store.bits_to_bool(sign),
            exponent,
            fraction,
            is_special: store.eq(exponent, ones),
            has_exponent: store.bits_to_bool(exponent),
            has_fraction: store.bits_to_bool(fraction),
        }
    }
}

/// `word` moved to the left until its top bit is one, and `exponent` less the distance. Zero stays zero.
pub(super) fn normalise(store: &mut TermStore, word: TermId, exponent: TermId) -> (TermId, TermId) {
    let width = store.width(word);
    let mut word = word;
    let mut distance: Option<TermId> = None;
    for step in (0..u32::BITS - (width - 1).leading_zeros()).rev().map(|at| 1 << at) {
        let top = store.extract(word, width - 1, width - step);
        let zero = store.bits(step, 0);
        let is_zero = store.eq(top, zero);
        let low = store.extract(word, width - 1 - step, 0);
        let moved = store.concat(low, zero);
        word = store.ite(is_zero, moved, word);
        let bit = store.bool_to_bits(is_zero, 1);
        distance = Some(distance.map_or(bit, |above| store.concat(above, bit)));
    }
    let Some(distance) = distance else { return (word, exponent) };
    let exponent_width = store.width(exponent);
    assert!(store.width(distance) < exponent_width, "an exponent should have room for the normalisation");
    let distance = store.zero_extend(distance, exponent_width);
    (word, store.sub(exponent, distance))
}

/// `word >> by`, with the lowest bit set if any one bit was lost. `by` is unsigned and of any width.
pub(super) fn shift_right_sticky(store: &mut TermStore, word: TermId, by: TermId) -> TermId {
    let width = store.width(word);
    let by = fit_amount(store, by, width);
    let shifted = store.lshr(word, by);
    let ones = store.bits(width, u128::MAX);
    let kept = store.shl(ones, by);
    let outside = store.bits_not(kept);
    let lost = store.bits_and(word, outside);
    let lost = store.bits_to_bool(lost);
    let sticky = store.bool_to_bits(lost, width);
    store.bits_or(shifted, sticky)
}

/// An unsigned amount as a word of `width` bits; anything from `width` on becomes `width`.
pub(super) fn fit_amount(store: &mut TermStore, amount: TermId, width: u32) -> TermId {
    let amount_width = store.width(amount);
    if amount_width <= width {
        return store.zero_extend(amount, width);
    }
    let limit = store.bits(amount_width, u128::from(width));
    let inside = store.ult(amount, limit);
    let amount = store.ite(inside, amount, limit);
    store.extract(amount, width - 1, 0)
}

/// The top `width` bits of `word`, the lowest of which is also set if any one below it is.
/// A shorter word is filled up with zeros.
pub(super) fn compress(store: &mut TermStore, word: TermId, width: u32) -> TermId {
    let have = store.width(word);
    if have == width {
        return word;
    }
    if have < width {
        let zeros = store.bits(width - have, 0);
        return store.concat(word, zeros);
    }
    let top = store.extract(word, have - 1, have - width);
    let rest = store.extract(word, have - width - 1, 0);
    let lost = store.bits_to_bool(rest);
    let sticky = store.bool_to_bits(lost, width);
    store.bits_or(top, sticky)
}

/// The sign of a product or quotient.
pub(super) fn sign_of_both(store: &mut TermStore, a: &Parts, b: &Parts) -> TermId {
    store.xor(a.sign, b.sign)
}

/// A number from its sign and the bits below it.
pub(super) fn with_sign(store: &mut TermStore, sign: TermId, magnitude: TermId) -> TermId {
    let sign = store.bool_to_bits(sign, 1);
    store.concat(sign, magnitude)
}

/// A number from its sign and constant bits below it.
pub(super) fn signed_constant(store: &mut TermStore, format: Format, sign: TermId, magnitude: u128) -> TermId {
    let magnitude = store.bits(format.width() - 1, magnitude);
    with_sign(store, sign, magnitude)
}
