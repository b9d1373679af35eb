//! Who wrote which bits last.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;
use whyc_ir::interp::Target;
use whyc_ir::program::{GlobalId, LocalId};

use super::MomentId;

/// A variable or a block of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// A local of an activation.
    Local(u64, LocalId),
    /// A global.
    Global(GlobalId),
    /// A block, by its number.
    Block(u32),
}

impl From<Target> for Root {
    fn from(target: Target) -> Self {
        match target {
            Target::Local { activation, local } => Root::Local(activation, local),
            Target::Global(global) => Root::Global(global),
            Target::Block(number) => Root::Block(number),
        }
    }
}

/// A part of a variable or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Of what.
    pub root: Root,
    /// From which bit on.
    pub offset_bits: u64,
    /// How many bits.
    pub bits: u64,
}

/// The last writer of every bit that was written.
#[derive(Debug, Default)]
pub struct Writers {
    /// Ranges that do not overlap, by where they start: where they end, and who wrote them.
    ranges_from_root: FxHashMap<Root, BTreeMap<u64, (u64, MomentId)>>,
}

impl Writers {
    /// `writer` writes `part`.
    pub fn write(&mut self, part: Part, writer: MomentId) {
        if part.bits == 0 {
            return;
        }
        let (start, end) = (part.offset_bits, part.offset_bits.saturating_add(part.bits));
        let ranges = self.ranges_from_root.entry(part.root).or_default();
        for (at, (until, old)) in overlapping(ranges, start, end) {
            ranges.remove(&at);
            if at < start {
                ranges.insert(at, (start, old));
            }
            if end < until {
                ranges.insert(end, (until, old));
            }
        }
        ranges.insert(start, (end, writer));
    }

    /// Who wrote which bits of `part`, from its first bit to its last.
    pub fn pieces(&self, part: Part) -> Vec<(Range<u64>, MomentId)> {
        let Some(ranges) = self.ranges_from_root.get(&part.root) else { return Vec::new() };
        let found = overlapping(ranges, part.offset_bits, part.offset_bits.saturating_add(part.bits));
        found.into_iter().map(|(start, (end, writer))| (start..end, writer)).collect()
    }

    /// Who wrote `part`, each once, from its first bit to its last.
    pub fn of(&self, part: Part) -> Vec<MomentId> {
        let mut writers: Vec<MomentId> = Vec::new();
        for (_, writer) in self.pieces(part) {
            if !writers.contains(&writer) {
                writers.push(writer);
            }
        }
        writers
    }
}

/// The ranges with bits between `start` and `end`.
fn overlapping(ranges: &BTreeMap<u64, (u64, MomentId)>, start: u64, end: u64) -> Vec<(u64, (u64, MomentId))> {
    let before = ranges.range(..start).next_back().filter(|(_, (until, _))| *until > start);
    before.into_iter().chain(ranges.range(start..end)).map(|(&at, &range)| (at, range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_over_belongs_to_the_last_writer() {
        let part = |offset_bits, bits| Part { root: Root::Block(3), offset_bits, bits };
        let mut writers = Writers::default();
        writers.write(part(0, 64), MomentId(1));
        writers.write(part(16, 16), MomentId(2));
        assert_eq!(writers.of(part(0, 16)), [MomentId(1)]);
        assert_eq!(writers.of(part(16, 16)), [MomentId(2)]);
        assert_eq!(writers.of(part(0, 64)), [MomentId(1), MomentId(2)]);
        assert_eq!(writers.of(part(32, 8)), [MomentId(1)]);
        assert!(writers.of(part(64, 8)).is_empty());
        writers.write(part(8, 200), MomentId(3));
        assert_eq!(writers.of(part(0, 64)), [MomentId(1), MomentId(3)]);
    }
}
