//! Questions in few values, held against all values.

use whyc_term::assumed::cone;
use whyc_term::{Evaluator, Few, Sort, TermId, TermStore, Valuation};

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// How words are looked at.
#[derive(Clone, Copy, PartialEq)]
enum View {
    Signed,
    Unsigned,
    Equal,
}

/// A random question about words of up to five bits and choices between them.
fn question(numbers: &mut Numbers, terms: &mut TermStore) -> TermId {
    let view = [View::Signed, View::Unsigned, View::Equal][numbers.below(3) as usize];
    let n_inputs = 1 + numbers.below(2);
    let mut words: Vec<TermId> = (0..n_inputs).map(|_| terms.input(Sort::Bits(5))).collect();
    if numbers.below(2) == 0 {
        let narrow = terms.input(Sort::Bits(4));
        words.push(match view {
            View::Signed => terms.sign_extend(narrow, 5),
            View::Unsigned | View::Equal => terms.zero_extend(narrow, 5),
        });
    }
    let has_constants = numbers.below(2) == 0;
    let mut facts = Vec::new();
    for _ in 0..8 {
        let pick = |numbers: &mut Numbers, words: &[TermId]| words[numbers.below(words.len() as u64) as usize];
        let (a, b) = (pick(numbers, &words), pick(numbers, &words));
        let b = if has_constants && numbers.below(3) == 0 {
            // 0, 1 and, where there are negative numbers, -1.
            let value = numbers.below(if view == View::Signed { 3 } else { 2 });
            terms.bits(5, if value < 2 { u128::from(value) } else { 31 })
        } else {
            b
        };
        let fact = match (view, numbers.below(3)) {
            (View::Equal, _) | (_, 0) => terms.eq(a, b),
            (View::Signed, _) => terms.slt(a, b),
            (View::Unsigned, _) => terms.ult(a, b),
        };
        let fact = if numbers.below(2) == 0 { terms.not(fact) } else { fact };
        facts.push(fact);
        let other = pick(numbers, &words);
        words.push(terms.ite(fact, a, other));
    }
    let last: Vec<TermId> = facts.split_off(4);
    last.into_iter().fold(terms.bool_const(true), |all, fact| terms.and(all, fact))
}

/// A valuation in which a term holds, if there is one.
fn solution(terms: &TermStore, cond: TermId) -> Option<Valuation> {
    let inputs: Vec<TermId> = cone(terms, cond).into_iter().filter(|&it| terms.input_id(it).is_some()).collect();
    let n_bits: u32 = inputs.iter().map(|&it| terms.width(it)).sum();
    (0..1_u64 << n_bits).find_map(|all| {
        let mut valuation = Valuation::new();
        let mut rest = all;
        for &input in &inputs {
            let width = terms.width(input);
            let id = terms.input_id(input).expect("it is an input");
            valuation.set_bits(id, u128::from(rest & ((1 << width) - 1)));
            rest >>= width;
        }
        Evaluator::new(terms, &valuation).bool(cond).then_some(valuation)
    })
}

#[test]
fn few_values_are_as_good_as_all() {
    let (mut numbers, mut n_narrowed, mut n_impossible) = (Numbers(1), 0, 0);
    for round in 0..3000 {
        let mut terms = TermStore::new();
        let cond = question(&mut numbers, &mut terms);
        let Some(few) = Few::new(&terms, cond) else { continue };
        n_narrowed += 1;
        let found = solution(&few.terms, few.cond);
        if let Some(found) = &found {
            let wide = few.valuation(found);
            assert!(Evaluator::new(&terms, &wide).bool(cond), "round {round}: what is found should be a solution");
        } else {
            n_impossible += 1;
            assert!(solution(&terms, cond).is_none(), "round {round}: nothing should be lost");
        }
    }
    assert!(n_narrowed > 100 && n_impossible > 20, "{n_narrowed} narrowed, {n_impossible} without solution");
}

#[test]
fn what_is_computed_with_stays_as_it_is() {
    let mut terms = TermStore::new();
    let (a, b) = (terms.input(Sort::Bits(32)), terms.input(Sort::Bits(32)));
    let sum = terms.add(a, b);
    let less = terms.slt(sum, a);
    assert!(Few::new(&terms, less).is_none());
    let (c, d) = (terms.input(Sort::Bits(32)), terms.input(Sort::Bits(32)));
    let less = terms.slt(c, d);
    let few = Few::new(&terms, less).expect("two values are enough for two words");
    let inputs = cone(&few.terms, few.cond).into_iter().filter(|&it| few.terms.input_id(it).is_some());
    assert_eq!(inputs.map(|it| few.terms.width(it)).collect::<Vec<_>>(), [2, 2]);
}
