//! What an answer may cost, counted in looks at steps: the same input is given up at the same point everywhere.

use std::fmt;

use whyc_base::budget::{Budget, Exhausted};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time, memory or the user.
    Outside(Exhausted),
    /// Too much to look at.
    Work,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Outside(why) => why.fmt(f),
            Limit::Work => f.write_str("the system is too large for this formula: its fixpoints take too many rounds"),
        }
    }
}

impl std::error::Error for Limit {}

/// The units of work for one answer: some ten seconds on a slow machine.
const UNITS: u64 = 2_000_000_000;
/// How often the outside is asked.
const BETWEEN: u64 = 1 << 20;

/// What is left.
#[derive(Clone, Debug)]
pub struct Work {
    left: u64,
    asked_at: u64,
    budget: Budget,
}

impl Work {
    /// The usual amount, within a budget.
    #[must_use]
    pub fn within(budget: &Budget) -> Self {
        Self::of(UNITS, budget)
    }

    /// So many units.
    #[must_use]
    pub fn of(units: u64, budget: &Budget) -> Self {
        Self { left: units, asked_at: units, budget: budget.clone() }
    }

    /// Something was done that costs so much.
    ///
    /// # Errors
    /// If that was too much.
    pub fn spend(&mut self, units: usize) -> Result<(), Limit> {
        let units = units as u64;
        if self.left < units {
            return Err(Limit::Work);
        }
        self.left -= units;
        if self.asked_at - self.left >= BETWEEN {
            self.asked_at = self.left;
            self.budget.check().map_err(Limit::Outside)?;
        }
        Ok(())
    }
}
