//! A Markov chain with a goal, cut down to what matters for coming there.

use num_traits::One;

use crate::number::Number;
use crate::schedule::can_reach;

/// A chain in which goals, and what cannot come to one, are stayed in.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The steps from each state.
    pub to: Vec<Vec<(usize, Number)>>,
    /// Where it starts.
    pub initial: usize,
    /// The goals.
    pub goal: Vec<bool>,
    /// What can be come to from the start.
    pub is_reached: Vec<bool>,
}

impl Chain {
    /// The chain with these steps, cut down.
    #[must_use]
    pub fn new(mut to: Vec<Vec<(usize, Number)>>, initial: usize, goal: Vec<bool>) -> Self {
        let n = to.len();
        let can = can_reach(n, |it| to[it].iter().map(|(to, _)| *to).collect(), |it| goal[it]);
        for state in 0..n {
            if goal[state] || !can[state] {
                to[state] = vec![(state, Number::one())];
            }
        }
        let mut is_reached = vec![false; n];
        is_reached[initial] = true;
        let mut stack = vec![initial];
        while let Some(state) = stack.pop() {
            for &(next, _) in &to[state] {
                if !is_reached[next] {
                    is_reached[next] = true;
                    stack.push(next);
                }
            }
        }
        Self { to, initial, goal, is_reached }
    }

    /// Whether a state is never left.
    #[must_use]
    pub fn is_end(&self, state: usize) -> bool {
        self.to[state].iter().all(|(to, _)| *to == state)
    }

    /// The probability of one step.
    #[must_use]
    pub fn step(&self, from: usize, to: usize) -> Option<&Number> {
        self.to[from].iter().find(|(it, _)| *it == to).map(|(_, probability)| probability)
    }

    /// The probability of a finite path; nothing if it is none.
    #[must_use]
    pub fn path(&self, path: &[usize]) -> Option<Number> {
        path.windows(2).try_fold(Number::one(), |all, pair| Some(all * self.step(pair[0], pair[1])?))
    }
}
