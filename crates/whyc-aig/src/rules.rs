//! Local rules for conjunctions, two levels deep: what `a ∧ b` is when it is not a new gate.
//!
//! The rules are those of Brummayer and Biere, *Local two-level and-inverter graph minimization
//! without blowup* (MEMICS 2006), up to substitution. They look at the inputs of the inputs and
//! no further, so each conjunction costs constant time, and no rule adds a gate that was not
//! asked for. They are stated over [`Conjunctions`] because Boolean terms obey them too.

/// A structure of conjunctions and negations in which the rules can look around.
pub trait Conjunctions {
    /// A signed reference to a node.
    type Edge: Copy + Eq;

    /// The constant that `edge` is.
    fn truth(&self, edge: Self::Edge) -> Option<bool>;
    /// `(p, q)` where `edge = p ∧ q`.
    fn and_parts(&self, edge: Self::Edge) -> Option<(Self::Edge, Self::Edge)>;
    /// `(p, q)` where `edge = ¬(p ∧ q)`.
    fn nand_parts(&self, edge: Self::Edge) -> Option<(Self::Edge, Self::Edge)>;
    /// Whether `a = ¬b`.
    fn are_opposed(&self, a: Self::Edge, b: Self::Edge) -> bool;
}

/// What a conjunction becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite<E> {
    /// The constant false.
    False,
    /// An edge that exists.
    Same(E),
    /// The negation of an edge that exists.
    Negated(E),
    /// `¬first ∧ second`, a smaller conjunction, to be looked at again.
    AndNot(E, E),
}

/// The first rule that applies to `a ∧ b`.
pub fn rewrite_and<G: Conjunctions>(graph: &G, a: G::Edge, b: G::Edge) -> Option<Rewrite<G::Edge>> {
    one_level(graph, a, b)
        .or_else(|| and_with_edge(graph, a, b))
        .or_else(|| and_with_edge(graph, b, a))
        .or_else(|| nand_with_edge(graph, a, b))
        .or_else(|| nand_with_edge(graph, b, a))
        .or_else(|| resolution(graph, a, b))
}

fn one_level<G: Conjunctions>(graph: &G, a: G::Edge, b: G::Edge) -> Option<Rewrite<G::Edge>> {
    match (graph.truth(a), graph.truth(b)) {
        // ⊥ ∧ b = ⊥
        (Some(false), _) | (_, Some(false)) => return Some(Rewrite::False),
        // ⊤ ∧ b = b
        (Some(true), _) => return Some(Rewrite::Same(b)),
        (_, Some(true)) => return Some(Rewrite::Same(a)),
        (None, None) => {}
    }
    if a == b {
        // a ∧ a = a
        Some(Rewrite::Same(a))
    } else if graph.are_opposed(a, b) {
        // a ∧ ¬a = ⊥
        Some(Rewrite::False)
    } else {
        None
    }
}

/// Rules for `(p ∧ q) ∧ b`, where `b` may itself be a conjunction.
fn and_with_edge<G: Conjunctions>(graph: &G, a: G::Edge, b: G::Edge) -> Option<Rewrite<G::Edge>> {
    let (p, q) = graph.and_parts(a)?;
    // Contradiction: (p ∧ q) ∧ ¬p = ⊥
    if graph.are_opposed(p, b) || graph.are_opposed(q, b) {
        return Some(Rewrite::False);
    }
    // Idempotence: (p ∧ q) ∧ p = p ∧ q
    if p == b || q == b {
        return Some(Rewrite::Same(a));
    }
    let (r, s) = graph.and_parts(b)?;
    // Contradiction: (p ∧ q) ∧ (¬p ∧ s) = ⊥
    let opposed = |x, y| graph.are_opposed(x, y);
    (opposed(p, r) || opposed(p, s) || opposed(q, r) || opposed(q, s)).then_some(Rewrite::False)
}

/// Rules for `¬(p ∧ q) ∧ b`, where `b` may be a conjunction.
fn nand_with_edge<G: Conjunctions>(graph: &G, a: G::Edge, b: G::Edge) -> Option<Rewrite<G::Edge>> {
    let (p, q) = graph.nand_parts(a)?;
    let parts = graph.and_parts(b);
    let implied = |x| x == b || parts.is_some_and(|(r, s)| x == r || x == s);
    let refuted =
        |x| graph.are_opposed(x, b) || parts.is_some_and(|(r, s)| graph.are_opposed(x, r) || graph.are_opposed(x, s));
    if refuted(p) || refuted(q) {
        // Subsumption: ¬(p ∧ q) ∧ b = b where b → ¬p
        Some(Rewrite::Same(b))
    } else if implied(q) {
        // Substitution: ¬(p ∧ q) ∧ b = ¬p ∧ b where b → q
        Some(Rewrite::AndNot(p, b))
    } else if implied(p) {
        Some(Rewrite::AndNot(q, b))
    } else {
        None
    }
}

/// Resolution: `¬(p ∧ q) ∧ ¬(p ∧ ¬q) = ¬p`.
fn resolution<G: Conjunctions>(graph: &G, a: G::Edge, b: G::Edge) -> Option<Rewrite<G::Edge>> {
    let (p, q) = graph.nand_parts(a)?;
    let (r, s) = graph.nand_parts(b)?;
    let resolves = |kept, other, kept_too, gone| kept == kept_too && graph.are_opposed(other, gone);
    if resolves(p, q, r, s) || resolves(p, q, s, r) {
        Some(Rewrite::Negated(p))
    } else if resolves(q, p, r, s) || resolves(q, p, s, r) {
        Some(Rewrite::Negated(q))
    } else {
        None
    }
}
