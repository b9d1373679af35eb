//! Unary and binary operators without side effects of their own.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{IntKind, TypeId};

use super::builder::Builder;
use super::convert::{as_number, is_arithmetic};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// The value of a unary operator.
    pub fn unary(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let Some(&operand) = children.first() else {
            return self.unsupported_of("this operator", cursor, span);
        };
        match cursor.unary_operator() {
            k::CXUnaryOperator_PostInc => self.step(operand, BinaryOp::Add, span, Wanted::Before),
            k::CXUnaryOperator_PostDec => self.step(operand, BinaryOp::Sub, span, Wanted::Before),
            k::CXUnaryOperator_PreInc => self.step(operand, BinaryOp::Add, span, Wanted::After),
            k::CXUnaryOperator_PreDec => self.step(operand, BinaryOp::Sub, span, Wanted::After),
            k::CXUnaryOperator_AddrOf => self.address(operand, span),
            k::CXUnaryOperator_Deref => {
                let place = self.place_of(cursor);
                if self.is_atomic(cursor) { self.atomic_read(place, span) } else { self.load_or_decay(place, span) }
            }
            k::CXUnaryOperator_Plus => {
                let value = self.value(operand);
                if self.is_made_of_parts(value) {
                    return value;
                }
                let ty = self.promoted_type(self.ty(value));
                self.cast_at(value, ty, span)
            }
            k::CXUnaryOperator_Minus => self.negate(operand, span),
            k::CXUnaryOperator_Not => {
                let value = self.value(operand);
                if self.is_made_of_parts(value) {
                    return self.not_parts(value, span);
                }
                let ty = self.promoted_type(self.ty(value));
                let value = self.cast(value, ty);
                match self.body.exprs[value].kind {
                    ExprKind::Int(bits) => self.constant(!(bits as i128), ty, span),
                    _ => self.unary_arithmetic(UnaryOp::BitNot, value, span),
                }
            }
            k::CXUnaryOperator_LNot => {
                let value = self.value(operand);
                let value = self.truth_of_parts(value);
                let int = self.int();
                self.expr(ExprKind::Unary(UnaryOp::Not, value), int, span)
            }
            k::CXUnaryOperator_Extension => self.value(operand),
            k::CXUnaryOperator_Real | k::CXUnaryOperator_Imag => {
                let value = self.value(operand);
                self.complex_part(value, cursor.unary_operator() == k::CXUnaryOperator_Imag, span)
            }
            _ => self.unsupported_of("this operator", cursor, span),
        }
    }

    fn address(&mut self, operand: Cursor<'u>, span: Span) -> ExprId {
        // The address of a function is what the function is as a value.
        if matches!(operand.ty().canonical().kind(), k::CXType_FunctionProto | k::CXType_FunctionNoProto) {
            return self.value(operand);
        }
        self.address_only = true;
        let place = self.place_of(operand);
        self.mind_address(operand, place, span);
        self.address_of(place, span)
    }

    fn negate(&mut self, operand: Cursor<'u>, span: Span) -> ExprId {
        let value = self.value(operand);
        if self.is_made_of_parts(value) {
            return self.negate_parts(value, span);
        }
        let ty = self.promoted_type(self.ty(value));
        let value = self.cast(value, ty);
        // A negative literal is one constant, unless it overflows or wraps.
        if let ExprKind::Int(bits) = self.body.exprs[value].kind
            && self.types().is_signed(ty)
            && self.types().value_bits(ty).is_some_and(|width| width < 128)
        {
            let number = as_number(self.types(), bits, ty);
            let lowest = self.types().value_bits(ty).is_some_and(|width| number == -(1i128 << (width - 1)));
            if !lowest {
                return self.constant(-number, ty, span);
            }
        }
        self.unary_arithmetic(UnaryOp::Neg, value, span)
    }

    /// The value of a binary operator.
    pub fn binary(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let &[a, b] = children else {
            return self.unsupported_of("this operator", cursor, span);
        };
        let operator = cursor.binary_operator();
        match operator {
            k::CXBinaryOperator_Comma => {
                self.effect(a);
                self.value(b)
            }
            k::CXBinaryOperator_LAnd | k::CXBinaryOperator_LOr => {
                self.logical(operator == k::CXBinaryOperator_LAnd, a, b, span)
            }
            k::CXBinaryOperator_Assign => self.assignment(a, b, span, true),
            _ => match binary_op(operator) {
                Some(op) => {
                    let (x, y) = self.both(|this| this.value(a), |this| this.value(b));
                    let computes = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
                    if computes && (self.is_wide_bit_field(x) || self.is_wide_bit_field(y)) {
                        self.unsupported(
                            "arithmetic on a bit-field wider than `int`, which compilers do differently",
                            span,
                        );
                    }
                    if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                        self.mark_pointer_offset(a, x, b, y);
                    }
                    let stride = self.stride(a).or_else(|| self.stride(b));
                    self.apply_strided(op, x, y, stride, span)
                }
                None => self.unsupported_of("this operator", cursor, span),
            },
        }
    }

    /// Whether a value is a bit-field that is wider than `int` and narrower than its type: some compilers compute with as many
    /// bits as it has.
    fn is_wide_bit_field(&self, value: ExprId) -> bool {
        let ExprKind::Load(place) = self.body.exprs[value].kind else { return false };
        let width = self.bit_width(place);
        width.is_some_and(|width| {
            width > 32 && self.types().scalar_bits(self.ty(value)).is_some_and(|bits| width < bits)
        })
    }

    /// `p + i`: what is added to a pointer is an index.
    fn mark_pointer_offset(&mut self, a: Cursor<'u>, x: ExprId, b: Cursor<'u>, y: ExprId) {
        let pointer = |this: &Self, e| this.types().is_pointer(this.ty(e));
        match (pointer(self, x), pointer(self, y)) {
            (true, false) => self.component(y, ComponentKind::Index, b),
            (false, true) => self.component(x, ComponentKind::Index, a),
            _ => {}
        }
    }

    /// `x op y` on values, with the conversions that C makes.
    pub fn apply(&mut self, op: BinaryOp, x: ExprId, y: ExprId, span: Span) -> ExprId {
        if self.is_made_of_parts(x) || self.is_made_of_parts(y) {
            return self.apply_to_parts(op, x, y, span);
        }
        let (x_ty, y_ty) = (self.ty(x), self.ty(y));
        let (x_ptr, y_ptr) = (self.types().is_pointer(x_ty), self.types().is_pointer(y_ty));
        if op.is_comparison() {
            return self.compare(op, x, y, span);
        }
        match (op, x_ptr, y_ptr) {
            (BinaryOp::Add, true, false) => return self.offset(BinaryOp::PtrAdd, x, y, span),
            (BinaryOp::Add, false, true) => return self.offset(BinaryOp::PtrAdd, y, x, span),
            (BinaryOp::Sub, true, false) => return self.offset(BinaryOp::PtrSub, x, y, span),
            (BinaryOp::Sub, true, true) => {
                let y = self.cast(y, x_ty);
                let long = self.int_type(IntKind::Long);
                let distance = self.expr(ExprKind::Binary(BinaryOp::PtrDiff, x, y), long, span);
                let ty = self.int_type(self.cx.types.platform.difference);
                return self.cast(distance, ty);
            }
            _ => {}
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (x_ty, y_ty) = (self.promoted_type(x_ty), self.promoted_type(y_ty));
            let (x, y) = (self.cast(x, x_ty), self.cast(y, y_ty));
            return self.arithmetic(op, x, y, x_ty, span);
        }
        match self.common_type(x_ty, y_ty) {
            Some(ty) => {
                let (x, y) = (self.cast(x, ty), self.cast(y, ty));
                self.arithmetic(op, x, y, ty, span)
            }
            None => self.unsupported_value("this operator on these types", x_ty, span),
        }
    }

    fn offset(&mut self, op: BinaryOp, pointer: ExprId, amount: ExprId, span: Span) -> ExprId {
        let ty = self.ty(pointer);
        if !self.has_sized_pointee(ty) {
            return self.unsupported_value("arithmetic on a pointer to something without size", ty, span);
        }
        let amount = self.keep_component(amount, |this, amount| this.index_value(amount));
        let amount = self.around(amount);
        self.expr(ExprKind::Binary(op, pointer, amount), ty, span)
    }

    fn has_sized_pointee(&self, pointer: TypeId) -> bool {
        self.types().pointee(pointer).is_some_and(|pointee| self.types().size_of(pointee).is_some())
    }

    /// Converts a value that may carry a component: the component stays with the value as used.
    pub fn keep_component(&mut self, value: ExprId, convert: impl FnOnce(&mut Self, ExprId) -> ExprId) -> ExprId {
        let component = self.body.exprs[value].component.take();
        let converted = convert(self, value);
        self.body.exprs[converted].component = component;
        converted
    }

    fn compare(&mut self, op: BinaryOp, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let (x_ty, y_ty) = (self.ty(x), self.ty(y));
        let types = self.types();
        let ty = if is_arithmetic(types, x_ty) && is_arithmetic(types, y_ty) {
            self.common_type(x_ty, y_ty).unwrap_or(x_ty)
        } else if types.is_pointer(x_ty) {
            x_ty
        } else {
            y_ty
        };
        let (x, y) = (self.cast(x, ty), self.cast(y, ty));
        let int = self.int();
        self.expr(ExprKind::Binary(op, x, y), int, span)
    }
}

