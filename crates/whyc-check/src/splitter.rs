//! Who may answer a hard question in parts.
//!
//! A question that one solver does not answer soon can be cut into parts that several may look at. How, and on how many threads,
//! is not known here; here is what is asked, and what the answer must be: the same whatever the threads do.

use whyc_base::budget::Budget;
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::Unrolling;

use crate::engine::Number;
use crate::options::{Arithmetic, Effort};
use crate::question::Found;

/// Someone who splits.
pub trait Splitter: Send {
    /// How many conflicts a question may cost before it is handed over, if it may cost no more than `most` in all; nothing if it
    /// is not to be handed over at all.
    fn patience(&self, most: Option<u32>) -> Option<u32>;

    /// Inputs for which a term holds, as small as it is easy within their part; that there are none only if every part was
    /// answered. `first` is the solver that has had the question so far, and may go on with it.
    fn find(&mut self, hard: &Hard<'_>, first: &mut dyn First) -> Split;
}

/// The solver that was asked first.
pub trait First: Send {
    /// Goes on where it was.
    fn go_on(&mut self, budget: Budget) -> Found;
}

/// What the parts of a question brought to light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The answer; nothing if it takes more than about so many conflicts as were allowed.
    pub found: Option<Found>,
    /// How many conflicts it took, but for those in parts that were not needed: the same however many threads there were.
    pub conflicts: u64,
    /// What became of the first solver.
    pub first: WentOn,
}

/// What became of the solver that was asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WentOn {
    /// It was left as it was.
    Not,
    /// It went on beside others, and was perhaps ended by them: what it knows depends on times.
    Beside,
}

/// A hard question.
#[derive(Clone, Copy)]
pub struct Hard<'a> {
    /// The terms.
    pub terms: &'a TermStore,
    /// What is to hold (Boolean).
    pub cond: TermId,
    /// The steps that the question is about.
    pub unrolling: &'a Unrolling,
    /// The numbers that come from outside.
    pub numbers: &'a [Number],
    /// How many conflicts it may cost in all.
    pub most: Option<u32>,
    /// How products are reasoned about.
    pub arith: Arithmetic,
    /// Whether it is wanted of every part whether it can hold there.
    pub effort: Effort,
    /// Whether it is asked for a run that violates something.
    pub asks_for_failure: bool,
    /// Time and memory.
    pub budget: &'a Budget,
}
