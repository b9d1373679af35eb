use whyc_aig::sim::word_of;

use super::*;
use crate::check::{Goal, Options, Outcome, check};
use crate::lift::tests::random_circuit;
use crate::rng::Rng;

/// Whether a run keeps the constraints in all its cycles and is never bad.
fn passes(circuit: &Circuit, initial: &[bool], inputs: &[Vec<bool>]) -> bool {
    let widen = |bits: &[bool]| bits.iter().map(|&bit| u64::from(bit)).collect::<Vec<u64>>();
    let mut state = initial.to_vec();
    inputs.iter().all(|cycle| {
        let words = simulate::cycle(circuit, &widen(&state), &widen(cycle));
        let is_true = |edge: Edge| word_of(&words, edge) & 1 == 1;
        let is_kept = circuit.constraints.iter().all(|it| is_true(it.edge));
        state = simulate::step(circuit, &state, cycle);
        is_kept && !is_true(circuit.bad_signals()[0].edge)
    })
}

/// The fewest bits in which a run that passes differs, by looking at all of them.
fn fewest(circuit: &Circuit, run: &Counterexample) -> Option<usize> {
    let reset = simulate::reset_state(circuit);
    let open: Vec<usize> = (0..reset.len()).filter(|&latch| reset[latch].is_none()).collect();
    let n_inputs = circuit.inputs.len();
    let n_bits = open.len() + n_inputs * run.inputs.len();
    assert!(n_bits <= 14, "the test should stay small");
    let differing = (0..1u32 << n_bits).filter(|set| {
        let differs = |bit: usize| set >> bit & 1 == 1;
        let mut initial = run.initial.clone();
        open.iter().enumerate().for_each(|(bit, &latch)| initial[latch] ^= differs(bit));
        let mut inputs = run.inputs.clone();
        for (cycle, bits) in inputs.iter_mut().enumerate() {
            bits.iter_mut().enumerate().for_each(|(idx, bit)| *bit ^= differs(open.len() + cycle * n_inputs + idx));
        }
        passes(circuit, &initial, &inputs)
    });
    differing.map(|set| set.count_ones() as usize).min()
}

#[test]
fn no_run_that_passes_is_closer() {
    let mut rng = Rng::new(11);
    let (mut n_found, mut n_without) = (0, 0);
    for _ in 0..400 {
        let circuit = random_circuit(&mut rng, 3, 3, 14);
        let options = Options { goal: Goal::Violation, bound: 3, budget: Budget::unlimited() };
        let outcomes = check(&circuit, &[Property::Bad(0)], &options).outcomes;
        let Some(Outcome::Violated(run)) = outcomes.into_iter().next() else { continue };
        let expected = fewest(&circuit, &run);
        let found = closest(&circuit, &run, &Kept::default(), &Budget::unlimited());
        assert_eq!(found.as_ref().map(|it| it.distance), expected, "{run:?}");
        match found {
            Some(found) => {
                n_found += 1;
                assert!(found.is_closest && passes(&circuit, &found.initial, &found.inputs));
            }
            None => n_without += 1,
        }
    }
    assert!(n_found > 30 && n_without > 0, "{n_found} and {n_without}: both should be met");
}
