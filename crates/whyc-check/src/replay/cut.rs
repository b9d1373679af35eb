//! Runs that are followed no further than a bound: the interpreter does all that they do, and only then something else.

use whyc_ir::interp::{self, Limits};
use whyc_ir::program::Program;
use whyc_ir::property::PropertyTable;
use whyc_unroll::step::{StepId, Unrolling};

use super::Script;
use crate::run::Run;

/// Executes `run`, which a bound cuts off, with the interpreter, as far as the run is known.
///
/// # Errors
/// What is different there, in a sentence: an internal error.
pub fn replay_cut(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
) -> Result<(), String> {
    let mut script = Script::new(program, unrolling, run);
    // No run is longer than all of them together; what comes behind the bound may go on forever.
    let limits = Limits { steps: unrolling.effort.saturating_add(1), memory_bytes: u64::MAX };
    let outcome = interp::run(program, properties, &mut script, limits);
    match script.difference.take() {
        _ if script.is_over => Ok(()),
        Some(difference) => Err(difference),
        None if script.is_used_up() => Ok(()),
        None => Err(format!("it ends with {:?} before the run does", outcome.end)),
    }
}

impl Script<'_> {
    /// Notes that something is asked for; `given` is what the run had for it, which did not fit.
    pub(super) fn ask_for_more(&mut self, given: Option<StepId>) {
        if given.is_none() && self.difference.is_none() && self.is_used_up() {
            self.is_over = true;
        }
    }

    /// Whether all that the run has was asked for.
    fn is_used_up(&self) -> bool {
        let all = [
            &self.enters,
            &self.nondets,
            &self.storages,
            &self.allocations,
            &self.blocks,
            &self.havocs,
            &self.results,
            &self.decisions,
            &self.assigns,
        ];
        all.into_iter().all(std::collections::VecDeque::is_empty)
    }
}
