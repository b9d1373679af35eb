//! Conversions between formats, and from and to integers.

use crate::node::TermId;
use crate::store::TermStore;
use crate::word::ones;

use super::Format;
use super::arithmetic::or_nan;
use super::native;
use super::parts::{Parts, fit_amount, normalise, signed_constant};
use super::round::{Exact, Rounding, round};

/// `a` of format `from` as a number of format `to`.
pub fn convert(store: &mut TermStore, from: Format, to: Format, rounding: Rounding, a: TermId) -> TermId {
    if from == to {
        return a;
    }
    if let Some(constant) = native::convert(store, from, to, rounding, a) {
        return constant;
    }
    let x = Parts::normalised(store, from, a);
    let Parts { sign, exponent, significand, .. } = x;
    let rounded = round(store, to, rounding, Exact { sign, exponent, significand });
    let zero = signed_constant(store, to, sign, 0);
    let infinity = signed_constant(store, to, sign, to.infinity());
    let result = store.ite(x.is_zero, zero, rounded);
    let result = store.ite(x.is_inf, infinity, result);
    or_nan(store, to, x.is_nan, result)
}

/// A signed integer of any width as a number.
pub fn from_signed(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId) -> TermId {
    let top = store.width(a) - 1;
    let sign = store.extract(a, top, top);
    let sign = store.bits_to_bool(sign);
    let minus = store.neg(a);
    // The magnitude of the smallest integer is right as an unsigned number.
    let magnitude = store.ite(sign, minus, a);
    from_magnitude(store, format, rounding, sign, magnitude)
}

/// An unsigned integer of any width as a number.
pub fn from_unsigned(store: &mut TermStore, format: Format, rounding: Rounding, a: TermId) -> TermId {
    let positive = store.bool_const(false);
    from_magnitude(store, format, rounding, positive, a)
}

fn from_magnitude(
    store: &mut TermStore,
    format: Format,
    rounding: Rounding,
    sign: TermId,
    magnitude: TermId,
) -> TermId {
    // Room for the 128 bits that a word may have.
    let exponent = store.bits(9, u128::from(store.width(magnitude)) - 1);
    let (significand, exponent) = normalise(store, magnitude, exponent);
    let rounded = round(store, format, rounding, Exact { sign, exponent, significand });
    let nonzero = store.bits_to_bool(magnitude);
    let zero = store.bits(format.width(), 0);
    store.ite(nonzero, rounded, zero)
}

/// `a` without its fraction as a signed integer of `width` bits.
///
/// Where it does not fit, what C compilers' code gives on x86-64: up to 32 bits, the low bits of
/// the smallest 32-bit integer; for 64, the smallest integer; beyond, the nearest one, and zero
/// for NaN.
pub fn to_signed(store: &mut TermStore, format: Format, a: TermId, width: u32) -> TermId {
    if width > 64 {
        return saturated(store, format, a, width, true);
    }
    let wide = instruction(store, format, a, if width > 32 { 64 } else { 32 });
    store.extract(wide, width - 1, 0)
}

/// `a` without its fraction as an unsigned integer of `width` bits.
///
/// Where it does not fit, what C compilers' code gives on x86-64: up to 16 bits as for a signed
/// integer; for 32, the low bits of the signed 64-bit result; for 64, zero for too large a
/// number and the signed result for a negative one or NaN; beyond, the nearest one, and zero for NaN.
pub fn to_unsigned(store: &mut TermStore, format: Format, a: TermId, width: u32) -> TermId {
    if width > 64 {
        return saturated(store, format, a, width, false);
    }
    if width < 32 {
        return to_signed(store, format, a, width);
    }
    let signed = instruction(store, format, a, 64);
    if width < 64 {
        return store.extract(signed, width - 1, 0);
    }
    let whole = Whole::new(store, format, a, 64);
    let zero = store.bits(64, 0);
    let positive = store.ite(whole.too_large, zero, whole.magnitude);
    let special = store.or(whole.is_nan, whole.sign);
    store.ite(special, signed, positive)
}

