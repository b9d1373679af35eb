use std::time::Duration;

use whyc_base::budget::{Budget, Exhausted};

use super::*;
use crate::testing::{Instance, Rng, holds, pigeonhole};

const N_VARS: u32 = 9;

#[test]
fn minima_agree_with_exhaustive_search_and_the_session_stays_as_it_was() {
    let mut rng = Rng::new(3);
    for _ in 0..150 {
        let n_clauses = 5 + rng.below(35);
        let instance = Instance::random(&mut rng, N_VARS, n_clauses);
        let mut session = instance.session();
        // Bits may repeat and oppose each other, as those of real sums do.
        let n_bits = rng.below(9);
        let bits: Vec<Lit> = (0..n_bits).map(|_| rng.lit(N_VARS)).collect();
        let assumptions = rng.lits(2, N_VARS);
        let optimum = minimise_value(&mut session, &bits, &assumptions, &mut |_| {});
        let models = instance.models(&assumptions);
        let cost = |model: u32| number(&bits, |lit| holds(model, lit));
        let expected = models.iter().map(|&model| cost(model)).min();
        assert_eq!(optimum.optimal_cost(), expected, "{bits:?} under {assumptions:?} in {instance:?}");
        if let Some(expected) = expected {
            assert_eq!(optimum.lower_bound, expected);
            assert_eq!(number(&bits, |lit| session.value(lit)), expected);
            for &model in &models {
                let values = (0..N_VARS).map(|idx| Lit::new(idx, model >> idx & 1 == 0));
                let all: Vec<Lit> = assumptions.iter().chain(&optimum.pin).copied().chain(values).collect();
                assert_eq!(session.solve(&all) == Answer::Satisfiable, cost(model) == expected);
            }
        } else {
            assert_eq!(optimum.status, Status::Infeasible);
        }
        instance.check_unchanged(&mut session);
    }
}

#[test]
fn smallest_sums_agree_with_exhaustive_search() {
    let mut rng = Rng::new(4);
    for _ in 0..100 {
        let n_clauses = 5 + rng.below(30);
        let instance = Instance::random(&mut rng, N_VARS, n_clauses);
        let mut session = instance.session();
        let n_summands = rng.below(5);
        let summands: Vec<Summand> = (0..n_summands)
            .map(|_| {
                let n_bits = rng.below(4);
                Summand { bits: (0..n_bits).map(|_| rng.lit(N_VARS)).collect(), weight: rng.below(6) }
            })
            .collect();
        let assumptions = rng.lits(1, N_VARS);
        let cost = |value: &dyn Fn(Lit) -> bool| -> Cost {
            summands.iter().map(|summand| Cost::from(summand.weight) * number(&summand.bits, value)).sum()
        };
        let optimum = minimise_sum(&mut session, &summands, &assumptions, &mut |_| {});
        let models = instance.models(&assumptions);
        let expected = models.iter().map(|&model| cost(&|lit| holds(model, lit))).min();
        assert_eq!(optimum.optimal_cost(), expected, "{summands:?} under {assumptions:?} in {instance:?}");
        if let Some(expected) = expected {
            assert_eq!(cost(&|lit| session.value(lit)), expected);
        }
        instance.check_unchanged(&mut session);
    }
}

#[test]
fn numbers_wider_than_a_cost_are_minimised_all_the_same() {
    let mut session = Session::new(Budget::unlimited());
    let bits: Vec<Lit> = (0..200).map(|_| session.new_lit()).collect();
    session.add_clause(&[bits[199], bits[150]]);
    session.add_clause(&[bits[3], bits[2]]);
    let optimum = minimise_value(&mut session, &bits, &[], &mut |_| {});
    assert_eq!(optimum.optimal_cost(), Some(Cost::MAX));
    let ones: Vec<usize> = (0..200).filter(|&idx| session.value(bits[idx])).collect();
    assert_eq!(ones, [2, 150]);
}

#[test]
fn a_limit_leaves_the_best_found_and_a_bound() {
    let mut session = Session::new(Budget::unlimited());
    let bits: Vec<Lit> = (0..8).map(|_| session.new_lit()).collect();
    session.add_unit(bits[7]);
    pigeonhole(&mut session, 12, Some(bits[4]));
    session.set_budget(Budget::unlimited().with_timeout(Duration::from_millis(100)));
    let optimum = minimise_value(&mut session, &bits, &[], &mut |_| {});
    assert_eq!(optimum.status, Status::BestFound(Exhausted::Time));
    assert_eq!(optimum.lower_bound, 128);
    let best = optimum.best.expect("the way out is a model");
    assert!(best.model.value(bits[4]) && session.value(bits[7]));
    assert!((144..256).contains(&best.cost));
}
