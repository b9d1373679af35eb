//! What a system says of a formula: true, false or unknown.

use whyc_base::ids::IdVec;

use crate::formula::Formula;
use crate::mistake::Mistake;
use crate::positive::{Positive, Sign, positive};
use crate::surely::{Steps, surely};
use crate::system::{StateId, System, for_every_state};
use crate::truth::Truth;
use crate::work::{Limit, Work};

/// A formula and its negation, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Question {
    /// The formula.
    pub plain: Positive,
    /// Its negation.
    pub negated: Positive,
}

impl Question {
    /// A question to a system.
    ///
    /// # Errors
    /// If the formula names what the system does not have, or a variable stands under an odd number of negations.
    pub fn new(formula: &Formula, system: &System) -> Result<Self, Mistake> {
        Ok(Self { plain: positive(formula, system, Sign::Plain)?, negated: positive(formula, system, Sign::Negated)? })
    }
}

/// What a system says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// In every state: true if it is true of everything that the state stands for, false if of nothing.
    pub values: IdVec<StateId, Truth>,
    /// Of the whole: true if it is in every state where runs begin, false if it is false in one of them.
    pub answer: Truth,
}

/// What a system says of a formula.
///
/// # Errors
/// If that is too much work.
pub fn evaluate(system: &System, question: &Question, work: &mut Work) -> Result<Evaluation, Limit> {
    let steps = Steps::of(system);
    let holds = surely(&question.plain, &steps, work)?;
    let fails = surely(&question.negated, &steps, work)?;
    let value = |it: StateId| {
        assert!(!(holds[it] && fails[it]), "{it} should not be both");
        if holds[it] {
            Truth::True
        } else if fails[it] {
            Truth::False
        } else {
            Truth::Unknown
        }
    };
    let values = for_every_state(system, value);
    Ok(Evaluation { answer: whole(system, &values), values })
}

fn whole(system: &System, values: &IdVec<StateId, Truth>) -> Truth {
    // The smallest in the order of truth: false somewhere, else unknown somewhere, else true.
    system.initial().map(|it| values[it]).min().unwrap_or(Truth::True)
}
