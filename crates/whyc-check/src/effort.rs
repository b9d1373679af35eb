//! How much may be spent on the other properties once one has failed.
//!
//! Effort is counted in conflicts of the solver, in steps of unrolling and in clauses, never in seconds: the same
//! input gives the same output on every machine.

use whyc_base::status::Reason;

use crate::options::Effort;

/// What has been done, in work that is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Instructions executed and steps made by unrolling.
    pub steps: u64,
    /// Clauses given to the solver.
    pub clauses: u64,
}

/// This much is always allowed: it takes a fraction of a second.
const LEAST: Spent = Spent { conflicts: 4_000, steps: 40_000, clauses: 400_000 };

/// What may be spent until the end.
#[derive(Clone, Copy, Debug, Default)]
pub enum Allowance {
    /// Whatever it takes.
    #[default]
    Unlimited,
    /// Nothing more.
    Nothing,
    /// Up to so much in all.
    UpTo(Spent),
}

impl Allowance {
    /// What may be spent from the first violation on, which has cost `spent`.
    #[must_use]
    pub fn after_violation(effort: Effort, spent: Spent) -> Self {
        match effort {
            Effort::First => Allowance::Nothing,
            Effort::All => Allowance::Unlimited,
            Effort::Modest => Allowance::UpTo(Spent {
                conflicts: spent.conflicts + spent.conflicts.max(LEAST.conflicts),
                steps: spent.steps + spent.steps.max(LEAST.steps),
                clauses: spent.clauses + spent.clauses.max(LEAST.clauses),
            }),
        }
    }

    /// How many conflicts are left, `None` for as many as it takes.
    ///
    /// # Errors
    /// If there is nothing left.
    pub fn conflicts(self, spent: Spent) -> Result<Option<u32>, Reason> {
        match self {
            Allowance::Unlimited => Ok(None),
            Allowance::Nothing => Err(Reason::FirstOnly),
            Allowance::UpTo(most) if spent.conflicts >= most.conflicts || spent.clauses >= most.clauses => {
                Err(Reason::Effort)
            }
            Allowance::UpTo(most) => Ok(Some((most.conflicts - spent.conflicts).min(u64::from(u32::MAX)) as u32)),
        }
    }

    /// How many steps are left.
    #[must_use]
    pub fn steps(self, spent: Spent) -> u64 {
        match self {
            Allowance::Unlimited => u64::MAX,
            Allowance::Nothing => 0,
            Allowance::UpTo(most) => most.steps.saturating_sub(spent.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modest_effort_is_as_much_again_but_never_next_to_nothing() {
        let at = |conflicts| Spent { conflicts, steps: 10, clauses: 10 };
        let left = |first, now| Allowance::after_violation(Effort::Modest, at(first)).conflicts(at(now));
        assert_eq!(left(0, 0), Ok(Some(LEAST.conflicts as u32)));
        assert_eq!(left(50_000, 50_000), Ok(Some(50_000)));
        assert_eq!(left(50_000, 100_000), Err(Reason::Effort));
        assert_eq!(Allowance::after_violation(Effort::First, at(9)).conflicts(at(9)), Err(Reason::FirstOnly));
        assert_eq!(Allowance::after_violation(Effort::All, at(9)).conflicts(at(9)), Ok(None));
        assert_eq!(Allowance::after_violation(Effort::All, at(9)).steps(at(9)), u64::MAX);
    }
}
