//! What the search for places may cost. It is counted in work, never in seconds: the same input gives the same answer on
//! every machine.

use whyc_sat::session::Stats;

/// An amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Instructions executed and steps made by unrolling.
    pub steps: u64,
    /// Terms made by unrolling.
    pub terms: usize,
    /// Conflicts of the solver, in formulas of a usual size: see [`Work::conflicts_of`].
    pub conflicts: u64,
    /// So many changes together, unless somebody asks for a number.
    pub faults: usize,
}

/// Formulas of so many clauses are of a usual size.
const USUAL_CLAUSES: u64 = 50_000;
/// To make so many clauses takes as long as a conflict.
const CLAUSES_PER_CONFLICT: u64 = 50;

impl Work {
    /// Where places are all that there is to say.
    pub const USUAL: Work = Work { steps: 10_000_000, terms: 5_000_000, conflicts: 300_000, faults: 2 };
    /// Where a change is known with which everything is right: there is no need for two.
    pub const LITTLE: Work = Work { steps: 250_000, terms: 300_000, conflicts: 10_000, faults: 1 };

    /// What values of places that are known may cost at least, and where such a change is known.
    pub const VALUES: Work = Work { steps: 900_000, terms: 800_000, conflicts: 50_000, faults: 1 };
    pub const FEW_VALUES: Work = Work { steps: 300_000, terms: 300_000, conflicts: 15_000, faults: 1 };

    /// Whether there is nothing left.
    #[must_use]
    pub fn is_used_up(self) -> bool {
        self.steps == 0 || self.terms == 0 || self.conflicts == 0
    }

    /// At least so much of everything.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        Self {
            steps: self.steps.max(other.steps),
            terms: self.terms.max(other.terms),
            conflicts: self.conflicts.max(other.conflicts),
            faults: self.faults.max(other.faults),
        }
    }

    /// How many conflicts a question may take whose formula has so many clauses: the larger it is, the longer each of them takes.
    #[must_use]
    pub fn conflicts_of(self, clauses: u64) -> u32 {
        u32::try_from(self.conflicts / weight(clauses)).unwrap_or(u32::MAX)
    }

    /// Takes away what was unrolled.
    pub fn spend_unrolling(&mut self, steps: u64, terms: usize) {
        self.steps = self.steps.saturating_sub(steps);
        self.terms = self.terms.saturating_sub(terms);
    }

    /// Takes away what a solver did since it had done so much before.
    pub fn spend_solving(&mut self, before: &Stats, now: &Stats) {
        let conflicts = now.conflicts.saturating_sub(before.conflicts);
        let clauses = now.clauses.saturating_sub(before.clauses);
        let spent = conflicts.saturating_mul(weight(now.clauses)) + clauses / CLAUSES_PER_CONFLICT;
        self.conflicts = self.conflicts.saturating_sub(spent);
    }
}

/// How many times as long a conflict takes in a formula of so many clauses.
fn weight(clauses: u64) -> u64 {
    1 + clauses / USUAL_CLAUSES
}
