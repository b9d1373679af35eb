//! How much may be spent on the other properties once one has failed, and on a proof.
//!
//! Effort is counted in conflicts of the solver, in steps of unrolling and in clauses, never in seconds: the same
//! input gives the same output on every machine.

use whyc_base::status::Reason;
use whyc_sat::session::Stats;

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

/// Work of all kinds in one number, so that one engine's can be set against another's. One is about as long as the solver takes to
/// find that a literal follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Units(pub u64);

impl Units {
    /// An instruction executed or a step made by unrolling, with the terms it makes.
    pub const STEP: u64 = 50;
    /// A clause made and given to the solver.
    pub const CLAUSE: u64 = 10;
    /// A question to the solver, however easy.
    pub const CALL: u64 = 1_000;
    /// What is put into clauses between two looks at whether to go on: some thousand nodes of three clauses or so.
    pub const LOOK: u64 = 4096 * 3 * Self::CLAUSE;
    /// A conflict, where it has to be said beforehand how much that is.
    pub const CONFLICT: u64 = 500;

    /// What a solver and an unrolling have done.
    #[must_use]
    pub fn of(solver: &Stats, steps: u64) -> Self {
        let Stats { clauses, calls, propagations, .. } = *solver;
        Self(propagations + calls * Self::CALL + clauses * Self::CLAUSE + steps * Self::STEP)
    }

    /// Two times as much.
    #[must_use]
    pub fn twice(self) -> Self {
        Self(self.0.saturating_mul(2))
    }

    /// What is left of it.
    #[must_use]
    pub fn minus(self, spent: Self) -> Self {
        Self(self.0.saturating_sub(spent.0))
    }
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

    /// What may be spent on questions before it is asked whether there is another way, if `spent` was spent so far.
    #[must_use]
    pub fn for_hard_questions(spent: Spent) -> Self {
        let conflicts = spent.conflicts + spent.conflicts.max(LEAST.conflicts);
        Allowance::UpTo(Spent { conflicts, steps: u64::MAX, clauses: u64::MAX })
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
