//! Where the work of an unrolling went: by instruction and by loop.

use rustc_hash::FxHashMap;
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;

use crate::loops::LoopId;

/// What some place in the program cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How often execution came there.
    pub visits: u64,
    /// The steps made there.
    pub steps: u64,
    /// The terms made there.
    pub terms: u64,
}

/// Where the work of an unrolling went.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// By instruction.
    pub at: FxHashMap<(FunctionId, InstrId), Cost>,
    /// How often each loop went back, all in all.
    pub rounds: FxHashMap<LoopId, u64>,
    /// Steps and terms by instruction, what it calls included: each counts once, however often a function calls itself.
    pub inclusive: FxHashMap<(FunctionId, InstrId), u64>,
    /// Steps and terms of all.
    pub total: u64,
}

impl Work {
    /// One visit of an instruction.
    pub(crate) fn add(&mut self, function: FunctionId, instr: InstrId, steps: usize, terms: usize) {
        let cost = self.at.entry((function, instr)).or_default();
        cost.visits += 1;
        cost.steps += steps as u64;
        cost.terms += terms as u64;
        self.total += steps as u64 + terms as u64;
    }

    /// Work that an instruction did, or had done by what it calls.
    pub(crate) fn add_inclusive(&mut self, function: FunctionId, instr: InstrId, amount: u64) {
        *self.inclusive.entry((function, instr)).or_default() += amount;
    }

    /// What each function cost, those that it calls included.
    #[must_use]
    pub fn inclusive_by_function(&self) -> FxHashMap<FunctionId, u64> {
        let mut sums: FxHashMap<FunctionId, u64> = FxHashMap::default();
        for (&(function, _), amount) in &self.inclusive {
            *sums.entry(function).or_default() += amount;
        }
        sums
    }

    /// What a part of a function cost, from one instruction to another, what it calls included.
    #[must_use]
    pub fn inclusive_between(&self, function: FunctionId, first: InstrId, last: InstrId) -> u64 {
        let is_inside = |at: InstrId| first <= at && at <= last;
        let inside = self.inclusive.iter().filter(|((f, at), _)| *f == function && is_inside(*at));
        inside.map(|(_, amount)| amount).sum()
    }

    /// What each function cost, those that it calls not included, the most expensive one first.
    #[must_use]
    pub fn by_function(&self) -> Vec<(FunctionId, Cost)> {
        let mut sums: FxHashMap<FunctionId, Cost> = FxHashMap::default();
        for (&(function, _), cost) in &self.at {
            let sum = sums.entry(function).or_default();
            sum.visits += cost.visits;
            sum.steps += cost.steps;
            sum.terms += cost.terms;
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_by_key(|&(function, cost)| (std::cmp::Reverse(cost.steps + cost.terms), function.0));
        sums
    }
}
