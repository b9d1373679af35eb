//! Putting numbers together: the only place that rounds, and what it rounds to.

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

/// Which one of two neighbours a result becomes that lies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearest one, of two the even one.
    Nearest,
    /// As a word of two bits says: 0 the nearest one, 1 the one below, 2 the one above, 3 the one towards zero.
    Directed(TermId),
}

impl Rounding {
    /// As the lowest two bits of a word say.
    pub fn by(store: &mut TermStore, direction: TermId) -> Self {
        let direction = store.extract(direction, 1, 0);
        if store.as_bits(direction) == Some(0) { Rounding::Nearest } else { Rounding::Directed(direction) }
    }

    /// Whether it is to nearest, as a Boolean.
    fn is_nearest(self, store: &mut TermStore) -> TermId {
        match self {
            Rounding::Nearest => store.bool_const(true),
            Rounding::Directed(_) => self.is(store, 0),
        }
    }

    /// Whether it is to the number below.
    pub(super) fn is_down(self, store: &mut TermStore) -> TermId {
        match self {
            Rounding::Nearest => store.bool_const(false),
            Rounding::Directed(_) => self.is(store, 1),
        }
    }

    /// Whether it is away from zero for numbers of this sign.
    fn is_outward(self, store: &mut TermStore, sign: TermId) -> TermId {
        match self {
            Rounding::Nearest => store.bool_const(false),
            Rounding::Directed(_) => {
                let (down, up) = (self.is(store, 1), self.is(store, 2));
                store.ite(sign, down, up)
            }
        }
    }

    fn is(self, store: &mut TermStore, value: u128) -> TermId {
        match self {
            Rounding::Nearest => store.bool_const(value == 0),
            Rounding::Directed(direction) => {
                let value = store.bits(2, value);
                store.eq(direction, value)
            }
        }
    }
}

/// The number of `format` that `exact` is rounded to.
pub(super) fn round(store: &mut TermStore, format: Format, rounding: Rounding, exact: Exact) -> TermId {
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
    let up = rounds_up(store, rounding, exact.sign, significand);
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
    let beyond = match rounding {
        Rounding::Nearest => infinity,
        Rounding::Directed(_) => {
            // Rounding inwards ends at the largest number.
            let (nearest, outward) = (rounding.is_nearest(store), rounding.is_outward(store, exact.sign));
            let is_infinite = store.or(nearest, outward);
            let finite = store.bits(format.width() - 1, format.infinity() - 1);
            store.ite(is_infinite, infinity, finite)
        }
    };
    let magnitude = store.ite(overflows, beyond, magnitude);
    with_sign(store, exact.sign, magnitude)
}

/// Whether a magnitude that ends in a guard bit and a sticky bit becomes the next one above.
pub(super) fn rounds_up(store: &mut TermStore, rounding: Rounding, sign: TermId, word: TermId) -> TermId {
    let nearest = is_nearer_above(store, word);
    if rounding == Rounding::Nearest {
        return nearest;
    }
    let behind = store.extract(word, 1, 0);
    let is_between = store.bits_to_bool(behind);
    let outward = rounding.is_outward(store, sign);
    let directed = store.and(is_between, outward);
    let is_nearest = rounding.is_nearest(store);
    store.ite(is_nearest, nearest, directed)
}

/// Whether a word that ends in a guard bit and a sticky bit is nearer to the next number above:
/// beyond the middle, or in the middle and odd.
fn is_nearer_above(store: &mut TermStore, word: TermId) -> TermId {
    let [sticky, guard, odd] = [0, 1, 2].map(|at| {
        let bit = store.extract(word, at, at);
        store.bits_to_bool(bit)
    });
    let beyond = store.or(sticky, odd);
    store.and(guard, beyond)
}
