use whyc_aig::circuit::Circuit;

use super::*;
use crate::exhaustive::{random_circuit, shortest_violation};
use crate::proof::certify::certify;
use crate::rng::Rng;
use crate::simulate;

/// Looks at all properties until each is decided; the depths of the runs that violate one.
fn decide(circuit: &Circuit, properties: &[Property], work: u64) -> Vec<Option<usize>> {
    let mut pdr = Pdr::new(circuit, properties, &Budget::unlimited());
    let mut found = vec![None; properties.len()];
    while !pdr.open().is_empty() {
        match pdr.turn(work) {
            Turn::Paused => {}
            Turn::Violated(at, run) => {
                assert!(simulate::confirms(circuit, &run), "simulation should confirm {run:?}");
                assert_eq!(run.property, properties[at]);
                found[at] = Some(run.depth);
            }
            Turn::Proved(invariant) => {
                let proved: Vec<Property> = pdr.open().iter().map(|&at| properties[at].clone()).collect();
                assert_eq!(certify(circuit, &proved, &invariant, &Budget::unlimited()), Ok(()));
                break;
            }
            Turn::Exhausted(reason) => panic!("nothing is limited, but {reason}"),
        }
    }
    found
}

#[test]
fn it_agrees_with_visiting_every_state() {
    let mut rng = Rng::new(23);
    let (mut n_proved, mut n_violated) = (0, 0);
    for round in 0..600 {
        let circuit = random_circuit(&mut rng, 2, 5, 18);
        let mut properties = Property::all_bad(&circuit);
        properties.push(Property::Reach(
            (0..5).map(|_| (!rng.bits().is_multiple_of(3)).then(|| rng.bits() & 1 == 1)).collect(),
        ));
        // Pausing at every opportunity must not change what is found.
        let work = if round % 2 == 0 { u64::MAX } else { 1 };
        for (property, found) in properties.iter().zip(decide(&circuit, &properties, work)) {
            let expected = shortest_violation(&circuit, property);
            assert_eq!(found.is_some(), expected.is_some(), "{property:?} in round {round}: {expected:?}");
            assert!(found >= expected, "no run should be shorter than the shortest, in round {round}");
            *(if found.is_some() { &mut n_violated } else { &mut n_proved }) += 1;
        }
    }
    assert!(n_proved > 300 && n_violated > 300, "{n_proved} proved, {n_violated} violated");
}

#[test]
fn a_counter_that_skips_is_proved_and_one_that_does_not_is_not() {
    // Sixteen bits that count by two, from zero: odd numbers are never met, but every even one is.
    let mut circuit = Circuit::new(0, 16);
    let mut carry = Edge::TRUE;
    for idx in 1..16 {
        let state = circuit.latches[idx].state;
        circuit.latches[idx].next = circuit.aig.xor(state, carry);
        carry = circuit.aig.and(state, carry);
    }
    let number = |number: u32| Property::Reach((0..16).map(|at| Some(number >> at & 1 == 1)).collect());
    assert_eq!(decide(&circuit, &[number(31), number(30)], 1000), [None, Some(15)]);
}

#[test]
fn limits_end_it() {
    let circuit = random_circuit(&mut Rng::new(1), 2, 5, 18);
    let budget = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
    let mut pdr = Pdr::new(&circuit, &[Property::Bad(0)], &budget);
    assert!(matches!(pdr.turn(u64::MAX), Turn::Exhausted(Exhausted::Time)));
}
