//! What expressions mean as terms, and the checks that are due on the way.
//!
//! [`arith`] has the operators and conversions, [`float`] those of floating-point numbers and
//! [`intrinsic`] those that C spells as calls. [`place`] turns places into addresses, and
//! [`pointer`] finds the objects behind a pointer, checks accesses, reads and writes; [`split`] knows which offset goes with
//! which object, [`large`] what is done with blocks that are too large.

mod arith;
mod float;
mod intrinsic;
mod large;
mod observe;
mod place;
mod pointer;
mod pun;
mod split;

use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::layout;
use whyc_ir::program::Body;
use whyc_ir::property::{PropertyClass, Site};
use whyc_ir::types::{Type, TypeId};
use whyc_term::TermId;

pub use self::large::LargeBlock;
pub use self::observe::Addresses;
pub use self::place::{Address, AddressBase};
pub use self::pointer::{BitRange, Pointees};
pub use self::pun::{Puns, View};

use crate::state::{At, Machine, State};

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value {
    /// Of a scalar: its bits as they stand in memory.
    Scalar(TermId),
    /// Of a record or array: its scalars.
    Aggregate(Vec<Part>),
}

/// A scalar of a record or array.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Where, in bits.
    pub offset_bits: u64,
    /// The value.
    pub value: TermId,
    /// The type of the scalar.
    pub ty: whyc_ir::types::TypeId,
}

