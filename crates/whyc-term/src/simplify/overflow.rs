//! Whether a mathematical result does not fit.
//!
//! With a constant operand each predicate is a comparison; with operands of known range it is
//! often false outright. Only the rest reaches the blaster as an operator of its own.

use crate::node::{Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{from_signed, ones, signed_max, signed_min, to_signed};

impl TermStore {
    /// The signed sum does not fit.
    pub fn sadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::SaddOverflows, Sort::Bool, &[a, b]) {
            return folded;
        }
        let (min, max) = (signed_min(width), signed_max(width));
        let (x, y) = (self.signed_range(a), self.signed_range(b));
        if within((x.0.checked_add(y.0), x.1.checked_add(y.1)), min, max) {
            return self.bool_const(false);
        }
        let (a, b) = self.in_order(a, b);
        match self.as_bits(b).map(|k| to_signed(k, width)) {
            // x + k overflows  ⇔  x < min - k, for negative k
            Some(k) if k < 0 => self.below(a, min - k),
            // x + k overflows  ⇔  max - k < x, for other k
            Some(k) => self.above(a, max - k),
            None => self.intern(Op::SaddOverflows, Sort::Bool, &[a, b]),
        }
    }

    /// The signed difference `a - b` does not fit.
    pub fn ssub_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::SsubOverflows, Sort::Bool, &[a, b]) {
            return folded;
        }
        let (min, max) = (signed_min(width), signed_max(width));
        let (x, y) = (self.signed_range(a), self.signed_range(b));
        // x - x fits
        if a == b || within((x.0.checked_sub(y.1), x.1.checked_sub(y.0)), min, max) {
            return self.bool_const(false);
        }
        if let Some(k) = self.as_bits(b).map(|k| to_signed(k, width)) {
            return if k <= 0 {
                // x - k overflows  ⇔  max + k < x, for k ≤ 0
                self.above(a, max + k)
            } else {
                // x - k overflows  ⇔  x < min + k, for other k
                self.below(a, min + k)
            };
        }
        match self.as_bits(a).map(|k| to_signed(k, width)) {
            // k - x overflows  ⇔  x < k - max, for k ≥ 0
            Some(k) if k >= 0 => self.below(b, k - max),
            // k - x overflows  ⇔  k - min < x, for negative k
            Some(k) => self.above(b, k - min),
            None => self.intern(Op::SsubOverflows, Sort::Bool, &[a, b]),
        }
    }

    /// The signed product does not fit.
    pub fn smul_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::SmulOverflows, Sort::Bool, &[a, b]) {
            return folded;
        }
        let (min, max) = (signed_min(width), signed_max(width));
        let (x, y) = (self.signed_range(a), self.signed_range(b));
        let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
        if corners.iter().all(|&(p, q)| p.checked_mul(q).is_some_and(|v| (min..=max).contains(&v))) {
            return self.bool_const(false);
        }
        let (a, b) = self.in_order(a, b);
        match self.as_bits(b).map(|k| to_signed(k, width)) {
            Some(0 | 1) => self.bool_const(false),
            Some(-1) => self.neg_overflows(a),
            // x·k overflows  ⇔  x < min / k ∨ max / k < x, the bounds swapped for negative k
            Some(k) => {
                let (low, high) = if k > 0 { (min / k, max / k) } else { (max / k, min / k) };
                let (low, high) = (self.below(a, low), self.above(a, high));
                self.or(low, high)
            }
            None => self.intern(Op::SmulOverflows, Sort::Bool, &[a, b]),
        }
    }

    /// The unsigned product does not fit.
    pub fn umul_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::UmulOverflows, Sort::Bool, &[a, b]) {
            return folded;
        }
        let (a_max, b_max) = (self.unsigned_range(a).1, self.unsigned_range(b).1);
        if a_max.checked_mul(b_max).is_some_and(|product| product <= ones(width)) {
            return self.bool_const(false);
        }
        let (a, b) = self.in_order(a, b);
        match self.as_bits(b) {
            Some(0) => self.bool_const(false),
            // x·k overflows  ⇔  max / k < x
            Some(k) => {
                let limit = self.bits(width, ones(width) / k);
                self.ult(limit, a)
            }
            None => self.intern(Op::UmulOverflows, Sort::Bool, &[a, b]),
        }
    }

    /// The unsigned sum does not fit.
    pub fn uadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        // x + y overflows  ⇔  max - x < y, and max - x = ¬x
        let (a, b) = self.in_order(a, b);
        let room = self.bits_not(b);
        self.ult(room, a)
    }

    /// The signed quotient does not fit: the least value divided by -1.
    pub fn sdiv_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let minus_one = self.bits(width, ones(width));
        let by_minus_one = self.eq(b, minus_one);
        let least = self.neg_overflows(a);
        self.and(least, by_minus_one)
    }

    /// The signed negation does not fit: the least value.
    pub fn neg_overflows(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let min = self.bits(width, from_signed(signed_min(width), width));
        self.eq(a, min)
    }

    /// Signed `a < bound`.
    fn below(&mut self, a: TermId, bound: i128) -> TermId {
        let width = self.width(a);
        let bound = self.bits(width, from_signed(bound, width));
        self.slt(a, bound)
    }

    /// Signed `bound < a`.
    fn above(&mut self, a: TermId, bound: i128) -> TermId {
        let width = self.width(a);
        let bound = self.bits(width, from_signed(bound, width));
        self.slt(bound, a)
    }
}

/// Whether both ends of a range exist and lie between `min` and `max`.
fn within(range: (Option<i128>, Option<i128>), min: i128, max: i128) -> bool {
    matches!(range, (Some(low), Some(high)) if low >= min && high <= max)
}