/// Which value of `x++` is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// That before the step.
    Before,
    /// That after it.
    After,
    /// None.
    Nothing,
}

/// The operator that libclang's constant stands for.
fn binary_op(operator: k::CXBinaryOperatorKind) -> Option<BinaryOp> {
    Some(match operator {
        k::CXBinaryOperator_Mul => BinaryOp::Mul,
        k::CXBinaryOperator_Div => BinaryOp::Div,
        k::CXBinaryOperator_Rem => BinaryOp::Rem,
        k::CXBinaryOperator_Add => BinaryOp::Add,
        k::CXBinaryOperator_Sub => BinaryOp::Sub,
        k::CXBinaryOperator_Shl => BinaryOp::Shl,
        k::CXBinaryOperator_Shr => BinaryOp::Shr,
        k::CXBinaryOperator_LT => BinaryOp::Lt,
        k::CXBinaryOperator_GT => BinaryOp::Gt,
        k::CXBinaryOperator_LE => BinaryOp::Le,
        k::CXBinaryOperator_GE => BinaryOp::Ge,
        k::CXBinaryOperator_EQ => BinaryOp::Eq,
        k::CXBinaryOperator_NE => BinaryOp::Ne,
        k::CXBinaryOperator_And => BinaryOp::BitAnd,
        k::CXBinaryOperator_Xor => BinaryOp::BitXor,
        k::CXBinaryOperator_Or => BinaryOp::BitOr,
        _ => return None,
    })
}

/// The operator of a compound assignment.
pub fn assigned_op(operator: k::CXBinaryOperatorKind) -> Option<BinaryOp> {
    Some(match operator {
        k::CXBinaryOperator_MulAssign => BinaryOp::Mul,
        k::CXBinaryOperator_DivAssign => BinaryOp::Div,
        k::CXBinaryOperator_RemAssign => BinaryOp::Rem,
        k::CXBinaryOperator_AddAssign => BinaryOp::Add,
        k::CXBinaryOperator_SubAssign => BinaryOp::Sub,
        k::CXBinaryOperator_ShlAssign => BinaryOp::Shl,
        k::CXBinaryOperator_ShrAssign => BinaryOp::Shr,
        k::CXBinaryOperator_AndAssign => BinaryOp::BitAnd,
        k::CXBinaryOperator_XorAssign => BinaryOp::BitXor,
        k::CXBinaryOperator_OrAssign => BinaryOp::BitOr,
        _ => return None,
    })
}
