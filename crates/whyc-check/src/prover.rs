//! Who may show that what holds within the bounds holds beyond them.
//!
//! Deepening the bounds comes to an end only where loops do. What holds for every number of rounds is shown in another way, by
//! someone whom this crate does not know; here is what is asked, and what the answer must say.

use std::sync::Arc;
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::{Bounds, LoopId, LoopTable};
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::step::{StepId, Unrolling};
use whyc_unroll::{Failure, Limits};

use crate::certify::Question;
use crate::effort::Units;
use crate::options::Arithmetic;

/// Someone who proves.
pub trait Prover: Send {
    /// Shows that no run of the program, however often its loops go round, violates one of the properties that are asked about,
    /// or comes to something that is not modelled.
    ///
    /// # Errors
    /// If that could not be shown.
    fn prove(&mut self, question: &Unbounded<'_>) -> Result<Proof, Unproved>;
}

/// Why something was not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// Nothing that was tried shows it, or it is not so.
    NotShown,
    /// It would have cost more than was allowed.
    TooMuch,
}

/// What attempts at a proof have come to, for those who want to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempts {
    /// How many there were.
    pub n: u32,
    /// How long they took together.
    pub time: Duration,
    /// What came of the last one, if it was no proof.
    pub last: Option<Unproved>,
}

/// What is to be shown.
#[derive(Clone, Copy)]
pub struct Unbounded<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its properties. Those that are not asked about still end the runs that violate them.
    pub properties: &'a PropertyTable,
    /// Those that are asked about.
    pub asked: &'a [PropertyId],
    /// Its loops.
    pub loops: &'a LoopTable,
    /// How far they were followed.
    pub bounds: &'a Bounds,
    /// Those that some run follows further.
    pub cut: &'a [LoopId],
    /// The functions that some run calls from within themselves more often.
    pub recursions: &'a [FunctionId],
    /// How products are reasoned about.
    pub arith: Arithmetic,
    /// What it may cost.
    pub allowed: Units,
    /// Whether the proof is to be kept, for those who do not believe it.
    pub keeps_question: bool,
    /// Time and memory.
    pub budget: &'a Budget,
}

/// Why no run of a program fails, however often its loops go round.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What always holds at loops, and from which it follows, as far as a person can be told.
    pub invariants: Vec<Invariant>,
    /// For each property whether a run may come to it.
    pub reached: Vec<bool>,
    /// What it rests on, if that was to be kept: about the program whose loops go one round from any state that the invariants
    /// allow.
    pub question: Option<Arc<Question>>,
    /// The program whose loops go one round, to ask more about it; not for programs with functions that call themselves.
    pub any_round: Option<Arc<dyn AnyRound>>,
}

/// A program whose loops go one round from any state that the invariants allow. Whatever some run of the program does can be
/// done there, so what cannot be done there is done by none; what can be done there says nothing.
pub trait AnyRound: std::fmt::Debug + Send + Sync {
    /// Unrolls it, with someone who watches.
    ///
    /// # Errors
    /// If a limit is reached on the way.
    fn unroll(
        &self,
        facts: Facts,
        program: (&Program, &PropertyTable),
        loops: (&LoopTable, &Bounds),
        terms: &mut TermStore,
        limits: &Limits,
        rewrite: &mut dyn Rewrite,
    ) -> Result<Round, Failure>;
}

/// Which invariants are taken to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facts {
    /// All that are known.
    Known,
    /// Those that the proof needs, each if it is chosen.
    Chosen,
}

/// Any round, unrolled.
#[derive(Debug)]
pub struct Round {
    /// The steps.
    pub unrolling: Unrolling,
    /// The steps that assume invariants, each where a loop is entered.
    pub assumed: Vec<StepId>,
    /// For each invariant that is assumed if it is chosen, whether it is: an input (Boolean).
    pub chosen: Vec<TermId>,
    /// What has to be so that they may be assumed, in the order of steps.
    pub promised: Vec<Promised>,
}

/// Where a loop is entered or a round ends: an invariant holds there, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promised {
    /// The invariant, by its place among those that can be chosen.
    pub nth: usize,
    /// The steps before this one come before it.
    pub at: StepId,
    /// The path condition (Boolean).
    pub guard: TermId,
    /// That it holds (Boolean).
    pub cond: TermId,
}

/// Where an invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// Whenever a run comes to the head of a loop.
    AtHead,
    /// Whenever a function is called.
    AtCall,
    /// Whenever a function returns; `result` is what.
    AtReturn,
}

/// Something that always holds somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Where.
    pub holds: Holds,
    /// The loop without its body, or the function.
    pub span: Span,
    /// In which function.
    pub function: String,
    /// What holds.
    pub text: String,
    /// Whether that is an expression of C.
    pub is_expression: bool,
}
