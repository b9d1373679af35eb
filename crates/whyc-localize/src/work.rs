//! What the search for places may cost. It is counted in work, never in seconds: the same input gives the same answer on
//! every machine.

/// An amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Instructions executed and steps made by unrolling.
    pub steps: u64,
    /// Terms made by unrolling.
    pub terms: usize,
    /// Conflicts of the solver.
    pub conflicts: u64,
}

impl Work {
    /// Where places are all that there is to say.
    pub const USUAL: Work = Work { steps: 10_000_000, terms: 5_000_000, conflicts: 300_000 };
    /// Where a change is known with which everything is right.
    pub const LITTLE: Work = Work { steps: 700_000, terms: 800_000, conflicts: 30_000 };

    /// What values of places that are known may cost at least.
    pub const VALUES: Work = Work { steps: 900_000, terms: 800_000, conflicts: 50_000 };

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
        }
    }

    /// Takes some of it away.
    pub fn spend(&mut self, steps: u64, terms: usize, conflicts: u64) {
        self.steps = self.steps.saturating_sub(steps);
        self.terms = self.terms.saturating_sub(terms);
        self.conflicts = self.conflicts.saturating_sub(conflicts);
    }
}
