use whyc_aig::{Edge, aiger, bench};

use super::*;
use crate::exhaustive::{random_circuit, shortest_violation};
use crate::rng::Rng;
use crate::simulate;

/// Three bits that count while the input is one; bad when all are set. `hold` must be one with
/// the constraint.
fn counter() -> Circuit {
    let mut circuit = Circuit::new(1, 3);
    let mut carry = circuit.inputs[0].edge;
    for idx in 0..3 {
        let state = circuit.latches[idx].state;
        circuit.latches[idx].next = circuit.aig.xor(state, carry);
        carry = circuit.aig.and(state, carry);
    }
    let states: Vec<Edge> = circuit.latches.iter().map(|latch| latch.state).collect();
    let edge = circuit.aig.and_all(&states);
    circuit.bad.push(whyc_aig::circuit::Signal { name: None, edge });
    circuit
}

fn options(bound: usize) -> Options {
    Options { goal: Goal::Violation, bound, budget: Budget::unlimited() }
}

fn only(circuit: &Circuit, bound: usize) -> Outcome {
    check(circuit, &[Property::Bad(0)], &options(bound)).outcomes.remove(0)
}

#[test]
fn the_shortest_violation_is_found_and_not_earlier() {
    let circuit = counter();
    assert_eq!(only(&circuit, 6), Outcome::HoldsUpTo(6));
    let Outcome::Violated(run) = only(&circuit, 20) else { panic!("the counter should overflow") };
    assert_eq!((run.depth, run.inputs.len()), (7, 8));
    assert!(run.inputs[..7].iter().all(|cycle| cycle[0]));
}

#[test]
fn constraints_and_resets_are_obeyed() {
    let mut circuit = counter();
    circuit.latches[2].reset = whyc_aig::circuit::Reset::Free;
    let Outcome::Violated(run) = only(&circuit, 20) else { panic!("the counter should overflow") };
    assert_eq!((run.depth, &run.initial), (3, &vec![false, false, true]));
    let edge = !circuit.inputs[0].edge;
    circuit.constraints.push(whyc_aig::circuit::Signal { name: None, edge });
    assert_eq!(only(&circuit, 20), Outcome::HoldsUpTo(20));
}

#[test]
fn outputs_are_bad_in_old_files() {
    let circuit = aiger::read(b"aag 1 0 1 2 0\n2 3\n2\n3\n").expect("the file should be read");
    let found = check(&circuit, &Property::all_bad(&circuit), &options(3)).outcomes;
    let depth = |outcome: &Outcome| match outcome {
        Outcome::Violated(run) => run.depth,
        other => panic!("both outputs should become one, but {other:?}"),
    };
    assert_eq!((depth(&found[0]), depth(&found[1])), (1, 0));
}

#[test]
fn a_random_state_is_reached_in_at_most_its_steps() {
    let text = b"INPUT(a)\nINPUT(b)\nOUTPUT(q)\nq = DFF(x)\nr = DFF(y)\nx = XOR(a, r)\ny = NAND(q, b)\n";
    let circuit = bench::read(text).expect("the file should be read");
    for seed in 0..20 {
        let property = Property::reach(&circuit, 5, seed);
        assert_eq!(property, Property::reach(&circuit, 5, seed));
        let found = check(&circuit, &[property], &options(5)).outcomes.remove(0);
        assert!(matches!(found, Outcome::Violated(run) if run.depth <= 5));
    }
}

#[test]
fn limits_end_the_search() {
    let circuit = counter();
    let budget = Budget::unlimited().with_timeout(Duration::ZERO);
    let found =
        check(&circuit, &[Property::Bad(0)], &Options { goal: Goal::Proof, bound: 9, budget }).outcomes.remove(0);
    assert_eq!(found, Outcome::Unknown { checked: 0, reason: Exhausted::Time });
}

fn proof(circuit: &Circuit, bound: usize) -> Outcome {
    let options = Options { goal: Goal::Proof, ..options(bound) };
    check(circuit, &[Property::Bad(0)], &options).outcomes.remove(0)
}

#[test]
fn what_cannot_fail_is_proved_and_what_can_is_not() {
    let mut circuit = counter();
    assert!(matches!(proof(&circuit, 20), Outcome::Violated(run) if run.depth == 7));
    // Counting from anywhere, all bits could be set; from zero they never are if one never moves.
    circuit.latches[1].next = circuit.latches[1].state;
    assert!(matches!(proof(&circuit, 20), Outcome::Proved { .. }));
}

