//! Loops that are not followed round by round but cut: one round stands for all of them.
//!
//! Where a run comes to the head of such a loop, everything that a round changes gets any value, whatever is known of all
//! rounds is assumed, and one round is followed. Where it goes back to the head, the path ends; what was assumed is to be
//! shown there, and where the loop is entered, by whoever asked for the cut. Every state in which a run is at the head, in
//! whatever round, is then among those that were followed.
//!
//! What a round changes is not guessed from the text: the memory at its end is compared with that at its start. If it
//! changes more than was forgotten, the unrolling stops and is to be repeated with what [`LoopCuts::forgotten`] then says, until
//! it is enough. The unrollings up to the first loop that changed more are the same, so that objects keep their numbers.
//!
//! A pointer that a round changes may point into the objects that its terms show, before the loop and at the end of a round; if
//! one of these does not live at the head, or nobody knows which they are, the loop is refused. **What is refused is not
//! followed: nothing may be concluded then.**
//!
//! Functions that call themselves are cut in the same way (`exec/summary.rs`): after the program itself, one call of each is
//! followed, with any arguments that are allowed; where such a function is called, there or in the program, what it returns is
//! anything that is known of what it returns. The arguments are to be shown to be allowed where it is called, what is known of the
//! result where the call with any arguments ends. Whoever asks for that knows that the functions read and write nothing but
//! their own variables.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Origin};
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};

use crate::step::{FrameId, StepId};

/// Which loops are cut, and what comes of it.
#[derive(Debug, Default)]
pub struct LoopCuts {
    /// The heads of the loops, by function. All backward jumps to a head belong to its loop.
    pub heads: BTreeSet<(FunctionId, InstrId)>,
    /// The functions whose calls are cut. They have numbers as parameters, and a number or nothing as a result.
    pub functions: BTreeSet<FunctionId>,
    /// Where the steps of a part begin that has nothing to do with those before it: a call with any arguments, the program.
    pub parts: Vec<StepId>,
    /// For each function whose calls are cut, its entries.
    pub summaries: BTreeMap<FunctionId, Summary>,
    /// What is forgotten where a loop is entered, by the order in which that happens.
    pub forgotten: Vec<Forgotten>,
    /// The loops that were entered, in order.
    pub entries: Vec<Entry>,
    /// How much work it was: instructions executed and steps made.
    pub effort: u64,
    /// Why the unrolling was stopped, if it was.
    pub stop: Option<Stop>,
}

/// The entries of a function whose calls are cut: those of what holds where it is called, and of what holds where it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Of calls.
    pub begins: usize,
    /// Of returns.
    pub ends: usize,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// The head of a loop.
    Head,
    /// Where a function is called: its numbers are the arguments, and each call is a round.
    Begins,
    /// Where a function returns: its numbers are the arguments and, if there is one, the result.
    Ends,
}

/// Why an unrolling with cuts was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A round changes more than was forgotten; now that is known.
    ChangesMore,
    /// What a round changes cannot be told for certain.
    Refused(&'static str),
}

/// What is forgotten where a loop is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Single cells, by their keys in memory.
    pub(crate) cells: BTreeMap<u64, Shape>,
    /// The whole content of objects, by number.
    pub(crate) objects: BTreeSet<u32>,
    /// The types of blocks of which nobody knows at the head what they are for, by number.
    pub(crate) types: BTreeMap<u32, TypeId>,
}

/// What a cell may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Any bits.
    Word,
    /// A pointer into one of these objects, by number, whose offset is `residue` modulo `1 << align`.
    Pointer { numbers: BTreeSet<u32>, align: u32, residue: u64 },
    /// Any pointer. Whoever follows it is refused.
    AnyPointer,
}

/// A loop that was entered.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is; in what follows, the head of a loop.
    pub kind: EntryKind,
    /// Its function.
    pub function: FunctionId,
    /// Who wrote that.
    pub origin: Origin,
    /// Its head.
    pub head: InstrId,
    /// The activation.
    pub frame: FrameId,
    /// What the user wrote.
    pub span: Span,
    /// The path condition (Boolean).
    pub guard: TermId,
    /// The steps before this one come before the loop.
    pub at: StepId,
    /// The numbers that are in play.
    pub numbers: Vec<Number>,
    /// The ends of rounds.
    pub rounds: Vec<RoundEnd>,
}

/// Where a round ends and goes back to the head.
#[derive(Clone, Debug)]
pub struct RoundEnd {
    /// The path condition (Boolean).
    pub guard: TermId,
    /// The steps before this one come before it.
    pub at: StepId,
    /// What the numbers of the entry are here.
    pub values: Vec<TermId>,
}

/// Something that invariants can be about.
#[derive(Clone, Debug)]
pub struct Number {
    /// What a person calls it; empty for a temporary.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: NumberKind,
    /// Whether it is an element of an array, and which one.
    pub is_element: bool,
    /// Its position in the object, counted in elements of its size; of a condition, which one it is.
    pub position: u64,
    /// Whether a round changes it.
    pub is_changed: bool,
    /// What it is where the loop is entered.
    pub entry: TermId,
    /// What it is at the head in some round.
    pub any: TermId,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An integer.
    Integer {
        /// Whether it is signed.
        is_signed: bool,
    },
    /// How many bytes behind the start of its object a pointer points; signed.
    Offset {
        /// How large the object is that the pointer points into where the loop is entered, if that is known.
        size: Option<u64>,
        /// How large what it points to is.
        unit: u64,
    },
    /// The object that a pointer points into.
    Object,
    /// A condition of the function, as one bit.
    Condition,
}

/// Says what is assumed at the head of a loop that was entered, by its place in the order of entries (Boolean). Of a function that
/// is called more than once it is asked for the same entry again, with other numbers.
pub type Assume<'a> = dyn FnMut(&mut TermStore, usize, &Entry) -> TermId + 'a;
