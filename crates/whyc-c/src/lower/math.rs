//! Functions on floating-point numbers, and questions about them.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Inexact, Intrinsic, MathOp};
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{FloatKind, Type, TypeId};

use super::builder::Builder;
use crate::clang::cursor::Cursor;

impl<'u> Builder<'_, 'u> {
    /// A call of a function on numbers that is known by its name.
    pub fn math_builtin(&mut self, name: &str, call: Cursor<'u>, args: &[Cursor<'u>], span: Span) -> Option<ExprId> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name).trim_start_matches("__");
        if let Some((op, kind)) = function(plain) {
            let ty = self.cx.types.table.intern(Type::Float(kind));
            // A function of the same name that is somebody else's: `log` writes messages, too.
            let is_other = matches!(op, MathOp::Library(_)) && self.cx.types.lower(call.ty()).ok() != Some(ty);
            if args.len() != op.arity() || is_other {
                return None;
            }
            let values = self.numbers(args, Some(ty));
            let result = if op.is_question() { self.int() } else { ty };
            return Some(self.expr(ExprKind::Intrinsic(Intrinsic::Math(op), values), result, span));
        }
        // What is left are the compiler's own names: a user's function `isgreater` is no macro.
        if plain == name {
            return None;
        }
        let int = self.int();
        match (plain, args) {
            ("isnan", &[x]) => Some(self.question(MathOp::IsNan, x, span)),
            ("isinf", &[x]) => Some(self.question(MathOp::IsInf, x, span)),
            ("isfinite" | "finite", &[x]) => Some(self.question(MathOp::IsFinite, x, span)),
            ("isnormal", &[x]) => Some(self.question(MathOp::IsNormal, x, span)),
            ("signbit" | "signbitf", &[x]) => Some(self.question(MathOp::SignBit, x, span)),
            ("isinf_sign", &[x]) => {
                let x = self.numbers(&[x], None)[0];
                let is_inf = self.asked(MathOp::IsInf, x, span);
                let negative = self.asked(MathOp::SignBit, x, span);
                let (one, minus_one) = (self.constant(1, int, span), self.constant(-1, int, span));
                let zero = self.constant(0, int, span);
                let sign = self.expr(ExprKind::Cond(negative, minus_one, one), int, span);
                Some(self.expr(ExprKind::Cond(is_inf, sign, zero), int, span))
            }
            ("isgreater" | "isgreaterequal" | "isless" | "islessequal", &[x, y]) => {
                let op = match plain {
                    "isgreater" => BinaryOp::Gt,
                    "isgreaterequal" => BinaryOp::Ge,
                    "isless" => BinaryOp::Lt,
                    _ => BinaryOp::Le,
                };
                let values = self.numbers(&[x, y], None);
                Some(self.apply(op, values[0], values[1], span))
            }
            ("islessgreater", &[x, y]) => {
                let values = self.numbers(&[x, y], None);
                let less = self.apply(BinaryOp::Lt, values[0], values[1], span);
                let more = self.apply(BinaryOp::Gt, values[0], values[1], span);
                Some(self.expr(ExprKind::Or(less, more), int, span))
            }
            ("isunordered", &[x, y]) => {
                let values = self.numbers(&[x, y], None);
                let first = self.asked(MathOp::IsNan, values[0], span);
                let second = self.asked(MathOp::IsNan, values[1], span);
                Some(self.expr(ExprKind::Or(first, second), int, span))
            }
            ("fpclassify", &[nan, infinite, normal, subnormal, zero, x]) => {
                let classes = [nan, infinite, normal, subnormal, zero].map(|class| self.value(class));
                let x = self.numbers(&[x], None)[0];
                Some(self.classify(classes, x, span))
            }
            _ => None,
        }
    }

    fn classify(&mut self, [nan, infinite, normal, subnormal, zero]: [ExprId; 5], x: ExprId, span: Span) -> ExprId {
        let int = self.int();
        let not_zero = self.expr(ExprKind::Cond(x, subnormal, zero), int, span);
        let mut class = not_zero;
        for (op, value) in [(MathOp::IsNormal, normal), (MathOp::IsInf, infinite), (MathOp::IsNan, nan)] {
            let holds = self.asked(op, x, span);
            class = self.expr(ExprKind::Cond(holds, value, class), int, span);
        }
        class
    }

    fn question(&mut self, op: MathOp, x: Cursor<'u>, span: Span) -> ExprId {
        let x = self.numbers(&[x], None)[0];
        self.asked(op, x, span)
    }

    fn asked(&mut self, op: MathOp, x: ExprId, span: Span) -> ExprId {
        let int = self.int();
        self.expr(ExprKind::Intrinsic(Intrinsic::Math(op), vec![x]), int, span)
    }

    /// The arguments as numbers of type `ty`, or of their own floating-point type; integers become `double`.
    fn numbers(&mut self, args: &[Cursor<'u>], ty: Option<TypeId>) -> Vec<ExprId> {
        let double = self.cx.types.table.intern(Type::Float(FloatKind::Double));
        let number = |this: &mut Self, arg| {
            let value = this.value(arg);
            let own = this.ty(value);
            let wanted = ty.unwrap_or(if matches!(this.types().get(own), Type::Float(_)) { own } else { double });
            let value = this.cast(value, wanted);
            this.component(value, ComponentKind::Argument, arg);
            value
        };
        let operands = args.iter().map(|&arg| self.capture(|this| number(this, arg))).collect();
        let values = self.in_order(operands);
        values.into_iter().map(|value| self.save(value)).collect()
    }
}

/// The function with this name, and the type it is on: `floorf` is on `float`.
fn function(name: &str) -> Option<(MathOp, FloatKind)> {
    let exact = |name: &str| {
        Some(match name {
            "fabs" => MathOp::Abs,
            "sqrt" => MathOp::Sqrt,
            "floor" => MathOp::Floor,
            "ceil" => MathOp::Ceil,
            "trunc" => MathOp::Trunc,
            "round" => MathOp::Round,
            "roundeven" => MathOp::RoundEven,
            "rint" | "nearbyint" => MathOp::Rint,
            "fmin" => MathOp::Min,
            "fmax" => MathOp::Max,
            "fmod" => MathOp::Rem,
            "copysign" => MathOp::CopySign,
            _ => return None,
        })
    };
    if let Some(op) = exact(name) {
        return Some((op, FloatKind::Double));
    }
    let library = |name: &str| Inexact::ALL.into_iter().find(|it| it.name() == name).map(MathOp::Library);
    if let Some(op) = library(name) {
        return Some((op, FloatKind::Double));
    }
    match name.split_at_checked(name.len().checked_sub(1)?)? {
        (stem, "f") if library(stem).is_some() => Some((library(stem)?, FloatKind::Float)),
        (stem, "f") => Some((exact(stem)?, FloatKind::Float)),
        (stem, "l") => Some((exact(stem)?, FloatKind::LongDouble)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_letter_tells_the_type() {
        assert_eq!(function("floorf"), Some((MathOp::Floor, FloatKind::Float)));
        assert_eq!(function("ceil"), Some((MathOp::Ceil, FloatKind::Double)));
        assert_eq!(function("fabsl"), Some((MathOp::Abs, FloatKind::LongDouble)));
        assert_eq!(function("powf"), Some((MathOp::Library(Inexact::Pow), FloatKind::Float)));
        assert_eq!(function("logl"), None);
        assert_eq!(function("tgamma"), None);
        assert_eq!(function(""), None);
    }
}
