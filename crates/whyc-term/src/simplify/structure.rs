//! `concat`, `extract` and extensions: the operators that only move bits.
//!
//! Normal form: `concat` nests to the right, neighbouring constants and neighbouring pieces of
//! one term are joined, and `extract` sits on nothing that it could be pushed into. A zero
//! extension is a `concat` with zeros.

use crate::node::{Node, Op, TermId};
use crate::sort::{MAX_WIDTH, Sort};
use crate::store::TermStore;
use crate::word::{join, slice};

impl TermStore {
    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let low_width = self.width(low);
        let width = self.width(high) + low_width;
        assert!(width <= MAX_WIDTH, "a bit-vector should have 1 to {MAX_WIDTH} bits, not {width}");
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::Concat, sort, &[high, low]) {
            return folded;
        }
        // (a·b)·c = a·(b·c)
        if let Node::Binary(Op::Concat, a, b) = self.node(high) {
            let rest = self.concat(b, low);
            return self.concat(a, rest);
        }
        // What stands directly below the high part, and what comes after it.
        let (next, rest) = match self.node(low) {
            Node::Binary(Op::Concat, next, rest) => (next, Some(rest)),
            _ => (low, None),
        };
        if let Some(joined) = self.join_neighbours(high, next) {
            return match rest {
                Some(rest) => self.concat(joined, rest),
                None => joined,
            };
        }
        if let Some(lifted) = self.concat_of_choices(high, low, sort) {
            return lifted;
        }
        self.intern(Op::Concat, sort, &[high, low])
    }

    /// The bits `hi` down to `lo` of `a`.
    pub fn extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        let width = self.width(a);
        assert!(lo <= hi && hi < width, "bits {hi} to {lo} should lie in {a} of {width} bits");
        // extract(x, width - 1, 0) = x
        if hi - lo + 1 == width {
            return a;
        }
        match self.node(a) {
            Node::Bits(value) => self.bits(hi - lo + 1, slice(value, hi, lo)),
            // extract(extract(x, _, m), hi, lo) = extract(x, hi + m, lo + m)
            Node::Extract { arg, lo: inner, .. } => self.extract(arg, hi + inner, lo + inner),
            Node::Binary(Op::Concat, high, low) => self.extract_of_concat(high, low, hi, lo),
            Node::Unary(Op::SignExtend, x) => self.extract_of_sign_extend(x, hi, lo),
            _ if self.takes_extract(a, lo) => {
                let pushed = self.nested_once((Op::Extract, a, hi << 8 | lo), |store| store.extract_inside(a, hi, lo));
                pushed.unwrap_or_else(|| self.intern_extract(a, hi, lo))
            }
            _ => self.intern_extract(a, hi, lo),
        }
    }

    /// `a` with zeros above it, `width` bits in all.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let old_width = self.width(a);
        assert!(old_width <= width, "{a} of {old_width} bits should be extended, not cut to {width}");
        if old_width == width {
            return a;
        }
        let zeros = self.bits(width - old_width, 0);
        self.concat(zeros, a)
    }

    /// `a` with copies of its sign bit above it, `width` bits in all.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let old_width = self.width(a);
        assert!(old_width <= width, "{a} of {old_width} bits should be extended, not cut to {width}");
        if old_width == width {
            return a;
        }
        let sort = Sort::Bits(width);
        if let Some(folded) = self.fold(Op::SignExtend, sort, &[a]) {
            return folded;
        }
        match self.node(a) {
            // sext(sext(x)) = sext(x)
            Node::Unary(Op::SignExtend, x) => self.sign_extend(x, width),
            // sext(h·l) = sext(h)·l
            Node::Binary(Op::Concat, high, low) => {
                let high = self.sign_extend(high, width - self.width(low));
                self.concat(high, low)
            }
            _ => match self.lift_unary(Op::SignExtend, sort, a) {
                Some(lifted) => lifted,
                None => self.intern(Op::SignExtend, sort, &[a]),
            },
        }
    }

    /// The part of `a` from bit `seam` up, and the part below.
    pub(crate) fn split(&mut self, a: TermId, seam: u32) -> (TermId, TermId) {
        let width = self.width(a);
        (self.extract(a, width - 1, seam), self.extract(a, seam - 1, 0))
    }

    /// Where both terms come apart without leaving an `extract` behind, if one of them is a `concat`.
    pub(crate) fn common_seam(&self, a: TermId, b: TermId) -> Option<u32> {
        let seam_of = |term| match self.node(term) {
            Node::Binary(Op::Concat, _, low) => Some(self.width(low)),
            _ => None,
        };
        let of_a = seam_of(a).filter(|&seam| self.splits_at(b, seam));
        of_a.or_else(|| seam_of(b).filter(|&seam| self.splits_at(a, seam)))
    }

    fn splits_at(&self, a: TermId, seam: u32) -> bool {
        match self.node(a) {
            Node::Bits(_) => true,
            Node::Ite(_, then, other) => self.is_const(then) && self.is_const(other),
            Node::Binary(Op::Concat, high, low) => {
                let low_width = self.width(low);
                match seam.cmp(&low_width) {
                    std::cmp::Ordering::Less => self.splits_at(low, seam),
                    std::cmp::Ordering::Equal => true,
                    std::cmp::Ordering::Greater => self.is_const(high),
                }
            }
            _ => false,
        }
    }

    /// Whether `extract` gets into `a`, so that pushing one towards it pays.
    pub(crate) fn gives_extract(&self, a: TermId) -> bool {
        matches!(
            self.node(a),
            Node::Bits(_) | Node::Binary(Op::Concat, ..) | Node::Unary(Op::SignExtend, _) | Node::Extract { .. }
        )
    }

    /// `ite(c, k1, k2)·ite(c, m1, m2) = ite(c, k1·m1, k2·m2)` for constants, either of them alone too.
    fn concat_of_choices(&mut self, high: TermId, low: TermId, sort: Sort) -> Option<TermId> {
        if let (Some((cond, a, b)), Some((cond_too, c, d))) = (self.ite_parts(high), self.ite_parts(low))
            && cond == cond_too
        {
            let then = self.fold(Op::Concat, sort, &[a, c])?;
            let other = self.fold(Op::Concat, sort, &[b, d])?;
            return Some(self.ite(cond, then, other));
        }
        self.lift_binary(Op::Concat, sort, high, low)
    }

    fn join_neighbours(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        match (self.node(high), self.node(low)) {
            (Node::Bits(k), Node::Bits(m)) => {
                let low_width = self.width(low);
                Some(self.bits(self.width(high) + low_width, join(k, m, low_width)))
            }
            // extract(x, hi, m + 1)·extract(x, m, lo) = extract(x, hi, lo)
            (Node::Extract { arg, hi, lo: seam }, Node::Extract { arg: arg_too, hi: below, lo })
                if arg == arg_too && seam == below + 1 =>
            {
                Some(self.extract(arg, hi, lo))
            }
            _ => None,
        }
    }

    fn extract_of_concat(&mut self, high: TermId, low: TermId, hi: u32, lo: u32) -> TermId {
        let seam = self.width(low);
        if hi < seam {
            // extract(h·l, hi, lo) = extract(l, hi, lo)
            self.extract(low, hi, lo)
        } else if lo >= seam {
            // extract(h·l, hi, lo) = extract(h, hi - seam, lo - seam)
            self.extract(high, hi - seam, lo - seam)
        } else {
            // extract(h·l, hi, lo) = extract(h, hi - seam, 0)·extract(l, seam - 1, lo)
            let high = self.extract(high, hi - seam, 0);
            let low = self.extract(low, seam - 1, lo);
            self.concat(high, low)
        }
    }

    fn extract_of_sign_extend(&mut self, x: TermId, hi: u32, lo: u32) -> TermId {
        let x_width = self.width(x);
        if hi < x_width {
            // extract(sext(x), hi, lo) = extract(x, hi, lo)
            return self.extract(x, hi, lo);
        }
        // extract(sext(x), hi, lo) = sext(extract(x, top, min(lo, top)))
        let kept = self.extract(x, x_width - 1, lo.min(x_width - 1));
        self.sign_extend(kept, hi - lo + 1)
    }

    /// Whether something is gained by pushing `extract` below the root of `a`.
    fn takes_extract(&self, a: TermId, lo: u32) -> bool {
        match self.node(a) {
            Node::Unary(Op::BitsNot, x) => self.gives_extract(x),
            Node::Unary(Op::Neg, x) => lo == 0 && self.gives_extract(x),
            Node::Binary(Op::BitsAnd | Op::BitsOr | Op::BitsXor, x, y) | Node::Ite(_, x, y) => {
                self.gives_extract(x) || self.gives_extract(y)
            }
            Node::Binary(Op::Add | Op::Mul, x, y) => lo == 0 && self.gives_extract(x) && self.gives_extract(y),
            _ => false,
        }
    }

    /// Pushes `extract` below the root of `a`, where that [takes it](Self::takes_extract).
    fn extract_inside(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        match self.node(a) {
            // extract(¬x) = ¬extract(x)
            Node::Unary(Op::BitsNot, x) => {
                let x = self.extract(x, hi, lo);
                self.bits_not(x)
            }
            // extract(-x, hi, 0) = -extract(x, hi, 0)
            Node::Unary(Op::Neg, x) => {
                let x = self.extract(x, hi, 0);
                self.neg(x)
            }
            // extract(ite(c, a, b)) = ite(c, extract(a), extract(b))
            Node::Ite(cond, then, other) => {
                let (then, other) = (self.extract(then, hi, lo), self.extract(other, hi, lo));
                self.ite(cond, then, other)
            }
            // extract(x + y, hi, 0) = extract(x, hi, 0) + extract(y, hi, 0), and the same for · & | ^,
            // the bitwise ones at any lo
            Node::Binary(op, x, y) => {
                let (x, y) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                match op {
                    Op::Add => self.add(x, y),
                    Op::Mul => self.mul(x, y),
                    _ => self.bitwise(op, x, y),
                }
            }
            _ => self.intern_extract(a, hi, lo),
        }
    }
}
