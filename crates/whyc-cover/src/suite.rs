//! Few runs that cover as much as all of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::coverage::{Covering, RunEnd};
use crate::goal::Key;

/// The runs that are kept, greedily: the one that covers most of what is left, again and again, first of those that end by themselves; and
/// for each goal the first of them that covers it. Of runs that cover as much, the one with fewer inputs is taken, then the one found first.
#[must_use]
pub fn smallest(runs: Vec<Covering>, asked: &BTreeSet<Key>) -> (Vec<Covering>, BTreeMap<Key, usize>) {
    let mut left: BTreeSet<Key> =
        runs.iter().flat_map(|run| run.keys.iter().copied()).filter(|key| asked.contains(key)).collect();
    let mut kept: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let worth = |at: usize| {
            let n = runs[at].keys.iter().filter(|key| left.contains(key)).count();
            (n > 0 && runs[at].end == RunEnd::Passes, n, usize::MAX - runs[at].inputs.len(), usize::MAX - at)
        };
        let Some(best) = (0..runs.len()).max_by_key(|&at| worth(at)) else { break };
        left.retain(|key| !runs[best].keys.contains(key));
        kept.push(best);
    }
    kept.sort_unstable();
    let mut covered = BTreeMap::new();
    for (number, &at) in kept.iter().enumerate() {
        for &key in runs[at].keys.iter().filter(|key| asked.contains(key)) {
            covered.entry(key).or_insert(number);
        }
    }
    let mut runs: Vec<Option<Covering>> = runs.into_iter().map(Some).collect();
    (kept.into_iter().filter_map(|at| runs[at].take()).collect(), covered)
}
