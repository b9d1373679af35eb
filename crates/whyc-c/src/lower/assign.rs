//! Assignments, compound assignments, `++` and `--`, and expressions for their effect alone.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{ComponentKind, LocalId, Origin};
use whyc_ir::types::{Type, TypeId};

use super::atomic::Use;
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
        if self.is_atomic(a) {
            return self.atomic_assignment(a, b, span);
        }
        let (place, found) = self.capture(|this| this.place_of(a));
        self.store_found((place, found), b, ComponentKind::AssignedValue, span, wanted)
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
        self.store_found((place, Vec::new()), source, role, span, wanted)
    }

    /// Writes the value of `source` to `place`, which is found by what `found` does.
    fn store_found(
        &mut self,
        (place, found): (PlaceId, Vec<Item>),
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
        match self.clash_with_place((place, &found), (result, &items), source) {
            None => {}
            Some(Clash::Undefined(object)) => self.assert_sequenced(object, span),
            Some(Clash::Order) => {
                // Where the value comes first, the place must not be needed before it is found.
                let (late, late_found) = self.again(place, &found);
                let kept = (result.is_none()).then(|| self.temporary(ty, span));
                let (late_dest, late_items) = match kept {
                    Some(kept) => (self.local_place(kept, span), self.with_own_labels(&items)),
                    None => (dest, self.with_own_labels(&items)),
                };
                let late_items = with_destination(late_items, dest, late_dest);
                return self.in_either_order(
                    (ty, wanted, span),
                    |this| {
                        this.items.extend(found);
                        this.store_after((place, dest), (result, items), source, role, (span, wanted))
                    },
                    |this| {
                        this.items.extend(late_items);
                        let value = match (result, kept) {
                            (Some(value), _) => this.protect(value, &late_found),
                            (None, Some(kept)) => this.load_local(kept, span),
                            (None, None) => unreachable!("a call without value should have a place of its own"),
                        };
                        this.items.extend(late_found);
                        this.finish_store(late, value, source, role, span, wanted)
                    },
                );
            }
        }
        self.items.extend(found);
        self.store_after((place, dest), (result, items), source, role, (span, wanted))
    }

    /// Computes a value and writes it to a place that has been found.
    fn store_after(
        &mut self,
        (place, dest): (PlaceId, PlaceId),
        (result, items): (Option<ExprId>, Vec<Item>),
        source: Cursor<'u>,
        role: ComponentKind,
        (span, wanted): (Span, bool),
    ) -> ExprId {
        let place = self.protect_place(place, &items);
        self.body.places[dest] = self.body.places[place].clone();
        self.items.extend(items);
        let Some(value) = result else { return self.load(place) };
        self.finish_store(place, value, source, role, span, wanted)
    }

    /// What finding a place, or writing to it, and the value that goes there do to each other.
    fn clash_with_place(
        &mut self,
        (place, found): (PlaceId, &[Item]),
        (result, items): (Option<ExprId>, &[Item]),
        source: Cursor<'u>,
    ) -> Option<Clash> {
        let is_model = self.cx.functions[self.function].origin == Origin::Whyc;
        if is_model || items.is_empty() && found.is_empty() {
            return None;
        }
        let place_effects = self.place_effects(place, found);
        // What is read to find out the value is of interest only if finding the place writes something.
        let value = self.operand_effects(result.filter(|_| !found.is_empty()), items);
        let jumps = place_effects.jumps || value.jumps;
        let clash = self.clash(&place_effects, &value).filter(|_| !jumps);
        // `x = x++`: both write it, in no order. What a comma or a condition does is done before.
        let is_step = matches!(source.kind(), k::CXCursor_UnaryOperator);
        match (clash, self.body.places[place].base, self.body.places[place].projections.is_empty()) {
            (None, PlaceBase::Local(local), true) if is_step && value.writes(Object::Local(local)) => {
                Some(Clash::Undefined(Object::Local(local)))
            }
            _ => clash,
        }
    }

    /// A copy of a place and of what finds it.
    fn again(&mut self, place: PlaceId, found: &[Item]) -> (PlaceId, Vec<Item>) {
        let Place { base, projections, ty, span } = self.body.places[place].clone();
        (self.place(base, projections, ty, span), self.with_own_labels(found))
    }

    /// Does the one or the other, as an input says that tells the order of evaluation; gives the value of what was done, if it
    /// is wanted.
    fn in_either_order(
        &mut self,
        (ty, wanted, span): (TypeId, bool, Span),
        early: impl FnOnce(&mut Self) -> ExprId,
        late: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let (other, end) = (self.new_label(), self.new_label());
        let kept = wanted.then(|| self.temporary(ty, span));
        let keep = |this: &mut Self, value: ExprId| {
            if let Some(kept) = kept {
                let place = this.local_place(kept, span);
                this.assign(place, value, span);
            }
            value
        };
        self.branch_on_order(other, span);
        let value = early(self);
        keep(self, value);
        self.jump(end, span);
        self.place_label(other);
        let value = late(self);
        let value = keep(self, value);
        self.place_label(end);
        kept.map_or(value, |kept| self.load_local(kept, span))
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
            Type::Record(_) | Type::Array { .. } if self.cx.types.parts(ty).is_none() => value,
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
        let (place, found) = self.capture(|this| this.place_of(a));
        let (operand, items) = self.capture(|this| this.value(b));
        if self.is_atomic(a) {
            self.items.extend(items);
            let operand = self.save(operand);
            self.items.extend(found);
            self.begin_atomic_at(place, Use::Writes, span);
            let stride = self.stride(a);
            let value = self.update(place, op, operand, stride, span, wanted);
            let value = if wanted { self.save(value) } else { value };
            self.end_atomic(span);
            return value;
        }
        match self.clash_of_update((place, &found), (operand, &items)) {
            None => {}
            Some(Clash::Undefined(object)) => self.assert_sequenced(object, span),
            Some(Clash::Order) => {
                let ty = self.place_ty(place);
                let (late, late_found) = self.again(place, &found);
                let late_items = self.with_own_labels(&items);
                let stride = self.stride(a);
                return self.in_either_order(
                    (ty, wanted, span),
                    |this| {
                        this.items.extend(found);
                        this.refresh(a, place, span);
                        let old = this.load(place);
                        let old = this.save(old);
                        let place = this.protect_place(place, &items);
                        this.items.extend(items);
                        this.update_from((place, old), op, operand, stride, span, wanted)
                    },
                    |this| {
                        this.items.extend(late_items);
                        let operand = this.protect(operand, &late_found);
                        this.items.extend(late_found);
                        this.refresh(a, late, span);
                        this.update(late, op, operand, stride, span, wanted)
                    },
                );
            }
        }
        self.items.extend(found);
        let place = self.protect_place(place, &items);
        self.items.extend(items);
        self.refresh(a, place, span);
        let stride = self.stride(a);
        self.update(place, op, operand, stride, span, wanted)
    }

    /// What the old value of a place, with what finds it, and the operand of an update do to each other.
    fn clash_of_update(
        &mut self,
        (place, found): (PlaceId, &[Item]),
        (operand, items): (ExprId, &[Item]),
    ) -> Option<Clash> {
        let is_model = self.cx.functions[self.function].origin == Origin::Whyc;
        if is_model || items.is_empty() && found.is_empty() {
            return None;
        }
        let old = self.load(place);
        let old = self.operand_effects(Some(old), found);
        let operand = self.operand_effects(Some(operand), items);
        self.clash(&old, &operand).filter(|_| !old.jumps && !operand.jumps)
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
        let old = self.load(place);
        self.update_from((place, old), op, operand, stride, span, wanted)
    }

    /// The same, where the old value may have been read before the operand was evaluated.
    fn update_from(
        &mut self,
        (place, old): (PlaceId, ExprId),
        op: BinaryOp,
        operand: ExprId,
        stride: Option<LocalId>,
        span: Span,
        wanted: bool,
    ) -> ExprId {
        let ty = self.place_ty(place);
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
        let is_atomic = self.is_atomic(operand);
        if is_atomic {
            self.begin_atomic_at(place, Use::Writes, span);
        }
        self.refresh(operand, place, span);
        let before = (wanted == Wanted::Before).then(|| {
            let old = self.load(place);
            self.save(old)
        });
        let stride = self.stride(operand);
        let int = self.int();
        let one = self.constant(1, int, span);
        let after = self.update(place, op, one, stride, span, wanted == Wanted::After);
        let after = if is_atomic && wanted == Wanted::After { self.save(after) } else { after };
        if is_atomic {
            self.end_atomic(span);
        }
        before.unwrap_or(after)
    }
}

/// Items in which calls and inputs write to `to` instead of `from`.
fn with_destination(mut items: Vec<Item>, from: PlaceId, to: PlaceId) -> Vec<Item> {
    for item in &mut items {
        if let Item::Instr(InstrKind::Call { dest: Some(dest), .. } | InstrKind::Nondet { place: dest, .. }, _) = item
            && *dest == from
        {
            *dest = to;
        }
    }
    items
}
