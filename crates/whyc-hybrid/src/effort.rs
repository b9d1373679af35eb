//! What telling regions apart may cost, counted in comparisons of sets: the same automaton is given up at the same point everywhere.

use std::cell::Cell;
use std::fmt;

use whyc_base::budget::{Budget, Exhausted};

/// Why there are no regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time, memory or the user.
    Outside(Exhausted),
    /// There are too many.
    Regions,
    /// They have too many pieces.
    Pieces,
    /// Comparing them is too much.
    Work,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Outside(why) => why.fmt(f),
            Limit::Regions => write!(f, "more than {MOST_CLASSES} regions would have to be told apart"),
            Limit::Pieces => write!(f, "the regions have more than {MOST_PIECES} pieces"),
            Limit::Work => f.write_str("telling the regions apart takes too long: their bounds are too many"),
        }
    }
}

impl std::error::Error for Limit {}

/// The most regions, and the most polyhedra that they are made of.
pub const MOST_CLASSES: usize = 300;
/// The most polyhedra that they are made of.
pub const MOST_PIECES: usize = 3_000;
/// The units of work for one answer: some twenty seconds on a slow machine.
const UNITS: u64 = 200_000_000;

/// What is left.
#[derive(Clone, Debug)]
pub struct Effort<'a> {
    left: Cell<u64>,
    budget: &'a Budget,
}

impl<'a> Effort<'a> {
    /// The usual amount, within a budget.
    #[must_use]
    pub fn within(budget: &'a Budget) -> Self {
        Self { left: Cell::new(UNITS), budget }
    }

    /// So many constraints are compared with each other.
    ///
    /// # Errors
    /// If that is too much.
    pub fn spend(&self, n_constraints: usize) -> Result<(), Limit> {
        let units = (n_constraints * n_constraints) as u64;
        self.left.set(self.left.get().checked_sub(units).ok_or(Limit::Work)?);
        self.budget.check().map_err(Limit::Outside)
    }
}
