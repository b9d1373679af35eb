//! Operators and conversions; those on floating-point numbers are in [`float`](super::float).

use whyc_ir::expr::{BinaryOp, ExprId, UnaryOp};
use whyc_ir::layout::{self, Pointers};
use whyc_ir::property::{PropertyClass, Site};
use whyc_ir::types::{Type, TypeId};
use whyc_term::TermId;
use whyc_term::float::Rounding;

use crate::state::{At, Machine, State};

impl Machine<'_> {
    pub(super) fn unary(&mut self, state: &mut State, at: At, expr: ExprId, op: UnaryOp, a: ExprId) -> TermId {
        let body = self.body(at);
        let (ty, operand_ty) = (body.exprs[expr].ty, body.exprs[a].ty);
        let value = match op {
            UnaryOp::Not => self.scalar(state, at, a),
            UnaryOp::Neg | UnaryOp::BitNot => self.operand(state, at, a),
        };
        match op {
            UnaryOp::Neg if self.is_float(operand_ty) => self.float_neg(value, ty),
            UnaryOp::Neg => {
                let overflows = self.terms.neg_overflows(value);
                self.check_not(at, expr, PropertyClass::Overflow, overflows);
                self.terms.neg(value)
            }
            UnaryOp::BitNot => self.terms.bits_not(value),
            UnaryOp::Not => {
                let truth = self.truth_of(at, body.exprs[a].span, value, operand_ty);
                let not = self.terms.not(truth);
                let bits = self.bits_of(ty);
                self.terms.bool_to_bits(not, bits)
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        state: &mut State,
        at: At,
        expr: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> TermId {
        let body = self.body(at);
        let e = &body.exprs[expr];
        let (a_ty, b_ty) = (body.exprs[a].ty, body.exprs[b].ty);
        let x = self.scalar(state, at, a);
        let y = self.scalar(state, at, b);
        if self.contains_pointer(x) || self.contains_pointer(y) {
            let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            if equality && let (Some(x), Some(y)) = (self.pointer_inside(x), self.pointer_inside(y)) {
                let truth = self.pointers_equal(at, op, x, y);
                let bits = self.bits_of(e.ty);
                return self.terms.bool_to_bits(truth, bits);
            }
            self.mind_bytes(at, body.exprs[a].span, x);
            self.mind_bytes(at, body.exprs[b].span, y);
        }
        if self.is_float(a_ty) {
            return self.float_binary(op, Rounding::Nearest, (x, y), (a_ty, e.ty));
        }
        let signed = self.program.types.is_signed(a_ty);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if self.is_due(at, Site::Expr(expr), PropertyClass::Overflow) {
                    let overflows = match op {
                        BinaryOp::Add => self.terms.sadd_overflows(x, y),
                        BinaryOp::Sub => self.terms.ssub_overflows(x, y),
                        _ => self.terms.smul_overflows(x, y),
                    };
                    self.check_not(at, expr, PropertyClass::Overflow, overflows);
                }
                match op {
                    BinaryOp::Add => self.terms.add(x, y),
                    BinaryOp::Sub => self.terms.sub(x, y),
                    _ => self.terms.mul(x, y),
                }
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let nonzero = self.terms.bits_to_bool(y);
                self.check(at, Site::Expr(expr), PropertyClass::DivisionByZero, nonzero);
                if signed {
                    let overflows = self.terms.sdiv_overflows(x, y);
                    self.check_not(at, expr, PropertyClass::Overflow, overflows);
                }
                match (op, signed) {
                    (BinaryOp::Div, true) => self.terms.sdiv(x, y),
                    (BinaryOp::Div, false) => self.terms.udiv(x, y),
                    (_, true) => self.terms.srem(x, y),
                    (_, false) => self.terms.urem(x, y),
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => self.shift(at, expr, op, (x, a_ty), (y, b_ty)),
            BinaryOp::BitAnd => self.terms.bits_and(x, y),
            BinaryOp::BitOr => self.terms.bits_or(x, y),
            BinaryOp::BitXor => self.terms.bits_xor(x, y),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let truth = self.compare(at, expr, op, x, y, a_ty);
                let bits = self.bits_of(e.ty);
                self.terms.bool_to_bits(truth, bits)
            }
            BinaryOp::PtrAdd | BinaryOp::PtrSub => {
                let stride = self.pointee_size(a_ty);
                let index = if op == BinaryOp::PtrSub { self.terms.neg(y) } else { y };
                let (object, offset) = self.split(x);
                self.cut_off_large(at, e.span, object);
                let moved = self.offsets.scaled(self.terms, offset, index, stride);
                self.joined(at, e.span, object, moved)
            }
            BinaryOp::PtrDiff => {
                let same = self.same_object(x, y);
                self.check(at, Site::Expr(expr), PropertyClass::PointerCompare, same);
                let (_, x_offset) = self.split(x);
                let (_, y_offset) = self.split(y);
                let difference = self.terms.sub(x_offset, y_offset);
                let wide = self.terms.sign_extend(difference, 64);
                let size = self.terms.bits(64, u128::from(self.pointee_size(a_ty)));
                self.terms.sdiv(wide, size)
            }
        }
    }

    /// A shift. Counts of the width or more shift everything out, where they are not checked.
    fn shift(
        &mut self,
        at: At,
        expr: ExprId,
        op: BinaryOp,
        (x, x_ty): (TermId, TypeId),
        (count, count_ty): (TermId, TypeId),
    ) -> TermId {
        let (width, count_width) = (self.terms.width(x), self.terms.width(count));
        let limit = self.terms.bits(count_width, u128::from(width));
        // As an unsigned number a negative count is too large, too. A narrow count cannot be.
        let too_narrow = count_width < 32 && u64::from(width) >= 1 << count_width;
        let small = if too_narrow { self.terms.bool_const(true) } else { self.terms.ult(count, limit) };
        self.check(at, Site::Expr(expr), PropertyClass::Shift, small);
        let signed_count = self.program.types.is_signed(count_ty);
        let count = if count_width > width {
            // The upper bits must not be lost: a count that does not fit becomes the width.
            let full = self.terms.bits(width, u128::from(width));
            let narrow = self.terms.extract(count, width - 1, 0);
            self.terms.ite(small, narrow, full)
        } else if signed_count {
            self.terms.sign_extend(count, width)
        } else {
            self.terms.zero_extend(count, width)
        };
        match (op, self.program.types.is_signed(x_ty)) {
            (BinaryOp::Shl, _) => {
                let result = self.terms.shl(x, count);
                if self.is_due(at, Site::Expr(expr), PropertyClass::Overflow) {
                    // Of a number that is not negative, nothing may be lost and the sign may not be reached.
                    let zero = self.terms.bits(width, 0);
                    let positive = self.terms.sle(zero, x);
                    let back = self.terms.ashr(result, count);
                    let same = self.terms.eq(back, x);
                    let keeps = self.terms.and(positive, same);
                    let fine = self.terms.implies(small, keeps);
                    self.check(at, Site::Expr(expr), PropertyClass::Overflow, fine);
                }
                result
            }
            (_, true) => self.terms.ashr(x, count),
            (_, false) => self.terms.lshr(x, count),
        }
    }

    fn compare(&mut self, at: At, expr: ExprId, op: BinaryOp, x: TermId, y: TermId, ty: TypeId) -> TermId {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && self.program.types.is_pointer(ty) {
            return self.pointers_equal(at, op, x, y);
        }
        if op == BinaryOp::Eq {
            return self.terms.eq(x, y);
        }
        if op == BinaryOp::Ne {
            return self.terms.ne(x, y);
        }
        let (mut x, mut y) = (x, y);
        let mut signed = self.program.types.is_signed(ty);
        if self.program.types.is_pointer(ty) {
            let same = self.same_object(x, y);
            self.check(at, Site::Expr(expr), PropertyClass::PointerCompare, same);
            if self.terms.as_bool(same) == Some(true) {
                (x, y) = (self.split(x).1, self.split(y).1);
                signed = true;
            } else {
                // Ordered by object, then by signed offset: flipping the sign bit makes that one unsigned order.
                (x, y) = (self.whole_address(x), self.whole_address(y));
                let flip = self.terms.bits(64, 1 << (layout::OFFSET_BITS - 1));
                x = self.terms.bits_xor(x, flip);
                y = self.terms.bits_xor(y, flip);
            }
        }
        match (op, signed) {
            (BinaryOp::Lt, true) => self.terms.slt(x, y),
            (BinaryOp::Le, true) => self.terms.sle(x, y),
            (BinaryOp::Gt, true) => self.terms.sgt(x, y),
            (_, true) => self.terms.sge(x, y),
            (BinaryOp::Lt, false) => self.terms.ult(x, y),
            (BinaryOp::Le, false) => self.terms.ule(x, y),
            (BinaryOp::Gt, false) => self.terms.ugt(x, y),
            (_, false) => self.terms.uge(x, y),
        }
    }

    /// Object and offset of a pointer as one number (64 bits).
    pub(super) fn whole_address(&mut self, pointer: TermId) -> TermId {
        match self.program.types.target.pointers {
            Pointers::Bits64 => pointer,
            Pointers::Bits32 => {
                let (number, offset) = self.split(pointer);
                self.terms.concat(number, offset)
            }
        }
    }

    fn same_object(&mut self, x: TermId, y: TermId) -> TermId {
        let (x_object, _) = self.split(x);
        let (y_object, _) = self.split(y);
        self.terms.eq(x_object, y_object)
    }

    /// The value of `from` type as one of type `to`.
    pub fn convert(&mut self, value: TermId, from: TypeId, to: TypeId) -> TermId {
        if from == to {
            return value;
        }
        match self.program.types.get(to) {
            Type::Bool => {
                let truth = self.truth(value, from);
                self.terms.bool_to_bits(truth, 8)
            }
            Type::Void => self.terms.bits(1, 0),
            _ if self.is_float(from) || self.is_float(to) => self.float_convert(value, Rounding::Nearest, from, to),
            Type::Int(_) | Type::Enum(_) | Type::Pointer(_) => {
                let (width, new_width) = (self.terms.width(value), self.bits_of(to));
                if new_width <= width {
                    self.terms.extract(value, new_width - 1, 0)
                } else if self.program.types.is_signed(from) {
                    self.terms.sign_extend(value, new_width)
                } else {
                    self.terms.zero_extend(value, new_width)
                }
            }
            Type::Float(_) | Type::Array { .. } | Type::Record(_) | Type::Function(_) => self.terms.bits(1, 0),
        }
    }

    fn check_not(&mut self, at: At, expr: ExprId, class: PropertyClass, bad: TermId) {
        let good = self.terms.not(bad);
        self.check(at, Site::Expr(expr), class, good);
    }

    /// The size that pointer arithmetic on this type counts in.
    fn pointee_size(&self, pointer: TypeId) -> u64 {
        let pointee = self.program.types.pointee(pointer);
        pointee.and_then(|ty| self.program.types.size_of(ty)).unwrap_or(1)
    }
}
