//! The variables that a failing check looks at, with their values there.

use whyc_check::{Analysis, Run};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::layout;
use whyc_ir::program::{Body, Origin};
use whyc_ir::property::{PropertyId, Site};
use whyc_ir::types::{Type, TypeId};
use whyc_unroll::step::{FrameId, ObjectRoot, Unrolling};

use crate::finding::NamedValue;
use crate::memory::{FinalMemory, Part};
use crate::show;

/// How many variables fit into one line.
const MAX_WITNESSES: usize = 6;

/// What the check of `property` that ends `run` looks at.
pub fn of_run(analysis: &Analysis, unrolling: &Unrolling, run: &Run, property: PropertyId) -> Vec<NamedValue> {
    let memory = FinalMemory::new(unrolling, run);
    let frame = run.end.map_or(FrameId(0), |end| unrolling.steps[end].frame);
    witnesses(analysis, unrolling, &memory, property, frame, run.end.map(|end| unrolling.steps[end].instr))
}

fn witnesses(
    analysis: &Analysis,
    unrolling: &Unrolling,
    memory: &FinalMemory,
    property: PropertyId,
    frame: FrameId,
    end: Option<InstrId>,
) -> Vec<NamedValue> {
    let program = &analysis.program;
    let function = unrolling.frames[frame].function;
    // The variables of a model mean nothing to a person, and a run may end in another function than the one that is to blame.
    let is_elsewhere = analysis.properties.all()[property].function != function;
    if is_elsewhere || program.functions[function].origin == Origin::Whyc {
        return Vec::new();
    }
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let mut look = Look { analysis, unrolling, memory, body, frame, found: Vec::new() };
    match analysis.properties.all()[property].site {
        Site::Expr(expr) => look.expr(expr),
        Site::Deref(place) => {
            look.pointer_of(place);
            // Of many bytes, it matters how many.
            if let Some(InstrKind::Block(op)) = end.map(|end| &body.instrs[end].kind) {
                op.exprs().for_each(|expr| look.expr(expr));
            }
        }
        Site::Index(place, at) => {
            if let Some(Projection::Index(index)) = body.places[place].projections.get(at as usize) {
                look.expr(*index);
            }
        }
        Site::Instr(instr) | Site::Call(instr) => match &body.instrs[instr].kind {
            InstrKind::Assert { cond, .. } => look.expr(*cond),
            InstrKind::Call { callee: whyc_ir::instr::Callee::Indirect(pointer), .. } => look.expr(*pointer),
            _ => {}
        },
    }
    look.found.truncate(MAX_WITNESSES);
    look.found
}

struct Look<'a> {
    analysis: &'a Analysis,
    unrolling: &'a Unrolling,
    memory: &'a FinalMemory,
    body: &'a Body,
    frame: FrameId,
    found: Vec<NamedValue>,
}

