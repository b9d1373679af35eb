//! The operations that C spells as calls of built-in functions.

use whyc_ir::block::BlockLife;
use whyc_ir::expr::{ExprId, Intrinsic};
use whyc_ir::property::{PropertyClass, Site};
use whyc_ir::types::TypeId;
use whyc_term::TermId;
use whyc_term::float::Rounding;

use crate::state::{At, Machine, State};
use crate::step::ObjectRoot;

/// An integer of any type.
#[derive(Clone, Copy, Debug)]
struct Magnitude {
    /// A Boolean.
    negative: TermId,
    /// Unsigned.
    value: TermId,
}

impl Machine<'_> {
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        at: At,
        expr: ExprId,
        op: Intrinsic,
        args: &[ExprId],
    ) -> TermId {
        let body = self.body(at);
        let bits = self.bits_of(body.exprs[expr].ty).max(1);
        let values: Vec<TermId> = args.iter().map(|&arg| self.operand(state, at, arg)).collect();
        let x = values[0];
        let result = match op {
            Intrinsic::Math(op) => return self.math(at, expr, op, Rounding::Nearest, &values, body.exprs[args[0]].ty),
            Intrinsic::Rounded(op) => return self.rounded(at, expr, op, &values, body.exprs[args[0]].ty),
            Intrinsic::ObjectSize => self.object_size(x),
            Intrinsic::PointerObject => self.split(x).0,
            Intrinsic::PointerOffset => {
                let (_, offset) = self.split(x);
                self.terms.sign_extend(offset, 64)
            }
            Intrinsic::IsAlive | Intrinsic::IsDynamic => self.is_such_object(state, op, x),
            Intrinsic::PointerBits => {
                let (object, _) = self.split(x);
                let span = body.exprs[expr].span;
                self.cut_off_large(at, span, object);
                self.whole_address(x)
            }
            Intrinsic::AddOverflows | Intrinsic::SubOverflows | Intrinsic::MulOverflows => {
                let [a, b, target] = [0, 1, 2].map(|k| body.exprs[args[k]].ty);
                let overflows = self.overflows(op, (x, a), (values[1], b), target);
                self.terms.bool_to_bits(overflows, 1)
            }
            Intrinsic::Popcount => self.popcount(x),
            Intrinsic::Clz | Intrinsic::Ctz => {
                let nonzero = self.terms.bits_to_bool(x);
                self.check(at, Site::Expr(expr), PropertyClass::Shift, nonzero);
                let word = if op == Intrinsic::Ctz { self.reversed(x, 1) } else { x };
                self.leading_zeros(word)
            }
            Intrinsic::Bswap => self.reversed(x, 8),
        };
        if self.terms.width(result) <= bits {
            self.terms.zero_extend(result, bits)
        } else {
            self.terms.extract(result, bits - 1, 0)
        }
    }

    /// Whether a pointer points into an object that is alive, or into a block from the heap.
    fn is_such_object(&mut self, state: &State, question: Intrinsic, pointer: TermId) -> TermId {
        let (number, _) = self.split(pointer);
        let mut holds = self.terms.bool_const(false);
        for object in self.objects_behind(number) {
            let such = match self.objects.get(object).root {
                ObjectRoot::Block(block) if question == Intrinsic::IsDynamic => {
                    let is_heap = self.unrolling.blocks[block].life == BlockLife::Heap;
                    self.terms.bool_const(is_heap)
                }
                ObjectRoot::Local(..) | ObjectRoot::Block(_) if question == Intrinsic::IsAlive => {
                    self.alive(state, object)
                }
                ObjectRoot::Global(_) if question == Intrinsic::IsAlive => self.terms.bool_const(true),
                _ => self.terms.bool_const(false),
            };
            let is_it = self.is_number(number, object);
            let here = self.terms.and(is_it, such);
            holds = self.terms.or(holds, here);
        }
        self.terms.bool_to_bits(holds, 1)
    }

    /// The size of the object that a pointer points into; 0 if there is none.
    fn object_size(&mut self, pointer: TermId) -> TermId {
        let (number, _) = self.split(pointer);
        let mut size = self.terms.bits(64, 0);
        for object in self.objects_behind(number) {
            let info = self.objects.get(object);
            let here = match info.extent {
                Some(extent) => extent,
                None => self.terms.bits(64, u128::from(info.size)),
            };
            let is_it = self.is_number(number, object);
            size = self.terms.ite(is_it, here, size);
        }
        size
    }

    /// Whether the exact result does not fit the type `target`.
    fn overflows(
        &mut self,
        op: Intrinsic,
        (x, x_ty): (TermId, TypeId),
        (y, y_ty): (TermId, TypeId),
        target: TypeId,
    ) -> TermId {
        let kind = |ty| (self.bits_of(ty), self.program.types.is_signed(ty));
        let (x_kind, y_kind, (bits, is_signed)) = (kind(x_ty), kind(y_ty), kind(target));
        if x_kind == y_kind && x_kind == (bits, is_signed) {
            return match (op, is_signed) {
                (Intrinsic::MulOverflows, true) => self.terms.smul_overflows(x, y),
                (Intrinsic::MulOverflows, false) => self.terms.umul_overflows(x, y),
                (Intrinsic::SubOverflows, true) => self.terms.ssub_overflows(x, y),
                (Intrinsic::SubOverflows, false) => self.terms.ult(x, y),
                (_, true) => self.terms.sadd_overflows(x, y),
                (_, false) => self.terms.uadd_overflows(x, y),
            };
        }
        // Signs and magnitudes, since 128 bits leave no room to extend anything by one.
        let width = bits.max(x_kind.0).max(y_kind.0);
        let a = self.magnitude(x, x_kind.1, width);
        let mut b = self.magnitude(y, y_kind.1, width);
        if op == Intrinsic::SubOverflows {
            b.negative = self.terms.not(b.negative);
        }
        let (exact, too_large) = if op == Intrinsic::MulOverflows { self.product(a, b) } else { self.sum(a, b) };
        let largest = u128::MAX >> (128 - bits);
        let (low, high) = if is_signed { ((largest >> 1) + 1, largest >> 1) } else { (0, largest) };
        let (low, high) = (self.terms.bits(width, low), self.terms.bits(width, high));
        let limit = self.terms.ite(exact.negative, low, high);
        let beyond = self.terms.ult(limit, exact.value);
        self.terms.or(too_large, beyond)
    }

    fn magnitude(&mut self, value: TermId, is_signed: bool, width: u32) -> Magnitude {
        if !is_signed {
            let value = self.terms.zero_extend(value, width);
            return Magnitude { negative: self.terms.bool_const(false), value };
        }
        let value = self.terms.sign_extend(value, width);
        let zero = self.terms.bits(width, 0);
        let negative = self.terms.slt(value, zero);
        let minus = self.terms.neg(value);
        Magnitude { negative, value: self.terms.ite(negative, minus, value) }
    }

    /// The sum, and whether its magnitude needs more bits.
    fn sum(&mut self, a: Magnitude, b: Magnitude) -> (Magnitude, TermId) {
        let same = self.terms.iff(a.negative, b.negative);
        let sum = self.terms.add(a.value, b.value);
        let carry = self.terms.uadd_overflows(a.value, b.value);
        let is_less = self.terms.ult(a.value, b.value);
        let (a_minus_b, b_minus_a) = (self.terms.sub(a.value, b.value), self.terms.sub(b.value, a.value));
        let difference = self.terms.ite(is_less, b_minus_a, a_minus_b);
        let value = self.terms.ite(same, sum, difference);
        let negative = self.terms.ite(is_less, b.negative, a.negative);
        (Magnitude { negative, value }, self.terms.and(same, carry))
    }

    /// The product, and whether its magnitude needs more bits.
    fn product(&mut self, a: Magnitude, b: Magnitude) -> (Magnitude, TermId) {
        let value = self.terms.mul(a.value, b.value);
        let negative = self.terms.xor(a.negative, b.negative);
        (Magnitude { negative, value }, self.terms.umul_overflows(a.value, b.value))
    }

    /// The number of one bits, in as few bits as it may need: neighbours are added in pairs.
    fn popcount(&mut self, x: TermId) -> TermId {
        let mut counts: Vec<TermId> = (0..self.terms.width(x)).map(|at| self.terms.extract(x, at, at)).collect();
        while counts.len() > 1 {
            let mut sums = Vec::with_capacity(counts.len().div_ceil(2));
            for pair in counts.chunks(2) {
                let width = self.terms.width(pair[0]) + 1;
                let mut sum = self.terms.zero_extend(pair[0], width);
                if let Some(&second) = pair.get(1) {
                    let second = self.terms.zero_extend(second, width);
                    sum = self.terms.add(sum, second);
                }
                sums.push(sum);
            }
            counts = sums;
        }
        counts[0]
    }

    /// The number of zero bits above the highest one bit; all of them for zero.
    fn leading_zeros(&mut self, x: TermId) -> TermId {
        let width = self.terms.width(x);
        let mut word = x;
        let count_width = u32::BITS - width.leading_zeros();
        let mut count = self.terms.bits(count_width, 0);
        let steps = u32::BITS - (width - 1).leading_zeros();
        for step in (0..steps).rev().map(|at| 1 << at) {
            let top = self.terms.extract(word, width - 1, width - step);
            let some = self.terms.bits_to_bool(top);
            let low = self.terms.extract(word, width - 1 - step, 0);
            let zeros = self.terms.bits(step, 0);
            let moved = self.terms.concat(low, zeros);
            word = self.terms.ite(some, word, moved);
            let distance = self.terms.bits(count_width, u128::from(step));
            let zero = self.terms.bits(count_width, 0);
            let distance = self.terms.ite(some, zero, distance);
            // The steps are different bits, so that there is nothing to carry.
            count = self.terms.bits_or(count, distance);
        }
        let nonzero = self.terms.bits_to_bool(x);
        let all = self.terms.bits(count_width, u128::from(width));
        self.terms.ite(nonzero, count, all)
    }

    /// The word with its pieces of `size` bits in reverse order.
    fn reversed(&mut self, x: TermId, size: u32) -> TermId {
        let mut result = self.terms.extract(x, size - 1, 0);
        for at in 1..self.terms.width(x) / size {
            let piece = self.terms.extract(x, (at + 1) * size - 1, at * size);
            result = self.terms.concat(result, piece);
        }
        result
    }
}
