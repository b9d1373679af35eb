//! The result: an ordered list of steps that every run within the bounds is a valuation of.
//!
//! Steps of one path stand in the order in which the path executes them. A step is executed in a
//! run if its guard is true there; its value is defined either way, which is what makes runs comparable.

mod names;

use std::fmt;

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::typed_id;
use whyc_ir::block::{BlockLife, Conversion};
use whyc_ir::instr::InstrId;
use whyc_ir::program::{ComponentId, FunctionId, GlobalId, LocalId, Origin, Program};
use whyc_ir::property::PropertyId;
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};

pub use self::names::{flexible_end, part_name};

use crate::loops::LoopId;
use crate::work::Work;

typed_id! {
    /// A step.
    pub struct StepId("s");
}
typed_id! {
    /// An activation of a function.
    pub struct FrameId("frame");
}
typed_id! {
    /// A block of memory that was allocated.
    pub struct BlockId("block");
}
typed_id! {
    /// A scalar variable of one activation: a local, a field, an element.
    pub struct SymbolId("sym");
}

/// All runs of a program within some bounds.
#[derive(Clone, Debug)]
pub struct Unrolling {
    /// The steps, in order.
    pub steps: IdVec<StepId, Step>,
    /// The activations; the first one is `start`'s.
    pub frames: IdVec<FrameId, Frame>,
    /// The allocated blocks.
    pub blocks: IdVec<BlockId, Block>,
    /// The scalar variables.
    pub symbols: IdVec<SymbolId, Symbol>,
    /// What pointers can point to, by object number. Number 0 is null's.
    pub objects: Vec<Object>,
    /// For each property, whether any path gets there at all, as far as constants tell.
    pub reached: IdVec<PropertyId, bool>,
    /// For each property, conditions under which a path gets there and it certainly holds: such a check is no step.
    /// Not more than [`MANY_HELD`] of them.
    pub held: IdVec<PropertyId, Vec<TermId>>,
    /// The numbers of the variables that pointers can reach, by the steps in which their lives begin.
    pub lives: FxHashMap<StepId, u32>,
    /// The addresses of the objects at which some path looks, by number (64 bits).
    pub addresses: FxHashMap<u32, TermId>,
    /// The loops and recursions that were cut off, with the steps where that happened.
    pub cuts: Vec<StepId>,
    /// Where the work went.
    pub work: Work,
    /// How much work it was: instructions executed and steps made.
    pub effort: u64,
    /// For checks, when it counts that they fail (Boolean); where nothing is said, always.
    pub counts: FxHashMap<StepId, TermId>,
}

/// At most this many checks that certainly hold are remembered of a property.
pub const MANY_HELD: usize = 64;

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// The path condition (Boolean): whether a run executes this step.
    pub guard: TermId,
    /// Which activation.
    pub frame: FrameId,
    /// Which instruction of the activation's function.
    pub instr: InstrId,
    /// What the user wrote.
    pub span: Span,
    /// What happens.
    pub kind: StepKind,
}

