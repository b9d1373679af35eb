//! Greedy depth-first search with two tiers: to come to the next place beats everything; among equals, to be nearer to it.
//!
//! From a state, only its immediate successors are compared; all others go to a store of bounded size. Where a state has no new
//! successors, the search comes back to one of them, rather to one that has come through many places.
//!
//! What is otherwise than published: each tier has its own least distance; a state is known only with how far it has come, so that one
//! that is reached again behind more places is not lost; where all places have been come through, no successor is in the first
//! tier; the levels that are come back to are those that have something, 0 among them, each as likely as one more than its number.
//! A place is come to by whoever is about to be at it for what may wait, and has been there for the rest: that is for systems to say.

use rustc_hash::FxHashSet;

use crate::guided::store::Store;
use crate::rng::Rng;

/// What is searched.
pub trait System {
    /// A state.
    type State;

    /// The states that come right after one.
    fn successors(&mut self, of: &Self::State) -> Vec<Reached<Self::State>>;

    /// Whether no more may be done.
    fn is_spent(&self) -> bool {
        false
    }
}

/// A state, and what the search has to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached<S> {
    /// The state.
    pub state: S,
    /// Two states with one key are the same.
    pub key: u64,
    /// Through how many of the places the way to it has come.
    pub progress: usize,
    /// How far it is from there to the next one.
    pub distance: u32,
    /// Whether it is what is looked for.
    pub is_goal: bool,
}

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many states may be come back to.
    pub store: usize,
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<S> {
    /// With what was looked for.
    Found(S),
    /// There is nothing left to come back to.
    Exhausted,
    /// No more may be done.
    Stopped,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many states were made, the first one included.
    pub states: u64,
    /// How often the search came back to an earlier one.
    pub returns: u64,
    /// How many states were forgotten for want of room.
    pub forgotten: u64,
    /// The most places that were come through.
    pub furthest: usize,
}

/// Looks for a goal from `first` on. The same seed does the same.
pub fn search<T: System>(
    system: &mut T,
    first: Reached<T::State>,
    seed: u64,
    limits: Limits,
) -> (End<T::State>, Statistics) {
    let mut rng = Rng::new(seed.wrapping_add(1));
    let mut statistics = Statistics { states: 1, furthest: first.progress, ..Statistics::default() };
    let mut visited = FxHashSet::from_iter([(first.key, first.progress)]);
    let mut store = Store::new(limits.store);
    let mut current = Some(first);
    while let Some(state) = current {
        if state.is_goal {
            return (End::Found(state.state), statistics);
        }
        if system.is_spent() {
            return (End::Stopped, statistics);
        }
        let all = system.successors(&state.state);
        statistics.states += all.len() as u64;
        let mut new: Vec<Reached<T::State>> = Vec::new();
        for one in all {
            if visited.insert((one.key, one.progress)) {
                statistics.furthest = statistics.furthest.max(one.progress);
                new.push(one);
            }
        }
        let best = best(&new, state.progress, &mut rng);
        let chosen = best.map(|at| new.swap_remove(at));
        for other in new {
            let tie = rng.any();
            statistics.forgotten += u64::from(store.put(other.progress, other.distance, tie, other));
        }
        current = chosen.or_else(|| {
            let back = store.take(&mut rng);
            statistics.returns += u64::from(back.is_some());
            back
        });
    }
    (End::Exhausted, statistics)
}

/// Which of the successors is the best: of those that have come on if there are any, else of all; one of the nearest, whichever.
fn best<S>(new: &[Reached<S>], progress: usize, rng: &mut Rng) -> Option<usize> {
    if let Some(goal) = new.iter().position(|it| it.is_goal) {
        return Some(goal);
    }
    let comes_on = |it: &Reached<S>| it.progress > progress;
    let is_first_tier = new.iter().any(comes_on);
    let pool = || new.iter().enumerate().filter(move |(_, it)| !is_first_tier || comes_on(it));
    let least = pool().map(|(_, it)| it.distance).min()?;
    let nearest: Vec<usize> = pool().filter(|(_, it)| it.distance == least).map(|(at, _)| at).collect();
    nearest.get(rng.below(nearest.len().max(1) as u64) as usize).copied()
}