/// Whether the bad signal can become true, by visiting every reachable state.
fn can_fail(circuit: &Circuit) -> bool {
    let n_inputs = circuit.inputs.len();
    let bits = |number: u64, n: usize| (0..n).map(|bit| number >> bit & 1 == 1).collect::<Vec<bool>>();
    let mut open = vec![vec![false; circuit.latches.len()]];
    let mut seen = std::collections::HashSet::new();
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        for inputs in (0..1 << n_inputs).map(|number| bits(number, n_inputs)) {
            let words: Vec<u64> = inputs.iter().chain(&state).map(|&bit| u64::from(bit)).collect();
            let values = circuit.aig.simulate(&words);
            let is_true = |edge: Edge| whyc_aig::sim::word_of(&values, edge) & 1 == 1;
            if circuit.constraints.iter().all(|it| is_true(it.edge)) {
                if is_true(circuit.bad[0].edge) {
                    return true;
                }
                open.push(simulate::step(circuit, &state, &inputs));
            }
        }
    }
    false
}

#[test]
fn proofs_agree_with_visiting_every_state() {
    let mut rng = crate::rng::Rng::new(11);
    let mut n_proved = 0;
    for round in 0..300 {
        let circuit = crate::lift::tests::random_circuit(&mut rng, 2, 4, 14);
        // Sixteen states: no path without repetition is longer.
        match proof(&circuit, 17) {
            Outcome::Violated(_) => assert!(can_fail(&circuit), "round {round}"),
            Outcome::Proved { .. } => {
                n_proved += 1;
                assert!(!can_fail(&circuit), "round {round}");
            }
            other => panic!("round {round} should be decided, but {other:?}"),
        }
    }
    assert!(n_proved > 20, "some circuits should be safe, not {n_proved}");
}

/// What is found with all engines, which must not depend on anything but the question.
fn decided(circuit: &Circuit, properties: &[Property], options: &Options, scope: Scope) -> Vec<Outcome> {
    let again = decide(circuit, properties, options, scope, &mut |_| {}).outcomes;
    let outcomes = decide(circuit, properties, options, scope, &mut |_| {}).outcomes;
    assert_eq!(outcomes, again);
    outcomes
}

#[test]
fn all_engines_together_agree_with_visiting_every_state() {
    let mut rng = Rng::new(31);
    let mut n_by_invariant = 0;
    for round in 0..300 {
        let circuit = random_circuit(&mut rng, 2, 5, 18);
        let mut properties = Property::all_bad(&circuit);
        properties.push(Property::Reach((0..5).map(|_| Some(rng.bits() & 1 == 1)).collect()));
        let bound = (rng.bits() % 6) as usize;
        for (goal, scope) in [(Goal::Either, Scope::All), (Goal::Either, Scope::Proofs), (Goal::Proof, Scope::Proofs)] {
            let options = Options { goal, ..options(bound) };
            let outcomes = decided(&circuit, &properties, &options, scope);
            for (property, outcome) in properties.iter().zip(outcomes) {
                let expected = shortest_violation(&circuit, property);
                let is_right = match (&outcome, expected) {
                    (Outcome::Violated(run), Some(depth)) => {
                        run.depth == depth && (scope == Scope::All || depth <= bound)
                    }
                    (Outcome::Proved(_), None) => true,
                    (Outcome::HoldsUpTo(cycle), Some(depth)) => {
                        *cycle == bound && depth > bound && scope == Scope::Proofs
                    }
                    _ => false,
                };
                assert!(is_right, "{property:?} in round {round}, {goal:?} {scope:?}: {outcome:?}, not {expected:?}");
                n_by_invariant += usize::from(matches!(outcome, Outcome::Proved(Proof::Invariant(_))));
            }
        }
    }
    assert!(n_by_invariant > 100, "only {n_by_invariant} proofs by an invariant");
}

#[test]
fn within_the_bound_nothing_is_concluded_from_more_cycles() {
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        let circuit = random_circuit(&mut rng, 2, 5, 18);
        let outcome =
            check(&circuit, &[Property::Bad(0)], &Options { goal: Goal::Proof, ..options(2) }).outcomes.remove(0);
        assert!(!matches!(outcome, Outcome::Proved(Proof::Invariant(_)) | Outcome::Reached(_)), "{outcome:?}");
        assert!(!matches!(outcome, Outcome::Proved(Proof::Induction { depth }) if depth > 2), "{outcome:?}");
    }
}
