//! Who answers the hard questions of an analysis in parts.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use whyc_check::options::Effort;
use whyc_check::question::Found;
use whyc_check::splitter::{First, Hard, Split, Splitter, WentOn};
use whyc_term::Valuation;

use crate::advisor::Advisor;
use crate::elsewhere::Elsewhere;
use crate::family::{About, Choices, Cuts};
use crate::part::Parts;
use crate::pool::{End, Path, Pool, Step, Wanted, Whole, is_whole};
use crate::portable::Sent;
use crate::portfolio::{self, Answered};
use crate::schedule::Past;
use crate::store::{Corrupt, Store};

/// How many conflicts a question may cost before others get it too where nobody asked for that: about a minute. The first solver goes
/// on and loses nothing, but where it was measured the others were not faster, and each of them takes a core.
const PATIENCE: u32 = 2_000_000;
/// How many before others are given parts of it: a second or two, which is what it costs to ask them.
const PATIENCE_ELSEWHERE: u32 = 20_000;
/// How many where somebody did.
const LITTLE_PATIENCE: u32 = 100;

/// When and how questions are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// The hard ones are given to several engines, of which some split: whoever answers first.
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

/// A question that several engines were given.
#[derive(Clone, Debug)]
pub struct Raced {
    /// Who had the answer first.
    pub won: Option<&'static str>,
    /// Who was tried.
    pub past: Vec<Past>,
    /// How long it took.
    pub time: Duration,
}

/// What was done about hard questions so far; clones are the same log.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Noted>>);

#[derive(Clone, Debug, Default)]
struct Noted {
    asked: Vec<Asked>,
    raced: Vec<Raced>,
    warning: Option<String>,
}

impl Log {
    /// The questions that were split, in order.
    #[must_use]
    pub fn all(&self) -> Vec<Asked> {
        self.noted(|noted| noted.asked.clone())
    }

    /// The questions that several engines were given, in order.
    #[must_use]
    pub fn raced(&self) -> Vec<Raced> {
        self.noted(|noted| noted.raced.clone())
    }

    /// What is wrong with what was learnt before.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.noted(|noted| noted.warning.clone())
    }

    fn noted<T>(&self, look: impl FnOnce(&mut Noted) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Splits the hard questions of an analysis.
#[derive(Clone, Debug)]
pub struct Splitting {
    mode: Mode,
    jobs: usize,
    patience: u32,
    advisors: Vec<Advisor>,
    /// Where what was learnt is kept.
    store: Option<PathBuf>,
    is_taught: bool,
    /// Who looks at parts, if not the threads of this process.
    elsewhere: Option<Arc<dyn Elsewhere>>,
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
        let advisors = portfolio::advisors();
        let (store, elsewhere, log) = (None, None, Log::default());
        Some(Self { mode, jobs, patience, advisors, store, is_taught: false, elsewhere, log })
    }

    /// The same, with these engines alone where several are given a question.
    #[must_use]
    pub fn among(mut self, engines: &[&str]) -> Self {
        self.advisors.retain(|it| engines.contains(&it.engine));
        self
    }

    /// The same, learning from what was kept here, and keeping more.
    #[must_use]
    pub fn learning(self, store: PathBuf) -> Self {
        Self { store: Some(store), ..self }
    }

    /// The same, with parts looked at by others. Where nobody said how to split, it is by branches, and by other conditions where there
    /// are none; and soon, because the others have nothing else to do.
    #[must_use]
    pub fn elsewhere(self, elsewhere: Arc<dyn Elsewhere>) -> Self {
        let patience = if self.mode == Mode::Auto { PATIENCE_ELSEWHERE } else { self.patience };
        Self { elsewhere: Some(elsewhere), patience, ..self }
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

impl Splitting {
    /// Gives a question to several engines.
    fn race(&mut self, hard: &Hard<'_>, first: &mut dyn First) -> Split {
        let started = Instant::now();
        let store = self.store.as_ref().map(|path| (path, Store::load(path)));
        if let (false, Some((path, store))) = (self.is_taught, &store) {
            match store {
                Ok(store) => store.teach(&mut self.advisors),
                Err(Corrupt(why)) => {
                    let warning = format!("{} cannot be used: {why}; nothing was learnt before", path.display());
                    self.log.noted(|noted| noted.warning = Some(warning));
                }
            }
            self.is_taught = true;
        }
        let Answered { found, won, past, advisors } = portfolio::find(hard, first, self.advisors.clone(), self.jobs);
        self.advisors = advisors;
        if let Some((path, store)) = store {
            let mut store = store.unwrap_or_default();
            store.learn(&self.advisors);
            // What cannot be kept is learnt again the next time.
            let _ = store.save(path);
        }
        self.log.noted(|noted| noted.raced.push(Raced { won, past, time: started.elapsed() }));
        // The same whoever was faster.
        Split { found: Some(found), conflicts: u64::from(self.patience), first: WentOn::Beside }
    }
}

impl Splitter for Splitting {
    fn patience(&self, most: Option<u32>) -> Option<u32> {
        // Who races cannot say what a question costs.
        (self.mode != Mode::Auto || most.is_none() || self.elsewhere.is_some()).then_some(self.patience)
    }

    fn find(&mut self, hard: &Hard<'_>, first: &mut dyn First) -> Split {
        if self.mode == Mode::Auto && self.elsewhere.is_none() {
            return self.race(hard, first);
        }
        let started = Instant::now();
        let cuts = match self.mode {
            Mode::Auto | Mode::None => Cuts::Either,
            Mode::Tunnels => Cuts::Tunnels,
            Mode::Cubes => Cuts::Cubes,
        };
        let choices = Choices::new(hard.terms, hard.cond, hard.unrolling, cuts);
        let wanted = if hard.effort == Effort::All && hard.asks_for_failure { Wanted::All } else { Wanted::Lowest };
        let most = hard.most.map(u64::from);
        let Some(elsewhere) = &self.elsewhere else {
            let parts = Parts::new(hard.into(), &choices);
            let pool = Pool { jobs: self.jobs, most, wanted, budget: hard.budget };
            let whole = pool.run(|path, budget| parts.look(path, budget));
            let asked = told(&whole, &parts, hard, self.jobs, started.elapsed());
            self.log.noted(|noted| noted.asked.push(asked));
            return Split { found: answer(&whole), conflicts: whole.work, first: WentOn::Not };
        };
        // What is looked at elsewhere is what was sent, here too: the same numbers mean the same.
        let sent = Sent::new(hard, &choices);
        let looker = elsewhere.open(&sent, hard.budget);
        let parts = Parts::new(sent.portable.question(), &sent.portable.choices).by(&*looker);
        let pool = Pool { jobs: looker.places(), most, wanted, budget: hard.budget };
        let whole = pool.run(|path, budget| parts.look(path, budget));
        let asked = told(&whole, &parts, hard, pool.jobs, started.elapsed());
        self.log.noted(|noted| noted.asked.push(asked));
        let found = answer(&whole).map(|found| match found {
            Found::Inputs(there) => Found::Inputs(sent.valuation(&there)),
            other => other,
        });
        Split { found, conflicts: whole.work, first: WentOn::Not }
    }
}

/// What all parts together say.
pub(crate) fn answer(whole: &Whole<Valuation>) -> Option<Found> {
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
