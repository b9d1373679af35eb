//! Operators and conversions on floating-point numbers.
//!
//! `long double` has 80 bits in memory, one of which, the leading one of its significand, is implied by the others; the
//! terms do without it. Encodings that no operation makes, in which it is wrong, are not told apart.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, Inexact, MathOp, Rounded};
use whyc_ir::types::{FloatKind, Type, TypeId};
use whyc_term::TermId;
use whyc_term::float::{self, Format, Integral, Rounding};

use crate::state::{At, Machine};

impl Machine<'_> {
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Float(_))
    }

    /// The format of a floating-point type.
    fn format(&self, ty: TypeId) -> Option<Format> {
        match self.program.types.get(ty) {
            Type::Float(FloatKind::Float) => Some(Format::SINGLE),
            Type::Float(FloatKind::Double) => Some(Format::DOUBLE),
            Type::Float(FloatKind::LongDouble) => Some(Format::EXTENDED),
            Type::Void
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
    pub(super) fn truth(&mut self, value: TermId, ty: TypeId) -> TermId {
        if !self.is_float(ty) {
            return self.terms.bits_to_bool(value);
        }
        let Some(format) = self.format(ty) else { unreachable!("a floating-point type should have a format") };
        let value = self.unpacked(format, value);
        let is_zero = float::is_zero(self.terms, format, value);
        self.terms.not(is_zero)
    }

    /// A number as the terms know it: without the leading bit that `long double` stores.
    fn unpacked(&mut self, format: Format, value: TermId) -> TermId {
        if format != Format::EXTENDED {
            return value;
        }
        let above = self.terms.extract(value, 79, 64);
        let fraction = self.terms.extract(value, 62, 0);
        self.terms.concat(above, fraction)
    }

    /// A number as it stands in memory.
    fn packed(&mut self, format: Format, value: TermId) -> TermId {
        if format != Format::EXTENDED {
            return value;
        }
        let above = self.terms.extract(value, 78, 63);
        let exponent = self.terms.extract(value, 77, 63);
        let fraction = self.terms.extract(value, 62, 0);
        let leading = self.terms.bits_to_bool(exponent);
        let leading = self.terms.bool_to_bits(leading, 1);
        let low = self.terms.concat(leading, fraction);
        let word = self.terms.concat(above, low);
        self.terms.zero_extend(word, 8 * self.program.types.target.long_double_bytes)
    }

    pub(super) fn float_neg(&mut self, value: TermId, ty: TypeId) -> TermId {
        let Some(format) = self.format(ty) else { unreachable!("a floating-point type should have a format") };
        let value = self.unpacked(format, value);
        let result = float::neg(self.terms, format, value);
        self.packed(format, result)
    }

    /// `x op y`, where both are of type `operand_ty` and the result is of type `ty`.
    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        rounding: Rounding,
        (x, y): (TermId, TermId),
        (operand_ty, ty): (TypeId, TypeId),
    ) -> TermId {
        let Some(format) = self.format(operand_ty) else { unreachable!("a floating-point type should have a format") };
        let (x, y) = (self.unpacked(format, x), self.unpacked(format, y));
        let arithmetic = match op {
            BinaryOp::Add => Some(float::add(self.terms, format, rounding, x, y)),
            BinaryOp::Sub => Some(float::sub(self.terms, format, rounding, x, y)),
            BinaryOp::Mul => Some(float::mul(self.terms, format, rounding, x, y)),
            BinaryOp::Div => Some(float::div(self.terms, format, rounding, x, y)),
            _ => None,
        };
        if let Some(result) = arithmetic {
            return self.packed(format, result);
        }
        let truth = match op {
            BinaryOp::Lt => float::lt(self.terms, format, x, y),
            BinaryOp::Le => float::le(self.terms, format, x, y),
            BinaryOp::Gt => float::lt(self.terms, format, y, x),
            BinaryOp::Ge => float::le(self.terms, format, y, x),
            BinaryOp::Eq => float::eq(self.terms, format, x, y),
            BinaryOp::Ne => {
                let equal = float::eq(self.terms, format, x, y);
                self.terms.not(equal)
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
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

    /// An operation on numbers of type `operand_ty` that rounds as the last value says.
    pub(super) fn rounded(
        &mut self,
        at: At,
        expr: ExprId,
        op: Rounded,
        values: &[TermId],
        operand_ty: TypeId,
    ) -> TermId {
        let e = &self.body(at).exprs[expr];
        let direction = values[op.arity()];
        self.mind_direction(at, e.span, direction);
        let rounding = Rounding::by(self.terms, direction);
        let mut binary = |op| self.float_binary(op, rounding, (values[0], values[1]), (operand_ty, e.ty));
        match op {
            Rounded::Add => binary(BinaryOp::Add),
            Rounded::Sub => binary(BinaryOp::Sub),
            Rounded::Mul => binary(BinaryOp::Mul),
            Rounded::Div => binary(BinaryOp::Div),
            Rounded::Convert => {
                if !self.is_float(operand_ty) && self.terms.width(values[0]) > 64 {
                    let directed = self.terms.bits_to_bool(direction);
                    self.unsupported_if(at, e.span, directed, Rounded::IN_PARTS);
                }
                self.float_convert(values[0], rounding, operand_ty, e.ty)
            }
            Rounded::Sqrt => self.math(at, expr, MathOp::Sqrt, rounding, &values[..1], operand_ty),
            Rounded::Rint => self.math(at, expr, MathOp::Rint, rounding, &values[..1], operand_ty),
            Rounded::NearestOnly => {
                let directed = self.terms.bits_to_bool(direction);
                self.unsupported_if(at, e.span, directed, Rounded::NEAREST_ALONE);
                values[0]
            }
        }
    }

    /// Runs in which a direction is none of the four are not followed.
    fn mind_direction(&mut self, at: At, span: Span, direction: TermId) {
        let above = self.terms.extract(direction, self.terms.width(direction) - 1, 2);
        let is_wrong = self.terms.bits_to_bool(above);
        self.unsupported_if(at, span, is_wrong, Rounded::NO_DIRECTION);
    }

    fn unsupported_if(&mut self, at: At, span: Span, cond: TermId, what: &str) {
        if self.terms.as_bool(cond) != Some(false) {
            let guard = self.guards.and(self.terms, at.guard, cond);
            self.unsupported(At { guard, ..at }, span, what);
        }
    }

    /// A function on numbers of type `operand_ty`.
    pub(super) fn math(
        &mut self,
        at: At,
        expr: ExprId,
        op: MathOp,
        rounding: Rounding,
        values: &[TermId],
        operand_ty: TypeId,
    ) -> TermId {
        let e = &self.body(at).exprs[expr];
        let Some(format) = self.format(operand_ty) else { unreachable!("a floating-point type should have a format") };
        let x = self.unpacked(format, values[0]);
        let y = values.get(1).map_or(x, |&y| self.unpacked(format, y));
        if op.is_question() {
            let truth = self.question(format, op, x);
            let bits = self.bits_of(e.ty);
            return self.terms.bool_to_bits(truth, bits);
        }
        let integral = |this: &mut Self, how| float::to_integral(this.terms, format, how, x);
        let result = match op {
            MathOp::Abs => float::abs(self.terms, format, x),
            MathOp::Sqrt => float::sqrt(self.terms, format, rounding, x),
            MathOp::Floor => integral(self, Integral::Floor),
            MathOp::Ceil => integral(self, Integral::Ceil),
            MathOp::Trunc => integral(self, Integral::Trunc),
            MathOp::Round => integral(self, Integral::Round),
            MathOp::RoundEven => integral(self, Integral::As(Rounding::Nearest)),
            MathOp::Rint => integral(self, Integral::As(rounding)),
            MathOp::Min => float::min(self.terms, format, x, y),
            MathOp::Max => float::max(self.terms, format, x, y),
            MathOp::Rem => float::rem(self.terms, format, x, y).unwrap_or_else(|| {
                self.unsupported(at, e.span, "`fmod` of unknown numbers");
                self.terms.bits(format.width(), 0)
            }),
            MathOp::Library(function) => self.library(at, e.span, function, (format, x, y)),
            MathOp::CopySign => {
                let top = format.width() - 1;
                let sign = self.terms.extract(y, top, top);
                let magnitude = self.terms.extract(x, top - 1, 0);
                self.terms.concat(sign, magnitude)
            }
            MathOp::IsNan | MathOp::IsInf | MathOp::IsFinite | MathOp::IsNormal | MathOp::SignBit => {
                unreachable!("questions should have been answered")
            }
        };
        self.packed(format, result)
    }

    /// What a function of the library gives for known numbers.
    fn library(&mut self, at: At, span: Span, function: Inexact, (format, x, y): (Format, TermId, TermId)) -> TermId {
        let known = self.terms.as_bits(x).zip(self.terms.as_bits(y));
        let bits = match known {
            Some((x, y)) if format.width() == 32 => {
                u128::from(function.of_floats(f32::from_bits(x as u32), f32::from_bits(y as u32)).to_bits())
            }
            Some((x, y)) => {
                u128::from(function.of_doubles(f64::from_bits(x as u64), f64::from_bits(y as u64)).to_bits())
            }
            None => {
                self.unsupported(at, span, format!("`{}` of unknown numbers", function.name()));
                0
            }
        };
        self.terms.bits(format.width(), bits)
    }

    /// The answer to a question about a number, as a Boolean.
    fn question(&mut self, format: Format, op: MathOp, x: TermId) -> TermId {
        match op {
            MathOp::IsNan => float::is_nan(self.terms, format, x),
            MathOp::IsInf => float::is_inf(self.terms, format, x),
            MathOp::IsFinite => {
                let (nan, inf) = (float::is_nan(self.terms, format, x), float::is_inf(self.terms, format, x));
                let either = self.terms.or(nan, inf);
                self.terms.not(either)
            }
            MathOp::IsNormal => float::is_normal(self.terms, format, x),
            _ => float::is_negative(self.terms, format, x),
        }
    }

    /// Whether the whole part of a number fits an integer type.
    pub(super) fn float_fits(&mut self, value: TermId, from: TypeId, to: TypeId) -> TermId {
        let Some(format) = self.format(from) else { return self.terms.bool_const(true) };
        let value = self.unpacked(format, value);
        let bits = self.bits_of(to).max(1);
        float::fits(self.terms, format, value, bits, self.program.types.is_signed(to))
    }

    /// A conversion from or to a floating-point type; between different types, and not to `_Bool`.
    pub(super) fn float_convert(&mut self, value: TermId, rounding: Rounding, from: TypeId, to: TypeId) -> TermId {
        match (self.format(from), self.format(to)) {
            (Some(from), Some(to)) => {
                let value = self.unpacked(from, value);
                let result = float::convert(self.terms, from, to, rounding, value);
                self.packed(to, result)
            }
            (Some(from), None) => {
                let value = self.unpacked(from, value);
                let bits = self.bits_of(to).max(1);
                if self.program.types.is_signed(to) {
                    float::to_signed(self.terms, from, value, bits)
                } else {
                    float::to_unsigned(self.terms, from, value, bits)
                }
            }
            (None, Some(format)) => {
                let result = if self.program.types.is_signed(from) {
                    float::from_signed(self.terms, format, rounding, value)
                } else {
                    float::from_unsigned(self.terms, format, rounding, value)
                };
                self.packed(format, result)
            }
            (None, None) => unreachable!("one of the types should be a floating-point type"),
        }
    }
}
