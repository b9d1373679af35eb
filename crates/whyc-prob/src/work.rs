//! What an answer may cost, counted in arithmetic on large numbers: the same input is given up at the same point everywhere.

use std::fmt;

use whyc_base::budget::{Budget, Exhausted};

use crate::number::Number;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time, memory or the user.
    Outside(Exhausted),
    /// Too much arithmetic.
    Arithmetic,
    /// Too many steps of runs of a program.
    Runs,
    /// Too many states.
    States(usize),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Outside(why) => why.fmt(f),
            Limit::Arithmetic => f.write_str("the exact numbers became too large to compute with"),
            Limit::Runs => f.write_str(
                "the runs of the program together take too many steps: it has too many states, or they are too deep",
            ),
            Limit::States(n) => write!(f, "there are more than {n} states"),
        }
    }
}

/// The units of work for one answer: about half a minute on a slow machine.
const UNITS: u64 = 40_000_000;
/// How often the outside is asked.
const BETWEEN: u64 = 4_096;

/// What is left.
#[derive(Debug)]
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
    pub fn spend(&mut self, units: u64) -> Result<(), Limit> {
        if self.left < units {
            return Err(Limit::Arithmetic);
        }
        self.left -= units;
        if self.asked_at - self.left >= BETWEEN {
            self.asked_at = self.left;
            self.budget.check().map_err(Limit::Outside)?;
        }
        Ok(())
    }

    /// A number was computed.
    ///
    /// # Errors
    /// If that was too much.
    pub fn computed(&mut self, number: &Number) -> Result<(), Limit> {
        let words = (number.numer().bits() + number.denom().bits()) / 64;
        // The greatest common divisor takes the square of the length.
        self.spend(1 + words + words * words / 8)
    }
}
