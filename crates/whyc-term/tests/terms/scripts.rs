//! Random terms: what is built, evaluated and blasted agrees with what the script says.

use crate::common::script::{Instruction, Script, Value, array_scripts, evaluated_value, scripts};
use proptest::prelude::*;
use whyc_aig::Node;
use whyc_aig::sim::word_of;
use whyc_term::{ArrayValue, Assumed, Blaster, Evaluator, Fact, InputId, Sort, TermId, TermStore, Valuation};

/// A few bits of noise from a number: the same for the same number.
fn noise(seed: u64, at: u64) -> u64 {
    let mixed = (seed ^ at.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD1B5_4A32_D192_ED03);
    (mixed ^ mixed >> 31).wrapping_mul(0x94D0_49BB_1331_11EB) ^ mixed >> 29
}

fn check_evaluation(width: u32, instructions: &[Instruction], seed: u64) {
    let script = Script::new(width, instructions);
    let mut store = TermStore::new();
    let terms = script.build(&mut store);
    for round in 0..16 {
        let mut valuation = Valuation::new();
        for input in 0..5 {
            let value = noise(seed, round * 8 + input);
            // Small numbers meet constants more often.
            valuation.set_bits(InputId(input as u32), u128::from(if round % 2 == 0 { value % 4 } else { value }));
        }
        let elements = (0..8).map(|index| (index, u128::from(noise(seed, 1000 + round * 8 + index as u64) % 32)));
        valuation.set_array(InputId(5), ArrayValue { default: 0, elements: elements.collect() });
        let mut evaluator = Evaluator::new(&store, &valuation);
        for (at, (expected, &term)) in script.run(&valuation).into_iter().zip(&terms).enumerate() {
            let found = evaluated_value(&store, &mut evaluator, term);
            assert_eq!(found, expected, "result {at}, {term}, of {script:?}");
        }
    }
}

/// A question under facts has the answers of the question and the facts together, valuation by valuation, both ways.
fn check_assumed(width: u32, instructions: &[Instruction], seed: u64) {
    let script = Script::new(width, instructions);
    let mut store = TermStore::new();
    let terms = script.build(&mut store);
    let bools: Vec<TermId> = terms.iter().copied().filter(|&term| store.sort(term) == Sort::Bool).collect();
    let pick = |at: u64| bools[noise(seed, at) as usize % bools.len()];
    let bit = Fact::Bit { input: terms[0], at: noise(seed, 3) as u32 % width, value: noise(seed, 4).is_multiple_of(2) };
    let facts =
        [Fact::Is(pick(0), noise(seed, 5).is_multiple_of(2)), bit, Fact::Is(pick(1), noise(seed, 6).is_multiple_of(2))];
    let cond = *bools.last().expect("there are Boolean inputs");
    let assumed = Assumed::new(&store, cond, &facts);
    let holds = |valuation: &Valuation| {
        let mut evaluator = Evaluator::new(&store, valuation);
        let is_so = |fact: &Fact, evaluator: &mut Evaluator<'_>| match *fact {
            Fact::Is(term, value) => evaluator.bool(term) == value,
            Fact::Bit { input, at, value } => (evaluator.bits(input) >> at & 1 == 1) == value,
        };
        facts.iter().all(|fact| is_so(fact, &mut evaluator)) && evaluator.bool(cond)
    };
    for round in 0..16 {
        let mut there = Valuation::new();
        let mut here = Valuation::new();
        for (at, &term) in terms[..6].iter().enumerate() {
            let old = InputId(at as u32);
            let value = noise(seed, 100 + round * 8 + at as u64);
            let mut word = u128::from(if round % 2 == 0 { value % 4 } else { value });
            if let (0, Fact::Bit { at, value, .. }) = (at, bit) {
                word = word & !(1 << at) | u128::from(value) << at;
            }
            let elements = (0..8).map(|index| (index, u128::from(noise(value, index as u64) % 32)));
            let array = ArrayValue { default: 0, elements: elements.collect() };
            let new = assumed.input(term).and_then(|new| assumed.terms.input_id(new));
            match store.sort(term) {
                Sort::Bool | Sort::Bits(_) => {
                    let word = if store.sort(term) == Sort::Bool { word % 2 } else { word };
                    there.set_bits(old, word);
                    new.into_iter().for_each(|new| here.set_bits(new, word));
                }
                Sort::Array { .. } => {
                    there.set_array(old, array.clone());
                    new.into_iter().for_each(|new| here.set_array(new, array.clone()));
                }
            }
        }
        let is_met = Evaluator::new(&assumed.terms, &here).bool(assumed.cond);
        assert_eq!(is_met, holds(&there), "{facts:?} of {script:?}");
        assert_eq!(is_met, is_met && holds(&assumed.valuation(&here)), "{facts:?} of {script:?}");
    }
}

fn check_blasting(width: u32, instructions: &[Instruction], seed: u64) {
    let script = Script::new(width, instructions);
    let mut store = TermStore::new();
    let terms = script.build(&mut store);
    let mut blaster = Blaster::new();
    let scalars: Vec<_> = (0..terms.len()).filter(|&at| store.sort(terms[at]).bit_width().is_some()).collect();
    let edges: Vec<_> = scalars.iter().map(|&at| blaster.bits(&store, terms[at]).to_vec()).collect();
    let inputs: Vec<u64> = (0..blaster.aig().inputs().len() as u64).map(|at| noise(seed, at)).collect();
    let words = blaster.aig().simulate(&inputs);
    for k in 0..16 {
        // From any values of the graph's inputs follows a valuation of the terms' inputs.
        let valuation = blaster.valuation(&store, |edge| match blaster.aig().node(edge.node()) {
            Node::Input(at) => inputs[at as usize] >> k & 1 == 1,
            node => panic!("{node:?} should be an input"),
        });
        let values = script.run(&valuation);
        for (&at, edges) in scalars.iter().zip(&edges) {
            let bit = |edge| u128::from(word_of(&words, edge) >> k & 1);
            let found = edges.iter().enumerate().fold(0, |word, (at, &edge)| word | bit(edge) << at);
            let expected = match values[at] {
                Value::Bool(value) => u128::from(value),
                Value::Bits(_, word) => word,
                Value::Array(_) => continue,
            };
            assert_eq!(found, expected, "result {at} of {script:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_evaluate_to_what_the_script_computes(
        width in 1u32..=20, script in scripts(30), seed in any::<u64>(),
    ) {
        check_evaluation(width, &script, seed);
    }

    #[test]
    fn gates_compute_what_the_script_computes(width in 1u32..=9, script in scripts(20), seed in any::<u64>()) {
        check_blasting(width, &script, seed);
    }

    #[test]
    fn facts_leave_the_same_answers(width in 1u32..=9, script in scripts(30), seed in any::<u64>()) {
        check_assumed(width, &script, seed);
    }

    #[test]
    fn arrays_hold_what_was_written(width in 1u32..=4, script in array_scripts(40), seed in any::<u64>()) {
        check_evaluation(width, &script, seed);
        check_blasting(width, &script, seed);
    }
}
