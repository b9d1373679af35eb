use whyc_ir::types::TypeId;
use whyc_term::{Evaluator, Sort, Valuation};

use super::*;

/// Two numbers of three bits, the first one signed, what they are now and what they were.
fn numbers(terms: &mut TermStore) -> (Vec<Number>, Vec<TermId>) {
    let mut numbers = Vec::new();
    let mut now = Vec::new();
    for is_signed in [true, false] {
        let entry = terms.input(Sort::Bits(3));
        let any = terms.input(Sort::Bits(3));
        let kind = NumberKind::Integer { is_signed };
        let name = String::new();
        numbers.push(Number {
            name,
            ty: TypeId(0),
            kind,
            is_element: false,
            position: 0,
            is_changed: true,
            entry,
            any,
        });
        now.push(any);
    }
    (numbers, now)
}

fn some_facts() -> Vec<Fact> {
    let mut facts = vec![Fact::Stays(0), Fact::Grows(0), Fact::Shrinks(0), Fact::Same(0, 1), Fact::Multiple(0, 3)];
    for c in -4..=4 {
        facts.extend([Fact::Lower(0, c), Fact::Upper(0, c), Fact::Lower(1, c), Fact::Upper(1, c)]);
    }
    for c in [-1, 0, 1] {
        facts.extend([Fact::AtMost(0, 1, c), Fact::AtMost(1, 0, c)]);
    }
    facts.extend([Fact::LowBits(0, 1), Fact::LowBits(0, 2), Fact::Ahead(0, 1, 2), Fact::Ahead(0, 1, 5)]);
    facts.extend([Fact::Keeps(0, 1, 2), Fact::Keeps(1, 0, -1), Fact::OneOf(0, vec![1, 3])]);
    let (when, then) = (Fact::OneOf(1, vec![2]), Fact::Lower(0, 1));
    facts.push(Fact::While(Box::new(when.clone()), Box::new(then.clone())));
    facts.push(Fact::While(Box::new(when.clone()), Box::new(Fact::Lower(0, 2))));
    facts.push(Fact::Either(Box::new(when), Box::new(then)));
    facts.push(Fact::Linear(vec![(0, 2), (1, -3)], 1));
    facts
}

/// In which of all cases each of the facts holds.
fn truth(facts: &[Fact]) -> Vec<Vec<bool>> {
    let mut terms = TermStore::new();
    let (numbers, now) = numbers(&mut terms);
    let holds: Vec<TermId> =
        facts.iter().map(|fact| fact.term(&mut terms, Values { numbers: &numbers, now: &now, head: None })).collect();
    let mut truth = vec![Vec::new(); facts.len()];
    for case in 0..1_u128 << 12 {
        let mut valuation = Valuation::new();
        let inputs = numbers.iter().map(|number| number.entry).chain(now.iter().copied());
        for (nth, input) in inputs.enumerate() {
            valuation.set_bits(terms.input_id(input).expect("an input"), case >> (3 * nth) & 7);
        }
        let mut eval = Evaluator::new(&terms, &valuation);
        for (truth, &holds) in truth.iter_mut().zip(&holds) {
            truth.push(eval.bool(holds));
        }
    }
    truth
}

#[test]
fn what_is_said_to_follow_follows() {
    let facts = some_facts();
    let truth = truth(&facts);
    let mut n = 0;
    for (a, when) in facts.iter().zip(&truth) {
        for (b, then) in facts.iter().zip(&truth).filter(|(b, _)| a.implies(b)) {
            n += 1;
            assert!(when.iter().zip(then).all(|(&when, &then)| !when || then), "{a:?} should not imply {b:?}");
            assert!(!b.implies(a), "{a:?} and {b:?} should not imply each other");
        }
    }
    assert!(n > 50, "only {n} were compared");
}

#[test]
fn what_always_holds_where_a_loop_is_entered_does() {
    let facts = [Fact::Stays(0), Fact::Grows(1), Fact::Shrinks(0), Fact::Keeps(0, 1, 5), Fact::LowBits(1, 2)];
    let mut terms = TermStore::new();
    let (numbers, _) = numbers(&mut terms);
    let entry: Vec<TermId> = numbers.iter().map(|number| number.entry).collect();
    for fact in facts {
        let holds = fact.term(&mut terms, Values { numbers: &numbers, now: &entry, head: None });
        assert_eq!(terms.as_bool(holds), Some(true), "{fact:?}");
    }
}

#[test]
fn what_holds_in_a_sample_is_what_holds_of_its_terms() {
    let facts = some_facts();
    let truth = truth(&facts);
    for (fact, truth) in facts.iter().zip(&truth) {
        for (case, &holds) in (0_i128..).zip(truth) {
            let bits = |nth: i128| case >> (3 * nth) & 7;
            let signed = |nth: i128| if bits(nth) < 4 { bits(nth) } else { bits(nth) - 8 };
            let sample = Sample { entry: vec![signed(0), bits(1)], now: vec![signed(2), bits(3)] };
            assert_eq!(fact.holds(&[3, 3], &sample), holds, "{fact:?} in {sample:?}");
        }
    }
}
