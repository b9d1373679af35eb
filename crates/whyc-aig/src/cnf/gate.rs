//! Gates recognised in the ANDs of a graph, and their clauses.
//!
//! An XOR or multiplexer is three ANDs; written out as one gate it needs two variables and some
//! clauses less and propagates better. A recognised gate leaves its inner ANDs unencoded; when one
//! of them is asked for later it is simply encoded on its own, so this is safe to do incrementally.

use rustsat::types::Lit;

use crate::edge::{Edge, NodeId};
use crate::graph::{Aig, Node};

/// The longest conjunction that is collapsed into one gate.
const MAX_CONJUNCTS: usize = 64;

/// A node as the clauses see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The constant false.
    False,
    /// A free input.
    Input,
    /// The conjunction of all edges.
    And(Vec<Edge>),
    /// The first edge unequal to the second.
    Xor(Edge, Edge),
    /// The second edge where the first holds, the third elsewhere.
    Mux(Edge, Edge, Edge),
    /// At least two of three.
    Majority(Edge, Edge, Edge),
}

impl Gate {
    /// What `node` is, seeing through ANDs that nobody else uses and that are not `encoded`.
    pub fn recognise(aig: &Aig, node: NodeId, encoded: impl Fn(NodeId) -> bool) -> Gate {
        let (left, right) = match aig.node(node) {
            Node::Const => return Gate::False,
            Node::Input(_) => return Gate::Input,
            Node::And(left, right) => (left, right),
        };
        if let Some((cond, then, other)) = mux_parts(aig, left, right) {
            return mux_like(aig, cond, then, other);
        }
        Gate::And(conjuncts(aig, left, right, encoded))
    }

    /// Calls `visit` with every input.
    pub fn for_each_input(&self, mut visit: impl FnMut(Edge)) {
        match *self {
            Gate::False | Gate::Input => {}
            Gate::And(ref edges) => edges.iter().copied().for_each(visit),
            Gate::Xor(a, b) => [a, b].into_iter().for_each(visit),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }

    /// The clauses of `out = gate`, given the literals of its inputs.
    pub fn clauses(&self, out: Lit, lit: impl Fn(Edge) -> Lit, mut add: impl FnMut(&[Lit])) {
        match *self {
            Gate::False => add(&[!out]),
            Gate::Input => {}
            Gate::And(ref edges) => {
                let mut long: Vec<Lit> = Vec::with_capacity(edges.len() + 1);
                long.push(out);
                for &edge in edges {
                    add(&[!out, lit(edge)]);
                    long.push(!lit(edge));
                }
                add(&long);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (lit(a), lit(b));
                add(&[!out, a, b]);
                add(&[!out, !a, !b]);
                add(&[out, !a, b]);
                add(&[out, a, !b]);
            }
            Gate::Mux(cond, then, other) => {
                let (cond, then, other) = (lit(cond), lit(then), lit(other));
                add(&[!cond, !then, out]);
                add(&[!cond, then, !out]);
                add(&[cond, !other, out]);
                add(&[cond, other, !out]);
                // Implied, but they let equal arms propagate before the condition is known.
                add(&[!then, !other, out]);
                add(&[then, other, !out]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (lit(a), lit(b), lit(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    add(&[!x, !y, out]);
                    add(&[x, y, !out]);
                }
            }
        }
    }
}

/// `(c, t, e)` where `left ∧ right = ¬(c ∧ ¬t) ∧ ¬(¬c ∧ ¬e)`.
fn mux_parts(aig: &Aig, left: Edge, right: Edge) -> Option<(Edge, Edge, Edge)> {
    if !left.is_negated() || !right.is_negated() {
        return None;
    }
    let (p, q) = aig.and_inputs(left)?;
    let (r, s) = aig.and_inputs(right)?;
    if p == !r {
        Some((p, !q, !s))
    } else if p == !s {
        Some((p, !q, !r))
    } else if q == !r {
        Some((q, !p, !s))
    } else if q == !s {
        Some((q, !p, !r))
    } else {
        None
    }
}

/// The multiplexer `cond ? then : other`, or the XOR or majority that it is.
fn mux_like(aig: &Aig, cond: Edge, then: Edge, other: Edge) -> Gate {
    if then == !other {
        return Gate::Xor(cond, other);
    }
    if let Some((left, right)) = aig.and_inputs(cond)
        && let Some((a, then_arm, other_arm)) = mux_parts(aig, left, right)
        && then_arm == !other_arm
    {
        // With cond = a ⊕ b = ¬(a ⊕ ¬b): majority(a, b, c) = mux(a ⊕ b, c, a)
        let b = other_arm ^ cond.is_negated();
        for (b, chosen, kept) in [(b, then, other), (!b, other, then)] {
            if kept == a || kept == b {
                return Gate::Majority(a, b, chosen);
            }
            if kept == !a || kept == !b {
                return Gate::Majority(!a, !b, chosen);
            }
        }
    }
    Gate::Mux(cond, then, other)
}

/// The leaves of the conjunction, through positive ANDs that only this conjunction uses.
fn conjuncts(aig: &Aig, left: Edge, right: Edge, encoded: impl Fn(NodeId) -> bool) -> Vec<Edge> {
    let mut leaves = Vec::new();
    let mut stack = vec![right, left];
    while let Some(edge) = stack.pop() {
        let private = !edge.is_negated() && aig.n_fanouts(edge.node()) == 1 && !encoded(edge.node());
        match aig.and_inputs(edge) {
            Some((p, q)) if private && leaves.len() + stack.len() < MAX_CONJUNCTS && mux_parts(aig, p, q).is_none() => {
                stack.extend([q, p]);
            }
            _ => leaves.push(edge),
        }
    }
    leaves
}
