use whyc_base::budget::Budget;

use super::*;
use crate::optimise::Status;
use crate::optimise::value::{minimise_sum, minimise_value, number};
use crate::session::Answer;
use crate::testing::Rng;

#[test]
fn the_bits_are_those_of_the_sum() {
    let mut rng = Rng::new(9);
    for _ in 0..40 {
        let mut session = Session::new(Budget::unlimited());
        let n_summands = rng.below(5);
        let mut inputs: Vec<Lit> = Vec::new();
        let summands: Vec<Summand> = (0..n_summands)
            .map(|_| {
                let bits: Vec<Lit> = (0..rng.below(4)).map(|_| session.new_lit()).collect();
                inputs.extend(&bits);
                Summand { bits, weight: rng.below(7) }
            })
            .collect();
        let total = sum(&mut session, &summands);
        for _ in 0..20 {
            let values: Vec<Lit> = inputs.iter().map(|&lit| if rng.below(2) == 1 { lit } else { !lit }).collect();
            assert_eq!(session.solve(&values), Answer::Satisfiable);
            let value = |lit| session.value(lit);
            let expected: u128 =
                summands.iter().map(|summand| u128::from(summand.weight) * number(&summand.bits, value)).sum();
            assert_eq!(number(&total, value), expected);
            // No other sum is possible for these inputs.
            let other: Vec<Lit> = total.iter().map(|&bit| if session.value(bit) { !bit } else { bit }).collect();
            let different = session.new_lit();
            let clause: Vec<Lit> = other.into_iter().chain([!different]).collect();
            session.add_clause(&clause);
            let assumptions: Vec<Lit> = values.into_iter().chain([different]).collect();
            assert_eq!(session.solve(&assumptions), Answer::Unsatisfiable);
        }
    }
}

#[test]
fn a_zero_sum_propagates_to_every_summand() {
    let mut session = Session::new(Budget::unlimited());
    let summands: Vec<Summand> =
        (0..20).map(|_| Summand { bits: (0..16).map(|_| session.new_lit()).collect(), weight: 1 }).collect();
    let total = sum(&mut session, &summands);
    let zeros: Vec<Lit> = total.iter().map(|&bit| !bit).collect();
    for summand in &summands {
        for &bit in &summand.bits {
            let assumptions: Vec<Lit> = zeros.iter().copied().chain([bit]).collect();
            assert_eq!(session.solve_limited(&assumptions, 1), Some(Answer::Unsatisfiable));
        }
    }
}

#[test]
fn the_smallest_sum_of_numbers_in_relation() {
    // x + y ≥ 100 by way of a third number: the smallest total of x, y and their sum is 200.
    let mut session = Session::new(Budget::unlimited());
    let [x, y]: [Vec<Lit>; 2] = [(); 2].map(|()| (0..16).map(|_| session.new_lit()).collect());
    let z = sum(&mut session, &[Summand { bits: x.clone(), weight: 1 }, Summand { bits: y.clone(), weight: 1 }]);
    at_least(&mut session, &z, 100);
    let summands = [x, y, z].map(|bits| Summand { bits, weight: 1 });
    let total = sum(&mut session, &summands);
    let optimum = minimise_value(&mut session, &total, &[], &mut |_| {});
    assert_eq!((optimum.status, optimum.optimal_cost()), (Status::Optimal, Some(200)));
    let optimum = minimise_sum(&mut session, &summands, &[], &mut |_| {});
    assert_eq!((optimum.status, optimum.optimal_cost()), (Status::Optimal, Some(200)));
}

/// Requires that `bits` stand for at least `bound`: some bit is one above all ones of the bound.
fn at_least(session: &mut Session, bits: &[Lit], bound: u32) {
    for idx in (0..bits.len()).filter(|&idx| idx < 32 && bound >> idx & 1 == 1) {
        let above = (idx + 1..bits.len()).filter(|&above| above >= 32 || bound >> above & 1 == 0);
        let clause: Vec<Lit> = above.chain([idx]).map(|idx| bits[idx]).collect();
        session.add_clause(&clause);
    }
}
