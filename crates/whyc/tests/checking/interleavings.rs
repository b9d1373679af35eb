//! A tiny language of threads, written as C and run in all interleavings, step by step.

use std::collections::HashSet;
use std::fmt::Write as _;

use whyc_tests::rng::Rng;

/// What a thread does.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// An atomic write.
    Set(usize, u8),
    /// An atomic addition.
    Add(usize, u8),
    /// An atomic read, then an atomic write.
    Copy(usize, usize),
    Lock(usize),
    Unlock(usize),
    /// A write that is not atomic.
    PlainSet(u8),
    /// A read and a write that are not atomic.
    PlainAdd(u8),
    /// An atomic addition to the first variable while a lock is held, if it can be had at once.
    Try(usize, u8),
    /// A semaphore that is 1 at first is given, or taken.
    Give,
    Take,
}

/// What a thread does in one step.
#[derive(Clone, Copy, Debug)]
enum Step {
    Store(usize, u8),
    Increase(usize, u8),
    Fetch(usize),
    Put(usize),
    Lock(usize),
    Unlock(usize),
    Write(u8),
    Read,
    WriteSum(u8),
    /// Goes past the next steps, so many, if somebody holds the lock.
    TryLock(usize, usize),
    Give,
    Take,
}

/// A program: what each thread does, and the values of the three variables that should not be there in the end.
pub struct Text {
    threads: Vec<Vec<Action>>,
    bad: [u8; 3],
}

/// How runs can end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    pub races: bool,
    pub deadlocks: bool,
    pub fails: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    fetched: Vec<u8>,
    values: [u8; 3],
    owners: [Option<usize>; 2],
    semaphore: u8,
}

const NAMES: [&str; 2] = ["x", "y"];
const LOCKS: [&str; 2] = ["m", "n"];

/// Sees every state, with the steps of all threads.
type Look<'l> = &'l mut dyn FnMut(&Text, &[Vec<Step>], &State);

impl Text {
    pub fn random(rng: &mut Rng) -> Self {
        let n_threads = if rng.chance(25) { 3 } else { 2 };
        let most = if n_threads == 3 { 2 } else { 3 };
        let threads = (0..n_threads).map(|_| (0..rng.between(1, most)).flat_map(|_| block(rng)).collect()).collect();
        let mut text = Self { threads, bad: [0; 3] };
        // What some run ends with, or a neighbour of it: both answers come up.
        let finals = text.finals();
        let some = finals.get(rng.below(finals.len().max(1))).copied().unwrap_or([0; 3]);
        text.bad = if rng.chance(50) { some } else { [some[0], some[1].wrapping_add(1), some[2]] };
        text
    }

    pub fn in_c(&self) -> String {
        let mut c = String::from(
            "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n\natomic_int x, y;\nint z;\nsem_t s;\n",
        );
        c += "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n";
        for (number, actions) in self.threads.iter().enumerate() {
            let _ = writeln!(c, "void *work{number}(void *unused) {{");
            for action in actions {
                let _ = match *action {
                    Action::Set(at, value) => writeln!(c, "    atomic_store(&{}, {value});", NAMES[at]),
                    Action::Add(at, value) => writeln!(c, "    atomic_fetch_add(&{}, {value});", NAMES[at]),
                    Action::Copy(to, from) => writeln!(c, "    {} = {};", NAMES[to], NAMES[from]),
                    Action::Lock(lock) => writeln!(c, "    pthread_mutex_lock(&{});", LOCKS[lock]),
                    Action::Unlock(lock) => writeln!(c, "    pthread_mutex_unlock(&{});", LOCKS[lock]),
                    Action::PlainSet(value) => writeln!(c, "    z = {value};"),
                    Action::PlainAdd(value) => writeln!(c, "    z = z + {value};"),
                    Action::Try(lock, value) => {
                        let (lock, adds) = (LOCKS[lock], format!("atomic_fetch_add(&x, {value});"));
                        let then = format!("{{ {adds} pthread_mutex_unlock(&{lock}); }}");
                        writeln!(c, "    if (pthread_mutex_trylock(&{lock}) == 0) {then}")
                    }
                    Action::Give => writeln!(c, "    sem_post(&s);"),
                    Action::Take => writeln!(c, "    sem_wait(&s);"),
                };
            }
            c += "    return NULL;\n}\n";
        }
        c += "int main(void) {\n    pthread_t threads[3];\n    sem_init(&s, 0, 1);\n";
        for number in 0..self.threads.len() {
            let _ = writeln!(c, "    pthread_create(&threads[{number}], NULL, work{number}, NULL);");
        }
        for number in 0..self.threads.len() {
            let _ = writeln!(c, "    pthread_join(threads[{number}], NULL);");
        }
        let [x, y, z] = self.bad;
        let _ = writeln!(c, "    assert(!(x == {x} && y == {y} && z == {z}));\n    return 0;\n}}");
        c
    }

