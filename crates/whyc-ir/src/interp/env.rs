//! What surrounds a run: where its inputs come from, and who watches it.

use crate::expr::ExprId;
use crate::instr::InstrId;
use crate::program::{FunctionId, GlobalId, LocalId};
use crate::property::PropertyId;
use crate::types::TypeId;

/// Supplies everything that is an input of a run and observes everything that happens in it.
///
/// Every method has a default: no input is anything but zero, object numbers are counted by
/// the interpreter, and nobody watches. Storage is handed out as zero bytes to be overwritten, so
/// that an environment pays only for what it sets.
pub trait Environment {
    /// The number of the first address-taken local of an activation; the others follow it.
    /// `None` for the next number that no activation has had.
    fn enter(&mut self, entry: Entry) -> Option<u32> {
        let _ = entry;
        None
    }

    /// The value of a `Nondet` instruction whose place has type `ty`. Bits that the type does
    /// not have are dropped; for `_Bool` everything but 0 is 1.
    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        let _ = (at, ty);
        0
    }

    /// The number of a local at its `Declare`; it has `number`. `None` for that, or the next number that nobody has had
    /// if its scope has ended before.
    fn another_life(&mut self, at: At, local: LocalId, number: u32) -> Option<u32> {
        let _ = (at, local, number);
        None
    }

    /// The content of a local at its `Declare`.
    fn storage(&mut self, at: At, local: LocalId, bytes: &mut [u8]) {
        let _ = (at, local, bytes);
    }

    /// The content of an `extern` global without definition, before the run starts.
    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        let _ = (global, bytes);
    }

    /// The result of a function without body, or of one that ended without returning the value it should.
    fn missing_result(&mut self, at: At, function: FunctionId, bytes: &mut [u8]) {
        let _ = (at, function, bytes);
    }

    /// The number of a block of so many bytes that is being allocated. `None` for the next number that nobody has had.
    fn allocate(&mut self, at: At, size: u64) -> Option<u32> {
        let _ = (at, size);
        None
    }

    /// The address of the object with this number, which the run looks at for the first time. `None` for some address that is
    /// not in use.
    fn address(&mut self, at: At, number: u32) -> Option<u64> {
        let _ = (at, number);
        None
    }

    /// The content of a block at its allocation.
    fn block(&mut self, at: At, number: u32, bytes: &mut [u8]) {
        let _ = (at, number, bytes);
    }

    /// The content of a new block of the given number that is too large to be stored as a whole: `set` takes where something is, in
    /// bits, how many bits it has, and its value. The rest is zero.
    fn large_block(&mut self, at: At, number: u32, set: &mut dyn FnMut(u64, u32, u128)) {
        let _ = set;
        self.block(at, number, &mut []);
    }

    /// A function without body is about to change objects.
    fn havoc_starts(&mut self, at: At) {
        let _ = at;
    }

    /// The content of the object with this number after a function without body may have changed it.
    fn havoc(&mut self, at: At, number: u32, bytes: &mut [u8]) {
        let _ = (at, number, bytes);
    }

    /// An instruction is about to be executed.
    #[inline]
    fn begin(&mut self, at: At) {
        let _ = at;
    }

    /// The value to go on with instead of that of a scalar expression that was just evaluated. Asked in watched runs only
    /// ([`Interpreter::watched`](super::Interpreter::watched)).
    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        let _ = (at, expr);
        value
    }

    /// Whether the run need not go on. Asked where something was written to the outside world, and where an input was taken.
    fn has_seen_enough(&self) -> bool {
        false
    }

    /// Something happened.
    fn event(&mut self, at: At, event: Event<'_>) {
        let _ = (at, event);
    }
}

/// The environment of a program without inputs: all defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closed;

impl Environment for Closed {}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The function.
    pub function: FunctionId,
    /// The instruction.
    pub instr: InstrId,
    /// Which call of any function this is: activations are counted from 0 (`start`) as they begin.
    pub activation: u64,
}

