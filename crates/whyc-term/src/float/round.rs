//! Putting numbers together: the only place that rounds.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;
use super::parts::{compress, shift_right_sticky, with_sign};

/// An exact result: `significand · 2^(exponent − (bits of the significand − 1))`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    /// Negative, as a Boolean.
    pub sign: TermId,
    /// A signed number.
    pub exponent: TermId,
    /// Its top bit is one. Where bits were cut off at the low end, the lowest bit must tell whether
    /// one of them was set, and there must be two more bits than the format has.
    pub significand: TermId,
}

/// The number of `format` that is nearest to `exact`, of two the even one.
pub(super) fn round(store: &mut TermStore, format: Format, exact: Exact) -> TermId {
    let precision = format.significand;
    let width = store.width(exact.exponent).max(format.exponent_width()) + 1;
    let exponent = store.sign_extend(exact.exponent, width);
    let constant = |store: &mut TermStore, value: i128| store.bits(width, value as u128);

    // The significand, a guard bit, and a bit that stands for all others. Below the normal
    // numbers the exponent stops and the significand moves on.
    let significand = compress(store, exact.significand, precision + 2);
    let lowest = constant(store, format.min_exponent());
    let is_tiny = store.slt(exponent, lowest);
    let missing = store.sub(lowest, exponent);
    let zero = constant(store, 0);
    let distance = store.ite(is_tiny, missing, zero);
    let significand = shift_right_sticky(store, significand, distance);

    let kept = store.extract(significand, precision, 2);
    let up = rounds_up(store, significand);
    let bias = constant(store, format.bias());
    let biased = store.add(exponent, bias);
    let biased = store.ite(is_tiny, zero, biased);
    let field = store.extract(biased, format.exponent - 1, 0);
    // Rounding up the largest fraction carries into the exponent, which is just what is due:
    // from subnormal to normal, to the next power of two, to infinity.
    let magnitude = store.concat(field, kept);
    let up = store.bool_to_bits(up, format.width() - 1);
    let magnitude = store.add(magnitude, up);

    let largest = constant(store, format.bias());
    let overflows = store.sgt(exponent, largest);
    let infinity = store.bits(format.width() - 1, format.infinity());
    let magnitude = store.ite(overflows, infinity, magnitude);
    with_sign(store, exact.sign, magnitude)
}

/// Whether a word that ends in a guard bit and a sticky bit is nearer to the next number above:
/// beyond the middle, or in the middle and odd.
pub(super) fn rounds_up(store: &mut TermStore, word: TermId) -> TermId {
    let [sticky, guard, odd] = [0, 1, 2].map(|at| {
        let bit = store.extract(word, at, at);
        store.bits_to_bool(bit)
    });
    let beyond = store.or(sticky, odd);
    store.and(guard, beyond)
}
