//! Simulation, 64 valuations at a time: bit `k` of every word belongs to valuation `k`.

use whyc_base::ids::Id;

use crate::edge::Edge;
use crate::graph::{Aig, Node};

impl Aig {
    /// The value of every node, by node index, given one word per input.
    ///
    /// Inputs beyond the end of `inputs` are zero.
    #[must_use]
    pub fn simulate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.n_nodes());
        self.simulate_into(inputs, &mut words);
        words
    }

    /// The same in a list that is there already, for who does it again and again; what it holds is forgotten.
    pub fn simulate_into(&self, inputs: &[u64], words: &mut Vec<u64>) {
        words.clear();
        for node_idx in 0..self.n_nodes() {
            let word = match self.node(Id::from_index(node_idx)) {
                Node::Const => 0,
                Node::Input(idx) => inputs.get(idx as usize).copied().unwrap_or(0),
                Node::And(left, right) => word_of(words, left) & word_of(words, right),
            };
            words.push(word);
        }
    }
}

/// The value of `edge` in what [`Aig::simulate`] returned.
#[must_use]
pub fn word_of(words: &[u64], edge: Edge) -> u64 {
    let word = words[edge.index()];
    if edge.is_negated() { !word } else { word }
}
