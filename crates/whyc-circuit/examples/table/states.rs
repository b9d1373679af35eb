//! All states of a small circuit, by how far they are from reset.

use whyc_aig::circuit::Circuit;
use whyc_aig::sim::word_of;

/// What is small enough to be visited.
const MAX_LATCHES: usize = 20;
const MAX_INPUTS: usize = 12;

/// A state that takes `wanted` cycles from reset, or the furthest one, and how many it takes;
/// nothing if the circuit is large.
pub fn far_from_reset(circuit: &Circuit, wanted: usize) -> Option<(Vec<bool>, usize)> {
    let (n_inputs, n_latches) = (circuit.inputs.len(), circuit.latches.len());
    let is_simple = circuit.constraints.is_empty() && circuit.latches.iter().all(|it| it.reset.value() == Some(false));
    if n_latches > MAX_LATCHES || n_inputs > MAX_INPUTS || !is_simple {
        return None;
    }
    let mut seen = vec![false; 1 << n_latches];
    seen[0] = true;
    let mut layer = vec![0u32];
    let mut depth = 0;
    while depth < wanted {
        let mut next = Vec::new();
        for &state in &layer {
            for block in 0..(1usize << n_inputs).div_ceil(64) {
                for after in successors(circuit, state, block) {
                    if !std::mem::replace(&mut seen[after as usize], true) {
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
        depth += 1;
    }
    let state = *layer.first()?;
    Some(((0..n_latches).map(|bit| state >> bit & 1 == 1).collect(), depth))
}

/// The states after `state` under 64 valuations of the inputs.
fn successors(circuit: &Circuit, state: u32, block: usize) -> Vec<u32> {
    let inputs = (0..circuit.inputs.len())
        .map(|input| (0..64u64).fold(0, |word, run| word | ((64 * block as u64 + run) >> input & 1) << run));
    let states = (0..circuit.latches.len()).map(|bit| if state >> bit & 1 == 1 { u64::MAX } else { 0 });
    let words: Vec<u64> = inputs.chain(states).collect();
    let values = circuit.aig.simulate(&words);
    let next: Vec<u64> = circuit.latches.iter().map(|latch| word_of(&values, latch.next)).collect();
    (0..64)
        .map(|run| next.iter().enumerate().fold(0, |state, (bit, word)| state | ((word >> run & 1) as u32) << bit))
        .collect()
}
