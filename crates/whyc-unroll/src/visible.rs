//! What an expression can see: all of memory but the locals of other activations.
//!
//! Where two evaluations of an expression see the same, they give the same value, whatever the expression is. Who
//! supposes that an expression is another one can rely on that.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::memory::{Base, BaseId, BaseTable, FrameObjects, Slot, slot, split_key};
use crate::trie::Trie;

/// What an expression sees, as terms: where they are the same terms, it is certainly the same.
#[derive(Clone, Debug)]
pub struct Visible {
    memory: Trie<u32>,
    /// The locals of the activation that no pointer can reach, by their position among them.
    own: Vec<(u64, u32)>,
}

/// Storage that has not been written to, whenever it was declared.
const NOT_WRITTEN: u32 = u32::MAX;

impl Visible {
    /// What is seen from the activation that has `objects`.
    pub fn new(memory: &Trie<u32>, objects: &FrameObjects, bases: &BaseTable) -> Self {
        let (first, last) = objects.registers();
        let mut own = memory.range(first, last);
        for (key, value) in &mut own {
            let is_base = slot(split_key(*key).1) == Slot::Base;
            if is_base && matches!(bases.get(BaseId(*value)), Base::Storage { .. }) {
                *value = NOT_WRITTEN;
            }
            *key -= first;
        }
        Self { memory: memory.clone(), own }
    }

    /// Whether `other` is certainly the same.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let is_local = |key: u64| split_key(key).0.is_register();
        let differences = || self.memory.differences(&other.memory);
        self.own == other.own && differences().iter().all(|difference| is_local(difference.key))
    }

    /// The same number for what is the same.
    #[must_use]
    pub fn mark(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.own.hash(&mut hasher);
        hasher.finish()
    }
}
