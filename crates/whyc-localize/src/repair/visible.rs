//! Which of the variables that the program works on are looked at by those who try it.
//!
//! A queue that a driver only hands to `put` and `get` is the program's own affair: what is in it shows in what they give. What
//! is handed over once and never again is there for an answer, whether or not this driver reads it.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, Origin, Program};
use whyc_ir::property::{element_type, field_type};
use whyc_ir::types::{Type, TypeId};

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// Of a function that tries the program.
    Local(FunctionId, LocalId),
    /// Of everyone.
    Global(GlobalId),
}

/// What is looked at.
#[derive(Debug, Default)]
pub struct Visible {
    /// The bits that are read, by variable.
    read: FxHashMap<Variable, Vec<(u64, u64)>>,
    /// Variables whose address goes to someone who may look at anything there.
    given: FxHashSet<Variable>,
    /// Whether someone looks through pointers that may lead anywhere.
    looks_through: bool,
}

impl Visible {
    /// By the functions that are not the program's own.
    pub fn new(program: &Program, is_own: &[bool]) -> Self {
        let mut found = Self::default();
        for (id, function) in program.functions.iter_enumerated() {
            let Some(body) = function.body.as_ref().filter(|_| function.origin == Origin::User) else { continue };
            if !is_own[id.index()] {
                found.look(program, id, body, is_own);
            }
        }
        found
    }

    /// Whether anyone looks at these bits of a variable.
    pub fn is_seen(&self, variable: Variable, offset_bits: u64, bits: u64) -> bool {
        let is_read = |(start, length): &(u64, u64)| {
            offset_bits < start.saturating_add(*length) && *start < offset_bits.saturating_add(bits)
        };
        self.looks_through
            || self.given.contains(&variable)
            || self.read.get(&variable).is_some_and(|read| read.iter().any(is_read))
    }

    fn look(&mut self, program: &Program, id: FunctionId, body: &Body, is_own: &[bool]) {
        let mut to_program: FxHashSet<ExprId> = FxHashSet::default();
        let mut n_handed: FxHashMap<Variable, usize> = FxHashMap::default();
        for (at, instr) in body.instrs.iter_enumerated() {
            let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = &instr.kind else { continue };
            if !is_own[callee.index()] {
                continue;
            }
            for expr in args.iter().flat_map(|&arg| without_casts(body, arg)) {
                to_program.insert(expr);
                if let ExprKind::AddrOf(place) = body.exprs[expr].kind
                    && let Some(variable) = variable(id, body, place)
                {
                    *n_handed.entry(variable).or_default() += if is_repeated(body, at) { 2 } else { 1 };
                }
            }
        }
        self.given.extend(n_handed.iter().filter(|(_, n)| **n == 1).map(|(variable, _)| *variable));
        for (expr, e) in body.exprs.iter_enumerated() {
            match e.kind {
                ExprKind::Load(place) => match variable(id, body, place) {
                    Some(variable) => {
                        let (offset, bits) = part(program, id, body, place);
                        self.read.entry(variable).or_default().push((offset, bits));
                    }
                    None => self.looks_through = true,
                },
                ExprKind::AddrOf(place) if !to_program.contains(&expr) => {
                    self.given.extend(variable(id, body, place));
                }
                _ => {}
            }
        }
    }
}

/// Whether an instruction is in a loop.
fn is_repeated(body: &Body, at: InstrId) -> bool {
    let is_around = |(from, instr): (InstrId, &Instr)| match instr.kind {
        InstrKind::Jump(target) | InstrKind::Branch { target, .. } => target <= at && at <= from,
        _ => false,
    };
    body.instrs.iter_enumerated().any(is_around)
}

/// An expression and what is converted in it.
fn without_casts(body: &Body, mut expr: ExprId) -> Vec<ExprId> {
    let mut found = vec![expr];
    while let ExprKind::Cast(inner) = body.exprs[expr].kind {
        expr = inner;
        found.push(expr);
    }
    found
}

fn variable(function: FunctionId, body: &Body, place: PlaceId) -> Option<Variable> {
    match body.places[place].base {
        PlaceBase::Local(local) => Some(Variable::Local(function, local)),
        PlaceBase::Global(global) => Some(Variable::Global(global)),
        PlaceBase::Deref(_) => None,
    }
}

/// The bits of its variable that a place may be, as far as its fields say: first and number.
fn part(program: &Program, function: FunctionId, body: &Body, place: PlaceId) -> (u64, u64) {
    let place = &body.places[place];
    let mut ty: TypeId = match place.base {
        PlaceBase::Local(local) => program.functions[function].locals[local].ty,
        PlaceBase::Global(global) => program.globals[global].ty,
        PlaceBase::Deref(_) => return (0, u64::MAX),
    };
    // An index may be far outside: such a place is never come to, and only needs some number.
    let mut offset = 0u64;
    for projection in &place.projections {
        match *projection {
            Projection::Field(field) => {
                let Type::Record(record) = program.types.get(ty) else { break };
                offset = offset.saturating_add(program.types.records[*record].fields[field as usize].offset_bits);
                ty = field_type(program, ty, field);
            }
            Projection::Index(index) => match body.exprs[index].kind {
                ExprKind::Int(at) => {
                    let (element, _) = element_type(program, ty);
                    let size = program.types.size_of(element).unwrap_or(0).saturating_mul(8);
                    offset = offset.saturating_add(size.saturating_mul(u64::try_from(at).unwrap_or(0)));
                    ty = element;
                }
                _ => break,
            },
        }
    }
    (offset, program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8)))
}
