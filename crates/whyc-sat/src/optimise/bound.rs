//! A limit on a weighted sum, as a literal to be assumed.

use rustsat::types::Lit;

use super::Cost;
use super::objective::Objective;
use super::totalizer::Totalizer;
use crate::session::Session;

/// A literal that, when assumed, makes `objective` cost at most `limit`; when not, it says nothing.
///
/// Weights are counted out, so they and the limit should be small.
///
/// # Panics
/// As [`Session::new_var`].
pub fn at_most(session: &mut Session, objective: &Objective, limit: Cost) -> Lit {
    let Some(rest) = limit.checked_sub(objective.constant()) else {
        let never = session.new_lit();
        session.add_unit(!never);
        return never;
    };
    // What alone exceeds the limit must be false; the rest is counted.
    let (heavy, light): (Vec<_>, Vec<_>) = objective.terms().iter().copied().partition(|&(_, weight)| weight > rest);
    let mut all: Vec<Lit> = heavy.into_iter().map(|(lit, _)| !lit).collect();
    let counted: Vec<Lit> =
        light.into_iter().flat_map(|(lit, weight)| std::iter::repeat_n(lit, weight as usize)).collect();
    if Cost::try_from(counted.len()).is_ok_and(|n| n > rest) {
        all.push(!Totalizer::new(&counted).at_least(session, rest as usize + 1));
    }
    session.bundle(&all)
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Budget;

    use super::*;
    use crate::session::Answer;

    #[test]
    fn exactly_the_models_within_the_limit_are_left() {
        for limit in 0..=8u32 {
            let mut session = Session::new(Budget::unlimited());
            let lits: Vec<Lit> = (0..4).map(|_| session.new_lit()).collect();
            let objective = Objective::new([(lits[0], 1), (!lits[1], 2), (lits[2], 1), (lits[3], 3)]);
            let within = at_most(&mut session, &objective, Cost::from(limit));
            for values in 0..16u32 {
                let lit = |k: usize| if values >> k & 1 == 1 { lits[k] } else { !lits[k] };
                let assumptions: Vec<Lit> = (0..4).map(lit).chain([within]).collect();
                let cost = objective.cost(|l| (0..4).any(|k| lit(k) == l));
                let expected = if cost <= Cost::from(limit) { Answer::Satisfiable } else { Answer::Unsatisfiable };
                assert_eq!(session.solve(&assumptions), expected, "limit {limit}, values {values:04b}");
            }
        }
    }

    #[test]
    fn a_limit_below_the_constant_cannot_be_kept() {
        let mut session = Session::new(Budget::unlimited());
        let a = session.new_lit();
        let within = at_most(&mut session, &Objective::new([(a, 2), (!a, 2)]), 1);
        assert_eq!(session.solve(&[within]), Answer::Unsatisfiable);
    }
}
