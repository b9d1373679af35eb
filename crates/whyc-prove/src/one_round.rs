//! What a proof is about, for those who want to know more: the program with its loops cut where the invariants hold.

use whyc_check::{AnyRound, Facts, Promised, Round};
use whyc_ir::program::Program;
use whyc_ir::property::PropertyTable;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::cuts::{Entry, Forgotten, LoopCuts};
use whyc_unroll::loops::{Bounds, LoopTable};
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::{Failure, InputPool, Limits, unroll_cut};

use crate::changes::Where;
use crate::templates::{Fact, Values};

/// Where loops are cut, what is forgotten there, and what is known.
#[derive(Debug)]
pub struct OneRound {
    at: Where,
    forgotten: Vec<Forgotten>,
    known: Vec<(usize, Fact)>,
    needed: Vec<(usize, Fact)>,
}

impl OneRound {
    /// Of a proof by the `needed` facts; none where functions are cut, too: what is looked at then is several pieces, and no run.
    pub fn new(
        at: &Where,
        forgotten: Vec<Forgotten>,
        known: Vec<(usize, Fact)>,
        needed: Vec<(usize, Fact)>,
    ) -> Option<Self> {
        at.functions.is_empty().then(|| Self { at: at.clone(), forgotten, known, needed })
    }
}

impl AnyRound for OneRound {
    fn unroll(
        &self,
        facts: Facts,
        (program, properties): (&Program, &PropertyTable),
        (loops, bounds): (&LoopTable, &Bounds),
        terms: &mut TermStore,
        limits: &Limits,
        rewrite: &mut dyn Rewrite,
    ) -> Result<Round, Failure> {
        let (facts, chosen) = match facts {
            Facts::Known => (&self.known, Vec::new()),
            Facts::Chosen => (&self.needed, self.needed.iter().map(|_| terms.input(Sort::Bool)).collect::<Vec<_>>()),
        };
        let heads = self.at.heads.clone();
        let mut cuts = LoopCuts { heads, forgotten: self.forgotten.clone(), ..LoopCuts::default() };
        let mut assume = |terms: &mut TermStore, at: usize, entry: &Entry| {
            let now: Vec<TermId> = entry.numbers.iter().map(|number| number.any).collect();
            let mut all = terms.bool_const(true);
            for (nth, (_, fact)) in facts.iter().enumerate().filter(|(_, (loop_at, _))| *loop_at == at) {
                let holds = fact.term(terms, Values { numbers: &entry.numbers, now: &now, head: None });
                let holds = chosen.get(nth).map_or(holds, |&chosen| terms.implies(chosen, holds));
                all = terms.and(all, holds);
            }
            all
        };
        let mut inputs = InputPool::new();
        let (given, assume) = (&mut cuts, &mut assume);
        let unrolling =
            unroll_cut(program, properties, loops, bounds, terms, &mut inputs, limits, given, assume, Some(rewrite))?;
        // Where it was stopped, something is missing.
        if cuts.stop.is_some() {
            return Err(Failure::TooMuchWork);
        }
        let assumed = cuts.entries.iter().map(|entry| entry.at).collect();
        let promised = if chosen.is_empty() { Vec::new() } else { promised(terms, facts, &cuts) };
        Ok(Round { unrolling, assumed, chosen, promised })
    }
}

/// What has to hold where loops are entered and where rounds end, in the order of steps.
fn promised(terms: &mut TermStore, facts: &[(usize, Fact)], cuts: &LoopCuts) -> Vec<Promised> {
    let mut all = Vec::new();
    for (nth, (at, fact)) in facts.iter().enumerate() {
        let Some(entry) = cuts.entries.get(*at) else { continue };
        let mut add = |at, guard, now: &[TermId]| {
            let cond = fact.term(terms, Values { numbers: &entry.numbers, now, head: None });
            all.push(Promised { nth, at, guard, cond });
        };
        let first: Vec<TermId> = entry.numbers.iter().map(|number| number.entry).collect();
        add(entry.at, entry.guard, &first);
        entry.rounds.iter().for_each(|round| add(round.at, round.guard, &round.values));
    }
    all.sort_by_key(|it| it.at);
    all
}
