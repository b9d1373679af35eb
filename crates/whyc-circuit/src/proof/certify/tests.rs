use whyc_aig::circuit::Signal;

use super::*;
use crate::proof::invariant::Bit;

/// Two latches that swap, one of them set; bad if both are set, or none.
fn swap() -> (Circuit, [Property; 1]) {
    let mut circuit = Circuit::new(0, 2);
    let [a, b] = [circuit.latches[0].state, circuit.latches[1].state];
    (circuit.latches[0].next, circuit.latches[1].next) = (b, a);
    circuit.latches[0].reset = whyc_aig::circuit::Reset::One;
    let edge = circuit.aig.iff(a, b);
    circuit.bad.push(Signal { name: None, edge });
    (circuit, [Property::Bad(0)])
}

fn clause(bits: &[(usize, bool)]) -> Vec<Bit> {
    bits.iter().map(|&(latch, value)| Bit { latch, value }).collect()
}

#[test]
fn only_invariants_that_prove_it_are_accepted() {
    let (circuit, properties) = swap();
    let one = clause(&[(0, true), (1, true)]);
    let not_both = clause(&[(0, false), (1, false)]);
    let ask = |clauses: &[&Vec<Bit>]| {
        let invariant = Invariant::new(clauses.iter().map(|&it| it.clone()).collect());
        certify(&circuit, &properties, &invariant, &Budget::unlimited())
    };
    assert_eq!(ask(&[&one, &not_both]), Ok(()));
    assert_eq!(ask(&[&one]), Err(Rejected::Bad));
    assert_eq!(ask(&[]), Err(Rejected::Bad));
    assert_eq!(ask(&[&clause(&[(0, false)])]), Err(Rejected::Start));
    // It excludes what is bad and holds at the start, but not for long.
    assert_eq!(ask(&[&clause(&[(0, true)]), &clause(&[(1, false)])]), Err(Rejected::Step));
}

#[test]
fn a_limit_is_no_acceptance() {
    let (circuit, properties) = swap();
    let invariant = Invariant::new(vec![clause(&[(0, true), (1, true)]), clause(&[(0, false), (1, false)])]);
    let budget = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
    assert_eq!(certify(&circuit, &properties, &invariant, &budget), Err(Rejected::Exhausted(Exhausted::Time)));
}
