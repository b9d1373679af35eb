//! Objects that change by themselves: declared `volatile`, and defined outside of the program.
//!
//! Each read of a number in them is an input. Objects that the program defines are changed by the program only, since neither
//! threads nor signals are modelled.

use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, PlaceBase, PlaceId};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::GlobalKind;

use super::builder::Builder;
use super::convert::is_arithmetic;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;

/// What cannot be followed.
const NOT_READ: &str = "a volatile object from outside, other than reading or writing a number in it";

impl<'u> Builder<'_, 'u> {
    /// The value of `cursor`, which designates `place`.
    pub fn read(&mut self, cursor: Cursor<'u>, place: PlaceId, span: Span) -> ExprId {
        let is_whole = self.body.places[place].projections.is_empty();
        if is_whole && cursor.ty().is_const_object() && self.changes_by_itself(cursor, place) && self.is_number(place) {
            // What the program may not write to is not written to here, either.
            let local = self.temporary(self.place_ty(place), span);
            let fresh = self.local_place(local, span);
            self.input_from_outside(fresh, span);
            return self.load(fresh);
        }
        if self.is_atomic(cursor) {
            return self.atomic_read(place, span);
        }
        self.refresh(cursor, place, span);
        self.load_or_decay(place, span)
    }

    /// Gives a new value to what changes by itself, before it is read.
    pub fn refresh(&mut self, cursor: Cursor<'u>, place: PlaceId, span: Span) {
        if !self.changes_by_itself(cursor, place) {
            return;
        }
        if !self.is_number(place) || cursor.ty().is_const_object() {
            return self.unsupported(NOT_READ, span);
        }
        if !self.is_fixed(place) {
            // Whether there is such a place is checked before it gets a value.
            let old = self.load(place);
            self.save(old);
        }
        self.input_from_outside(place, span);
    }

    fn input_from_outside(&mut self, place: PlaceId, span: Span) {
        // The name is how a replay knows such inputs.
        let name = format!("volatile {}", self.cx.spans.text(span));
        self.emit(InstrKind::Nondet { place, name }, span);
    }

    fn is_number(&self, place: PlaceId) -> bool {
        is_arithmetic(self.types(), self.place_ty(place))
    }

    fn changes_by_itself(&self, cursor: Cursor<'u>, place: PlaceId) -> bool {
        self.is_from_outside(place) && holds_volatile(cursor.ty())
    }

    /// Through its address, an object could be read without notice.
    pub fn mind_address(&mut self, operand: Cursor<'u>, place: PlaceId, span: Span) {
        if self.changes_by_itself(operand, place) {
            self.unsupported(NOT_READ, span);
        }
    }

    fn is_from_outside(&self, place: PlaceId) -> bool {
        match self.body.places[place].base {
            PlaceBase::Global(global) => self.cx.globals[global].kind == GlobalKind::External,
            PlaceBase::Local(_) | PlaceBase::Deref(_) => false,
        }
    }
}

/// Whether a function is handed a pointer to something volatile.
pub fn takes_volatile(function: Cursor<'_>) -> bool {
    let pointee = |parameter: &Cursor<'_>| {
        let ty = parameter.ty().canonical();
        (ty.kind() == k::CXType_Pointer).then(|| holds_volatile(ty.pointee()))
    };
    function.arguments().iter().any(|parameter| pointee(parameter) == Some(true))
}

/// Whether an object of this type, or a part of it, is volatile.
fn holds_volatile(ty: ClangType<'_>) -> bool {
    let ty = ty.canonical();
    if ty.is_volatile_object() {
        return true;
    }
    match ty.kind() {
        k::CXType_ConstantArray | k::CXType_IncompleteArray => holds_volatile(ty.element()),
        k::CXType_Record => ty.fields().into_iter().any(|field| holds_volatile(field.ty())),
        _ => false,
    }
}
