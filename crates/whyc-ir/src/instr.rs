//! Instructions: a function body is a linear list of them, with jumps forward and backward.

use whyc_base::source::Span;
use whyc_base::typed_id;

use crate::block::{BlockOp, Output};
use crate::expr::{ExprId, PlaceId};
use crate::program::{FunctionId, LocalId};
use crate::property::PropertyClass;

typed_id! {
    /// An instruction of one function; also the target of a jump.
    pub struct InstrId("i");
}

/// An instruction with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// What it does.
    pub kind: InstrKind,
    /// What the user wrote. A backward jump carries the span of the loop's head (`while (c)`, `for (…)`).
    pub span: Span,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstrKind {
    /// The storage of a local begins a new life, uninitialised. Executed each time the declaration is reached.
    Declare(LocalId),
    /// The scope of a local ends: pointers to it dangle.
    Kill(LocalId),
    /// Writes a value to a place of the same type.
    Assign {
        /// Where.
        place: PlaceId,
        /// What.
        value: ExprId,
    },
    /// Sets every byte of a place to zero (what an initialiser leaves out).
    ZeroFill(PlaceId),
    /// An input: a fresh value of the place's (scalar) type. `name` is what a person sees, such as the called `nondet` function.
    Nondet {
        /// Where the value goes.
        place: PlaceId,
        /// Where it comes from, for a person: the name of the variable or of the called function.
        name: String,
    },
    /// Calls a function and writes what it returns.
    Call {
        /// Where the result goes.
        dest: Option<PlaceId>,
        /// Whom.
        callee: Callee,
        /// With what; as many as the callee has parameters, or more if it is variadic.
        args: Vec<ExprId>,
    },
    /// Goes to the target.
    Jump(InstrId),
    /// Goes to `target` if the truth of `cond` is `when`, on to the next instruction otherwise.
    Branch {
        /// A scalar; it is true if it is not zero.
        cond: ExprId,
        /// Which truth value jumps.
        when: bool,
        /// Where to.
        target: InstrId,
    },
    /// Goes to the target of the case that holds `value`, or to `default`. Cases do not overlap.
    Switch {
        /// An integer.
        value: ExprId,
        /// The cases.
        cases: Vec<SwitchCase>,
        /// Where to go if no case fits.
        default: InstrId,
    },
    /// Ends the function.
    Return(Option<ExprId>),
    /// Runs in which this is zero are not considered.
    Assume(ExprId),
    /// Something that should be seen: some run should come here while this is not zero. It changes nothing.
    Cover(ExprId),
    /// A property: should not be zero. A run ends where it is.
    Assert {
        /// The scalar that should not be zero.
        cond: ExprId,
        /// What kind of property it is: `Assertion`, `Unreachable`, or `Bounds` for the length of an array.
        class: PropertyClass,
        /// The condition as a person wrote it.
        description: String,
    },
    /// Does something to a whole block of memory.
    Block(BlockOp),
    /// Writes something to the outside world.
    Output(Output),
    /// The program ends (`exit`, `abort`).
    Halt,
    /// Something whyc does not model. While it can be reached, nothing may be said to hold.
    Unsupported(String),
    /// Does nothing; a target for jumps.
    Label,
}

/// Whom a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// Whatever this pointer to a function points to.
    Indirect(ExprId),
}

/// One case label, or a range of them (GNU `case 1 ... 5:`). Values are those of the switch's
/// promoted type, read as signed or unsigned as the type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchCase {
    /// The first value.
    pub low: i128,
    /// The last value.
    pub high: i128,
    /// Where it goes.
    pub target: InstrId,
}
