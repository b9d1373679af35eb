//! What a page tells beyond what was asked for: it answers what, why and where, whatever the question.
//!
//! Everything is asked in the session that decided. The parts that nobody asked for may cost so much work each; one
//! that does not come to an end is named in the finding, with the reason.

use whyc_debug::explain::{self, Slices};
use whyc_debug::finding::Part;

use crate::refused::Refused;
use crate::request::{Places, Wish};
use crate::session::Session;
use crate::stack::deep;

/// How many conflicts of the solver each part may cost that nobody asked for: some ten seconds where they are hard.
const EXTRA_WORK: u64 = 100_000;

impl Session {
    /// Adds what `wish`, which is answered already, did not ask for.
    pub(crate) fn whole(&mut self, wish: &Wish) -> Result<(), Refused> {
        let fails = self.outcome.as_ref().is_some_and(|outcome| outcome.counterexample.is_some());
        if !fails {
            return Ok(());
        }
        if let Wish::Places(_) = wish {
            // That a part is missing is said where it would stand.
            self.known.reason = None;
        }
        let asked = self.budget.clone();
        let added = self.add_parts(wish);
        self.analysis.set_budget(asked);
        added
    }

    fn add_parts(&mut self, wish: &Wish) -> Result<(), Refused> {
        if let Wish::Verdict = wish {
            self.shrink()?;
        }
        if !matches!(wish, Wish::Reason(_)) {
            self.limit();
            let reason = self.known.reason.take();
            let explained = self.reason(&explain::Options { slices: Slices::All, ..explain::Options::default() });
            // Nobody asked why: that it is not known is said where the part is missing.
            self.known.reason = reason;
            if let Err(refused) = explained {
                self.miss(Part::Explanation, refused.to_string());
            }
        }
        self.limit();
        let Self { analysis, outcome, known, .. } = self;
        if let Some(outcome) = outcome {
            deep(|| known.weigh(analysis, outcome));
        }
        if !matches!(wish, Wish::Places(_)) {
            self.limit();
            let reason = self.known.reason.take();
            self.localize(&Places::default())?;
            self.known.reason = reason;
        }
        Ok(())
    }

    /// Gives the next part its work.
    pub(crate) fn limit(&mut self) {
        self.analysis.set_budget(self.budget.clone().with_work(EXTRA_WORK));
    }
}
