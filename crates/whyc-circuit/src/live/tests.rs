use std::collections::{BTreeMap, VecDeque};

use whyc_aig::circuit::Justice;
use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;

use super::*;
use crate::check::Goal;
use crate::lift::tests::random_circuit;
use crate::lift::{self, Method};
use crate::rng::Rng;

fn bits(number: u64, n: usize) -> Vec<bool> {
    (0..n).map(|bit| number >> bit & 1 == 1).collect()
}

/// One step of a circuit that is looked at state by state.
struct Step {
    to: Vec<bool>,
    /// Which of the wanted signals are true in it.
    seen: u64,
}

/// Every step from a state that keeps the constraints. Latches that do not recur are held at zero: nothing
/// that is asked depends on them.
fn steps(circuit: &Circuit, state: &[bool]) -> Vec<Step> {
    let n = circuit.inputs.len();
    let recurring = recurring(circuit, 0);
    let mut steps = Vec::new();
    for inputs in (0..1 << n).map(|number| bits(number, n)) {
        let words: Vec<u64> = inputs.iter().chain(state).map(|&bit| u64::from(bit)).collect();
        let values = circuit.aig.simulate(&words);
        let is_true = |edge: Edge| word_of(&values, edge) & 1 == 1;
        if circuit.constraints.iter().all(|it| is_true(it.edge)) {
            let next = |idx: usize| recurring.contains(&idx) && is_true(circuit.latches[idx].next);
            let wanted = again_and_again(circuit, 0).into_iter().enumerate();
            let seen = wanted.fold(0, |seen, (at, edge)| seen | u64::from(is_true(edge)) << at);
            steps.push(Step { to: (0..circuit.latches.len()).map(next).collect(), seen });
        }
    }
    steps
}

/// How far it is from `from` to each pair of a state and of what was seen on the way.
fn distances(circuit: &Circuit, from: &[bool], is_watching: bool) -> BTreeMap<(Vec<bool>, u64), usize> {
    let mut found = BTreeMap::new();
    let mut open = VecDeque::from([(from.to_vec(), 0, 0)]);
    while let Some((state, seen, distance)) = open.pop_front() {
        for step in steps(circuit, &state) {
            let seen = if is_watching { seen | step.seen } else { 0 };
            let key = (step.to.clone(), seen);
            if let std::collections::btree_map::Entry::Vacant(entry) = found.entry(key) {
                entry.insert(distance + 1);
                open.push_back((step.to, seen, distance + 1));
            }
        }
    }
    found
}

/// The cycles of the shortest lasso from the state of zeros, by visiting every state.
fn shortest(circuit: &Circuit) -> Option<usize> {
    let zeros = vec![false; circuit.latches.len()];
    let all = (1 << again_and_again(circuit, 0).len()) - 1;
    let mut stems: Vec<(Vec<bool>, usize)> = vec![(zeros.clone(), 0)];
    stems.extend(distances(circuit, &zeros, false).into_iter().map(|((state, _), distance)| (state, distance)));
    let lasso = |(state, stem): (Vec<bool>, usize)| {
        let round = distances(circuit, &state, true).get(&(state, all)).copied()?;
        Some(stem + round)
    };
    stems.into_iter().filter_map(lasso).min()
}

/// A circuit of random gates in which something may go on forever.
pub(crate) fn random_live_circuit(rng: &mut Rng) -> Circuit {
    let mut circuit = random_circuit(rng, 2, 3, 12);
    let pick = |rng: &mut Rng| {
        let at = 1 + rng.bits() as usize % (circuit.aig.n_nodes() - 1);
        Edge::new(Id::from_index(at), rng.bits() & 1 == 1)
    };
    let edges = (0..rng.bits() % 3).map(|_| pick(rng)).collect();
    let fairness = (0..rng.bits() % 2).map(|_| Signal { name: None, edge: pick(rng) }).collect();
    circuit.justice = vec![Justice { name: None, edges }];
    circuit.fairness = fairness;
    circuit
}

fn check(circuit: &Circuit, properties: &[Property], bound: usize) -> Vec<Outcome> {
    let options = Options { goal: Goal::Proof, bound, budget: Budget::unlimited() };
    decide(circuit, properties, &options, Scope::All, &mut |_| {}).outcomes
}

#[test]
fn lassos_agree_with_visiting_every_state() {
    let mut rng = Rng::new(21);
    let (mut n_lassos, mut n_proved) = (0, 0);
    for round in 0..400 {
        let circuit = random_live_circuit(&mut rng);
        let expected = shortest(&circuit);
        match check(&circuit, &[Property::Justice(0)], 20).remove(0) {
            Outcome::Violated(run) => {
                n_lassos += 1;
                assert_eq!(Some(run.depth), expected, "round {round}");
                assert!(run.loop_start.is_some_and(|start| start < run.depth), "round {round}");
                for method in Method::ALL {
                    // It holds the result against completions itself.
                    let _ = lift::minimise(&circuit, &run, method, &Budget::unlimited());
                }
            }
            Outcome::HoldsUpTo(bound) => assert!(expected.is_none_or(|depth| depth > bound), "round {round}"),
            _ => {
                n_proved += 1;
                assert_eq!(expected, None, "round {round}");
            }
        }
    }
    assert!(n_lassos > 100 && n_proved > 50, "{n_lassos} lassos, {n_proved} proved");
}

#[test]
fn what_is_counted_does_not_go_on_forever() {
    let mut rng = Rng::new(23);
    let mut n_proved = 0;
    for round in 0..400 {
        let circuit = random_live_circuit(&mut rng);
        let options = Options { goal: Goal::Either, bound: 20, budget: Budget::unlimited() };
        if counted::is_proved(&circuit, 0, &options, Scope::All) {
            n_proved += 1;
            assert_eq!(shortest(&circuit), None, "round {round}");
        }
    }
    assert!(n_proved > 50, "{n_proved} proved");
}

#[test]
fn bad_signals_are_checked_beside_what_goes_on_forever() {
    let mut rng = Rng::new(22);
    for round in 0..60 {
        let circuit = random_live_circuit(&mut rng);
        let both = check(&circuit, &[Property::Justice(0), Property::Bad(0)], 12);
        let alone = check(&circuit, &[Property::Bad(0)], 12);
        let kind = |outcome: &Outcome| match outcome {
            Outcome::Violated(run) => Some(run.depth),
            _ => None,
        };
        assert_eq!(kind(&both[1]), kind(&alone[0]), "round {round}");
    }
}

#[test]
fn a_loop_that_does_not_close_is_no_lasso() {
    // A bit that is one from the second cycle on; nothing else may go on forever.
    let circuit = whyc_aig::aiger::read(b"aag 1 0 1 0 0 0 0 1\n2 1\n1\n2\n").expect("the file should be read");
    let Outcome::Violated(run) = check(&circuit, &Property::all(&circuit), 5).remove(0) else {
        panic!("the bit should stay one")
    };
    assert_eq!((run.depth, run.loop_start, run.inputs.len()), (2, Some(1), 2));
    assert!(!simulate::confirms(&circuit, &Counterexample { loop_start: Some(0), ..run.clone() }));
    assert!(!simulate::confirms(&circuit, &Counterexample { loop_start: None, ..run }));
    let never = whyc_aig::aiger::read(b"aag 1 0 1 0 0 0 0 1 1\n2 1\n1\n2\n3\n").expect("the file should be read");
    assert!(matches!(check(&never, &Property::all(&never), 9)[0], Outcome::Proved { .. }));
}
