//! Strongly connected parts become single steps: what is left has no circles.

use std::collections::{BTreeMap, BTreeSet};

use crate::chain::Chain;
use crate::parts::{Parts, parts};
use crate::solve::{Row, exits};
use crate::work::{Limit, Work};

/// A chain without circles, beside the parts that were folded.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The parts of the chain; each comes after those that it leads to.
    pub parts: Parts,
    /// What is known of each part that was folded, by its number.
    pub folded: BTreeMap<usize, Part>,
    /// The steps of each state that is kept: those outside of folded parts, and where these are entered.
    pub to: BTreeMap<usize, Row>,
}

/// A part that was folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its states.
    pub members: Vec<usize>,
    /// Those by which it is entered.
    pub inputs: Vec<usize>,
    /// Those outside to which it is left.
    pub outputs: Vec<usize>,
}

/// Folds a chain. Only what can be come to is looked at.
///
/// # Errors
/// If it costs too much.
pub fn fold(chain: &Chain, work: &mut Work) -> Result<Folded, Limit> {
    let n = chain.to.len();
    let next = |it: usize| chain.to[it].iter().map(|(to, _)| *to).collect::<Vec<usize>>();
    let found = parts(n, |it| if chain.is_reached[it] { next(it) } else { Vec::new() });
    let mut entered: BTreeSet<usize> = BTreeSet::from([chain.initial]);
    for from in (0..n).filter(|&it| chain.is_reached[it]) {
        entered.extend(next(from).into_iter().filter(|&to| found.of[to] != found.of[from]));
    }
    let mut folded = BTreeMap::new();
    let mut to = BTreeMap::new();
    for (number, members) in found.members.iter().enumerate() {
        let first = members[0];
        if !chain.is_reached[first] {
            continue;
        }
        // A single state is a part with circles if it can stay and leave.
        let is_circle = members.len() > 1 || (chain.step(first, first).is_some() && !chain.is_end(first));
        if !is_circle {
            to.insert(first, chain.to[first].iter().cloned().collect::<Row>());
            continue;
        }
        let rows: BTreeMap<usize, Row> =
            members.iter().map(|&it| (it, chain.to[it].iter().cloned().collect())).collect();
        let outputs: BTreeSet<usize> =
            members.iter().flat_map(|&it| next(it)).filter(|&it| found.of[it] != number).collect();
        let inputs: Vec<usize> = members.iter().copied().filter(|it| entered.contains(it)).collect();
        let mut solved = exits(rows, work)?;
        for &input in &inputs {
            to.insert(input, solved.remove(&input).unwrap_or_default());
        }
        folded.insert(number, Part { members: members.clone(), inputs, outputs: outputs.into_iter().collect() });
    }
    Ok(Folded { parts: found, folded, to })
}

impl Folded {
    /// The folded part that a state is in.
    #[must_use]
    pub fn part(&self, state: usize) -> Option<&Part> {
        self.folded.get(&self.parts.of[state])
    }
}
