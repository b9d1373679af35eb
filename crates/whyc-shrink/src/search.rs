//! Asking whether subsets are interesting: once each, several at a time, until somebody says stop.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::subset::Subset;

/// How often it is looked whether somebody said stop, while questions are being answered.
const TICK: Duration = Duration::from_millis(20);

/// Whether a subset is still interesting. The same subset should always have the same answer: then so has the whole search,
/// however many questions are asked at a time.
pub trait Question: Sync {
    /// Whether what is kept is interesting. Once `stop` is set nobody waits for the answer any more, and it does not count.
    fn is_interesting(&self, kept: &Subset, stop: &Stop) -> bool;
}

impl<F: Fn(&Subset, &Stop) -> bool + Sync> Question for F {
    fn is_interesting(&self, kept: &Subset, stop: &Stop) -> bool {
        self(kept, stop)
    }
}

/// Says that an answer is not waited for any more. Clones say the same.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
}

impl Stop {
    /// One that is set with this flag.
    #[must_use]
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag }
    }

    /// Sets it.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for whoever checks nothing else.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many different subsets were asked about.
    pub tests: u64,
    /// How many atoms the best subset has.
    pub kept: usize,
    /// How many atoms there are.
    pub atoms: usize,
}

/// Why a search came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There was nothing left to try.
    Done,
    /// Somebody said stop; what is kept is interesting all the same.
    Stopped,
}

/// A search: what is known, what may be asked at once, and who may stop it.
pub struct Search<'a> {
    question: &'a dyn Question,
    jobs: usize,
    stop: Stop,
    /// What is known, also of subsets that were asked about in vain.
    known: FxHashMap<Subset, bool>,
    /// The subsets that one question at a time would have asked about.
    asked: FxHashSet<Subset>,
    listener: Option<Box<dyn FnMut(Progress) + 'a>>,
}

impl<'a> Search<'a> {
    /// A search that asks one question at a time, and that nobody stops.
    pub fn new(question: &'a dyn Question) -> Self {
        Self {
            question,
            jobs: 1,
            stop: Stop::default(),
            known: FxHashMap::default(),
            asked: FxHashSet::default(),
            listener: None,
        }
    }

    /// The same, with up to `jobs` questions at once. The result is the same.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// The same, ended when `stop` is set.
    #[must_use]
    pub fn ended_by(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// The same; `listener` is told each time that something could be left out, and each time that nothing could.
    #[must_use]
    pub fn telling(mut self, listener: impl FnMut(Progress) + 'a) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// How many different subsets were asked about. Questions that were asked beforehand and turned out not to be needed
    /// do not count, so that the number does not depend on how many are asked at once.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.asked.len() as u64
    }

    /// Whether the search came to its end by itself.
    #[must_use]
    pub fn ended(&self) -> Ended {
        if self.stop.is_set() { Ended::Stopped } else { Ended::Done }
    }

    /// Whether a subset is interesting; no, if the search was stopped.
    pub fn is_interesting(&mut self, kept: &Subset) -> bool {
        self.first_interesting(1, &|_| kept.clone()).is_some()
    }

    /// The first of `n` candidates that is interesting; none, if the search was stopped. Those after it may be asked about
    /// while it is not known whether those before it are interesting; they are stopped when that is known.
    pub fn first_interesting(&mut self, n: usize, candidate: &(dyn Fn(usize) -> Subset + Sync)) -> Option<usize> {
        let mut position = 0;
        while position < n && !self.stop.is_set() {
            // What is known already needs no thread.
            let next = candidate(position);
            match self.known.get(&next) {
                Some(&is_it) => {
                    self.asked.insert(next);
                    if is_it {
                        return Some(position);
                    }
                    position += 1;
                }
                None if self.jobs == 1 => {
                    let is_it = self.question.is_interesting(&next, &self.stop);
                    if self.stop.is_set() {
                        return None;
                    }
                    self.asked.insert(next.clone());
                    self.known.insert(next, is_it);
                }
                None => self.ask_ahead(position, n, candidate),
            }
        }
        None
    }

    /// Asks about candidates from `position` on, until the first that is interesting is known.
    fn ask_ahead(&mut self, position: usize, n: usize, candidate: &(dyn Fn(usize) -> Subset + Sync)) {
        let (question, jobs) = (self.question, self.jobs.min(n - position));
        let (next, first) = (AtomicUsize::new(position), AtomicUsize::new(usize::MAX));
        let running: Mutex<BTreeMap<usize, Stop>> = Mutex::default();
        let (known, stop) = (&self.known, &self.stop);
        let (answers, received) = mpsc::channel();
        // Who is first and who is running change together: a question that is noted after an answer came knows of it.
        let lock = || running.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |answers: mpsc::Sender<(Subset, bool)>| {
            loop {
                let mine = next.fetch_add(1, Ordering::Relaxed);
                if mine >= n || stop.is_set() {
                    return;
                }
                let subset = candidate(mine);
                let stopped = Stop::default();
                {
                    let mut running = lock();
                    if mine > first.load(Ordering::Relaxed) {
                        return;
                    }
                    running.insert(mine, stopped.clone());
                }
                let answer = known.get(&subset).copied().unwrap_or_else(|| question.is_interesting(&subset, &stopped));
                {
                    let mut running = lock();
                    running.remove(&mine);
                    if stopped.is_set() {
                        continue;
                    }
                    if answer {
                        first.fetch_min(mine, Ordering::Relaxed);
                        running.range(mine + 1..).for_each(|(_, later)| later.set());
                    }
                }
                if answers.send((subset, answer)).is_err() {
                    return;
                }
            }
        };
        let found = std::thread::scope(|scope| {
            for _ in 0..jobs {
                let answers = answers.clone();
                scope.spawn(|| work(answers));
            }
            drop(answers);
            let mut found = Vec::new();
            loop {
                match received.recv_timeout(TICK) {
                    Ok(answer) => found.push(answer),
                    Err(mpsc::RecvTimeoutError::Timeout) if stop.is_set() => {
                        lock().values().for_each(Stop::set);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => return found,
                }
            }
        });
        self.known.extend(found);
    }

    /// Tells how far the search is.
    pub(crate) fn tell(&mut self, kept: &Subset) {
        let progress = Progress { tests: self.tests(), kept: kept.len(), atoms: kept.n_atoms() };
        if let Some(listener) = &mut self.listener {
            listener(progress);
        }
    }
}
