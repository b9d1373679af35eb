//! Equality at every sort.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{from_signed, ones, to_signed};

impl TermStore {
    /// `a = b`, for two terms of one sort.
    ///
    /// # Panics
    /// If the sorts differ, or if `a` and `b` are large arrays that differ in more than their
    /// writes: the elements of arrays are compared one by one.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert_eq!(sort, self.sort(b), "{a} and {b} should have the same sort");
        // x = x is true
        if a == b {
            return self.bool_const(true);
        }
        match sort {
            Sort::Bool => self.iff(a, b),
            Sort::Bits(_) => self.bits_eq(a, b),
            Sort::Array { .. } => self.array_eq(a, b),
        }
    }

    /// `a ≠ b`.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    fn bits_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold(Op::Eq, Sort::Bool, &[a, b]) {
            return folded;
        }
        let (a, b) = self.in_order(a, b);
        let simpler = self.nested(|store| match store.as_bits(b) {
            Some(k) => store.eq_constant(a, b, k),
            None => store.eq_terms(a, b),
        });
        match simpler.flatten() {
            Some(simpler) => simpler,
            None => self.intern(Op::Eq, Sort::Bool, &[a, b]),
        }
    }

    /// Rules for `a = k`; `b` is the constant.
    fn eq_constant(&mut self, a: TermId, b: TermId, k: u128) -> Option<TermId> {
        let width = self.width(a);
        match self.node(a) {
            Node::Ite(..) => self.ite_eq_constant(a, b),
            // x + m = k  ⇔  x = k - m
            Node::Binary(Op::Add, x, m) if self.is_const(m) => {
                let difference = self.sub(b, m);
                Some(self.eq(x, difference))
            }
            // x + -y = 0  ⇔  x = y
            Node::Binary(Op::Add, x, y) if k == 0 => match (self.node(x), self.node(y)) {
                (_, Node::Unary(Op::Neg, y)) => Some(self.eq(x, y)),
                (Node::Unary(Op::Neg, x), _) => Some(self.eq(x, y)),
                _ => None,
            },
            // -x = k  ⇔  x = -k
            Node::Unary(Op::Neg, x) => {
                let k = self.neg(b);
                Some(self.eq(x, k))
            }
            // ¬x = k  ⇔  x = ¬k
            Node::Unary(Op::BitsNot, x) => {
                let k = self.bits_not(b);
                Some(self.eq(x, k))
            }
            // x ^ m = k  ⇔  x = k ^ m
            Node::Binary(Op::BitsXor, x, m) if self.is_const(m) => {
                let k = self.bits_xor(b, m);
                Some(self.eq(x, k))
            }
            // x ^ y = 0  ⇔  x = y
            Node::Binary(Op::BitsXor, x, y) if k == 0 => Some(self.eq(x, y)),
            Node::Binary(Op::Concat, _, low) => {
                let seam = self.width(low);
                Some(self.eq_parts(a, b, seam))
            }
            // sext(x) = k  ⇔  x = k cut to the width of x, if k is such an extension
            Node::Unary(Op::SignExtend, x) => {
                let x_width = self.width(x);
                let narrow = from_signed(to_signed(k, width), x_width);
                if to_signed(narrow, x_width) != to_signed(k, width) {
                    return Some(self.bool_const(false));
                }
                let narrow = self.bits(x_width, narrow);
                Some(self.eq(x, narrow))
            }
            // x = 0  ⇔  ¬(x = 1), for one bit
            _ if width == 1 && k == 0 => {
                let one = self.bits(1, 1);
                let is_one = self.eq(a, one);
                Some(self.not(is_one))
            }
            _ => {
                let (min, max) = self.unsigned_range(a);
                (k < min || k > max).then(|| self.bool_const(false))
            }
        }
    }

    /// `ite(c, x, y) = k`  ⇔  `ite(c, x = k, y = k)`, where an arm is decided leaf by leaf.
    fn ite_eq_constant(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let (cond, then, other) = self.ite_parts(a)?;
        if !self.has_constant_leaves(then) && !self.has_constant_leaves(other) {
            return None;
        }
        self.nested_once((Op::Eq, a, k.0), |store| {
            let (then, other) = (store.eq(then, k), store.eq(other, k));
            store.ite(cond, then, other)
        })
    }

    /// Rules for two terms that are not constants.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(seam) = self.common_seam(a, b) {
            return Some(self.eq_parts(a, b, seam));
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(p, x), Node::Unary(q, y)) if p == q && self.sort(x) == self.sort(y) => match p {
                // -x = -y ⇔ x = y;  ¬x = ¬y ⇔ x = y;  sext(x) = sext(y) ⇔ x = y
                Op::Neg | Op::BitsNot | Op::SignExtend => return Some(self.eq(x, y)),
                _ => {}
            },
            // ite(c, k, m) = ite(d, k, m)  ⇔  c ↔ d, for constants k ≠ m
            (Node::Ite(c, k, m), Node::Ite(d, v, w)) if (k, m) == (v, w) && self.is_const(k) && self.is_const(m) => {
                return Some(self.iff(c, d));
            }
            // ite(c, x, y) = ite(c, x, z)  ⇔  c ∨ y = z
            (Node::Ite(c, x, y), Node::Ite(d, v, w)) if c == d && (x == v || y == w) => {
                let (then, other) = (self.eq(x, v), self.eq(y, w));
                return Some(self.ite(c, then, other));
            }
            _ => {}
        }
        for (choice, side) in [(a, b), (b, a)] {
            let Some((cond, x, y)) = self.ite_parts(choice) else { continue };
            // ite(c, x, y) = x  ⇔  c ∨ y = x;  ite(c, x, y) = y  ⇔  c → x = y
            if x == side || y == side {
                let same = self.eq(x, y);
                return Some(if x == side { self.or(cond, same) } else { self.implies(cond, same) });
            }
        }
        if let (Some((x, k)), Some((y, m))) = (self.constant_summand(a), self.constant_summand(b)) {
            // x + k = y + m  ⇔  x + (k - m) = y
            let difference = self.sub(k, m);
            let x = self.add(x, difference);
            return Some(self.eq(x, y));
        }
        for (sum, side) in [(a, b), (b, a)] {
            let Node::Binary(Op::Add, x, y) = self.node(sum) else { continue };
            // x + y = x  ⇔  y = 0
            if let Some(rest) = if x == side { Some(y) } else { (y == side).then_some(x) } {
                let zero = self.bits(self.width(sum), 0);
                return Some(self.eq(rest, zero));
            }
            if let Node::Binary(Op::Add, v, w) = self.node(side) {
                // x + y = x + z  ⇔  y = z
                let rests = [(x, v, y, w), (x, w, y, v), (y, v, x, w), (y, w, x, v)];
                if let Some(&(_, _, rest, other)) = rests.iter().find(|(p, q, ..)| p == q) {
                    return Some(self.eq(rest, other));
                }
            }
        }
        if let Some(simpler) = self.eq_sums(a, b) {
            return Some(simpler);
        }
        let ((a_min, a_max), (b_min, b_max)) = (self.unsigned_range(a), self.unsigned_range(b));
        (a_max < b_min || b_max < a_min).then(|| self.bool_const(false))
    }

    /// Rules for sums of which all but one summand are on both sides.
    fn eq_sums(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if ![a, b].iter().any(|&side| matches!(self.node(side), Node::Binary(Op::Add, ..))) {
            return None;
        }
        let difference = self.linear_difference(a, b)?;
        let width = self.width(a);
        match *difference.parts() {
            // 2·x + y = x + (y + x) is true
            [] => Some(self.bool_const(difference.constant() == 0)),
            // x + y + k = y  ⇔  x = -k
            [(x, 1)] => {
                let k = self.bits(width, difference.constant());
                let k = self.neg(k);
                Some(self.eq(x, k))
            }
            // y + k = x + y  ⇔  x = k
            [(x, factor)] if factor == ones(width) => {
                let k = self.bits(width, difference.constant());
                Some(self.eq(x, k))
            }
            _ => None,
        }
    }

    /// `h1·l1 = h2·l2`  ⇔  `h1 = h2 ∧ l1 = l2`.
    fn eq_parts(&mut self, a: TermId, b: TermId, seam: u32) -> TermId {
        let ((a_high, a_low), (b_high, b_low)) = (self.split(a, seam), self.split(b, seam));
        let high = self.eq(a_high, b_high);
        if self.as_bool(high) == Some(false) {
            return high;
        }
        let low = self.eq(a_low, b_low);
        self.and(high, low)
    }
}
