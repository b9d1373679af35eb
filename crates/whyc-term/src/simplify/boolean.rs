//! Boolean operators, all in terms of `not`, `and` and Boolean `eq`.
//!
//! Path conditions are long chains of conjunctions that part and meet again; the two-level rules
//! of [`whyc_aig::rules`] bring `(g ∧ c) ∨ (g ∧ ¬c)` back to `g`.

use whyc_aig::rules::{Conjunctions, Rewrite, rewrite_and};

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

impl TermStore {
    /// `¬a`.
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::Bool(value) => self.bool_const(!value),
            // ¬¬x = x
            Node::Unary(Op::Not, x) => x,
            _ => {
                debug_assert_eq!(self.sort(a), Sort::Bool, "the argument of not should be Boolean");
                self.intern(Op::Not, Sort::Bool, &[a])
            }
        }
    }

    /// `a ∧ b`.
    pub fn and(&mut self, mut a: TermId, mut b: TermId) -> TermId {
        debug_assert_eq!((self.sort(a), self.sort(b)), (Sort::Bool, Sort::Bool), "conjuncts should be Boolean");
        while let Some(rewrite) = rewrite_and(&*self, a, b) {
            match rewrite {
                Rewrite::False => return self.bool_const(false),
                Rewrite::Same(term) => return term,
                Rewrite::Negated(term) => return self.not(term),
                Rewrite::AndNot(negated, other) => (a, b) = (self.not(negated), other),
            }
        }
        if let Some(decided) = self.and_of_facts(a, b).or_else(|| self.and_of_facts(b, a)) {
            return decided;
        }
        let (a, b) = self.in_order(a, b);
        self.intern(Op::And, Sort::Bool, &[a, b])
    }

    /// `a ∨ b`.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    /// `a ⊕ b`.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.iff(a, b);
        self.not(same)
    }

    /// `a → b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_b = self.not(b);
        let refuted = self.and(a, not_b);
        self.not(refuted)
    }

    /// `a ↔ b`.
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.in_order(a, b);
        debug_assert_eq!((self.sort(a), self.sort(b)), (Sort::Bool, Sort::Bool), "sides of iff should be Boolean");
        match self.as_bool(b) {
            // a ↔ ⊤ = a
            Some(true) => return a,
            // a ↔ ⊥ = ¬a
            Some(false) => return self.not(a),
            None => {}
        }
        // ¬x ↔ y = ¬(x ↔ y)
        let (x, negate_a) = self.without_not(a);
        let (y, negate_b) = self.without_not(b);
        let same = if x == y {
            self.bool_const(true)
        } else {
            let (x, y) = self.in_order(x, y);
            self.intern(Op::Eq, Sort::Bool, &[x, y])
        };
        if negate_a == negate_b { same } else { self.not(same) }
    }

    /// The conjunction of all `terms`.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        terms.iter().fold(self.bool_const(true), |all, &term| self.and(all, term))
    }

    /// The disjunction of all `terms`.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        terms.iter().fold(self.bool_const(false), |any, &term| self.or(any, term))
    }

    /// `x` and whether `a` is `¬x`.
    pub(crate) fn without_not(&self, a: TermId) -> (TermId, bool) {
        match self.node(a) {
            Node::Unary(Op::Not, x) => (x, true),
            _ => (a, false),
        }
    }

    /// Conjunctions decided by what an equality with a constant says.
    fn and_of_facts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, k) = self.equals_constant(a)?;
        let (fact, negated) = self.without_not(b);
        if let Some((y, other)) = self.equals_constant(fact)
            && x == y
            && k != other
        {
            // x = k ∧ ¬(x = m) = (x = k) for k ≠ m;  x = k ∧ x = m = ⊥
            return Some(if negated { a } else { self.bool_const(false) });
        }
        if !negated && let Node::Binary(Op::And, p, q) = self.node(b) {
            let excluded = |fact| self.equals_constant(fact).is_some_and(|(y, other)| x == y && k != other);
            // x = k ∧ (x = m ∧ q) = ⊥ for k ≠ m
            if excluded(p) || excluded(q) {
                return Some(self.bool_const(false));
            }
        }
        None
    }

    /// `(x, k)` where `fact` is `x = k` for a constant `k`.
    fn equals_constant(&self, fact: TermId) -> Option<(TermId, TermId)> {
        match self.node(fact) {
            Node::Binary(Op::Eq, x, k) if self.is_const(k) => Some((x, k)),
            _ => None,
        }
    }
}

impl Conjunctions for TermStore {
    type Edge = TermId;

    fn truth(&self, term: TermId) -> Option<bool> {
        self.as_bool(term)
    }

    fn and_parts(&self, term: TermId) -> Option<(TermId, TermId)> {
        match self.node(term) {
            Node::Binary(Op::And, p, q) => Some((p, q)),
            _ => None,
        }
    }

    fn nand_parts(&self, term: TermId) -> Option<(TermId, TermId)> {
        match self.node(term) {
            Node::Unary(Op::Not, inner) => self.and_parts(inner),
            _ => None,
        }
    }

    fn are_opposed(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Unary(Op::Not, b) || self.node(b) == Node::Unary(Op::Not, a)
    }
}
