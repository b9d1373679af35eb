//! Memory: one array of bytes, one more for each allocated block, and the objects in them that have a number.
//!
//! Globals lie at the begin of the first, then the frames of the activations, one above the other, so that
//! leaving a function only moves the end. A pointer is never an index into it: it names an
//! object, and the table of objects says where that is and whether it is alive.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::block::BlockLife;
use crate::instr::InstrId;
use crate::layout;
use crate::program::{FunctionId, GlobalId, LocalId, Program};

use super::code::Extent;
use super::env::Target;
use super::pieces::Pieces;

/// Bytes and objects.
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    /// The allocated blocks. Position `p` of block `k` is `(k + 1) << BLOCK_SHIFT | p`.
    blocks: Vec<Content>,
    block_bytes: u64,
    /// By number; there may be numbers that nobody has had.
    objects: Vec<Object>,
    /// No object has this number or a larger one.
    n_objects: u32,
    block_align: u32,
    /// The addresses that have been looked at, by number.
    pub(super) addresses: FxHashMap<u32, u64>,
    /// Where the next one is that nobody chooses.
    pub(super) next_address: u64,
}

/// The bytes of a block.
#[derive(Debug)]
enum Content {
    Whole(Vec<u8>),
    /// Of a large one, what a run has touched.
    Pieces(Pieces),
}

impl Content {
    fn len(&self) -> u64 {
        match self {
            Content::Whole(bytes) => bytes.len() as u64,
            Content::Pieces(pieces) => pieces.len(),
        }
    }
}

/// What has a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    /// The first byte.
    pub(super) start: usize,
    /// How many bytes.
    pub(super) size: u64,
    pub(super) state: State,
    pub(super) owner: Owner,
    /// Whether it may not be written through a pointer.
    pub(super) read_only: bool,
    /// What its address is known to be a multiple of.
    pub(super) align: u32,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Null, a function, or a number that nobody has had.
    Nobody,
    Global,
    Local {
        local: LocalId,
        activation: u64,
    },
    /// An allocated block, by its instruction.
    Block {
        life: BlockLife,
        function: FunctionId,
        instr: InstrId,
    },
}

/// Where the bytes of blocks begin, far beyond those of variables.
const BLOCK_SHIFT: u32 = 36;

/// Whether an object can be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nobody has had this number, or it is null's or a function's: there is no storage.
    None,
    /// A global, a local in its scope, a block that is not freed.
    Alive,
    /// A local after its scope, in an activation that has not ended.
    Ended,
    /// A local or block of an activation that has ended.
    Gone,
    /// A block that has been freed.
    Freed,
}

impl Object {
    const NONE: Object =
        Object { start: 0, size: 0, state: State::None, owner: Owner::Nobody, read_only: false, align: 1 };

    /// Whether there is, or was, storage with this number.
    pub(super) fn exists(&self) -> bool {
        self.state != State::None
    }

    /// Whether its bytes are still there.
    pub(super) fn has_storage(&self) -> bool {
        matches!(self.state, State::Alive | State::Ended)
    }

    /// Whether its scope has ended.
    pub(super) fn out_of_scope(&self) -> bool {
        matches!(self.state, State::Ended | State::Gone)
    }
}

/// Where the next object of an activation cannot go.
pub(super) enum NoRoom {
    /// Pointers have no more bits for numbers.
    TooMany,
    /// The environment gave a number that is in use.
    Taken,
}

