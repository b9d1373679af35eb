//! What kind of number it is, comparisons, and what needs nothing else.

use crate::node::TermId;
use crate::store::TermStore;

use super::Format;
use super::parts::Fields;

/// NaN, quiet or signalling.
pub fn is_nan(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let fields = Fields::new(store, format, a);
    store.and(fields.is_special, fields.has_fraction)
}

/// One of the infinities.
pub fn is_inf(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let magnitude = magnitude(store, format, a);
    let infinity = store.bits(format.width() - 1, format.infinity());
    store.eq(magnitude, infinity)
}

/// One of the zeros.
pub fn is_zero(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let magnitude = magnitude(store, format, a);
    let nonzero = store.bits_to_bool(magnitude);
    store.not(nonzero)
}

/// Not zero, but below the normal numbers.
pub fn is_subnormal(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let fields = Fields::new(store, format, a);
    let is_tiny = store.not(fields.has_exponent);
    store.and(is_tiny, fields.has_fraction)
}

/// Neither zero nor subnormal nor infinite nor NaN.
pub fn is_normal(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let fields = Fields::new(store, format, a);
    let is_finite = store.not(fields.is_special);
    store.and(is_finite, fields.has_exponent)
}

/// The sign bit is set, also of zeros and NaN.
pub fn is_negative(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let sign = store.extract(a, format.width() - 1, format.width() - 1);
    store.bits_to_bool(sign)
}

/// `a` with its sign flipped, whatever it is.
pub fn neg(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let sign = store.bits(format.width(), 1 << (format.width() - 1));
    store.bits_xor(a, sign)
}

/// `a` with its sign cleared, whatever it is.
pub fn abs(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    let magnitude = magnitude(store, format, a);
    store.zero_extend(magnitude, format.width())
}

/// `a == b`: the zeros are equal, NaN equals nothing.
pub fn eq(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let same = store.eq(a, b);
    let both_zero = both_zero(store, format, a, b);
    let equal = store.or(same, both_zero);
    let ordered = ordered(store, format, a, b);
    store.and(ordered, equal)
}

/// `a < b`: false if either is NaN.
pub fn lt(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let below = below(store, format, a, b);
    let both_zero = both_zero(store, format, a, b);
    let differ = store.not(both_zero);
    let ordered = ordered(store, format, a, b);
    store.and_all(&[ordered, differ, below])
}

/// `a <= b`: false if either is NaN.
pub fn le(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let above = below(store, format, b, a);
    let not_above = store.not(above);
    let both_zero = both_zero(store, format, a, b);
    let holds = store.or(not_above, both_zero);
    let ordered = ordered(store, format, a, b);
    store.and(ordered, holds)
}

/// The smaller one; the other one if one is NaN; of two zeros `b`, as x86 does.
pub fn min(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let a_is_less = lt(store, format, a, b);
    choose(store, format, a_is_less, a, b)
}

/// The larger one; the other one if one is NaN; of two zeros `b`, as x86 does.
pub fn max(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let a_is_more = lt(store, format, b, a);
    choose(store, format, a_is_more, a, b)
}

/// `a` if `cond` or if `b` is NaN, else `b`.
fn choose(store: &mut TermStore, format: Format, cond: TermId, a: TermId, b: TermId) -> TermId {
    let b_is_nan = is_nan(store, format, b);
    let first = store.or(cond, b_is_nan);
    store.ite(first, a, b)
}

/// The bits below the sign.
fn magnitude(store: &mut TermStore, format: Format, a: TermId) -> TermId {
    store.extract(a, format.width() - 2, 0)
}

fn both_zero(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let (a_zero, b_zero) = (is_zero(store, format, a), is_zero(store, format, b));
    store.and(a_zero, b_zero)
}

fn ordered(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let (a_nan, b_nan) = (is_nan(store, format, a), is_nan(store, format, b));
    let either = store.or(a_nan, b_nan);
    store.not(either)
}

/// The order of everything but NaN, with −0 below 0: positive numbers are ordered like the
/// integers that their bits are, negative ones the other way round.
fn below(store: &mut TermStore, format: Format, a: TermId, b: TermId) -> TermId {
    let (a_negative, b_negative) = (is_negative(store, format, a), is_negative(store, format, b));
    let (a_magnitude, b_magnitude) = (magnitude(store, format, a), magnitude(store, format, b));
    let less = store.ult(a_magnitude, b_magnitude);
    let more = store.ult(b_magnitude, a_magnitude);
    let same_sign = store.ite(a_negative, more, less);
    let same = store.iff(a_negative, b_negative);
    store.ite(same, same_sign, a_negative)
}
