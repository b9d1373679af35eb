//! Facts about what a function returns that calls itself: which case its arguments are in, and what comes of that.

use whyc_unroll::cuts::{Entry, EntryKind};

use super::Fact;

/// No more numbers of the program than this are where cases begin or end, or are told apart from arguments.
const MANY_BOUNDS: usize = 10;

/// That the result is a number, an argument, or so much more or less than that: always, or while an argument is on one side of a number.
pub(super) fn facts(entry: &Entry, bounds: &[i128]) -> Vec<Fact> {
    let Some(result) = entry.numbers.len().checked_sub(1).filter(|_| entry.kind == EntryKind::Ends) else {
        return Vec::new();
    };
    let mut bounds = bounds.to_vec();
    bounds.sort_unstable_by_key(|c| (c.unsigned_abs(), *c));
    bounds.truncate(MANY_BOUNDS);
    let mut facts = Vec::new();
    for case in 0..result {
        let mut sides: Vec<Fact> =
            bounds.iter().flat_map(|&c| [Fact::Lower(case, c), Fact::Lower(case, c + 1)]).collect();
        sides.extend(bounds.iter().flat_map(|&c| [Fact::Upper(case, c), Fact::Upper(case, c - 1)]));
        sides.dedup();
        let mut results: Vec<Fact> = bounds.iter().map(|&c| Fact::OneOf(result, vec![c])).collect();
        for a in 0..result {
            let more = bounds.iter().flat_map(|&c| [c, -c]);
            results.extend(more.map(|c| Fact::Linear(vec![(result, 1), (a, -1)], c)));
        }
        for it in results {
            facts.extend(sides.iter().map(|side| Fact::While(Box::new(side.clone()), Box::new(it.clone()))));
            facts.push(it);
        }
    }
    facts
}
