use super::{Monitor, Standing, View};
use crate::definitions::{Word, says};
use crate::parse::parse;
use crate::random::Random;
use crate::store::Store;
use crate::syntax::{Expr, Kind, Strength};

const VIEWS: [View; 3] = [View::Weak, View::Neutral, View::Strong];

/// A property after each step of a word of letters such as `ab`: the names that are true; `-` for none.
fn standings(text: &str, word: &str) -> Vec<Standing> {
    let mut store = Store::new();
    let state = store.lower(&parse(text).expect("the property should be read")).expect("it should be small");
    let mut monitor = Monitor::new(&mut store, state);
    let letters = word.split_whitespace().map(|names| {
        let atoms = store.atoms().to_vec();
        atoms.iter().map(|atom| atom.names().any(|name| names.contains(name))).collect::<Vec<bool>>()
    });
    let letters: Vec<Vec<bool>> = letters.collect();
    letters
        .iter()
        .map(|letter| {
            monitor.step(&mut store, letter).expect("it should be small");
            monitor.standing(&store)
        })
        .collect()
}

fn at_end(text: &str, word: &str) -> Standing {
    *standings(text, word).last().expect("there should be a step")
}

#[test]
fn random_properties_mean_what_the_definitions_say() {
    let mut random = Random::new(1);
    for round in 0..4_000 {
        let expr = random.expr(1 + round % 3);
        let mut store = Store::new();
        let state = store.lower(&expr).expect("it should be small");
        let atoms = store.atoms().to_vec();
        let mut monitor = Monitor::new(&mut store, state);
        let mut letters: Vec<Vec<bool>> = Vec::new();
        for _ in 0..1 + random.below(4) {
            letters.push(random.letter(atoms.len()));
            monitor.step(&mut store, &letters[letters.len() - 1]).expect("it should be small");
            for view in VIEWS {
                let expected = says(&expr, &Word { atoms: &atoms, letters: &letters }, view);
                assert_eq!(monitor.holds(&store, view), expected, "{expr} on {letters:?}, {view:?}");
            }
        }
    }
}

#[test]
fn random_sequences_match_and_begin_as_the_definitions_say() {
    let mut random = Random::new(2);
    for _ in 0..6_000 {
        let sere = random.sere(3);
        let strong = Expr::new(Kind::Sequence(Strength::Strong, sere), 0..0);
        let mut store = Store::new();
        let state = store.lower(&strong).expect("it should be small");
        let atoms = store.atoms().to_vec();
        let letters: Vec<Vec<bool>> = (0..1 + random.below(4)).map(|_| random.letter(atoms.len())).collect();
        let mut monitor = Monitor::new(&mut store, state);
        for letter in &letters {
            monitor.step(&mut store, letter).expect("it should be small");
        }
        for view in VIEWS {
            let expected = says(&strong, &Word { atoms: &atoms, letters: &letters }, view);
            assert_eq!(monitor.holds(&store, view), expected, "{strong} on {letters:?}, {view:?}");
        }
    }
}

#[test]
fn strong_implies_neutral_implies_weak_and_both_ends_stay() {
    let mut random = Random::new(3);
    for round in 0..3_000 {
        let expr = random.expr(2 + round % 3);
        let mut store = Store::new();
        let state = store.lower(&expr).expect("it should be small");
        let n_atoms = store.atoms().len();
        let mut monitor = Monitor::new(&mut store, state);
        // Nothing seen: all is weakly so, and nothing strongly.
        assert!(monitor.holds(&store, View::Weak) && !monitor.holds(&store, View::Strong), "{expr}");
        let (mut was_weak, mut was_strong) = (true, false);
        for _ in 0..6 {
            monitor.step(&mut store, &random.letter(n_atoms)).expect("it should be small");
            let [weak, neutral, strong] = VIEWS.map(|view| monitor.holds(&store, view));
            assert!(!strong || neutral, "{expr}");
            assert!(!neutral || weak, "{expr}");
            assert!(was_weak || !weak, "weakly so for a word, and so for what it begins with: {expr}");
            assert!(strong || !was_strong, "strongly so for a word, and so for what goes on from it: {expr}");
            (was_weak, was_strong) = (weak, strong);
        }
    }
}

