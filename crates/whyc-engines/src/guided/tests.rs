//! The search on small systems of threads, each of which is a list of steps.

use super::search::{End, Limits, Reached, Statistics, System, search};

/// A step of a thread, with the number of the place that it is, if it is one.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Sets a variable.
    Set(usize, i64),
    /// Sets a variable to what another one holds, and more.
    Take(usize, usize, i64),
    /// Takes a lock: waits while it is held.
    Lock(usize),
    /// Gives it back.
    Unlock(usize),
    /// Checks what the variables hold.
    Check(fn(&[i64]) -> bool),
}

use Step::{Check, Lock, Set, Take, Unlock};

/// Threads, and the places: a thread and a step each; any of the threads that are alike will do.
struct Threads {
    code: Vec<Vec<Step>>,
    places: Vec<(Kind, usize)>,
    /// Which threads are alike.
    kinds: Vec<Kind>,
    wants_deadlock: bool,
    left: u64,
}

type Kind = usize;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    vars: Vec<i64>,
    locks: Vec<bool>,
    progress: usize,
}

impl Threads {
    fn new(code: Vec<(Kind, Vec<Step>)>, places: &[(Kind, usize)]) -> Self {
        let (kinds, code) = code.into_iter().unzip();
        Self { code, places: places.to_vec(), kinds, wants_deadlock: false, left: 200_000 }
    }

    fn start(&self) -> Reached<State> {
        let state = State { at: vec![0; self.code.len()], vars: vec![0; 8], locks: vec![false; 8], progress: 0 };
        self.reached(self.arrived(state), None, false)
    }

    fn is_place(&self, thread: usize, step: usize, number: usize) -> bool {
        self.places.get(number) == Some(&(self.kinds[thread], step))
    }

    /// Who waits for a lock is there when it is about to take it.
    fn arrived(&self, mut state: State) -> State {
        for thread in 0..self.code.len() {
            let at = state.at[thread];
            if matches!(self.code[thread].get(at), Some(Lock(_))) && self.is_place(thread, at, state.progress) {
                state.progress += 1;
            }
        }
        state
    }

    /// How far the thread that ran last is from the next place.
    fn distance(&self, state: &State, ran: Option<usize>) -> u32 {
        let Some(&(kind, step)) = self.places.get(state.progress) else { return 0 };
        match ran {
            Some(thread) if self.kinds[thread] == kind && state.at[thread] <= step => (step - state.at[thread]) as u32,
            Some(_) | None => u32::MAX,
        }
    }

    fn reached(&self, state: State, ran: Option<usize>, fails: bool) -> Reached<State> {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        (&state.at, &state.vars, &state.locks).hash(&mut hasher);
        let can_run = |thread: usize| match self.code[thread].get(state.at[thread]) {
            None => false,
            Some(Lock(lock)) => !state.locks[*lock],
            Some(_) => true,
        };
        let mut threads = 0..self.code.len();
        let is_stuck = !threads.clone().any(can_run) && threads.any(|it| state.at[it] < self.code[it].len());
        let is_goal = (fails || self.wants_deadlock && is_stuck) && state.progress >= self.places.len();
        let distance = self.distance(&state, ran);
        Reached { key: hasher.finish(), progress: state.progress, distance, is_goal, state }
    }

    /// Looks for a failure along the places.
    fn search(&mut self, seed: u64) -> (bool, Statistics) {
        let first = self.start();
        let (end, statistics) = search(self, first, seed, Limits { store: 100_000 });
        if let End::Found(state) = &end {
            assert!(state.progress >= self.places.len());
        }
        (matches!(end, End::Found(_)), statistics)
    }
}

impl System for Threads {
    type State = State;

    fn successors(&mut self, of: &State) -> Vec<Reached<State>> {
        let mut all = Vec::new();
        for thread in 0..self.code.len() {
            let at = of.at[thread];
            let Some(&step) = self.code[thread].get(at) else { continue };
            let mut state = of.clone();
            let mut fails = false;
            match step {
                Set(var, value) => state.vars[var] = value,
                Take(var, other, more) => state.vars[var] = state.vars[other] + more,
                Lock(lock) if state.locks[lock] => continue,
                Lock(lock) => state.locks[lock] = true,
                Unlock(lock) => state.locks[lock] = false,
                Check(holds) => fails = !holds(&state.vars),
            }
            if !matches!(step, Lock(_)) && self.is_place(thread, at, state.progress) {
                state.progress += 1;
            }
            state.at[thread] += 1;
            // A run ends where it fails, whether that counts or not.
            if fails && state.progress < self.places.len() {
                continue;
            }
            let state = self.arrived(state);
            all.push(self.reached(state, Some(thread), fails));
        }
        self.left = self.left.saturating_sub(all.len() as u64);
        all
    }

    fn is_spent(&self) -> bool {
        self.left == 0
    }
}

const SETTER: Kind = 0;
const CHECKER: Kind = 1;

/// `n` threads set two variables, one after the other; one looks at both, one after the other.
fn reorder(n: usize, places: usize) -> Threads {
    let setter = || (SETTER, vec![Set(0, 1), Set(1, -1)]);
    let fits = |vars: &[i64]| matches!((vars[2], vars[1]), (0, 0) | (1, -1));
    let checker = (CHECKER, vec![Take(2, 0, 0), Check(fits)]);
    let code = (0..n).map(|_| setter()).chain([checker]).collect();
    Threads::new(code, &[(SETTER, 0), (CHECKER, 0), (CHECKER, 1)][..places])
}

