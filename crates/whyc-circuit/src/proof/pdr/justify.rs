//! Which bits of a state matter for what it leads to: one pass backwards, no solver.
//!
//! A conjunction that is true needs both inputs, one that is false a single input that is false. Inputs cost nothing,
//! since a step may be asked for with the inputs that it was found with; latches are to be few.

use whyc_aig::{Aig, Edge, Node, NodeId};
use whyc_base::ids::Id;

/// Room for the passes over one graph.
#[derive(Debug, Default)]
pub(super) struct Justifier {
    values: Vec<bool>,
    prices: Vec<u32>,
    is_needed: Vec<bool>,
}

impl Justifier {
    /// Takes over the values of the inputs of the graph; `n_free` of them, the first ones, cost nothing.
    pub(super) fn evaluate(&mut self, aig: &Aig, inputs: &[bool], n_free: usize) {
        self.values.clear();
        self.prices.clear();
        for idx in 0..aig.n_nodes() {
            let (value, price) = match aig.node(NodeId::from_index(idx)) {
                Node::Const => (false, 0),
                Node::Input(at) => (inputs[at as usize], u32::from(at as usize >= n_free)),
                Node::And(left, right) => {
                    let price = |edge: Edge| self.prices[edge.index()];
                    match (self.value(left), self.value(right)) {
                        (true, true) => (true, price(left).saturating_add(price(right))),
                        (false, true) => (false, price(left)),
                        (true, false) => (false, price(right)),
                        (false, false) => (false, price(left).min(price(right))),
                    }
                }
            };
            self.values.push(value);
            self.prices.push(price);
        }
    }

    /// The value of an edge.
    pub(super) fn value(&self, edge: Edge) -> bool {
        self.values[edge.index()] != edge.is_negated()
    }

    /// Which inputs of the graph suffice for `roots` to be what they are.
    pub(super) fn needed(&mut self, aig: &Aig, roots: impl Iterator<Item = Edge>) -> Vec<bool> {
        self.is_needed.clear();
        self.is_needed.resize(aig.n_nodes(), false);
        let mut last = 0;
        for root in roots {
            self.is_needed[root.index()] = true;
            last = last.max(root.index());
        }
        for idx in (0..=last).rev() {
            let Node::And(left, right) = aig.node(NodeId::from_index(idx)) else { continue };
            if !self.is_needed[idx] {
                continue;
            }
            match (self.value(left), self.value(right)) {
                (true, true) => {
                    self.is_needed[left.index()] = true;
                    self.is_needed[right.index()] = true;
                }
                (false, true) => self.is_needed[left.index()] = true,
                (true, false) => self.is_needed[right.index()] = true,
                // What is needed anyway explains for free.
                (false, false) if self.is_needed[left.index()] || self.is_needed[right.index()] => {}
                (false, false) => {
                    let chosen = if self.prices[right.index()] < self.prices[left.index()] { right } else { left };
                    self.is_needed[chosen.index()] = true;
                }
            }
        }
        aig.inputs().iter().map(|node| self.is_needed[node.index()]).collect()
    }
}
