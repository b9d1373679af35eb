//! Unit clauses that are used several times are used once, at the end.
//!
//! Each resolution with such a unit is left out; its literal then comes down to the sink, where it is resolved away. Units
//! come in the opposite of their order, since a later one may now have the literals of earlier ones. See Fontaine, Merz,
//! Woltzenlogel Paleo (2011).

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::error::Error;
use crate::graph::{Draft, Node, NodeId, Proof};
use crate::lit::Lit;

/// Moves units down. `units` are the nodes with a clause of one literal, in order.
///
/// # Errors
/// If ids have run out.
pub fn lower(proof: &Proof, units: &[(NodeId, Lit)]) -> Result<Draft, Error> {
    let mut draft = proof.draft();
    let mut first_of_lit: FxHashMap<Lit, NodeId> = FxHashMap::default();
    for &(node, lit) in units {
        if let Some(&opposite) = first_of_lit.get(&!lit) {
            if is_step(proof, proof.sink(), node, opposite) {
                break;
            }
            // These two are enough, and nothing that follows is needed.
            let (left, right) = if lit.is_neg() { (opposite, node) } else { (node, opposite) };
            let sink = draft.push(left, right, lit.var())?;
            draft.set_sink(sink);
            return Ok(draft);
        }
        first_of_lit.entry(lit).or_insert(node);
    }
    let uses = proof.uses();
    let bottom: Vec<NodeId> = draft.parents(proof.sink()).collect();
    let mut is_lowered = vec![false; proof.n_nodes()];
    for &(node, _) in units {
        is_lowered[node.index()] = uses[node.index()] > 1;
    }
    for id in proof.ids().filter(|&id| id != proof.sink()) {
        if let Node::Inner { left, right, .. } = proof.node(id) {
            if is_lowered[left.index()] {
                draft.cut_left(id);
            } else if is_lowered[right.index()] {
                draft.cut_right(id);
            }
        }
    }
    let mut sink = proof.sink();
    for &(node, lit) in units.iter().rev() {
        if is_lowered[node.index()] && !bottom.contains(&node) {
            let (left, right) = if lit.is_neg() { (sink, node) } else { (node, sink) };
            sink = draft.push(left, right, lit.var())?;
        }
    }
    draft.set_sink(sink);
    Ok(draft)
}

/// Whether a node resolves these two.
fn is_step(proof: &Proof, node: NodeId, one: NodeId, other: NodeId) -> bool {
    match proof.node(node) {
        Node::Leaf(_) => false,
        Node::Inner { left, right, .. } => [(left, right), (right, left)].contains(&(one, other)),
    }
}
