//! Functions whose meaning is known by their name: the conventions of verification benchmarks,
//! `assert` and the ways to end a program, and the compiler's own functions.

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::ComponentKind;
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{BitInt, IntKind, RecordKind, Type, TypeId};

use super::builder::Builder;
use super::call::{Want, called_function, is_implicit};
use super::convert::is_scalar;
use super::start::Ending;
use crate::clang::cursor::{Cursor, Evaluated};
use crate::clang::kind as k;
use crate::literals;

/// The value of a call, or nothing if it has none or it has been written where it was wanted.
type Outcome = Option<ExprId>;

impl<'u> Builder<'_, 'u> {
    /// Lowers a call of a function that is known by name.
    ///
    /// # Errors
    /// `want` back, if the name means nothing special here.
    pub fn builtin(
        &mut self,
        name: &str,
        decl: Cursor<'u>,
        call: Cursor<'u>,
        args: &[Cursor<'u>],
        span: Span,
        want: Want,
    ) -> Result<Outcome, Want> {
        // The models name what is the engine's own so, where a function of the library has the plain name.
        let name = name.strip_prefix("__whyc_engine_").unwrap_or(name);
        if self.cx.is_stub(name) {
            return Err(want);
        }
        if matches!(name, super::history::OLD | super::history::LOOP_ENTRY) {
            return Ok(Some(self.recalled(call, span)));
        }
        if matches!(name, "reach_error" | "__VERIFIER_error") {
            let int = self.int();
            let zero = self.constant(0, int, span);
            self.assert_value(zero, PropertyClass::Assertion, format!("{name}() is never reached"), span);
            return Ok(None);
        }
        if matches!(name, "__whyc_loop_invariant" | "__whyc_loop_decreases" | "__whyc_loop_frame") {
            self.unsupported(
                "a clause of a loop that is not between the head and the body of a `for` or `while`",
                span,
            );
            let int = self.int();
            return Ok(Some(self.constant(0, int, span)));
        }
        if self.cx.is_defined(decl) {
            return Err(want);
        }
        if is_nondet(name) && !matches!(name, "__VERIFIER_nondet_memory") {
            return Ok(self.nondet(decl, call, span, want));
        }
        if let Some(value) = self.dialect_call(name, call, args, span) {
            return Ok(value);
        }
        if name.starts_with("__builtin_")
            && let Some(value) = self.vector_call(name, call, args, span)
        {
            return Ok(Some(value));
        }
        if let Some(value) = self.nonlocal_jump(name, args, span) {
            return Ok(value);
        }
        match (name, args) {
            ("__builtin_assume", &[condition]) => {
                let value = self.specified(condition);
                self.emit(InstrKind::Assume(value), span);
            }
            ("whyc_cover", &[condition]) => self.cover(condition),
            ("assert", &[condition]) => {
                if is_implicit(decl, call) && !std::mem::replace(&mut self.cx.assert_noted, true) {
                    let what = "`assert` is not declared: it is taken for the check of <assert.h>";
                    self.cx.diagnostics.push(Diagnostic::warning(what).at(span));
                }
                self.assert_that(condition, span);
            }
            ("__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail", _) => {
                self.assert_failed(args, span);
            }
            (
                "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__builtin_trap" | "__builtin_abort"
                | "__builtin_exit",
                _,
            ) => {
                let status = match args {
                    &[status] => {
                        let int = self.int();
                        let value = self.value(status);
                        let value = self.cast(value, int);
                        self.component(value, ComponentKind::Argument, status);
                        value
                    }
                    // What a signal leaves behind as the shell sees it.
                    _ => {
                        let int = self.int();
                        self.constant(134, int, span)
                    }
                };
                let status = match name {
                    "exit" | "__builtin_exit" => self.destructors_before(status, span),
                    "quick_exit" => self.handlers_before(Ending::QuickExit, status, span),
                    "abort" | "__builtin_abort" => self.handlers_before(Ending::Abort, status, span),
                    "__builtin_trap" => self.handlers_before(Ending::Trap, status, span),
                    _ => status,
                };
                self.exit_status(status, span);
                self.emit(InstrKind::Halt, span);
            }
            ("__builtin_unreachable", _) => {
                let int = self.int();
                let zero = self.constant(0, int, span);
                let text = "this place is never reached".to_owned();
                self.assert_value(zero, PropertyClass::Unreachable, text, span);
            }
            ("__builtin_prefetch" | "__builtin___clear_cache", _) => {
                for &arg in args {
                    self.effect(arg);
                }
            }
            ("__builtin_va_start" | "__builtin_c23_va_start", &[list, ..]) => self.va_start(list, span),
            ("__builtin_va_copy", &[to, from]) => self.va_copy(to, from, span),
            ("__builtin_va_end", _) => {}
            ("__whyc_unsupported", &[what]) => {
                let literal = what.descendants().into_iter().chain([what]);
                let text = literal
                    .filter(|node| node.kind() == k::CXCursor_StringLiteral)
                    .find_map(|node| literals::string_units(&node.spelling()));
                let text = text.into_iter().flatten().filter_map(char::from_u32).collect::<String>();
                self.unsupported(text, span);
            }
            _ if self.print_builtin(name, args, span, &want) => {}
            _ => {
                if let Some(value) = self.memory_builtin(name, args, span) {
                    return Ok(value);
                }
                if name.starts_with("__sync_") || name.starts_with("__atomic_") || name.starts_with("__c11_atomic_") {
                    return self.atomic_call(name, call, args, span).ok_or(want);
                }
                let value = self.math_builtin(name, call, args, span);
                let value = value.or_else(|| self.computing_builtin(name, call, args, span));
                return match (value, &want) {
                    // Nobody wants the value, but what makes it undefined counts.
                    (Some(value), Want::Nothing) => {
                        self.save(value);
                        Ok(None)
                    }
                    (Some(value), Want::Value | Want::Into { .. }) => Ok(Some(value)),
                    (None, _) => Err(want),
                };
            }
        }
        Ok(None)
    }

    /// Built-in functions that only compute (and, for overflow, store) something.
    fn computing_builtin(&mut self, name: &str, call: Cursor<'u>, args: &[Cursor<'u>], span: Span) -> Option<ExprId> {
        let rest = name.strip_prefix("__builtin_")?;
        let ty = self.cx.types.lower(call.ty()).ok()?;
        if let (Some((op, intrinsic)), &[a, b, result]) = (overflow(rest), args) {
            return Some(self.checked_arithmetic(op, intrinsic, [a, b, result], ty, span));
        }
        // The others count the bits that something has in memory.
        let is_chosen = |node: Cursor<'u>| {
            let ty = self.cx.types.lower(node.ty());
            ty.is_ok_and(|ty| self.cx.types.table.bit_int(ty).is_some())
        };
        if args.iter().flat_map(|arg| arg.descendants().into_iter().chain([*arg])).any(is_chosen) {
            return None;
        }
        match (rest, args) {
            ("expect" | "expect_with_probability", &[value, ..]) | ("assume_aligned", &[value, ..]) => {
                Some(self.value(value))
            }
            ("constant_p", _) => {
                let known = self.evaluate_int(call).unwrap_or(0);
                Some(self.constant(known, ty, span))
            }
            ("popcount" | "popcountl" | "popcountll", &[a]) => Some(self.bit_count(Intrinsic::Popcount, a, ty, span)),
            ("clz" | "clzl" | "clzll", &[a]) => Some(self.bit_count(Intrinsic::Clz, a, ty, span)),
            ("ctz" | "ctzl" | "ctzll", &[a]) => Some(self.bit_count(Intrinsic::Ctz, a, ty, span)),
            ("bswap16" | "bswap32" | "bswap64", &[a]) => {
                let value = self.value(a);
                let value = self.cast(value, ty);
                self.component(value, ComponentKind::Argument, a);
                Some(self.expr(ExprKind::Intrinsic(Intrinsic::Bswap, vec![value]), ty, span))
            }
            ("parity" | "parityl" | "parityll", &[a]) => {
                let count = self.bit_count(Intrinsic::Popcount, a, ty, span);
                let one = self.constant(1, ty, span);
                Some(self.apply(BinaryOp::BitAnd, count, one, span))
            }
            ("object_size" | "dynamic_object_size", &[_, _]) => {
                // What the compiler does not know is as large as it can be, or as small.
                let known = self.evaluate_int(call).or_else(|| {
                    let kind = self.evaluate_int(args[1])?;
                    Some(if kind & 2 == 0 { -1 } else { 0 })
                })?;
                Some(self.constant(known, ty, span))
            }
            ("complex", &[real, imag]) => Some(self.complex_of(real, imag, ty, span)),
            ("classify_type", &[value]) => self.type_class(value, ty, span),
            ("clrsb" | "clrsbl" | "clrsbll", &[a]) => Some(self.redundant_sign_bits(a, ty, span)),
            ("bitreverse8" | "bitreverse16" | "bitreverse32" | "bitreverse64", &[a]) => {
                Some(self.reversed_bits(a, ty, span))
            }
            _ if rest.starts_with("rotateleft") || rest.starts_with("rotateright") => match args {
                &[a, by] => Some(self.rotated(a, by, rest.starts_with("rotateleft"), ty, span)),
                _ => None,
            },
            ("ffs" | "ffsl" | "ffsll", &[a]) => Some(self.find_first_set(a, ty, span)),
            ("inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" | "nan" | "nanf" | "nanl", _) => {
                self.float_constant(call, ty, span)
            }
            _ => None,
        }
    }

    fn float_constant(&mut self, call: Cursor<'u>, ty: TypeId, span: Span) -> Option<ExprId> {
        let (&Type::Float(kind), Some(Evaluated::Float(value))) = (self.types().get(ty), call.evaluate()) else {
            return None;
        };
        Some(self.expr(ExprKind::Float(literals::float_bits(value, kind)), ty, span))
    }

    fn bit_count(&mut self, op: Intrinsic, a: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let value = self.value(a);
        self.component(value, ComponentKind::Argument, a);
        self.expr(ExprKind::Intrinsic(op, vec![value]), ty, span)
    }

    /// The bits of a number, the lowest one first.
    fn reversed_bits(&mut self, a: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let value = self.value(a);
        let value = self.cast(value, ty);
        self.component(value, ComponentKind::Argument, a);
        let bits = self.types().scalar_bits(ty).unwrap_or(8);
        let wide = self.int_type(if bits > 32 { IntKind::ULong } else { IntKind::UInt });
        let mut value = self.cast(value, wide);
        // Neighbours change places: single bits, then pairs, and so on.
        let mut step = 1;
        while step < bits {
            let mask = (0..bits).filter(|bit| bit / step % 2 == 0).fold(0i128, |mask, bit| mask | 1 << bit);
            let (mask, by) = (self.constant(mask, wide, span), self.constant(i128::from(step), wide, span));
            let saved = self.save(value);
            let low = self.apply(BinaryOp::BitAnd, saved, mask, span);
            let low = self.apply(BinaryOp::Shl, low, by, span);
            let high = self.apply(BinaryOp::Shr, saved, by, span);
            let high = self.apply(BinaryOp::BitAnd, high, mask, span);
            value = self.apply(BinaryOp::BitOr, low, high, span);
            step *= 2;
        }
        self.cast(value, ty)
    }

    /// A number whose bits are moved by so many places, around its ends.
    fn rotated(&mut self, a: Cursor<'u>, by: Cursor<'u>, to_left: bool, ty: TypeId, span: Span) -> ExprId {
        let (value, by) = self.both(|this| this.value(a), |this| this.value(by));
        let value = self.cast(value, ty);
        let bits = self.types().scalar_bits(ty).unwrap_or(8);
        let wide = self.int_type(if bits > 32 { IntKind::ULong } else { IntKind::UInt });
        let (value, by) = (self.cast(value, wide), self.cast(by, wide));
        let (value, by) = (self.save(value), self.save(by));
        let last = self.constant(i128::from(bits) - 1, wide, span);
        let by = self.apply(BinaryOp::BitAnd, by, last, span);
        let by = self.save(by);
        let all = self.constant(i128::from(bits), wide, span);
        let rest = self.apply(BinaryOp::Sub, all, by, span);
        let rest = self.apply(BinaryOp::BitAnd, rest, last, span);
        let (left, right) = if to_left { (by, rest) } else { (rest, by) };
        let left = self.apply(BinaryOp::Shl, value, left, span);
        let right = self.apply(BinaryOp::Shr, value, right, span);
        let value = self.apply(BinaryOp::BitOr, left, right, span);
        self.cast(value, ty)
    }

    /// How many bits below the highest one are the same as that.
    fn redundant_sign_bits(&mut self, a: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let value = self.value(a);
        self.component(value, ComponentKind::Argument, a);
        let (signed, unsigned) = match self.types().scalar_bits(self.ty(value)) {
            Some(64) => (IntKind::Long, IntKind::ULong),
            _ => (IntKind::Int, IntKind::UInt),
        };
        let (signed, unsigned) = (self.int_type(signed), self.int_type(unsigned));
        let value = self.cast(value, signed);
        let value = self.save(value);
        let (zero, one) = (self.constant(0, signed, span), self.constant(1, unsigned, span));
        let negative = self.apply(BinaryOp::Lt, value, zero, span);
        let other = self.expr(ExprKind::Unary(UnaryOp::BitNot, value), signed, span);
        let magnitude = self.expr(ExprKind::Cond(negative, other, value), signed, span);
        let magnitude = self.cast(magnitude, unsigned);
        // A bit below the lowest one, so that there is one in any case, and none is counted twice.
        let shifted = self.apply(BinaryOp::Shl, magnitude, one, span);
        let shifted = self.apply(BinaryOp::BitOr, shifted, one, span);
        self.expr(ExprKind::Intrinsic(Intrinsic::Clz, vec![shifted]), ty, span)
    }

    /// `__builtin_classify_type(x)`, by the numbers that GCC has for kinds of types.
    fn type_class(&mut self, value: Cursor<'u>, ty: TypeId, span: Span) -> Option<ExprId> {
        let of = self.cx.types.lower_value(value.ty()).ok()?;
        let number = match self.types().get(of) {
            Type::Void => 0,
            Type::Bool | Type::Int(_) | Type::Enum(_) => 1,
            Type::Pointer(_) => 5,
            Type::Float(_) => 8,
            Type::Record(_) if self.cx.types.parts(of).is_some() => return None,
            Type::Record(record) => match self.types().records[*record].kind {
                RecordKind::Struct => 12,
                RecordKind::Union => 13,
            },
            Type::Array { .. } | Type::Function(_) => 5,
        };
        // The operand is not evaluated.
        Some(self.constant(number, ty, span))
    }

    /// `ffs(x)`: 0 for 0, the number of the lowest one bit, from 1, otherwise.
    fn find_first_set(&mut self, a: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let value = self.value(a);
        let kind = if self.types().scalar_bits(self.ty(value)) == Some(64) { IntKind::ULong } else { IntKind::UInt };
        let unsigned = self.int_type(kind);
        let value = self.cast(value, unsigned);
        self.component(value, ComponentKind::Argument, a);
        let value = self.save(value);
        let low = self.expr(ExprKind::Intrinsic(Intrinsic::Ctz, vec![value]), ty, span);
        let one = self.constant(1, ty, span);
        let position = self.apply(BinaryOp::Add, low, one, span);
        let zero = self.constant(0, ty, span);
        self.expr(ExprKind::Cond(value, position, zero), ty, span)
    }

    /// `__builtin_add_overflow(a, b, &r)` and its relatives.
    fn checked_arithmetic(
        &mut self,
        op: BinaryOp,
        intrinsic: Intrinsic,
        args: [Cursor<'u>; 3],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let argument = |this: &mut Self, arg| {
            let value = this.value(arg);
            this.component(value, ComponentKind::Argument, arg);
            value
        };
        let operands = args.into_iter().map(|arg| self.capture(|this| argument(this, arg))).collect();
        let operands = self.in_order(operands);
        // Each is evaluated once, but the operands are used twice.
        let (a, b, pointer) = (self.save(operands[0]), self.save(operands[1]), operands[2]);
        let is_bool = |this: &Self, ty| matches!(this.types().get(ty), Type::Bool);
        let Some(to) = self.types().pointee(self.ty(pointer)) else {
            return self.unsupported_value("this built-in function", ty, span);
        };
        if is_bool(self, to) {
            return self.unsupported_value("arithmetic with a result of type `_Bool`", ty, span);
        }
        // A truth value counts as the number that it is.
        let int = self.int();
        let [a, b] = [a, b].map(|value| if is_bool(self, self.ty(value)) { self.cast(value, int) } else { value });
        let zero = self.exact_zero(to, span);
        let overflows = self.expr(ExprKind::Intrinsic(intrinsic, vec![a, b, zero]), ty, span);
        let overflows = self.save(overflows);
        // The result wraps: the low bits are those of unsigned arithmetic of at least that width.
        let wide = match self.types().scalar_bits(to) {
            Some(0..=32) => IntKind::UInt,
            Some(33..=64) => IntKind::ULong,
            _ => IntKind::UInt128,
        };
        let wide = self.int_type(wide);
        let (a, b) = (self.cast(a, wide), self.cast(b, wide));
        let result = self.expr(ExprKind::Binary(op, a, b), wide, span);
        let result = self.cast(result, to);
        let place = self.deref(pointer, span);
        self.assign(place, result, span);
        overflows
    }

    /// An input.
    fn nondet(&mut self, decl: Cursor<'u>, call: Cursor<'u>, span: Span, want: Want) -> Outcome {
        let ty = match self.cx.types.lower(decl.ty().canonical().result()) {
            Ok(ty) => ty,
            Err(reason) => return Some(self.unsupported_of(&reason, call, span)),
        };
        if !is_scalar(self.types(), ty) {
            // The content of a fresh object is as good as any input.
            return Some(self.any_value(ty, span));
        }
        match want {
            Want::Into { place, name, span }
                if self.place_ty(place) == ty && !self.types().bit_int(ty).is_some_and(BitInt::has_padding) =>
            {
                self.emit(InstrKind::Nondet { place, name }, span);
                None
            }
            Want::Into { .. } | Want::Value | Want::Nothing => {
                let name = self.cx.spans.text(span);
                let local = self.temporary(ty, span);
                let place = self.local_place(local, span);
                self.nondet_into(place, name, span);
                Some(self.load(place))
            }
        }
    }

    /// Asserts a condition, described by its text.
    pub fn assert_that(&mut self, condition: Cursor<'u>, span: Span) {
        let value = self.specified_case(condition, "__CPROVER_forall");
        let written = self.cx.spans.of_expression(condition);
        let description = self.cx.spans.text(written);
        self.assert_value(value, PropertyClass::Assertion, description, span);
    }

    /// Something that some run should come to.
    pub fn cover(&mut self, condition: Cursor<'u>) {
        let value = self.specified_case(condition, "__CPROVER_forall");
        let written = self.cx.spans.of_expression(condition);
        self.emit(InstrKind::Cover(value), written);
    }

    /// The value of a condition that says what is meant: nothing in it is to blame for a failure.
    pub fn specified(&mut self, condition: Cursor<'u>) -> ExprId {
        let around = std::mem::replace(&mut self.is_specification, true);
        let value = self.value(condition);
        self.is_specification = around;
        value
    }

    /// The same where one case of `quantifier` will do.
    pub fn specified_case(&mut self, condition: Cursor<'u>, quantifier: &str) -> ExprId {
        let around = std::mem::replace(&mut self.is_specification, true);
        let is_call = |node: &Cursor<'u>| node.kind() == k::CXCursor_CallExpr && node.spelling() == quantifier;
        let value = match condition.descendants().iter().chain([&condition]).any(is_call) {
            true => self.one_case(condition, quantifier),
            false => self.value(condition),
        };
        self.is_specification = around;
        value
    }

    fn assert_value(&mut self, cond: ExprId, class: PropertyClass, description: String, span: Span) {
        self.emit(InstrKind::Assert { cond, class, description }, span);
    }

    /// A call of what a failed `assert` calls: its first argument is the condition in words.
    fn assert_failed(&mut self, args: &[Cursor<'u>], span: Span) {
        let text = args.first().and_then(|&arg| {
            let mut nodes = arg.descendants().into_iter().chain([arg]);
            let literal = nodes.find(|node| node.kind() == k::CXCursor_StringLiteral)?;
            let units = literals::string_units(&literal.spelling())?;
            Some(units.into_iter().filter_map(char::from_u32).collect::<String>())
        });
        let int = self.int();
        let zero = self.constant(0, int, span);
        let description = text.unwrap_or_else(|| "this place is never reached".to_owned());
        self.assert_value(zero, PropertyClass::Assertion, description, span);
    }

    /// Whether an expression is a call of what a failed `assert` calls, and the user did not write that function.
    pub fn is_assert_fail(&self, cursor: Cursor<'u>) -> bool {
        let mut at = cursor;
        loop {
            let children = at.children();
            match at.kind() {
                k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr if children.len() == 1 => at = children[0],
                k::CXCursor_BinaryOperator if at.binary_operator() == k::CXBinaryOperator_Comma => {
                    let Some(&first) = children.first() else { return false };
                    at = first;
                }
                k::CXCursor_CallExpr => {
                    let decl = children.first().and_then(|&callee| called_function(callee));
                    return decl.is_some_and(|decl| {
                        let name = decl.spelling();
                        matches!(name.as_str(), "__assert_fail" | "__assert" | "__assert_rtn")
                            && !self.cx.is_defined(decl)
                    });
                }
                _ => return false,
            }
        }
    }
}

fn is_nondet(name: &str) -> bool {
    name == "nondet" || name.starts_with("nondet_") || name.starts_with("__VERIFIER_nondet_")
}

/// The operator of `add_overflow`, `sadd_overflow`, `uaddll_overflow` and so on.
fn overflow(rest: &str) -> Option<(BinaryOp, Intrinsic)> {
    let stem = rest.strip_suffix("_overflow")?.trim_end_matches('l');
    // `mul` has lost its `l` along with those of `long`.
    match stem {
        "add" | "sadd" | "uadd" => Some((BinaryOp::Add, Intrinsic::AddOverflows)),
        "sub" | "ssub" | "usub" => Some((BinaryOp::Sub, Intrinsic::SubOverflows)),
        "mu" | "smu" | "umu" => Some((BinaryOp::Mul, Intrinsic::MulOverflows)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_builtins_are_known_at_every_width() {
        for name in ["mul_overflow", "smull_overflow", "umulll_overflow"] {
            assert_eq!(overflow(name).map(|(op, _)| op), Some(BinaryOp::Mul), "{name}");
        }
        assert_eq!(overflow("uaddll_overflow").map(|(op, _)| op), Some(BinaryOp::Add));
        assert_eq!(overflow("add_overflow_p"), None);
    }
}
