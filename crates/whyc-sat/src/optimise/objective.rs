//! Weighted sums of literals.

use rustc_hash::FxHashMap;
use rustsat::types::{Lit, Var};

use super::Cost;

/// The sum of the weights of the literals that are true, plus a constant.
///
/// Normal form: each variable occurs at most once, with a positive weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    terms: Vec<(Lit, Cost)>,
    constant: Cost,
}

impl Objective {
    /// The sum of `weight` over all `(literal, weight)` whose literal is true.
    ///
    /// Repeated literals add up; of a literal and its negation one is always true, so that what
    /// their weights have in common becomes part of the constant.
    #[must_use]
    pub fn new(terms: impl IntoIterator<Item = (Lit, u64)>) -> Self {
        let mut order: Vec<Var> = Vec::new();
        let mut weights: FxHashMap<Var, [Cost; 2]> = FxHashMap::default();
        for (lit, weight) in terms {
            let sides = weights.entry(lit.var()).or_insert_with(|| {
                order.push(lit.var());
                [0, 0]
            });
            sides[usize::from(lit.is_neg())] += Cost::from(weight);
        }
        let mut constant = 0;
        let mut terms = Vec::with_capacity(order.len());
        for var in order {
            let [pos, neg] = weights[&var];
            constant += pos.min(neg);
            if pos > neg {
                terms.push((var.pos_lit(), pos - neg));
            } else if neg > pos {
                terms.push((var.neg_lit(), neg - pos));
            }
        }
        Self { terms, constant }
    }

    /// How many of `lits` are true.
    #[must_use]
    pub fn count(lits: impl IntoIterator<Item = Lit>) -> Self {
        Self::new(lits.into_iter().map(|lit| (lit, 1)))
    }

    /// The terms in normal form, in the order in which their variables were first named.
    #[must_use]
    pub fn terms(&self) -> &[(Lit, Cost)] {
        &self.terms
    }

    /// What every assignment costs at least.
    #[must_use]
    pub fn constant(&self) -> Cost {
        self.constant
    }

    /// The cost of the assignment `value`.
    pub fn cost(&self, value: impl Fn(Lit) -> bool) -> Cost {
        self.constant + self.terms.iter().filter(|&&(lit, _)| value(lit)).map(|&(_, weight)| weight).sum::<Cost>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_literals_merge_and_opposite_ones_leave_a_constant() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let objective = Objective::new([(b, 3), (a, 2), (!b, 5), (a, 4), (c, 0), (c, 7), (!c, 7)]);
        assert_eq!(objective.terms(), [(!b, 2), (a, 6)]);
        assert_eq!(objective.constant(), 10);
        assert_eq!(objective.cost(|lit| lit == a || lit == b || lit == !c), 16);
    }

    #[test]
    fn weights_do_not_overflow() {
        let a = Lit::positive(0);
        let objective = Objective::new([(a, u64::MAX), (a, u64::MAX)]);
        assert_eq!(objective.cost(|_| true), 2 * Cost::from(u64::MAX));
    }
}
