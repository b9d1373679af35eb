use whyc_aig::bench;
use whyc_aig::circuit::Signal;

use super::*;
use crate::check::{Goal, Options, Outcome, check};
use crate::property::Property;
use crate::rng::Rng;
use crate::simulate;

/// A circuit of random gates.
pub(crate) fn random_circuit(rng: &mut Rng, n_inputs: usize, n_latches: usize, n_gates: usize) -> Circuit {
    let mut circuit = Circuit::new(n_inputs, n_latches);
    let mut edges: Vec<whyc_aig::Edge> =
        circuit.inputs.iter().map(|it| it.edge).chain(circuit.latches.iter().map(|it| it.state)).collect();
    let pick = |rng: &mut Rng, edges: &[whyc_aig::Edge]| {
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
    }
    circuit.bad.push(Signal { name: None, edge: pick(rng, &edges) });
    if rng.bits().is_multiple_of(2) {
        let (a, b) = (pick(rng, &edges), pick(rng, &edges));
        let edge = circuit.aig.or(a, b);
        circuit.constraints.push(Signal { name: None, edge });
    }
    circuit
}

/// Whether every completion of `relevant` violates the property.
fn is_sufficient(circuit: &Circuit, run: &Counterexample, relevant: &[bool]) -> bool {
    let values = run.values();
    let open: Vec<usize> = (0..values.len()).filter(|&var| !relevant[var]).collect();
    assert!(open.len() <= 12, "the test should stay small");
    (0..1u64 << open.len()).all(|completion| {
        let mut values = values.clone();
        open.iter().enumerate().for_each(|(bit, &var)| values[var] = completion >> bit & 1 == 1);
        let words: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
        let (initial, inputs) = words.split_at(run.initial.len());
        let inputs: Vec<Vec<u64>> = (0..run.inputs.len())
            .map(|cycle| inputs[cycle * circuit.inputs.len()..][..circuit.inputs.len()].to_vec())
            .collect();
        simulate::violations(circuit, run, initial, &inputs) & 1 == 1
    })
}

fn smallest(circuit: &Circuit, run: &Counterexample) -> usize {
    let n = run.free().len();
    (0..1u32 << n)
        .filter(|set| is_sufficient(circuit, run, &(0..n).map(|var| set >> var & 1 == 1).collect::<Vec<_>>()))
        .map(u32::count_ones)
        .min()
        .map_or(n, |it| it as usize)
}

#[test]
fn every_method_is_right_on_small_circuits() {
    let mut rng = Rng::new(7);
    let mut n_violated = 0;
    for round in 0..400 {
        let circuit = random_circuit(&mut rng, 2, 3, 12);
        let properties = [Property::Bad(0), Property::reach(&circuit, 3, round)];
        for property in properties {
            let options = Options { goal: Goal::Violation, bound: 3, budget: Budget::unlimited() };
            let Outcome::Violated(run) = check(&circuit, &[property], &options).outcomes.remove(0) else { continue };
            n_violated += 1;
            for method in Method::ALL {
                let lifted = minimise(&circuit, &run, method, &Budget::unlimited());
                assert!(is_sufficient(&circuit, &run, &lifted.relevant), "{method:?} in round {round}");
                if method == Method::Graph {
                    continue;
                }
                for var in (0..lifted.relevant.len()).filter(|&var| lifted.relevant[var]) {
                    let mut fewer = lifted.relevant.clone();
                    fewer[var] = false;
                    assert!(!is_sufficient(&circuit, &run, &fewer), "{method:?} should be minimal in round {round}");
                }
                if method == Method::Minimum && run.free().len() <= 7 {
                    assert_eq!(lifted.n_relevant(), smallest(&circuit, &run));
                    assert_eq!(lifted.lower_bound, Some(lifted.n_relevant()));
                }
            }
        }
    }
    assert!(n_violated > 200, "random circuits should often fail, not {n_violated} times");
}

#[test]
fn the_published_example_keeps_one_of_two_inputs() {
    let circuit = bench::read(b"INPUT(a)\nINPUT(b)\nOUTPUT(z)\nz = NAND(a, b)\n").expect("the file should be read");
    let run = Counterexample {
        property: Property::Bad(0),
        depth: 0,
        initial: Vec::new(),
        inputs: vec![vec![false, false]],
        loop_start: None,
    };
    for method in Method::ALL {
        let lifted = minimise(&circuit, &run, method, &Budget::unlimited());
        assert_eq!(lifted.n_relevant(), 1, "{method:?}");
    }
}

#[test]
fn a_limit_leaves_a_sufficient_set() {
    let mut rng = Rng::new(3);
    let circuit = random_circuit(&mut rng, 2, 3, 12);
    let property = Property::reach(&circuit, 3, 1);
    let options = Options { goal: Goal::Violation, bound: 3, budget: Budget::unlimited() };
    let Outcome::Violated(run) = check(&circuit, &[property], &options).outcomes.remove(0) else {
        panic!("a state that was reached should be reachable")
    };
    for method in Method::ALL {
        let lifted = minimise(&circuit, &run, method, &Budget::unlimited().with_timeout(Duration::ZERO));
        assert!(is_sufficient(&circuit, &run, &lifted.relevant));
    }
}
