//! What something was: `__CPROVER_old(e)` at the start of a function, `__CPROVER_loop_entry(e)` before a loop.
//!
//! Each such expression is kept in a variable of its own, as far as it could be read then; what could not be read is anything.

use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase};
use whyc_ir::instr::InstrKind;

use super::builder::Builder;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// What calls stand for values at the start of a function.
pub const OLD: &str = "__whyc_old";
/// What calls stand for values before a loop.
pub const LOOP_ENTRY: &str = "__whyc_loop_entry";

impl<'u> Builder<'_, 'u> {
    /// Keeps the values now that clauses refer to with calls of `name`.
    pub fn remember(&mut self, clauses: &[Cursor<'u>], name: &str) {
        for &clause in clauses {
            for node in clause.descendants().into_iter().chain([clause]) {
                if node.kind() == k::CXCursor_CallExpr && node.spelling() == name {
                    self.remember_one(node);
                }
            }
        }
    }

    fn remember_one(&mut self, call: Cursor<'u>) {
        let span = self.span(call);
        let Some(expression) = call.children().into_iter().nth(2).map(strip) else { return };
        let bound = expression.descendants().into_iter().chain([expression]).filter_map(Cursor::referenced);
        let is_bound = |decl: Cursor<'u>| {
            decl.kind() == k::CXCursor_VarDecl
                && !decl.has_static_storage()
                && !self.local_from_decl.contains_key(&decl.key())
        };
        if bound.into_iter().any(is_bound) {
            return self.unsupported("the former value of something that depends on a quantified variable", span);
        }
        let Ok(ty) = self.cx.types.lower(expression.ty()) else {
            return self.unsupported("the former value of something without a fixed size", span);
        };
        if self.types().size_of(ty).is_none() {
            return self.unsupported("the former value of something without a fixed size", span);
        }
        let local = self.variable("what it was".to_owned(), ty, span);
        self.emit(InstrKind::Declare(local), span);
        let around = std::mem::replace(&mut self.is_specification, true);
        // Whoever refers to it under a condition may rely on that it could be read.
        let place = self.place_of(expression);
        let guard = match self.body.places[place].base {
            PlaceBase::Deref(pointer) => Some(self.can_access(pointer, place, span)),
            PlaceBase::Local(_) | PlaceBase::Global(_) => None,
        };
        let skip = self.new_label();
        if let Some(cond) = guard {
            self.emit(InstrKind::Branch { cond, when: false, target: skip }, span);
        }
        let value = self.load(place);
        let kept = self.local_place(local, span);
        self.assign(kept, value, span);
        self.place_label(skip);
        self.is_specification = around;
        self.history.insert(call.statement_key(), local);
    }

    /// The address of the variable that holds what a call of `__whyc_old` or `__whyc_loop_entry` refers to.
    pub fn recalled(&mut self, call: Cursor<'u>, span: Span) -> ExprId {
        let Some(&local) = self.history.get(&call.statement_key()) else {
            let ty = self.void_pointer();
            return self.unsupported_value("a former value where there is none", ty, span);
        };
        let place = self.local_place(local, span);
        let ty = self.locals[local].ty;
        let pointer = self.cx.types.table.pointer(ty);
        self.addressed_locals.insert(local);
        self.expr(ExprKind::AddrOf(place), pointer, span)
    }
}

/// An expression without the parentheses and hidden conversions around it.
pub fn strip(cursor: Cursor<'_>) -> Cursor<'_> {
    let mut at = cursor;
    loop {
        let children = at.children();
        match at.kind() {
            k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr if children.len() == 1 => at = children[0],
            _ => return at,
        }
    }
}

impl Builder<'_, '_> {
    /// Whether what is at a place behind a pointer could be read.
    fn can_access(&mut self, pointer: ExprId, place: whyc_ir::expr::PlaceId, span: Span) -> ExprId {
        let size = self.types().size_of(self.place_ty(place)).unwrap_or(1);
        let whole = self.types().pointee(self.ty(pointer)).and_then(|ty| self.types().size_of(ty));
        self.accessible(pointer, size.max(whole.unwrap_or(0)), span)
    }
}
