//! Puts instructions before and after those of a finished body, and makes the conditions that they ask.

use std::collections::BTreeMap;

use whyc_base::ids::{Id, IdVec};
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Intrinsic, Place, PlaceBase, PlaceId, Projection, UnaryOp};
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, GlobalId, LocalId};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type, TypeId, TypeTable};

/// Something that comes before an instruction.
pub enum Woven {
    /// An instruction that goes on with the next one.
    Instr(Instr),
    /// Unless this holds, something is reached that is not modelled.
    Unless(ExprId, String, Span),
}

/// A body that is being changed.
pub struct Weaver {
    body: Body,
    before: BTreeMap<InstrId, Vec<Woven>>,
    after: BTreeMap<InstrId, Vec<Instr>>,
}

impl Weaver {
    /// The body as it is.
    pub fn new(body: Body) -> Self {
        Self { body, before: BTreeMap::new(), after: BTreeMap::new() }
    }

    /// Something comes before an instruction, for whoever jumps there, too.
    pub fn before(&mut self, id: InstrId, what: Woven) {
        self.before.entry(id).or_default().push(what);
    }

    /// Something comes after an instruction that goes on with the next one.
    pub fn after(&mut self, id: InstrId, what: Instr) {
        self.after.entry(id).or_default().push(what);
    }

