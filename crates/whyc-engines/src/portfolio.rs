//! Several engines on one hard question: whichever answers first, as far as that makes no difference.
//!
//! That nothing fails is the same whoever says so. Where something fails, the run that is told must not depend on who was faster: it
//! is the one of the solver that was asked first, which goes on beside the others, and if another engine finds one first, it gets all
//! the time there is. [`schedule`](crate::schedule) says who runs, here they do.
//!
//! Two engines that contradict each other are a defect of ours, and are told as one, with both answers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use whyc_base::budget::{Budget, Exhausted};
use whyc_check::engine::Engine;
use whyc_check::question::Found;
use whyc_check::splitter::{First, Hard};
use whyc_term::{InputId, TermStore, Valuation};

use crate::advisor::{Advice, Advisor, Ended, Goal, Problem, Rule};
use crate::family::{Choices, Cuts};
use crate::part::{self, Parts};
use crate::pool::{Path, Pool, Wanted};
use crate::schedule::{Action, Pace, Past, Schedule};
use crate::split;

/// The engine whose runs are told.
pub const ONE: &str = "unrolling";
/// The same with the solver's own habits.
const OTHER: &str = "other solver";
/// By branches.
pub const TUNNELS: &str = "tunnels";
/// By any conditions.
pub const CUBES: &str = "cubes";

const PACE: Pace = Pace { grace: Duration::from_secs(4), full: Duration::from_secs(24) };
/// How often it is looked who runs.
const TICK: Duration = Duration::from_millis(500);
/// No more engines than this at once: a question that is split has the other threads.
const MOST: usize = 3;
/// The stack of a thread; only what is touched costs memory.
const STACK_BYTES: usize = 1 << 26;

/// The advisors of the engines for hard questions, as they are before they have learnt anything: from what was measured.
#[must_use]
pub fn advisors() -> Vec<Advisor> {
    vec![
        Advisor::new(ONE, 4.0, &[""], &[]),
        Advisor::new(OTHER, 2.0, &[""], &[]),
        // Without branches there is nothing to split by, and what is large is copied often.
        Advisor::new(TUNNELS, 2.0, &[""], &[Rule::FewBranches(3, 2.0), Rule::Large(2_000_000, 1.0)]),
        Advisor::new(CUBES, 1.0, &[""], &[Rule::Large(2_000_000, 1.0)]),
    ]
}

/// What came of all of them.
#[derive(Debug)]
pub struct Answered {
    /// The answer.
    pub found: Found,
    /// Who had it first.
    pub won: Option<&'static str>,
    /// Who was tried, with what came of it.
    pub past: Vec<Past>,
    /// The advisors, who have learnt from it.
    pub advisors: Vec<Advisor>,
}

/// One that runs.
struct Contestant {
    engine: &'static str,
    flag: Arc<AtomicBool>,
    parts: Arc<AtomicU64>,
    heard: u64,
}

/// The answer of whoever has it first.
///
/// # Panics
/// If two of them contradict each other.
pub fn find(hard: &Hard<'_>, first: &mut dyn First, advisors: Vec<Advisor>, jobs: usize) -> Answered {
    let choices = Choices::new(hard.terms, hard.cond, hard.unrolling, Cuts::Tunnels);
    let goal = if hard.asks_for_failure { Goal::Either } else { Goal::Proof };
    let size = whyc_term::assumed::cone(hard.terms, hard.cond).len() as u64;
    let problem = Problem { size, branches: choices.n_branches() as u64, goal };
    let limit = jobs.clamp(1, MOST);
    // The seed is part of the question: what runs beside what does not change the answer, and can be seen again.
    let schedule = Schedule::new(advisors, limit, PACE, size);
    let first = Mutex::new(first);
    thread::scope(|scope| Race::new(hard, &first, schedule, jobs, problem).run(scope))
}

struct Race<'a, 'f> {
    hard: &'a Hard<'a>,
    /// The solver that was asked first: it goes on as [`ONE`].
    first: &'a Mutex<&'f mut dyn First>,
    schedule: Schedule,
    jobs: usize,
    problem: Problem,
    started: Instant,
    running: BTreeMap<usize, Contestant>,
    /// Who knows already that there is a run, and which.
    finder: Option<(&'static str, Valuation)>,
}

impl<'a, 'f> Race<'a, 'f> {
    fn new(
        hard: &'a Hard<'a>,
        first: &'a Mutex<&'f mut dyn First>,
        schedule: Schedule,
        jobs: usize,
        problem: Problem,
    ) -> Self {
        let running = BTreeMap::new();
        Self { hard, first, schedule, jobs, problem, started: Instant::now(), running, finder: None }
    }