#[test]
fn negation_swaps_weak_and_strong() {
    let mut random = Random::new(4);
    for round in 0..2_000 {
        let expr = random.expr(1 + round % 3);
        let mut store = Store::new();
        let (yes, no) = (store.lower(&expr), store.lower_negated(&expr));
        let (yes, no) = (yes.expect("it should be small"), no.expect("it should be small"));
        let n_atoms = store.atoms().len();
        let (mut yes, mut no) = (Monitor::new(&mut store, yes), Monitor::new(&mut store, no));
        for _ in 0..4 {
            let letter = random.letter(n_atoms);
            yes.step(&mut store, &letter).expect("it should be small");
            no.step(&mut store, &letter).expect("it should be small");
            assert_eq!(yes.holds(&store, View::Weak), !no.holds(&store, View::Strong), "{expr}");
            assert_eq!(yes.holds(&store, View::Neutral), !no.holds(&store, View::Neutral), "{expr}");
            assert_eq!(yes.holds(&store, View::Strong), !no.holds(&store, View::Weak), "{expr}");
        }
    }
}

#[test]
fn a_sequence_may_be_too_short_but_not_wrong() {
    use Standing::{HoldsSoFar, Pending, Satisfied, Violated};
    assert_eq!(standings("{a; b[*]; c}", "a b c d"), [HoldsSoFar, HoldsSoFar, Satisfied, Satisfied]);
    assert_eq!(at_end("{a; b[*]; c}", "a b"), HoldsSoFar);
    assert_eq!(at_end("{a; b[*]; c}!", "a b"), Pending);
    assert_eq!(at_end("{a; b[*]; c}!", "a b c d"), Satisfied);
    assert_eq!(at_end("{a; b; c}!", "a b c d"), Satisfied);
    assert_eq!(at_end("{a; b[*]; c}", "a b d"), Violated);
}

#[test]
fn contradictions_of_lengths_and_of_values_are_alike() {
    for text in ["{a; b[*]; false}", "{a; b[*]; {c && {c; c}}}"] {
        assert_ne!(at_end(text, "a b b"), Standing::Violated, "{text}");
    }
    // The first step of the second part was already seen.
    assert_eq!(at_end("{{a; b; c} : {d; e; f}}", "a b c"), Standing::Violated);
    assert_ne!(at_end("{{a; b; c} : {d; e; f}}", "a b cd"), Standing::Violated);
}

#[test]
fn what_must_come_is_pending_and_what_may_go_on_is_not() {
    use Standing::{HoldsSoFar, Pending, Satisfied};
    assert_eq!(at_end("F p", "q q"), Pending);
    assert_eq!(at_end("F p", "q p"), Satisfied);
    assert_eq!(at_end("G q", "q q"), HoldsSoFar);
    assert_eq!(at_end("F false", "q q"), Pending);
    assert_eq!(at_end("p U q abort b", "p p p b"), Satisfied);
    assert_eq!(at_end("{a; b; c} |-> G d", "a b cd d d"), HoldsSoFar);
    assert_eq!(at_end("{a; b; c} |-> G d", "a b cd d -"), Standing::Violated);
    assert_eq!(at_end("disable iff (r) a |=> b", "a r - -"), Satisfied);
}

#[test]
fn sequences_of_stars_are_untils_on_all_short_words() {
    for (one, other) in [("{a[*]; b[*]; c}!", "a U (b U c)"), ("{a[*]; b[*]; c}", "a W (b W c)")] {
        let mut store = Store::new();
        let states = [one, other]
            .map(|text| store.lower(&parse(text).expect("the property should be read")).expect("it should be small"));
        let start = states.map(|state| Monitor::new(&mut store, state));
        let mut words = vec![start];
        for _ in 0..5 {
            let mut longer = Vec::new();
            for pair in words {
                for bits in 0..8u8 {
                    let letter = [bits & 1 == 1, bits & 2 == 2, bits & 4 == 4];
                    let mut pair = pair;
                    for monitor in &mut pair {
                        monitor.step(&mut store, &letter).expect("it should be small");
                    }
                    assert_eq!(pair[0].standing(&store), pair[1].standing(&store), "{one} and {other}");
                    longer.push(pair);
                }
            }
            // Words after which both look alike go on alike.
            longer.sort_by_key(|pair| (pair[0].now, pair[1].now));
            longer.dedup();
            words = longer;
        }
    }
}

#[test]
fn contradictions_that_come_later_are_interchangeable() {
    let mut random = Random::new(5);
    for n in 1..5u32 {
        let lengths = format!("{{true[*{n}] && {{true[*{n}]; true[+]}}}}");
        let values = format!("X[{}] false", n - 1);
        let mut store = Store::new();
        let states = [&lengths, &values]
            .map(|text| store.lower(&parse(text).expect("the property should be read")).expect("it should be small"));
        let mut monitors = states.map(|state| Monitor::new(&mut store, state));
        for _ in 0..6 {
            let letter = random.letter(1);
            for monitor in &mut monitors {
                monitor.step(&mut store, &letter).expect("it should be small");
            }
            let [one, other] = monitors.map(|monitor| monitor.holds(&store, View::Weak));
            assert_eq!(one, other, "{lengths} and {values}");
        }
    }
}
