//! What is true, false or unknown of an automaton: level by level, until it is known.

use whyc_base::budget::Budget;
use whyc_modal::evaluate::{Evaluation, Question, evaluate};
use whyc_modal::explain::{Explanation, explain};
use whyc_modal::formula::{Formula, Which};
use whyc_modal::mistake::Mistake;
use whyc_modal::parse::parse;
use whyc_modal::reach::{Asks, ways};
use whyc_modal::system::System;
use whyc_modal::truth::Truth;
use whyc_modal::work::{Limit as ModalLimit, Work};

use crate::abstraction;
use crate::automaton::Automaton;
use crate::effort::{Effort, Limit};
use crate::regions::{self, Class};
use crate::run::{self, Run};

/// What one level says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// How many regions it has.
    pub n_regions: usize,
    /// What it says.
    pub answer: Truth,
}

/// Why no further level was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It is known.
    Known,
    /// All levels that were asked for have been tried.
    Levels,
    /// The next one was too much.
    Limit(Limit),
}

/// What is known of a formula.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What each level says, from 0 on.
    pub levels: Vec<Level>,
    /// The regions of the last level.
    pub classes: Vec<Class>,
    /// Their system.
    pub system: System,
    /// What it says.
    pub evaluation: Evaluation,
    /// Why it says no more, if it does not.
    pub explanation: Option<Explanation>,
    /// A run that shows it, if one run does.
    pub run: Option<Run>,
    /// Why no further level was tried.
    pub ended: Ended,
}

/// Why there is no answer at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The formula is wrong.
    Mistake(Mistake),
    /// Level 0 was too much.
    Limit(Limit),
    /// Evaluating was too much.
    Evaluation(ModalLimit),
}

/// What explanations may cost.
const EXPLAINING: u64 = 100_000_000;

/// What is known of a formula at level `most`, or before.
///
/// # Errors
/// If the formula is wrong, or nothing can be computed.
pub fn answer(automaton: &Automaton, formula: &str, most: usize, budget: &Budget) -> Result<Answer, Failure> {
    let formula = read(formula).map_err(Failure::Mistake)?;
    let effort = Effort::within(budget);
    let mut classes = regions::first(automaton, &effort).map_err(Failure::Limit)?;
    let mut system = abstraction::system(automaton, &classes, &effort).map_err(Failure::Limit)?;
    let mut levels = Vec::new();
    loop {
        let question = Question::new(&formula, &system).map_err(Failure::Mistake)?;
        let evaluation = evaluate(&system, &question, &mut Work::within(budget)).map_err(Failure::Evaluation)?;
        levels.push(Level { n_regions: classes.len(), answer: evaluation.answer });
        let next = match evaluation.answer {
            Truth::True | Truth::False => Err(Ended::Known),
            Truth::Unknown if levels.len() > most => Err(Ended::Levels),
            Truth::Unknown => finer(automaton, &classes, &effort).map_err(Ended::Limit),
        };
        match next {
            Ok(finer) => (classes, system) = finer,
            Err(ended) => {
                let is_known = evaluation.answer.is_definite();
                let explanation = (!is_known).then(|| explain(&system, &question, &Work::of(EXPLAINING, budget)));
                let asks = Asks::of(&formula).filter(|it| it.shown() == evaluation.answer);
                let ways = asks.and_then(|it| ways(&system, it.goal(), &mut Work::within(budget)));
                // An answer is one without a run, too, where that would be too much.
                let run = ways.and_then(|it| run::find(automaton, &classes, &system, &it, &effort).ok().flatten());
                return Ok(Answer { levels, classes, system, evaluation, explanation, run, ended });
            }
        }
    }
}

/// The next level.
fn finer(automaton: &Automaton, classes: &[Class], effort: &Effort<'_>) -> Result<(Vec<Class>, System), Limit> {
    let finer = regions::next(automaton, classes, effort)?;
    let system = abstraction::system(automaton, &finer, effort)?;
    Ok((finer, system))
}

/// A formula that is about what delays and jumps lead to.
fn read(text: &str) -> Result<Formula, Mistake> {
    let formula = parse(text)?;
    let mut open = vec![&formula];
    while let Some(it) = open.pop() {
        if let Formula::Until(which, stay, _) = it
            && (*which == Which::Every || **stay != Formula::Constant(true))
        {
            let message = "of what happens on the way through a delay nothing is said here: EF, AG, fixpoints, <d> and <e> \
                           are understood, but not E(f U g), A(f U g), AF and EG";
            return Err(Mistake::new(0..text.len(), message));
        }
        open.extend(it.parts());
    }
    Ok(formula)
}