/// What happens in a step.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// A value from outside: a `nondet` call, a parameter of the entry point, the result of a function without body.
    Input {
        /// Where it goes, unless that is hidden from people.
        target: Option<SsaVar>,
        /// What a person calls it.
        name: String,
        /// The value.
        value: TermId,
        /// Its type.
        ty: TypeId,
        /// What asks for it.
        source: InputSource,
    },
    /// Storage begins its life uninitialised. The cells are those that anything reads before
    /// writing them; they are inputs.
    Storage {
        /// Whose storage.
        object: ObjectRoot,
        /// What is read of it.
        cells: Vec<StorageCell>,
        /// What is read of it where only the run says.
        reads: Vec<StorageRead>,
    },
    /// A block of memory begins its life.
    Allocate {
        /// Which.
        block: BlockId,
    },
    /// A block of memory ends its life; nothing happens to null.
    Free {
        /// Its address (64 bits).
        pointer: TermId,
    },
    /// Something is written to the outside world.
    Output {
        /// Where to (32 bits).
        stream: TermId,
        /// What.
        item: OutputTerm,
    },
    /// A variable gets a value.
    Assign {
        /// Which variable.
        target: Target,
        /// The value.
        value: TermId,
        /// Its type.
        ty: TypeId,
        /// The expression that a person could have written wrongly.
        component: Option<ComponentId>,
        /// What kind of assignment it is.
        role: AssignRole,
    },
    /// Paths join: the variable has the value of the path that was taken.
    Merge {
        /// Which variable.
        target: SsaVar,
        /// The value.
        value: TermId,
        /// Its type.
        ty: TypeId,
    },
    /// A two-way branch. The path goes on as `cond` says.
    Branch {
        /// The condition (Boolean), as the user wrote it.
        cond: TermId,
        /// The condition as a component.
        component: Option<ComponentId>,
    },
    /// A `switch`.
    Switch {
        /// The value.
        value: TermId,
        /// Its type.
        ty: TypeId,
        /// The value as a component.
        component: Option<ComponentId>,
    },
    /// Runs in which this is false are not considered.
    Assume {
        /// The condition (Boolean).
        cond: TermId,
    },
    /// A property; a run ends where it is false.
    Check {
        /// Which.
        property: PropertyId,
        /// What should hold (Boolean).
        cond: TermId,
    },
    /// A function is entered; the step belongs to the caller's frame.
    Enter {
        /// The new activation.
        callee: FrameId,
    },
    /// A function is left; the step belongs to the caller's frame.
    Leave {
        /// The activation that ends.
        callee: FrameId,
        /// What it returns, if that is a scalar.
        value: Option<(TermId, TypeId)>,
    },
    /// The program ends here (`exit`, `abort`).
    Halt,
    /// The bound was reached: what follows is not explored.
    Cut {
        /// What was cut off.
        what: Cut,
    },
    /// Something that is not modelled: what follows is not explored.
    Unsupported {
        /// What.
        what: String,
    },
}

/// What makes a variable get a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignRole {
    /// An assignment or initialiser.
    Statement,
    /// A call gives a parameter its value; the step belongs to the callee's frame, before its first instruction.
    Parameter,
    /// A `return`; the variable is the result of the activation.
    Return,
    /// A call's result is put where it belongs.
    CallResult,
}

/// What asks for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// A `Nondet` instruction.
    Nondet,
    /// A call of a function without body.
    Result(FunctionId),
    /// The use of a value that a function with a body did not return.
    MissingReturn(FunctionId),
    /// A look at the address of an object.
    Address,
}

/// What was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A loop.
    Loop(LoopId),
    /// The recursion of a function.
    Recursion(FunctionId),
    /// What is done with a block that is larger than those that are followed.
    Block,
}

/// A part of uninitialised storage that is read.
#[derive(Clone, Debug)]
pub struct StorageCell {
    /// Which variable it is.
    pub target: SsaVar,
    /// Where it starts, in bits.
    pub offset_bits: u64,
    /// The value.
    pub value: TermId,
    /// Its type, where the storage has one.
    pub ty: Option<TypeId>,
    /// The array input that it is a part of, in large storage.
    pub array: Option<TermId>,
}

/// A read from uninitialised storage at a place that only the run tells.
#[derive(Clone, Copy, Debug)]
pub struct StorageRead {
    /// The array input that the storage is.
    pub array: TermId,
    /// Which element.
    pub index: TermId,
    /// How wide an element is, in bits.
    pub bits: u32,
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: TermId,
    /// The step that was about to be made.
    pub before: StepId,
}

/// What is written to the outside world.
#[derive(Clone, Debug)]
pub enum OutputTerm {
    /// These bytes.
    Text(Vec<u8>),
    /// One byte (8 bits).
    Byte(TermId),
    /// A number (64 bits), as `printf` would write it.
    Number {
        /// Its bits.
        value: TermId,
        /// How.
        conversion: Conversion,
        /// Flags, width and precision, as for `whyc_ir::block::OutputItem::Number` (32 bits each).
        layout: [TermId; 3],
    },
}

