//! For tests: small circuits with everything that circuits may have, and what is true of them by visiting every state.

use std::collections::HashSet;

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, Reset, Signal};
use whyc_aig::sim::word_of;

use crate::property::Property;
use crate::rng::Rng;

/// A random circuit with latches that start anywhere, constraints, several bad signals and things said of the start.
pub(crate) fn random_circuit(rng: &mut Rng, n_inputs: usize, n_latches: usize, n_gates: usize) -> Circuit {
    let mut circuit = Circuit::new(n_inputs, n_latches);
    let leaves = circuit.inputs.iter().map(|it| it.edge).chain(circuit.latches.iter().map(|it| it.state));
    let mut edges: Vec<Edge> = leaves.collect();
    let pick = |rng: &mut Rng, edges: &[Edge]| {
        let bits = rng.bits();
        edges[(bits >> 1) as usize % edges.len()] ^ (bits & 1 == 1)
    };
    for _ in 0..n_gates {
        let (a, b) = (pick(rng, &edges), pick(rng, &edges));
        let edge = if rng.bits().is_multiple_of(3) { circuit.aig.xor(a, b) } else { circuit.aig.and(a, b) };
        edges.push(edge);
    }
    for idx in 0..n_latches {
        circuit.latches[idx].next = pick(rng, &edges);
        circuit.latches[idx].reset = [Reset::Zero, Reset::Zero, Reset::One, Reset::Free][(rng.bits() % 4) as usize];
    }
    for _ in 0..1 + rng.bits() % 2 {
        let (a, b) = (pick(rng, &edges), pick(rng, &edges));
        let edge = circuit.aig.and(a, b);
        circuit.bad.push(Signal { name: None, edge });
    }
    if rng.bits().is_multiple_of(2) {
        let (a, b) = (pick(rng, &edges), pick(rng, &edges));
        let edge = circuit.aig.or(a, b);
        circuit.constraints.push(Signal { name: None, edge });
    }
    if rng.bits().is_multiple_of(3) {
        let (a, b) = (pick(rng, &edges), pick(rng, &edges));
        let edge = circuit.aig.or(a, b);
        circuit.initial.push(edge);
    }
    circuit
}

/// After how many cycles the property can be violated first, if it can.
pub(crate) fn shortest_violation(circuit: &Circuit, property: &Property) -> Option<usize> {
    let (n_inputs, n_latches) = (circuit.inputs.len(), circuit.latches.len());
    let starts = |state: &u32| {
        circuit.latches.iter().enumerate().all(|(at, latch)| latch.reset.value().is_none_or(|it| bit(*state, at) == it))
    };
    let mut level: Vec<u32> = (0..1 << n_latches).filter(starts).collect();
    let mut seen: HashSet<u32> = HashSet::new();
    for depth in 0.. {
        let mut next = Vec::new();
        for &state in &level {
            for inputs in 0..1u32 << n_inputs {
                let words: Vec<u64> = (0..n_inputs)
                    .map(|at| u64::from(bit(inputs, at)))
                    .chain((0..n_latches).map(|at| u64::from(bit(state, at))))
                    .collect();
                let values = circuit.aig.simulate(&words);
                let is_true = |edge: Edge| word_of(&values, edge) & 1 == 1;
                if depth == 0 && !circuit.initial.iter().all(|&edge| is_true(edge)) {
                    continue;
                }
                let kept = circuit.constraints.iter().all(|it| is_true(it.edge));
                let violated = match property {
                    Property::Bad(at) => kept && is_true(circuit.bad_signals()[*at].edge),
                    Property::Justice(_) => panic!("only what is reached is looked for here"),
                    Property::Reach(target) => {
                        target.iter().enumerate().all(|(at, it)| it.is_none_or(|it| it == bit(state, at)))
                    }
                };
                if violated {
                    return Some(depth);
                }
                if kept {
                    let after = circuit.latches.iter().enumerate();
                    next.push(after.fold(0, |word, (at, latch)| word | u32::from(is_true(latch.next)) << at));
                }
            }
        }
        next.retain(|&state| seen.insert(state));
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

fn bit(word: u32, at: usize) -> bool {
    word >> at & 1 == 1
}
