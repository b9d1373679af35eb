//! What attempts may cost, counted in work.

use whyc_check::effort::Units;

/// What may still be spent.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub left: Units,
}

impl Work {
    /// So much.
    pub fn allowed(units: Units) -> Self {
        Self { left: units }
    }

    /// Whether nothing is left.
    pub fn is_spent(self) -> bool {
        self.left == Units::default()
    }

    /// What may be spent on something that is to cost no more than so much.
    pub fn at_most(self, units: Units) -> Self {
        Self { left: self.left.min(units) }
    }

    pub fn spend(&mut self, units: Units) {
        self.left = self.left.minus(units);
    }

    /// Conflicts that a question may cost, of no more than so many.
    pub fn conflicts(self, most: u32) -> u32 {
        u32::try_from(self.left.0 / Units::CONFLICT).unwrap_or(u32::MAX).min(most)
    }
}
