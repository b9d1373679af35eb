//! Concrete runs: what really happens, and the oracle of every answer.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_aig::sim::word_of;

use crate::live;
use crate::property::Property;
use crate::rng::Rng;
use crate::trace::Counterexample;

/// What the latches hold before the first cycle; `None` where that is not said.
#[must_use]
pub fn reset_state(circuit: &Circuit) -> Vec<Option<bool>> {
    circuit.latches.iter().map(|latch| latch.reset.value()).collect()
}

/// The state after `state` under `inputs`.
#[must_use]
pub fn step(circuit: &Circuit, state: &[bool], inputs: &[bool]) -> Vec<bool> {
    let words = cycle(circuit, &widen(state), &widen(inputs));
    circuit.latches.iter().map(|latch| word_of(&words, latch.next) & 1 == 1).collect()
}

/// Whether the run starts in a reset state, keeps the constraints and violates its property.
#[must_use]
pub fn confirms(circuit: &Circuit, run: &Counterexample) -> bool {
    let starts = reset_state(circuit).iter().zip(&run.initial).all(|(reset, bit)| reset.is_none_or(|it| it == *bit));
    let inputs: Vec<Vec<u64>> = run.inputs.iter().map(|cycle| widen(cycle)).collect();
    starts && starts_as_told(circuit, run) && violations(circuit, run, &widen(&run.initial), &inputs) & 1 == 1
}

/// Whether what is said of the initial state besides the resets holds; it may speak of inputs, so that
/// a run without any leaves it open.
fn starts_as_told(circuit: &Circuit, run: &Counterexample) -> bool {
    let Some(inputs) = run.inputs.first() else { return true };
    let words = cycle(circuit, &widen(&run.initial), &widen(inputs));
    circuit.initial.iter().all(|&edge| word_of(&words, edge) & 1 == 1)
}

/// In which of 64 runs the property of `run` is violated where `run` does, with the constraints kept. Bit
/// `k` of every word belongs to run `k`; the runs may start anywhere.
#[must_use]
pub fn violations(circuit: &Circuit, run: &Counterexample, initial: &[u64], inputs: &[Vec<u64>]) -> u64 {
    let mut state = initial.to_vec();
    let mut kept = u64::MAX;
    let mut bad = 0;
    let mut lasso = Loop::new(circuit, run);
    for (at, cycle_inputs) in inputs.iter().enumerate() {
        let words = cycle(circuit, &state, cycle_inputs);
        let value = |edge: Edge| word_of(&words, edge);
        kept = circuit.constraints.iter().fold(kept, |kept, constraint| kept & value(constraint.edge));
        if let Property::Bad(idx) = run.property {
            bad = value(circuit.bad_signals()[idx].edge);
        }
        if let Some(lasso) = &mut lasso {
            lasso.look(at, &state, &words);
        }
        state = circuit.latches.iter().map(|latch| value(latch.next)).collect();
    }
    if let Property::Reach(target) = &run.property {
        bad = state.iter().zip(target).fold(u64::MAX, |same, (&word, &bit)| {
            same & match bit {
                Some(true) => word,
                Some(false) => !word,
                None => u64::MAX,
            }
        });
    }
    kept & lasso.map_or(bad, |lasso| lasso.is_closed_by(&state))
}

/// What is seen in the loops of 64 runs.
struct Loop {
    start: usize,
    wanted: Vec<Edge>,
    /// In which runs each of `wanted` has been true.
    seen: Vec<u64>,
    recurring: Vec<usize>,
    state: Option<Vec<u64>>,
}

impl Loop {
    fn new(circuit: &Circuit, run: &Counterexample) -> Option<Self> {
        let (Property::Justice(idx), Some(start)) = (&run.property, run.loop_start) else { return None };
        let wanted = live::again_and_again(circuit, *idx);
        let seen = vec![0; wanted.len()];
        Some(Self { start, wanted, seen, recurring: live::recurring(circuit, *idx), state: None })
    }

    fn look(&mut self, cycle: usize, state: &[u64], words: &[u64]) {
        if cycle == self.start {
            self.state = Some(state.to_vec());
        }
        if cycle >= self.start {
            for (seen, &wanted) in self.seen.iter_mut().zip(&self.wanted) {
                *seen |= word_of(words, wanted);
            }
        }
    }

    /// In which runs everything was seen, and the state is what it was.
    fn is_closed_by(&self, state: &[u64]) -> u64 {
        let Some(before) = &self.state else { return 0 };
        let all_seen = self.seen.iter().fold(u64::MAX, |all, seen| all & seen);
        self.recurring.iter().fold(all_seen, |same, &latch| same & !(before[latch] ^ state[latch]))
    }
}

/// Whether `rounds` times 64 runs that agree with `run` in what is relevant, and are random
/// elsewhere, all violate its property.
#[must_use]
pub fn survives_random_completions(circuit: &Circuit, run: &Counterexample, relevant: &[bool], rounds: usize) -> bool {
    let free = run.free();
    let mut rng = Rng::new(1);
    let mut word = |position: usize, value: bool| match (relevant[position], value) {
        (false, _) => rng.bits(),
        (true, true) => u64::MAX,
        (true, false) => 0,
    };
    (0..rounds).all(|_| {
        let initial: Vec<u64> = run.initial.iter().enumerate().map(|(idx, &bit)| word(free.latch(idx), bit)).collect();
        let inputs: Vec<Vec<u64>> = run
            .inputs
            .iter()
            .enumerate()
            .map(|(cycle, bits)| bits.iter().enumerate().map(|(idx, &bit)| word(free.input(cycle, idx), bit)).collect())
            .collect();
        violations(circuit, run, &initial, &inputs) == u64::MAX
    })
}

/// The value of every node in one cycle.
pub(crate) fn cycle(circuit: &Circuit, state: &[u64], inputs: &[u64]) -> Vec<u64> {
    let words: Vec<u64> = inputs.iter().chain(state).copied().collect();
    circuit.aig.simulate(&words)
}

/// Each bit in all 64 runs.
fn widen(bits: &[bool]) -> Vec<u64> {
    bits.iter().map(|&bit| if bit { u64::MAX } else { 0 }).collect()
}
