//! Operators that treat every bit alike.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{bit, ones, slice};

/// A mask with more runs of equal bits than this stays a mask.
const MAX_RUNS: u32 = 4;

impl TermStore {
    /// A bit-vector as it is, which nothing is simplified through.
    pub fn opaque(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        self.intern(Op::Opaque, sort, &[a])
    }

    /// What an opaque term holds.
    #[must_use]
    pub fn inside_opaque(&self, a: TermId) -> Option<TermId> {
        match self.node(a) {
            Node::Unary(Op::Opaque, inner) => Some(inner),
            _ => None,
        }
    }

    /// Every bit of `a` flipped.
    pub fn bits_not(&mut self, a: TermId) -> TermId {
        let sort = Sort::Bits(self.width(a));
        if let Some(folded) = self.fold(Op::BitsNot, sort, &[a]) {
            return folded;
        }
        match self.node(a) {
            // ¬¬x = x
            Node::Unary(Op::BitsNot, x) => x,
            // ¬(k·x) = ¬k·¬x, and the same for x·k
            Node::Binary(Op::Concat, high, low) if self.is_const(high) || self.is_const(low) => {
                let (high, low) = (self.bits_not(high), self.bits_not(low));
                self.concat(high, low)
            }
            // ¬sext(x) = sext(¬x)
            Node::Unary(Op::SignExtend, x) => {
                let flipped = self.bits_not(x);
                self.sign_extend(flipped, self.width(a))
            }
            _ => match self.lift_unary(Op::BitsNot, sort, a) {
                Some(lifted) => lifted,
                None => self.intern(Op::BitsNot, sort, &[a]),
            },
        }
    }

    /// `a & b`, bit by bit.
    pub fn bits_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(Op::BitsAnd, a, b)
    }

    /// `a | b`, bit by bit.
    pub fn bits_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(Op::BitsOr, a, b)
    }

    /// `a ^ b`, bit by bit.
    pub fn bits_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(Op::BitsXor, a, b)
    }

    pub(crate) fn bitwise(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(op, sort, &[a, b]) {
            return folded;
        }
        let (a, b) = self.in_order(a, b);
        if a == b {
            // x & x = x | x = x;  x ^ x = 0
            return if op == Op::BitsXor { self.bits(width, 0) } else { a };
        }
        if self.node(a) == Node::Unary(Op::BitsNot, b) || self.node(b) == Node::Unary(Op::BitsNot, a) {
            // x & ¬x = 0;  x | ¬x = x ^ ¬x = 1…1
            return self.bits(width, if op == Op::BitsAnd { 0 } else { ones(width) });
        }
        if let Some(k) = self.as_bits(b)
            && let Some(simpler) = self.with_constant(op, a, b, k)
        {
            return simpler;
        }
        // (h1·l1) op (h2·l2) = (h1 op h2)·(l1 op l2)
        if let Some(seam) = self.common_seam(a, b) {
            let ((a_high, a_low), (b_high, b_low)) = (self.split(a, seam), self.split(b, seam));
            let (high, low) = (self.bitwise(op, a_high, b_high), self.bitwise(op, a_low, b_low));
            return self.concat(high, low);
        }
        if let Some(merged) = self.bitwise_of_choices(op, a, b) {
            return merged;
        }
        if op == Op::BitsXor
            && let (Node::Unary(Op::BitsNot, x), Node::Unary(Op::BitsNot, y)) = (self.node(a), self.node(b))
        {
            // ¬x ^ ¬y = x ^ y
            return self.bitwise(op, x, y);
        }
        // x & (x & y) = x & y, and the same for |
        if op != Op::BitsXor {
            for (part, whole) in [(a, b), (b, a)] {
                if let Node::Binary(inner, x, y) = self.node(whole)
                    && inner == op
                    && (x == part || y == part)
                {
                    return whole;
                }
            }
        }
        self.intern(op, sort, &[a, b])
    }

    /// `ite(c, 1, 0) op ite(d, 1, 0) = ite(c op d, 1, 0)`: conditions as numbers.
    fn bitwise_of_choices(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (c, one, zero) = self.ite_parts(a)?;
        let (d, one_too, zero_too) = self.ite_parts(b)?;
        if (one, zero) != (one_too, zero_too) || self.as_bits(one) != Some(1) || self.as_bits(zero) != Some(0) {
            return None;
        }
        let cond = match op {
            Op::BitsAnd => self.and(c, d),
            Op::BitsOr => self.or(c, d),
            _ => self.xor(c, d),
        };
        Some(self.ite(cond, one, zero))
    }

    /// Rules for `a op k`.
    fn with_constant(&mut self, op: Op, a: TermId, b: TermId, k: u128) -> Option<TermId> {
        let width = self.width(a);
        let (neutral, absorbing) = match op {
            Op::BitsAnd => (ones(width), Some(0)),
            Op::BitsOr => (0, Some(ones(width))),
            _ => (0, None),
        };
        if k == neutral {
            // x & 1…1 = x;  x | 0 = x ^ 0 = x
            return Some(a);
        }
        if Some(k) == absorbing {
            // x & 0 = 0;  x | 1…1 = 1…1
            return Some(b);
        }
        if op == Op::BitsXor && k == ones(width) {
            // x ^ 1…1 = ¬x
            return Some(self.bits_not(a));
        }
        if let Node::Binary(inner, x, m) = self.node(a)
            && inner == op
            && self.is_const(m)
        {
            // (x op m) op k = x op (m op k)
            let constant = self.bitwise(op, m, b);
            return Some(self.bitwise(op, x, constant));
        }
        if let Some(lifted) = self.lift_binary(op, self.sort(a), a, b) {
            return Some(lifted);
        }
        if op != Op::BitsXor && n_runs(k, width) <= MAX_RUNS {
            return Some(self.masked(op, a, k));
        }
        None
    }

    /// `x & 0…01…1 = 0…0·extract(x)`, and the same for every run of bits in a mask, and for `|`.
    fn masked(&mut self, op: Op, a: TermId, k: u128) -> TermId {
        let width = self.width(a);
        let mut result: Option<TermId> = None;
        let mut lo = 0;
        while lo < width {
            let value = bit(k, lo);
            let hi = (lo + 1..width).find(|&at| bit(k, at) != value).unwrap_or(width) - 1;
            let piece = if value == (op == Op::BitsAnd) {
                self.extract(a, hi, lo)
            } else {
                self.bits(hi - lo + 1, slice(k, hi, lo))
            };
            result = Some(match result {
                Some(low) => self.concat(piece, low),
                None => piece,
            });
            lo = hi + 1;
        }
        result.expect("a bit-vector should have at least one run of bits")
    }
}

/// How many runs of equal bits `word` has.
fn n_runs(word: u128, width: u32) -> u32 {
    if width == 1 {
        return 1;
    }
    let changes = (word ^ word >> 1) & ones(width - 1);
    changes.count_ones() + 1
}
