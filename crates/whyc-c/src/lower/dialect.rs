//! Names of other verifiers: `__CPROVER_…` of CBMC, `__VERIFIER_…` of the competition on software verification, `__ESBMC_…`.
//!
//! A known name means here what it means there. What a model in C can say stands in `models/dialect.c`, what
//! quantifiers mean in [`quantifier`](super::quantifier).

use whyc_base::source::Span;
use whyc_ir::block::{BlockLife, BlockOp, HavocReach};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, MathOp, UnaryOp};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type};

use super::builder::Builder;
use super::contract::Role;
use super::convert::is_scalar;
use super::history::strip;
use crate::clang::cursor::Cursor;

const PREFIXES: [&str; 3] = ["__CPROVER_", "__VERIFIER_", "__ESBMC_"];

/// Whether a name is one of those that other verifiers keep for themselves.
pub fn has_reserved_prefix(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

impl<'u> Builder<'_, 'u> {
    /// A call of a function that a dialect knows. The outer option: whether it is one.
    pub fn dialect_call(
        &mut self,
        name: &str,
        call: Cursor<'u>,
        args: &[Cursor<'u>],
        span: Span,
    ) -> Option<Option<ExprId>> {
        let prefix = PREFIXES.iter().find(|prefix| name.starts_with(**prefix))?;
        let rest = &name[prefix.len()..];
        let ty = self.cx.types.lower(call.ty()).ok()?;
        match (rest, args) {
            ("assume", &[condition, ..]) => {
                let value = self.specified_case(condition, "__CPROVER_exists");
                self.emit(InstrKind::Assume(value), span);
            }
            ("cover", &[condition, ..]) => self.cover(condition),
            ("assert" | "precondition" | "postcondition", &[condition, ..]) => self.assert_that(condition, span),
            ("atomic_begin" | "really_atomic_begin", _) => self.begin_atomic(span),
            ("atomic_end" | "really_atomic_end", _) => self.end_atomic(span),
            ("input" | "output" | "printf" | "fence" | "unroll" | "k_induction_hint" | "initialize" | "HIDE", _) => {
                args.iter().for_each(|&arg| self.effect(arg))
            }
            ("havoc_object" | "init_object", &[pointer]) => {
                let pointer = self.value(pointer);
                let pointer = self.save(pointer);
                let name = name.to_owned();
                self.emit(InstrKind::Block(BlockOp::Havoc { pointer, reach: HavocReach::Target, name }), span);
            }
            ("allocate", &[size, zeroed]) => return Some(Some(self.dialect_allocation(size, zeroed, span))),
            ("deallocate", &[pointer]) => {
                let pointer = self.value(pointer);
                self.emit(InstrKind::Block(BlockOp::Free { pointer }), span);
            }
            _ => {
                let value = self.dialect_question(rest, args, span)?;
                // A result has the type of the operands, whatever an undeclared function would have.
                let is_own = rest.starts_with("saturating_");
                let value = if is_scalar(self.types(), ty) && !is_own { self.cast(value, ty) } else { value };
                return Some(Some(value));
            }
        }
        Some(None)
    }

    /// `__CPROVER_allocate(size, zeroed)`, which never fails.
    fn dialect_allocation(&mut self, size: Cursor<'u>, zeroed: Cursor<'u>, span: Span) -> ExprId {
        let size = self.value(size);
        let size = self.wide_size(size);
        let is_zeroed = self.evaluate_int(zeroed);
        let name = self.naming.take().unwrap_or_else(|| self.cx.spans.text(span));
        let ty = self.void_pointer();
        let local = self.temporary(ty, span);
        let place = self.local_place(local, span);
        if is_zeroed.is_none() {
            self.unsupported("an allocation that is zero or not", span);
        }
        let zeroed = is_zeroed.is_some_and(|zeroed| zeroed != 0);
        let life = BlockLife::Heap;
        self.emit(InstrKind::Block(BlockOp::Allocate { place, size, life, zeroed, name }), span);
        self.load(place)
    }

    /// Functions that only compute something.
    fn dialect_question(&mut self, name: &str, args: &[Cursor<'u>], span: Span) -> Option<ExprId> {
        let int = self.int();
        Some(match (name, args) {
            ("r_ok" | "w_ok" | "rw_ok" | "r_ok_impl", &[pointer]) => {
                let size = self.pointee_size(pointer)?;
                self.is_accessible(pointer, None, size, span)
            }
            ("r_ok" | "w_ok" | "rw_ok", &[pointer, size]) => self.is_accessible(pointer, Some(size), 0, span),
            ("same_object", &[a, b]) => {
                let a = self.ask(Intrinsic::PointerObject, a, span);
                let b = self.ask(Intrinsic::PointerObject, b, span);
                self.apply(BinaryOp::Eq, a, b, span)
            }
            ("POINTER_OFFSET", &[pointer]) => {
                let offset = self.ask(Intrinsic::PointerOffset, pointer, span);
                let long = self.int_type(IntKind::Long);
                self.cast(offset, long)
            }
            ("POINTER_OBJECT", &[pointer]) => self.ask(Intrinsic::PointerObject, pointer, span),
            ("OBJECT_SIZE" | "get_object_size", &[pointer]) => self.ask_of_valid(Intrinsic::ObjectSize, pointer, span),
            ("DYNAMIC_OBJECT" | "is_dynamic_object", &[pointer]) => {
                self.ask_of_valid(Intrinsic::IsDynamic, pointer, span)
            }
            ("LIVE_OBJECT" | "is_live_object", &[pointer]) => self.ask(Intrinsic::IsAlive, pointer, span),
            ("is_invalid_pointer", &[pointer]) => {
                let alive = self.ask(Intrinsic::IsAlive, pointer, span);
                self.expr(ExprKind::Unary(UnaryOp::Not, alive), int, span)
            }
            ("overflow_plus" | "overflow_minus" | "overflow_mult", &[a, b]) => {
                let op = match name {
                    "overflow_plus" => Intrinsic::AddOverflows,
                    "overflow_minus" => Intrinsic::SubOverflows,
                    _ => Intrinsic::MulOverflows,
                };
                let (a, b) = (self.value(a), self.value(b));
                let ty = self.common_type(self.ty(a), self.ty(b))?;
                let (a, b, zero) = (self.cast(a, ty), self.cast(b, ty), self.exact_zero(ty, span));
                self.expr(ExprKind::Intrinsic(op, vec![a, b, zero]), int, span)
            }
            ("overflow_unary_minus", &[a]) => {
                let a = self.value(a);
                let ty = self.promoted_type(self.ty(a));
                let (a, zero, target) = (self.cast(a, ty), self.constant(0, ty, span), self.exact_zero(ty, span));
                self.expr(ExprKind::Intrinsic(Intrinsic::SubOverflows, vec![zero, a, target]), int, span)
            }
            ("isnanf" | "isnand" | "isnanld" | "isnan", &[x]) => self.float_question(MathOp::IsNan, x, span)?,
            ("isfinitef" | "isfinited" | "isfiniteld" | "isfinite", &[x]) => {
                self.float_question(MathOp::IsFinite, x, span)?
            }
            ("isinff" | "isinfd" | "isinfld" | "isinf", &[x]) => self.float_question(MathOp::IsInf, x, span)?,
            ("isnormalf" | "isnormald" | "isnormalld" | "isnormal", &[x]) => {
                self.float_question(MathOp::IsNormal, x, span)?
            }
            ("signf" | "signd" | "signld" | "sign", &[x]) => self.float_question(MathOp::SignBit, x, span)?,
            ("fabs" | "fabsf" | "fabsl", &[x]) => self.float_question(MathOp::Abs, x, span)?,
            ("abs" | "labs" | "llabs", &[x]) => {
                let x = self.value(x);
                let x = self.save(x);
                let ty = self.ty(x);
                let zero = self.constant(0, ty, span);
                let negative = self.apply(BinaryOp::Lt, x, zero, span);
                let minus = self.unary_arithmetic(UnaryOp::Neg, x, span);
                self.expr(ExprKind::Cond(negative, minus, x), ty, span)
            }
            ("enum_is_in_range", &[value]) => self.is_enumerator(value, span)?,
            ("saturating_plus" | "saturating_minus", &[a, b]) => {
                self.saturating(name == "saturating_plus", a, b, span)?
            }
            ("is_fresh", &[pointer, size]) => self.is_fresh(pointer, size, span),
            ("equal", &[a, b]) => self.same_value(a, b, span)?,
            ("pointer_in_range_dfcc" | "pointer_in_range", &[low, pointer, high]) => {
                self.pointer_in_range(low, pointer, high, span)
            }
            ("forall" | "exists", &[body]) => self.quantified(name == "forall", body, span),
            ("array_set", &[array, value]) => self.array_set(array, value, span)?,
            (
                "obeys_contract" | "old" | "loop_entry" | "is_freeable" | "was_freed" | "get_field" | "set_field"
                | "field_decl_local" | "field_decl_global" | "async_call" | "loop_invariant" | "decreases",
                _,
            ) => self.unsupported_value(format!("`{name}` of another verifier"), int, span),
            _ => return None,
        })
    }

    /// Whether a value is one of those that its enumeration names.
    fn is_enumerator(&mut self, value: Cursor<'u>, span: Span) -> Option<ExprId> {
        let value = self.value(strip(value));
        let value = self.save(value);
        let ty = self.ty(value);
        let &Type::Enum(id) = self.types().get(ty) else { return None };
        let int = self.int();
        let constants: Vec<i128> = self.types().enums[id].constants.iter().map(|(_, constant)| *constant).collect();
        let mut known = self.constant(0, int, span);
        for constant in constants {
            let constant = self.constant(constant, ty, span);
            let is_it = self.apply(BinaryOp::Eq, value, constant, span);
            known = self.expr(ExprKind::Or(known, is_it), int, span);
        }
        Some(known)
    }

    /// Gives every element of an array a value.
    fn array_set(&mut self, array: Cursor<'u>, value: Cursor<'u>, span: Span) -> Option<ExprId> {
        let model = self.cx.model("__whyc_array_set")?;
        let pointer_ty = self.cx.types.lower_value(array.ty()).ok()?;
        let element = self.types().pointee(pointer_ty)?;
        let element = if is_scalar(self.types(), element) { element } else { self.int_type(IntKind::Char) };
        let size = self.types().size_of(element)?;
        let (void, long) = (self.void_pointer(), self.size_type());
        let (array, value) = self.both(|this| this.value(array), |this| this.value(value));
        let value = self.cast(value, element);
        let local = self.variable(String::new(), element, span);
        self.emit(InstrKind::Declare(local), span);
        let place = self.local_place(local, span);
        self.assign(place, value, span);
        let source = self.address_of(place, span);
        let args = vec![self.cast(array, void), self.cast(source, void), self.constant(i128::from(size), long, span)];
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(model), args }, span);
        let int = self.int();
        Some(self.constant(0, int, span))
    }

    /// Whether two values have the same bits, which for floating-point numbers is another question than `==`.
    fn same_value(&mut self, a: Cursor<'u>, b: Cursor<'u>, span: Span) -> Option<ExprId> {
        let (a, b) = self.both(|this| this.value(a), |this| this.value(b));
        let bits = |this: &mut Self, value: ExprId| {
            let ty = this.ty(value);
            match (this.types().get(ty), this.types().size_of(ty)) {
                (Type::Float(_), Some(4)) => {
                    let ty = this.int_type(IntKind::UInt);
                    Some(this.same_bytes(value, ty, span))
                }
                (Type::Float(_), Some(8)) => {
                    let ty = this.int_type(IntKind::ULong);
                    Some(this.same_bytes(value, ty, span))
                }
                _ => is_scalar(this.types(), ty)
                    .then_some(value)
                    .filter(|_| !matches!(this.types().get(ty), Type::Float(_))),
            }
        };
        let (a, b) = (bits(self, a)?, bits(self, b)?);
        Some(self.apply(BinaryOp::Eq, a, b, span))
    }

    /// A sum or difference, or the last number of its type on the way there.
    fn saturating(&mut self, is_sum: bool, a: Cursor<'u>, b: Cursor<'u>, span: Span) -> Option<ExprId> {
        let (a, b) = (self.value(a), self.value(b));
        let ty = self.common_type(self.ty(a), self.ty(b))?;
        let (a, b) = (self.cast(a, ty), self.cast(b, ty));
        let (a, b) = (self.save(a), self.save(b));
        let int = self.int();
        let (zero, target) = (self.constant(0, ty, span), self.exact_zero(ty, span));
        let (op, asks) = match is_sum {
            true => (BinaryOp::Add, Intrinsic::AddOverflows),
            false => (BinaryOp::Sub, Intrinsic::SubOverflows),
        };
        let overflows = self.expr(ExprKind::Intrinsic(asks, vec![a, b, target]), int, span);
        let bits = self.types().value_bits(ty).filter(|bits| *bits <= 64)?;
        let signed = self.types().is_signed(ty);
        let most = if signed { (1i128 << (bits - 1)) - 1 } else { (1i128 << bits) - 1 };
        let least = if signed { -(1i128 << (bits - 1)) } else { 0 };
        let (most, least) = (self.constant(most, ty, span), self.constant(least, ty, span));
        let limit = match signed {
            // The sign of the first operand tells in which direction the type is left.
            true => {
                let below = self.apply(BinaryOp::Lt, a, zero, span);
                self.expr(ExprKind::Cond(below, least, most), ty, span)
            }
            false if is_sum => most,
            false => least,
        };
        let result = self.arithmetic(op, a, b, ty, span);
        Some(self.expr(ExprKind::Cond(overflows, limit, result), ty, span))
    }

    fn float_question(&mut self, op: MathOp, x: Cursor<'u>, span: Span) -> Option<ExprId> {
        let value = self.value(x);
        let ty = self.ty(value);
        if !matches!(self.types().get(ty), Type::Float(_)) {
            return None;
        }
        let result = if op.is_question() { self.int() } else { ty };
        Some(self.expr(ExprKind::Intrinsic(Intrinsic::Math(op), vec![value]), result, span))
    }

    /// A question about the object that a pointer points into.
    fn ask(&mut self, question: Intrinsic, pointer: Cursor<'u>, span: Span) -> ExprId {
        let pointer = self.value(pointer);
        self.ask_value(question, pointer, span)
    }

    /// A question that has a meaning for null and for valid pointers alone.
    fn ask_of_valid(&mut self, question: Intrinsic, pointer: Cursor<'u>, span: Span) -> ExprId {
        let pointer = self.value(pointer);
        let pointer = self.save(pointer);
        self.assert_valid(pointer, span);
        self.ask_value(question, pointer, span)
    }

    /// Asserts that a pointer is null, or leads into an object that is there or just behind it. A contract may ask about any.
    fn assert_valid(&mut self, pointer: ExprId, span: Span) {
        if self.is_clause || self.role != Role::Plain {
            return;
        }
        let (int, long, void) = (self.int(), self.int_type(IntKind::ULong), self.void_pointer());
        let pointer = if self.types().is_pointer(self.ty(pointer)) { pointer } else { self.cast(pointer, void) };
        let null = self.constant(0, self.ty(pointer), span);
        let is_null = self.apply(BinaryOp::Eq, pointer, null, span);
        let zero = self.constant(0, long, span);
        let is_there = self.accessible_bytes(pointer, zero, span);
        let cond = self.expr(ExprKind::Or(is_null, is_there), int, span);
        let description = self.cx.spans.text(span);
        self.emit(InstrKind::Assert { cond, class: PropertyClass::PointerPrimitive, description }, span);
    }

    pub fn ask_value(&mut self, question: Intrinsic, pointer: ExprId, span: Span) -> ExprId {
        let void = self.void_pointer();
        let pointer = if self.types().is_pointer(self.ty(pointer)) { pointer } else { self.cast(pointer, void) };
        let ty = self.int_type(IntKind::ULong);
        self.expr(ExprKind::Intrinsic(question, vec![pointer]), ty, span)
    }

    /// The size of what a pointer points to, as it is written.
    fn pointee_size(&mut self, pointer: Cursor<'u>) -> Option<u64> {
        let ty = self.cx.types.lower_value(pointer.ty()).ok()?;
        let pointee = self.types().pointee(ty)?;
        Some(self.types().size_of(pointee).unwrap_or(1))
    }

    /// Whether so many bytes can be accessed: the object is alive, and they lie in it.
    fn is_accessible(&mut self, pointer: Cursor<'u>, size: Option<Cursor<'u>>, fixed: u64, span: Span) -> ExprId {
        let ty = self.int_type(IntKind::ULong);
        let pointer = self.value(pointer);
        let pointer = self.save(pointer);
        let size = match size {
            Some(size) => {
                let size = self.value(size);
                let size = self.wide_size(size);
                self.save(size)
            }
            None => self.constant(i128::from(fixed), ty, span),
        };
        self.assert_valid(pointer, span);
        self.accessible_bytes(pointer, size, span)
    }

    /// Whether so many bytes behind a pointer can be accessed.
    pub fn accessible(&mut self, pointer: ExprId, size: u64, span: Span) -> ExprId {
        let ty = self.int_type(IntKind::ULong);
        let size = self.constant(i128::from(size), ty, span);
        self.accessible_bytes(pointer, size, span)
    }

    /// The same for a number that is saved.
    pub fn accessible_bytes(&mut self, pointer: ExprId, size: ExprId, span: Span) -> ExprId {
        let ty = self.int_type(IntKind::ULong);
        let int = self.int();
        let alive = self.ask_value(Intrinsic::IsAlive, pointer, span);
        let offset = self.ask_value(Intrinsic::PointerOffset, pointer, span);
        let whole = self.ask_value(Intrinsic::ObjectSize, pointer, span);
        // An offset before the object is a very large number.
        let inside = self.apply(BinaryOp::Le, offset, whole, span);
        let left = self.expr(ExprKind::Binary(BinaryOp::Sub, whole, offset), ty, span);
        let enough = self.apply(BinaryOp::Le, size, left, span);
        let range = self.expr(ExprKind::And(inside, enough), int, span);
        self.expr(ExprKind::And(alive, range), int, span)
    }
}
