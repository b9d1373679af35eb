//! What is done about one part of a question.
//!
//! The first few are cut at once, so that there is something to do for all threads. From then on a part is built under its facts,
//! encoded and asked, within a number of conflicts that grows with its depth; one that is not answered by then is cut again, as
//! long as there is something to cut it by.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use whyc_base::budget::Budget;
use whyc_check::Arithmetic;
use whyc_check::engine::{Engine, Number};
use whyc_check::question::Found;
use whyc_check::splitter::Hard;
use whyc_sat::session::Answer;
use whyc_term::{Assumed, Fact, TermId, TermStore, Valuation};

use crate::ahead;
use crate::elsewhere::Looker;
use crate::family::{Choice, Choices};
use crate::pool::{Done, Path, Step};

/// So often the question is cut before anything is asked.
pub const AT_ONCE: usize = 3;
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

/// What is asked, whatever unrolling it comes from.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The terms.
    pub terms: &'a TermStore,
    /// What is to hold (Boolean).
    pub cond: TermId,
    /// The numbers that come from outside.
    pub numbers: &'a [Number],
    /// How products are reasoned about.
    pub arith: Arithmetic,
}

impl<'a> From<&Hard<'a>> for Question<'a> {
    fn from(hard: &Hard<'a>) -> Self {
        Self { terms: hard.terms, cond: hard.cond, numbers: hard.numbers, arith: hard.arith }
    }
}

/// What came of looking at a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// What became of it.
    pub step: Step<Valuation>,
    /// By what it is cut, if it is.
    pub cut: Option<Choice>,
    /// What it took.
    pub work: u64,
    /// The gates it had.
    pub gates: u64,
}

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
    question: Question<'a>,
    choices: &'a Choices,
    /// Who looks at parts, if not this thread.
    elsewhere: Option<&'a dyn Looker>,
    /// By what each part was cut that was.
    cuts: Mutex<FxHashMap<Path, Choice>>,
    told: Mutex<FxHashMap<Path, Told>>,
}

impl<'a> Parts<'a> {
    /// Nothing has been cut yet.
    #[must_use]
    pub fn new(question: Question<'a>, choices: &'a Choices) -> Self {
        Self { question, choices, elsewhere: None, cuts: Mutex::default(), told: Mutex::default() }
    }

    /// The same, looked at by someone else.
    #[must_use]
    pub fn by(self, looker: &'a dyn Looker) -> Self {
        Self { elsewhere: Some(looker), ..self }
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
        let looked = match self.elsewhere {
            Some(looker) => looker.look(path, &facts, &budget),
            None => look(self.question, self.choices, &facts, AT_ONCE, &budget),
        };
        let told = Told { gates: looked.gates, time: started.elapsed() };
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), told);
        if let Some(choice) = looked.cut {
            self.cuts.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), choice);
        }
        Done { step: looked.step, work: looked.work }
    }
}

/// Answers the part in which `facts` hold, or says by what to cut it. The answer depends on nothing but the question, so that whoever
/// looks says the same.
#[must_use]
pub fn look(question: Question<'_>, choices: &Choices, facts: &[Fact], at_once: usize, budget: &Budget) -> Looked {
    let mut assumed = Assumed::new(question.terms, question.cond, facts);
    match assumed.terms.as_bool(assumed.cond) {
        Some(false) => return Looked { step: Step::Nothing, cut: None, work: 1, gates: 0 },
        Some(true) => {
            let step = Step::Answer(assumed.valuation(&Valuation::new()));
            return Looked { step, cut: None, work: 1, gates: 0 };
        }
        None => {}
    }
    let mut go_on = || budget.check().is_ok();
    let Some(gates) = ahead::gates(&assumed, &mut go_on) else { return ended(budget, 0, 0) };
    let depth = facts.len();
    let can_cut = depth < DEEPEST;
    let cut_now = |assumed: &mut Assumed| cut(question, choices, facts, assumed, gates, budget);
    if depth < at_once
        && can_cut
        && let Some(choice) = cut_now(&mut assumed)
    {
        return Looked { step: Step::Halves, cut: Some(choice), work: 1, gates };
    }
    let open = if can_cut { choices.open(question.terms, &mut assumed, facts, 1) } else { Vec::new() };
    let most = (!open.is_empty()).then(|| limit(depth, at_once));
    let (found, work) = ask(question, Engine::new(budget.clone()), &assumed, most, budget);
    let step = match found {
        Some(Found::Nothing) => Step::Nothing,
        Some(Found::Inputs(valuation)) => Step::Answer(valuation),
        Some(Found::Unknown(reason)) => Step::Unknown(reason),
        None => match cut_now(&mut assumed) {
            Some(choice) => return Looked { step: Step::Halves, cut: Some(choice), work, gates },
            None => return ended(budget, work, gates),
        },
    };
    Looked { step, cut: None, work, gates }
}

