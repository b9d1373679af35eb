//! Quotients and remainders. Division by zero is total, as in SMT-LIB.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::word::{bit, log2_exact, ones};

impl TermStore {
    /// The unsigned quotient; all ones where `b` is zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Udiv, sort, &[a, b]) {
            return folded;
        }
        if let Some(k) = self.as_bits(b) {
            if k == 0 {
                // x / 0 = 1…1
                return self.bits(width, ones(width));
            }
            if let Some(by) = log2_exact(k) {
                // x / 2^n = x >> n
                let by = self.bits(width, u128::from(by));
                return self.lshr(a, by);
            }
            // (0·x) / k = 0·(x / k) where k fits
            if let Some(narrow) = self.narrowed(Op::Udiv, a, b) {
                return narrow;
            }
        }
        match self.lift_binary(Op::Udiv, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Udiv, sort, &[a, b]),
        }
    }

    /// The unsigned remainder; `a` where `b` is zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Urem, sort, &[a, b]) {
            return folded;
        }
        // x % x = 0;  0 % x = 0
        if a == b || self.as_bits(a) == Some(0) {
            return self.bits(width, 0);
        }
        if let Some(k) = self.as_bits(b) {
            if k == 0 {
                // x % 0 = x
                return a;
            }
            if let Some(by) = log2_exact(k) {
                // x % 2^n = 0·extract(x, n - 1, 0)
                if by == 0 {
                    return self.bits(width, 0);
                }
                let low = self.extract(a, by - 1, 0);
                return self.zero_extend(low, width);
            }
            // (0·x) % k = 0·(x % k) where k fits
            if let Some(narrow) = self.narrowed(Op::Urem, a, b) {
                return narrow;
            }
        }
        match self.lift_binary(Op::Urem, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Urem, sort, &[a, b]),
        }
    }

    /// The signed quotient, towards zero; 1 for a negative `a` and -1 for any other where `b` is zero.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Sdiv, sort, &[a, b]) {
            return folded;
        }
        // sdiv(x, y) = udiv(x, y) where neither is negative
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.udiv(a, b);
        }
        if let Some(k) = self.as_bits(b) {
            if k == 0 {
                // sdiv(x, 0) = ite(x < 0, 1, -1)
                let negative = self.slt(a, b);
                let (one, minus_one) = (self.bits(width, 1), self.bits(width, ones(width)));
                return self.ite(negative, one, minus_one);
            }
            let is_min = log2_exact(k) == Some(width - 1);
            if bit(k, width - 1) && !is_min {
                // sdiv(x, -k) = -sdiv(x, k)
                let k = self.neg(b);
                let quotient = self.sdiv(a, k);
                return self.neg(quotient);
            }
            if let Some(by) = log2_exact(k).filter(|_| !is_min) {
                // sdiv(x, 2^n) = (x + bias) >> n, where the bias is 2^n - 1 for negative x
                let biased = self.biased(a, by);
                let by = self.bits(width, u128::from(by));
                return self.ashr(biased, by);
            }
        }
        match self.lift_binary(Op::Sdiv, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Sdiv, sort, &[a, b]),
        }
    }

    /// The signed remainder, with the sign of `a`; `a` where `b` is zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Srem, sort, &[a, b]) {
            return folded;
        }
        // srem(x, x) = 0;  srem(0, x) = 0
        if a == b || self.as_bits(a) == Some(0) {
            return self.bits(width, 0);
        }
        // srem(x, y) = urem(x, y) where neither is negative
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.urem(a, b);
        }
        if let Some(k) = self.as_bits(b) {
            if k == 0 {
                // srem(x, 0) = x
                return a;
            }
            let is_min = log2_exact(k) == Some(width - 1);
            if bit(k, width - 1) && !is_min {
                // srem(x, -k) = srem(x, k)
                let k = self.neg(b);
                return self.srem(a, k);
            }
            if log2_exact(k).is_some() && !is_min {
                // srem(x, 2^n) = x - (sdiv(x, 2^n) << n)
                let quotient = self.sdiv(a, b);
                let multiple = self.mul(quotient, b);
                return self.sub(a, multiple);
            }
        }
        match self.lift_binary(Op::Srem, sort, a, b) {
            Some(lifted) => lifted,
            None => self.intern(Op::Srem, sort, &[a, b]),
        }
    }

    /// What is left of `a + b` where `b` is the multiple of a divisor in `a`, negated.
    pub(crate) fn without_multiple(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (quotients, divisor) = match self.node(b) {
            // x + (x / k)·(-k) = x % k
            Node::Binary(Op::Mul, q, k) if self.is_const(k) => ([q, q], Some(self.neg(k))),
            // x + -((x / y)·y) = x % y
            Node::Unary(Op::Neg, product) => match self.node(product) {
                Node::Binary(Op::Mul, p, q) => ([p, q], None),
                _ => return None,
            },
            _ => return None,
        };
        for (q, other) in [(quotients[0], quotients[1]), (quotients[1], quotients[0])] {
            let divisor = divisor.unwrap_or(other);
            let rest = match (self.node(q), self.node(a)) {
                (Node::Binary(op @ (Op::Udiv | Op::Sdiv), x, y), _) if (x, y) == (a, divisor) => Some((op, None)),
                // (x + z) + (x / k)·(-k) = x % k + z
                (Node::Binary(op @ (Op::Udiv | Op::Sdiv), x, y), Node::Binary(Op::Add, p, z))
                    if y == divisor && (x == p || x == z) =>
                {
                    Some((op, Some((x, if x == p { z } else { p }))))
                }
                // The quotient of a narrow term: 0·(x / k)
                (Node::Binary(Op::Concat, _, low), _) if self.is_quotient(low, divisor) => {
                    (self.udiv(a, divisor) == q).then_some((Op::Udiv, None))
                }
                _ => None,
            };
            let Some((op, more)) = rest else { continue };
            let (x, z) = more.map_or((a, None), |(x, z)| (x, Some(z)));
            let rest = if op == Op::Udiv { self.urem(x, divisor) } else { self.srem(x, divisor) };
            return Some(z.map_or(rest, |z| self.add(rest, z)));
        }
        None
    }

    /// Whether `a` is something divided by the number that `divisor` is, in whatever width.
    fn is_quotient(&self, a: TermId, divisor: TermId) -> bool {
        matches!(self.node(a), Node::Binary(Op::Udiv, _, k) if self.as_bits(k).is_some() && self.as_bits(k) == self.as_bits(divisor))
    }

    /// `a` plus `2^n - 1` where `a` is negative: what makes a shift round towards zero.
    fn biased(&mut self, a: TermId, n: u32) -> TermId {
        if n == 0 {
            return a;
        }
        let width = self.width(a);
        let sign = self.extract(a, width - 1, width - 1);
        let bias = self.sign_extend(sign, n);
        let bias = self.zero_extend(bias, width);
        self.add(a, bias)
    }

    /// Division of a zero-extended term by a constant of no more bits than the term has.
    fn narrowed(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let narrow_width = self.width_below_zeros(a)?;
        let k = self.as_bits(b).filter(|&k| k <= ones(narrow_width))?;
        let (x, k) = (self.extract(a, narrow_width - 1, 0), self.bits(narrow_width, k));
        let narrow = if op == Op::Udiv { self.udiv(x, k) } else { self.urem(x, k) };
        Some(self.zero_extend(narrow, width))
    }
}