    fn run<'scope>(mut self, scope: &'scope Scope<'scope, '_>) -> Answered
    where
        'a: 'scope,
        'f: 'scope,
    {
        let (tell, hear) = mpsc::channel();
        // It has come far already, and runs are its own: it makes room for nobody.
        let begun = self.schedule.begin_with(ONE, Duration::ZERO, &self.problem);
        let begun = begun.or_else(|| self.schedule.begin(Duration::ZERO, &self.problem));
        if let Some(Action::Start(id, advice)) = begun {
            self.start(id, &advice, scope, &tell);
        }
        let answer = loop {
            if let Err(reason) = self.hard.budget.check() {
                break (Found::Unknown(reason), None);
            }
            self.tick(scope, &tell);
            match hear.recv_timeout(TICK) {
                Ok((id, found)) => {
                    if let Some(answer) = self.ended(id, found, scope, &tell) {
                        break answer;
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        };
        self.running.values().for_each(|it| it.flag.store(true, Ordering::Relaxed));
        drop(tell);
        // Those that had an answer at the same moment must have the same one.
        let names: BTreeMap<usize, &'static str> = self.running.iter().map(|(id, it)| (*id, it.engine)).collect();
        for (id, late) in hear {
            if let (Some(won), Some(other)) = (answer.1, names.get(&id)) {
                agree(self.hard.terms, (won, &answer.0), (other, &late));
            }
        }
        self.schedule.finish(self.started.elapsed());
        let (found, won) = answer;
        Answered { found, won, past: self.schedule.past, advisors: self.schedule.advisors }
    }

    /// Starts and stops as the schedule says.
    fn tick<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, tell: &Sender<(usize, Found)>)
    where
        'a: 'scope,
        'f: 'scope,
    {
        if self.finder.is_some() {
            return;
        }
        let now = self.started.elapsed();
        for (id, it) in &mut self.running {
            let parts = it.parts.load(Ordering::Relaxed);
            if parts != it.heard {
                it.heard = parts;
                self.schedule.heard(*id, now);
            }
        }
        for action in self.schedule.tick(now, &self.problem) {
            match action {
                Action::Start(id, advice) => self.start(id, &advice, scope, tell),
                Action::Stop(id) => {
                    if let Some(it) = self.running.remove(&id) {
                        it.flag.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    fn start<'scope>(
        &mut self,
        id: usize,
        advice: &Advice,
        scope: &'scope Scope<'scope, '_>,
        tell: &Sender<(usize, Found)>,
    ) where
        'a: 'scope,
        'f: 'scope,
    {
        let (flag, parts) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let it = Contestant { engine: advice.engine, flag: Arc::clone(&flag), parts: Arc::clone(&parts), heard: 0 };
        let (hard, first, engine, here, tell) = (self.hard, self.first, advice.engine, tell.clone(), tell.clone());
        let threads = (self.jobs + 1).saturating_sub(MOST.min(self.jobs)).max(1);
        let work = move || {
            let found = answer(hard, first, engine, threads, hard.budget.clone().ended_by(flag), &parts);
            // Nobody listens any more once there is an answer.
            let _ = tell.send((id, found));
        };
        if thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_err() {
            // No thread could be started: this one asks a single solver.
            let found = answer(hard, first, ONE, 1, hard.budget.clone(), &AtomicU64::new(0));
            let _ = here.send((id, found));
        }
        self.running.insert(id, it);
    }

    /// What follows from what one has said.
    fn ended<'scope>(
        &mut self,
        id: usize,
        found: Found,
        scope: &'scope Scope<'scope, '_>,
        tell: &Sender<(usize, Found)>,
    ) -> Option<(Found, Option<&'static str>)>
    where
        'a: 'scope,
        'f: 'scope,
    {
        // One that was stopped says nothing that counts.
        let it = self.running.remove(&id)?;
        let now = self.started.elapsed();
        match found {
            Found::Unknown(Exhausted::Interrupted) => {
                self.schedule.ended(id, now, Ended::InVain);
                None
            }
            // A limit of one is a limit of all.
            Found::Unknown(reason) => Some((Found::Unknown(reason), None)),
            Found::Nothing => {
                if let Some((finder, run)) = &self.finder {
                    contradiction(self.hard.terms, it.engine, finder, run);
                }
                self.schedule.ended(id, now, Ended::Solved);
                Some((Found::Nothing, Some(it.engine)))
            }
            Found::Inputs(_) if it.engine == ONE => {
                self.schedule.ended(id, now, Ended::Solved);
                let won = self.finder.as_ref().map_or(ONE, |(finder, _)| finder);
                Some((found, Some(won)))
            }
            Found::Inputs(run) => {
                self.schedule.ended(id, now, Ended::Solved);
                self.finder.get_or_insert((it.engine, run));
                let others: Vec<usize> =
                    self.running.iter().filter(|(_, it)| it.engine != ONE).map(|(id, _)| *id).collect();
                for id in others {
                    if let Some(it) = self.running.remove(&id) {
                        it.flag.store(true, Ordering::Relaxed);
                        self.schedule.ended(id, now, Ended::NotNeeded);
                    }
                }
                if self.running.is_empty() {
                    let advice = Advice { engine: ONE, settings: String::new(), setting: 0, fitness: 0.0 };
                    self.start(usize::MAX, &advice, scope, tell);
                }
                None
            }
        }
    }
}

/// What one engine says.
fn answer(
    hard: &Hard<'_>,
    first: &Mutex<&mut dyn First>,
    engine: &str,
    threads: usize,
    budget: Budget,
    n_parts: &AtomicU64,
) -> Found {
    let interrupted = Found::Unknown(Exhausted::Interrupted);
    let cuts = match engine {
        ONE => return first.lock().unwrap_or_else(PoisonError::into_inner).go_on(budget),
        OTHER => {
            return part::whole(hard.into(), Engine::unsteered(budget.clone()), &budget).unwrap_or(interrupted);
        }
        CUBES => Cuts::Cubes,
        _ => Cuts::Tunnels,
    };
    let choices = Choices::new(hard.terms, hard.cond, hard.unrolling, cuts);
    let parts = Parts::new(hard.into(), &choices);
    let pool = Pool { jobs: threads, most: None, wanted: Wanted::Lowest, budget: &budget };
    let whole = pool.run(|path: &Path, budget| {
        let done = parts.look(path, budget);
        n_parts.fetch_add(1, Ordering::Relaxed);
        done
    });
    split::answer(&whole).unwrap_or(interrupted)
}

/// Two answers must not contradict each other.
fn agree(terms: &TermStore, (first, a): (&str, &Found), (second, b): (&str, &Found)) {
    match (a, b) {
        (Found::Nothing, Found::Inputs(run)) => contradiction(terms, first, second, run),
        (Found::Inputs(run), Found::Nothing) => contradiction(terms, second, first, run),
        (Found::Nothing, Found::Nothing)
        | (Found::Inputs(_), Found::Inputs(_))
        | (Found::Unknown(_), _)
        | (_, Found::Unknown(_)) => {}
    }
}

fn contradiction(terms: &TermStore, nothing: &str, finder: &str, run: &Valuation) -> ! {
    /// So many inputs are enough to see which run is meant.
    const FEW: usize = 16;
    let inputs = (0..terms.n_inputs() as u32).map(InputId).filter(|&input| run.bits(input) != 0);
    let inputs: Vec<String> = inputs.take(FEW).map(|input| format!("{input} = {}", run.bits(input))).collect();
    let inputs = if inputs.is_empty() { "all inputs zero".to_owned() } else { inputs.join(", ") };
    panic!(
        "two engines should not contradict each other: {nothing} says that nothing fails, {finder} has found a run that does ({inputs})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_term::Sort;

    #[test]
    #[should_panic(expected = "tunnels says that nothing fails, cubes has found a run that does (in0 = 7)")]
    fn a_contradiction_is_told_with_both_answers() {
        let mut terms = TermStore::new();
        terms.input(Sort::Bits(8));
        let mut run = Valuation::new();
        run.set_bits(InputId(0), 7);
        agree(&terms, (TUNNELS, &Found::Nothing), (CUBES, &Found::Inputs(run)));
    }

    #[test]
    fn one_that_was_ended_contradicts_nobody() {
        let terms = TermStore::new();
        agree(&terms, (TUNNELS, &Found::Nothing), (CUBES, &Found::Unknown(Exhausted::Interrupted)));
        agree(&terms, (TUNNELS, &Found::Inputs(Valuation::new())), (ONE, &Found::Inputs(Valuation::new())));
    }
}
