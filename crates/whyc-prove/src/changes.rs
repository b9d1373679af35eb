//! What the rounds of loops change: found once, for all attempts that cut the same loops.

use std::collections::BTreeSet;

use whyc_check::Unbounded;
use whyc_check::effort::Units;
use whyc_check::engine::Engine;
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::cuts::{Entry, Forgotten, LoopCuts, Stop};
use whyc_unroll::step::Unrolling;
use whyc_unroll::{Failure, InputPool, Limits, unroll_cut};

use crate::constants::Constants;
use crate::relevant::Relevant;
use crate::samples::Samples;
use crate::work::Work;

/// How often a program is unrolled until it is known what the rounds of its loops change.
const MOST_UNROLLINGS: usize = 60;
/// More loops that are entered than this are not looked at.
const MOST_ENTRIES: usize = 24;
/// Terms that one unrolling may make.
const MOST_TERMS: usize = 1_500_000;
/// Which part of what may be spent goes into runs that refute facts.
const FOR_SAMPLES: u64 = 8;

/// Simplifying what is said before the first search makes long searches shorter; where less may be spent, it would cost more than that.
const SIMPLIFIED: Units = Units(300_000);

/// What is cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Where {
    /// The heads of loops.
    pub heads: BTreeSet<(FunctionId, InstrId)>,
    /// Functions that call themselves.
    pub functions: BTreeSet<FunctionId>,
}

/// What rounds change.
pub struct Changes {
    /// For each loop that is entered.
    pub forgotten: Vec<Forgotten>,
    /// What of it matters.
    pub relevant: Relevant,
    terms: TermStore,
    unrolling: Unrolling,
    cuts: LoopCuts,
    samples: Option<Samples>,
}

impl Changes {
    /// What the rounds of the loops change, and what of that matters; nothing if that cannot be told.
    pub fn find(question: &Unbounded<'_>, at: &Where, work: &mut Work) -> Option<Self> {
        let (mut engine, mut inputs) = (new_engine(question), InputPool::new());
        let mut forgotten = Vec::new();
        for _ in 0..MOST_UNROLLINGS {
            let mut assume = |terms: &mut TermStore, _: usize, _: &Entry| terms.bool_const(true);
            let before = std::mem::take(&mut forgotten);
            let (unrolling, mut cuts) = unroll(question, at, before, &mut engine, &mut inputs, work, &mut assume)?;
            match cuts.stop {
                None if cuts.entries.len() > MOST_ENTRIES => return None,
                None => {
                    let unrolling = unrolling?;
                    let relevant = Relevant::new(&engine.terms, &unrolling, &cuts);
                    let forgotten = std::mem::take(&mut cuts.forgotten);
                    return Some(Self { forgotten, relevant, terms: engine.terms, unrolling, cuts, samples: None });
                }
                Some(Stop::ChangesMore) => forgotten = cuts.forgotten,
                Some(Stop::Refused(_)) => return None,
            }
        }
        None
    }

    /// What numbers are at the heads in some runs.
    pub fn samples(&mut self, constants: &Constants, work: &mut Work) -> Samples {
        let Self { terms, unrolling, cuts, samples, .. } = self;
        let taken = samples.get_or_insert_with(|| {
            // Parts that have nothing to do with each other are no run.
            if !cuts.parts.is_empty() {
                return Samples::default();
            }
            let most = work.left.0 / FOR_SAMPLES;
            let (samples, looked_at) = Samples::take(terms, unrolling, &cuts.entries, constants, most);
            work.spend(Units(looked_at));
            samples
        });
        taken.clone()
    }
}

/// A solver for one attempt.
pub fn new_engine(question: &Unbounded<'_>) -> Engine {
    let new = if question.allowed < SIMPLIFIED { Engine::hasty } else { Engine::unsteered };
    let mut engine = new(question.budget.clone());
    engine.arith = question.arith;
    engine
}

/// The program with cut loops, unrolled as far as `cuts` does not stop it; nothing if a limit was reached.
pub fn unroll(
    question: &Unbounded<'_>,
    at: &Where,
    forgotten: Vec<Forgotten>,
    engine: &mut Engine,
    inputs: &mut InputPool,
    work: &mut Work,
    assume: &mut dyn FnMut(&mut TermStore, usize, &Entry) -> TermId,
) -> Option<(Option<Unrolling>, LoopCuts)> {
    let limits = Limits {
        budget: question.budget.clone(),
        ask_after: usize::MAX,
        work: work.left.0 / Units::STEP,
        terms: MOST_TERMS,
    };
    let mut cuts =
        LoopCuts { heads: at.heads.clone(), functions: at.functions.clone(), forgotten, ..LoopCuts::default() };
    let Unbounded { program, properties, loops, bounds, .. } = *question;
    let terms = &mut engine.terms;
    let unrolled = unroll_cut(program, properties, loops, bounds, terms, inputs, &limits, &mut cuts, assume, None);
    match unrolled {
        Ok(unrolling) => {
            work.spend(Units(unrolling.effort * Units::STEP));
            Some((Some(unrolling), cuts))
        }
        Err(_) if cuts.stop.is_some() => {
            work.spend(Units(cuts.effort * Units::STEP));
            Some((None, cuts))
        }
        Err(stopped) => {
            if stopped == Failure::TooMuchWork {
                *work = Work::allowed(Units::default());
            }
            None
        }
    }
}
