//! Fixed-point numbers, `__CPROVER_fixedbv[64][32]`: records with one integer, which counts parts of one.
//!
//! Sums and products that do not fit are cut off, as CBMC does: no class speaks of them. What is too fine is cut off,
//! too, below; a conversion to an integer type leaves out what stands behind the point.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::types::{FloatKind, IntKind, Type, TypeId};

use super::builder::Builder;
use super::convert::is_arithmetic;
use crate::literals;
use crate::types::{Fixed, Parts};

impl Builder<'_, '_> {
    /// What a type is, if it is one of fixed-point numbers.
    fn fixed(&self, ty: TypeId) -> Option<Fixed> {
        match self.cx.types.parts(ty) {
            Some(Parts::Fixed(fixed)) => Some(fixed),
            Some(Parts::Vector { .. } | Parts::Complex { .. }) | None => None,
        }
    }

    /// How many parts of one a number has.
    fn counted(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(value);
        let place = self.place_with(value);
        let part = self.part_of(place, ty, 0, span);
        self.load(part)
    }

    /// The number with so many parts of one.
    fn number_of(&mut self, fixed: Fixed, count: ExprId, span: Span) -> ExprId {
        let count = self.cast_at(count, fixed.count, span);
        let ty = self.cx.types.fixed(fixed);
        self.compose(ty, &[count], span)
    }

    /// Twice as many bits, with and without sign.
    fn twice(&mut self, fixed: Fixed) -> (TypeId, TypeId) {
        let (signed, unsigned) = match fixed.fraction {
            8 => (IntKind::Int, IntKind::UInt),
            16 => (IntKind::Long, IntKind::ULong),
            _ => (IntKind::Int128, IntKind::UInt128),
        };
        (self.int_type(signed), self.int_type(unsigned))
    }

    /// An integer times a power of two, in twice as many bits, what does not fit cut off.
    fn scaled_up(&mut self, fixed: Fixed, integer: ExprId, by: u32, span: Span) -> ExprId {
        let (signed, unsigned) = self.twice(fixed);
        let wide = self.cast_at(integer, signed, span);
        let wide = self.cast_at(wide, unsigned, span);
        let factor = self.constant(1 << by, unsigned, span);
        let product = self.expr(ExprKind::Binary(BinaryOp::Mul, wide, factor), unsigned, span);
        self.cast_at(product, signed, span)
    }

    /// Two to the power of the number of places behind the point.
    fn unit(&mut self, fixed: Fixed, kind: FloatKind, span: Span) -> ExprId {
        let ty = self.cx.types.table.intern(Type::Float(kind));
        let one = (1u64 << fixed.fraction) as f64;
        self.expr(ExprKind::Float(literals::float_bits(one, kind)), ty, span)
    }

    /// A conversion to fixed-point numbers.
    pub fn fixed_of(&mut self, value: ExprId, to: Fixed, span: Span) -> ExprId {
        let from = self.ty(value);
        if let Some(own) = self.fixed(from) {
            let count = self.counted(value, span);
            let count = match to.fraction.checked_sub(own.fraction) {
                Some(more) => self.scaled_up(to, count, more, span),
                None => {
                    let (ty, less) = (self.ty(count), i128::from(own.fraction - to.fraction));
                    let less = self.constant(less, ty, span);
                    self.expr(ExprKind::Binary(BinaryOp::Shr, count, less), ty, span)
                }
            };
            return self.number_of(to, count, span);
        }
        let count = match *self.types().get(from) {
            Type::Float(kind) => {
                let unit = self.unit(to, kind, span);
                self.apply(BinaryOp::Mul, value, unit, span)
            }
            _ => self.scaled_up(to, value, to.fraction, span),
        };
        self.number_of(to, count, span)
    }

    /// A conversion from fixed-point numbers to another type.
    pub fn value_of_fixed(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let Some(fixed) = self.fixed(self.ty(value)) else { return value };
        let count = self.counted(value, span);
        match *self.types().get(ty) {
            Type::Bool => self.cast_at(count, ty, span),
            Type::Float(_) => {
                // Every number is exact in the widest type.
                let wide = self.cx.types.table.intern(Type::Float(FloatKind::LongDouble));
                let count = self.cast_at(count, wide, span);
                let unit = self.unit(fixed, FloatKind::LongDouble, span);
                let quotient = self.apply(BinaryOp::Div, count, unit, span);
                self.cast_at(quotient, ty, span)
            }
            _ => {
                let long = self.int_type(IntKind::Long);
                let (count, unit) = (self.cast_at(count, long, span), self.constant(1 << fixed.fraction, long, span));
                let whole = self.expr(ExprKind::Binary(BinaryOp::Div, count, unit), long, span);
                self.cast_at(whole, ty, span)
            }
        }
    }

    /// `x op y` where one of them is a fixed-point number. A floating one is the wider type.
    pub fn apply_to_fixed(&mut self, op: BinaryOp, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.ty(x), self.ty(y));
        for ty in [a, b] {
            if matches!(self.types().get(ty), Type::Float(_)) {
                let (x, y) = (self.cast_at(x, ty, span), self.cast_at(y, ty, span));
                return self.apply(op, x, y, span);
            }
        }
        let int = self.int();
        let Some(fixed) = self.fixed(a).max(self.fixed(b)) else { return x };
        let common = self.cx.types.fixed(fixed);
        let fits = |this: &Self, ty| this.fixed(ty).is_some() || is_arithmetic(this.types(), ty);
        if !fits(self, a) || !fits(self, b) {
            return self.unsupported_value("this operator on a fixed-point number", int, span);
        }
        let (x, y) = (self.cast_at(x, common, span), self.cast_at(y, common, span));
        let (x, y) = (self.counted(x, span), self.counted(y, span));
        let (signed, unsigned) = self.twice(fixed);
        match op {
            _ if op.is_comparison() => self.apply(op, x, y, span),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let [x, y] = [x, y].map(|count| {
                    let wide = self.cast_at(count, signed, span);
                    self.cast_at(wide, unsigned, span)
                });
                let result = self.expr(ExprKind::Binary(op, x, y), unsigned, span);
                let result = self.cast_at(result, signed, span);
                let result = match op {
                    BinaryOp::Mul => {
                        let places = self.constant(i128::from(fixed.fraction), signed, span);
                        self.expr(ExprKind::Binary(BinaryOp::Shr, result, places), signed, span)
                    }
                    _ => result,
                };
                self.number_of(fixed, result, span)
            }
            BinaryOp::Div => {
                let x = self.scaled_up(fixed, x, fixed.fraction, span);
                let y = self.cast_at(y, signed, span);
                let result = self.expr(ExprKind::Binary(BinaryOp::Div, x, y), signed, span);
                self.number_of(fixed, result, span)
            }
            _ => self.unsupported_value("this operator on a fixed-point number", common, span),
        }
    }

    /// `-x`
    pub fn negate_fixed(&mut self, value: ExprId, fixed: Fixed, span: Span) -> ExprId {
        let (signed, unsigned) = self.twice(fixed);
        let count = self.counted(value, span);
        let wide = self.cast_at(count, signed, span);
        let wide = self.cast_at(wide, unsigned, span);
        let negative = self.expr(ExprKind::Unary(UnaryOp::Neg, wide), unsigned, span);
        self.number_of(fixed, negative, span)
    }
}
