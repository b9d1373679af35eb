//! What expressions, places and instructions are made of: the one place that lists it.
//!
//! Whoever walks over a program asks here what is below ([`ExprKind::children`]), what an instruction uses and writes
//! ([`InstrKind::parts`]) and where it can go ([`InstrKind::targets`], [`InstrKind::goes_on`]), instead of matching over all kinds
//! again. A new kind is added here once, and the compiler says where.

use crate::block::BlockOp;
use crate::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use crate::instr::{Callee, InstrId, InstrKind};
use crate::program::{Body, LocalId};

/// Something that an instruction does to expressions, places and locals. What a function does that it calls is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The value of an expression is used.
    Value(ExprId),
    /// A place is read, as far as a size says.
    Read(PlaceId),
    /// A place gets a new value as a whole.
    Write(PlaceId),
    /// Bytes from a place on get new values, as far as a size says.
    WriteFrom(PlaceId),
    /// The storage of a local begins a new life.
    Begin(LocalId),
    /// The life of a local ends.
    End(LocalId),
    /// What a local points to is given back.
    Release(LocalId),
}

impl Place {
    /// The expressions that say where it is: the pointer it starts from, and its indices.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        let pointer = match self.base {
            PlaceBase::Deref(pointer) => Some(pointer),
            PlaceBase::Local(_) | PlaceBase::Global(_) => None,
        };
        pointer.into_iter().chain(self.indices())
    }

    /// The indices in it.
    pub fn indices(&self) -> impl Iterator<Item = ExprId> {
        self.projections.iter().filter_map(|projection| match *projection {
            Projection::Index(index) => Some(index),
            Projection::Field(_) => None,
        })
    }
}

impl ExprKind {
    /// The operands, in their order; what stands in a place is not among them.
    #[must_use]
    pub fn operands(&self) -> Vec<ExprId> {
        match self {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddr(_)
            | ExprKind::Load(_)
            | ExprKind::AddrOf(_) => Vec::new(),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => vec![*a],
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![*a, *b],
            ExprKind::Cond(c, a, b) => vec![*c, *a, *b],
            ExprKind::Intrinsic(_, args) => args.clone(),
        }
    }

    /// The place that it reads or takes the address of.
    #[must_use]
    pub fn place(&self) -> Option<PlaceId> {
        match *self {
            ExprKind::Load(place) | ExprKind::AddrOf(place) => Some(place),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Cast(_)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Intrinsic(..) => None,
        }
    }

    /// All expressions directly below, those that stand in its place included.
    #[must_use]
    pub fn children(&self, body: &Body) -> Vec<ExprId> {
        match self.place() {
            Some(place) => body.places[place].exprs().collect(),
            None => self.operands(),
        }
    }
}

impl InstrKind {
    /// What it does to expressions, places and locals.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        match self {
            InstrKind::Declare(local) => vec![Part::Begin(*local)],
            InstrKind::Kill(local) => vec![Part::End(*local)],
            InstrKind::Assign { place, value } => vec![Part::Write(*place), Part::Value(*value)],
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => vec![Part::Write(*place)],
            InstrKind::Call { dest, callee, args } => {
                let pointer = match callee {
                    Callee::Indirect(pointer) => Some(*pointer),
                    Callee::Direct(_) => None,
                };
                let values = pointer.into_iter().chain(args.iter().copied()).map(Part::Value);
                dest.iter().copied().map(Part::Write).chain(values).collect()
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Cover(value)
            | InstrKind::Assert { cond: value, .. } => vec![Part::Value(*value)],
            InstrKind::Block(op) => block_parts(op),
            InstrKind::Output(output) => output.exprs().map(Part::Value).collect(),
            InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => Vec::new(),
        }
    }

    /// Where it may jump to; the next instruction is not among them, unless it is jumped to.
    #[must_use]
    pub fn targets(&self) -> Vec<InstrId> {
        match self {
            InstrKind::Jump(target) | InstrKind::Branch { target, .. } => vec![*target],
            InstrKind::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain(std::iter::once(*default)).collect()
            }
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Call { .. }
            | InstrKind::Return(_)
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => Vec::new(),
        }
    }

    /// Moves what it may jump to.
    pub fn move_targets(&mut self, mut to: impl FnMut(InstrId) -> InstrId) {
        match self {
            InstrKind::Jump(target) | InstrKind::Branch { target, .. } => *target = to(*target),
            InstrKind::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| case.target = to(case.target));
                *default = to(*default);
            }
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Call { .. }
            | InstrKind::Return(_)
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    /// Whether a run may go on with the next instruction.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        match self {
            InstrKind::Jump(_)
            | InstrKind::Switch { .. }
            | InstrKind::Return(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_) => false,
            InstrKind::Branch { .. }
            | InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Call { .. }
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_)
            | InstrKind::Label => true,
        }
    }
}

fn block_parts(op: &BlockOp) -> Vec<Part> {
    let places = match *op {
        BlockOp::Allocate { place, .. } => vec![Part::Write(place)],
        BlockOp::Copy { to, from, .. } => vec![Part::Read(from), Part::WriteFrom(to)],
        BlockOp::Fill { to, .. } => vec![Part::WriteFrom(to)],
        BlockOp::Release { local } => vec![Part::Release(local)],
        BlockOp::Free { .. } | BlockOp::Havoc { .. } => Vec::new(),
    };
    places.into_iter().chain(op.exprs().map(Part::Value)).collect()
}
