//! What a proof is about, for those who want to know more: the program with its loops cut where the invariants hold.

use whyc_check::AnyRound;
use whyc_ir::program::Program;
use whyc_ir::property::PropertyTable;
use whyc_term::TermStore;
use whyc_unroll::cuts::{Entry, Forgotten, LoopCuts};
use whyc_unroll::loops::{Bounds, LoopTable};
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::step::Unrolling;
use whyc_unroll::{Failure, InputPool, Limits, unroll_cut};

use crate::attempt::{Where, assumed};
use crate::templates::Fact;

/// Where loops are cut, what is forgotten there, and what is known.
#[derive(Debug)]
pub struct OneRound {
    at: Where,
    forgotten: Vec<Forgotten>,
    facts: Vec<(usize, Fact)>,
}

impl OneRound {
    /// Of a proof by these facts; none where functions are cut, too: what is looked at then is several pieces, and no run.
    pub fn new(at: &Where, forgotten: Vec<Forgotten>, facts: Vec<(usize, Fact)>) -> Option<Self> {
        at.functions.is_empty().then(|| Self { at: at.clone(), forgotten, facts })
    }
}

impl AnyRound for OneRound {
    fn unroll(
        &self,
        program: &Program,
        properties: &PropertyTable,
        (loops, bounds): (&LoopTable, &Bounds),
        terms: &mut TermStore,
        limits: &Limits,
        rewrite: &mut dyn Rewrite,
    ) -> Result<Unrolling, Failure> {
        let heads = self.at.heads.clone();
        let mut cuts = LoopCuts { heads, forgotten: self.forgotten.clone(), ..LoopCuts::default() };
        let mut assume = |terms: &mut TermStore, nth: usize, entry: &Entry| assumed(terms, &self.facts, nth, entry);
        let mut inputs = InputPool::new();
        let (given, assume) = (&mut cuts, &mut assume);
        let unrolling =
            unroll_cut(program, properties, loops, bounds, terms, &mut inputs, limits, given, assume, Some(rewrite))?;
        // Where it was stopped, something is missing.
        match cuts.stop {
            None => Ok(unrolling),
            Some(_) => Err(Failure::TooMuchWork),
        }
    }
}
