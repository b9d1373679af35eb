//! Looks for a model in which numbers are small, without insisting on the smallest.
//!
//! Each number starts with no bits allowed to be one. While that has no model, the failed
//! assumptions name the numbers that are too narrow, and those get wider. With most bits assumed
//! zero, each question is easy; what comes out is close enough to the minimum to be read, and
//! a good start for finding it.

use rustc_hash::FxHashSet;
use rustsat::types::Lit;

use crate::session::{Answer, Session};

/// How many conflicts one choice of widths may cost before all numbers get wider.
const CONFLICTS: u32 = 500;

/// Solves under `assumptions`, steering towards models in which the unsigned `numbers` (bits least
/// significant first) are small. The answer is that of [`Session::solve`].
pub fn solve_small(session: &mut Session, numbers: &[&[Lit]], assumptions: &[Lit]) -> Answer {
    let n_places = numbers.iter().map(|bits| bits.len()).max().unwrap_or(0);
    let mut widths = vec![0; numbers.len()];
    loop {
        let mut all = assumptions.to_vec();
        // High places first: what fails already because of them is blamed on them alone.
        for place in (0..n_places).rev() {
            all.extend(
                numbers
                    .iter()
                    .zip(&widths)
                    .filter(|&(_, &width)| width <= place)
                    .filter_map(|(bits, _)| bits.get(place))
                    .map(|&bit| !bit),
            );
        }
        if all.len() == assumptions.len() {
            return session.solve(assumptions);
        }
        match session.solve_limited(&all, CONFLICTS) {
            Some(Answer::Unsatisfiable) => {
                if !widen_failed(session, numbers, &mut widths) {
                    return Answer::Unsatisfiable;
                }
            }
            Some(answer) => return answer,
            None => {
                for (width, bits) in widths.iter_mut().zip(numbers) {
                    *width = wider(*width).min(bits.len());
                }
            }
        }
    }
}

/// Widens the numbers with the lowest place among the failed assumptions, where that is cheapest;
/// false if no number is to blame.
fn widen_failed(session: &Session, numbers: &[&[Lit]], widths: &mut [usize]) -> bool {
    let failed: FxHashSet<Lit> = session.failed_assumptions().iter().copied().collect();
    let lowest_failed =
        |idx: usize| (widths[idx]..numbers[idx].len()).find(|&place| failed.contains(&!numbers[idx][place]));
    let places: Vec<Option<usize>> = (0..numbers.len()).map(lowest_failed).collect();
    let Some(lowest) = places.iter().flatten().copied().min() else { return false };
    for (idx, _) in places.iter().enumerate().filter(|&(_, &place)| place == Some(lowest)) {
        widths[idx] = wider(widths[idx]).max(lowest + 1).min(numbers[idx].len());
    }
    true
}

/// One bit at a time for small numbers, half as many again for larger ones.
fn wider(width: usize) -> usize {
    width + 1 + width / 2
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Budget;

    use super::*;
    use crate::optimise::value::number;
    use crate::testing::{Instance, Rng};

    #[test]
    fn the_answer_is_that_of_a_plain_solve() {
        let mut rng = Rng::new(41);
        for round in 0..100 {
            let instance = Instance::random(&mut rng, 9, 5 + round % 30);
            let mut session = instance.session();
            let numbers: Vec<Vec<Lit>> =
                (0..rng.below(4)).map(|_| (0..rng.below(5)).map(|_| rng.lit(9)).collect()).collect();
            let numbers: Vec<&[Lit]> = numbers.iter().map(|bits| &bits[..]).collect();
            let assumptions = rng.lits(2, 9);
            let answer = solve_small(&mut session, &numbers, &assumptions);
            let models = instance.models(&assumptions);
            assert_eq!(answer == Answer::Satisfiable, !models.is_empty());
            if answer == Answer::Satisfiable {
                let bits = (0..9).filter(|&idx| session.value(Lit::positive(idx))).map(|idx| 1 << idx).sum();
                assert!(models.contains(&bits));
            }
        }
    }

    #[test]
    fn numbers_are_only_as_wide_as_they_must_be() {
        let mut session = Session::new(Budget::unlimited());
        let numbers: Vec<Vec<Lit>> = (0..3).map(|_| (0..32).map(|_| session.new_lit()).collect()).collect();
        // One of the first two numbers reaches 16, the third is free.
        let high: Vec<Lit> = numbers[..2].iter().flat_map(|bits| &bits[4..]).copied().collect();
        session.add_clause(&high);
        let slices: Vec<&[Lit]> = numbers.iter().map(|bits| &bits[..]).collect();
        assert_eq!(solve_small(&mut session, &slices, &[]), Answer::Satisfiable);
        let values: Vec<u128> = slices.iter().map(|bits| number(bits, |bit| session.value(bit))).collect();
        assert!((16..64).contains(&(values[0] + values[1])), "{values:?}");
        assert_eq!(values[2], 0);
    }
}