impl<'a> Machine<'a> {
    /// The code of the function at `at`.
    pub fn body(&self, at: At) -> &'a Body {
        self.program.functions[at.function].body.as_ref().expect("code that runs should have a body")
    }

    /// The value of `expr`, of any type.
    pub fn eval(&mut self, state: &mut State, at: At, expr: ExprId) -> Value {
        let e = &self.body(at).exprs[expr];
        let aggregate = matches!(self.program.types.get(e.ty), Type::Record(_) | Type::Array { .. });
        if !aggregate {
            return Value::Scalar(self.scalar(state, at, expr));
        }
        match &e.kind {
            ExprKind::Load(place) => {
                let address = self.address(state, at, *place);
                self.check_access(state, at, *place, address);
                Value::Aggregate(self.read_parts(state, at, e.span, address))
            }
            ExprKind::Cond(cond, a, b) => {
                let cond = self.condition(state, at, *cond);
                let a = self.eval_under(state, at, cond, *a);
                let not_cond = self.terms.not(cond);
                let b = self.eval_under(state, at, not_cond, *b);
                self.choose(cond, a, b)
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FunctionAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Intrinsic(..) => {
                self.unsupported(at, e.span, "an aggregate value that is not a variable's");
                Value::Aggregate(Vec::new())
            }
        }
    }

    fn eval_under(&mut self, state: &mut State, at: At, cond: TermId, expr: ExprId) -> Value {
        let guard = self.guards.and(self.terms, at.guard, cond);
        self.eval(state, At { guard, ..at }, expr)
    }

    fn choose(&mut self, cond: TermId, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Aggregate(a), Value::Aggregate(b)) => {
                let parts = a.into_iter().zip(b);
                let parts = parts.map(|(a, b)| Part { value: self.terms.ite(cond, a.value, b.value), ..a });
                Value::Aggregate(parts.collect())
            }
            (a, _) => a,
        }
    }

    /// Whether `expr`, a scalar, is not zero.
    pub fn condition(&mut self, state: &mut State, at: At, expr: ExprId) -> TermId {
        let e = &self.body(at).exprs[expr];
        let value = self.scalar(state, at, expr);
        self.truth_of(at, e.span, value, e.ty)
    }

    /// Whether a scalar is not zero. That a pointer is null shows in its bytes.
    pub(super) fn truth_of(&mut self, at: At, span: Span, value: TermId, ty: TypeId) -> TermId {
        match self.contains_pointer(value).then(|| self.pointer_inside(value)) {
            Some(Some(pointer)) => self.truth(pointer, ty),
            Some(None) => {
                self.mind_bytes(at, span, value);
                self.truth(value, ty)
            }
            None => self.truth(value, ty),
        }
    }

    /// The value of `expr`, a scalar that is calculated with.
    pub fn operand(&mut self, state: &mut State, at: At, expr: ExprId) -> TermId {
        let value = self.scalar(state, at, expr);
        if self.contains_pointer(value) {
            let span = self.body(at).exprs[expr].span;
            self.mind_bytes(at, span, value);
        }
        value
    }

    /// The value of `expr`, a scalar.
    pub fn scalar(&mut self, state: &mut State, at: At, expr: ExprId) -> TermId {
        let value = self.plain_scalar(state, at, expr);
        let e = &self.body(at).exprs[expr];
        match e.component {
            Some(component) if self.rewrite.is_some() => self.component_value(state, at, component, e.ty, value),
            _ => value,
        }
    }

    fn plain_scalar(&mut self, state: &mut State, at: At, expr: ExprId) -> TermId {
        let e = &self.body(at).exprs[expr];
        let bits = self.bits_of(e.ty).max(1);
        match &e.kind {
            ExprKind::Int(value) => self.terms.bits(bits, *value),
            ExprKind::Float(value) => self.terms.bits(bits, *value),
            ExprKind::Load(place) => {
                let address = self.address(state, at, *place);
                self.check_access(state, at, *place, address);
                let value = self.read(state, at, e.span, address);
                let value = self.widened(value, e.ty);
                if self.program.types.is_pointer(e.ty) { self.settled(at.guard, value) } else { value }
            }
            ExprKind::AddrOf(place) => {
                let address = self.address_only(state, at, *place);
                self.pointer_value(at, e.span, address)
            }
            ExprKind::FunctionAddr(function) => self.pointer_to_start(layout::function_object(self.program, *function)),
            ExprKind::Unary(op, a) => self.unary(state, at, expr, *op, *a),
            ExprKind::Binary(op, a, b) => self.binary(state, at, expr, *op, *a, *b),
            ExprKind::Cast(a) => {
                let from = self.body(at).exprs[*a].ty;
                match self.eval(state, at, *a) {
                    Value::Scalar(value) => {
                        if self.is_due(at, Site::Expr(expr), PropertyClass::Conversion) {
                            let fits = self.float_fits(value, from, e.ty);
                            self.check(at, Site::Expr(expr), PropertyClass::Conversion, fits);
                        }
                        let types = &self.program.types;
                        let is_whole = |ty| matches!(types.get(ty), Type::Int(_) | Type::Enum(_));
                        match (types.is_pointer(from), types.is_pointer(e.ty)) {
                            (true, false) if is_whole(e.ty) => {
                                let (object, _) = self.split(value);
                                self.cut_off_large(at, e.span, object);
                                let integer = self.pointer_to_integer(at, value);
                                self.mind_wider(at, e.span, integer, e.ty);
                                self.convert(integer, from, e.ty)
                            }
                            (false, true) if self.pointer_inside(value).is_some() => {
                                self.pointer_inside(value).unwrap_or(value)
                            }
                            (false, true) if is_whole(from) => {
                                self.mind_bytes(at, e.span, value);
                                let integer = self.convert(value, from, e.ty);
                                self.integer_to_pointer(state, at, e.span, integer)
                            }
                            // A number that is only made wider or narrower is still a copy.
                            (false, false) if is_whole(from) && !is_whole(e.ty) => {
                                self.mind_bytes(at, e.span, value);
                                self.convert(value, from, e.ty)
                            }
                            _ => self.convert(value, from, e.ty),
                        }
                    }
                    Value::Aggregate(_) => self.terms.bits(bits, 0),
                }
            }
            ExprKind::And(a, b) => {
                let a = self.condition(state, at, *a);
                let b = self.condition_under(state, at, a, *b);
                let both = self.terms.and(a, b);
                self.terms.bool_to_bits(both, bits)
            }
            ExprKind::Or(a, b) => {
                let a = self.condition(state, at, *a);
                let not_a = self.terms.not(a);
                let b = self.condition_under(state, at, not_a, *b);
                let either = self.terms.or(a, b);
                self.terms.bool_to_bits(either, bits)
            }
            ExprKind::Cond(cond, a, b) => {
                let cond = self.condition(state, at, *cond);
                let not_cond = self.terms.not(cond);
                let then = self.scalar_under(state, at, cond, *a, bits);
                let or_else = self.scalar_under(state, at, not_cond, *b, bits);
                self.terms.ite(cond, then, or_else)
            }
            ExprKind::Intrinsic(op, args) => self.intrinsic(state, at, expr, *op, args),
        }
    }

    /// `expr` where it is evaluated only if `cond` holds. Not evaluated at all if it never does.
    fn scalar_under(&mut self, state: &mut State, at: At, cond: TermId, expr: ExprId, bits: u32) -> TermId {
        if self.terms.as_bool(cond) == Some(false) {
            return self.terms.bits(bits, 0);
        }
        let guard = self.guards.and(self.terms, at.guard, cond);
        self.scalar(state, At { guard, ..at }, expr)
    }

    fn condition_under(&mut self, state: &mut State, at: At, cond: TermId, expr: ExprId) -> TermId {
        if self.terms.as_bool(cond) == Some(false) {
            return self.terms.bool_const(false);
        }
        let guard = self.guards.and(self.terms, at.guard, cond);
        self.condition(state, At { guard, ..at }, expr)
    }
}
