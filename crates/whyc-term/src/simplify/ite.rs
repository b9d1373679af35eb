//! `ite`, the merge of two paths.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// How many conjuncts of a condition are looked at.
const MAX_CONJUNCTS: usize = 8;

impl TermStore {
    /// `then` where `cond` holds, `other` elsewhere; the arms may have any one sort.
    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        let sort = self.sort(then);
        assert_eq!(sort, self.sort(other), "the arms {then} and {other} should have the same sort");
        // ite(¬c, a, b) = ite(c, b, a)
        let (cond, negated) = self.without_not(cond);
        let (then, other) = if negated { (other, then) } else { (then, other) };
        // ite(⊤, a, b) = a
        if let Some(value) = self.as_bool(cond) {
            return if value { then } else { other };
        }
        // ite(c, ite(c, a, _), b) = ite(c, a, b), and the same for the other arm
        let then = self.arm_under(cond, true, then);
        let other = self.arm_under(cond, false, other);
        // ite(c, a, a) = a
        if then == other {
            return then;
        }
        match sort {
            Sort::Bool => self.bool_ite(cond, then, other),
            Sort::Bits(_) => self.bits_ite(cond, then, other),
            Sort::Array { .. } => match self.array_ite(cond, then, other) {
                Some(merged) => merged,
                None => self.merged_ite(cond, then, other),
            },
        }
    }

    /// 1 where `cond` holds, 0 elsewhere.
    pub fn bool_to_bits(&mut self, cond: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bits(width, 1), self.bits(width, 0));
        self.ite(cond, one, zero)
    }

    /// Whether `a` is not zero.
    pub fn bits_to_bool(&mut self, a: TermId) -> TermId {
        let zero = self.bits(self.width(a), 0);
        self.ne(a, zero)
    }

    /// What `arm` is where `cond` has the given value: decided `ite`s at its top are passed.
    fn arm_under(&self, cond: TermId, value: bool, arm: TermId) -> TermId {
        let mut arm = arm;
        // Chains under one condition do not nest: whatever was built before went through here.
        for _ in 0..4 {
            let Some((inner, then, other)) = self.ite_parts(arm) else { break };
            arm = match self.implied(cond, value, inner) {
                Some(true) => then,
                Some(false) => other,
                None => break,
            };
        }
        arm
    }

    /// The value of `inner` where `cond` has the given value, if that is plain to see.
    fn implied(&self, cond: TermId, value: bool, inner: TermId) -> Option<bool> {
        if value && let Some(fact) = self.conjunct(cond, inner) {
            // c ∧ d implies c, and ¬c ∧ d refutes it.
            return Some(fact);
        }
        // c refutes ¬c ∧ d, and ¬c refutes c ∧ d.
        match self.conjunct(inner, cond) {
            Some(fact) if fact != value => Some(false),
            _ => None,
        }
    }

    /// Whether `part` or its negation is among the topmost conjuncts of `all`.
    fn conjunct(&self, all: TermId, part: TermId) -> Option<bool> {
        // Path conditions grow at one end, so a few levels hold the branches taken last.
        let mut open = [all; MAX_CONJUNCTS + 1];
        let mut n_open = 1;
        for _ in 0..MAX_CONJUNCTS {
            n_open = usize::checked_sub(n_open, 1)?;
            let (fact, negated) = self.without_not(open[n_open]);
            if fact == part {
                return Some(!negated);
            }
            if let (false, Node::Binary(Op::And, p, q)) = (negated, self.node(fact))
                && n_open + 1 < open.len()
            {
                open[n_open] = p;
                open[n_open + 1] = q;
                n_open += 2;
            }
        }
        None
    }

    fn bool_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        match (self.as_bool(then), self.as_bool(other)) {
            // ite(c, ⊤, b) = c ∨ b
            (Some(true), _) => return self.or(cond, other),
            // ite(c, ⊥, b) = ¬c ∧ b
            (Some(false), _) => {
                let not_cond = self.not(cond);
                return self.and(not_cond, other);
            }
            // ite(c, a, ⊤) = c → a
            (_, Some(true)) => return self.implies(cond, then),
            // ite(c, a, ⊥) = c ∧ a
            (_, Some(false)) => return self.and(cond, then),
            (None, None) => {}
        }
        let ((x, then_negated), (y, other_negated)) = (self.without_not(then), self.without_not(other));
        if x == y {
            // ite(c, a, ¬a) = c ↔ a
            return self.iff(cond, then);
        }
        // ite(c, c, b) = c ∨ b;  ite(c, ¬c, b) = ¬c ∧ b
        if x == cond {
            return if then_negated { self.and(then, other) } else { self.or(then, other) };
        }
        // ite(c, a, c) = c ∧ a;  ite(c, a, ¬c) = ¬c ∨ a
        if y == cond {
            return if other_negated { self.or(other, then) } else { self.and(other, then) };
        }
        if then_negated && other_negated {
            // ite(c, ¬a, ¬b) = ¬ite(c, a, b)
            let positive = self.merged_ite(cond, x, y);
            return self.not(positive);
        }
        self.merged_ite(cond, then, other)
    }

    fn bits_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        if let Node::Binary(Op::Eq, x, k) = self.node(cond) {
            // ite(x = k, k, x) = x
            if (then, other) == (k, x) || (then, other) == (x, k) {
                return other;
            }
        }
        // ite(c, h1·l1, h2·l2) = ite(c, h1, h2)·ite(c, l1, l2)
        if let Some(seam) = self.common_seam(then, other)
            && let Some(split) = self.nested(|store| {
                let (then_high, then_low) = store.split(then, seam);
                let (other_high, other_low) = store.split(other, seam);
                let high = store.ite(cond, then_high, other_high);
                let low = store.ite(cond, then_low, other_low);
                store.concat(high, low)
            })
        {
            return split;
        }
        // ite(c, sext(a), sext(b)) = sext(ite(c, a, b))
        if let (Node::Unary(Op::SignExtend, a), Node::Unary(Op::SignExtend, b)) = (self.node(then), self.node(other))
            && self.width(a) == self.width(b)
            && let Some(narrow) = self.nested(|store| store.ite(cond, a, b))
        {
            return self.sign_extend(narrow, self.width(then));
        }
        self.merged_ite(cond, then, other)
    }

    /// Joins conditions of nested `ite`s that share an arm.
    fn merged_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        if let Some((inner, a, b)) = self.ite_parts(other) {
            if a == then {
                // ite(c, a, ite(d, a, b)) = ite(c ∨ d, a, b)
                let either = self.or(cond, inner);
                return self.plain_ite(either, a, b);
            }
            if b == then {
                // ite(c, b, ite(d, a, b)) = ite(¬c ∧ d, a, b)
                let not_cond = self.not(cond);
                let both = self.and(not_cond, inner);
                return self.plain_ite(both, a, b);
            }
        }
        if let Some((inner, a, b)) = self.ite_parts(then) {
            if b == other {
                // ite(c, ite(d, a, b), b) = ite(c ∧ d, a, b)
                let both = self.and(cond, inner);
                return self.plain_ite(both, a, b);
            }
            if a == other {
                // ite(c, ite(d, a, b), a) = ite(c ∧ ¬d, b, a)
                let not_inner = self.not(inner);
                let both = self.and(cond, not_inner);
                return self.plain_ite(both, b, a);
            }
        }
        self.plain_ite(cond, then, other)
    }

    /// `ite` with the sign taken off its condition and nothing else done.
    fn plain_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        if let Some(value) = self.as_bool(cond) {
            return if value { then } else { other };
        }
        let (cond, negated) = self.without_not(cond);
        let (then, other) = if negated { (other, then) } else { (then, other) };
        self.intern(Op::Ite, self.sort(then), &[cond, then, other])
    }
}
