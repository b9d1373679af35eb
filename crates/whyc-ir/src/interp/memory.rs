//! Memory: one array of bytes, and the objects in it that have a number.
//!
//! Globals lie at its begin, then the frames of the activations, one above the other, so that
//! leaving a function only moves the end. A pointer is never an index into it: it names an
//! object, and the table of objects says where that is and whether it is alive.

use crate::layout;
use crate::program::{GlobalId, LocalId, Program};

use super::code::Extent;
use super::env::Target;

/// Bytes and objects.
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    /// By number; there may be numbers that nobody has had.
    objects: Vec<Object>,
}

/// What has a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    /// The first byte.
    pub(super) start: u32,
    /// How many bytes.
    pub(super) size: u32,
    pub(super) state: State,
    local: LocalId,
    activation: u64,
}

/// Whether an object can be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nobody has had this number, or it is null's or a function's: there is no storage.
    None,
    Global,
    /// A local in its scope.
    Alive,
    /// A local after its scope, in an activation that has not ended.
    Ended,
    /// A local of an activation that has ended.
    Gone,
}

impl Object {
    const NONE: Object = Object { start: 0, size: 0, state: State::None, local: LocalId(0), activation: 0 };

    /// Whether there is, or was, storage with this number.
    pub(super) fn exists(&self) -> bool {
        self.state != State::None
    }

    /// Whether its bytes are still there.
    pub(super) fn has_storage(&self) -> bool {
        matches!(self.state, State::Global | State::Alive | State::Ended)
    }

    /// Whether its scope has ended.
    pub(super) fn out_of_scope(&self) -> bool {
        matches!(self.state, State::Ended | State::Gone)
    }
}

/// Where the next object of an activation cannot go.
pub(super) enum NoRoom {
    /// Numbers have 24 bits.
    TooMany,
    /// The environment gave a number that is in use.
    Taken,
}

impl Memory {
    /// The memory before `start` runs: the globals, all zero.
    pub(super) fn new<'a>(program: &Program, globals: impl Iterator<Item = &'a Extent>, n_bytes: u64) -> Self {
        let mut objects = vec![Object::NONE; layout::first_dynamic_object(program) as usize];
        for (object, extent) in objects[1..].iter_mut().zip(globals) {
            (object.start, object.size) = (extent.start as u32, extent.size as u32);
            object.state = State::Global;
        }
        Self { bytes: vec![0; n_bytes as usize], objects }
    }

    /// How much is in use, the table of objects included.
    pub(super) fn used(&self) -> u64 {
        self.bytes.len() as u64 + (self.objects.len() * size_of::<Object>()) as u64
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
        match object.state {
            State::Global => Target::Global(GlobalId(number - 1)),
            State::Alive | State::Ended | State::Gone | State::None => {
                Target::Local { activation: object.activation, local: object.local }
            }
        }
    }

    /// Adds a local of a new activation.
    pub(super) fn add_local(
        &mut self,
        number: u32,
        place: Extent,
        activation: u64,
        local: LocalId,
    ) -> Result<(), NoRoom> {
        if number >= 1 << layout::OBJECT_BITS {
            return Err(NoRoom::TooMany);
        }
        let idx = number as usize;
        if idx >= self.objects.len() {
            self.objects.resize(idx + 1, Object::NONE);
        } else if self.objects[idx].state != State::None {
            return Err(NoRoom::Taken);
        }
        let (start, size) = (place.start as u32, place.size as u32);
        self.objects[idx] = Object { start, size, state: State::Alive, local, activation };
        Ok(())
    }

    pub(super) fn set_state(&mut self, number: u32, state: State) {
        self.objects[number as usize].state = state;
    }

    /// The scalar of so many bytes, little-endian.
    #[inline]
    pub(super) fn read(&self, at: usize, n_bytes: u32) -> u128 {
        read(&self.bytes[at..at + n_bytes as usize])
    }

    /// Writes a scalar of so many bytes, little-endian.
    #[inline]
    pub(super) fn write(&mut self, at: usize, n_bytes: u32, value: u128) {
        let bytes = &mut self.bytes[at..at + n_bytes as usize];
        match n_bytes {
            1 => bytes.copy_from_slice(&(value as u8).to_le_bytes()),
            4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
            8 => bytes.copy_from_slice(&(value as u64).to_le_bytes()),
            _ => bytes.copy_from_slice(&value.to_le_bytes()[..n_bytes as usize]),
        }
    }

    /// `width` bits, from bit `bit` of byte `at` on.
    pub(super) fn read_bits(&self, at: usize, bit: u8, width: u8) -> u128 {
        let bit_at = |k: usize| u128::from(self.bytes[at + k / 8] >> (k % 8) & 1);
        (0..usize::from(width)).fold(0, |value, k| value | bit_at(usize::from(bit) + k) << k)
    }

    /// Writes `width` bits, from bit `bit` of byte `at` on, and leaves their neighbours alone.
    pub(super) fn write_bits(&mut self, at: usize, bit: u8, width: u8, value: u128) {
        for k in 0..usize::from(width) {
            let position = usize::from(bit) + k;
            let byte = &mut self.bytes[at + position / 8];
            let mask = 1 << (position % 8);
            *byte = if value >> k & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
    }
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
