//! Shifts. A shift by a constant only moves bits and becomes `concat` and `extract`.

use crate::node::{Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

impl TermStore {
    /// `a` shifted towards the high end by `b`; zero where `b` is the width or more.
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::Shl, Sort::Bits(width), &[a, b]) {
            return folded;
        }
        // 0 << x = 0
        if self.as_bits(a) == Some(0) {
            return a;
        }
        match self.as_bits(b) {
            Some(0) => a,
            // x << n = extract(x, width - 1 - n, 0)·0
            Some(by) if by < u128::from(width) => {
                let by = by as u32;
                let (kept, zeros) = (self.extract(a, width - 1 - by, 0), self.bits(by, 0));
                self.concat(kept, zeros)
            }
            // x << n = 0 for n ≥ width
            Some(_) => self.bits(width, 0),
            None => self.shift_by_term(Op::Shl, a, b),
        }
    }

    /// `a` shifted towards the low end by `b`, filling with zeros.
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::Lshr, Sort::Bits(width), &[a, b]) {
            return folded;
        }
        // 0 >> x = 0
        if self.as_bits(a) == Some(0) {
            return a;
        }
        match self.as_bits(b) {
            Some(0) => a,
            // x >> n = 0·extract(x, width - 1, n)
            Some(by) if by < u128::from(width) => {
                let kept = self.extract(a, width - 1, by as u32);
                self.zero_extend(kept, width)
            }
            // x >> n = 0 for n ≥ width
            Some(_) => self.bits(width, 0),
            None => self.shift_by_term(Op::Lshr, a, b),
        }
    }

    /// `a` shifted towards the low end by `b`, filling with the sign.
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold(Op::Ashr, Sort::Bits(width), &[a, b]) {
            return folded;
        }
        // ashr(x, n) = lshr(x, n) where x is not negative
        if self.is_non_negative(a) {
            return self.lshr(a, b);
        }
        match self.as_bits(b) {
            // ashr(x, n) = sext(extract(x, width - 1, min(n, width - 1)))
            Some(by) => {
                let by = by.min(u128::from(width - 1)) as u32;
                let kept = self.extract(a, width - 1, by);
                self.sign_extend(kept, width)
            }
            None => self.shift_by_term(Op::Ashr, a, b),
        }
    }

    fn shift_by_term(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.lift_binary(op, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(op, sort, &[a, b]),
        }
    }
}
