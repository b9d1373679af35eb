//! The result: an ordered list of steps that every run within the bounds is a valuation of.
//!
//! Steps of one path stand in the order in which the path executes them. A step is executed in a
//! run if its guard is true there; its value is defined either way, which is what makes runs comparable.

use std::fmt;

use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::typed_id;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{ComponentId, FunctionId, GlobalId, LocalId, Program};
use whyc_ir::property::PropertyId;
use whyc_ir::types::{RecordKind, Type, TypeId};
use whyc_term::TermId;

use crate::loops::LoopId;

typed_id! {
    /// A step.
    pub struct StepId("s");
}
typed_id! {
    /// An activation of a function.
    pub struct FrameId("frame");
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
    /// The scalar variables.
    pub symbols: IdVec<SymbolId, Symbol>,
    /// What pointers can point to, by object number. Number 0 is null's.
    pub objects: Vec<Object>,
    /// For each property, whether any path gets there at all, as far as constants tell.
    pub reached: IdVec<PropertyId, bool>,
    /// The loops and recursions that were cut off, with the steps where that happened.
    pub cuts: Vec<StepId>,
}

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
}

/// What was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A loop.
    Loop(LoopId),
    /// The recursion of a function.
    Recursion(FunctionId),
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
    },
}

/// A variable with the number of its assignment. Prints as `x#5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SsaVar {
    /// Which variable.
    pub symbol: SymbolId,
    /// The how-manieth value, from 0.
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
}

/// An object that a pointer can point to.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub root: ObjectRoot,
    /// Its type, if it has one.
    pub ty: Option<TypeId>,
    /// Its size in bytes.
    pub size: u64,
}

impl Unrolling {
    /// The function a step belongs to.
    #[must_use]
    pub fn function_of(&self, step: &Step) -> FunctionId {
        self.frames[step.frame].function
    }

    /// What a person calls the input that `step` reads; `None` if it reads none. A variable is named as
    /// it is (`a[0]`), not as it was written (`a[i]`); a call as it was written.
    #[must_use]
    pub fn input_name(&self, program: &Program, step: &Step) -> Option<String> {
        let StepKind::Input { target, name, .. } = &step.kind else { return None };
        Some(match target {
            Some(target) if !name.ends_with(')') => self.symbol_name(program, target.symbol),
            _ => name.clone(),
        })
    }

    /// A symbol as a person writes it: `x`, `p.x`, `a[3].f`.
    #[must_use]
    pub fn symbol_name(&self, program: &Program, symbol: SymbolId) -> String {
        let symbol = &self.symbols[symbol];
        part_name(
            program,
            self.root_name(program, symbol.root),
            self.root_type(program, symbol.root),
            symbol.offset_bits,
        )
    }

    /// The name of an object.
    #[must_use]
    pub fn root_name(&self, program: &Program, root: ObjectRoot) -> String {
        match root {
            ObjectRoot::Null => "NULL".to_owned(),
            ObjectRoot::Global(global) => program.globals[global].name.clone(),
            ObjectRoot::Function(function) => program.functions[function].name.clone(),
            ObjectRoot::Local(frame, local) => {
                program.functions[self.frames[frame].function].locals[local].name.clone()
            }
            ObjectRoot::Result(frame) => format!("{}()", program.functions[self.frames[frame].function].name),
        }
    }

    /// The type of an object, if it has one.
    #[must_use]
    pub fn root_type(&self, program: &Program, root: ObjectRoot) -> Option<TypeId> {
        match root {
            ObjectRoot::Null | ObjectRoot::Function(_) => None,
            ObjectRoot::Global(global) => Some(program.globals[global].ty),
            ObjectRoot::Local(frame, local) => Some(program.functions[self.frames[frame].function].locals[local].ty),
            ObjectRoot::Result(frame) => Some(program.functions[self.frames[frame].function].ret),
        }
    }
}

/// The part of `name` that starts at `offset_bits`: fields and indices down to the scalar there.
#[must_use]
pub fn part_name(program: &Program, name: String, ty: Option<TypeId>, offset_bits: u64) -> String {
    let mut name = name;
    let mut at = offset_bits;
    let Some(mut ty) = ty else { return name };
    loop {
        match program.types.get(ty) {
            Type::Array { element, .. } => {
                let Some(stride) = program.types.size_of(*element).map(|size| size * 8).filter(|&s| s > 0) else {
                    return name;
                };
                name.push_str(&format!("[{}]", at / stride));
                at %= stride;
                ty = *element;
            }
            Type::Record(record) => {
                let record = &program.types.records[*record];
                let ends = |f: &whyc_ir::types::Field| {
                    let bits = f.bit_width.map_or(program.types.size_of(f.ty).unwrap_or(0) * 8, u64::from);
                    f.offset_bits + bits
                };
                let inside = |f: &&whyc_ir::types::Field| f.offset_bits <= at && at < ends(f);
                // Of a union, the member that the cells follow: the first of the largest.
                let field = match record.kind {
                    RecordKind::Struct => record.fields.iter().find(inside),
                    RecordKind::Union => record.fields.iter().rev().max_by_key(|f| ends(f)),
                };
                let Some(field) = field else { return name };
                if let Some(field_name) = &field.name {
                    name.push('.');
                    name.push_str(field_name);
                }
                at -= field.offset_bits;
                ty = field.ty;
            }
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Enum(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_) => return name,
        }
    }
}

impl fmt::Display for SsaVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.symbol, self.version)
    }
}
