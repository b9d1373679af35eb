//! What a run takes from outside, so that a compiled program can be given the same.
//!
//! [`script`] reads it off a run; the report turns it into a C test. The order of every list is the
//! order in which the run comes to it.

mod collect;

mod turns;

use std::collections::BTreeMap;

use whyc_base::source::{FileId, Span};
use whyc_check::{Analysis, Run};

pub use self::turns::{ATOMIC, TURNING};

/// Everything that a run takes from outside.
#[derive(Clone, Debug, Default)]
pub struct ReplayScript {
    /// The values of calls in the user's code: `nondet` functions and functions without body.
    pub inputs: Vec<ReplayInput>,
    /// The uninitialised variables that are read, one entry for each time their declaration is reached.
    pub objects: Vec<ReplayObject>,
    /// The blocks of the heap.
    pub blocks: Vec<ReplayBlock>,
    /// Memory that ends with a scope or a function, by the places that ask for it: declarations of arrays of variable
    /// length, calls of `alloca`.
    pub passing: Vec<ReplayPassing>,
    /// Variables that are declared and defined nowhere.
    pub externals: Vec<ReplayExternal>,
    /// What functions without body write through their arguments.
    pub writes: Vec<ReplayWrite>,
    /// Calls of the C library that learn something from outside.
    pub library: Vec<LibraryCall>,
    /// Where the run starts.
    pub entry: ReplayEntry,
    /// The functions without body that the run calls.
    pub stubs: Vec<ReplayStub>,
    /// The functions that the user has defined.
    pub functions: Vec<ReplayFunction>,
    /// How threads take turns, if there are some.
    pub threads: Option<ReplayThreads>,
    /// What the run does that no compiled program can be made to do, in sentences without a full stop.
    pub obstacles: Vec<String>,
}

/// How threads take turns.
#[derive(Clone, Debug, Default)]
pub struct ReplayThreads {
    /// Who does something that others can see, in order.
    pub turns: Vec<ReplayTurn>,
    /// The thread that waits for ever, if that is how the run fails.
    pub doomed: Option<u32>,
    /// The atomic operations of the program, whether the run comes to them or not: who comes there has to wait until all turns are over.
    pub atomics: Vec<Span>,
}

/// A call of the library, or an atomic operation, that other threads can see.
#[derive(Clone, Debug)]
pub struct ReplayTurn {
    /// Who: 0 is the main thread, the others are counted as they are created.
    pub thread: u32,
    /// How much of the call it is.
    pub kind: TurnKind,
    /// What is called.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// How much of a call a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// All of it.
    Whole,
    /// It begins, and waits for others.
    Begins,
    /// It goes on after that.
    GoesOn,
}

/// Bytes of an object that a run reads before anything writes them: value and which of its bits matter.
pub type Content = BTreeMap<u64, (u8, u8)>;

/// The value of a call.
#[derive(Clone, Debug)]
pub struct ReplayInput {
    /// The function, where the run knows it; otherwise it is a `nondet` function that the span names.
    pub function: Option<String>,
    /// The call, or the assignment or declaration around it.
    pub span: Span,
    /// What a person calls the value.
    pub name: String,
    /// The value as C writes it.
    pub shown: String,
    /// The bytes of the value.
    pub content: Content,
}

/// The storage of a variable when its declaration is reached.
#[derive(Clone, Debug)]
pub struct ReplayObject {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub span: Span,
    /// What it holds.
    pub content: Content,
}

/// A block of the heap.
#[derive(Clone, Debug)]
pub struct ReplayBlock {
    /// Whether the allocation fails.
    pub fails: bool,
    /// What the block holds at first.
    pub content: Content,
}

/// Memory that ends with a scope or a function.
#[derive(Clone, Debug)]
pub struct ReplayPassing {
    /// What a person calls it.
    pub name: String,
    /// Where it is asked for.
    pub span: Span,
}

/// A variable that is declared and defined nowhere.
#[derive(Clone, Debug)]
pub struct ReplayExternal {
    /// Its name.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// What it holds.
    pub content: Content,
}

/// Where a function without body writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteTarget {
    /// Where an argument points to, counted from 0.
    Argument(usize),
    /// To a global, by its name.
    Global(String),
}

/// What a function without body writes.
#[derive(Clone, Debug)]
pub struct ReplayWrite {
    /// The function.
    pub function: String,
    /// Where.
    pub target: WriteTarget,
    /// What it writes.
    pub content: Content,
}

/// A call of the C library that learns something from outside.
#[derive(Clone, Debug)]
pub struct LibraryCall {
    /// The function that the user calls.
    pub function: String,
    /// The call as it is written.
    pub text: String,
    /// What it learns, in order.
    pub inputs: Vec<LibraryInput>,
    /// What it returns, if that is a number.
    pub result: Option<Number>,
}

/// Something that a model of the C library asks for.
#[derive(Clone, Debug)]
pub struct LibraryInput {
    /// The function of the model that asks.
    pub asker: String,
    /// The value.
    pub value: Number,
}

/// A number with its type.
#[derive(Clone, Debug)]
pub struct Number {
    /// The bits.
    pub bits: u128,
    /// The type, spelt without the names of the program: `unsigned int`, `double`, `void *`.
    pub ty: String,
    /// As C writes it.
    pub shown: String,
}

/// Where a run starts.
#[derive(Clone, Debug, Default)]
pub struct ReplayEntry {
    /// The function.
    pub name: String,
    /// The file that defines it.
    pub file: Option<FileId>,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// An argument of the entry point.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parameter's type, as C writes it.
    pub ty: String,
    /// The parameter's name.
    pub name: String,
    /// The argument.
    pub value: ArgumentValue,
}

/// What an argument is.
#[derive(Clone, Debug)]
pub enum ArgumentValue {
    /// These bytes.
    Content(Content),
    /// Null.
    Null,
    /// The address of an object of its own that holds this.
    Pointer(Content),
}

/// A function of the user's.
#[derive(Clone, Debug)]
pub struct ReplayFunction {
    /// Its name.
    pub name: String,
    /// Its declarator.
    pub span: Span,
}

/// A function without body.
#[derive(Clone, Debug)]
pub struct ReplayStub {
    /// Its name.
    pub name: String,
    /// What it returns, spelt without the names of the program.
    pub ret: String,
    /// Its parameters, spelt so.
    pub params: Vec<String>,
}

/// What `run` takes from outside.
#[must_use]
pub fn script(analysis: &Analysis, run: &Run) -> ReplayScript {
    analysis
        .unrolling
        .as_ref()
        .map_or_else(ReplayScript::default, |unrolling| collect::collect(analysis, unrolling, run))
}
