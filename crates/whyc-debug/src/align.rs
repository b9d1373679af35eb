//! Two runs of one unrolling side by side.
//!
//! All runs within the bounds are valuations of the same steps in the same order, so that nothing has to be
//! guessed: a step that both execute is one pair, and one that only one of them executes stands alone.

use rustc_hash::FxHashMap;

use crate::finding::Pair;
use crate::trace::Key;

/// The steps of two traces, each given by what its steps tell of, in the order of execution.
pub fn pairs(failing: &[Key], passing: &[Key]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(failing.len().max(passing.len()));
    let (mut f, mut p) = (0, 0);
    while f < failing.len() || p < passing.len() {
        let (takes_failing, takes_passing) = match (failing.get(f), passing.get(p)) {
            (Some(one), Some(other)) => (one <= other, other <= one),
            (one, other) => (one.is_some(), other.is_some()),
        };
        pairs.push(Pair { failing: takes_failing.then_some(f), passing: takes_passing.then_some(p) });
        f += usize::from(takes_failing);
        p += usize::from(takes_passing);
    }
    pairs
}

/// Which pair tells of what.
pub fn index(pairs: &[Pair], failing: &[Key], passing: &[Key]) -> FxHashMap<Key, usize> {
    let key = |pair: &Pair| match pair.failing {
        Some(f) => failing.get(f),
        None => pair.passing.and_then(|p| passing.get(p)),
    };
    pairs.iter().enumerate().filter_map(|(k, pair)| Some((*key(pair)?, k))).collect()
}

#[cfg(test)]
mod tests {
    use whyc_base::ids::Id;
    use whyc_unroll::step::StepId;

    use super::*;

    fn keys(of: &[(usize, usize)]) -> Vec<Key> {
        of.iter().map(|&(step, cell)| (StepId::from_index(step), cell)).collect()
    }

    #[test]
    fn steps_of_one_run_stand_alone() {
        let failing = keys(&[(0, 0), (0, 2), (3, 0), (5, 0), (9, 0)]);
        let passing = keys(&[(0, 0), (0, 2), (4, 0), (5, 0)]);
        let pairs = pairs(&failing, &passing);
        let shown: Vec<_> = pairs.iter().map(|pair| (pair.failing, pair.passing)).collect();
        let both = |f, p| (Some(f), Some(p));
        assert_eq!(shown, [both(0, 0), both(1, 1), (Some(2), None), (None, Some(2)), both(3, 3), (Some(4), None)]);
        let index = index(&pairs, &failing, &passing);
        assert_eq!(index.get(&failing[2]), Some(&2));
        assert_eq!(index.get(&passing[2]), Some(&3));
        assert_eq!(index.get(&keys(&[(7, 0)])[0]), None);
    }

    #[test]
    fn nothing_beside_nothing_is_nothing() {
        assert!(pairs(&[], &[]).is_empty());
        assert_eq!(pairs(&[], &keys(&[(1, 0)])), [Pair { failing: None, passing: Some(0) }]);
    }
}
