//! Moments of an unrolling from which it can go on once more.
//!
//! Whoever asks many questions about one run, each of which changes something from some moment on, need not come to that moment
//! again each time: a [`Rewrite`] says what is kept on the way ([`Rewrite::keeps`]), and [`resume`] goes on from there with
//! another one. Terms are only ever added to their store, so that those of a checkpoint stay what they are.

use rustc_hash::FxHashMap;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::PropertyTable;
use whyc_term::TermStore;

use super::{Activation, Exec, Failure, Limits, finished};
use crate::inputs::InputPool;
use crate::loops::{Bounds, LoopTable};
use crate::rewrite::Rewrite;
use crate::state::Kept;
use crate::step::Unrolling;

/// A moment of an unrolling: everything that it had done by then, and what it was about to do.
pub struct Checkpoint {
    machine: Kept,
    activations: Vec<Activation>,
    n_active: FxHashMap<FunctionId, usize>,
    n_inputs: u64,
}

impl Checkpoint {
    /// How many steps had been made: that is how large it is.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.machine.n_steps()
    }
}

impl Exec<'_> {
    /// Asks whoever watches whether this moment is to be kept.
    pub(super) fn keep(&mut self) {
        let Some(rewrite) = self.machine.rewrite.take() else { return };
        if rewrite.keeps(self.effort()) {
            rewrite.keep(Checkpoint {
                machine: self.machine.kept(),
                activations: self.activations.clone(),
                n_active: self.n_active.clone(),
                n_inputs: self.n_inputs,
            });
        }
        self.machine.rewrite = Some(rewrite);
    }
}

/// Goes on from a checkpoint of an unrolling of the same program, within the same bounds. What was done before it costs nothing
/// of `limits`, and is not counted in the unrolling's effort.
///
/// # Errors
/// If a limit is reached on the way.
#[expect(clippy::too_many_arguments, reason = "an unrolling needs all of these")]
pub fn resume(
    checkpoint: &Checkpoint,
    program: &Program,
    properties: &PropertyTable,
    loops: &LoopTable,
    bounds: &Bounds,
    terms: &mut TermStore,
    inputs: &mut InputPool,
    limits: &Limits,
    rewrite: &mut dyn Rewrite,
) -> Result<Unrolling, Failure> {
    let n_terms = terms.len();
    let mut exec = Exec {
        machine: checkpoint.machine.machine(program, properties, terms, inputs, rewrite),
        loops,
        bounds,
        limits,
        activations: checkpoint.activations.clone(),
        n_active: checkpoint.n_active.clone(),
        liveness: FxHashMap::default(),
        opens: FxHashMap::default(),
        n_inputs: checkpoint.n_inputs,
        n_before: checkpoint.n_steps(),
        ticks: 0,
        n_terms,
    };
    exec.go_to_the_end()?;
    Ok(finished(exec))
}
