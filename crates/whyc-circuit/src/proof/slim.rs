//! A step without what cannot matter: latches that never change, and all that no property depends on.

use whyc_aig::circuit::{Circuit, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge, Node, NodeId};
use whyc_base::ids::Id;

use super::invariant::Bit;
use super::step::Step;
use crate::unroll::sequential_cone;

/// A smaller step, and the way back.
#[derive(Debug)]
pub(crate) struct Slim {
    pub(crate) step: Step,
    /// The latches of the whole circuit that the latches here are.
    pub(crate) latches: Vec<usize>,
    /// The inputs of the whole circuit that the inputs here are.
    pub(crate) inputs: Vec<usize>,
    /// The latches of the whole circuit that never change. All of them together are an invariant.
    pub(crate) constants: Vec<Bit>,
}

impl Slim {
    pub(crate) fn new(whole: &Step) -> Self {
        let roots: Vec<Edge> = whole.violated.iter().copied().chain([whole.kept]).collect();
        let cone = sequential_cone(&whole.circuit, &roots);
        let mut constants = constants(&whole.circuit);
        // The others do not depend on what is outside of the cone, so that they stay an invariant without it.
        constants.retain(|bit| cone.binary_search(&whole.circuit.latches[bit.latch].state.node()).is_ok());
        let fixed = substituted(whole, &constants);
        let roots: Vec<Edge> = fixed.violated.iter().copied().chain([fixed.kept]).collect();
        let cone = sequential_cone(&fixed.circuit, &roots);
        let is_needed = |edge: Edge| cone.binary_search(&edge.node()).is_ok();
        let circuit = &fixed.circuit;
        let inputs: Vec<usize> = (0..circuit.inputs.len()).filter(|&idx| is_needed(circuit.inputs[idx].edge)).collect();
        let latches: Vec<usize> =
            (0..circuit.latches.len()).filter(|&idx| is_needed(circuit.latches[idx].state)).collect();
        let mut small = Circuit::new(inputs.len(), latches.len());
        let mut leaves = vec![Edge::FALSE; circuit.aig.inputs().len()];
        inputs.iter().zip(&small.inputs).for_each(|(&at, input)| leaves[at] = input.edge);
        latches.iter().zip(&small.latches).for_each(|(&at, latch)| leaves[circuit.inputs.len() + at] = latch.state);
        let copies = copy(&circuit.aig, &cone, &leaves, &mut small.aig);
        let copied = |edge: Edge| copies[edge.index()] ^ edge.is_negated();
        for (&at, latch) in latches.iter().zip(&mut small.latches) {
            latch.next = copied(circuit.latches[at].next);
            latch.reset = circuit.latches[at].reset;
        }
        let violated = fixed.violated.iter().map(|&edge| copied(edge)).collect();
        let step = Step { kept: copied(fixed.kept), starts_well: Edge::TRUE, violated, circuit: small, ..fixed };
        let is_left_out = |bit: &Bit| !latches.contains(&bit.latch);
        debug_assert!(constants.iter().all(is_left_out), "what never changes should not be looked at");
        Self { step, latches, inputs, constants }
    }

    /// A bit of a latch here, in the whole circuit.
    pub(crate) fn bit_outside(&self, bit: Bit) -> Bit {
        Bit { latch: self.latches[bit.latch], value: bit.value }
    }
}

/// The latches that have the same value in every state, as far as three-valued simulation can tell. What is unknown once is
/// taken to be unknown for good, so that every node changes at most once, and that the known values of the end
/// are kept by every step: together they are an invariant.
fn constants(circuit: &Circuit) -> Vec<Bit> {
    let mut ternary = Ternary::new(circuit);
    for latch in 0..circuit.latches.len() {
        if ternary.value(circuit.latches[latch].next) != ternary.value(circuit.latches[latch].state) {
            ternary.forget(circuit.latches[latch].state.node());
        }
    }
    while let Some(node) = ternary.forgotten.pop() {
        for at in ternary.users[node.index()].clone() {
            match at {
                User::Gate(gate) => {
                    if let Node::And(left, right) = circuit.aig.node(gate)
                        && and(ternary.value(left), ternary.value(right)).is_none()
                    {
                        ternary.forget(gate);
                    }
                }
                User::Latch(latch) => ternary.forget(circuit.latches[latch].state.node()),
            }
        }
    }
    let known = circuit.latches.iter().enumerate();
    known.filter_map(|(latch, it)| ternary.value(it.state).map(|value| Bit { latch, value })).collect()
}

