//! Facts made of the conditions of the program: what it decides by is often what stays true, from the start, from the first round on,
//! or whenever another condition holds.

use whyc_unroll::cuts::Number;

use super::Fact;

/// No more conditions than this are joined with others.
const MANY_JOINED: usize = 8;

/// Each condition that a round may change, and its negation.
pub(super) fn single(numbers: &[Number], conditions: &[usize]) -> Vec<Fact> {
    let changed = conditions.iter().copied().filter(|&nth| numbers[nth].is_changed);
    changed.flat_map(both).collect()
}

/// One of two conditions; a condition once a number is not what it was where the loop was entered.
pub(super) fn joined(numbers: &[Number], conditions: &[usize], changed: &[usize]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let conditions = &conditions[..conditions.len().min(MANY_JOINED)];
    let either = |one: Fact, other: Fact| Fact::Either(Box::new(one), Box::new(other));
    for (k, &one) in conditions.iter().enumerate() {
        for &other in &conditions[k + 1..] {
            // What no round changes is the same before the loop.
            if numbers[one].is_changed || numbers[other].is_changed {
                facts.extend(both(one).into_iter().flat_map(|a| both(other).map(|b| either(a.clone(), b))));
            }
        }
        if numbers[one].is_changed {
            for &number in changed.iter().take(MANY_JOINED) {
                facts.extend(both(one).map(|holds| either(Fact::Stays(number), holds)));
            }
        }
    }
    facts
}

fn both(nth: usize) -> [Fact; 2] {
    [Fact::Is(nth, true), Fact::Is(nth, false)]
}
