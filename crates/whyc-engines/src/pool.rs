//! A question in parts, on threads: what is found is the same whatever the threads do.
//!
//! A part is answered, or cut in two. Its [`Path`] says which halves it is, from the whole question down; in the order of their
//! paths parts are begun, and the answer is the one of the lowest part that has one. So once a part has an answer, those above it
//! are of no interest and are ended, and those below it are waited for. What a part takes is counted in work; if all parts up to
//! some place have taken too much, the question is given up there, wherever the threads are.
//!
//! That no part has an answer is only said if the parts that said so are all there are ([`is_whole`]).

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use whyc_base::budget::{Budget, Exhausted};

/// Which halves a part is: `false` for the first, from the whole down.
pub type Path = Vec<bool>;

/// How often it is looked whether someone else ends the work.
const LOOK: Duration = Duration::from_millis(20);
/// The stack of a thread; only what is touched costs memory.
const STACK_BYTES: usize = 1 << 26;

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// It has this answer.
    Answer(A),
    /// There is none in it.
    Nothing,
    /// It is to be cut in two.
    Halves,
    /// A limit came first, or it was ended.
    Unknown(Exhausted),
}

/// What was done about a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done<A> {
    /// What became of it.
    pub step: Step<A>,
    /// What it took.
    pub work: u64,
}

/// What is to be done with answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The lowest one.
    Lowest,
    /// One of each part that has one.
    All,
}

/// What became of all parts.
#[derive(Clone, Debug)]
pub struct Whole<A> {
    /// Those that were looked at to an end, by their paths. What is above the lowest answer is left out, where only that was wanted.
    pub parts: BTreeMap<Path, Done<A>>,
    /// Why the others were not.
    pub end: End,
    /// What it took, but for what was of no interest.
    pub work: u64,
}

/// Why no more parts were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All that are of interest were.
    Finished,
    /// They took too much.
    TooMuch,
    /// A limit came first.
    Exhausted(Exhausted),
}

/// What all threads know.
struct State<A> {
    waiting: BTreeMap<Path, ()>,
    running: BTreeMap<Path, Arc<AtomicBool>>,
    done: BTreeMap<Path, Done<A>>,
    stop: Option<End>,
    panic: Option<Box<dyn std::any::Any + Send>>,
}

/// How parts are looked at.
pub struct Pool<'a> {
    /// On how many threads.
    pub jobs: usize,
    /// What the parts may take together.
    pub most: Option<u64>,
    /// What is wanted.
    pub wanted: Wanted,
    /// Time and memory.
    pub budget: &'a Budget,
}

