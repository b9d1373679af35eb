//! The verifier, and with it the normative list of what holds in every [`Program`].
//!
//! Program
//! - Every id points into its table. `start` has a body and no parameters.
//! - A string's bytes are as many as its type has; globals have object types, complete unless `extern`.
//!
//! Functions
//! - The first `n_params` locals, and only they, are parameters; parameters have complete object types.
//!   Other locals have object types; only arrays without length are incomplete.
//! - A function returns `void` or a complete object type.
//! - A local is marked as address-taken if an `AddrOf` starts from it; a temporary never is.
//! - A body has instructions, and the last one is a `Return`, `Halt`, `Jump` or `Switch`.
//! - No expression or place contains itself.
//!
//! Places
//! - `Deref` stands on a pointer; `Field` on a record that has it; `Index` on an array, with an index of type `long` or
//!   `unsigned long`. A bit-field comes last. The type of the place is where its projections lead.
//! - A place that is read or written has a complete object type.
//!
//! Expressions
//! - `Int` has an integer, `_Bool`, enumeration or pointer type, `Float` a floating one, and neither has bits beyond its type.
//! - `Load` has the type of its place; `AddrOf` is a pointer to it, and not of a bit-field; `FunctionAddr` is a pointer to
//!   a function type.
//! - Operands of `+ - * /` have the operator's arithmetic type (not `_Bool`), those of `% & | ^ ~` its integer type, that
//!   of unary `-` its arithmetic type. Shifts have the type of their left operand; both are integers.
//! - Comparisons have two scalars of one type and are `int`, as are `!`, `&&`, `||`, which take any scalars.
//! - `PtrAdd` and `PtrSub` have the type of their pointer and add a `long` or `unsigned long`; `PtrDiff` has two pointers of
//!   one type and is `long`.
//! - `Cast` is between scalars, though not between pointers and floating types, or to `void`.
//! - `?:` has a scalar condition and arms of its own type.
//! - Intrinsics have their number of operands, all integers; `bswap` keeps its type, the others are integers.
//!
//! Instructions
//! - Targets are instructions of the same body.
//! - Parameters are neither declared nor killed.
//! - `Assign` has one type on both sides; `Nondet` a scalar place.
//! - A call has an argument for every parameter, of its type, and more only if the callee is variadic; its destination
//!   has the type of the result. A callee pointer points to a function type, which counts for the call.
//! - Conditions are scalars. `Switch` has an integer, its cases are not empty, do not overlap and are values of its type.
//! - `Return` has the type of the function, or no value.
//! - `Assert` is of class `Assertion`, `Unreachable`, `Bounds` (of arrays of variable length) or `Overlap`.

mod body;

mod expr;

mod instr;

mod place;

mod ranges;

use std::fmt;

use crate::expr::{ExprId, PlaceId};
use crate::instr::InstrId;
use crate::program::{ComponentId, FunctionId, GlobalId, GlobalKind, LocalId, Program};
use crate::text;
use crate::types::{Type, TypeId, TypeTable};

/// What breaks an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// The program as a whole.
    Program,
    /// A type.
    Type(TypeId),
    /// A global.
    Global(GlobalId),
    /// A component.
    Component(ComponentId),
    /// A function as a whole.
    Function(FunctionId),
    /// A local of a function.
    Local(FunctionId, LocalId),
    /// An expression of a function.
    Expr(FunctionId, ExprId),
    /// A place of a function.
    Place(FunctionId, PlaceId),
    /// An instruction of a function.
    Instr(FunctionId, InstrId),
}

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// What breaks it.
    pub entity: Entity,
    /// What it looks like.
    pub context: String,
    /// What should hold.
    pub message: String,
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entity::Program => f.write_str("program"),
            Entity::Type(id) => write!(f, "{id}"),
            Entity::Global(id) => write!(f, "{id}"),
            Entity::Component(id) => write!(f, "{id}"),
            Entity::Function(id) => write!(f, "{id}"),
            Entity::Local(function, id) => write!(f, "{function}.{id}"),
            Entity::Expr(function, id) => write!(f, "{function}.{id}"),
            Entity::Place(function, id) => write!(f, "{function}.{id}"),
            Entity::Instr(function, id) => write!(f, "{function}.{id}"),
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.entity, self.context, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks every invariant.
///
/// Ids are checked first; what contains an id out of range is not looked at further.
///
/// # Errors
/// All invariants that are broken.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors { program, found: Vec::new() };
    let sound = ranges::program(program, &mut errors);
    if sound {
        globals(program, &mut errors);
        for id in program.functions.ids() {
            body::function(program, id, &mut errors);
        }
    }
    if errors.found.is_empty() { Ok(()) } else { Err(errors.found) }
}

fn globals(program: &Program, errors: &mut Errors<'_>) {
    for (id, global) in program.globals.iter_enumerated() {
        let size = program.types.size_of(global.ty);
        match &global.kind {
            GlobalKind::Variable if !is_complete_object(&program.types, global.ty) => {
                errors.add(Entity::Global(id), "a variable should have a complete object type");
            }
            GlobalKind::String(bytes) if size != Some(bytes.len() as u64) => {
                errors.add(Entity::Global(id), "a string should have as many bytes as its type");
            }
            GlobalKind::External if matches!(program.types.get(global.ty), Type::Function(_)) => {
                errors.add(Entity::Global(id), "a global should not have a function type");
            }
            GlobalKind::Variable | GlobalKind::String(_) | GlobalKind::External => {}
        }
    }
}

/// The errors found so far.
struct Errors<'a> {
    program: &'a Program,
    found: Vec<VerifyError>,
}

impl Errors<'_> {
    /// Past so many errors the text of what is wrong would only take time.
    const MAX_CONTEXTS: usize = 100;

    /// An error in something whose ids are all in range.
    fn add(&mut self, entity: Entity, message: impl Into<String>) {
        let context = if self.found.len() < Self::MAX_CONTEXTS { self.context(entity) } else { "…".to_owned() };
        self.add_with(entity, context, message);
    }

    fn add_with(&mut self, entity: Entity, context: String, message: impl Into<String>) {
        self.found.push(VerifyError { entity, context, message: message.into() });
    }

    fn context(&self, entity: Entity) -> String {
        let program = self.program;
        match entity {
            Entity::Program => format!("entry {} start {}", program.entry, program.start),
            Entity::Type(ty) => program.types.name(ty),
            Entity::Global(id) => {
                format!("{}: {}", program.globals[id].name, program.types.name(program.globals[id].ty))
            }
            Entity::Component(id) => program.components[id].kind.name().to_owned(),
            Entity::Function(id) => program.functions[id].name.clone(),
            Entity::Local(function, id) => {
                let local = &program.functions[function].locals[id];
                format!("{}: {}", local.name, program.types.name(local.ty))
            }
            Entity::Expr(function, id) => text::expr(program, function, id),
            Entity::Place(function, id) => text::place(program, function, id),
            Entity::Instr(function, id) => text::instr(program, function, id),
        }
    }
}

/// Whether objects of this type exist and have a size.
fn is_complete_object(types: &TypeTable, ty: TypeId) -> bool {
    !matches!(types.get(ty), Type::Void | Type::Function(_)) && types.size_of(ty).is_some()
}

#[cfg(test)]
mod tests;
