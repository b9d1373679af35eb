//! The operators, each with the check it may be due.

use crate::expr::{BinaryOp, Intrinsic, MathOp, Rounded, UnaryOp};
use crate::interp::code::{Due, Scalar};
use crate::interp::directed::{self, Direction};
use crate::interp::env::Environment;
use crate::interp::{float, value};

use super::{Flow, Machine};

impl<E: Environment + ?Sized> Machine<'_, E> {
    pub(super) fn unary(&mut self, op: UnaryOp, scalar: Scalar, due: Due) -> Flow<()> {
        let a = self.pop();
        let result = match (op, scalar) {
            (UnaryOp::Not, _) => u128::from(!self.known(float::truth(scalar, a))?),
            (UnaryOp::BitNot, _) => value::truncate(!a, scalar.bits()),
            (UnaryOp::Neg, Scalar::Float | Scalar::Double | Scalar::LongDouble(_)) => {
                self.known(float::negate(scalar, a))?
            }
            (UnaryOp::Neg, Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_)) => {
                let (result, overflow) = value::arith(BinaryOp::Sub, scalar.bits(), scalar.is_signed(), 0, a);
                self.check(due, !overflow)?;
                result
            }
        };
        self.values.push(result);
        Ok(())
    }

    #[inline]
    pub(super) fn arith(&mut self, op: BinaryOp, scalar: Scalar, overflow: Due, zero: Due) -> Flow<()> {
        let b = self.pop();
        let a = self.pop();
        let result = match scalar {
            Scalar::Float | Scalar::Double | Scalar::LongDouble(_) => self.known(float::arith(op, scalar, a, b))?,
            Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) => {
                self.check(zero, b != 0)?;
                let (result, overflowed) = value::arith(op, scalar.bits(), scalar.is_signed(), a, b);
                self.check(overflow, !overflowed)?;
                result
            }
        };
        self.values.push(result);
        Ok(())
    }

    pub(super) fn shift(&mut self, op: BinaryOp, scalar: Scalar, due: Due, overflow: Due) -> Flow<()> {
        // A negative count of any type is, as bits, not less than any width.
        let count = self.pop();
        let a = self.pop();
        let is_small = count < u128::from(scalar.bits());
        self.check(due, is_small)?;
        let result = value::shift(op, scalar, a, count);
        // Of a number that is not negative, no bit may be lost and the sign may not be reached.
        let number = value::signed(a, scalar.bits());
        let keeps = number >= 0 && value::signed(result, scalar.bits()) >> (count as u32 & 127) == number;
        self.check(overflow, !is_small || keeps)?;
        self.values.push(result);
        Ok(())
    }

    #[inline]
    pub(super) fn compare(&mut self, op: BinaryOp, scalar: Scalar, due: Due) -> Flow<()> {
        let b = self.pop();
        let a = self.pop();
        let holds = match scalar {
            Scalar::Float | Scalar::Double | Scalar::LongDouble(_) => self.known(float::compare(op, scalar, a, b))?,
            Scalar::Bool | Scalar::Unsigned(_) | Scalar::Signed(_) | Scalar::Pointer(_) => {
                self.check(due, self.same_object(a, b))?;
                let met = if matches!(scalar, Scalar::Pointer(_)) { self.meet(op, a as u64, b as u64) } else { None };
                met.unwrap_or_else(|| value::compare(op, scalar, a, b))
            }
        };
        self.values.push(u128::from(holds));
        Ok(())
    }

    pub(super) fn pointer_difference(&mut self, size: u128, due: Due) -> Flow<()> {
        let b = self.pop();
        let a = self.pop();
        self.check(due, self.same_object(a, b))?;
        let (a, b) = (self.code.pointers.widened(a as u64), self.code.pointers.widened(b as u64));
        self.values.push(value::pointer_difference(a, b, size));
        Ok(())
    }

    pub(super) fn overflows(&mut self, op: Intrinsic, a_scalar: Scalar, b_scalar: Scalar, target: Scalar) {
        // Only the type of the third operand matters.
        self.pop();
        let b = self.pop();
        let a = self.pop();
        let overflows = value::overflows(op, (a, a_scalar), (b, b_scalar), target);
        self.values.push(u128::from(overflows));
    }

    pub(super) fn math(&mut self, op: MathOp, scalar: Scalar) -> Flow<()> {
        let b = if op.arity() == 2 { self.pop() } else { 0 };
        let a = self.pop();
        let result = self.known(float::math(op, scalar, a, b))?;
        self.values.push(result);
        Ok(())
    }

    pub(super) fn rounded(&mut self, op: Rounded, from: Scalar, to: Scalar) -> Flow<()> {
        let direction = self.pop();
        let b = if op.arity() == 2 { self.pop() } else { 0 };
        let a = self.pop();
        let Some(direction) = directed::direction(direction) else {
            return Err(self.unsupported(Rounded::NO_DIRECTION));
        };
        let result = match direction {
            Direction::To(_) if from.is_whole() && from.bits() > 64 => {
                return Err(self.unsupported(Rounded::IN_PARTS));
            }
            Direction::To(_) if op == Rounded::NearestOnly => return Err(self.unsupported(Rounded::NEAREST_ALONE)),
            Direction::To(round) => directed::compute(op, round, (from, to), a, b),
            Direction::Nearest => match op {
                Rounded::Add => float::arith(BinaryOp::Add, from, a, b),
                Rounded::Sub => float::arith(BinaryOp::Sub, from, a, b),
                Rounded::Mul => float::arith(BinaryOp::Mul, from, a, b),
                Rounded::Div => float::arith(BinaryOp::Div, from, a, b),
                Rounded::Convert => float::cast(from, to, a),
                Rounded::Sqrt => float::math(MathOp::Sqrt, from, a, b),
                Rounded::Rint => float::math(MathOp::Rint, from, a, b),
                Rounded::NearestOnly => Some(a),
            },
        };
        let result = self.known(result)?;
        self.values.push(result);
        Ok(())
    }

    pub(super) fn bits(&mut self, op: Intrinsic, scalar: Scalar, due: Due) -> Flow<()> {
        let a = self.pop();
        self.check(due, a != 0)?;
        self.values.push(value::bits(op, scalar, a));
        Ok(())
    }

    fn same_object(&self, a: u128, b: u128) -> bool {
        let pointers = self.code.pointers;
        pointers.split(a as u64).0 == pointers.split(b as u64).0
    }
}