/// A block of memory that was allocated.
#[derive(Clone, Debug)]
pub struct Block {
    /// What a person calls it: the pointer that got its address.
    pub name: String,
    /// The number that pointers hold.
    pub number: u32,
    /// How many bytes it has (64 bits).
    pub size: TermId,
    /// How long it lives.
    pub life: BlockLife,
    /// Who allocated it.
    pub frame: FrameId,
    /// The instruction.
    pub instr: InstrId,
    /// What the user wrote.
    pub span: Span,
    /// The type of its content, which is repeated as often as it fits; known from the first access.
    pub ty: Option<TypeId>,
}

/// Where an assignment goes.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// To a variable that is known.
    Symbol(SsaVar),
    /// To where this pointer points, in bytes; `bit` is the position of a bit-field in its byte.
    Computed {
        /// The pointer (64 bits).
        pointer: TermId,
        /// Bits from there.
        bit: u32,
        /// How many bits are written.
        bits: u32,
    },
}

/// A variable with the number of its assignment. Prints as `x#5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SsaVar {
    /// Which variable.
    pub symbol: SymbolId,
    /// Which value it is, counted from 0.
    pub version: u32,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which function.
    pub function: FunctionId,
    /// Who called, and where; none for `start`.
    pub caller: Option<(FrameId, InstrId)>,
    /// The number of the object of the first address-taken local.
    pub object_base: u32,
    /// How many calls deep, `start` being 0.
    pub depth: u32,
}

/// A scalar variable of one activation.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// What it is a part of.
    pub root: ObjectRoot,
    /// Where in it, in bits.
    pub offset_bits: u64,
    /// How wide, in bits.
    pub bits: u32,
    /// How many versions there are.
    pub n_versions: u32,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectRoot {
    /// What null points to.
    Null,
    /// A global, static or string literal.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A local of an activation.
    Local(FrameId, LocalId),
    /// The value that an activation returns.
    Result(FrameId),
    /// An allocated block.
    Block(BlockId),
}

/// An object that a pointer can point to.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub root: ObjectRoot,
    /// Its type, if it has one.
    pub ty: Option<TypeId>,
    /// Its size in bytes; the largest it can have if `extent` says more.
    pub size: u64,
    /// Its size in bytes (64 bits), where that is no constant.
    pub extent: Option<TermId>,
}

impl Unrolling {
    /// The function a step belongs to.
    #[must_use]
    pub fn function_of(&self, step: &Step) -> FunctionId {
        self.frames[step.frame].function
    }

    /// The call in the user's code that an activation of a model works for; none for the user's own code, and for what comes
    /// before it.
    #[must_use]
    pub fn library_call(&self, program: &Program, mut frame: FrameId) -> Option<(FunctionId, InstrId)> {
        let is_model = |frame: FrameId| program.functions[self.frames[frame].function].origin == Origin::Whyc;
        let mut call = None;
        while is_model(frame) {
            let (caller, instr) = self.frames[frame].caller?;
            call = Some((self.frames[caller].function, instr));
            frame = caller;
        }
        call
    }

    /// That a run comes to a property, whether or not it holds there (Boolean).
    #[must_use]
    pub fn comes_to(&self, property: PropertyId, terms: &mut TermStore) -> TermId {
        let is_it = |kind: &StepKind| matches!(kind, StepKind::Check { property: checked, .. } if *checked == property);
        let checked = self.steps.iter().filter(|step| is_it(&step.kind)).map(|step| step.guard);
        let guards: Vec<TermId> = checked.chain(self.held[property].iter().copied()).collect();
        terms.or_all(&guards)
    }
}

impl fmt::Display for SsaVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.symbol, self.version)
    }
}
