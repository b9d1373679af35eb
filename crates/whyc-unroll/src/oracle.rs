//! Someone who may know that a path cannot be taken.
//!
//! What terms do not show by themselves, a solver may: that the bytes of a text have run out, that a list has no further
//! node. A path that no run takes is then not followed, which saves all that would come after it. Who answers must be
//! right when the answer is no; yes may always be said. Ordinary steps are the same with and without: where one way of a
//! branch cannot be taken, the other one is followed under the condition of the branch itself.

use whyc_term::{TermId, TermStore};

use crate::guard::GuardId;
use crate::state::Machine;

/// Knows more about conditions than how they simplify.
pub trait Oracle {
    /// Whether all of the Boolean terms can hold together; `true` if that is not known.
    fn can_hold(&mut self, terms: &TermStore, conditions: &[TermId]) -> bool;
}

/// Bounds of a number that are tried, in this order.
const BOUNDS: [u64; 4] = [16, 64, 256, 1024];

impl Machine<'_> {
    /// Whether some run can have this path condition, as far as anyone knows. In a small program nobody is asked.
    pub fn is_possible(&mut self, guard: GuardId) -> bool {
        self.unrolling.steps.len() < self.ask_after || self.can_be(guard)
    }

    /// The same for what is dear however small the program is.
    pub fn can_be(&mut self, guard: GuardId) -> bool {
        let Some(oracle) = &mut self.oracle else { return true };
        oracle.can_hold(self.terms, &[self.guards.term(guard), self.assumed])
    }

    /// The largest that an unsigned number can be under a path condition, where it is below `most`: a bound that is tried and
    /// found to hold.
    pub fn most_under(&mut self, guard: GuardId, number: TermId, most: u64) -> u64 {
        if self.oracle.is_none() {
            return most;
        }
        let width = self.terms.width(number);
        for bound in BOUNDS.into_iter().take_while(|&bound| bound < most) {
            let limit = self.terms.bits(width, u128::from(bound));
            let more = self.terms.ult(limit, number);
            let beyond = self.guards.and(self.terms, guard, more);
            if !self.can_be(beyond) {
                return bound;
            }
        }
        most
    }
}
