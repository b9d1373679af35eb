//! Gates made of ANDs. Each has one normal form, so that equal gates meet in the hash table
//! and [`cnf`](crate::cnf) recognises them again.

use crate::edge::Edge;
use crate::graph::Aig;

impl Aig {
    /// `a ∨ b`.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// `a → b`.
    pub fn implies(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(a, !b)
    }

    /// `a ⊕ b`, built as `¬(a ∧ b) ∧ ¬(¬a ∧ ¬b)` over edges without sign.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        if let Some(value) = a.as_const() {
            return b ^ value;
        }
        if let Some(value) = b.as_const() {
            return a ^ value;
        }
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        if a == b {
            return Edge::constant(negate);
        }
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither) ^ negate
    }

    /// `a ↔ b`.
    pub fn iff(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    /// `then` where `cond` holds, `other` elsewhere.
    pub fn mux(&mut self, cond: Edge, then: Edge, other: Edge) -> Edge {
        // mux(¬c, t, e) = mux(c, e, t)
        let (cond, then, other) = if cond.is_negated() { (!cond, other, then) } else { (cond, then, other) };
        if let Some(value) = cond.as_const() {
            return if value { then } else { other };
        }
        if then == other {
            return then;
        }
        if then == !other {
            return self.xor(cond, other);
        }
        // An arm that is a constant or the condition itself leaves a single gate.
        if then == Edge::TRUE || then == cond {
            return self.or(cond, other);
        }
        if then == Edge::FALSE || then == !cond {
            return self.and(!cond, other);
        }
        if other == Edge::FALSE || other == cond {
            return self.and(cond, then);
        }
        if other == Edge::TRUE || other == !cond {
            return self.implies(cond, then);
        }
        // mux(c, ¬t, ¬e) = ¬mux(c, t, e): the first arm carries no sign.
        let negate = then.is_negated();
        let (then, other) = (then ^ negate, other ^ negate);
        let when_true = self.and(cond, !then);
        let when_false = self.and(!cond, !other);
        self.and(!when_true, !when_false) ^ negate
    }

    /// At least two of the three: the carry of a full adder.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let differ = self.xor(a, b);
        self.mux(differ, c, a)
    }

    /// The conjunction of all `edges`, as a balanced tree.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut level = edges.to_vec();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| if let &[a, b] = pair { self.and(a, b) } else { pair[0] }).collect();
        }
        level.first().copied().unwrap_or(Edge::TRUE)
    }

    /// The disjunction of all `edges`, as a balanced tree.
    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        !self.and_all(&negated)
    }
}
