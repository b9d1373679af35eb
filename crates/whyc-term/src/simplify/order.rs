//! Comparisons, all in terms of `ult` and `slt`.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{from_signed, signed_max, signed_min, to_signed};

impl TermStore {
    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::Ult, Sort::Bool, &[a, b]) {
            return folded;
        }
        // x < x = ⊥
        if a == b {
            return self.bool_const(false);
        }
        let ((a_min, a_max), (b_min, b_max)) = (self.unsigned_range(a), self.unsigned_range(b));
        // Ranges that do not overlap decide.
        if a_max < b_min || a_min >= b_max {
            return self.bool_const(a_max < b_min);
        }
        // x < k = (x = min) where only the least value of x is below k, and likewise at the other ends
        if let Some(edge) = self.ult_at_edge(a, b, width, (a_min, a_max), (b_min, b_max)) {
            return edge;
        }
        self.narrowed_order(Op::Ult, a, b)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::Slt, Sort::Bool, &[a, b]) {
            return folded;
        }
        // x < x = ⊥
        if a == b {
            return self.bool_const(false);
        }
        let ((a_min, a_max), (b_min, b_max)) = (self.signed_range(a), self.signed_range(b));
        // Ranges that do not overlap decide.
        if a_max < b_min || a_min >= b_max {
            return self.bool_const(a_max < b_min);
        }
        if let Some(k) = self.as_bits(b).map(|k| to_signed(k, width)) {
            if k == signed_max(width) {
                // x < max = (x ≠ max)
                return self.ne(a, b);
            }
            if k == signed_min(width) + 1 {
                // x < min + 1 = (x = min)
                let min = self.bits(width, from_signed(signed_min(width), width));
                return self.eq(a, min);
            }
        }
        if let Some(k) = self.as_bits(a).map(|k| to_signed(k, width)) {
            if k == signed_min(width) {
                // min < x = (x ≠ min)
                return self.ne(a, b);
            }
            if k == signed_max(width) - 1 {
                // max - 1 < x = (x = max)
                let max = self.bits(width, from_signed(signed_max(width), width));
                return self.eq(b, max);
            }
        }
        self.narrowed_order(Op::Slt, a, b)
    }

    /// Unsigned `a ≤ b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        // a ≤ b = ¬(b < a)
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Unsigned `a > b`.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned `a ≥ b`.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed `a ≤ b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        // a ≤ b = ¬(b < a)
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Signed `a > b`.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed `a ≥ b`.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    fn ult_at_edge(
        &mut self,
        a: TermId,
        b: TermId,
        width: u32,
        a_range: (u128, u128),
        b_range: (u128, u128),
    ) -> Option<TermId> {
        if let Some(k) = self.as_bits(b) {
            if k == a_range.0 + 1 {
                // x < min + 1 = (x = min)
                let min = self.bits(width, a_range.0);
                return Some(self.eq(a, min));
            }
            if k == a_range.1 {
                // x < max = (x ≠ max)
                return Some(self.ne(a, b));
            }
        }
        if let Some(k) = self.as_bits(a) {
            if k == b_range.0 {
                // min < x = (x ≠ min)
                return Some(self.ne(a, b));
            }
            if k + 1 == b_range.1 {
                // max - 1 < x = (x = max)
                let max = self.bits(width, b_range.1);
                return Some(self.eq(b, max));
            }
        }
        None
    }

    /// Rules that compare fewer bits.
    fn narrowed_order(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if let Some(decided) = self.order_of_choices(op, a, b) {
            return decided;
        }
        if let Some(seam) = self.common_seam(a, b) {
            let ((a_high, a_low), (b_high, b_low)) = (self.split(a, seam), self.split(b, seam));
            // h·x < h·y = ult(x, y), signed or not
            if a_high == b_high {
                return self.ult(a_low, b_low);
            }
            // x·l < y·l = x < y
            if a_low == b_low {
                return self.order(op, a_high, b_high);
            }
        }
        if let Node::Unary(Op::SignExtend, x) = self.node(a) {
            match self.node(b) {
                // sext(x) < sext(y) = x < y, signed or not
                Node::Unary(Op::SignExtend, y) if self.width(x) == self.width(y) => return self.order(op, x, y),
                // slt(sext(x), k) = slt(x, k): k fits, or the ranges had decided
                Node::Bits(k) if op == Op::Slt => {
                    let k = self.bits(self.width(x), k);
                    return self.slt(x, k);
                }
                _ => {}
            }
        }
        // slt(k, sext(x)) = slt(k, x): k fits, or the ranges had decided
        if let (Op::Slt, Node::Bits(k), Node::Unary(Op::SignExtend, x)) = (op, self.node(a), self.node(b)) {
            let k = self.bits(self.width(x), k);
            return self.slt(k, x);
        }
        // slt(x, y) = ult(x, y) where neither is negative
        if op == Op::Slt && self.is_non_negative(a) && self.is_non_negative(b) {
            return self.ult(a, b);
        }
        self.intern(op, Sort::Bool, &[a, b])
    }

    /// `ite(c, x, y) < k = ite(c, x < k, y < k)` where only constants are chosen among, and with sides swapped.
    fn order_of_choices(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        if !self.has_constant_leaves(a) || !self.has_constant_leaves(b) {
            return None;
        }
        if self.is_const(b) {
            let (cond, then, other) = self.ite_parts(a)?;
            self.nested_once((op, a, b.0), |store| {
                let (then, other) = (store.order(op, then, b), store.order(op, other, b));
                store.ite(cond, then, other)
            })
        } else if self.is_const(a) {
            let (cond, then, other) = self.ite_parts(b)?;
            self.nested_once((op, a, b.0), |store| {
                let (then, other) = (store.order(op, a, then), store.order(op, a, other));
                store.ite(cond, then, other)
            })
        } else {
            None
        }
    }

    fn order(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if op == Op::Ult { self.ult(a, b) } else { self.slt(a, b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_with_the_end_of_a_range_is_an_equality() {
        let mut store = TermStore::new();
        let x = store.input(Sort::Bits(8));
        let wide = store.zero_extend(x, 32);
        let (one, zero) = (store.bits(32, 1), store.bits(8, 0));
        let below_one = store.ult(wide, one);
        assert_eq!(below_one, store.eq(x, zero));
        let limit = store.bits(32, 256);
        assert_eq!(store.ult(wide, limit), store.bool_const(true));
    }
}
