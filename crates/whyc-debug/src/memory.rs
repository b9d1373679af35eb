//! What the variables hold at the end of a run, as its steps tell.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_check::Run;
use whyc_ir::layout;
use whyc_unroll::step::{ObjectRoot, StepId, StepKind, SymbolId, Target, Unrolling};

/// A part of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The variable.
    pub root: ObjectRoot,
    /// Where the part starts, in bits.
    pub offset_bits: u64,
    /// How many bits it has.
    pub bits: u32,
}

/// The bits of the variables that are known.
#[derive(Default)]
pub struct FinalMemory {
    parts_from_root: FxHashMap<ObjectRoot, Parts>,
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

    fn write(&mut self, part: Part, value: u128) {
        self.parts_from_root.entry(part.root).or_default().write(part.offset_bits, part.bits, value);
    }

    fn apply(&mut self, unrolling: &Unrolling, run: &Run, id: StepId) {
        match &unrolling.steps[id].kind {
            StepKind::Input { target: Some(target), .. } | StepKind::Merge { target, .. } => {
                self.write(part_of(unrolling, target.symbol), run.values[id]);
            }
            StepKind::Assign { target, .. } => {
                if let Some(part) = assigned_part(unrolling, run, id, *target) {
                    self.write(part, run.values[id]);
                }
            }
            StepKind::Storage { cells, .. } => {
                let values = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
                for (cell, &value) in cells.iter().zip(values) {
                    self.write(part_of(unrolling, cell.target.symbol), value);
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

    /// The bits of a part, if all of them are known.
    pub fn get(&self, part: Part) -> Option<u128> {
        self.parts_from_root.get(&part.root)?.read(part.offset_bits, part.bits)
    }
}

/// What is known of one variable: pieces that do not overlap, by where they start, each with its width and its value.
#[derive(Default)]
struct Parts {
    pieces: BTreeMap<u64, (u32, u128)>,
}

impl Parts {
    fn write(&mut self, start: u64, bits: u32, value: u128) {
        let end = start + u64::from(bits);
        for (at, (width, old)) in self.around(start, end) {
            self.pieces.remove(&at);
            // What the new value does not cover of the old one stays.
            if at < start {
                self.pieces.insert(at, ((start - at) as u32, old));
            }
            if end < at + u64::from(width) {
                self.pieces.insert(end, ((at + u64::from(width) - end) as u32, old >> (end - at)));
            }
        }
        self.pieces.insert(start, (bits, value));
    }

    fn read(&self, start: u64, bits: u32) -> Option<u128> {
        let end = start + u64::from(bits);
        let mut value = 0;
        let mut next = start;
        for (at, (width, piece)) in self.around(start, end) {
            if at > next {
                return None;
            }
            let piece = low_bits(piece, width) >> (next - at);
            value |= piece << (next - start);
            next = at + u64::from(width);
        }
        (next >= end && bits > 0).then(|| low_bits(value, bits))
    }

    /// The pieces with bits between `start` and `end`. None is wider than the widest scalar.
    fn around(&self, start: u64, end: u64) -> Vec<(u64, (u32, u128))> {
        let from = start.saturating_sub(u64::from(u128::BITS));
        let near = self.pieces.range(from..end).map(|(&at, &piece)| (at, piece));
        near.filter(|&(at, (width, _))| start < at + u64::from(width)).collect()
    }
}

/// The low `bits` bits.
fn low_bits(value: u128, bits: u32) -> u128 {
    if bits >= u128::BITS { value } else { value & ((1 << bits) - 1) }
}

pub(crate) fn part_of(unrolling: &Unrolling, symbol: SymbolId) -> Part {
    let symbol = &unrolling.symbols[symbol];
    Part { root: symbol.root, offset_bits: symbol.offset_bits, bits: symbol.bits }
}

/// The part of a variable that an assignment changes in `run`.
pub fn assigned_part(unrolling: &Unrolling, run: &Run, id: StepId, target: Target) -> Option<Part> {
    match target {
        Target::Symbol(ssa) => Some(part_of(unrolling, ssa.symbol)),
        Target::Computed { bit, bits, .. } => {
            let (number, offset) = layout::split_pointer(*run.pointers.get(&id)?);
            let object = unrolling.objects.get(number as usize)?;
            let offset = u64::try_from(offset).ok().filter(|&offset| offset < object.size)?;
            Some(Part { root: object.root, offset_bits: offset * 8 + u64::from(bit), bits })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_was_written_there_last() {
        let mut parts = Parts::default();
        parts.write(0, 32, 0x1122_3344);
        parts.write(8, 8, 0xAB);
        assert_eq!(parts.read(0, 32), Some(0x1122_AB44));
        assert_eq!(parts.read(4, 8), Some(0xB4));
        parts.write(24, 128, u128::MAX);
        assert_eq!(parts.read(0, 32), Some(0xFF22_AB44));
        assert_eq!(parts.read(24, 128), Some(u128::MAX));
        parts.write(32, 16, 0);
        assert_eq!(parts.read(24, 32), Some(0xFF00_00FF));
    }

    #[test]
    fn nothing_is_told_where_a_bit_is_unknown() {
        let mut parts = Parts::default();
        parts.write(0, 8, 1);
        parts.write(16, 16, 2);
        assert_eq!(parts.read(0, 8), Some(1));
        assert_eq!(parts.read(0, 32), None);
        assert_eq!(parts.read(24, 16), None);
        assert_eq!(parts.read(64, 8), None);
    }
}
