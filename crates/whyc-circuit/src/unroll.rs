//! A circuit over time as one combinational graph.
//!
//! Every cycle's logic is copied into the same structurally hashed graph with the latches
//! replaced by what the cycle before made of them; only what the roots depend on is copied.

use whyc_aig::circuit::Circuit;
use whyc_aig::{Aig, Edge, Node, NodeId};
use whyc_base::ids::Id;

/// Where a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the reset state: constants, and an input of the graph for each latch without one.
    Reset,
    /// Anywhere: an input of the graph for each latch.
    Anywhere,
}

/// One cycle.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The inputs of the cycle.
    pub inputs: Vec<Edge>,
    /// The roots in the cycle.
    pub roots: Vec<Edge>,
}

/// A circuit over some cycles. The inputs of the graph are those of the initial state, then
/// those of each cycle in turn.
#[derive(Debug)]
pub struct Unrolling<'a> {
    circuit: &'a Circuit,
    roots: Vec<Edge>,
    /// The nodes of the circuit that are copied, in topological order.
    cone: Vec<NodeId>,
    /// The graph of all cycles so far.
    pub aig: Aig,
    /// The state before each cycle, and after the last.
    pub states: Vec<Vec<Edge>>,
    /// The cycles.
    pub frames: Vec<Frame>,
}

impl<'a> Unrolling<'a> {
    /// Nothing but the initial state. `roots` are the edges of the circuit that will be asked for.
    #[must_use]
    pub fn new(circuit: &'a Circuit, roots: Vec<Edge>, start: Start) -> Self {
        let mut aig = Aig::new();
        let initial = circuit
            .latches
            .iter()
            .map(|latch| match (start, latch.reset.value()) {
                (Start::Reset, Some(value)) => Edge::constant(value),
                (Start::Reset, None) | (Start::Anywhere, _) => aig.input(),
            })
            .collect();
        let cone = sequential_cone(circuit, &roots);
        Self { circuit, roots, cone, aig, states: vec![initial], frames: Vec::new() }
    }

    /// The latches that the roots depend on.
    #[must_use]
    pub fn latches_in_cone(&self) -> Vec<usize> {
        let is_in_cone = |edge: Edge| self.cone.binary_search(&edge.node()).is_ok();
        (0..self.circuit.latches.len()).filter(|&idx| is_in_cone(self.circuit.latches[idx].state)).collect()
    }

    /// Adds cycles until there are `n`.
    pub fn extend_to(&mut self, n: usize) {
        while self.frames.len() < n {
            self.add_frame();
        }
    }

    fn add_frame(&mut self) {
        let circuit = self.circuit;
        let state = &self.states[self.frames.len()];
        let inputs: Vec<Edge> = circuit.inputs.iter().map(|_| self.aig.input()).collect();
        let mut copies = vec![Edge::FALSE; circuit.aig.n_nodes()];
        let copy = |copies: &[Edge], edge: Edge| copies[edge.index()] ^ edge.is_negated();
        for &node in &self.cone {
            copies[node.index()] = match circuit.aig.node(node) {
                Node::Const => Edge::FALSE,
                // The inputs of a circuit's graph are its inputs, then its latches.
                Node::Input(idx) => {
                    let idx = idx as usize;
                    inputs.get(idx).copied().unwrap_or_else(|| state[idx - inputs.len()])
                }
                Node::And(left, right) => self.aig.and(copy(&copies, left), copy(&copies, right)),
            };
        }
        let roots = self.roots.iter().map(|&root| copy(&copies, root)).collect();
        // Latches outside the cone are never looked at; their copies are meaningless zeros.
        let next = circuit.latches.iter().map(|latch| copy(&copies, latch.next)).collect();
        self.frames.push(Frame { inputs, roots });
        self.states.push(next);
    }
}

/// What `roots` depend on in any number of cycles, in topological order.
pub(crate) fn sequential_cone(circuit: &Circuit, roots: &[Edge]) -> Vec<NodeId> {
    let mut seen = vec![false; circuit.aig.n_nodes()];
    let mut stack: Vec<NodeId> = roots.iter().map(|root| root.node()).collect();
    let mut cone = Vec::new();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        cone.push(node);
        match circuit.aig.node(node) {
            Node::Const => {}
            // The inputs of a circuit's graph are its inputs, then its latches.
            Node::Input(idx) => {
                let latch = (idx as usize).checked_sub(circuit.inputs.len()).and_then(|at| circuit.latches.get(at));
                stack.extend(latch.map(|latch| latch.next.node()));
            }
            Node::And(left, right) => stack.extend([left.node(), right.node()]),
        }
    }
    // Ids ascend from inputs to outputs.
    cone.sort_unstable();
    cone
}
