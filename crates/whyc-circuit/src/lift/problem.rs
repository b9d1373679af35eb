//! A run over time as one question about one graph.

use whyc_aig::circuit::Circuit;
use whyc_aig::sim::word_of;
use whyc_aig::{Aig, Edge};

use crate::property::Property;
use crate::trace::Counterexample;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// A graph whose root is true under the given values of its inputs. Which of them suffice?
#[derive(Clone, Debug)]
pub struct Problem {
    /// The graph; its inputs are the free variables in their order.
    pub aig: Aig,
    /// "The property is violated and every constraint kept."
    pub root: Edge,
    /// The values in the run.
    pub values: Vec<bool>,
    /// Which free variables may be fixed; the others stand for what nobody knows.
    pub known: Vec<bool>,
}

impl Problem {
    /// The question of which free variables make `run` violate its property.
    #[must_use]
    pub fn new(circuit: &Circuit, run: &Counterexample) -> Self {
        let n_constraints = circuit.constraints.len();
        let roots = trace_edges::roots(circuit, std::slice::from_ref(&run.property));
        let mut unrolling = Unrolling::new(circuit, roots, Start::Anywhere);
        unrolling.extend_to(run.inputs.len());
        let mut conjuncts: Vec<Edge> =
            unrolling.frames.iter().flat_map(|frame| frame.roots[..n_constraints].to_vec()).collect();
        conjuncts.push(match (&run.property, run.loop_start) {
            (Property::Justice(idx), Some(start)) => trace_edges::lasso(circuit, &mut unrolling, *idx, start),
            (property, _) => trace_edges::violation(circuit, &mut unrolling, property, run.depth),
        });
        let mut aig = unrolling.aig;
        let root = aig.and_all(&conjuncts);
        let free = run.free();
        let n_known = circuit.inputs.len() - circuit.n_unknown_inputs;
        let is_known = |var: usize| var < free.n_latches || (var - free.n_latches) % free.n_inputs < n_known;
        Self { aig, root, values: run.values(), known: (0..free.len()).map(is_known).collect() }
    }

    /// The input of the graph that is the free variable `var`.
    #[must_use]
    pub fn edge(&self, var: usize) -> Edge {
        Edge::new(self.aig.inputs()[var], false)
    }

    /// Which of the free variables that may be fixed the root depends on at all.
    #[must_use]
    pub fn in_cone(&self) -> Vec<bool> {
        let cone = self.aig.cone(&[self.root]);
        let inputs = self.aig.inputs().iter().zip(&self.known);
        inputs.map(|(node, &known)| known && cone.binary_search(node).is_ok()).collect()
    }

    /// In which of 64 valuations the root is true.
    #[must_use]
    pub fn simulate(&self, words: &[u64]) -> u64 {
        word_of(&self.aig.simulate(words), self.root)
    }

    /// The same values in all 64 valuations.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        self.values.iter().map(|&value| if value { u64::MAX } else { 0 }).collect()
    }

    /// Which of `candidates` change the root when they alone are flipped in `values`.
    #[must_use]
    pub fn flips_that_matter(&self, values: &[bool], candidates: &[usize]) -> Vec<usize> {
        let plain: Vec<u64> = values.iter().map(|&value| if value { u64::MAX } else { 0 }).collect();
        let mut matter = Vec::new();
        for chunk in candidates.chunks(64) {
            let mut words = plain.clone();
            for (bit, &var) in chunk.iter().enumerate() {
                words[var] ^= 1 << bit;
            }
            let holds = self.simulate(&words);
            matter.extend(chunk.iter().enumerate().filter(|(bit, _)| holds >> bit & 1 == 0).map(|(_, &var)| var));
        }
        matter
    }
}