impl Memory {
    /// The memory before `start` runs: the globals, all zero.
    pub(super) fn new<'a>(program: &Program, globals: impl Iterator<Item = &'a Extent>, n_bytes: u64) -> Self {
        let mut objects = vec![Object::NONE; layout::first_dynamic_object(program) as usize];
        for ((object, extent), global) in objects[1..].iter_mut().zip(globals).zip(program.globals.iter()) {
            object.read_only = global.is_read_only();
            object.align = layout::variable_align(&program.types, global.ty, global.align) as u32;
            (object.start, object.size) = (extent.start as usize, extent.size);
            (object.state, object.owner) = (State::Alive, Owner::Global);
        }
        let (addresses, next_address) = (FxHashMap::default(), 0);
        let bytes = vec![0; n_bytes as usize];
        let target = &program.types.target;
        let (n_objects, block_align) = (target.pointers.n_objects(), target.block_align);
        Self { bytes, blocks: Vec::new(), block_bytes: 0, objects, n_objects, block_align, addresses, next_address }
    }

    /// How much is in use, the table of objects included.
    pub(super) fn used(&self) -> u64 {
        self.bytes.len() as u64 + self.block_bytes + (self.objects.len() * size_of::<Object>()) as u64
    }

    /// The object with a number, alive or not.
    #[inline]
    pub(super) fn object(&self, number: u32) -> Object {
        self.objects.get(number as usize).copied().unwrap_or(Object::NONE)
    }

    /// The first number that nobody has had.
    pub(super) fn next_object(&self) -> u32 {
        self.objects.len() as u32
    }

    /// What a pointer into an object with storage points to.
    pub(super) fn target(&self, number: u32, object: Object) -> Target {
        match object.owner {
            Owner::Global => Target::Global(GlobalId(number - 1)),
            Owner::Local { local, activation } => Target::Local { activation, local },
            Owner::Block { .. } | Owner::Nobody => Target::Block(number),
        }
    }

    /// The objects with their numbers.
    pub(super) fn objects(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.objects.iter().enumerate().map(|(number, object)| (number as u32, object))
    }

    /// Adds a block of so many bytes, all zero, under a number that nobody has had.
    pub(super) fn add_block(&mut self, number: u32, size: u64, owner: Owner) -> Result<(), NoRoom> {
        let position = self.blocks.len() + 1;
        let start = position << BLOCK_SHIFT;
        let align = self.block_align;
        let object = Object { start, size, state: State::Alive, owner, read_only: false, align };
        self.add(number, object)?;
        let content = match size > layout::WHOLE_BLOCK_BYTES {
            true => Content::Pieces(Pieces::default()),
            false => Content::Whole(vec![0; size as usize]),
        };
        self.block_bytes += content.len();
        self.blocks.push(content);
        Ok(())
    }

    /// Gives the bytes of a block back.
    pub(super) fn drop_block(&mut self, object: Object) {
        if let Some(block) = (object.start >> BLOCK_SHIFT).checked_sub(1).and_then(|k| self.blocks.get_mut(k)) {
            self.block_bytes -= block.len();
            *block = Content::Whole(Vec::new());
        }
    }

    /// Sees to it that these bytes of an object can be asked for.
    #[inline]
    pub(super) fn touch(&mut self, object: &Object, offset: u64, size: u64) {
        if object.size <= layout::WHOLE_BLOCK_BYTES {
            return;
        }
        let block = (object.start >> BLOCK_SHIFT).checked_sub(1).and_then(|k| self.blocks.get_mut(k));
        if let Some(Content::Pieces(pieces)) = block {
            self.block_bytes += pieces.touch(offset..offset + size, object.size);
        }
    }

    /// Where the bytes of an object are that have a content.
    pub(super) fn contents(&self, object: &Object) -> Vec<Range<usize>> {
        match (object.start >> BLOCK_SHIFT).checked_sub(1).map(|block| &self.blocks[block]) {
            Some(Content::Pieces(pieces)) => {
                let at = |range: Range<u64>| object.start + range.start as usize..object.start + range.end as usize;
                pieces.ranges().map(at).collect()
            }
            Some(Content::Whole(_)) | None => {
                let whole = object.start..object.start + object.size as usize;
                std::iter::once(whole).collect()
            }
        }
    }

    /// The bytes at these positions, which are of one object.
    #[inline]
    pub(super) fn slice(&self, at: Range<usize>) -> &[u8] {
        match (at.start >> BLOCK_SHIFT).checked_sub(1) {
            None => &self.bytes[at],
            Some(block) => match &self.blocks[block] {
                Content::Whole(bytes) => &bytes[inside(at)],
                Content::Pieces(pieces) => pieces.slice(in_block(at)).unwrap_or(&[]),
            },
        }
    }

    /// The bytes at these positions, which are of one object.
    #[inline]
    pub(super) fn slice_mut(&mut self, at: Range<usize>) -> &mut [u8] {
        match (at.start >> BLOCK_SHIFT).checked_sub(1) {
            None => &mut self.bytes[at],
            Some(block) => match &mut self.blocks[block] {
                Content::Whole(bytes) => &mut bytes[inside(at)],
                Content::Pieces(pieces) => pieces.slice_mut(in_block(at)).unwrap_or(&mut []),
            },
        }
    }

    /// Adds a local of a new activation.
    pub(super) fn add_local(
        &mut self,
        number: u32,
        place: Extent,
        owner: Owner,
        read_only: bool,
        align: u32,
    ) -> Result<(), NoRoom> {
        let (start, size) = (place.start as usize, place.size);
        self.add(number, Object { start, size, state: State::Alive, owner, read_only, align })
    }

    /// Adds an object that takes the place of one whose life has ended.
    pub(super) fn add_again(&mut self, number: u32, old: Object) -> Result<(), NoRoom> {
        self.add(number, Object { state: State::Alive, ..old })
    }

    fn add(&mut self, number: u32, object: Object) -> Result<(), NoRoom> {
        if number >= self.n_objects {
            return Err(NoRoom::TooMany);
        }
        let idx = number as usize;
        if idx >= self.objects.len() {
            self.objects.resize(idx + 1, Object::NONE);
        } else if self.objects[idx].state != State::None {
            return Err(NoRoom::Taken);
        }
        self.objects[idx] = object;
        Ok(())
    }

    pub(super) fn set_state(&mut self, number: u32, state: State) {
        self.objects[number as usize].state = state;
    }

    /// The scalar of so many bytes, little-endian.
    #[inline]
    pub(super) fn read(&self, at: usize, n_bytes: u32) -> u128 {
        read(self.slice(at..at + n_bytes as usize))
    }

    /// Writes a scalar of so many bytes, little-endian.
    #[inline]
    pub(super) fn write(&mut self, at: usize, n_bytes: u32, value: u128) {
        let bytes = self.slice_mut(at..at + n_bytes as usize);
        match n_bytes {
            1 => bytes.copy_from_slice(&(value as u8).to_le_bytes()),
            4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
            8 => bytes.copy_from_slice(&(value as u64).to_le_bytes()),
            _ => bytes.copy_from_slice(&value.to_le_bytes()[..n_bytes as usize]),
        }
    }

    /// `width` bits, from bit `bit` of byte `at` on.
    pub(super) fn read_bits(&self, at: usize, bit: u8, width: u8) -> u128 {
        let bytes = self.slice(at..at + (usize::from(bit) + usize::from(width)).div_ceil(8));
        let bit_at = |k: usize| u128::from(bytes[k / 8] >> (k % 8) & 1);
        (0..usize::from(width)).fold(0, |value, k| value | bit_at(usize::from(bit) + k) << k)
    }

    /// Writes `width` bits, from bit `bit` of byte `at` on, and leaves their neighbours alone.
    pub(super) fn write_bits(&mut self, at: usize, bit: u8, width: u8, value: u128) {
        let bytes = self.slice_mut(at..at + (usize::from(bit) + usize::from(width)).div_ceil(8));
        for k in 0..usize::from(width) {
            let position = usize::from(bit) + k;
            let byte = &mut bytes[position / 8];
            let mask = 1 << (position % 8);
            *byte = if value >> k & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
    }
}

