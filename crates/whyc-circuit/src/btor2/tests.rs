mod large;
mod strict;

use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;

use super::ops::Op;
use super::random::model_text;
use super::words::Words;
use crate::check::{Goal, Options, Outcome};
use crate::design::Design;
use crate::file::{Format, ReadError};
use crate::lift::Method;
use crate::property::Property;
use crate::rng::Rng;
use crate::trace::Counterexample;

fn read(text: &str) -> Design {
    Format::Btor2.read(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn words(design: &Design) -> &Words {
    design.words.as_ref().expect("a BTOR2 design should have words")
}

fn bits(number: u64, n: usize) -> Vec<bool> {
    (0..n).map(|bit| number >> bit & 1 == 1).collect()
}

/// The next state, the bad signals and the constraints in one cycle, by gates and by words.
fn both_ways(design: &Design, state: &[bool], inputs: &[bool]) -> [Vec<bool>; 2] {
    let circuit = &design.circuit;
    let leaves: Vec<u64> = inputs.iter().chain(state).map(|&bit| u64::from(bit)).collect();
    let gates = circuit.aig.simulate(&leaves);
    let roots = circuit.latches.iter().map(|latch| latch.next).chain(circuit.bad.iter().map(|it| it.edge));
    let roots = roots.chain(circuit.constraints.iter().map(|it| it.edge));
    let by_gates = roots.map(|edge| word_of(&gates, edge) & 1 == 1).collect();

    let words = words(design);
    let leaves = words.leaves(&words.input_sources, inputs, &[]);
    let values = words.cycle(&words.leaves(&words.state_sources, state, &[]).states, &leaves);
    let mut by_words = words.state_bits(&words.next(&values, &leaves), &[]);
    for root in words.model.bad.iter().chain(&words.model.constraints) {
        by_words.push(super::eval::operand(&words.model, &values, root.operand).is_true());
    }
    [by_gates, by_words]
}

#[test]
fn gates_and_words_agree_on_every_operator() {
    for width in [1u32, 2, 3, 5] {
        let mut text = format!("1 sort bitvec {width}\n2 sort bitvec 1\n3 sort bitvec {}\n", 2 * width);
        text += "4 input 1 a\n5 input 1 b\n6 input 2 c\n";
        let mut id = 10;
        let bit_ops = [Op::Iff, Op::Implies];
        for op in Op::all_plain().filter(|op| !matches!(op, Op::Read | Op::Write)) {
            let (mut args, mut given) = ("4 5", [width; 3].map(super::model::Sort::Bits));
            if op == Op::Ite {
                (args, given[0]) = ("6 4 5", super::model::Sort::Bits(1));
            } else if bit_ops.contains(&op) {
                (args, given) = ("6 6", [super::model::Sort::Bits(1); 3]);
            } else if op.arity() == 1 {
                args = "-4";
            }
            let result = op.result(&given[..op.arity()]).expect("the sorts should fit").width();
            let sort = if result == 1 {
                2
            } else if result == width {
                1
            } else {
                3
            };
            text += &format!(
                "{id} {} {sort} {args}\n{} state {sort}\n{} next {sort} {} {id}\n",
                op.name(),
                id + 1,
                id + 2,
                id + 1
            );
            id += 3;
        }
        let design = read(&text);
        let n = design.circuit.inputs.len();
        let state = vec![false; design.circuit.latches.len()];
        for inputs in (0..1 << n).map(|number| bits(number, n)) {
            let [by_gates, by_words] = both_ways(&design, &state, &inputs);
            let differ = (0..by_gates.len()).find(|&at| by_gates[at] != by_words[at]);
            assert_eq!(differ.map(|at| &design.circuit.latches[at].name), None, "{inputs:?} at width {width}");
        }
    }
}

#[test]
fn gates_and_words_agree_on_random_models() {
    let mut rng = Rng::new(1);
    for round in 0..1500 {
        let widest = [3, 4, 9, 64, 65, 128, 129, 300][round % 8];
        let text = model_text(&mut rng, widest, 25);
        let design = read(&text);
        for _ in 0..8 {
            let mut random = |n: usize| (0..n).map(|_| rng.bits() & 1 == 1).collect::<Vec<bool>>();
            let (state, inputs) = (random(design.circuit.latches.len()), random(design.circuit.inputs.len()));
            let [by_gates, by_words] = both_ways(&design, &state, &inputs);
            assert_eq!(by_gates, by_words, "round {round}:\n{text}");
        }
    }
}

/// The depth of the shortest violation within `bound`, by visiting all states.
fn shortest(design: &Design, bound: usize) -> Option<usize> {
    let words = words(design);
    let (n_inputs, n_latches) = (design.circuit.inputs.len(), design.circuit.latches.len());
    let n_bad = words.model.bad.len();
    let mut layer = vec![None];
    let mut seen = std::collections::HashSet::new();
    for depth in 0..=bound {
        let mut next = Vec::new();
        for state in layer {
            let states = match state {
                Some(state) => vec![state],
                None => (0..1 << n_latches).map(|number| bits(number, n_latches)).collect(),
            };
            for state in states {
                for inputs in (0..1 << n_inputs).map(|number| bits(number, n_inputs)) {
                    let leaves = words.leaves(&words.input_sources, &inputs, &[]);
                    let values = words.cycle(&words.leaves(&words.state_sources, &state, &[]).states, &leaves);
                    if depth == 0 && !words.starts_as_told(&values, &[]) {
                        continue;
                    }
                    let roots = both_ways(design, &state, &inputs)[1].split_off(n_latches);
                    if roots[n_bad..].contains(&false) {
                        continue;
                    }
                    if roots[0] {
                        return Some(depth);
                    }
                    let after = words.state_bits(&words.next(&values, &leaves), &[]);
                    if seen.insert(after.clone()) {
                        next.push(Some(after));
                    }
                }
            }
        }
        layer = next;
    }
    None
}

fn check(design: &Design, goal: Goal, bound: usize) -> Outcome {
    let options = Options { goal, bound, budget: Budget::unlimited() };
    design.check(&[Property::Bad(0)], &options).0.outcomes.remove(0)
}

#[test]
fn answers_agree_with_visiting_every_state() {
    let mut rng = Rng::new(2);
    let (mut n_violated, mut n_proved) = (0, 0);
    for round in 0..4000 {
        let text = model_text(&mut rng, 2, 8);
        let design = read(&text);
        if design.circuit.inputs.len() + design.circuit.latches.len() > 8 {
            continue;
        }
        let bound = 6;
        match (check(&design, Goal::Proof, bound), shortest(&design, bound)) {
            (Outcome::Violated(run), found) => {
                n_violated += 1;
                assert_eq!(Some(run.depth), found, "round {round}:\n{text}");
                let lifted = design.minimise(&run, Method::CoreIncremental, &Budget::unlimited());
                assert!(every_completion_fails(&design, &run, &lifted.relevant), "round {round}:\n{text}");
            }
            (Outcome::Proved { .. }, found) => {
                n_proved += 1;
                assert_eq!(found, None, "round {round}:\n{text}");
            }
            (_, found) => assert_eq!(found, None, "round {round}:\n{text}"),
        }
    }
    assert!(n_violated > 100 && n_proved > 100, "{n_violated} violated, {n_proved} proved");
}

fn every_completion_fails(design: &Design, run: &Counterexample, relevant: &[bool]) -> bool {
    let open: Vec<usize> = (0..relevant.len()).filter(|&var| !relevant[var]).collect();
    if open.len() > 10 {
        return words(design).survives_random_completions(run, relevant, 1000);
    }
    let n_latches = run.initial.len();
    let n_inputs = design.circuit.inputs.len();
    (0..1u64 << open.len()).all(|completion| {
        let mut values = run.values();
        open.iter().enumerate().for_each(|(bit, &var)| values[var] = completion >> bit & 1 == 1);
        let (initial, inputs) = values.split_at(n_latches);
        let inputs = (0..run.inputs.len()).map(|cycle| inputs[cycle * n_inputs..][..n_inputs].to_vec()).collect();
        let other = Counterexample { initial: initial.to_vec(), inputs, ..run.clone() };
        words(design).survives_random_completions(&other, &vec![true; values.len()], 1)
    })
}

/// A memory that is written once with a free value at a free place; the place is then looked at.
pub(crate) const MEMORY: &str = "\
1 sort bitvec 2 ; addresses
2 sort bitvec 4
3 sort bitvec 1
4 sort array 1 2
5 input 1 address
6 input 2 data
7 state 4 memory
8 zero 2
9 init 4 7 8
10 write 4 7 5 6
11 next 4 7 10
12 constd 1 2
13 read 2 7 12
14 constd 2 11
15 eq 3 13 14
16 bad 15 found
";

#[test]
fn a_memory_is_checked_and_lifted_element_by_element() {
    let design = read(MEMORY);
    assert_eq!((design.circuit.inputs.len(), design.circuit.latches.len()), (6, 16));
    let Outcome::Violated(run) = check(&design, Goal::Violation, 5) else { panic!("11 should be found") };
    assert_eq!(run.depth, 1);
    let lifted = design.minimise(&run, Method::Minimum, &Budget::unlimited());
    // The address and the data of the first cycle.
    assert_eq!(lifted.n_relevant(), 6);
    let witness = super::witness::write(&design, words(&design), &run, Some(&lifted.relevant));
    let expected = "sat\nb0\n#0\n\
                    @0\n0 10 address@0\n1 1011 data@0\n#1\n@1\n0 xx address@1\n1 xxxx data@1\n.\n";
    assert_eq!(witness, expected);
}

#[test]
fn states_without_next_are_chosen_anew() {
    let text = "1 sort bitvec 1\n2 state 1 free\n3 state 1 once\n4 zero 1\n5 init 1 3 4\n6 and 1 2 3\n7 bad 6\n";
    let design = read(text);
    let Outcome::Violated(run) = check(&design, Goal::Violation, 5) else { panic!("both should become one") };
    assert_eq!(run.depth, 1);
    let witness = super::witness::write(&design, words(&design), &run, None);
    assert!(witness.starts_with("sat\nb0\n#0\n0 "), "{witness}");
    assert!(witness.contains("#1\n0 1 free#1\n1 1 once#1\n@1\n.\n"), "{witness}");
}

#[test]
fn a_state_may_start_as_another_one() {
    let text = "1 sort bitvec 3\n2 sort bitvec 1\n3 state 1 a\n4 next 1 3 3\n5 state 1 b\n6 init 1 5 3\n7 next 1 5 5\n\
                8 neq 2 3 5\n9 bad 8\n";
    let design = read(text);
    assert!(matches!(check(&design, Goal::Violation, 4), Outcome::HoldsUpTo(4)));
    let other = read(&text.replace("6 init 1 5 3", "6 inc 1 3\n60 init 1 5 6"));
    assert!(matches!(check(&other, Goal::Violation, 4), Outcome::Violated(run) if run.depth == 0));
}

/// A counter that may stand still; it is fair to move now and then. Can it go around forever without a reset?
pub(crate) const AROUND: &str = "\
1 sort bitvec 1
2 sort bitvec 2
3 input 1 move
4 input 1 reset
5 state 2 count
6 zero 2
7 init 2 5 6
8 inc 2 5
9 ite 2 3 8 5
10 ite 2 4 6 9
11 next 2 5 10
12 constd 2 3
13 eq 1 5 12
14 constraint -4
15 justice 1 13 around
16 fair 3
17 bad 13 three
";

#[test]
fn what_goes_on_forever_is_a_loop() {
    let design = read(AROUND);
    let options = Options { goal: Goal::Proof, bound: 9, budget: Budget::unlimited() };
    let (checked, _) = design.check(&Property::all(&design.circuit), &options);
    let [Outcome::Violated(bad), Outcome::Violated(run)] = checked.outcomes.as_slice() else {
        panic!("both should be violated, but {:?}", checked.outcomes)
    };
    assert_eq!(bad.depth, 3);
    // Four moves lead back; no shorter loop has a move and a three in it.
    assert_eq!((run.depth, run.loop_start), (4, Some(0)));
    let lifted = design.minimise(run, Method::Minimum, &Budget::unlimited());
    assert_eq!(lifted.n_relevant(), 8, "every move and every reset; wherever it starts");
    // Without the fairness constraint it may also stand still at three, which is no sooner.
    let unfair = read(&AROUND.replace("16 fair 3\n", ""));
    let (checked, _) = unfair.check(&[Property::Justice(0)], &options);
    let Outcome::Violated(run) = &checked.outcomes[0] else { panic!("it should go on forever") };
    assert_eq!(run.depth, 4);
    // If moves are forbidden there is no fair loop.
    let stuck = read(&AROUND.replace("17 bad 13 three", "17 constraint -3"));
    let (checked, _) = stuck.check(&[Property::Justice(0)], &options);
    assert!(matches!(checked.outcomes[0], Outcome::Proved { .. }));
}

#[test]
fn faults_are_named_with_their_line() {
    let head = "1 sort bitvec 4\n2 sort bitvec 1\n3 input 1 x\n";
    for (line, reason) in [
        ("4 frob 1 3 3", "unknown operator `frob`"),
        ("4 add 1 3 9", "9 is not a node of a line above"),
        ("4 add 2 3 3", "`add` does not take these sorts, or gives another"),
        ("4 slice 2 3 4 4", "`slice` does not take these sorts, or gives another"),
        ("3 input 1", "the number 3 is zero or already taken"),
        ("4 const 1 11", "the value is not a constant of 4 bits"),
        ("4 constd 1 16", "the value is not a constant of 4 bits"),
        ("4 bad 3", "`bad` takes one bit"),
        ("4 justice 1 3", "`justice` takes single bits"),
        ("4 justice 2 3", "`justice` takes single bits"),
        ("4 justice 1", "the line ends where an operand should stand"),
        ("4 fair 3", "`fair` takes one bit"),
        ("4 next 1 3 3", "`next` is for states"),
        ("4 add", "the line ends where a number should stand"),
        ("4 input 7", "7 is not a sort"),
        ("four", "expected a number, found `four`"),
        ("4 input 1 a b", "nothing should follow here, found `b`"),
    ] {
        let error = Format::Btor2.read(format!("{head}{line}\n").as_bytes()).err().map(|it| it.to_string());
        assert_eq!(error, Some(format!("line 4: {reason}")), "{line}");
    }
    for line in ["4 sort bitvec 2000000", "4 sort array 1 1\n5 sort array 1 4"] {
        let found = Format::Btor2.read(format!("{head}{line}\n").as_bytes());
        assert!(matches!(found, Err(ReadError::Refused(error)) if error.is_file_right), "{line}");
    }
    let large = "1 sort bitvec 32\n2 sort array 1 1\n3 state 2 memory\n4 sort bitvec 1\n5 eq 4 3 3\n";
    let error = Format::Btor2.read(large.as_bytes()).err().map(|it| it.to_string());
    assert_eq!(error.as_deref(), Some("line 5: arrays of more than 4096 bits cannot be compared"));
}

#[test]
fn mutated_files_do_not_panic() {
    let mut rng = Rng::new(3);
    let mut n_read = 0;
    for _ in 0..20_000 {
        let mut text =
            if rng.bits().is_multiple_of(2) { MEMORY.to_owned() } else { model_text(&mut rng, 4, 12) }.into_bytes();
        for _ in 0..=rng.bits() % 3 {
            let at = rng.bits() as usize % text.len().max(1);
            match rng.bits() % 5 {
                _ if text.is_empty() => {}
                0 => drop(text.remove(at)),
                1 => text[at] = b"0123456789- \nx;"[rng.bits() as usize % 15],
                2 => text.truncate(at.max(1)),
                3 => text.insert(at, b"0123456789- \nx;"[rng.bits() as usize % 15]),
                _ => text[at] = rng.bits() as u8,
            }
        }
        if let Ok(design) = Format::Btor2.read(&text) {
            n_read += 1;
            if n_read % 50 == 0 && !design.circuit.bad.is_empty() {
                let _ = check(&design, Goal::Violation, 2);
            }
        }
    }
    assert!(n_read > 1000, "some mutants should still be right, not {n_read}");
}
