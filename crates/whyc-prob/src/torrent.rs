//! Which paths a way through a folded chain stands for, and the likeliest of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use num_traits::One;

use crate::chain::Chain;
use crate::fold::Folded;
use crate::number::Number;
use crate::work::{Limit, Work};

/// Whether a path behaves as a rail says: it comes to the states of the rail in order, each the first of its part (freshness), and
/// between two of them it stays in the part of the first (inertia). The path ends where the rail does.
#[must_use]
pub fn contains(folded: &Folded, rail: &[usize], path: &[usize]) -> bool {
    let part = |state: usize| folded.parts.of[state];
    let mut at = 0;
    for (k, &state) in rail.iter().enumerate() {
        // The first state of a part is where it stands, so there is only one way to embed the rail.
        let Some(found) = (at..path.len()).find(|&it| part(path[it]) == part(state)) else { return false };
        let is_between = k > 0 && path[at..found].iter().any(|&it| part(it) != part(rail[k - 1]));
        let is_before = k == 0 && found != 0;
        if path[found] != state || is_between || is_before {
            return false;
        }
        at = found + 1;
    }
    at == path.len()
}

/// The likeliest path that a rail stands for, and its probability.
///
/// # Errors
/// If it costs too much.
pub fn likeliest(
    chain: &Chain,
    folded: &Folded,
    rail: &[usize],
    work: &mut Work,
) -> Result<(Vec<usize>, Number), Limit> {
    let mut path: Vec<usize> = rail.first().copied().into_iter().collect();
    let mut mass = Number::one();
    for pair in rail.windows(2) {
        let (states, probability) = within(chain, folded, pair[0], pair[1], work)?;
        path.extend(states);
        mass *= probability;
    }
    Ok((path, mass))
}

/// The likeliest path from a state through its part to a state outside: what comes after the first state, and its probability.
fn within(
    chain: &Chain,
    folded: &Folded,
    from: usize,
    to: usize,
    work: &mut Work,
) -> Result<(Vec<usize>, Number), Limit> {
    let part = folded.parts.of[from];
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut waiting = BinaryHeap::from([(Number::one(), Reverse((0usize, from, from)))]);
    while let Some((mass, Reverse((length, state, previous)))) = waiting.pop() {
        if before.contains_key(&state) {
            continue;
        }
        before.insert(state, previous);
        if state == to {
            let mut path = vec![to];
            while let Some(&previous) = before.get(&path[path.len() - 1]).filter(|&&it| it != from) {
                path.push(previous);
            }
            path.reverse();
            return Ok((path, mass));
        }
        for (next, probability) in &chain.to[state] {
            if (folded.parts.of[*next] == part || *next == to) && !before.contains_key(next) {
                let longer = &mass * probability;
                work.computed(&longer)?;
                waiting.push((longer, Reverse((length + 1, *next, state))));
            }
        }
    }
    unreachable!("a step of the folded chain should have a path in the chain")
}
