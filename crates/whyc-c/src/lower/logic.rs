//! `&&`, `||`, `?:` and statement expressions: pure where their operands are, control flow otherwise.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, UnaryOp};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{Type, TypeId};

use super::builder::{Builder, Item};
use super::convert::is_scalar;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// A condition as a value.
    pub fn condition(&mut self, cursor: Cursor<'u>) -> ExprId {
        let value = self.value(cursor);
        let value = self.truth_of_parts(value);
        self.component(value, ComponentKind::Condition, cursor);
        value
    }

    /// Goes to `label` if the truth of the condition is `when`.
    pub fn branch(&mut self, cursor: Cursor<'u>, when: bool, label: InstrId, span: Span) {
        let cond = self.condition(cursor);
        self.emit(InstrKind::Branch { cond, when, target: label }, span);
    }

    /// `a && b` or `a || b`
    pub fn logical(&mut self, is_and: bool, a: Cursor<'u>, b: Cursor<'u>, span: Span) -> ExprId {
        let x = self.operand(a);
        let (y, items) = self.capture(|this| this.operand(b));
        let int = self.int();
        if items.is_empty() {
            let kind = if is_and { ExprKind::And(x, y) } else { ExprKind::Or(x, y) };
            return self.expr(kind, int, span);
        }
        let result = self.temporary(int, span);
        let place = self.local_place(result, span);
        let short = self.constant(i128::from(!is_and), int, span);
        self.assign(place, short, span);
        let end = self.new_label();
        let x_span = self.body.exprs[x].span;
        self.emit(InstrKind::Branch { cond: x, when: !is_and, target: end }, x_span);
        self.items.extend(items);
        let truth = self.truth(y);
        self.assign(place, truth, span);
        self.place_label(end);
        self.load(place)
    }

    fn operand(&mut self, cursor: Cursor<'u>) -> ExprId {
        let value = self.value(cursor);
        let value = self.truth_of_parts(value);
        self.component(value, ComponentKind::Operand, cursor);
        value
    }

    /// Whether a scalar is not zero, as an `int`.
    fn truth(&mut self, value: ExprId) -> ExprId {
        let is_truth = match self.body.exprs[value].kind {
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => op.is_comparison(),
            _ => false,
        };
        if is_truth {
            return value;
        }
        let int = self.int();
        let span = self.body.exprs[value].span;
        let zero = self.constant(0, int, span);
        self.apply(BinaryOp::Ne, value, zero, span)
    }

    /// `c ? a : b`
    pub fn conditional(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let &[c, a, b] = children else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let ty = match self.cx.types.lower_value(cursor.ty()) {
            Ok(ty) => ty,
            Err(reason) => return self.unsupported_of(&reason, cursor, span),
        };
        if matches!(self.types().get(ty), Type::Void) {
            self.conditional_effect(c, a, b, span);
            return self.any_value(ty, span);
        }
        let cond = self.condition(c);
        let a = self.capture(|this| this.arm(a, ty));
        let b = self.capture(|this| this.arm(b, ty));
        self.choose(cond, a, b, ty, span)
    }

    fn arm(&mut self, cursor: Cursor<'u>, ty: TypeId) -> ExprId {
        let value = self.value(cursor);
        let value = if self.is_converted(ty) { self.cast(value, ty) } else { value };
        self.component(value, ComponentKind::Arm, cursor);
        value
    }

    fn choose(
        &mut self,
        cond: ExprId,
        a: (ExprId, Vec<Item>),
        b: (ExprId, Vec<Item>),
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        if a.1.is_empty() && b.1.is_empty() && is_scalar(self.types(), ty) {
            return self.expr(ExprKind::Cond(cond, a.0, b.0), ty, span);
        }
        let result = self.temporary(ty, span);
        let place = self.local_place(result, span);
        let (otherwise, end) = (self.new_label(), self.new_label());
        let cond_span = self.body.exprs[cond].span;
        self.emit(InstrKind::Branch { cond, when: false, target: otherwise }, cond_span);
        self.items.extend(a.1);
        self.assign_arm(place, a.0, ty);
        self.jump(end, span);
        self.place_label(otherwise);
        self.items.extend(b.1);
        self.assign_arm(place, b.0, ty);
        self.place_label(end);
        self.load(place)
    }

    fn assign_arm(&mut self, place: PlaceId, value: ExprId, ty: TypeId) {
        let span = self.body.exprs[value].span;
        let value =
            if self.ty(value) == ty { value } else { self.unsupported_value("arms of different types", ty, span) };
        self.assign(place, value, span);
    }

    /// `c ? a : b` for its effect.
    pub fn conditional_effect(&mut self, c: Cursor<'u>, a: Cursor<'u>, b: Cursor<'u>, span: Span) {
        if self.is_assert_fail(b) {
            return self.assert_that(c, span);
        }
        let cond = self.condition(c);
        let ((), a_items) = self.capture(|this| this.effect(a));
        let ((), b_items) = self.capture(|this| this.effect(b));
        let cond_span = self.body.exprs[cond].span;
        let (otherwise, end) = (self.new_label(), self.new_label());
        self.emit(InstrKind::Branch { cond, when: false, target: otherwise }, cond_span);
        self.items.extend(a_items);
        if !b_items.is_empty() {
            self.jump(end, span);
        }
        self.place_label(otherwise);
        self.items.extend(b_items);
        self.place_label(end);
    }

    /// `a ?: b`
    pub fn elvis(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let &[a, _, _, b] = children else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let ty = match self.cx.types.lower_value(cursor.ty()) {
            Ok(ty) => ty,
            Err(reason) => return self.unsupported_of(&reason, cursor, span),
        };
        let value = self.value(a);
        let first = self.save(value);
        self.component(first, ComponentKind::Condition, a);
        let again = match self.body.exprs[first].kind {
            ExprKind::Load(place) => self.load(place),
            _ => first,
        };
        let again = self.cast(again, ty);
        let b = self.capture(|this| this.arm(b, ty));
        self.choose(first, (again, Vec::new()), b, ty, span)
    }

    /// `({ …; e; })`
    pub fn statement_expression(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let block = cursor.children().into_iter().find(|child| child.kind() == k::CXCursor_CompoundStmt);
        let Some(block) = block else { return self.unsupported_of("this expression", cursor, span) };
        let mut statements = block.children();
        let last = statements.pop_if(|last| last.is_expression());
        self.open_scope();
        for statement in statements {
            self.statement(statement);
        }
        let value = last.map(|last| {
            let is_void = last.ty().canonical().kind() == k::CXType_Void;
            if is_void {
                self.effect(last);
                None
            } else {
                let value = self.value(last);
                Some(self.save(value))
            }
        });
        self.close_scope(span);
        match value.flatten() {
            Some(value) => value,
            None => {
                let int = self.int();
                self.any_value(int, span)
            }
        }
    }
}
