//! Simulation over three values: what follows from part of the inputs, whatever the rest is.

use whyc_aig::circuit::Circuit;
use whyc_aig::{Edge, Node};
use whyc_base::ids::Id;

/// The value of every node in one cycle, where it follows from those of the inputs and latches, in this order.
pub(crate) fn cycle(circuit: &Circuit, leaves: &[Option<bool>]) -> Vec<Option<bool>> {
    let aig = &circuit.aig;
    let mut values: Vec<Option<bool>> = Vec::with_capacity(aig.n_nodes());
    for idx in 0..aig.n_nodes() {
        let value = match aig.node(Id::from_index(idx)) {
            Node::Const => Some(false),
            Node::Input(position) => leaves.get(position as usize).copied().flatten(),
            Node::And(left, right) => match (value_of(&values, left), value_of(&values, right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) | (other, Some(true)) => other,
                (None, None) => None,
            },
        };
        values.push(value);
    }
    values
}

/// The value of an edge, given those of all nodes.
pub(crate) fn value_of(values: &[Option<bool>], edge: Edge) -> Option<bool> {
    values[edge.index()].map(|value| value ^ edge.is_negated())
}
