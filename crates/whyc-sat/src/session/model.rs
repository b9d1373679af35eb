//! A copy of a satisfying assignment.

use rustsat::types::{Lit, Var};

/// The values of all variables that a session had when the model was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    words: Vec<u64>,
}

impl Model {
    /// The model that gives each of the first `n_vars` variables the value `value` says.
    pub(crate) fn from_fn(n_vars: u32, value: impl Fn(Var) -> bool) -> Self {
        let mut words = vec![0u64; n_vars.div_ceil(64) as usize];
        for idx in 0..n_vars {
            if value(Var::new(idx)) {
                words[(idx / 64) as usize] |= 1 << (idx % 64);
            }
        }
        Self { words }
    }

    /// The value of `lit`. Variables made after the model was found are false.
    #[must_use]
    pub fn value(&self, lit: Lit) -> bool {
        let idx = lit.vidx32();
        let word = self.words.get((idx / 64) as usize).copied().unwrap_or(0);
        (word >> (idx % 64) & 1 == 1) != lit.is_neg()
    }
}
