//! Questions of others, about an unrolling that they have watched being made.

use whyc_base::status::{Limit, Reason};
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::Rewrite;
use whyc_unroll::{Limits, unroll_watched};

use super::Analysis;
use super::decide::reason;

impl Analysis {
    /// Unrolls within `bounds` while `watcher` watches, for no more than so many instructions and steps; what is asked from now on is
    /// asked about that. Nothing may have been decided before.
    ///
    /// # Errors
    /// If a limit is reached on the way, or a fixed input has a wrong value.
    pub fn unroll_here_watched(&mut self, bounds: &Bounds, work: u64, watcher: &mut dyn Rewrite) -> Result<(), Reason> {
        self.bounds = bounds.clone();
        self.engine.feasibility.forget_refuted();
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after, work, terms: usize::MAX };
        let unrolling = unroll_watched(
            &self.program,
            &self.properties,
            &self.loops,
            bounds,
            &mut self.engine.terms,
            &mut self.inputs,
            &limits,
            &mut self.engine.feasibility,
            watcher,
        );
        self.adopt(unrolling.map_err(|stopped| reason(stopped.failure))?)
    }

    /// What the outside world was limited to: what no run does may still be done in a larger one.
    #[must_use]
    pub fn world_limits(&self) -> &[Limit] {
        &self.options.limits
    }

    /// How far loops are to be followed.
    #[must_use]
    pub fn unwind(&self) -> crate::options::Unwind {
        self.options.unwind
    }

    /// Whether the bound of this loop is given by its name.
    #[must_use]
    pub fn is_loop_fixed(&self, name: &str) -> bool {
        self.options.unwind_loops.iter().any(|(fixed, _)| fixed == name)
    }
}
