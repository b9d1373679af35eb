//! What `assigns` and `frees` clauses name: variables, what pointers point to, slices, whole objects.

use whyc_base::source::Span;
use whyc_ir::block::{BlockLife, BlockOp, HavocReach};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{GlobalId, LocalId};
use whyc_ir::types::{IntKind, TypeId};

use super::builder::Builder;
use super::history::strip;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// Something that may be written.
#[derive(Clone, Debug)]
pub struct Target {
    /// What it is.
    pub kind: TargetKind,
    /// The condition under which it may be written.
    pub condition: Option<ExprId>,
    /// Where it is named.
    pub span: Span,
}

/// What a target is.
#[derive(Clone, Debug)]
pub enum TargetKind {
    /// A variable of the function, or a member of one.
    Variable(PlaceId),
    /// What is of this type where this pointer (which is saved) points.
    Typed {
        /// The pointer.
        pointer: ExprId,
        /// The type.
        ty: TypeId,
    },
    /// This many bytes from where this pointer (which is saved) points.
    Bytes {
        /// The pointer, to bytes.
        pointer: ExprId,
        /// How many, saved.
        size: ExprId,
    },
}

/// A target as the checks in other functions know it: where it starts, and how many bytes it has, 0 if it does not count.
#[derive(Clone, Copy, Debug)]
pub struct GhostTarget {
    /// A pointer to bytes.
    pub base: GlobalId,
    /// A number of bytes.
    pub size: GlobalId,
}

