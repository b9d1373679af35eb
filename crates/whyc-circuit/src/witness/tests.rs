use whyc_aig::Edge;
use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;

use super::*;
use crate::check::{Goal, Options, Outcome, Scope};
use crate::live;
use crate::live::tests::random_live_circuit;
use crate::rng::Rng;

#[test]
fn what_does_not_matter_is_x() {
    let circuit = whyc_aig::aiger::read(b"aag 4 2 2 0 0 1\n2\n4\n6 2 1\n8 4 8\n6\n").expect("the file should be read");
    let run = Counterexample {
        property: Property::Bad(0),
        depth: 1,
        initial: vec![true, false],
        inputs: vec![vec![true, false], vec![false, true]],
        loop_start: None,
    };
    assert_eq!(write(&circuit, &run, None), "1\nb0\n10\n10\n01\n.\n");
    let relevant = [false, false, true, false, false, true];
    assert_eq!(write(&circuit, &run, Some(&relevant)), "1\nb0\n1x\n1x\nx1\n.\n");
}

/// Whether the witness is one for the circuit, strictly: written from the definition of the format alone.
fn check(circuit: &Circuit, text: &str) -> Result<(), String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let mut next = || lines.next().ok_or("the witness ends too early".to_owned());
    if next()? != "1" {
        return Err("a witness should begin with `1`".to_owned());
    }
    let property = next()?.to_owned();
    let vector = |line: &str, n: usize| -> Result<Vec<bool>, String> {
        let digits: Option<Vec<bool>> = line.chars().map(|c| c.to_digit(2).map(|digit| digit == 1)).collect();
        digits.filter(|it| it.len() == n).ok_or_else(|| format!("`{line}` should be {n} bits"))
    };
    let initial = vector(next()?, circuit.latches.len())?;
    let mut inputs = Vec::new();
    loop {
        match next()? {
            "." => break,
            line => inputs.push(vector(line, circuit.inputs.len())?),
        }
    }
    if inputs.is_empty() {
        return Err("there should be a cycle".to_owned());
    }
    let resets = circuit.latches.iter().zip(&initial);
    if resets.clone().any(|(latch, &bit)| latch.reset == Reset::Zero && bit || latch.reset == Reset::One && !bit) {
        return Err("it does not start at reset".to_owned());
    }
    let mut states = vec![initial];
    let mut values: Vec<Vec<u64>> = Vec::new();
    for cycle in &inputs {
        let state = &states[states.len() - 1];
        let words: Vec<u64> = cycle.iter().chain(state).map(|&bit| u64::from(bit)).collect();
        values.push(circuit.aig.simulate(&words));
        let now = &values[values.len() - 1];
        states.push(circuit.latches.iter().map(|latch| word_of(now, latch.next) & 1 == 1).collect());
    }
    let is_true = |cycle: usize, edge: Edge| word_of(&values[cycle], edge) & 1 == 1;
    if (0..values.len()).any(|cycle| circuit.constraints.iter().any(|it| !is_true(cycle, it.edge))) {
        return Err("a constraint is broken".to_owned());
    }
    let number: usize = property[1..].parse().map_err(|_| "the property should have a number".to_owned())?;
    let holds = match property.as_bytes()[0] {
        b'b' => is_true(values.len() - 1, circuit.bad[number].edge),
        b'j' => {
            let last = &states[states.len() - 1];
            let fairness = circuit.fairness.iter().map(|it| it.edge);
            let wanted: Vec<Edge> = circuit.justice[number].edges.iter().copied().chain(fairness).collect();
            let in_loop = |start: usize, edge: Edge| (start..values.len()).any(|cycle| is_true(cycle, edge));
            (0..values.len()).any(|start| states[start] == *last && wanted.iter().all(|&it| in_loop(start, it)))
        }
        _ => return Err("a property is `b` or `j`".to_owned()),
    };
    holds.then_some(()).ok_or_else(|| format!("{property} is not violated"))
}

#[test]
fn witnesses_of_random_circuits_are_accepted() {
    let mut rng = Rng::new(41);
    let (mut n_bad, mut n_live) = (0, 0);
    for round in 0..600 {
        let circuit = random_live_circuit(&mut rng);
        let options = Options { goal: Goal::Violation, bound: 8, budget: Budget::unlimited() };
        let checked = live::decide(&circuit, &Property::all(&circuit), &options, Scope::All, &mut |_| {});
        for outcome in checked.outcomes {
            let Outcome::Violated(run) = outcome else { continue };
            let run = live::until_all_recurs(&circuit, &run).expect("eight states should soon be back");
            *if run.loop_start.is_some() { &mut n_live } else { &mut n_bad } += 1;
            let witness = write(&circuit, &run, None);
            assert_eq!(check(&circuit, &witness), Ok(()), "round {round}: {witness}");
            // Something that is not the run is not taken for it.
            assert!(check(&circuit, &witness.replace('.', "")).is_err());
        }
    }
    assert!(n_bad > 100 && n_live > 100, "{n_bad} bad states, {n_live} lassos");
}
