//! What a run reads from outside, by the places at which the program reads it: for others who run the program.

use rustc_hash::FxHashMap;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_ir::program::FunctionId;
use whyc_unroll::step::{InputSource, StepKind};

use crate::minimise::Relevance;

/// A value that a run reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// In which function,
    pub function: FunctionId,
    /// by which instruction.
    pub instr: InstrId,
    /// How often that was executed before.
    pub occurrence: u32,
    /// The value.
    pub bits: u128,
    /// Whether another value could prevent the failure, as far as that has been looked into.
    pub matters: bool,
}

/// What `run` reads, in order.
#[must_use]
pub fn taken(analysis: &Analysis, run: &Run, relevance: Option<&Relevance>) -> Vec<Taken> {
    let Some(unrolling) = &analysis.unrolling else { return Vec::new() };
    let mut before: FxHashMap<(FunctionId, InstrId), u32> = FxHashMap::default();
    let mut all = Vec::new();
    for id in run.executed_steps() {
        let step = &unrolling.steps[id];
        let StepKind::Input { value, source: InputSource::Nondet, .. } = &step.kind else { continue };
        let function = unrolling.function_of(step);
        let count = before.entry((function, step.instr)).or_default();
        let matters = relevance.is_none_or(|it| it.mask(*value) != 0);
        all.push(Taken { function, instr: step.instr, occurrence: *count, bits: run.values[id], matters });
        *count += 1;
    }
    all
}
