//! Circuits of gates.

use rustc_hash::FxHashMap;
use whyc_aig::circuit::{Circuit, FileError, Justice, Latch, Signal};
use whyc_aig::edge::{Edge, NodeId};
use whyc_aig::graph::Node;
use whyc_aig::{aiger, bench};
use whyc_base::ids::Id;

use super::Netlist;

/// A circuit of gates, as it is written to a file.
#[derive(Clone, Debug)]
pub struct Gates {
    circuit: Circuit,
}

/// What may take the place of what.
#[derive(Clone, Copy, Debug)]
pub enum Substitute {
    /// A constraint is no more.
    Free(usize),
    /// A node is an edge that comes before it.
    Node(NodeId, Edge),
    /// A latch is an input.
    Input(NodeId),
}

impl Gates {
    /// Reads AIGER, ASCII or binary, or BENCH, with nothing but one of its properties: what is bad, by its position, or what must not
    /// go on forever, counted on from there.
    ///
    /// # Errors
    /// If the file breaks its format.
    pub fn read(bytes: &[u8], is_bench: bool, property: usize) -> Result<Self, FileError> {
        let mut circuit = if is_bench { bench::read(bytes)? } else { aiger::read(bytes)? };
        let bad = circuit.bad_signals().to_vec();
        let n_bad = bad.len();
        let name = |known: Option<&String>, letter: char, at: usize| known.cloned().or(Some(format!("{letter}{at}")));
        circuit.outputs = Vec::new();
        circuit.justice = match property.checked_sub(n_bad) {
            Some(at) => circuit.justice.get(at).cloned().into_iter().collect(),
            None => Vec::new(),
        };
        circuit.bad = bad.get(property).cloned().into_iter().collect();
        circuit.bad.iter_mut().for_each(|it| it.name = name(it.name.as_ref(), 'b', property));
        if circuit.justice.is_empty() {
            circuit.fairness = Vec::new();
        }
        Ok(Self { circuit }.with(&[]))
    }

    /// The circuit as text.
    #[must_use]
    pub fn text(&self) -> String {
        aiger::write_ascii(&self.circuit)
    }

    /// Gates, latches and inputs.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let aig = &self.circuit.aig;
        let ands = (0..aig.n_nodes()).filter(|&i| matches!(aig.node(NodeId::from_index(i)), Node::And(..))).count();
        [ands, self.circuit.latches.len(), self.circuit.inputs.len()]
    }
}

impl Netlist for Gates {
    type Substitute = Substitute;

    const LISTS: usize = 7;

    fn substitutes(&self, list: usize) -> Vec<Substitute> {
        let aig = &self.circuit.aig;
        let ands = |edge: &dyn Fn(Edge, Edge) -> Edge| -> Vec<Substitute> {
            let nodes = (0..aig.n_nodes()).map(NodeId::from_index);
            let found = nodes.filter_map(|node| match aig.node(node) {
                Node::And(left, right) => Some(Substitute::Node(node, edge(left, right))),
                Node::Const | Node::Input(_) => None,
            });
            found.collect()
        };
        let latches = || self.circuit.latches.iter();
        match list {
            0 => (0..self.circuit.constraints.len()).map(Substitute::Free).collect(),
            1 => latches().map(|latch| Substitute::Node(latch.state.node(), Edge::FALSE)).collect(),
            2 => ands(&|_, _| Edge::FALSE),
            3 => ands(&|left, _| left),
            4 => ands(&|_, right| right),
            5 => ands(&|_, _| Edge::TRUE),
            _ => latches().map(|latch| Substitute::Input(latch.state.node())).collect(),
        }
    }

    fn with(&self, substitutes: &[Substitute]) -> Self {
        Self { circuit: rebuilt(&self.circuit, substitutes) }
    }

    fn size(&self) -> usize {
        let [ands, latches, inputs] = self.counts();
        // A latch that became an input is less.
        ands + 2 * latches + inputs + self.circuit.constraints.len()
    }

    fn bytes(&self) -> Vec<u8> {
        aiger::write_binary(&self.circuit)
    }
}