/// Copies all but the bits in `gaps`, which stay as they are.
pub(super) fn copy_around(to: &mut [u8], from: &[u8], gaps: &[(u64, u64)]) {
    if gaps.is_empty() {
        return to.copy_from_slice(from);
    }
    let old = to.to_vec();
    to.copy_from_slice(from);
    for &(start, bits) in gaps {
        let mut at = start;
        while at < start + bits {
            let byte = (at / 8) as usize;
            if at % 8 == 0 && start + bits - at >= 8 {
                to[byte] = old[byte];
                at += 8;
            } else {
                let mask = 1 << (at % 8);
                to[byte] = to[byte] & !mask | old[byte] & mask;
                at += 1;
            }
        }
    }
}

/// Positions as indices into their block.
fn inside(at: Range<usize>) -> Range<usize> {
    let mask = (1 << BLOCK_SHIFT) - 1;
    let start = at.start & mask;
    start..start + at.len()
}

fn in_block(at: Range<usize>) -> Range<u64> {
    let range = inside(at);
    range.start as u64..range.end as u64
}

/// The scalar in these bytes, little-endian.
#[inline]
pub(super) fn read(bytes: &[u8]) -> u128 {
    match *bytes {
        [a] => u128::from(a),
        [a, b, c, d] => u128::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u128::from(u64::from_le_bytes([a, b, c, d, e, f, g, h])),
        ref other => other.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte)),
    }
}
