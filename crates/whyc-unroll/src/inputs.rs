//! The free leaves of the terms, named so that a deeper unrolling meets its old ones again.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;
use whyc_term::{Sort, TermId, TermStore};

/// What makes an input the same in two unrollings of a program: the instruction that asks, how
/// often it has asked before, and which part of an object it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputKey {
    /// The function and instruction that ask.
    pub site: (FunctionId, InstrId),
    /// How often that instruction has been executed before.
    pub occurrence: u32,
    /// The part, in bits from the start of the object.
    pub offset_bits: u64,
    /// The sort.
    pub sort: Sort,
}

/// All inputs made so far. Kept while bounds deepen.
#[derive(Debug, Default)]
pub struct InputPool {
    term_from_key: FxHashMap<InputKey, TermId>,
    /// What is left of what the one run takes that is followed; none where all are.
    taken: Option<VecDeque<u128>>,
}

impl InputPool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The inputs of a single run: what it takes from outside, in order. Everything else that is not known is zero in it.
    #[must_use]
    pub fn of_run(taken: &[u128]) -> Self {
        Self { term_from_key: FxHashMap::default(), taken: Some(taken.iter().copied().collect()) }
    }

    /// What the program asks the outside for.
    pub(crate) fn take(&mut self, terms: &mut TermStore, key: InputKey) -> TermId {
        match (&mut self.taken, key.sort) {
            (Some(taken), Sort::Bits(width)) => {
                let value = taken.pop_front().unwrap_or(0);
                terms.bits(width, if width < 128 { value & ((1 << width) - 1) } else { value })
            }
            _ => self.get(terms, key),
        }
    }

    pub(crate) fn get(&mut self, terms: &mut TermStore, key: InputKey) -> TermId {
        if let (Some(_), Sort::Bits(width)) = (&self.taken, key.sort) {
            return terms.bits(width, 0);
        }
        *self.term_from_key.entry(key).or_insert_with(|| terms.input(key.sort))
    }
}