/// The circuit with substitutes, and nothing that its properties do not depend on.
fn rebuilt(circuit: &Circuit, substitutes: &[Substitute]) -> Circuit {
    let (mut edges, mut freed, mut opened) = (FxHashMap::default(), Vec::new(), Vec::new());
    for substitute in substitutes {
        match *substitute {
            Substitute::Free(constraint) => freed.push(constraint),
            Substitute::Node(node, edge) => drop(edges.insert(node, edge)),
            Substitute::Input(node) => opened.push(node),
        }
    }
    let followed = |mut edge: Edge| {
        // Each step leads to a node that comes before: this ends.
        while let Some(&to) = edges.get(&edge.node()) {
            edge = if edge.is_negated() { !to } else { to };
        }
        edge
    };
    let constraints: Vec<&Signal> =
        circuit.constraints.iter().enumerate().filter(|(i, _)| !freed.contains(i)).map(|(_, signal)| signal).collect();
    let roots =
        circuit.bad.iter().chain(constraints.iter().copied()).chain(&circuit.fairness).map(|signal| signal.edge);
    let roots = roots.chain(circuit.justice.iter().flat_map(|justice| justice.edges.iter().copied()));
    let mut waiting: Vec<Edge> = roots.collect();
    let mut needed = vec![false; circuit.aig.n_nodes()];
    let by_state: FxHashMap<NodeId, &Latch> = circuit.latches.iter().map(|latch| (latch.state.node(), latch)).collect();
    while let Some(edge) = waiting.pop() {
        let node = followed(edge).node();
        if std::mem::replace(&mut needed[node.index()], true) {
            continue;
        }
        if let Node::And(left, right) = circuit.aig.node(node) {
            waiting.extend([left, right]);
        }
        waiting.extend(by_state.get(&node).filter(|_| !opened.contains(&node)).map(|latch| latch.next));
    }
    let is_needed = |edge: Edge| needed[edge.index()] && !edges.contains_key(&edge.node());
    let latches: Vec<&Latch> =
        circuit.latches.iter().filter(|it| is_needed(it.state) && !opened.contains(&it.state.node())).collect();
    let inputs: Vec<Signal> = circuit.inputs.iter().filter(|it| is_needed(it.edge)).cloned().collect();
    let freed_latches = circuit.latches.iter().filter(|it| is_needed(it.state) && opened.contains(&it.state.node()));
    let inputs: Vec<Signal> =
        inputs.into_iter().chain(freed_latches.map(|it| Signal { name: it.name.clone(), edge: it.state })).collect();
    let mut made = Circuit::new(inputs.len(), latches.len());
    let mut new: FxHashMap<NodeId, Edge> = FxHashMap::default();
    for (signal, old) in made.inputs.iter_mut().zip(&inputs) {
        signal.name.clone_from(&old.name);
        new.insert(old.edge.node(), signal.edge);
    }
    for (latch, old) in made.latches.iter_mut().zip(&latches) {
        latch.name.clone_from(&old.name);
        latch.reset = old.reset;
        new.insert(old.state.node(), latch.state);
    }
    let edge = |new: &FxHashMap<NodeId, Edge>, old: Edge| -> Edge {
        let old = followed(old);
        let found = new.get(&old.node()).copied().unwrap_or(Edge::FALSE);
        if old.is_negated() { !found } else { found }
    };
    for index in (0..circuit.aig.n_nodes()).filter(|&index| needed[index]) {
        let node = NodeId::from_index(index);
        if let (Node::And(left, right), false) = (circuit.aig.node(node), edges.contains_key(&node)) {
            let (left, right) = (edge(&new, left), edge(&new, right));
            let and = made.aig.and(left, right);
            new.insert(node, and);
        }
    }
    for (latch, old) in made.latches.iter_mut().zip(&latches) {
        latch.next = edge(&new, old.next);
    }
    let signal = |old: &Signal| Signal { name: old.name.clone(), edge: edge(&new, old.edge) };
    made.bad = circuit.bad.iter().map(signal).collect();
    made.constraints = constraints.into_iter().map(signal).collect();
    made.fairness = circuit.fairness.iter().map(signal).collect();
    let justice =
        |old: &Justice| Justice { name: old.name.clone(), edges: old.edges.iter().map(|&it| edge(&new, it)).collect() };
    made.justice = circuit.justice.iter().map(justice).collect();
    made
}
