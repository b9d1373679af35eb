//! What the headers of the compiler are made of that compute with vectors: elements by their number, and sums and differences
//! that stop at the ends of their type.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind};
use whyc_ir::types::{IntKind, TypeId};

use super::builder::Builder;
use crate::clang::cursor::Cursor;
use crate::types::Parts;

impl<'u> Builder<'_, 'u> {
    /// A call of a function of the compiler that makes, takes apart or adds vectors; none if it is no such.
    pub fn vector_call(&mut self, name: &str, call: Cursor<'u>, args: &[Cursor<'u>], span: Span) -> Option<ExprId> {
        if let (Some(_), &[vector, index]) = (name.strip_prefix("__builtin_ia32_vec_ext_"), args) {
            let index = self.evaluate_int(index)?;
            let value = self.value(vector);
            let ty = self.ty(value);
            let Some(Parts::Vector { len, .. }) = self.cx.types.parts(ty) else { return None };
            // The machine takes the number modulo the number of elements.
            let index = index.rem_euclid(i128::from(len)) as u64;
            let place = self.place_with(value);
            let part = self.part_of(place, ty, index, span);
            return Some(self.load(part));
        }
        let ty = self.cx.types.lower(call.ty()).ok()?;
        let Some(Parts::Vector { element, len }) = self.cx.types.parts(ty) else { return None };
        if name.starts_with("__builtin_ia32_vec_init_") && args.len() as u64 == len {
            let operands: Vec<_> = args.iter().map(|&arg| self.capture(|this| this.value(arg))).collect();
            let parts = self.in_order(operands);
            return Some(self.compose(ty, &parts, span));
        }
        let (op, is_unsigned) = saturating(name, !self.types().is_signed(element))?;
        let &[a, b] = args else { return None };
        let (x, y) = self.both(|this| this.value(a), |this| this.value(b));
        let (x, y) = (self.vector_parts(x, element, len, span), self.vector_parts(y, element, len, span));
        let parts: Option<Vec<ExprId>> =
            x.into_iter().zip(y).map(|(x, y)| self.stopped(op, [x, y], element, is_unsigned, span)).collect();
        Some(self.compose(ty, &parts?, span))
    }

    /// A sum or difference of elements, or the last number on the way there.
    fn stopped(
        &mut self,
        op: BinaryOp,
        operands: [ExprId; 2],
        element: TypeId,
        is_unsigned: bool,
        span: Span,
    ) -> Option<ExprId> {
        let bits = self.types().scalar_bits(element).filter(|bits| *bits <= 64)?;
        let kind = match (is_unsigned, bits) {
            (true, 8) => IntKind::UChar,
            (true, 16) => IntKind::UShort,
            (true, 32) => IntKind::UInt,
            (true, _) => IntKind::ULong,
            (false, 8) => IntKind::SChar,
            (false, 16) => IntKind::Short,
            (false, 32) => IntKind::Int,
            (false, _) => IntKind::Long,
        };
        let (read, wide) = (self.int_type(kind), self.int_type(IntKind::Int128));
        let [x, y] = operands.map(|operand| {
            let own = self.cast(operand, read);
            self.cast(own, wide)
        });
        let sum = self.expr(ExprKind::Binary(op, x, y), wide, span);
        let sum = self.save(sum);
        let (least, most) = match is_unsigned {
            true => (0, (1i128 << bits) - 1),
            false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        let (least, most) = (self.constant(least, wide, span), self.constant(most, wide, span));
        let (below, above) = (self.apply(BinaryOp::Lt, sum, least, span), self.apply(BinaryOp::Gt, sum, most, span));
        let stopped = self.expr(ExprKind::Cond(above, most, sum), wide, span);
        let stopped = self.expr(ExprKind::Cond(below, least, stopped), wide, span);
        Some(self.cast(stopped, element))
    }
}

/// Which operation a name stands for, and whether its elements have no sign. The older names tell both.
fn saturating(name: &str, is_unsigned: bool) -> Option<(BinaryOp, bool)> {
    match name {
        "__builtin_elementwise_add_sat" => return Some((BinaryOp::Add, is_unsigned)),
        "__builtin_elementwise_sub_sat" => return Some((BinaryOp::Sub, is_unsigned)),
        _ => {}
    }
    let stem = name.strip_prefix("__builtin_ia32_")?.trim_end_matches(|c: char| c.is_ascii_digit());
    Some(match stem.strip_suffix(['b', 'w'])? {
        "padds" => (BinaryOp::Add, false),
        "paddus" => (BinaryOp::Add, true),
        "psubs" => (BinaryOp::Sub, false),
        "psubus" => (BinaryOp::Sub, true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_added() {
        assert_eq!(saturating("__builtin_ia32_paddsw", true), Some((BinaryOp::Add, false)));
        assert_eq!(saturating("__builtin_ia32_paddusb128", false), Some((BinaryOp::Add, true)));
        assert_eq!(saturating("__builtin_ia32_psubusw128", false), Some((BinaryOp::Sub, true)));
        assert_eq!(saturating("__builtin_ia32_psubsb", true), Some((BinaryOp::Sub, false)));
        assert_eq!(saturating("__builtin_elementwise_sub_sat", true), Some((BinaryOp::Sub, true)));
        assert_eq!(saturating("__builtin_ia32_paddw128", true), None);
        assert_eq!(saturating("__builtin_ia32_psubd", true), None);
    }
}
