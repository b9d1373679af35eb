//! A unit clause that was derived stands for any clause with its literal that is resolved on it elsewhere.
//!
//! Not where the derivation of the unit itself goes through: that would be a circle. Who is needed for a unit is looked up
//! for each anew, because giving a node another parent changes it. That takes long for many units; so it ends when as much
//! was looked at as a few passes over the proof would.

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::Id;

use crate::graph::{Draft, Node, NodeId, Proof};
use crate::lit::{Lit, Var};

/// So many times the nodes of the proof are looked at.
const PASSES: usize = 8;

/// Gives nodes unit clauses for parents. `units` are the nodes with a clause of one literal, in order.
///
/// # Errors
/// The limit that came first.
pub fn recycle(proof: &Proof, units: &[(NodeId, Lit)], budget: &Budget) -> Result<Draft, Exhausted> {
    let mut draft = proof.draft();
    let by_pivot = by_pivot(proof);
    let mut needed_for = vec![u32::MAX; proof.n_nodes()];
    let mut left_to_do = PASSES * proof.n_nodes();
    let mut stack = Vec::new();
    for &(unit, lit) in units {
        if matches!(proof.node(unit), Node::Leaf(_)) {
            continue;
        }
        let from = by_pivot.partition_point(|&(pivot, _)| pivot < lit.var());
        let same_pivot = by_pivot[from..].iter().take_while(|&&(pivot, _)| pivot == lit.var());
        if same_pivot.clone().nth(1).is_none() {
            continue;
        }
        budget.check()?;
        stack.push(unit);
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut needed_for[node.index()], unit.0) != unit.0 {
                let Some(left) = left_to_do.checked_sub(1) else { return Ok(draft) };
                left_to_do = left;
                stack.extend(draft.parents(node));
            }
        }
        for &(_, node) in same_pivot {
            if needed_for[node.index()] == unit.0 {
                continue;
            }
            if lit.is_neg() {
                draft.set_right(node, unit);
            } else {
                draft.set_left(node, unit);
            }
        }
    }
    Ok(draft)
}

/// Inner nodes by their pivots.
fn by_pivot(proof: &Proof) -> Vec<(Var, NodeId)> {
    let mut all: Vec<(Var, NodeId)> = proof
        .ids()
        .filter_map(|id| match proof.node(id) {
            Node::Leaf(_) => None,
            Node::Inner { pivot, .. } => Some((pivot, id)),
        })
        .collect();
    all.sort_unstable();
    all
}