impl<'u> Builder<'_, 'u> {
    /// What an argument of a clause names.
    pub fn target(&mut self, cursor: Cursor<'u>, condition: Option<ExprId>, span: Span) -> Option<Target> {
        let inner = strip(cursor);
        let around = std::mem::replace(&mut self.is_specification, true);
        // A pointer in it may only be followed where the condition holds.
        let skip = self.new_label();
        let kind = match self.named_slice(inner, condition, skip, span) {
            Some(kind) => kind,
            None => self.named_place(inner, condition, skip, span),
        };
        self.place_label(skip);
        self.is_specification = around;
        kind.map(|kind| Target { kind, condition, span })
    }

    /// `__CPROVER_object_whole(p)` and its relatives. The outer option: whether it is one.
    fn named_slice(
        &mut self,
        call: Cursor<'u>,
        condition: Option<ExprId>,
        skip: whyc_ir::instr::InstrId,
        span: Span,
    ) -> Option<Option<TargetKind>> {
        if call.kind() != k::CXCursor_CallExpr {
            return None;
        }
        let name = call.spelling();
        let args: Vec<Cursor<'u>> = call.children().into_iter().skip(1).collect();
        let long = self.int_type(IntKind::ULong);
        let (char_ty, void) = (self.int_type(IntKind::Char), self.void_pointer());
        let bytes = self.cx.types.table.pointer(char_ty);
        let (pointer_local, size_local) = (self.temporary(bytes, span), self.temporary(long, span));
        let (pointer_place, size_place) = (self.local_place(pointer_local, span), self.local_place(size_local, span));
        let null = self.constant(0, bytes, span);
        let zero = self.constant(0, long, span);
        self.assign(pointer_place, null, span);
        self.assign(size_place, zero, span);
        if let Some(cond) = condition {
            self.emit(InstrKind::Branch { cond, when: false, target: skip }, span);
        }
        let (from, size) = match (name.as_str(), &args[..]) {
            ("__CPROVER_object_whole" | "__CPROVER_object_from", &[pointer]) => {
                let pointer = self.value(pointer);
                let pointer = self.cast(pointer, void);
                let pointer = self.save(pointer);
                let whole = self.ask_value(Intrinsic::ObjectSize, pointer, span);
                let offset = self.ask_value(Intrinsic::PointerOffset, pointer, span);
                let start = self.cast(pointer, bytes);
                match name == "__CPROVER_object_whole" {
                    true => (self.expr(ExprKind::Binary(BinaryOp::PtrSub, start, offset), bytes, span), whole),
                    false => (start, self.expr(ExprKind::Binary(BinaryOp::Sub, whole, offset), long, span)),
                }
            }
            ("__CPROVER_object_upto" | "__CPROVER_assignable", &[pointer, size, ..]) => {
                let pointer = self.value(pointer);
                let pointer = self.save(pointer);
                let size = self.value(size);
                (self.cast(pointer, bytes), self.cast(size, long))
            }
            ("__CPROVER_typed_target", &[target]) => return Some(self.named_place(strip(target), None, skip, span)),
            _ => {
                self.unsupported(format!("`{name}` as something that a contract lets change"), span);
                return Some(None);
            }
        };
        self.assign(pointer_place, from, span);
        self.assign(size_place, size, span);
        let (pointer, size) = (self.load(pointer_place), self.load(size_place));
        Some(Some(TargetKind::Bytes { pointer, size }))
    }

    fn named_place(
        &mut self,
        cursor: Cursor<'u>,
        condition: Option<ExprId>,
        skip: whyc_ir::instr::InstrId,
        span: Span,
    ) -> Option<TargetKind> {
        let names_variable = cursor.kind() == k::CXCursor_DeclRefExpr;
        if !names_variable && let Some(cond) = condition {
            self.emit(InstrKind::Branch { cond, when: false, target: skip }, span);
        }
        let place = self.place_of(cursor);
        let ty = self.place_ty(place);
        let is_indexed = self.body.places[place].projections.iter().any(|it| matches!(it, Projection::Index(_)));
        if matches!(self.body.places[place].base, PlaceBase::Local(_)) && !is_indexed {
            return Some(TargetKind::Variable(place));
        }
        if self.bit_width(place).is_some() || self.types().size_of(ty).is_none() {
            self.unsupported("a bit-field, or something without a size, that a contract lets change", span);
            return None;
        }
        let address = self.address_of(place, span);
        let pointer_ty = self.ty(address);
        let local = self.temporary(pointer_ty, span);
        let kept = self.local_place(local, span);
        // Where the condition does not hold, nothing is there.
        let null = self.constant(0, pointer_ty, span);
        self.items_before_branch(kept, null, condition, skip, span);
        self.assign(kept, address, span);
        let pointer = self.load(kept);
        Some(TargetKind::Typed { pointer, ty })
    }

    /// Gives a temporary a value on the way that passes over what follows, too.
    fn items_before_branch(
        &mut self,
        place: PlaceId,
        value: ExprId,
        condition: Option<ExprId>,
        skip: whyc_ir::instr::InstrId,
        span: Span,
    ) {
        if condition.is_none() {
            return;
        }
        let at = self.items.iter().rposition(
            |item| matches!(item, super::builder::Item::Instr(InstrKind::Branch { target, .. }, _) if *target == skip),
        );
        let assign = super::builder::Item::Instr(InstrKind::Assign { place, value }, span);
        match at {
            Some(at) => self.items.insert(at, assign),
            None => self.items.push(assign),
        }
    }

    /// Keeps a target where the checks in other functions find it; none for a variable that only this function knows.
    pub fn ghost_target(&mut self, target: &Target) -> Option<GhostTarget> {
        let span = target.span;
        let long = self.int_type(IntKind::ULong);
        let char_ty = self.int_type(IntKind::Char);
        let bytes = self.cx.types.table.pointer(char_ty);
        let (pointer, size) = match target.kind {
            TargetKind::Variable(place) => {
                let PlaceBase::Local(local) = self.body.places[place].base else { return None };
                if !self.addressed_locals.contains(&local) {
                    return None;
                }
                let size = self.types().size_of(self.place_ty(place))?;
                (self.address_of(place, span), self.constant(i128::from(size), long, span))
            }
            TargetKind::Typed { pointer, ty } => {
                let size = self.types().size_of(ty)?;
                (pointer, self.constant(i128::from(size), long, span))
            }
            TargetKind::Bytes { pointer, size } => (pointer, size),
        };
        let zero = self.constant(0, long, span);
        let size = match target.condition {
            Some(condition) => self.expr(ExprKind::Cond(condition, size, zero), long, span),
            None => size,
        };
        let pointer = self.cast(pointer, bytes);
        let base = self.keep_in_ghost(pointer, span);
        let size = self.keep_in_ghost(size, span);
        Some(GhostTarget { base, size })
    }

    /// Gives what a target names new values that nobody knows.
    pub fn change_target(&mut self, target: &Target, name: &str) {
        let span = target.span;
        let skip = self.new_label();
        if let Some(cond) = target.condition {
            self.emit(InstrKind::Branch { cond, when: false, target: skip }, span);
        }
        match target.kind {
            TargetKind::Variable(place) => self.change_place(place, &self.cx.spans.text(span), span),
            TargetKind::Typed { pointer, .. } => {
                let place = self.deref(pointer, span);
                let text = self.clause_text(span);
                self.change_place(place, &format!("{text} after {name}"), span);
            }
            TargetKind::Bytes { pointer, size } => self.change_bytes(pointer, size, span),
        }
        self.place_label(skip);
    }

    /// Gives bytes new values.
    fn change_bytes(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        let (int, long) = (self.int(), self.int_type(IntKind::ULong));
        let whole = self.ask_value(Intrinsic::ObjectSize, pointer, span);
        let offset = self.ask_value(Intrinsic::PointerOffset, pointer, span);
        let zero = self.constant(0, long, span);
        let at_start = self.expr(ExprKind::Binary(BinaryOp::Eq, offset, zero), int, span);
        let to_end = self.expr(ExprKind::Binary(BinaryOp::Eq, size, whole), int, span);
        let is_whole = self.expr(ExprKind::And(at_start, to_end), int, span);
        let (all, end) = (self.new_label(), self.new_label());
        self.emit(InstrKind::Branch { cond: is_whole, when: true, target: all }, span);
        self.change_some_bytes(pointer, size, span);
        self.jump(end, span);
        self.place_label(all);
        let name = self.clause_text(span);
        // Bytes are what the clause counts in: what the object consists of is said by those who use it.
        let void = self.void_pointer();
        let pointer = self.cast(pointer, void);
        self.emit(InstrKind::Block(BlockOp::Havoc { pointer, reach: HavocReach::Target, name }), span);
        self.place_label(end);
    }

    /// Gives bytes of an object new values: those of a block that nobody has written.
    fn change_some_bytes(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        let void = self.void_pointer();
        let char_ty = self.int_type(IntKind::Char);
        let bytes = self.cx.types.table.pointer(char_ty);
        let local = self.temporary(void, span);
        let place = self.local_place(local, span);
        let (life, name) = (BlockLife::Frame, self.clause_text(span));
        self.emit(InstrKind::Block(BlockOp::Allocate { place, size, life, zeroed: false, name }), span);
        let block = self.load(place);
        let there = self.new_label();
        self.emit(InstrKind::Branch { cond: block, when: true, target: there }, span);
        self.unsupported("more than 1 GiB that a contract lets change", span);
        self.place_label(there);
        let block = self.load(place);
        let from = self.cast(block, bytes);
        let (to, from) = (self.deref(pointer, span), self.deref(from, span));
        self.emit(InstrKind::Block(BlockOp::Copy { to, from, size }), span);
    }

    /// The local that a target names as a whole.
    pub fn whole_local(&self, target: &Target) -> Option<LocalId> {
        match target.kind {
            TargetKind::Variable(place) => match self.body.places[place].base {
                PlaceBase::Local(local) if self.body.places[place].projections.is_empty() => Some(local),
                PlaceBase::Local(_) | PlaceBase::Global(_) | PlaceBase::Deref(_) => None,
            },
            TargetKind::Typed { .. } | TargetKind::Bytes { .. } => None,
        }
    }
}