/// Who looks at a node.
#[derive(Clone, Copy)]
enum User {
    Gate(NodeId),
    /// It is what this latch holds next.
    Latch(usize),
}

/// What is known of each node.
struct Ternary {
    values: Vec<Option<bool>>,
    users: Vec<Vec<User>>,
    /// The nodes that became unknown and whose users have not heard of it.
    forgotten: Vec<NodeId>,
}

impl Ternary {
    /// The first cycle, whatever the inputs are.
    fn new(circuit: &Circuit) -> Self {
        let n_nodes = circuit.aig.n_nodes();
        let mut ternary = Self { values: vec![None; n_nodes], users: vec![Vec::new(); n_nodes], forgotten: Vec::new() };
        for node in (0..n_nodes).map(NodeId::from_index) {
            ternary.values[node.index()] = match circuit.aig.node(node) {
                Node::Const => Some(false),
                Node::Input(at) => {
                    let latch = (at as usize).checked_sub(circuit.inputs.len());
                    latch.and_then(|latch| circuit.latches[latch].reset.value())
                }
                Node::And(left, right) => {
                    ternary.users[left.index()].push(User::Gate(node));
                    ternary.users[right.index()].push(User::Gate(node));
                    and(ternary.value(left), ternary.value(right))
                }
            };
        }
        for (at, latch) in circuit.latches.iter().enumerate() {
            ternary.users[latch.next.index()].push(User::Latch(at));
        }
        ternary
    }

    fn value(&self, edge: Edge) -> Option<bool> {
        self.values[edge.index()].map(|it| it != edge.is_negated())
    }

    fn forget(&mut self, node: NodeId) {
        if self.values[node.index()].take().is_some() {
            self.forgotten.push(node);
        }
    }
}

fn and(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// The same step with constants for latches that never change.
fn substituted(whole: &Step, constants: &[Bit]) -> Step {
    let circuit = &whole.circuit;
    let mut fixed = Circuit { inputs: Vec::new(), latches: Vec::new(), ..Circuit::default() };
    let mut leaves: Vec<Edge> = circuit.aig.inputs().iter().map(|_| fixed.aig.input()).collect();
    let n_inputs = circuit.inputs.len();
    fixed.inputs = leaves[..n_inputs].iter().map(|&edge| Signal { name: None, edge }).collect();
    let states = leaves[n_inputs..].to_vec();
    for bit in constants {
        leaves[n_inputs + bit.latch] = Edge::constant(bit.value);
    }
    let all: Vec<NodeId> = (0..circuit.aig.n_nodes()).map(NodeId::from_index).collect();
    let copies = copy(&circuit.aig, &all, &leaves, &mut fixed.aig);
    let copied = |edge: Edge| copies[edge.index()] ^ edge.is_negated();
    let latches = circuit.latches.iter().zip(states);
    fixed.latches = latches
        .map(|(latch, state)| Latch { name: None, state, next: copied(latch.next), reset: latch.reset })
        .collect();
    for bit in constants {
        fixed.latches[bit.latch].reset = if bit.value { Reset::One } else { Reset::Zero };
    }
    Step {
        kept: copied(whole.kept),
        is_always_kept: whole.is_always_kept,
        starts_well: copied(whole.starts_well),
        violated: whole.violated.iter().map(|&edge| copied(edge)).collect(),
        circuit: fixed,
    }
}

/// Copies `nodes`, in topological order, into another graph, with `leaves` for the inputs.
fn copy(from: &Aig, nodes: &[NodeId], leaves: &[Edge], into: &mut Aig) -> Vec<Edge> {
    let mut copies = vec![Edge::FALSE; from.n_nodes()];
    for &node in nodes {
        let copied = |edge: Edge| copies[edge.index()] ^ edge.is_negated();
        copies[node.index()] = match from.node(node) {
            Node::Const => Edge::FALSE,
            Node::Input(at) => leaves[at as usize],
            Node::And(left, right) => {
                let (left, right) = (copied(left), copied(right));
                into.and(left, right)
            }
        };
    }
    copies
}