    /// What the runs come to.
    pub fn ends(&self) -> Ends {
        let mut ends = Ends::default();
        self.explore(&mut |text, steps, state| {
            ends.races |= text.is_raced(steps, state);
            let is_done = steps.iter().zip(&state.at).all(|(steps, &at)| at == steps.len());
            let can_go_on = (0..steps.len()).any(|thread| step(steps, state, thread).is_some());
            ends.deadlocks |= !is_done && !can_go_on;
            ends.fails |= is_done && state.values == text.bad;
        });
        ends
    }

    fn finals(&self) -> Vec<[u8; 3]> {
        let mut finals = Vec::new();
        self.explore(&mut |_, steps, state| {
            if steps.iter().zip(&state.at).all(|(steps, &at)| at == steps.len()) && !finals.contains(&state.values) {
                finals.push(state.values);
            }
        });
        finals
    }

    fn explore(&self, look: Look<'_>) {
        let steps: Vec<Vec<Step>> =
            self.threads.iter().map(|actions| actions.iter().flat_map(steps_of).collect()).collect();
        let n = steps.len();
        let first = State { at: vec![0; n], fetched: vec![0; n], values: [0; 3], owners: [None; 2], semaphore: 1 };
        let (mut seen, mut todo) = (HashSet::from([first.clone()]), vec![first]);
        while let Some(state) = todo.pop() {
            look(self, &steps, &state);
            for next in (0..n).filter_map(|thread| step(&steps, &state, thread)) {
                if seen.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
    }

    /// Whether two threads are about to access what is not atomic, one of them to write.
    fn is_raced(&self, steps: &[Vec<Step>], state: &State) -> bool {
        let about = steps.iter().zip(&state.at).filter_map(|(steps, &at)| match steps.get(at)? {
            Step::Write(_) | Step::WriteSum(_) => Some(true),
            Step::Read => Some(false),
            Step::Store(..)
            | Step::Increase(..)
            | Step::Fetch(_)
            | Step::Put(_)
            | Step::Lock(_)
            | Step::Unlock(_)
            | Step::TryLock(..)
            | Step::Give
            | Step::Take => None,
        });
        let about: Vec<bool> = about.collect();
        about.len() > 1 && about.contains(&true)
    }
}

/// One or a few actions; what is locked is unlocked.
fn block(rng: &mut Rng) -> Vec<Action> {
    let value = rng.between(1, 2) as u8;
    let (at, other) = if rng.chance(50) { (0, 1) } else { (1, 0) };
    let plain = if rng.chance(50) { Action::PlainSet(value) } else { Action::PlainAdd(value) };
    match rng.below(13) {
        0 | 1 => vec![Action::Set(at, value)],
        2 | 3 => vec![Action::Add(at, value)],
        4 => vec![Action::Copy(at, other)],
        5 | 6 => vec![Action::Lock(0), plain, Action::Unlock(0)],
        7 => vec![Action::Lock(at), Action::Lock(other), plain, Action::Unlock(other), Action::Unlock(at)],
        10 => vec![Action::Try(0, value)],
        11 => vec![Action::Give],
        12 => vec![Action::Take],
        8 => vec![Action::Lock(0), Action::Add(at, value), Action::PlainAdd(1), Action::Unlock(0)],
        _ => vec![plain],
    }
}

fn steps_of(action: &Action) -> Vec<Step> {
    match *action {
        Action::Set(at, value) => vec![Step::Store(at, value)],
        Action::Add(at, value) => vec![Step::Increase(at, value)],
        Action::Copy(to, from) => vec![Step::Fetch(from), Step::Put(to)],
        Action::Lock(lock) => vec![Step::Lock(lock)],
        Action::Unlock(lock) => vec![Step::Unlock(lock)],
        Action::PlainSet(value) => vec![Step::Write(value)],
        Action::PlainAdd(value) => vec![Step::Read, Step::WriteSum(value)],
        Action::Try(lock, value) => vec![Step::TryLock(lock, 2), Step::Increase(0, value), Step::Unlock(lock)],
        Action::Give => vec![Step::Give],
        Action::Take => vec![Step::Take],
    }
}

/// The state after a thread has gone one step; none if it cannot.
fn step(steps: &[Vec<Step>], state: &State, thread: usize) -> Option<State> {
    let mut next = state.clone();
    match *steps[thread].get(state.at[thread])? {
        Step::Store(at, value) => next.values[at] = value,
        Step::Increase(at, value) => next.values[at] += value,
        Step::Fetch(from) => next.fetched[thread] = state.values[from],
        Step::Put(to) => next.values[to] = state.fetched[thread],
        Step::Write(value) => next.values[2] = value,
        Step::Read => next.fetched[thread] = state.values[2],
        Step::WriteSum(value) => next.values[2] = state.fetched[thread] + value,
        Step::Lock(lock) if state.owners[lock].is_some() => return None,
        Step::Lock(lock) => next.owners[lock] = Some(thread),
        Step::Unlock(lock) => next.owners[lock] = None,
        Step::TryLock(lock, others) if state.owners[lock].is_some() => next.at[thread] += others,
        Step::TryLock(lock, _) => next.owners[lock] = Some(thread),
        Step::Give => next.semaphore += 1,
        Step::Take if state.semaphore == 0 => return None,
        Step::Take => next.semaphore -= 1,
    }
    next.at[thread] += 1;
    Some(next)
}
