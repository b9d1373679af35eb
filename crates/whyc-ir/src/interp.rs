//! The concrete interpreter: what a program means, and the oracle of every replay.
//!
//! In: a verified [`Program`], the properties that are due, an [`Environment`] that supplies the
//! inputs and watches, and [`Limits`]. Out: an [`Outcome`]. [`run`] does it once; an
//! [`Interpreter`] is prepared once and runs often.
//!
//! Read [`mod@env`] for what surrounds a run. Inside, `code` and `flatten` turn a body into a list
//! of stack-machine operations with all types, sizes and properties looked up; `machine` runs it;
//! `value`, `float` and `directed` define the operators, `memory` and `place` what is stored where, `calls` how
//! activations come and go. Nothing recurses: neither over calls nor over expressions.
//!
//! # Meaning
//! C on x86-64 Linux, memory as bytes, pointers numbered as in [`layout`](crate::layout). Where C
//! leaves the meaning open, or undefined with the check switched off:
//!
//! - Evaluation order: operands from left to right. `Assign` and `Nondet`: the value, then the place.
//!   `Call`: arguments, callee, the call itself, then the place of the result.
//! - A place: its pointer; then its indices in order, each followed by its bounds check; then, if
//!   it is read or written, the checks of its pointer in the order null-dereference, use-after-scope,
//!   use-after-free, out-of-object, alignment (an object is known to be aligned as its declaration asks, and no
//!   more). Bytes that are copied or filled are one access each, the source first; none
//!   if their number is 0. `free` checks that it gets null or the start of a block from the heap, then that
//!   this has not been freed. At the end of the program, each block from the heap should have been. The null object is outside of no object: only
//!   null-dereference catches it. A bit-field touches the bytes that hold its bits.
//! - Addresses are computed modulo 2^40 inside their object, also by an index outside its array.
//!   An access that no check stops and that hits no storage ends the run as unsupported.
//! - Signed arithmetic wraps. Shifts and divisions are those of SMT-LIB: a count that is not less
//!   than the width (a negative one is a large one) shifts everything out; `x / 0` is all ones
//!   (1 for a negative signed `x`), `x % 0` is `x`. `clz` and `ctz` of zero are the width.
//! - Every NaN that arithmetic or a conversion makes is the positive quiet one without payload. A
//!   floating value that does not fit the integer type it is converted to gives what gcc's code
//!   gives on x86-64.
//! - The assignment of a record leaves alone what belongs to none of its members. A local whose scope has ended and begins
//!   again is another object.
//! - A pointer becomes an integer by the address of its object, which is an input the first time it is looked at
//!   ([`Environment::address`]); what has not been looked at has none.
//! - A local lives from the begin of its activation, or from its `Declare`, to its `Kill` or the end of the
//!   activation. It is zero until its first `Declare`. After `Kill` it keeps its content, for its name and,
//!   with use-after-scope switched off, for pointers. After the activation, pointers to it hit no storage.

pub mod env;

mod code;

mod flatten;

mod machine;

mod value;

mod float;

mod directed;

mod extended;

mod memory;

mod pieces;

mod place;

mod address;

mod blocks;

pub mod print;

mod calls;

use crate::instr::InstrId;
use crate::program::{FunctionId, Program};
use crate::property::{PropertyId, PropertyTable};

use code::Code;
use machine::Machine;

pub use env::{At, Closed, Entry, Environment, Event, Target, Value};

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many instructions.
    pub steps: u64,
    /// How many bytes for globals, locals and activations.
    pub memory_bytes: u64,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// `start` returned.
    Finished {
        /// The bytes of what it returned; none from a `void` function.
        value: Vec<u8>,
    },
    /// A `Halt` was reached.
    Halted,
    /// A check failed.
    Failed(PropertyId),
    /// An assumption was zero.
    AssumptionViolated {
        /// In which function.
        function: FunctionId,
        /// Where.
        instr: InstrId,
    },
    /// Something without a meaning here: an `Unsupported` instruction, an access that hits no storage, `long double`.
    Unsupported {
        /// In which function.
        function: FunctionId,
        /// Where.
        instr: InstrId,
        /// What, for a person.
        what: String,
    },
    /// [`Limits::steps`] was reached, or whoever watches has seen enough.
    StepLimit,
    /// [`Limits::memory_bytes`] was reached.
    MemoryLimit,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// How many instructions were begun.
    pub steps: u64,
}

/// A program prepared for any number of runs.
pub struct Interpreter<'a> {
    program: &'a Program,
    code: Code,
}

impl<'a> Interpreter<'a> {
    /// Prepares a program. The checks made are those in `properties`.
    ///
    /// # Panics
    /// If the program breaks an invariant: [`verify`](crate::verify) it first.
    #[must_use]
    pub fn new(program: &'a Program, properties: &PropertyTable) -> Self {
        Self { program, code: flatten::program(program, properties, false) }
    }

    /// Prepares a program for runs whose environment sees, and may replace, the value of every scalar expression, and
    /// sees every read of storage.
    ///
    /// # Panics
    /// If the program breaks an invariant: [`verify`](crate::verify) it first.
    #[must_use]
    pub fn watched(program: &'a Program, properties: &PropertyTable) -> Self {
        Self { program, code: flatten::program(program, properties, true) }
    }

    /// Runs the program from its `start`.
    pub fn run<E: Environment + ?Sized>(&self, env: &mut E, limits: Limits) -> Outcome {
        Machine::run(self.program, &self.code, env, limits)
    }
}

/// Runs a program once.
///
/// # Panics
/// If the program breaks an invariant: [`verify`](crate::verify) it first.
pub fn run<E: Environment + ?Sized>(
    program: &Program,
    properties: &PropertyTable,
    env: &mut E,
    limits: Limits,
) -> Outcome {
    Interpreter::new(program, properties).run(env, limits)
}

#[cfg(test)]
mod tests;