impl Pool<'_> {
    /// Looks at all parts. `look` is told the path of a part and the budget that ends it; what it says may depend on the path
    /// alone.
    ///
    /// # Panics
    /// If `look` does.
    pub fn run<A: Send>(&self, look: impl Fn(&Path, Budget) -> Done<A> + Sync) -> Whole<A> {
        let state = Mutex::new(State {
            waiting: BTreeMap::from([(Path::new(), ())]),
            running: BTreeMap::new(),
            done: BTreeMap::new(),
            stop: None,
            panic: None,
        });
        let changed = Condvar::new();
        thread::scope(|scope| {
            let mut started = 0;
            for _ in 0..self.jobs.max(1) {
                let work = || self.work(&state, &changed, &look);
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                started += usize::from(builder.spawn_scoped(scope, work).is_ok());
            }
            if started == 0 {
                // No thread could be started: this one does it all.
                self.work(&state, &changed, &look);
            }
            self.watch(&state, &changed);
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(panic) = state.panic {
            resume_unwind(panic);
        }
        self.whole(state)
    }

    /// Waits until all is done; ends everything when the budget does.
    fn watch<A>(&self, state: &Mutex<State<A>>, changed: &Condvar) {
        let mut here = lock(state);
        while !here.is_over() {
            if let Err(reason) = self.budget.check() {
                here.end(End::Exhausted(reason));
                changed.notify_all();
            }
            here = changed.wait_timeout(here, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        changed.notify_all();
    }

    /// Takes parts, the lowest first, until there are none.
    fn work<A>(&self, state: &Mutex<State<A>>, changed: &Condvar, look: &impl Fn(&Path, Budget) -> Done<A>) {
        let mut here = lock(state);
        loop {
            if here.is_over() {
                return;
            }
            let next = if here.stop.is_none() { here.waiting.pop_first() } else { None };
            let Some((path, ())) = next else {
                here = changed.wait_timeout(here, LOOK).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let flag = Arc::new(AtomicBool::new(false));
            here.running.insert(path.clone(), Arc::clone(&flag));
            drop(here);
            let looked =
                catch_unwind(AssertUnwindSafe(|| look(&path, self.budget.clone().ended_by(Arc::clone(&flag)))));
            here = lock(state);
            here.running.remove(&path);
            match looked {
                Ok(done) => self.note(&mut here, path, done, flag.load(Ordering::Relaxed)),
                Err(panic) => {
                    here.panic.get_or_insert(panic);
                    here.end(End::Exhausted(Exhausted::Interrupted));
                }
            }
            changed.notify_all();
        }
    }

    fn note<A>(&self, state: &mut State<A>, path: Path, done: Done<A>, was_ended: bool) {
        if self.wanted == Wanted::Lowest && state.lowest().is_some_and(|lowest| *lowest < path) {
            return;
        }
        match done.step {
            Step::Unknown(_) if was_ended => return,
            Step::Unknown(reason) => {
                state.end(End::Exhausted(reason));
                return;
            }
            Step::Halves => {
                for half in [false, true] {
                    state.waiting.insert([&path[..], &[half]].concat(), ());
                }
            }
            Step::Answer(_) | Step::Nothing => {}
        }
        let is_answer = matches!(done.step, Step::Answer(_));
        state.done.insert(path.clone(), done);
        if self.wanted == Wanted::Lowest && is_answer {
            state.forget_above(&path);
        }
        if let Some(most) = self.most
            && state.work_in_order() > most
        {
            state.end(End::TooMuch);
        }
    }

    fn whole<A>(&self, state: State<A>) -> Whole<A> {
        let work = match state.stop {
            Some(End::TooMuch) => self.most.unwrap_or(0),
            Some(End::Finished | End::Exhausted(_)) | None => state.done.values().map(|done| done.work).sum(),
        };
        Whole { parts: state.done, end: state.stop.unwrap_or(End::Finished), work }
    }
}

impl<A> State<A> {
    fn is_over(&self) -> bool {
        self.running.is_empty() && (self.waiting.is_empty() || self.stop.is_some())
    }

    /// Ends everything; the first reason stays.
    fn end(&mut self, why: End) {
        self.stop.get_or_insert(why);
        self.running.values().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    /// The lowest part that has an answer.
    fn lowest(&self) -> Option<&Path> {
        self.done.iter().find(|(_, done)| matches!(done.step, Step::Answer(_))).map(|(path, _)| path)
    }

    /// Parts above one that has an answer are of no interest. What was done about them depends on the threads.
    fn forget_above(&mut self, path: &Path) {
        self.done.retain(|other, _| other <= path);
        self.waiting.retain(|other, ()| other < path);
        for (_, flag) in self.running.iter().filter(|(other, _)| *other > path) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// What the parts took that come before the first one that is not done yet.
    fn work_in_order(&self) -> u64 {
        let open = self.waiting.keys().chain(self.running.keys()).min();
        let done = self.done.iter().filter(|(path, _)| open.is_none_or(|open| *path < open));
        done.map(|(_, done)| done.work).sum()
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether these parts, none of which is within another, are together the whole question.
#[must_use]
pub fn is_whole<'p>(parts: impl IntoIterator<Item = &'p Path>) -> bool {
    let mut parts: Vec<&[bool]> = parts.into_iter().map(Vec::as_slice).collect();
    parts.sort_unstable();
    // The next part begins where the one before it ends: nothing is left out, nothing is there twice.
    let Some(first) = parts.first() else { return false };
    let ends = |path: &[bool]| -> Option<Path> {
        let last = path.iter().rposition(|&half| !half)?;
        Some([&path[..last], &[true]].concat())
    };
    let starts = |path: &[bool], at: &[bool]| {
        path.len() >= at.len() && path[..at.len()] == *at && path[at.len()..].iter().all(|half| !half)
    };
    if !starts(first, &[]) {
        return false;
    }
    for pair in parts.windows(2) {
        match ends(pair[0]) {
            Some(at) if starts(pair[1], &at) => {}
            Some(_) | None => return false,
        }
    }
    parts.last().is_some_and(|path| ends(path).is_none())
}

#[cfg(test)]
mod tests;
