//! What the variables hold at the end of a run, as its steps tell.

use rustc_hash::FxHashMap;
use whyc_check::Run;
use whyc_ir::layout;
use whyc_unroll::step::{ObjectRoot, StepId, StepKind, Target, Unrolling};

/// Values by variable and place in it, in bits.
#[derive(Default)]
pub struct FinalMemory {
    values: FxHashMap<(ObjectRoot, u64), u128>,
}

impl FinalMemory {
    /// After all executed steps of `run`.
    pub fn new(unrolling: &Unrolling, run: &Run) -> Self {
        let mut memory = Self::default();
        for id in run.executed_steps() {
            memory.apply(unrolling, run, id);
        }
        memory
    }

    fn apply(&mut self, unrolling: &Unrolling, run: &Run, id: StepId) {
        let part = |target: whyc_unroll::step::SsaVar| {
            let symbol = &unrolling.symbols[target.symbol];
            (symbol.root, symbol.offset_bits)
        };
        match &unrolling.steps[id].kind {
            StepKind::Input { target: Some(target), .. } | StepKind::Merge { target, .. } => {
                self.values.insert(part(*target), run.values[id]);
            }
            StepKind::Assign { target, .. } => {
                if let Some(at) = assigned_part(unrolling, run, id, *target) {
                    self.values.insert(at, run.values[id]);
                }
            }
            StepKind::Storage { cells, .. } => {
                let values = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
                for (cell, &value) in cells.iter().zip(values) {
                    self.values.insert(part(cell.target), value);
                }
            }
            StepKind::Input { target: None, .. }
            | StepKind::Branch { .. }
            | StepKind::Switch { .. }
            | StepKind::Assume { .. }
            | StepKind::Check { .. }
            | StepKind::Enter { .. }
            | StepKind::Leave { .. }
            | StepKind::Allocate { .. }
            | StepKind::Free { .. }
            | StepKind::Output { .. }
            | StepKind::Halt
            | StepKind::Cut { .. }
            | StepKind::Unsupported { .. } => {}
        }
    }

    /// The value of a variable, from `offset_bits` on.
    pub fn get(&self, root: ObjectRoot, offset_bits: u64) -> Option<u128> {
        self.values.get(&(root, offset_bits)).copied()
    }
}

/// The variable that an assignment changes in `run`, and where in it.
pub fn assigned_part(unrolling: &Unrolling, run: &Run, id: StepId, target: Target) -> Option<(ObjectRoot, u64)> {
    match target {
        Target::Symbol(ssa) => {
            let symbol = &unrolling.symbols[ssa.symbol];
            Some((symbol.root, symbol.offset_bits))
        }
        Target::Computed { bit, .. } => {
            let (number, offset) = layout::split_pointer(*run.pointers.get(&id)?);
            let object = unrolling.objects.get(number as usize)?;
            let offset = u64::try_from(offset).ok().filter(|&offset| offset < object.size)?;
            Some((object.root, offset * 8 + u64::from(bit)))
        }
    }
}