impl Look<'_> {
    fn expr(&mut self, expr: ExprId) {
        match &self.body.exprs[expr].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) | ExprKind::AddrOf(_) => {}
            ExprKind::Load(place) => {
                let ty = self.body.exprs[expr].ty;
                self.loaded(*place, ty);
                for projection in &self.body.places[*place].projections {
                    if let Projection::Index(index) = *projection {
                        self.expr(index);
                    }
                }
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.expr(*a),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(*c);
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Intrinsic(_, args) => {
                for &arg in args {
                    self.expr(arg);
                }
            }
        }
    }

    fn pointer_of(&mut self, place: PlaceId) {
        if let PlaceBase::Deref(pointer) = self.body.places[place].base {
            self.expr(pointer);
        }
    }

    fn loaded(&mut self, place: PlaceId, ty: TypeId) {
        let span = self.body.places[place].span;
        let name = self.analysis.program.sources.text(span).to_owned();
        if name.is_empty() || self.found.iter().any(|known| known.name == name) {
            return;
        }
        if let Some(bits) = self.read(place) {
            let value = show::value(&self.analysis.program, self.unrolling, ty, bits);
            self.found.push(NamedValue { name, value });
        }
    }

    /// The bits at a place, if they are known.
    fn read(&self, place: PlaceId) -> Option<u128> {
        let (part, ty) = self.locate(place)?;
        // Copies of unions change more than their steps tell.
        let types = &self.analysis.program.types;
        let is_untold = |ty| {
            let size = types.size_of(ty).filter(|&size| size > 0);
            let at = size.map_or(part.offset_bits, |size| part.offset_bits % (size * 8));
            layout::touches_piece(types, ty, at, part.bits)
        };
        let root_ty = self.unrolling.root_type(&self.analysis.program, part.root);
        if root_ty.is_some_and(is_untold) {
            return None;
        }
        let value = self.memory.get(part)?;
        let width = types.scalar_bits(ty)?;
        Some(if types.is_signed(ty) { sign_extended(value, part.bits, width) } else { value })
    }

    /// Where a place is, and the type of what is there.
    fn locate(&self, place: PlaceId) -> Option<(Part, TypeId)> {
        let program = &self.analysis.program;
        let p = &self.body.places[place];
        let function = self.unrolling.frames[self.frame].function;
        let (root, mut offset_bits, mut ty) = match p.base {
            PlaceBase::Local(local) => {
                (ObjectRoot::Local(self.frame, local), 0, program.functions[function].locals[local].ty)
            }
            PlaceBase::Global(global) => (ObjectRoot::Global(global), 0, program.globals[global].ty),
            PlaceBase::Deref(pointer) => {
                let value = self.number(pointer)? as u64;
                let (number, offset) = program.types.target.pointers.split(value);
                let object = self.unrolling.objects.get(number as usize)?;
                let offset = u64::try_from(offset).ok()?;
                let ty = program.types.pointee(self.body.exprs[pointer].ty)?;
                (object.root, offset * 8, ty)
            }
        };
        let mut bit_width = None;
        for projection in &p.projections {
            match (*projection, program.types.get(ty)) {
                (Projection::Field(field), Type::Record(record)) => {
                    let field = &program.types.records[*record].fields[field as usize];
                    offset_bits += field.offset_bits;
                    (ty, bit_width) = (field.ty, field.bit_width);
                }
                (Projection::Index(index), Type::Array { element, .. }) => {
                    let index = u64::try_from(self.number(index)?).ok()?;
                    let stride = program.types.size_of(*element)? * 8;
                    offset_bits += index.checked_mul(stride)?;
                    (ty, bit_width) = (*element, None);
                }
                _ => return None,
            }
        }
        let bits = bit_width.or(program.types.scalar_bits(ty))?;
        Some((Part { root, offset_bits, bits }, ty))
    }

    /// The number that a simple expression is: enough for indices and pointers.
    fn number(&self, expr: ExprId) -> Option<i128> {
        let types = &self.analysis.program.types;
        let e = &self.body.exprs[expr];
        let bits = match &e.kind {
            ExprKind::Int(bits) => *bits,
            ExprKind::Load(place) => self.read(*place)?,
            ExprKind::Cast(inner) => self.number(*inner)? as u128,
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b)? as u128,
                    BinaryOp::Sub => a.checked_sub(b)? as u128,
                    BinaryOp::Mul => a.checked_mul(b)? as u128,
                    _ => return None,
                }
            }
            _ => return None,
        };
        let kind = match types.get(e.ty) {
            Type::Int(kind) => *kind,
            Type::Enum(id) => types.enums[*id].underlying,
            Type::Bool => whyc_ir::types::IntKind::UChar,
            Type::Pointer(_) => whyc_ir::types::IntKind::ULong,
            _ => return None,
        };
        Some(show::signed(kind, bits))
    }
}

/// A signed number of `bits` bits in `width` bits: what is read from a bit-field.
fn sign_extended(value: u128, bits: u32, width: u32) -> u128 {
    let shift = u128::BITS.saturating_sub(bits);
    let extended = ((value.wrapping_shl(shift)) as i128).wrapping_shr(shift) as u128;
    extended & (u128::MAX >> (u128::BITS - width.clamp(1, u128::BITS)))
}
