//! The wishes of a core-guided search: literals that should be false, and what each costs if true.
//!
//! Invariant: for every model of the constraints that were assumed when the cores were found,
//! its cost is the lower bound plus the weights of the literals here that are true, where an output
//! of a counter is true exactly if the count reaches it. (With settled literals: for every such
//! model in which those are false.)

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::super::Cost;
use super::super::totalizer::Totalizer;
use crate::session::Session;

#[derive(Clone, Debug)]
pub(super) struct Softs {
    /// In the order in which they came up. Those without weight left stay, to keep positions valid.
    softs: Vec<Soft>,
    idx_from_lit: FxHashMap<Lit, usize>,
    counters: Vec<Totalizer>,
    /// Cores that have been paid for but have no counter yet.
    pending: Vec<Pending>,
}

#[derive(Clone, Debug)]
struct Soft {
    /// The literal that costs when it is true.
    lit: Lit,
    weight: Cost,
    /// Whether every better model makes the literal false.
    settled: bool,
    /// The counter and the count whose output this is.
    output: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
struct Pending {
    lits: Vec<Lit>,
    weight: Cost,
}

impl Softs {
    pub(super) fn new(terms: &[(Lit, Cost)]) -> Self {
        let softs: Vec<Soft> =
            terms.iter().map(|&(lit, weight)| Soft { lit, weight, settled: false, output: None }).collect();
        let idx_from_lit = softs.iter().enumerate().map(|(idx, soft)| (soft.lit, idx)).collect();
        Self { softs, idx_from_lit, counters: Vec::new(), pending: Vec::new() }
    }

    /// What `lit` costs when true; 0 once it is settled.
    pub(super) fn weight(&self, lit: Lit) -> Cost {
        self.idx_from_lit.get(&lit).map_or(0, |&idx| match self.softs[idx].settled {
            true => 0,
            false => self.softs[idx].weight,
        })
    }

    /// The literals to assume so that nothing of at least weight `least` has to be paid.
    pub(super) fn wishes(&self, least: Cost) -> impl Iterator<Item = Lit> {
        self.open().filter(move |soft| soft.weight >= least).map(|soft| !soft.lit)
    }

    /// The literals that every better model satisfies.
    pub(super) fn settled(&self) -> impl Iterator<Item = Lit> {
        self.softs.iter().filter(|soft| soft.settled).map(|soft| !soft.lit)
    }

    /// Settles all literals heavier than `gap`: a model in which one is true costs more than the best.
    pub(super) fn settle_above(&mut self, gap: Cost) {
        for soft in &mut self.softs {
            soft.settled |= soft.weight > gap;
        }
    }

    /// Whether nothing lighter than `least` is left to wish for.
    pub(super) fn all_at_least(&self, least: Cost) -> bool {
        self.open().all(|soft| soft.weight >= least)
    }

    /// The weight from which on literals should be wished for next, after `least`.
    ///
    /// Strata are merged while they hold few literals for each different weight: a stratum of
    /// its own for each single weight costs a solve and gains nothing.
    pub(super) fn next_stratum(&self, least: Cost) -> Cost {
        let mut weights: Vec<Cost> = self.open().map(|soft| soft.weight).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let mut n_distinct = 0;
        let mut n_literals = 0;
        for same in weights.chunk_by(|a, b| a == b) {
            n_distinct += 1;
            n_literals += same.len();
            if same[0] < least && 4 * n_literals > 5 * n_distinct {
                return same[0];
            }
        }
        weights.last().copied().unwrap_or(0)
    }

    /// Pays for a core of wishes and weakens them; returns the price.
    pub(super) fn relax(&mut self, session: &mut Session, core: &[Lit]) -> Cost {
        let lits: Vec<Lit> = core.iter().map(|&wish| !wish).collect();
        let price = lits.iter().map(|&lit| self.weight(lit)).min().unwrap_or(0);
        debug_assert!(price > 0, "a core should consist of open wishes");
        for &lit in &lits {
            let idx = self.idx_from_lit[&lit];
            self.softs[idx].weight -= price;
            if let Some((counter, count)) = self.softs[idx].output {
                self.wish_below(session, counter, count + 1, price);
            }
        }
        if lits.len() > 1 {
            self.pending.push(Pending { lits, weight: price });
        }
        price
    }

    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Gives each pending core its counter and wishes that no second literal of it is true;
    /// returns the literals that say so.
    pub(super) fn build_counters(&mut self, session: &mut Session) -> Vec<Lit> {
        let mut outputs = Vec::new();
        for Pending { lits, weight } in std::mem::take(&mut self.pending) {
            self.counters.push(Totalizer::new(&lits));
            outputs.extend(self.wish_below(session, self.counters.len() - 1, 2, weight));
        }
        outputs
    }

    /// The next output of the counter that `output` belongs to, if it is wished for.
    pub(super) fn successor(&self, output: Lit) -> Option<Lit> {
        let (counter, count) = self.softs[*self.idx_from_lit.get(&output)?].output?;
        let next = self.counters[counter].built(count + 1)?;
        (self.weight(next) > 0).then_some(next)
    }

    /// Wishes, with `weight`, that fewer than `count` inputs of `counter` are true.
    fn wish_below(&mut self, session: &mut Session, counter: usize, count: usize, weight: Cost) -> Option<Lit> {
        let totalizer = &mut self.counters[counter];
        if count > totalizer.n_inputs() {
            return None;
        }
        let lit = totalizer.at_least(session, count);
        let idx = *self.idx_from_lit.entry(lit).or_insert_with(|| {
            self.softs.push(Soft { lit, weight: 0, settled: false, output: Some((counter, count)) });
            self.softs.len() - 1
        });
        self.softs[idx].weight += weight;
        Some(lit)
    }

    fn open(&self) -> impl Iterator<Item = &Soft> {
        self.softs.iter().filter(|soft| soft.weight > 0 && !soft.settled)
    }
}