/// The answer of one solver to the whole question.
#[must_use]
pub fn whole(question: Question<'_>, engine: Engine, budget: &Budget) -> Option<Found> {
    let assumed = Assumed::new(question.terms, question.cond, &[]);
    ask(question, engine, &assumed, None, budget).0
}

/// By what a part is cut, if there is something.
fn cut(
    question: Question<'_>,
    choices: &Choices,
    facts: &[Fact],
    assumed: &mut Assumed,
    gates: u64,
    budget: &Budget,
) -> Option<Choice> {
    let most = (GATES_AHEAD / gates.max(1)).clamp(2, MOST_CHOICES as u64) as usize;
    let choices = choices.open(question.terms, assumed, facts, most);
    let mut go_on = || budget.check().is_ok();
    ahead::best(question.terms, question.cond, facts, gates, &choices, &mut go_on)
}

/// Asks a solver of its own, within so many conflicts.
fn ask(
    question: Question<'_>,
    mut engine: Engine,
    assumed: &Assumed,
    most: Option<u32>,
    budget: &Budget,
) -> (Option<Found>, u64) {
    engine.arith = question.arith;
    engine.terms = assumed.terms.clone();
    let found = engine.find(assumed.cond, most, true);
    let work = engine.stats().conflicts + 1;
    let found = match found {
        Some(Found::Inputs(here)) => {
            let smaller = if engine.is_steered() { smaller(question, &mut engine, assumed, budget) } else { None };
            let here = smaller.unwrap_or(here);
            Some(Found::Inputs(assumed.valuation(&here)))
        }
        other => other,
    };
    (found, work)
}

/// Smaller inputs, if they are easily found.
fn smaller(question: Question<'_>, engine: &mut Engine, assumed: &Assumed, budget: &Budget) -> Option<Valuation> {
    let here = |number: &Number| Some(Number { value: assumed.input(number.value)?, ..*number });
    let numbers: Vec<Number> = question.numbers.iter().filter_map(here).collect();
    engine.set_budget(budget.clone().with_work(FOR_SMALL));
    match engine.solve_small(&[assumed.cond], &numbers) {
        Answer::Satisfiable => Some(engine.valuation()),
        Answer::Unsatisfiable | Answer::Unknown(_) => None,
    }
}

/// How many conflicts a part of this depth may cost.
fn limit(depth: usize, at_once: usize) -> u32 {
    let times = (at_once..depth).fold(CONFLICTS, |conflicts, _| conflicts + conflicts / 2);
    times.min(u64::from(u32::MAX)) as u32
}

/// A part that was ended: whoever ended it knows why.
#[must_use]
pub fn ended(budget: &Budget, work: u64, gates: u64) -> Looked {
    let reason = budget.check().err().unwrap_or(whyc_base::budget::Exhausted::Interrupted);
    Looked { step: Step::Unknown(reason), cut: None, work, gates }
}
