//! The way back: from values of the graph's inputs to values of terms.

use whyc_aig::Edge;
use whyc_aig::sim::word_of;

use super::Blaster;
use crate::eval::{ArrayValue, Valuation};
use crate::store::TermStore;

impl Blaster {
    /// The valuation of the inputs blasted so far under which every blasted term has the value of
    /// its edges, given the value of each input of the graph. Inputs not blasted are left at zero.
    pub fn valuation(&self, store: &TermStore, mut input_value: impl FnMut(Edge) -> bool) -> Valuation {
        let mut valuation = Valuation::new();
        for &(input, term) in &self.inputs {
            let value = word(self.bits.get(store, term), &mut input_value);
            valuation.set_bits(input, value);
        }
        let mut reads = self.array_reads.iter().peekable();
        if reads.peek().is_none() {
            return valuation;
        }
        // Indices and elements of reads are gates, not inputs: they follow by simulation.
        let inputs: Vec<u64> =
            self.aig.inputs().iter().map(|&node| u64::from(input_value(Edge::new(node, false)))).collect();
        let words = self.aig.simulate(&inputs);
        let mut edge_value = |edge| word_of(&words, edge) & 1 == 1;
        for (input, reads) in reads {
            let mut array = ArrayValue::default();
            for read in reads {
                let index = word(&read.index, &mut edge_value);
                array.elements.insert(index, word(&read.element, &mut edge_value));
            }
            valuation.set_array(input, array);
        }
        valuation
    }
}

/// The word that the values of `bits` make.
fn word(bits: &[Edge], value: &mut impl FnMut(Edge) -> bool) -> u128 {
    bits.iter().enumerate().fold(0, |word, (at, &bit)| word | u128::from(value(bit)) << at)
}