/// The instruction that converts to a signed integer of 32 or 64 bits: the smallest one for whatever does not fit.
fn instruction(store: &mut TermStore, format: Format, a: TermId, width: u32) -> TermId {
    let whole = Whole::new(store, format, a, width);
    let smallest = store.bits(width, 1 << (width - 1));
    let below = store.ult(whole.magnitude, smallest);
    let is_smallest = store.eq(whole.magnitude, smallest);
    let just = store.and(whole.sign, is_smallest);
    let small = store.or(below, just);
    let outside = store.or(whole.too_large, whole.is_nan);
    let number = store.not(outside);
    let fits = store.and(number, small);
    let signed = whole.signed(store);
    store.ite(fits, signed, smallest)
}

/// Whether `a` without its fraction is an integer of `width` bits.
pub fn fits(store: &mut TermStore, format: Format, a: TermId, width: u32, is_signed: bool) -> TermId {
    let whole = Whole::new(store, format, a, width);
    let in_range = if is_signed {
        let smallest = store.bits(width, 1 << (width - 1));
        let below = store.ult(whole.magnitude, smallest);
        let is_smallest = store.eq(whole.magnitude, smallest);
        let just = store.and(whole.sign, is_smallest);
        store.or(below, just)
    } else {
        let zero = store.bits(width, 0);
        let is_zero = store.eq(whole.magnitude, zero);
        let positive = store.not(whole.sign);
        store.or(positive, is_zero)
    };
    let outside = store.or(whole.too_large, whole.is_nan);
    let number = store.not(outside);
    store.and(number, in_range)
}

fn saturated(store: &mut TermStore, format: Format, a: TermId, width: u32, is_signed: bool) -> TermId {
    let whole = Whole::new(store, format, a, width);
    let zero = store.bits(width, 0);
    let (least, most) = if is_signed { (1 << (width - 1), ones(width - 1)) } else { (0, ones(width)) };
    let (least, most) = (store.bits(width, least), store.bits(width, most));
    let above = store.ult(most, whole.magnitude);
    let below = if is_signed { store.ult(least, whole.magnitude) } else { store.bool_const(true) };
    let (above, below) = (store.or(whole.too_large, above), store.or(whole.too_large, below));
    let minus = store.neg(whole.magnitude);
    let negative = store.ite(below, least, minus);
    let positive = store.ite(above, most, whole.magnitude);
    let result = store.ite(whole.sign, negative, positive);
    store.ite(whole.is_nan, zero, result)
}

/// A number without its fraction.
struct Whole {
    sign: TermId,
    /// Without meaning if it is too large.
    magnitude: TermId,
    /// The magnitude has more bits than were asked for.
    too_large: TermId,
    is_nan: TermId,
}

impl Whole {
    fn new(store: &mut TermStore, format: Format, a: TermId, width: u32) -> Self {
        let x = Parts::stored(store, format, a);
        let room = width.max(format.significand);
        // Wide enough for the exponent, for `room`, and for their difference.
        let exponent_width = format.exponent_width().max(9) + 1;
        let exponent = store.sign_extend(x.exponent, exponent_width);
        let limit = store.bits(exponent_width, u128::from(width));
        let has_more = store.sle(limit, exponent);
        let too_large = store.or(has_more, x.is_inf);

        let digits = if room > format.significand {
            let zeros = store.bits(room - format.significand, 0);
            store.concat(x.significand, zeros)
        } else {
            x.significand
        };
        let top = store.bits(exponent_width, u128::from(room) - 1);
        let distance = store.sub(top, exponent);
        let distance = fit_amount(store, distance, room);
        let shifted = store.lshr(digits, distance);
        let magnitude = store.extract(shifted, width - 1, 0);
        Self { sign: x.sign, magnitude, too_large, is_nan: x.is_nan }
    }

    fn signed(&self, store: &mut TermStore) -> TermId {
        let minus = store.neg(self.magnitude);
        store.ite(self.sign, minus, self.magnitude)
    }
}
