//! A shorter specification that says the same.

use whyc_base::budget::Budget;

use crate::ask::Answer;
use crate::change::{occurrences, replaced, replaced_everywhere, simplified};
use crate::syntax::Expr;
use crate::vacuity::{Towards, differs};

/// How many changes are tried.
const MANY: usize = 3_000;

/// Leaves out what can be left out, the most at a time, until nothing can; properties that become true are no more.
#[must_use]
pub fn simplest(spec: &[Expr], budget: &Budget) -> Vec<Expr> {
    let mut spec: Vec<Expr> = spec.iter().map(simplified).collect();
    let mut n_tried = 0;
    while let Some(shorter) = shorter(&spec, budget, &mut n_tried) {
        spec = shorter;
    }
    let all = spec.clone();
    spec.retain(|it| *it.placeless().to_string() != *"true");
    if spec.is_empty() { all[..1].to_vec() } else { spec }
}

fn size(spec: &[Expr]) -> usize {
    spec.iter().map(Expr::size).sum()
}

fn shorter(spec: &[Expr], budget: &Budget, n_tried: &mut usize) -> Option<Vec<Expr>> {
    let mut candidates: Vec<Vec<Expr>> = Vec::new();
    for (at, expr) in spec.iter().enumerate() {
        for occurrence in occurrences(expr) {
            for value in [true, false] {
                let new = Expr::constant(value);
                let mut one = spec.to_vec();
                one[at] = simplified(&replaced(expr, &occurrence.path, &new));
                candidates.push(one);
                let plain = occurrence.expr.placeless();
                candidates.push(spec.iter().map(|it| simplified(&replaced_everywhere(it, &plain, &new))).collect());
            }
        }
    }
    candidates.retain(|it| size(it) < size(spec));
    candidates.sort_by_key(|it| size(it));
    candidates.dedup();
    candidates.into_iter().find(|candidate| {
        *n_tried += 1;
        *n_tried <= MANY && budget.check().is_ok() && says_the_same(spec, candidate, budget)
    })
}

/// Whether no run tells two specifications apart; not if nobody knows.
pub(crate) fn says_the_same(spec: &[Expr], other: &[Expr], budget: &Budget) -> bool {
    let differs = |towards: Towards| differs(spec, other, towards, budget);
    differs(Towards::Stronger) == Answer::No && differs(Towards::Weaker) == Answer::No
}
