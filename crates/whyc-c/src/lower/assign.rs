//! Assignments, compound assignments, `++` and `--`, and expressions for their effect alone.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{ComponentKind, LocalId, Origin};
use whyc_ir::types::{Type, TypeId};

use super::builder::{Builder, Item};
use super::call::Want;
use super::effects::{Clash, Object};
use super::operator::{Wanted, assigned_op};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// Does what an expression does and drops its value.
    pub fn effect(&mut self, cursor: Cursor<'u>) {
        let span = self.span(cursor);
        let children = cursor.children();
        match (cursor.kind(), &children[..]) {
            (k::CXCursor_ParenExpr, &[inner]) => self.effect(inner),
            (k::CXCursor_CStyleCastExpr, &[.., inner]) if inner.is_expression() => self.effect(inner),
            (k::CXCursor_UnexposedExpr, _) => match self.see_through(cursor, &children) {
                Some(inner) => self.effect(inner),
                None => self.drop_value(cursor),
            },
            (k::CXCursor_BinaryOperator, &[a, b]) => match cursor.binary_operator() {
                k::CXBinaryOperator_Assign => {
                    self.assignment(a, b, span, false);
                }
                k::CXBinaryOperator_Comma => {
                    self.effect(a);
                    self.effect(b);
                }
                k::CXBinaryOperator_LOr if self.is_assert_fail(b) => self.assert_that(a, span),
                _ => self.drop_value(cursor),
            },
            (k::CXCursor_CompoundAssignOperator, _) => {
                self.compound_assignment(cursor, &children, span, false);
            }
            (k::CXCursor_UnaryOperator, &[operand]) => match cursor.unary_operator() {
                k::CXUnaryOperator_PostInc | k::CXUnaryOperator_PreInc => {
                    self.step(operand, BinaryOp::Add, span, Wanted::Nothing);
                }
                k::CXUnaryOperator_PostDec | k::CXUnaryOperator_PreDec => {
                    self.step(operand, BinaryOp::Sub, span, Wanted::Nothing);
                }
                k::CXUnaryOperator_Extension => self.effect(operand),
                _ => self.drop_value(cursor),
            },
            (k::CXCursor_ConditionalOperator, &[c, a, b]) => self.conditional_effect(c, a, b, span),
            (k::CXCursor_CallExpr, _) => {
                self.call(cursor, span, Want::Nothing);
            }
            (k::CXCursor_StmtExpr, &[block]) => self.block(block),
            _ => self.drop_value(cursor),
        }
    }

    /// Computes a value for the sake of its checks: `*p;` reads through `p`.
    fn drop_value(&mut self, cursor: Cursor<'u>) {
        let value = self.value(cursor);
        if !self.is_harmless(value) {
            self.save(value);
        }
    }

    /// Whether computing a value can neither fail nor is worth a step.
    fn is_harmless(&self, value: ExprId) -> bool {
        match self.body.exprs[value].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => true,
            ExprKind::Load(place) => self.is_fixed(place),
            ExprKind::Cast(inner) => self.is_harmless(inner),
            _ => matches!(self.types().get(self.ty(value)), Type::Void | Type::Function(_)),
        }
    }

    /// Whether a place is the same wherever it stands: a variable, or a fixed part of one.
    pub fn is_fixed(&self, place: PlaceId) -> bool {
        let Place { base, projections, .. } = &self.body.places[place];
        let fixed = |step: &Projection| match step {
            Projection::Field(_) => true,
            Projection::Index(index) => matches!(self.body.exprs[*index].kind, ExprKind::Int(_)),
        };
        !matches!(base, PlaceBase::Deref(_)) && projections.iter().all(fixed)
    }

    /// `a = b`; the value is of use only if it is `wanted`.
    pub fn assignment(&mut self, a: Cursor<'u>, b: Cursor<'u>, span: Span, wanted: bool) -> ExprId {
        let place = self.place_of(a);
        self.store(place, b, ComponentKind::AssignedValue, span, wanted)
    }

    /// Writes the value of `source` to `place`, which was found first.
    pub fn store(
        &mut self,
        place: PlaceId,
        source: Cursor<'u>,
        role: ComponentKind,
        span: Span,
        wanted: bool,
    ) -> ExprId {
        let ty = self.place_ty(place);
        // A call may write straight to the place. It gets a place of its own, to be replaced by the
        // protected one when it is known what the call and its arguments do.
        let Place { base, projections, span: place_span, .. } = self.body.places[place].clone();
        let dest = self.place(base, projections, ty, place_span);
        let naming = self.is_allocation(source).then(|| self.cx.spans.text(place_span));
        let outer = std::mem::replace(&mut self.naming, naming);
        let (result, items) = self.capture(|this| match this.direct_call(source, ty) {
            Some(call) => {
                let name = this.cx.spans.text(place_span);
                let call_span = this.span(call);
                this.call(call, call_span, Want::Into { place: dest, name, span })
            }
            None => Some(this.value(source)),
        });
        self.naming = outer;
        if let Some(clash) = self.clash_with_place(place, &items, source) {
            match clash {
                Clash::Undefined(object) => self.assert_sequenced(object, span),
                Clash::Order if !wanted => {
                    return self.store_in_any_order(place, dest, (result, items), source, role, span);
                }
                Clash::Order => {}
            }
        }
        let place = self.protect_place(place, &items);
        self.body.places[dest] = self.body.places[place].clone();
        self.items.extend(items);
        let Some(value) = result else { return self.load(place) };
        self.finish_store(place, value, source, role, span, wanted)
    }

    /// What finding a place, or writing to it, and the value that goes there do to each other.
    fn clash_with_place(&mut self, place: PlaceId, items: &[Item], source: Cursor<'u>) -> Option<Clash> {
        let is_model = self.cx.functions[self.function].origin == Origin::Whyc;
        if items.is_empty() || is_model {
            return None;
        }
        let found = self.place_effects(place);
        let value = self.operand_effects(None, items);
        let clash = self.clash(&found, &value).filter(|_| !value.jumps);
        // `x = x++`: both write it, in no order. What a comma or a condition does is done before.
        let is_step = matches!(source.kind(), k::CXCursor_UnaryOperator);
        match (clash, self.body.places[place].base, self.body.places[place].projections.is_empty()) {
            (None, PlaceBase::Local(local), true) if is_step && value.writes(Object::Local(local)) => {
                Some(Clash::Undefined(Object::Local(local)))
            }
            _ => clash,
        }
    }

    /// Writes a value whose computation may change where it goes: the place is found before or after it.
    fn store_in_any_order(
        &mut self,
        place: PlaceId,
        dest: PlaceId,
        (result, items): (Option<ExprId>, Vec<Item>),
        source: Cursor<'u>,
        role: ComponentKind,
        span: Span,
    ) -> ExprId {
        let (other, end) = (self.new_label(), self.new_label());
        self.branch_on_order(other, span);
        let Place { base, projections, ty, span: place_span } = self.body.places[place].clone();
        let late = self.place(base, projections, ty, place_span);
        let mut late_items = self.with_own_labels(&items);
        for item in &mut late_items {
            if let Item::Instr(InstrKind::Call { dest: Some(to), .. } | InstrKind::Nondet { place: to, .. }, _) = item
                && *to == dest
            {
                *to = late;
            }
        }
        let early = self.protect_place(place, &items);
        self.body.places[dest] = self.body.places[early].clone();
        self.items.extend(items);
        if let Some(value) = result {
            self.finish_store(early, value, source, role, span, false);
        }
        self.jump(end, span);
        self.place_label(other);
        self.items.extend(late_items);
        if let Some(value) = result {
            self.finish_store(late, value, source, role, span, false);
        }
        self.place_label(end);
        self.load(late)
    }

    /// `place = value`, with the conversion that C makes.
    fn finish_store(
        &mut self,
        place: PlaceId,
        value: ExprId,
        source: Cursor<'u>,
        role: ComponentKind,
        span: Span,
        wanted: bool,
    ) -> ExprId {
        let ty = self.place_ty(place);
        let value = match self.types().get(ty) {
            Type::Record(_) | Type::Array { .. } => value,
            _ => self.cast(value, ty),
        };
        if self.ty(value) != ty {
            return self.unsupported_value("an assignment between these types", ty, span);
        }
        self.component(value, role, source);
        self.write(place, value, span, wanted)
    }

    /// `place = value`, and the value that the place then has.
    fn write(&mut self, place: PlaceId, value: ExprId, span: Span, wanted: bool) -> ExprId {
        if !wanted || self.is_fixed(place) || self.bit_width(place).is_some() {
            self.assign(place, value, span);
            return self.load(place);
        }
        let value = self.save(value);
        self.assign(place, value, span);
        value
    }

    /// The call that `source` is, if it returns a `ty` as it is.
    fn direct_call(&mut self, source: Cursor<'u>, ty: TypeId) -> Option<Cursor<'u>> {
        let mut at = source;
        loop {
            if self.cx.types.lower(at.ty()) != Ok(ty) {
                return None;
            }
            let children = at.children();
            at = match at.kind() {
                k::CXCursor_CallExpr => return Some(at),
                k::CXCursor_ParenExpr => *children.first()?,
                k::CXCursor_UnexposedExpr => self.see_through(at, &children)?,
                _ => return None,
            };
        }
    }

    /// `a op= b`
    pub fn compound_assignment(
        &mut self,
        cursor: Cursor<'u>,
        children: &[Cursor<'u>],
        span: Span,
        wanted: bool,
    ) -> ExprId {
        let (&[a, b], Some(op)) = (children, assigned_op(cursor.binary_operator())) else {
            return self.unsupported_of("this operator", cursor, span);
        };
        let place = self.place_of(a);
        let (operand, items) = self.capture(|this| this.value(b));
        let place = self.protect_place(place, &items);
        self.items.extend(items);
        self.refresh(a, place, span);
        let stride = self.stride(a);
        self.update(place, op, operand, stride, span, wanted)
    }

    /// `place = place op operand` with the conversions that C makes.
    fn update(
        &mut self,
        place: PlaceId,
        op: BinaryOp,
        operand: ExprId,
        stride: Option<LocalId>,
        span: Span,
        wanted: bool,
    ) -> ExprId {
        let ty = self.place_ty(place);
        let old = self.load(place);
        let promoted = self.promoted_place_type(place);
        let old = self.cast(old, promoted);
        let new = self.apply_strided(op, old, operand, stride, span);
        let new = self.cast_at(new, ty, span);
        self.component_at(new, ComponentKind::AssignedValue, span);
        self.write(place, new, span, wanted)
    }

    /// `++` and `--`
    pub fn step(&mut self, operand: Cursor<'u>, op: BinaryOp, span: Span, wanted: Wanted) -> ExprId {
        let place = self.place_of(operand);
        self.refresh(operand, place, span);
        let before = (wanted == Wanted::Before).then(|| {
            let old = self.load(place);
            self.save(old)
        });
        let stride = self.stride(operand);
        let int = self.int();
        let one = self.constant(1, int, span);
        let after = self.update(place, op, one, stride, span, wanted == Wanted::After);
        before.unwrap_or(after)
    }
}
