//! The ways to the goal in a folded chain, the most probable first.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

use num_traits::{One, Zero};

use crate::chain::Chain;
use crate::fold::Folded;
use crate::number::Number;
use crate::work::{Limit, Work};

/// A way to the goal, and its probability: that of all paths that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rail {
    /// The states, from the start to the goal.
    pub states: Vec<usize>,
    /// The probability.
    pub mass: Number,
}

/// The ways of a folded chain, in order of probability; among equals, by the numbers of their states.
#[derive(Debug)]
pub struct Rails<'a> {
    chain: &'a Chain,
    folded: &'a Folded,
    /// For each state, the probability of the most probable way from it to the goal.
    best: BTreeMap<usize, Number>,
    waiting: BinaryHeap<Waiting>,
}

/// The beginning of a way.
#[derive(Debug, PartialEq, Eq)]
struct Waiting {
    /// The most that a way which begins so can have.
    most: Number,
    states: Vec<usize>,
    mass: Number,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.most.cmp(&other.most).then_with(|| Reverse(&self.states).cmp(&Reverse(&other.states)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Rails<'a> {
    /// The ways of a chain.
    ///
    /// # Errors
    /// If it costs too much.
    pub fn new(chain: &'a Chain, folded: &'a Folded, work: &mut Work) -> Result<Self, Limit> {
        let mut best: BTreeMap<usize, Number> = BTreeMap::new();
        // Parts come after what they lead to.
        for members in &folded.parts.members {
            for &state in members {
                let Some(to) = folded.to.get(&state) else { continue };
                let mut most = if chain.goal[state] { Number::one() } else { Number::zero() };
                for (next, probability) in to.iter().filter(|(next, _)| **next != state) {
                    if let Some(rest) = best.get(next) {
                        let through = probability * rest;
                        work.computed(&through)?;
                        most = most.max(through);
                    }
                }
                best.insert(state, most);
            }
        }
        let mut waiting = BinaryHeap::new();
        if let Some(most) = best.get(&chain.initial).filter(|it| !it.is_zero()) {
            waiting.push(Waiting { most: most.clone(), states: vec![chain.initial], mass: Number::one() });
        }
        Ok(Self { chain, folded, best, waiting })
    }

    /// The next way; nothing if there is none left.
    ///
    /// # Errors
    /// If it costs too much.
    pub fn next(&mut self, work: &mut Work) -> Result<Option<Rail>, Limit> {
        while let Some(Waiting { states, mass, .. }) = self.waiting.pop() {
            let Some(&last) = states.last() else { continue };
            if self.chain.goal[last] {
                return Ok(Some(Rail { states, mass }));
            }
            for (&next, probability) in self.folded.to.get(&last).into_iter().flatten() {
                let rest = self.best.get(&next).filter(|it| !it.is_zero() && next != last);
                let Some(rest) = rest else { continue };
                let mass = &mass * probability;
                let most = &mass * rest;
                work.computed(&most)?;
                work.spend(states.len() as u64 / 16)?;
                let mut longer = states.clone();
                longer.push(next);
                self.waiting.push(Waiting { most, states: longer, mass });
            }
        }
        Ok(None)
    }
}
