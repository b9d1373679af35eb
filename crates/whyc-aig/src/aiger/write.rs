//! From a circuit to bytes.

use std::fmt::Write as _;

use whyc_base::ids::Id;

use crate::circuit::{Circuit, Reset};
use crate::edge::{Edge, NodeId};
use crate::graph::Node;

/// The numbering of a file: inputs, latches, then the gates in topological order.
struct Numbering {
    var_from_node: Vec<u32>,
    /// The gates, as the literals of left side and operands, the larger operand first.
    ands: Vec<[u32; 3]>,
}

impl Numbering {
    fn new(circuit: &Circuit) -> Self {
        let aig = &circuit.aig;
        let mut numbering = Self { var_from_node: vec![0; aig.n_nodes()], ands: Vec::new() };
        let states = circuit.latches.iter().map(|latch| latch.state);
        let mut n_vars = 0;
        for edge in circuit.inputs.iter().map(|input| input.edge).chain(states) {
            n_vars += 1;
            numbering.var_from_node[edge.index()] = n_vars;
        }
        for node_idx in 0..aig.n_nodes() {
            let node = NodeId::from_index(node_idx);
            if let Node::And(left, right) = aig.node(node) {
                n_vars += 1;
                numbering.var_from_node[node_idx] = n_vars;
                let (left, right) = (numbering.literal(left), numbering.literal(right));
                numbering.ands.push([2 * n_vars, left.max(right), left.min(right)]);
            }
        }
        numbering
    }

    fn literal(&self, edge: Edge) -> u32 {
        2 * self.var_from_node[edge.index()] + u32::from(edge.is_negated())
    }
}

/// The circuit as an ASCII file (`aag`).
#[must_use]
pub fn write_ascii(circuit: &Circuit) -> String {
    let numbering = Numbering::new(circuit);
    let mut text = header("aag", circuit, &numbering);
    for input in &circuit.inputs {
        push_line(&mut text, &[numbering.literal(input.edge)]);
    }
    for latch in &circuit.latches {
        let state = numbering.literal(latch.state);
        let mut line = vec![state, numbering.literal(latch.next)];
        line.extend(reset_literal(latch.reset, state));
        push_line(&mut text, &line);
    }
    push_properties(&mut text, circuit, &numbering);
    for and in &numbering.ands {
        push_line(&mut text, and);
    }
    push_symbols(&mut text, circuit);
    text
}

/// The circuit as a binary file (`aig`).
#[must_use]
pub fn write_binary(circuit: &Circuit) -> Vec<u8> {
    let numbering = Numbering::new(circuit);
    let mut text = header("aig", circuit, &numbering);
    for latch in &circuit.latches {
        let mut line = vec![numbering.literal(latch.next)];
        line.extend(reset_literal(latch.reset, numbering.literal(latch.state)));
        push_line(&mut text, &line);
    }
    push_properties(&mut text, circuit, &numbering);
    let mut bytes = text.into_bytes();
    for &[out, larger, smaller] in &numbering.ands {
        push_delta(&mut bytes, out - larger);
        push_delta(&mut bytes, larger - smaller);
    }
    let mut symbols = String::new();
    push_symbols(&mut symbols, circuit);
    bytes.extend_from_slice(symbols.as_bytes());
    bytes
}

fn header(word: &str, circuit: &Circuit, numbering: &Numbering) -> String {
    let (inputs, latches, ands) = (circuit.inputs.len(), circuit.latches.len(), numbering.ands.len());
    let mut text = format!("{word} {} {inputs} {latches} {} {ands}", inputs + latches + ands, circuit.outputs.len());
    // Readers of the older format do not know the rest: it ends with the last kind that there is.
    let counts = [circuit.bad.len(), circuit.constraints.len(), circuit.justice.len(), circuit.fairness.len()];
    let n_told = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    for count in &counts[..n_told] {
        let _ = write!(text, " {count}");
    }
    text.push('\n');
    text
}

fn reset_literal(reset: Reset, state: u32) -> Option<u32> {
    match reset {
        Reset::Zero => None,
        Reset::One => Some(1),
        Reset::Free => Some(state),
    }
}

fn push_properties(text: &mut String, circuit: &Circuit, numbering: &Numbering) {
    for signal in circuit.outputs.iter().chain(&circuit.bad).chain(&circuit.constraints) {
        push_line(text, &[numbering.literal(signal.edge)]);
    }
    for justice in &circuit.justice {
        let _ = writeln!(text, "{}", justice.edges.len());
    }
    let members = circuit.justice.iter().flat_map(|justice| &justice.edges);
    for &edge in members.chain(circuit.fairness.iter().map(|signal| &signal.edge)) {
        push_line(text, &[numbering.literal(edge)]);
    }
}

fn push_symbols(text: &mut String, circuit: &Circuit) {
    let mut symbol = |kind: char, idx: usize, name: Option<&str>| {
        if let Some(name) = name {
            let _ = writeln!(text, "{kind}{idx} {name}");
        }
    };
    for (idx, input) in circuit.inputs.iter().enumerate() {
        symbol('i', idx, input.name.as_deref());
    }
    for (idx, latch) in circuit.latches.iter().enumerate() {
        symbol('l', idx, latch.name.as_deref());
    }
    for (kind, signals) in [('o', &circuit.outputs), ('b', &circuit.bad), ('c', &circuit.constraints)] {
        for (idx, signal) in signals.iter().enumerate() {
            symbol(kind, idx, signal.name.as_deref());
        }
    }
    for (idx, justice) in circuit.justice.iter().enumerate() {
        symbol('j', idx, justice.name.as_deref());
    }
    for (idx, signal) in circuit.fairness.iter().enumerate() {
        symbol('f', idx, signal.name.as_deref());
    }
}

fn push_line(text: &mut String, numbers: &[u32]) {
    for (idx, number) in numbers.iter().enumerate() {
        let space = if idx == 0 { "" } else { " " };
        let _ = write!(text, "{space}{number}");
    }
    text.push('\n');
}

fn push_delta(bytes: &mut Vec<u8>, mut delta: u32) {
    while delta >= 0x80 {
        bytes.push((delta & 0x7f) as u8 | 0x80);
        delta >>= 7;
    }
    bytes.push(delta as u8);
}
