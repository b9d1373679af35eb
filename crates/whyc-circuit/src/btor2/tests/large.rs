//! Arrays by their cells.

use super::*;

/// The same model with arrays of which it uses two elements out of very many.
fn with_large_arrays(text: &str) -> String {
    let mut large = "9000 sort bitvec 30\n".to_owned();
    for (idx, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            [id, "sort", "array", _, element] => large += &format!("{id} sort array 9000 {element}\n"),
            [id, op @ ("read" | "write"), sort, array, index, rest @ ..] => {
                let wide = 9001 + idx;
                large += &format!("{wide} uext 9000 {index} 29\n{id} {op} {sort} {array} {wide} {}\n", rest.join(" "));
            }
            _ => large += &format!("{line}\n"),
        }
    }
    large
}

#[test]
fn large_arrays_are_as_good_as_small_ones() {
    let mut rng = Rng::new(6);
    let (mut n_large, mut n_violated, mut n_proved) = (0, 0, 0);
    for round in 0..1500 {
        let text = model_text(&mut rng, 2, 12);
        let Ok(large) = Format::Btor2.read(with_large_arrays(&text).as_bytes()) else { continue };
        if !large.has_large_arrays() || !text.contains(" read ") {
            continue;
        }
        n_large += 1;
        let small = read(&text);
        let options = Options { goal: Goal::Proof, bound: 5, budget: Budget::unlimited() };
        let (checked, told) = large.check(&[Property::Bad(0)], &options);
        match (&checked.outcomes[0], &check(&small, Goal::Proof, 5)) {
            (Outcome::Violated(run), Outcome::Violated(expected)) => {
                n_violated += 1;
                assert_eq!(run.depth, expected.depth, "round {round}:\n{text}");
                let design = told[0].as_ref().expect("the run should be told");
                for method in Method::ALL {
                    let lifted = design.minimise(run, method, &Budget::unlimited());
                    let n_known = design.circuit.inputs.len() - design.circuit.n_unknown_inputs;
                    let free = run.free();
                    let blamed = (0..free.n_cycles)
                        .flat_map(|cycle| (n_known..free.n_inputs).map(move |input| free.input(cycle, input)))
                        .any(|var| lifted.relevant[var]);
                    assert!(!blamed, "{method:?} should blame nothing unknown, in round {round}");
                    assert!(words(design).survives_random_completions(run, &lifted.relevant, 300), "round {round}");
                }
            }
            (Outcome::Violated(_), other) | (other, Outcome::Violated(_)) => {
                panic!("one is violated, the other {other:?}, in round {round}:\n{text}")
            }
            (Outcome::Proved { .. }, Outcome::Proved { .. }) => n_proved += 1,
            _ => {}
        }
    }
    assert!(n_large > 100 && n_violated > 50 && n_proved > 10, "{n_large}, {n_violated}, {n_proved}");
}

#[test]
fn a_large_memory_is_told_by_what_is_read() {
    let text = MEMORY.replace("1 sort bitvec 2 ;", "1 sort bitvec 32 ;").replace("12 constd 1 2", "12 consth 1 cafe");
    let design = read(&text);
    assert!(design.has_large_arrays());
    let options = Options { goal: Goal::Violation, bound: 5, budget: Budget::unlimited() };
    let (checked, told) = design.check(&[Property::Bad(0)], &options);
    let (Outcome::Violated(run), Some(design)) = (&checked.outcomes[0], &told[0]) else { panic!("11 should be found") };
    assert_eq!((run.depth, design.state.len()), (1, 1));
    assert_eq!(design.state[0].name, "memory[0xcafe]");
    let lifted = design.minimise(run, Method::Minimum, &Budget::unlimited());
    // The address and the data of the first cycle.
    assert_eq!(lifted.n_relevant(), 36);
    let witness = crate::btor2::witness::write(design, words(design), run, Some(&lifted.relevant));
    let address = "0 00000000000000001100101011111110 address@0\n";
    assert!(witness.starts_with(&format!("sat\nb0\n#0\n@0\n{address}")), "{witness}");
    // What the file does not initialise is given, element by element.
    let free = read(&text.replace("9 init 4 7 8\n", "").replace("16 bad", "17 sort bitvec 1\n16 bad"));
    let (checked, told) = free.check(&[Property::Bad(0)], &options);
    let (Outcome::Violated(run), Some(design)) = (&checked.outcomes[0], &told[0]) else { panic!("11 should be found") };
    let witness = crate::btor2::witness::write(design, words(design), run, None);
    assert!(witness.starts_with("sat\nb0\n#0\n0 [00000000000000001100101011111110] 1011 memory#0\n"), "{witness}");
}

#[test]
fn a_state_beside_a_large_array_can_be_asked_for() {
    // The array comes first in the file, and the number of its cells depends on the bound.
    let text = "1 sort bitvec 32\n2 sort array 1 1\n3 state 2 memory\n4 state 1 sum\n5 zero 1\n6 init 1 4 5\n7 init 2 3 5\n\
                8 input 1 at\n9 read 1 3 8\n10 add 1 4 9\n11 next 1 4 10\n12 inc 1 8\n13 write 2 3 8 12\n14 next 2 3 13\n";
    let design = read(text);
    let target = crate::state::parse(&design, "sum = 4").expect("the state should be read");
    let options = Options { goal: Goal::Violation, bound: 9, budget: Budget::unlimited() };
    let (checked, told) = design.check(&[Property::Reach(target)], &options);
    let (Outcome::Violated(run), Some(design)) = (&checked.outcomes[0], &told[0]) else {
        panic!("4 should be reached")
    };
    // What is written first can be read in the second cycle.
    assert_eq!(run.depth, 2);
    let lifted = design.minimise(run, Method::CoreIncremental, &Budget::unlimited());
    assert!(words(design).survives_random_completions(run, &lifted.relevant, 1000));
}