    /// The changed body.
    pub fn finish(mut self) -> Body {
        let old = std::mem::take(&mut self.body.instrs);
        let mut starts: IdVec<InstrId, InstrId> = IdVec::new();
        let mut at = 0u32;
        for id in old.ids() {
            starts.push(InstrId(at));
            let before = self.before.get(&id).map_or(0, |woven| woven.iter().map(Woven::len).sum::<usize>());
            at += (before + 1 + self.after.get(&id).map_or(0, Vec::len)) as u32;
        }
        let mut instrs: IdVec<InstrId, Instr> = IdVec::new();
        for (id, instr) in old.iter_enumerated() {
            let mut instr = instr.clone();
            for woven in self.before.remove(&id).unwrap_or_default() {
                match woven {
                    Woven::Instr(instr) => drop(instrs.push(instr)),
                    Woven::Unless(cond, what, span) => {
                        let target = InstrId::from_index(instrs.len() + 2);
                        instrs.push(Instr { kind: InstrKind::Branch { cond, when: true, target }, span });
                        instrs.push(Instr { kind: InstrKind::Unsupported(what), span });
                    }
                }
            }
            match &mut instr.kind {
                InstrKind::Jump(target) | InstrKind::Branch { target, .. } => *target = starts[*target],
                InstrKind::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|case| case.target = starts[case.target]);
                    *default = starts[*default];
                }
                _ => {}
            }
            instrs.push(instr);
            for instr in self.after.remove(&id).unwrap_or_default() {
                instrs.push(instr);
            }
        }
        self.body.instrs = instrs;
        self.body
    }

    /// Asserts before an instruction that one of these holds.
    pub fn assert(
        &mut self,
        id: InstrId,
        types: &mut TypeTable,
        any: &[ExprId],
        class: PropertyClass,
        description: String,
        span: Span,
    ) {
        let cond = self.any(types, any, span);
        self.before(id, Woven::Instr(Instr { kind: InstrKind::Assert { cond, class, description }, span }));
    }

    /// Before an instruction, one of these holds or something is reached that is not modelled.
    pub fn unless(&mut self, id: InstrId, types: &mut TypeTable, any: &[ExprId], what: Option<String>, span: Span) {
        let cond = self.any(types, any, span);
        self.before(id, Woven::Unless(cond, what.unwrap_or_default(), span));
    }

    fn any(&mut self, types: &mut TypeTable, any: &[ExprId], span: Span) -> ExprId {
        let int = types.int(IntKind::Int);
        let Some((&last, rest)) = any.split_last() else { return self.expr(ExprKind::Int(0), int, span) };
        rest.iter().rev().fold(last, |all, &one| self.expr(ExprKind::Or(one, all), int, span))
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    fn compare(&mut self, types: &mut TypeTable, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let int = types.int(IntKind::Int);
        self.expr(ExprKind::Binary(op, a, b), int, span)
    }

    fn global(&mut self, ty: TypeId, global: GlobalId, span: Span) -> PlaceId {
        self.body.places.push(Place { base: PlaceBase::Global(global), projections: Vec::new(), ty, span })
    }

    fn load(&mut self, ty: TypeId, global: GlobalId, span: Span) -> ExprId {
        let place = self.global(ty, global, span);
        self.expr(ExprKind::Load(place), ty, span)
    }

    fn ask(&mut self, types: &mut TypeTable, question: Intrinsic, pointer: ExprId, span: Span) -> ExprId {
        let long = types.int(IntKind::ULong);
        self.expr(ExprKind::Intrinsic(question, vec![pointer]), long, span)
    }

    /// Gives a variable of the checks a number.
    pub fn set(&mut self, types: &mut TypeTable, ghost: GlobalId, value: u128, span: Span) -> Instr {
        let int = types.int(IntKind::Int);
        let place = self.global(int, ghost, span);
        let value = self.expr(ExprKind::Int(value), int, span);
        Instr { kind: InstrKind::Assign { place, value }, span }
    }

    /// Gives two variables of the checks the address and the size of a local.
    pub fn own(
        &mut self,
        types: &mut TypeTable,
        (local, ty): (LocalId, TypeId),
        size: u64,
        (base, bytes): (GlobalId, GlobalId),
        span: Span,
    ) -> [Instr; 2] {
        let long = types.int(IntKind::ULong);
        let chars = char_pointer(types);
        let pointer = types.pointer(ty);
        let of = self.body.places.push(Place { base: PlaceBase::Local(local), projections: Vec::new(), ty, span });
        let address = self.expr(ExprKind::AddrOf(of), pointer, span);
        let address = self.expr(ExprKind::Cast(address), chars, span);
        let size = self.expr(ExprKind::Int(u128::from(size)), long, span);
        let (base, bytes) = (self.global(chars, base, span), self.global(long, bytes, span));
        [(base, address), (bytes, size)].map(|(place, value)| Instr { kind: InstrKind::Assign { place, value }, span })
    }

    /// Whether a variable of the checks is 0.
    pub fn is_zero(&mut self, types: &mut TypeTable, ghost: GlobalId, span: Span) -> ExprId {
        let int = types.int(IntKind::Int);
        let value = self.load(int, ghost, span);
        self.expr(ExprKind::Unary(UnaryOp::Not, value), int, span)
    }

    /// Whether a pointer points to nothing that is there: who uses it is told so by others.
    pub fn is_null_or_gone(&mut self, types: &mut TypeTable, pointer: ExprId, span: Span) -> ExprId {
        let int = types.int(IntKind::Int);
        let alive = self.ask(types, Intrinsic::IsAlive, pointer, span);
        self.expr(ExprKind::Unary(UnaryOp::Not, alive), int, span)
    }

    /// Whether a pointer points into an object that came after a mark.
    pub fn is_newer(&mut self, types: &mut TypeTable, pointer: ExprId, mark: GlobalId, span: Span) -> ExprId {
        let long = types.int(IntKind::ULong);
        let object = self.ask(types, Intrinsic::PointerObject, pointer, span);
        let mark = self.load(long, mark, span);
        self.compare(types, BinaryOp::Gt, object, mark, span)
    }

    /// Whether a pointer points into the object that a variable of the checks points into.
    pub fn is_same_object(&mut self, types: &mut TypeTable, pointer: ExprId, base: GlobalId, span: Span) -> ExprId {
        let chars = char_pointer(types);
        let base = self.load(chars, base, span);
        let object = self.ask(types, Intrinsic::PointerObject, pointer, span);
        let other = self.ask(types, Intrinsic::PointerObject, base, span);
        self.compare(types, BinaryOp::Eq, object, other, span)
    }

    /// Whether so many bytes behind a pointer lie among those that variables of the checks name.
    pub fn lies_in(
        &mut self,
        types: &mut TypeTable,
        pointer: ExprId,
        size: ExprId,
        (base, bytes): (GlobalId, GlobalId),
        span: Span,
    ) -> ExprId {
        let (int, long) = (types.int(IntKind::Int), types.int(IntKind::ULong));
        let same = self.is_same_object(types, pointer, base, span);
        let chars = char_pointer(types);
        let (base, bytes) = (self.load(chars, base, span), self.load(long, bytes, span));
        let fits = self.compare(types, BinaryOp::Le, size, bytes, span);
        let at = self.ask(types, Intrinsic::PointerOffset, pointer, span);
        let from = self.ask(types, Intrinsic::PointerOffset, base, span);
        // A start before the range is a very large number.
        let distance = self.expr(ExprKind::Binary(BinaryOp::Sub, at, from), long, span);
        let room = self.expr(ExprKind::Binary(BinaryOp::Sub, bytes, size), long, span);
        let within = self.compare(types, BinaryOp::Le, distance, room, span);
        let both = self.expr(ExprKind::And(fits, within), int, span);
        self.expr(ExprKind::And(same, both), int, span)
    }

    /// The start of the object that a pointer points into, and its size.
    pub fn whole(&mut self, types: &mut TypeTable, pointer: ExprId, span: Span) -> (ExprId, ExprId) {
        let chars = char_pointer(types);
        let bytes = self.expr(ExprKind::Cast(pointer), chars, span);
        let offset = self.ask(types, Intrinsic::PointerOffset, pointer, span);
        let start = self.expr(ExprKind::Binary(BinaryOp::PtrSub, bytes, offset), chars, span);
        (start, self.ask(types, Intrinsic::ObjectSize, pointer, span))
    }

    /// The address of what is written, and how many bytes that is, unless a size is given. The type is that of the variable
    /// in which the place is, if it is in one.
    pub fn extent(
        &mut self,
        types: &mut TypeTable,
        (place, base_ty): (PlaceId, Option<TypeId>),
        size: Option<ExprId>,
        span: Span,
    ) -> (ExprId, ExprId) {
        let long = types.int(IntKind::ULong);
        let Place { base, mut projections, ty, .. } = self.body.places[place].clone();
        if let Some((record, bits)) = self.bit_field(types, place, base_ty) {
            // A bit-field has no address; the bytes that it is in have one.
            projections.pop();
            let around = self.body.places.push(Place { base, projections, ty: record, span });
            let (chars, pointer) = (char_pointer(types), types.pointer(record));
            let address = self.expr(ExprKind::AddrOf(around), pointer, span);
            let address = self.expr(ExprKind::Cast(address), chars, span);
            let first = self.expr(ExprKind::Int(u128::from(bits.0 / 8)), long, span);
            let address = self.expr(ExprKind::Binary(BinaryOp::PtrAdd, address, first), chars, span);
            let bytes = (bits.0 + bits.1).div_ceil(8) - bits.0 / 8;
            return (address, self.expr(ExprKind::Int(u128::from(bytes)), long, span));
        }
        let pointer = types.pointer(ty);
        let address = match base {
            PlaceBase::Deref(pointer) if projections.is_empty() => pointer,
            PlaceBase::Deref(_) | PlaceBase::Local(_) | PlaceBase::Global(_) => {
                self.expr(ExprKind::AddrOf(place), pointer, span)
            }
        };
        let whole = u128::from(types.size_of(ty).unwrap_or(1));
        let size = size.unwrap_or_else(|| self.expr(ExprKind::Int(whole), long, span));
        (address, size)
    }

    /// The record around a bit-field, and where in it the bit-field starts and how many bits it has.
    fn bit_field(&self, types: &TypeTable, place: PlaceId, base_ty: Option<TypeId>) -> Option<(TypeId, (u64, u64))> {
        let Place { base, projections, .. } = &self.body.places[place];
        let (&Projection::Field(field), around) = projections.split_last()? else { return None };
        let mut ty = match *base {
            PlaceBase::Deref(pointer) => types.pointee(self.body.exprs[pointer].ty)?,
            PlaceBase::Local(_) | PlaceBase::Global(_) => base_ty?,
        };
        for step in around {
            ty = match (step, types.get(ty)) {
                (Projection::Field(field), Type::Record(record)) => types.records[*record].fields[*field as usize].ty,
                (Projection::Index(_), Type::Array { element, .. }) => *element,
                _ => return None,
            };
        }
        let Type::Record(record) = *types.get(ty) else { return None };
        let field = &types.records[record].fields[field as usize];
        Some((ty, (field.offset_bits, u64::from(field.bit_width?))))
    }
}

impl Woven {
    fn len(&self) -> usize {
        match self {
            Woven::Instr(_) => 1,
            Woven::Unless(..) => 2,
        }
    }
}

fn char_pointer(types: &mut TypeTable) -> TypeId {
    let char_ty = types.int(IntKind::Char);
    types.pointer(char_ty)
}
