//! Addresses: what a pointer is as an integer, and what an integer is as a pointer.
//!
//! An object has an address once the run has looked at it. Which one is an input; [`layout`] has the numbers by which pointers
//! are known otherwise.

use crate::expr::BinaryOp;
use crate::layout::{self, NO_OBJECT, Pointers, TOO_FAR};
use crate::program::Origin;

use super::env::Environment;
use super::machine::{Flow, Machine};
use super::memory::{Object, State};

/// Where addresses begin that nobody chose.
const FIRST_ADDRESS: u64 = 1 << 32;
/// Where they begin where there are only 32 bits for them.
const FIRST_NARROW_ADDRESS: u64 = 1 << 20;

impl<E: Environment + ?Sized> Machine<'_, E> {
    /// The integer that a pointer is, as wide as pointers are.
    pub(super) fn pointer_to_integer(&mut self, pointer: u64) -> u64 {
        let (number, offset) = self.code.pointers.split(pointer);
        let integer = match self.address(number) {
            _ if number == 0 => offset as u64,
            Some(address) => address.wrapping_add(offset as u64),
            None => pointer,
        };
        match self.code.pointers {
            Pointers::Bits64 => integer,
            Pointers::Bits32 => u64::from(integer as u32),
        }
    }

    /// The address of an object, if there is one with that number.
    fn address(&mut self, number: u32) -> Option<u64> {
        if let Some(&known) = self.memory.addresses.get(&number) {
            return Some(known);
        }
        let object = self.memory.object(number);
        if !object.exists() && layout::function_of_object(self.program, number).is_none() {
            return None;
        }
        let here = self.at();
        let chosen = self.env.address(here, number);
        let address = chosen.unwrap_or_else(|| {
            let first = match self.code.pointers {
                Pointers::Bits64 => FIRST_ADDRESS,
                Pointers::Bits32 => FIRST_NARROW_ADDRESS,
            };
            let address = self.memory.next_address.max(first).next_multiple_of(u64::from(object.align));
            self.memory.next_address = address + size_of(&object) + 1;
            address
        });
        self.memory.addresses.insert(number, address);
        Some(address)
    }

    /// The pointer that an integer is: into the object that is alive there, or else just behind one, or else into one that
    /// was there.
    pub(super) fn integer_to_pointer(&mut self, value: u64) -> Flow<u64> {
        let mut best: Option<(u32, u32)> = None;
        for (&number, &address) in &self.memory.addresses {
            let object = self.memory.object(number);
            let offset = value.wrapping_sub(address);
            let size = size_of(&object);
            if offset > size {
                continue;
            }
            let is_alive = matches!(object.state, State::Alive | State::None);
            let rank = match (is_alive, offset < size) {
                (true, true) => 2,
                (true, false) => 1,
                (false, _) => 0,
            };
            best = best.max(Some((rank, number)));
        }
        match best {
            Some((_, number)) => {
                let address = self.memory.addresses[&number];
                self.to_pointer(layout::pointer(number, value.wrapping_sub(address) as i64))
            }
            None if self.code.pointers.can_hold_integer(value) => Ok(value),
            None => Err(self.unsupported(NO_OBJECT)),
        }
    }

    /// The pointer to an address, if pointers can hold that.
    #[inline]
    pub(super) fn to_pointer(&self, address: u64) -> Flow<u64> {
        self.code.pointers.narrowed(address).ok_or_else(|| self.unsupported(TOO_FAR))
    }

    /// Whether pointers that name different objects are equal: the end of one may be where the other begins.
    pub(super) fn meet(&mut self, op: BinaryOp, a: u64, b: u64) -> Option<bool> {
        // Models ask whether pointers are into one object.
        let is_model = self.program.functions[self.frame.function].origin == Origin::Whyc;
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) || a == b || is_model {
            return None;
        }
        let ((a_number, a_offset), (b_number, b_offset)) = (self.code.pointers.split(a), self.code.pointers.split(b));
        let is_end = |number: u32, offset: i64| {
            let object = self.memory.object(number);
            object.exists() && object.size > 0 && u64::try_from(offset) == Ok(object.size)
        };
        let starts = |number: u32, offset: i64| self.memory.object(number).exists() && offset == 0;
        let touch = is_end(a_number, a_offset) && starts(b_number, b_offset)
            || is_end(b_number, b_offset) && starts(a_number, a_offset);
        if a_number == b_number || !touch {
            return None;
        }
        let equal = self.pointer_to_integer(a) == self.pointer_to_integer(b);
        Some(equal == (op == BinaryOp::Eq))
    }

    /// The address of an object that the run has looked at.
    pub(super) fn known_address(&self, number: u32) -> Option<u64> {
        self.memory.addresses.get(&number).copied()
    }
}

/// Even what has no bytes has an address of its own.
fn size_of(object: &Object) -> u64 {
    object.size.max(1)
}
