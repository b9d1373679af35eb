//! What is done about one part of a question.
//!
//! The first few are cut at once, so that there is something to do for all threads. From then on a part is built under its facts,
//! encoded and asked, within a number of conflicts that grows with its depth; one that is not answered by then is cut again, as
//! long as there is something to cut it by.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use whyc_base::budget::Budget;
use whyc_check::engine::{Engine, Number};
use whyc_check::question::Found;
use whyc_check::splitter::Hard;
use whyc_sat::session::Answer;
use whyc_term::{Assumed, Fact, Valuation};

use crate::ahead;
use crate::family::{Choice, Choices};
use crate::pool::{Done, Path, Step};

/// So often the question is cut before anything is asked.
const AT_ONCE: usize = 3;
/// How many conflicts the first parts may cost,
const CONFLICTS: u64 = 20_000;
/// and no part is cut that is so deep.
const DEEPEST: usize = 20;
/// How many choices are looked at, where the question is small,
const MOST_CHOICES: usize = 8;
/// and where it is large, so many gates in all.
const GATES_AHEAD: u64 = 1_500_000;
/// How many conflicts may go into making the inputs of a run small.
const FOR_SMALL: u64 = 20_000;

/// What was done about a part, for those who want to know.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The gates it had.
    pub gates: u64,
    /// The time it took.
    pub time: Duration,
}

/// The parts of one question.
pub struct Parts<'a> {
    hard: &'a Hard<'a>,
    choices: Choices,
    /// By what each part was cut that was.
    cuts: Mutex<FxHashMap<Path, Choice>>,
    told: Mutex<FxHashMap<Path, Told>>,
}

impl<'a> Parts<'a> {
    /// Nothing has been cut yet.
    #[must_use]
    pub fn new(hard: &'a Hard<'a>, choices: Choices) -> Self {
        Self { hard, choices, cuts: Mutex::default(), told: Mutex::default() }
    }

    /// The choices that make a part, with what holds in it.
    #[must_use]
    pub fn family(&self, path: &Path) -> Vec<(Choice, bool)> {
        let cuts = self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        let along = (0..path.len()).map(|depth| cuts.get(&path[..depth]).copied().map(|choice| (choice, !path[depth])));
        along.map_while(|it| it).collect()
    }

    /// What was done about a part.
    #[must_use]
    pub fn told(&self, path: &Path) -> Told {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned().unwrap_or_default()
    }

    /// Answers a part, or cuts it.
    pub fn look(&self, path: &Path, budget: Budget) -> Done<Valuation> {
        let started = Instant::now();
        let facts: Vec<Fact> = self
            .family(path)
            .into_iter()
            .map(|(choice, holds)| if holds { choice.fact } else { choice.fact.negated() })
            .collect();
        let mut assumed = Assumed::new(self.hard.terms, self.hard.cond, &facts);
        let mut told = Told::default();
        let done = self.look_at(path, &facts, &mut assumed, &budget, &mut told);
        told.time = started.elapsed();
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), told);
        done
    }

    fn look_at(
        &self,
        path: &Path,
        facts: &[Fact],
        assumed: &mut Assumed,
        budget: &Budget,
        told: &mut Told,
    ) -> Done<Valuation> {
        match assumed.terms.as_bool(assumed.cond) {
            Some(false) => return Done { step: Step::Nothing, work: 1 },
            Some(true) => return Done { step: Step::Answer(assumed.valuation(&Valuation::new())), work: 1 },
            None => {}
        }
        let mut go_on = || budget.check().is_ok();
        let Some(gates) = ahead::gates(assumed, &mut go_on) else { return ended(budget, 0) };
        told.gates = gates;
        let can_cut = path.len() < DEEPEST;
        if path.len() < AT_ONCE && can_cut && self.cut(path, facts, assumed, gates, budget) {
            return Done { step: Step::Halves, work: 1 };
        }
        let choices = if can_cut { self.choices.open(self.hard.terms, assumed, facts, 1) } else { Vec::new() };
        let most = (!choices.is_empty()).then(|| limit(path.len()));
        let (found, work) = self.ask(assumed, most, budget);
        let step = match found {
            Some(Found::Nothing) => Step::Nothing,
            Some(Found::Inputs(valuation)) => Step::Answer(valuation),
            Some(Found::Unknown(reason)) => Step::Unknown(reason),
            None if self.cut(path, facts, assumed, gates, budget) => Step::Halves,
            None => return ended(budget, work),
        };
        Done { step, work }
    }

    /// The answer of one solver to the whole question.
    #[must_use]
    pub fn whole(&self, engine: Engine, budget: &Budget) -> Option<Found> {
        let assumed = Assumed::new(self.hard.terms, self.hard.cond, &[]);
        self.ask_in(engine, &assumed, None, budget).0
    }

    /// Finds by what a part is cut; whether there is something.
    fn cut(&self, path: &Path, facts: &[Fact], assumed: &mut Assumed, gates: u64, budget: &Budget) -> bool {
        let most = (GATES_AHEAD / gates.max(1)).clamp(2, MOST_CHOICES as u64) as usize;
        let choices = self.choices.open(self.hard.terms, assumed, facts, most);
        let mut go_on = || budget.check().is_ok();
        let Some(choice) = ahead::best(self.hard.terms, self.hard.cond, facts, gates, &choices, &mut go_on) else {
            return false;
        };
        self.cuts.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), choice);
        true
    }

    /// Asks a solver of its own, within so many conflicts.
    fn ask(&self, assumed: &Assumed, most: Option<u32>, budget: &Budget) -> (Option<Found>, u64) {
        self.ask_in(Engine::new(budget.clone()), assumed, most, budget)
    }

    fn ask_in(
        &self,
        mut engine: Engine,
        assumed: &Assumed,
        most: Option<u32>,
        budget: &Budget,
    ) -> (Option<Found>, u64) {
        engine.arith = self.hard.arith;
        engine.terms = assumed.terms.clone();
        let found = engine.find(assumed.cond, most, true);
        let work = engine.stats().conflicts + 1;
        let found = match found {
            Some(Found::Inputs(here)) => {
                let smaller = if engine.is_steered() { self.smaller(&mut engine, assumed, budget) } else { None };
                let here = smaller.unwrap_or(here);
                Some(Found::Inputs(assumed.valuation(&here)))
            }
            other => other,
        };
        (found, work)
    }

    /// Smaller inputs, if they are easily found.
    fn smaller(&self, engine: &mut Engine, assumed: &Assumed, budget: &Budget) -> Option<Valuation> {
        let here = |number: &Number| Some(Number { value: assumed.input(number.value)?, ..*number });
        let numbers: Vec<Number> = self.hard.numbers.iter().filter_map(here).collect();
        engine.set_budget(budget.clone().with_work(FOR_SMALL));
        match engine.solve_small(&[assumed.cond], &numbers) {
            Answer::Satisfiable => Some(engine.valuation()),
            Answer::Unsatisfiable | Answer::Unknown(_) => None,
        }
    }
}

/// How many conflicts a part of this depth may cost.
fn limit(depth: usize) -> u32 {
    let times = (AT_ONCE..depth).fold(CONFLICTS, |conflicts, _| conflicts + conflicts / 2);
    times.min(u64::from(u32::MAX)) as u32
}

/// A part that was ended: whoever ended it knows why.
fn ended(budget: &Budget, work: u64) -> Done<Valuation> {
    let reason = budget.check().err().unwrap_or(whyc_base::budget::Exhausted::Interrupted);
    Done { step: Step::Unknown(reason), work }
}
