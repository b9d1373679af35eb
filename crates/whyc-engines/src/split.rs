//! Who answers the hard questions of an analysis in parts.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use whyc_check::options::Effort;
use whyc_check::question::Found;
use whyc_check::splitter::{Hard, Split, Splitter};
use whyc_term::Valuation;

use crate::family::{About, Choices, Cuts};
use crate::part::Parts;
use crate::pool::{End, Path, Pool, Step, Wanted, Whole, is_whole};

/// How many conflicts a question may cost before it is split where nobody asked for that: some seconds.
const PATIENCE: u32 = 30_000;
/// How many where somebody did.
const LITTLE_PATIENCE: u32 = 100;

/// When and how questions are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// The hard ones, by branches, or by other conditions where there are none.
    #[default]
    Auto,
    /// By branches.
    Tunnels,
    /// By any conditions.
    Cubes,
    /// Never.
    None,
}

impl Mode {
    /// How it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Mode::Auto => "auto",
            Mode::Tunnels => "tunnels",
            Mode::Cubes => "cubes",
            Mode::None => "none",
        }
    }
}

/// What became of a family of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No run of it does what was asked for.
    Refuted,
    /// Some run does.
    Found,
    /// It was not answered.
    Open,
}

/// A family of paths, and what became of it.
#[derive(Clone, Debug)]
pub struct Family {
    /// Which halves it is, from the whole down.
    pub path: Path,
    /// What its runs have in common, each with whether it is so.
    pub about: Vec<(About, bool)>,
    /// What became of it.
    pub state: State,
    /// How many conflicts it took.
    pub conflicts: u64,
    /// How many gates it had.
    pub gates: u64,
    /// How long it took.
    pub time: Duration,
}

/// A question that was split.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Whether it was asked for a run that violates something.
    pub for_failure: bool,
    /// The families, in the order of their paths: the lowest that has a run and those before it, or all.
    pub families: Vec<Family>,
    /// How long cutting took, on all threads together.
    pub cutting: Duration,
    /// Whether all families are there.
    pub is_whole: bool,
    /// On how many threads.
    pub jobs: usize,
    /// How long it took.
    pub time: Duration,
}

/// The questions that were split so far; clones are the same log.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Asked>>>);

impl Log {
    /// All of them, in order.
    #[must_use]
    pub fn all(&self) -> Vec<Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, asked: Asked) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
    }
}

/// Splits the hard questions of an analysis.
#[derive(Clone, Debug)]
pub struct Splitting {
    mode: Mode,
    jobs: usize,
    patience: u32,
    log: Log,
}

impl Splitting {
    /// On so many threads; nobody, if nothing is to be split.
    #[must_use]
    pub fn new(mode: Mode, jobs: usize) -> Option<Self> {
        let patience = match mode {
            Mode::Auto => PATIENCE,
            Mode::Tunnels | Mode::Cubes => LITTLE_PATIENCE,
            Mode::None => return None,
        };
        Some(Self { mode, jobs, patience, log: Log::default() })
    }

    /// The same, after so many conflicts.
    #[must_use]
    pub fn after(self, patience: u32) -> Self {
        Self { patience, ..self }
    }

    /// Where it is noted what was split.
    #[must_use]
    pub fn log(&self) -> Log {
        self.log.clone()
    }
}

impl Splitter for Splitting {
    fn patience(&self) -> u32 {
        self.patience
    }

    fn find(&mut self, hard: &Hard<'_>) -> Split {
        let started = Instant::now();
        let cuts = match self.mode {
            Mode::Auto | Mode::None => Cuts::Either,
            Mode::Tunnels => Cuts::Tunnels,
            Mode::Cubes => Cuts::Cubes,
        };
        let parts = Parts::new(hard, Choices::new(hard.terms, hard.cond, hard.unrolling, cuts));
        let wanted = if hard.effort == Effort::All && hard.asks_for_failure { Wanted::All } else { Wanted::Lowest };
        let pool = Pool { jobs: self.jobs, most: hard.most.map(u64::from), wanted, budget: hard.budget };
        let whole = pool.run(|path, budget| parts.look(path, budget));
        let found = answer(&whole);
        self.log.add(told(&whole, &parts, hard, self.jobs, started.elapsed()));
        Split { found, conflicts: whole.work }
    }
}

/// What all parts together say.
fn answer(whole: &Whole<Valuation>) -> Option<Found> {
    match whole.end {
        End::TooMuch => return None,
        End::Exhausted(reason) => return Some(Found::Unknown(reason)),
        End::Finished => {}
    }
    let lowest = whole.parts.values().find_map(|done| match &done.step {
        Step::Answer(valuation) => Some(valuation.clone()),
        Step::Nothing | Step::Halves | Step::Unknown(_) => None,
    });
    if let Some(valuation) = lowest {
        return Some(Found::Inputs(valuation));
    }
    let refuted = whole.parts.iter().filter(|(_, done)| done.step == Step::Nothing).map(|(path, _)| path);
    assert!(is_whole(refuted), "no part should be without an answer");
    Some(Found::Nothing)
}

fn told(whole: &Whole<Valuation>, parts: &Parts<'_>, hard: &Hard<'_>, jobs: usize, time: Duration) -> Asked {
    let is_cut = |path: &Path| whole.parts.get(path).is_some_and(|done| done.step == Step::Halves);
    let mut families = Vec::new();
    let mut cutting = Duration::ZERO;
    let mut todo = vec![Path::new()];
    while let Some(path) = todo.pop() {
        if is_cut(&path) {
            cutting += parts.told(&path).time;
            todo.extend([true, false].map(|half| [&path[..], &[half]].concat()));
            continue;
        }
        let done = whole.parts.get(&path);
        let state = match done.map(|done| &done.step) {
            Some(Step::Nothing) => State::Refuted,
            Some(Step::Answer(_)) => State::Found,
            Some(Step::Halves | Step::Unknown(_)) | None => State::Open,
        };
        let told = parts.told(&path);
        families.push(Family {
            about: parts.family(&path).into_iter().map(|(choice, holds)| (choice.about, holds)).collect(),
            state,
            conflicts: done.map_or(0, |done| done.work),
            gates: told.gates,
            time: told.time,
            path,
        });
    }
    let is_whole = families.iter().all(|family| family.state != State::Open);
    Asked { for_failure: hard.asks_for_failure, families, cutting, is_whole, jobs, time }
}
