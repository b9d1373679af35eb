//! What is known of the size of numbers saves gates and never changes a value: random terms over small numbers in wide
//! words, with conditions on them, by their gates and by evaluation, for all values of the inputs.

use crate::common::{BINARY, PREDICATES, UNARY, build, evaluated, fresh, simulated, values};
use proptest::prelude::*;
use whyc_term::{Blaster, Evaluator, TermId, TermStore, Valuation};

/// The bits of an input, and of the words that are computed with.
const NARROW: u32 = 3;
const WIDE: u32 = 7;

/// Terms over two inputs of three bits each, built by steps that choices tell.
struct Terms {
    store: TermStore,
    words: Vec<TermId>,
    truths: Vec<TermId>,
}

impl Terms {
    fn new() -> Self {
        let mut store = TermStore::new();
        let (x, _) = fresh(&mut store, NARROW);
        let (y, _) = fresh(&mut store, NARROW);
        let mut words = vec![store.zero_extend(x, WIDE), store.sign_extend(y, WIDE)];
        words.extend([0, 1, 5, 0b111_1101].map(|constant| store.bits(WIDE, constant)));
        let truth = store.ult(words[0], words[1]);
        Self { store, words, truths: vec![truth] }
    }

    fn step(&mut self, (what, a, b, c): (u8, u8, u8, u8)) {
        let pick = |of: &[TermId], at: u8| of[at as usize % of.len()];
        let (x, y, truth) = (pick(&self.words, a), pick(&self.words, b), pick(&self.truths, c));
        let store = &mut self.store;
        match what % 8 {
            0..=2 => self.words.push(build(store, BINARY[c as usize % BINARY.len()], x, y)),
            3 => self.truths.push(build(store, PREDICATES[c as usize % PREDICATES.len()], x, y)),
            4 | 5 => self.words.push(store.ite(truth, x, y)),
            6 => {
                let other = pick(&self.truths, a);
                let both = store.and(truth, other);
                self.truths.push(if b % 2 == 0 { both } else { store.not(both) });
            }
            _ if b % 2 == 0 => self.words.push(build(store, UNARY[c as usize % UNARY.len()], x, x)),
            _ => {
                // A part of a word, as wide as a word again.
                let (hi, lo) = (WIDE - 1 - u32::from(c % 3), u32::from(b % 4));
                let part = store.extract(x, hi, lo);
                let again = if c % 2 == 0 { store.zero_extend(part, WIDE) } else { store.sign_extend(part, WIDE) };
                self.words.push(again);
            }
        }
    }
}

/// All values of both inputs: as many as are simulated at once.
fn all() -> Vec<Valuation> {
    (0..1 << NARROW).flat_map(|x| (0..1 << NARROW).map(move |y| values(&[x, y]))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn gates_and_evaluation_agree(steps in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..24)) {
        let mut terms = Terms::new();
        for step in steps {
            terms.step(step);
        }
        let (mut blaster, all) = (Blaster::new(), all());
        for &word in &terms.words {
            let expected: Vec<u128> = all.iter().map(|valuation| evaluated(&terms.store, valuation, word)).collect();
            prop_assert_eq!(simulated(&terms.store, &mut blaster, word, &all), expected);
        }
        for &truth in &terms.truths {
            let of = |valuation| u128::from(Evaluator::new(&terms.store, valuation).bool(truth));
            let expected: Vec<u128> = all.iter().map(of).collect();
            prop_assert_eq!(simulated(&terms.store, &mut blaster, truth, &all), expected);
        }
    }
}

/// `ite(x < k, f(x), g(x))` for all comparisons, both sides, all constants and some arms: what the condition says of `x` is
/// at its edge for one of the constants.
#[test]
fn conditions_narrow_their_arms_and_no_further() {
    let mut store = TermStore::new();
    let (input, _) = fresh(&mut store, 5);
    let x = store.sign_extend(input, WIDE);
    let valuations: Vec<Valuation> = (0..32).map(|value| values(&[value])).collect();
    let (one, three, minus) = (store.bits(WIDE, 1), store.bits(WIDE, 3), store.neg(x));
    let (after, before) = (store.add(x, one), store.sub(x, one));
    let (times, quotient, half) = (store.mul(x, three), store.sdiv(x, three), store.ashr(x, one));
    let arms = [x, minus, after, before, times, quotient, half];
    let mut blaster = Blaster::new();
    for name in ["eq", "ult", "slt"] {
        for k in (0..16).chain(112..128) {
            let k = store.bits(WIDE, k);
            for cond in [build(&mut store, name, x, k), build(&mut store, name, k, x)] {
                for arm in arms {
                    for (then, other) in [(arm, three), (three, arm), (arm, x), (x, arm)] {
                        let term = store.ite(cond, then, other);
                        let again = store.add(term, one);
                        for term in [term, again] {
                            let of = |valuation| evaluated(&store, valuation, term);
                            let expected: Vec<u128> = valuations.iter().map(of).collect();
                            assert_eq!(simulated(&store, &mut blaster, term, &valuations), expected);
                        }
                    }
                }
            }
        }
    }
}

/// Every operator on two numbers of which each lies between two others, at their edges.
#[test]
fn operators_on_numbers_within_bounds() {
    let mut store = TermStore::new();
    let ((a, _), (b, _)) = (fresh(&mut store, NARROW), fresh(&mut store, NARROW));
    let valuations = all();
    let mut blaster = Blaster::new();
    let shifted = |store: &mut TermStore, input: TermId| -> Vec<TermId> {
        let (unsigned, signed) = (store.zero_extend(input, WIDE), store.sign_extend(input, WIDE));
        [0, 1, 6, 57, 60, 125]
            .map(|by| (store.bits(WIDE, by), unsigned, signed))
            .map(|(by, unsigned, signed)| {
                let (unsigned, signed) = (store.add(unsigned, by), store.add(signed, by));
                [unsigned, signed]
            })
            .concat()
    };
    let (xs, ys) = (shifted(&mut store, a), shifted(&mut store, b));
    for name in BINARY.iter().chain(PREDICATES) {
        for &x in &xs {
            for &y in &ys {
                let term = build(&mut store, name, x, y);
                let is_truth = PREDICATES.contains(name);
                let of = |valuation| match is_truth {
                    true => u128::from(Evaluator::new(&store, valuation).bool(term)),
                    false => evaluated(&store, valuation, term),
                };
                let expected: Vec<u128> = valuations.iter().map(of).collect();
                assert_eq!(simulated(&store, &mut blaster, term, &valuations), expected, "{name}");
            }
        }
    }
}

/// The gates of `a / 3 + a * 2` for a number of four bits are those of a word of six, however wide the word is.
#[test]
fn a_small_number_takes_few_gates_in_a_wide_word() {
    let n_gates = |width: u32| {
        let mut store = TermStore::new();
        let (x, _) = fresh(&mut store, 4);
        let wide = store.zero_extend(x, width);
        let (two, three) = (store.bits(width, 2), store.bits(width, 3));
        let (third, double) = (store.sdiv(wide, three), store.mul(wide, two));
        let sum = store.add(third, double);
        let less = store.sub(sum, three);
        let limit = store.bits(width, 9);
        let clamped = store.slt(less, limit);
        let mut blaster = Blaster::new();
        blaster.bool(&store, clamped);
        blaster.aig().n_nodes()
    };
    assert_eq!(n_gates(64), n_gates(16));
}
