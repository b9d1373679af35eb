//! Guided search: runs of the program, driven along some places in their order, and on to a failure if one is asked for.
//!
//! Where the formula of all runs is too large, one run may still be found by looking for it: greedily, forward, with what comes next
//! of the places as the only guide. What is found is a run; that nothing is found says nothing. [`search`] is the search itself, which
//! knows neither programs nor threads, `store` what it may come back to; `runs` makes states of prefixes of runs, each of which ends
//! where the next input is due (a thread's turn is an input, too), `record` what is kept of one, and `distance` says how far it is to the next place.
//!
//! After Rungta and Mercer, A Meta Heuristic for Effectively Detecting Concurrency Errors (2008); where the paper leaves something open or
//! would lose states, `search` says what is done instead.

pub mod search;

mod store;

mod distance;

mod record;

mod runs;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use whyc_check::effort::Units;
use whyc_check::scout::{Scene, Scout, Scouted};

use crate::guided::runs::Runs;
use crate::guided::search::{End, Limits, Statistics, search};

/// How many states it may come back to.
const STORE: usize = 100_000;
/// What it may spend before anything else is tried, if it was asked for by its name: some seconds.
const AT_ONCE: Units = Units(100_000_000);

/// What the search has done so far; clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Guiding(Arc<Mutex<Numbers>>);

/// In numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// How often it was begun, each time with another seed.
    pub attempts: u64,
    /// What the last attempt did.
    pub last: Statistics,
    /// How many places there are.
    pub places: usize,
    /// Whether it found a run.
    pub found: bool,
    /// How long all attempts took.
    pub time: Duration,
}

impl Guiding {
    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The search as an engine.
#[derive(Debug, Default)]
pub struct Guided {
    told: Guiding,
    at_once: bool,
}

impl Guided {
    /// Nothing was looked for yet; `at_once` if it is to look before all others.
    #[must_use]
    pub fn new(at_once: bool) -> Self {
        Self { told: Guiding::default(), at_once }
    }

    /// What it does.
    #[must_use]
    pub fn told(&self) -> Guiding {
        self.told.clone()
    }
}

impl Scout for Guided {
    fn at_once(&self) -> Units {
        if self.at_once { AT_ONCE } else { Units(0) }
    }

    fn knows_what_counts(&self) -> bool {
        true
    }

    fn look(&mut self, scene: &Scene<'_>, allowed: Units) -> Option<Scouted> {
        let started = Instant::now();
        let mut numbers = self.told.numbers();
        let mut runs = Runs::new(scene, allowed.0, numbers.attempts);
        let first = runs.start();
        let (end, statistics) = search(&mut runs, first, numbers.attempts, Limits { store: STORE });
        let found = match end {
            End::Found(point) => {
                let smaller = runs.smaller(&point);
                Some(runs.scouted(&smaller))
            }
            End::Exhausted | End::Stopped => None,
        };
        numbers.attempts += 1;
        numbers.last = statistics;
        numbers.places = runs.n_places();
        numbers.found = found.is_some();
        numbers.time += started.elapsed();
        *self.told.0.lock().unwrap_or_else(PoisonError::into_inner) = numbers;
        found
    }
}

#[cfg(test)]
mod tests;
