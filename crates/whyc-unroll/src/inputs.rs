//! The free leaves of the terms, named so that a deeper unrolling meets its old ones again.

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
}

impl InputPool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn get(&mut self, terms: &mut TermStore, key: InputKey) -> TermId {
        *self.term_from_key.entry(key).or_insert_with(|| terms.input(key.sort))
    }
}