#[test]
fn a_list_that_another_thread_changes_while_it_is_gone_through() {
    // 0: how often it was changed; 1: what the iterator knows of that.
    let same = |vars: &[i64]| vars[0] == vars[1];
    let equals = |locked: bool| {
        let all = [Lock(0), Lock(1), Take(1, 0, 0), Set(2, 1), Check(same), Unlock(1), Unlock(0)];
        all.into_iter().filter(|step| locked || !matches!(step, Lock(1) | Unlock(1))).collect::<Vec<_>>()
    };
    let add = || (1, vec![Lock(1), Take(0, 0, 1), Unlock(1)]);
    let places = [(0, 1), (0, 2), (1, 1), (0, 3)];
    for seed in 0..50 {
        let (found, statistics) = Threads::new(vec![(0, equals(false)), add()], &places).search(seed);
        assert!(found && statistics.states < 20, "{statistics:?}");
        let places = places.map(|(kind, step)| (kind, step + usize::from(kind == 0)));
        let (found, statistics) = Threads::new(vec![(0, equals(true)), add()], &places).search(seed);
        assert!(!found && statistics.furthest == 3, "{statistics:?}");
    }
}

#[test]
fn locks_in_different_orders() {
    let one = |kind, first, second| (kind, vec![Lock(first), Lock(second), Unlock(second), Unlock(first)]);
    for seed in 0..50 {
        // The second places are where threads wait: to be about to take the lock is to be there.
        let mut threads = Threads::new(vec![one(0, 0, 1), one(1, 1, 0)], &[(0, 0), (1, 0), (0, 1), (1, 1)]);
        threads.wants_deadlock = true;
        assert!(threads.search(seed).0);
        let mut threads = Threads::new(vec![one(0, 0, 1), one(1, 0, 1)], &[(0, 0), (1, 0), (0, 1), (1, 1)]);
        threads.wants_deadlock = true;
        assert!(!threads.search(seed).0);
    }
}

#[test]
fn a_checker_between_two_writes_is_found_in_three_states_for_each_thread() {
    for n in [2, 5, 8, 10] {
        for seed in 0..100 {
            let (found, statistics) = reorder(n, 3).search(seed);
            assert!(found);
            assert_eq!(statistics.states, 3 * n as u64 + 4, "{n} setters, seed {seed}");
            assert_eq!(statistics.returns, 0);
        }
    }
}

#[test]
fn fewer_places_need_more_states() {
    let states = |places: usize| -> u64 {
        let all = (0..100).map(|seed| reorder(8, places).search(seed));
        all.map(|(found, statistics)| if found { statistics.states } else { panic!("it should be found") }).sum()
    };
    let all: Vec<u64> = (0..=3).map(states).collect();
    // A failure among the successors is seen at once, so that the last place is no more help.
    assert!(all[0] > 2 * all[1] && all[1] > 2 * all[2] && all[2] >= all[3], "{all:?}");
    assert_eq!(all[3], 100 * (3 * 8 + 4));
}

#[test]
fn two_variables_under_a_lock_each() {
    // 0: data1, 1: data2; the reader keeps 2 and 3.
    let fits = |vars: &[i64]| vars[2] == 0 || vars[3] == vars[2] + 1;
    let writer = vec![Lock(0), Set(0, 1), Unlock(0), Lock(1), Take(1, 0, 1), Unlock(1)];
    let reader = vec![Lock(0), Take(2, 0, 0), Unlock(0), Lock(1), Take(3, 1, 0), Unlock(1), Check(fits)];
    let places = [(0, 1), (1, 1), (1, 4)];
    for n in [1, 7, 10] {
        for seed in 0..50 {
            let writers = (0..n).map(|_| (0, writer.clone()));
            let mut threads = Threads::new(writers.chain([(1, reader.clone())]).collect(), &places);
            let (found, statistics) = threads.search(seed);
            assert!(found && statistics.states < 40 * (n + 1), "{n}: {statistics:?}");
        }
    }
}

/// One thread looks, adds and looks again under a lock; the other adds under the lock with the given number.
fn wrong_lock(other: usize) -> Threads {
    let grown = |vars: &[i64]| vars[0] == vars[1] + 1;
    let looks = vec![Lock(0), Take(1, 0, 0), Take(0, 0, 1), Check(grown), Unlock(0)];
    let adds = vec![Lock(other), Take(0, 0, 1), Unlock(other)];
    Threads::new(vec![(0, looks), (1, adds)], &[(0, 1), (1, 1), (0, 2)])
}

#[test]
fn the_wrong_lock() {
    for seed in 0..50 {
        assert!(wrong_lock(1).search(seed).0);
    }
}

#[test]
fn the_right_lock_lets_nothing_be_found() {
    for seed in 0..50 {
        let mut threads = wrong_lock(0);
        let first = threads.start();
        let (end, statistics) = search(&mut threads, first, seed, Limits { store: 100_000 });
        assert_eq!(end, End::Exhausted);
        assert_eq!(statistics.furthest, 2, "the second place is come to only after the third one");
    }
}

#[test]
fn a_small_store_forgets_and_ends() {
    let mut threads = reorder(8, 0);
    let first = threads.start();
    let (_, statistics) = search(&mut threads, first, 1, Limits { store: 3 });
    assert!(statistics.forgotten > 0, "{statistics:?}");
}

#[test]
fn the_same_seed_does_the_same() {
    let once = |seed| reorder(5, 1).search(seed);
    assert_eq!(once(3), once(3));
    assert!((0..20).any(|seed| once(seed) != once(seed + 1)));
}
