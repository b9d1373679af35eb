//! Cheap bounds on the values of a term, looking a few levels deep.
//!
//! They decide most overflow checks on promoted `char` and `short` operands, and comparisons
//! with constants out of reach. A bound may be loose but never wrong.

use crate::node::{Node, Op, TermId};
use crate::store::TermStore;
use crate::word::{ones, signed_max, signed_min, to_signed};

/// How many levels are looked at.
const DEPTH: u32 = 4;

impl TermStore {
    /// A bound on the unsigned value of `a`, loose perhaps.
    #[must_use]
    pub fn most(&self, a: TermId) -> u128 {
        self.unsigned_range(a).1
    }

    /// The least and greatest unsigned value that `a` can have.
    pub(crate) fn unsigned_range(&self, a: TermId) -> (u128, u128) {
        self.unsigned_range_within(a, DEPTH)
    }

    /// The least and greatest signed value that `a` can have.
    pub(crate) fn signed_range(&self, a: TermId) -> (i128, i128) {
        self.signed_range_within(a, DEPTH)
    }

    /// Whether the sign bit of `a` is certainly clear.
    pub(crate) fn is_non_negative(&self, a: TermId) -> bool {
        self.signed_range(a).0 >= 0
    }

    /// The width of what stands below zeros at the top of `a`, if there are any and more than them.
    pub(crate) fn width_below_zeros(&self, a: TermId) -> Option<u32> {
        match self.node(a) {
            Node::Binary(Op::Concat, high, low) if self.as_bits(high) == Some(0) => Some(self.width(low)),
            _ => None,
        }
    }

    fn unsigned_range_within(&self, a: TermId, depth: u32) -> (u128, u128) {
        let width = self.width(a);
        let full = (0, ones(width));
        let Some(depth) = depth.checked_sub(1) else { return full };
        match self.node(a) {
            Node::Bits(value) => (value, value),
            Node::Binary(Op::Concat, high, low) => {
                let (high_range, low_range) =
                    (self.unsigned_range_within(high, depth), self.unsigned_range_within(low, depth));
                let low_width = self.width(low);
                (high_range.0 << low_width | low_range.0, high_range.1 << low_width | low_range.1)
            }
            Node::Ite(_, then, other) => {
                let (x, y) = (self.unsigned_range_within(then, depth), self.unsigned_range_within(other, depth));
                (x.0.min(y.0), x.1.max(y.1))
            }
            Node::Binary(Op::BitsAnd, x, y) => {
                (0, self.unsigned_range_within(x, depth).1.min(self.unsigned_range_within(y, depth).1))
            }
            // Smaller than the divisor, unless that is zero.
            Node::Binary(Op::Urem, x, k) => match self.as_bits(k) {
                Some(k) if k > 0 => (0, self.unsigned_range_within(x, depth).1.min(k - 1)),
                _ => (0, self.unsigned_range_within(x, depth).1),
            },
            Node::Binary(Op::Udiv, x, k) => match self.as_bits(k) {
                Some(k) if k > 0 => {
                    let (min, max) = self.unsigned_range_within(x, depth);
                    (min / k, max / k)
                }
                _ => full,
            },
            Node::Binary(Op::Lshr, x, _) => (0, self.unsigned_range_within(x, depth).1),
            Node::Binary(Op::Add, x, y) => {
                let (x, y) = (self.unsigned_range_within(x, depth), self.unsigned_range_within(y, depth));
                match x.1.checked_add(y.1) {
                    Some(max) if max <= full.1 => (x.0 + y.0, max),
                    _ => full,
                }
            }
            Node::Binary(Op::Mul, x, y) => {
                let (x, y) = (self.unsigned_range_within(x, depth), self.unsigned_range_within(y, depth));
                match x.1.checked_mul(y.1) {
                    Some(max) if max <= full.1 => (x.0 * y.0, max),
                    _ => full,
                }
            }
            Node::Unary(Op::SignExtend, x) => {
                let (min, max) = self.signed_range_within(x, depth);
                if min >= 0 { (min as u128, max as u128) } else { full }
            }
            _ => full,
        }
    }

    fn signed_range_within(&self, a: TermId, depth: u32) -> (i128, i128) {
        let width = self.width(a);
        let full = (signed_min(width), signed_max(width));
        let Some(depth) = depth.checked_sub(1) else { return full };
        match self.node(a) {
            Node::Bits(value) => (to_signed(value, width), to_signed(value, width)),
            Node::Unary(Op::SignExtend, x) => self.signed_range_within(x, depth),
            Node::Ite(_, then, other) => {
                let (x, y) = (self.signed_range_within(then, depth), self.signed_range_within(other, depth));
                (x.0.min(y.0), x.1.max(y.1))
            }
            Node::Binary(Op::Add, x, y) => {
                let (x, y) = (self.signed_range_within(x, depth), self.signed_range_within(y, depth));
                match (x.0.checked_add(y.0), x.1.checked_add(y.1)) {
                    (Some(min), Some(max)) if min >= full.0 && max <= full.1 => (min, max),
                    _ => full,
                }
            }
            Node::Unary(Op::Neg, x) => {
                let (min, max) = self.signed_range_within(x, depth);
                if min > full.0 { (-max, -min) } else { full }
            }
            // The remainder lies between zero and the dividend, and below the divisor.
            Node::Binary(Op::Srem, x, k) => {
                let (min, max) = self.signed_range_within(x, depth);
                let bound = match self.as_bits(k).map(|k| to_signed(k, width).unsigned_abs()) {
                    Some(k) if k > 0 && k - 1 <= full.1 as u128 => (k - 1) as i128,
                    _ => full.1,
                };
                (if bound == full.1 { min.min(0) } else { min.clamp(-bound, 0) }, max.clamp(0, bound))
            }
            _ => {
                let (min, max) = self.unsigned_range_within(a, depth + 1);
                if max <= full.1 as u128 { (min as i128, max as i128) } else { full }
            }
        }
    }
}