/// The begin of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The function that is entered.
    pub function: FunctionId,
    /// The number of this activation.
    pub activation: u64,
    /// The call; none for `start`.
    pub caller: Option<At>,
    /// How many activations are below this one.
    pub depth: usize,
    /// How many object numbers it needs.
    pub n_objects: u32,
}

/// A value as an observer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// The bits of a scalar, zero-extended.
    Scalar(u128),
    /// The bytes of a record or array.
    Bytes(&'a [u8]),
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A local of an activation, by name or through a pointer alike.
    Local {
        /// Whose.
        activation: u64,
        /// Which.
        local: LocalId,
    },
    /// A global.
    Global(GlobalId),
    /// An allocated block, by its number.
    Block(u32),
}

/// What happens in a run. Checks come before the effect they guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// An activation begins; [`At`] is the call, and for `start` its first instruction.
    Enter {
        /// The function.
        function: FunctionId,
        /// The number of the activation.
        activation: u64,
        /// The number of its first address-taken local.
        objects: u32,
    },
    /// A parameter of the activation that has just begun gets its value.
    Param {
        /// Which.
        param: LocalId,
        /// What.
        value: Value<'a>,
    },
    /// An activation ends; [`At`] is still inside it.
    Leave {
        /// What it returns, unless it is `void`.
        value: Option<Value<'a>>,
    },
    /// A local begins a new life.
    Declare(LocalId),
    /// The life of a local ends.
    Kill(LocalId),
    /// Storage is written: by an assignment, an input, a call's result, or with zeros.
    Assign {
        /// Of what.
        target: Target,
        /// From which bit on.
        offset_bits: u64,
        /// How many bits.
        bits: u64,
        /// What. Of a bit-field, only its own bits.
        value: Value<'a>,
    },
    /// Storage is read; told in watched runs only.
    Read {
        /// Of what.
        target: Target,
        /// From which bit on.
        offset_bits: u64,
        /// How many bits.
        bits: u64,
    },
    /// An input is read; the assignment follows.
    Nondet {
        /// Its bits.
        value: u128,
    },
    /// A block is allocated; the assignment of its address follows.
    Allocate {
        /// Its number; none if it is too large.
        number: Option<u32>,
        /// How many bytes.
        size: u64,
    },
    /// A block is freed.
    Free {
        /// Its number.
        number: u32,
    },
    /// Something is written to the outside world.
    Output {
        /// Where to.
        stream: i32,
        /// What.
        bytes: &'a [u8],
    },
    /// A branch is reached.
    Branch {
        /// Whether the condition is true.
        cond: bool,
        /// Whether it jumps.
        taken: bool,
    },
    /// A switch is reached.
    Switch {
        /// The bits of its value.
        value: u128,
        /// Where it goes.
        target: InstrId,
    },
    /// A check that is due has been made.
    Check {
        /// Of which property.
        property: PropertyId,
        /// The check that was made: another one where a call of the library is the property and its model checks.
        inside: PropertyId,
        /// Whether it holds. If not, the run ends here.
        holds: bool,
    },
    /// An assumption is reached.
    Assume {
        /// Whether it holds. If not, the run ends here.
        holds: bool,
    },
    /// Something is reached that some run should come to.
    Cover {
        /// Whether it is as it should be.
        holds: bool,
    },
}

/// Sets `bits` bits of `bytes`, little-endian, from bit `offset` on: for environments that know parts of storage.
pub fn set_bits(bytes: &mut [u8], offset: u64, bits: u32, value: u128) {
    for k in 0..u64::from(bits) {
        let at = offset.saturating_add(k);
        let Some(byte) = bytes.get_mut((at / 8) as usize) else { return };
        let mask = 1 << (at % 8);
        if value >> k & 1 == 1 {
            *byte |= mask;
        } else {
            *byte &= !mask;
        }
    }
}
