//! Blocks of memory that come and go: allocated, freed, copied, filled; and output.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::block::{BlockLife, Conversion, HavocReach};
use crate::expr::Intrinsic;
use crate::layout;
use crate::program::{LocalId, LocalKind};

use super::code::{Due, RangeStep};
use super::env::set_bits;
use super::env::{Environment, Event};
use super::machine::{Flow, Machine};
use super::memory::{Owner, State};
use super::{End, print};

impl<E: Environment + ?Sized> Machine<'_, E> {
    /// Pops the size of a new block and pushes its address, or null if it is too large.
    pub(super) fn allocate(&mut self, life: BlockLife, zeroed: bool) -> Flow<()> {
        let size = self.pop() as u64;
        let here = self.at();
        if size > self.program.types.target.largest_request() {
            self.event(Event::Allocate { number: None, size });
            self.values.push(0);
            return Ok(());
        }
        let is_large = size > layout::WHOLE_BLOCK_BYTES;
        if !is_large && self.memory.used().saturating_add(size) > self.memory_limit {
            return Err(Box::new(End::MemoryLimit));
        }
        let number = self.env.allocate(here, size).unwrap_or_else(|| self.memory.next_object());
        let owner = Owner::Block { life, function: here.function, instr: here.instr };
        self.memory.add_block(number, size, owner).map_err(|no_room| self.no_room(&no_room))?;
        if life == BlockLife::Frame {
            self.frame_blocks.push((self.frames.len(), number));
        }
        self.event(Event::Allocate { number: Some(number), size });
        let object = self.memory.object(number);
        if !zeroed && is_large {
            let memory = &mut self.memory;
            self.env.large_block(here, number, &mut |offset_bits, bits, value| {
                let (first, bit) = (offset_bits / 8, offset_bits % 8);
                let n_bytes = (bit + u64::from(bits)).div_ceil(8);
                if first.saturating_add(n_bytes) <= size {
                    memory.touch(&object, first, n_bytes);
                    let at = object.start + first as usize;
                    set_bits(memory.slice_mut(at..at + n_bytes as usize), bit, bits, value);
                }
            });
        } else if !zeroed {
            let at = object.start..object.start + size as usize;
            self.env.block(here, number, self.memory.slice_mut(at));
        }
        self.values.push(u128::from(self.code.pointers.to_object(number)));
        Ok(())
    }

    /// Pops a pointer and frees the block that it points to.
    pub(super) fn free(&mut self, invalid: Due, double: Due) -> Flow<()> {
        let pointer = self.pop() as u64;
        if pointer == 0 {
            return Ok(());
        }
        let (number, offset) = self.code.pointers.split(pointer);
        let object = self.memory.object(number);
        let from_heap = matches!(object.owner, Owner::Block { life: BlockLife::Heap, .. }) && offset == 0;
        self.check(invalid, from_heap)?;
        self.check(double, !from_heap || object.state != State::Freed)?;
        if !from_heap || object.state == State::Freed {
            return Err(self.unsupported("`free` of something that cannot be freed"));
        }
        self.memory.set_state(number, State::Freed);
        self.memory.drop_block(object);
        self.event(Event::Free { number });
        Ok(())
    }

    /// Ends the block that a local points to.
    pub(super) fn release(&mut self, local: LocalId) {
        let at = self.frame.base + self.frame.code.locals[local].start as usize;
        let (number, _) = self.code.pointers.split(self.memory.read(at, self.code.pointers.bits() / 8) as u64);
        let object = self.memory.object(number);
        if matches!(object.owner, Owner::Block { life: BlockLife::Frame, .. }) && object.state == State::Alive {
            self.memory.set_state(number, State::Ended);
        }
    }

    /// Ends the blocks of the activation that ends.
    pub(super) fn end_frame_blocks(&mut self) {
        let depth = self.frames.len();
        while let Some(&(at, number)) = self.frame_blocks.last()
            && at >= depth
        {
            self.frame_blocks.pop();
            self.memory.drop_block(self.memory.object(number));
            self.memory.set_state(number, State::Gone);
        }
    }

    /// The program ends: every block from the heap should have been freed, or something should lead to it: a pointer into it, in
    /// a variable that is still there or in a block that something leads to.
    pub(super) fn check_leaks(&mut self) -> Flow<()> {
        if self.code.leaks.is_empty() {
            return Ok(());
        }
        let found = self.found_blocks();
        let blocks: Vec<_> = self
            .memory
            .objects()
            .filter_map(|(number, object)| match object.owner {
                Owner::Block { life: BlockLife::Heap, function, instr } => {
                    let property = self.code.leaks.get(&(function, instr)).copied();
                    Some((property, object.state == State::Freed || found.contains(&number)))
                }
                _ => None,
            })
            .collect();
        for (property, kept) in blocks {
            self.check(property.into(), kept)?;
        }
        Ok(())
    }

    /// The blocks from the heap to which something leads.
    fn found_blocks(&self) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (_, object) in self.memory.objects() {
            let is_variable = matches!(object.owner, Owner::Global | Owner::Block { life: BlockLife::Frame, .. });
            if is_variable && object.state == State::Alive {
                ranges.extend(self.memory.contents(object));
            }
        }
        for frame in self.frames.iter().chain([&self.frame]).filter(|frame| frame.function != self.program.start) {
            let locals = &self.program.functions[frame.function].locals;
            for (local, info) in locals.iter_enumerated() {
                let extent = frame.code.locals[local];
                let start = frame.base + extent.start as usize;
                let number = frame.code.addressed.binary_search(&local).map(|at| frame.number(at as u32));
                let is_there =
                    number.is_ok_and(|number| self.memory.object(number).state == State::Alive) || number.is_err();
                if info.kind != LocalKind::Temporary && is_there {
                    ranges.push(start..start + extent.size as usize);
                }
            }
        }
        while let Some(range) = ranges.pop() {
            for word in self.memory.slice(range).chunks_exact(self.code.pointers.bits() as usize / 8) {
                let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                let (number, _) = self.code.pointers.split(word);
                let object = self.memory.object(number);
                let is_block = matches!(object.owner, Owner::Block { life: BlockLife::Heap, .. });
                if is_block && object.state == State::Alive && found.insert(number) {
                    ranges.extend(self.memory.contents(&object));
                }
            }
        }
        found
    }

    /// Copies bytes: their number, where from and where to are on the stack.
    pub(super) fn copy(&mut self, range: RangeStep) -> Flow<()> {
        let to = self.pop() as u64;
        let from = self.pop() as u64;
        let size = self.pop() as u64;
        if size == 0 {
            return Ok(());
        }
        let from = self.dereference(from, size, range.from)?;
        let to = self.dereference(to, size, range.to)?;
        self.check(range.read_only, !to.read_only)?;
        if self.code.watched {
            self.event(Event::Read { target: from.target, offset_bits: from.offset * 8, bits: size * 8 });
        }
        let bytes = self.memory.slice(from.at..from.at + size as usize).to_vec();
        self.memory.slice_mut(to.at..to.at + size as usize).copy_from_slice(&bytes);
        self.bytes_assigned(to.at, to.target, to.offset, size);
        Ok(())
    }

    /// Fills bytes: the value, their number and where they are are on the stack.
    pub(super) fn fill(&mut self, range: RangeStep) -> Flow<()> {
        let to = self.pop() as u64;
        let size = self.pop() as u64;
        let value = self.pop() as u8;
        if size == 0 {
            return Ok(());
        }
        let to = self.dereference(to, size, range.to)?;
        self.check(range.read_only, !to.read_only)?;
        self.memory.slice_mut(to.at..to.at + size as usize).fill(value);
        self.bytes_assigned(to.at, to.target, to.offset, size);
        Ok(())
    }

    /// What a function without body may have done to the object that a pointer points into, and to all that it leads to.
    pub(super) fn havoc(&mut self, reach: HavocReach) {
        let (target, _) = self.code.pointers.split(self.pop() as u64);
        let mut reached: Vec<u32> = Vec::new();
        let mut waiting = vec![target];
        while let Some(number) = waiting.pop() {
            let object = self.memory.object(number);
            if object.state != State::Alive || reached.contains(&number) {
                continue;
            }
            reached.push(number);
            if !reach.follows() {
                break;
            }
            for range in self.memory.contents(&object) {
                for word in self.memory.slice(range).chunks_exact(self.code.pointers.bits() as usize / 8) {
                    let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                    waiting.push(self.code.pointers.split(word).0);
                }
            }
        }
        let here = self.at();
        reached.retain(|&number| !self.memory.object(number).read_only && (reach.changes_target() || number != target));
        if reached.is_empty() {
            return;
        }
        self.env.havoc_starts(here);
        for number in reached {
            let object = self.memory.object(number);
            // What is large changes in no way that is followed.
            let size = if object.size > layout::WHOLE_BLOCK_BYTES { 0 } else { object.size as usize };
            self.env.havoc(here, number, self.memory.slice_mut(object.start..object.start + size));
        }
    }

    /// What is asked about the object that a pointer points into.
    pub(super) fn ask_object(&mut self, question: Intrinsic) {
        let (number, offset) = self.code.pointers.split(self.pop() as u64);
        let object = self.memory.object(number);
        let answer = match question {
            Intrinsic::PointerObject => u64::from(number),
            Intrinsic::PointerOffset => offset as u64,
            Intrinsic::IsAlive => u64::from(object.state == State::Alive),
            Intrinsic::IsDynamic => u64::from(matches!(object.owner, Owner::Block { life: BlockLife::Heap, .. })),
            Intrinsic::ObjectSize
            | Intrinsic::PointerBits
            | Intrinsic::AddOverflows
            | Intrinsic::SubOverflows
            | Intrinsic::MulOverflows
            | Intrinsic::Popcount
            | Intrinsic::Clz
            | Intrinsic::Ctz
            | Intrinsic::Bswap
            | Intrinsic::Math(_)
            | Intrinsic::Rounded(_) => object.size,
        };
        self.values.push(u128::from(answer));
    }

    pub(super) fn output_text(&mut self, bytes: &[u8]) -> Flow<()> {
        let stream = self.pop() as i32;
        self.output(stream, bytes)
    }

    pub(super) fn output_byte(&mut self) -> Flow<()> {
        let byte = self.pop() as u8;
        let stream = self.pop() as i32;
        self.output(stream, &[byte])
    }

    pub(super) fn output_number(&mut self, conversion: Conversion) -> Flow<()> {
        let precision = self.pop() as i32;
        let width = self.pop() as i32;
        let flags = self.pop() as u32;
        let value = self.pop() as u64;
        let stream = self.pop() as i32;
        let text = print::number(conversion, value, print::Layout { flags, width, precision });
        self.output(stream, text.as_bytes())
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) -> Flow<()> {
        self.event(Event::Output { stream, bytes });
        if self.env.has_seen_enough() { Err(Box::new(End::StepLimit)) } else { Ok(()) }
    }
}
