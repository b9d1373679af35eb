//! A set of literals that is filled and emptied again and again.
//!
//! A file can name a variable with a large number in few bytes. So only tables that are in proportion to the formula are laid
//! out for every literal there could be; beyond, literals are looked up.

use rustc_hash::FxHashSet;

use crate::dimacs::Formula;
use crate::lit::Lit;

/// A table of up to so many entries is laid out for any formula.
const SMALL: usize = 1 << 16;

/// Some literals.
#[derive(Clone, Debug)]
pub struct Marks {
    dense: Vec<bool>,
    beyond: FxHashSet<Lit>,
    marked: Vec<Lit>,
}

impl Marks {
    /// None yet, laid out for the literals of a formula.
    #[must_use]
    pub fn for_formula(formula: &Formula) -> Self {
        let wanted = 2 * (formula.n_vars() as usize + 1);
        let proportionate = SMALL.max(8 * formula.n_lits());
        let dense = vec![false; wanted.min(proportionate)];
        Self { dense, beyond: FxHashSet::default(), marked: Vec::new() }
    }

    /// Whether a literal is among them.
    #[must_use]
    #[inline]
    pub fn has(&self, lit: Lit) -> bool {
        match self.dense.get(lit.index()) {
            Some(&is_marked) => is_marked,
            None => !self.beyond.is_empty() && self.beyond.contains(&lit),
        }
    }

    /// Adds a literal; whether it is new.
    #[inline]
    pub fn add(&mut self, lit: Lit) -> bool {
        let is_new = match self.dense.get_mut(lit.index()) {
            Some(is_marked) => !std::mem::replace(is_marked, true),
            None => self.beyond.insert(lit),
        };
        if is_new {
            self.marked.push(lit);
        }
        is_new
    }

    /// All of them, in the order in which they came.
    #[must_use]
    pub fn all(&self) -> &[Lit] {
        &self.marked
    }

    /// Takes away all that came after the first `n`.
    pub fn truncate(&mut self, n: usize) {
        for lit in self.marked.drain(n.min(self.marked.len())..) {
            match self.dense.get_mut(lit.index()) {
                Some(is_marked) => *is_marked = false,
                None => {
                    self.beyond.remove(&lit);
                }
            }
        }
    }
}
