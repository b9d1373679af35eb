//! Operators and conversions on `float` and `double`. `long double` can be copied, but not computed with.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, MathOp};
use whyc_ir::types::{FloatKind, Type, TypeId};
use whyc_term::TermId;
use whyc_term::float::{self, Format, Integral};

use crate::state::{At, Machine};

impl Machine<'_> {
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Float(_))
    }

    /// The format of `float` and `double`.
    fn format(&self, ty: TypeId) -> Option<Format> {
        match self.program.types.get(ty) {
            Type::Float(FloatKind::Float) => Some(Format::SINGLE),
            Type::Float(FloatKind::Double) => Some(Format::DOUBLE),
            Type::Float(FloatKind::LongDouble)
            | Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Enum(_)
            | Type::Pointer(_)
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Function(_) => None,
        }
    }

    /// Whether a scalar of type `ty` is not zero. Minus zero is zero, and NaN is not.
    pub(super) fn truth(&mut self, at: At, span: Span, value: TermId, ty: TypeId) -> TermId {
        if !self.is_float(ty) {
            return self.terms.bits_to_bool(value);
        }
        let Some(format) = self.format(ty) else {
            self.unsupported_long_double(at, span);
            return self.terms.bool_const(false);
        };
        let is_zero = float::is_zero(self.terms, format, value);
        self.terms.not(is_zero)
    }

    pub(super) fn float_neg(&mut self, at: At, span: Span, value: TermId, ty: TypeId) -> TermId {
        match self.format(ty) {
            Some(format) => float::neg(self.terms, format, value),
            None => self.long_double(at, span, ty),
        }
    }

    /// `x op y`, where both are of type `operand_ty` and the result is of type `ty`.
    pub(super) fn float_binary(
        &mut self,
        at: At,
        span: Span,
        op: BinaryOp,
        (x, y): (TermId, TermId),
        (operand_ty, ty): (TypeId, TypeId),
    ) -> TermId {
        let Some(format) = self.format(operand_ty) else { return self.long_double(at, span, ty) };
        let truth = match op {
            BinaryOp::Add => return float::add(self.terms, format, x, y),
            BinaryOp::Sub => return float::sub(self.terms, format, x, y),
            BinaryOp::Mul => return float::mul(self.terms, format, x, y),
            BinaryOp::Div => return float::div(self.terms, format, x, y),
            BinaryOp::Lt => float::lt(self.terms, format, x, y),
            BinaryOp::Le => float::le(self.terms, format, x, y),
            BinaryOp::Gt => float::lt(self.terms, format, y, x),
            BinaryOp::Ge => float::le(self.terms, format, y, x),
            BinaryOp::Eq => float::eq(self.terms, format, x, y),
            BinaryOp::Ne => {
                let equal = float::eq(self.terms, format, x, y);
                self.terms.not(equal)
            }
            BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub
            | BinaryOp::PtrDiff => unreachable!("this operator should have no floating-point operands"),
        };
        let bits = self.bits_of(ty);
        self.terms.bool_to_bits(truth, bits)
    }

    /// A function on numbers of type `operand_ty`.
    pub(super) fn math(&mut self, at: At, expr: ExprId, op: MathOp, values: &[TermId], operand_ty: TypeId) -> TermId {
        let e = &self.body(at).exprs[expr];
        let Some(format) = self.format(operand_ty) else { return self.long_double(at, e.span, e.ty) };
        let x = values[0];
        let y = values.get(1).copied().unwrap_or(x);
        let integral = |this: &mut Self, how| float::to_integral(this.terms, format, how, x);
        let truth = match op {
            MathOp::Abs => return float::abs(self.terms, format, x),
            MathOp::Sqrt => return float::sqrt(self.terms, format, x),
            MathOp::Floor => return integral(self, Integral::Floor),
            MathOp::Ceil => return integral(self, Integral::Ceil),
            MathOp::Trunc => return integral(self, Integral::Trunc),
            MathOp::Round => return integral(self, Integral::Round),
            MathOp::RoundEven => return integral(self, Integral::Even),
            MathOp::Min => return float::min(self.terms, format, x, y),
            MathOp::Max => return float::max(self.terms, format, x, y),
            MathOp::Rem => {
                return float::rem(self.terms, format, x, y).unwrap_or_else(|| {
                    self.unsupported(at, e.span, "`fmod` of unknown `double`s");
                    self.terms.bits(format.width(), 0)
                });
            }
            MathOp::CopySign => {
                let top = format.width() - 1;
                let sign = self.terms.extract(y, top, top);
                let magnitude = self.terms.extract(x, top - 1, 0);
                return self.terms.concat(sign, magnitude);
            }
            MathOp::IsNan => float::is_nan(self.terms, format, x),
            MathOp::IsInf => float::is_inf(self.terms, format, x),
            MathOp::IsFinite => {
                let (nan, inf) = (float::is_nan(self.terms, format, x), float::is_inf(self.terms, format, x));
                let either = self.terms.or(nan, inf);
                self.terms.not(either)
            }
            MathOp::IsNormal => float::is_normal(self.terms, format, x),
            MathOp::SignBit => float::is_negative(self.terms, format, x),
        };
        let bits = self.bits_of(e.ty);
        self.terms.bool_to_bits(truth, bits)
    }

    /// A conversion from or to a floating-point type; between different types, and not to `_Bool`.
    pub(super) fn float_convert(&mut self, at: At, span: Span, value: TermId, from: TypeId, to: TypeId) -> TermId {
        match (self.format(from), self.format(to)) {
            (Some(from), Some(to)) => float::convert(self.terms, from, to, value),
            (Some(from), None) if !self.is_float(to) => {
                let bits = self.bits_of(to).max(1);
                if self.program.types.is_signed(to) {
                    float::to_signed(self.terms, from, value, bits)
                } else {
                    float::to_unsigned(self.terms, from, value, bits)
                }
            }
            (None, Some(to)) if !self.is_float(from) => {
                if self.program.types.is_signed(from) {
                    float::from_signed(self.terms, to, value)
                } else {
                    float::from_unsigned(self.terms, to, value)
                }
            }
            _ => self.long_double(at, span, to),
        }
    }

    /// A value of type `ty` that stands for what is not modelled.
    fn long_double(&mut self, at: At, span: Span, ty: TypeId) -> TermId {
        self.unsupported_long_double(at, span);
        let bits = self.bits_of(ty).max(1);
        self.terms.bits(bits, 0)
    }

    fn unsupported_long_double(&mut self, at: At, span: Span) {
        self.unsupported(at, span, "arithmetic with `long double`");
    }
}
