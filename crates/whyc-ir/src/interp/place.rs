//! Reading and writing places, with the checks of their pointers.

use crate::layout;
use crate::program::GlobalKind;

use super::End;
use super::code::{Access, Base, Cell, DerefDue, Extent, Scalar, Shape};
use super::env::{Environment, Event, Target, Value};
use super::machine::{Flow, Machine};
use super::memory::{State, copy_around};
use super::value::{move_address, signed, truncate};

/// Why a run ends that no check has stopped.
const NO_STORAGE: &str = "access outside of any object";

/// Where an access hits.
pub(super) struct Located {
    /// The index of its first byte in memory.
    pub(super) at: usize,
    pub(super) target: Target,
    /// The bytes before it in the target.
    pub(super) offset: u64,
    /// Whether it may not be written.
    pub(super) read_only: bool,
}

impl<E: Environment + ?Sized> Machine<'_, E> {
    /// Pushes the value of a place.
    pub(super) fn load(&mut self, access: &Access) -> Flow<()> {
        let Located { at, target, offset, .. } = self.locate(access)?;
        if self.code.watched {
            let (bit, bits) = match access.cell {
                Cell::Value(shape) => (0, shape.size() * 8),
                Cell::Bits { bit, width, .. } => (u64::from(bit), u64::from(width)),
            };
            self.event(Event::Read { target, offset_bits: offset * 8 + bit, bits });
        }
        match access.cell {
            Cell::Value(Shape::Scalar(scalar)) => self.values.push(self.memory.read(at, scalar.bits() / 8)),
            Cell::Value(Shape::Bytes(size)) => self.bytes.extend_from_slice(self.memory.slice(at..at + size as usize)),
            Cell::Bits { scalar, bit, width } => {
                let value = self.memory.read_bits(at, bit, width);
                self.values.push(extend(value, scalar, width));
            }
        }
        Ok(())
    }

    /// Pops a value and writes it to a place; the address is above the value.
    pub(super) fn store(&mut self, access: &Access) -> Flow<()> {
        let Located { at, target, offset, read_only } = self.locate(access)?;
        self.check(access.read_only, !read_only)?;
        match access.cell {
            Cell::Value(Shape::Scalar(scalar)) => {
                let value = self.pop();
                self.memory.write(at, scalar.bits() / 8, value);
                let (offset_bits, bits) = (offset * 8, u64::from(scalar.bits()));
                self.event(Event::Assign { target, offset_bits, bits, value: Value::Scalar(value) });
            }
            Cell::Value(Shape::Bytes(size)) => {
                let from = self.bytes.len() - size as usize;
                let bytes = self.memory.slice_mut(at..at + size as usize);
                copy_around(
                    bytes,
                    &self.bytes[from..],
                    access.gaps.map_or(&[], |id| &self.frame.code.gaps[id as usize]),
                );
                self.bytes_assigned(at, target, offset, size);
                self.bytes.truncate(from);
            }
            Cell::Bits { bit, width, .. } => {
                let value = self.pop();
                self.store_bits(at, target, offset, (bit, width), value);
            }
        }
        Ok(())
    }

    /// Sets every byte of a place to zero.
    pub(super) fn zero(&mut self, access: &Access) -> Flow<()> {
        let Located { at, target, offset, read_only } = self.locate(access)?;
        self.check(access.read_only, !read_only)?;
        match access.cell {
            Cell::Value(Shape::Scalar(scalar)) => {
                self.memory.write(at, scalar.bits() / 8, 0);
                let (offset_bits, bits) = (offset * 8, u64::from(scalar.bits()));
                self.event(Event::Assign { target, offset_bits, bits, value: Value::Scalar(0) });
            }
            Cell::Value(Shape::Bytes(size)) => {
                let zeros = vec![0; size as usize];
                let bytes = self.memory.slice_mut(at..at + size as usize);
                copy_around(bytes, &zeros, access.gaps.map_or(&[], |id| &self.frame.code.gaps[id as usize]));
                self.bytes_assigned(at, target, offset, size);
            }
            Cell::Bits { bit, width, .. } => self.store_bits(at, target, offset, (bit, width), 0),
        }
        Ok(())
    }

    fn store_bits(&mut self, at: usize, target: Target, offset: u64, (bit, width): (u8, u8), value: u128) {
        let value = truncate(value, u32::from(width));
        self.memory.write_bits(at, bit, width, value);
        let offset_bits = offset * 8 + u64::from(bit);
        self.event(Event::Assign { target, offset_bits, bits: u64::from(width), value: Value::Scalar(value) });
    }

    pub(super) fn bytes_assigned(&mut self, at: usize, target: Target, offset: u64, size: u64) {
        let here = self.at();
        let value = Value::Bytes(self.memory.slice(at..at + size as usize));
        self.env.event(here, Event::Assign { target, offset_bits: offset * 8, bits: size * 8, value });
    }

    /// Pops the address, if there is one, makes the checks that are due, and finds the storage.
    #[inline]
    fn locate(&mut self, access: &Access) -> Flow<Located> {
        let popped = if access.dynamic { self.pop() as u64 } else { 0 };
        let address = move_address(popped, access.offset);
        match access.base {
            Base::Local(local) => {
                let extent = self.frame.code.locals[local];
                let start = self.frame.base + extent.start as usize;
                let target = Target::Local { activation: self.frame.activation, local };
                self.inside(start, extent, address, access, target)
            }
            Base::Global(global) => {
                let extent = self.code.globals[global];
                self.inside(extent.start as usize, extent, address, access, Target::Global(global))
            }
            Base::Deref(due) => self.dereference(address, access.cell.size(), due),
        }
    }

    /// Makes the checks of an access to `size` bytes from `address` on, and finds the storage.
    pub(super) fn dereference(&mut self, address: u64, size: u64, due: DerefDue) -> Flow<Located> {
        self.is_followed(address)?;
        let (number, offset) = layout::split_pointer(address);
        let is_null = layout::is_null(address);
        self.check(due.null, !is_null)?;
        let object = self.memory.object(number);
        self.check(due.scope, !object.out_of_scope())?;
        self.check(due.free, object.state != State::Freed)?;
        let end = u64::try_from(offset).map(|offset| offset.saturating_add(size));
        let fits = end.is_ok_and(|end| end <= object.size) && object.exists();
        self.check(due.outside, fits || is_null)?;
        let is_aligned = if due.align <= u64::from(object.align) {
            offset.rem_euclid(due.align as i64) == 0
        } else {
            // More than its declaration promises is known once the run has looked.
            let known = self.known_address(number);
            known.is_some_and(|address| address.wrapping_add(offset as u64).is_multiple_of(due.align))
        };
        self.check(due.aligned, is_aligned || !fits)?;
        if !fits || !object.has_storage() {
            return Err(self.unsupported(NO_STORAGE));
        }
        let offset = offset as u64;
        if object.size > layout::WHOLE_BLOCK_BYTES {
            if self.memory.used().saturating_add(size) > self.memory_limit {
                return Err(Box::new(End::MemoryLimit));
            }
            self.memory.touch(&object, offset, size);
        }
        let target = self.memory.target(number, object);
        Ok(Located { at: object.start + offset as usize, target, offset, read_only: object.read_only })
    }

    /// A block that is too large for its bytes to be told apart has a start, and nothing is done with it but that it is freed.
    #[inline]
    pub(super) fn is_followed(&self, pointer: u64) -> Flow<()> {
        let (number, _) = layout::split_pointer(pointer);
        if self.memory.object(number).size > layout::MAX_BLOCK_BYTES {
            return Err(self.unsupported("a block of more than 64 GiB"));
        }
        Ok(())
    }

    /// An access to a named variable: no pointer to check, but an index may have left it.
    #[inline]
    fn inside(&mut self, start: usize, extent: Extent, address: u64, access: &Access, target: Target) -> Flow<Located> {
        // A negative offset is a large one.
        let offset = address & ((1 << layout::OFFSET_BITS) - 1);
        let fits = offset.saturating_add(access.cell.size()) <= extent.size;
        self.check(access.outside, fits)?;
        if !fits {
            return Err(self.unsupported(NO_STORAGE));
        }
        // By its name only a literal is found that may not be written; a variable has its initialiser.
        let read_only = matches!(target, Target::Global(global)
            if matches!(self.program.globals[global].kind, GlobalKind::String(_)));
        Ok(Located { at: start + offset as usize, target, offset, read_only })
    }
}

/// The value of a bit-field in its declared type.
fn extend(value: u128, scalar: Scalar, width: u8) -> u128 {
    if scalar.is_signed() { truncate(signed(value, u32::from(width)) as u128, scalar.bits()) } else { value }
}
