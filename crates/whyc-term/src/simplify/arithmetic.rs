//! Sums and products.
//!
//! A difference is a sum with a negated argument. Constants move outwards, so that the constant
//! of a sum is the last argument of its root and `(x + 1) + 1` is `x + 2`.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{log2_exact, ones};

/// A choice, perhaps negated.
#[derive(Clone, Copy)]
struct Choice {
    cond: TermId,
    sides: [TermId; 2],
    is_negated: bool,
}

impl TermStore {
    /// `-a`.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let sort = Sort::Bits(self.width(a));
        if let Some(folded) = self.fold(Op::Neg, sort, &[a]) {
            return folded;
        }
        match self.node(a) {
            // -(-x) = x
            Node::Unary(Op::Neg, x) => x,
            // -(x + k) = -x + -k
            Node::Binary(Op::Add, x, k) if self.is_const(k) => {
                let (x, k) = (self.neg(x), self.neg(k));
                self.add(x, k)
            }
            // -(x·k) = x·(-k)
            Node::Binary(Op::Mul, x, k) if self.is_const(k) => {
                let k = self.neg(k);
                self.mul(x, k)
            }
            _ => match self.lift_unary(Op::Neg, sort, a) {
                Some(lifted) => lifted,
                None => self.intern(Op::Neg, sort, &[a]),
            },
        }
    }

    /// `a + b`, wrapping.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Add, sort, &[a, b]) {
            return folded;
        }
        let (a, b) = self.in_order(a, b);
        if let Some(k) = self.as_bits(b) {
            return self.add_constant(a, b, k);
        }
        // x + x = x << 1
        if a == b {
            let one = self.bits(width, 1);
            return self.shl(a, one);
        }
        match (self.constant_summand(a), self.constant_summand(b)) {
            (None, None) => {}
            // (x + k) + (y + m) = (x + y) + (k + m)
            (x, y) => {
                let zero = self.bits(width, 0);
                let ((x, k), (y, m)) = (x.unwrap_or((a, zero)), y.unwrap_or((b, zero)));
                let (sum, constant) = (self.add(x, y), self.add(k, m));
                return self.add(sum, constant);
            }
        }
        if let Some(rest) = self.cancelled(a, b).or_else(|| self.cancelled(b, a)) {
            return rest;
        }
        if let Some(rest) = self.without_multiple(a, b).or_else(|| self.without_multiple(b, a)) {
            return rest;
        }
        if let Some(choice) = self.add_choices(a, b) {
            return choice;
        }
        self.intern(Op::Add, sort, &[a, b])
    }

    /// `a - b`, wrapping.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        // a - b = a + -b
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    /// `a · b`, wrapping.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Mul, sort, &[a, b]) {
            return folded;
        }
        let (a, b) = self.in_order(a, b);
        if let Some(k) = self.as_bits(b) {
            if k == 0 {
                // x·0 = 0
                return b;
            }
            if k == ones(width) {
                // x·(-1) = -x
                return self.neg(a);
            }
            if let Some(by) = log2_exact(k) {
                // x·2^n = x << n
                let by = self.bits(width, u128::from(by));
                return self.shl(a, by);
            }
            match self.node(a) {
                // (x·k)·m = x·(k·m)
                Node::Binary(Op::Mul, x, k) if self.is_const(k) => {
                    let k = self.mul(k, b);
                    return self.mul(x, k);
                }
                // (-x)·k = x·(-k)
                Node::Unary(Op::Neg, x) => {
                    let k = self.neg(b);
                    return self.mul(x, k);
                }
                _ => {}
            }
        }
        match self.lift_binary(Op::Mul, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Mul, sort, &[a, b]),
        }
    }

    /// `ite(c, x, y) + ite(c, v, w) = ite(c, x + v, y + w)`, where all that is left are constants: what moves together is as far
    /// apart whichever way was taken.
    fn add_choices(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (one, two) = (self.choice(a)?, self.choice(b)?);
        if one.cond != two.cond {
            return None;
        }
        // Merges make chains: the end of one side is looked at before the rest of the chain.
        let goes_on = [one.sides[0], two.sides[0]].iter().any(|&side| self.ite_parts(side).is_some());
        let (end, rest) = if goes_on { (1, 0) } else { (0, 1) };
        let (end_a, end_b) = (self.side(one, end), self.side(two, end));
        let first = self.add(end_a, end_b);
        if !self.is_const(first) {
            return None;
        }
        let (rest_a, rest_b) = (self.side(one, rest), self.side(two, rest));
        let second = self.nested_once((Op::Add, rest_a, rest_b.0), |store| store.add(rest_a, rest_b))?;
        if !self.has_constant_leaves(second) {
            return None;
        }
        Some(if goes_on { self.ite(one.cond, second, first) } else { self.ite(one.cond, first, second) })
    }

    fn choice(&self, a: TermId) -> Option<Choice> {
        let (is_negated, a) = match self.node(a) {
            Node::Unary(Op::Neg, x) => (true, x),
            _ => (false, a),
        };
        let (cond, then, other) = self.ite_parts(a)?;
        Some(Choice { cond, sides: [then, other], is_negated })
    }

    fn side(&mut self, choice: Choice, side: usize) -> TermId {
        if choice.is_negated { self.neg(choice.sides[side]) } else { choice.sides[side] }
    }

    /// `(x, k)` where `a` is `x + k` for a constant `k`.
    pub(crate) fn constant_summand(&self, a: TermId) -> Option<(TermId, TermId)> {
        match self.node(a) {
            Node::Binary(Op::Add, x, k) if self.is_const(k) => Some((x, k)),
            _ => None,
        }
    }

    fn add_constant(&mut self, a: TermId, b: TermId, k: u128) -> TermId {
        let sort = self.sort(a);
        if k == 0 {
            // x + 0 = x
            return a;
        }
        if let Some((x, m)) = self.constant_summand(a) {
            // (x + m) + k = x + (m + k)
            let sum = self.add(m, b);
            return self.add(x, sum);
        }
        match self.lift_binary(Op::Add, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Add, sort, &[a, b]),
        }
    }

    /// What is left of `a + b` where a summand meets its negation.
    fn cancelled(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.node(b) {
            Node::Unary(Op::Neg, x) => {
                // x + -x = 0
                if a == x {
                    return Some(self.bits(self.width(a), 0));
                }
                match self.node(a) {
                    // (x + y) + -x = y
                    Node::Binary(Op::Add, p, y) if p == x => return Some(y),
                    Node::Binary(Op::Add, y, p) if p == x => return Some(y),
                    _ => {}
                }
                match self.node(x) {
                    // x + -(x + y) = -y
                    Node::Binary(Op::Add, p, y) if p == a => Some(self.neg(y)),
                    Node::Binary(Op::Add, y, p) if p == a => Some(self.neg(y)),
                    _ => None,
                }
            }
            // x + (y + -x) = y
            Node::Binary(Op::Add, p, y) if self.node(p) == Node::Unary(Op::Neg, a) => Some(y),
            Node::Binary(Op::Add, y, p) if self.node(p) == Node::Unary(Op::Neg, a) => Some(y),
            _ => None,
        }
    }
}
