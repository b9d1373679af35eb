//! The operators as terms. A word of one bit is bits, not a Boolean.

use whyc_term::{Sort, TermId, TermStore};

use super::ops::Op;

/// `op` applied to `args`, whose sorts fit.
pub(super) fn apply(store: &mut TermStore, op: Op, args: &[TermId]) -> TermId {
    match *args {
        [a] => unary(store, op, a),
        [a, b] => binary(store, op, a, b),
        [a, b, c] => ternary(store, op, a, b, c),
        _ => panic!("{} should have one to three operands", op.name()),
    }
}

fn unary(store: &mut TermStore, op: Op, a: TermId) -> TermId {
    let width = store.width(a);
    match op {
        Op::Not => store.bits_not(a),
        Op::Neg => store.neg(a),
        Op::Inc | Op::Dec => {
            let one = store.bits(width, 1);
            if op == Op::Inc { store.add(a, one) } else { store.sub(a, one) }
        }
        Op::Redand => {
            let ones = store.bits(width, u128::MAX);
            let all = store.eq(a, ones);
            store.bool_to_bits(all, 1)
        }
        Op::Redor => {
            let any = store.bits_to_bool(a);
            store.bool_to_bits(any, 1)
        }
        Op::Redxor => {
            let zero = store.bits(1, 0);
            (0..width).fold(zero, |parity, bit| {
                let bit = store.extract(a, bit, bit);
                store.bits_xor(parity, bit)
            })
        }
        Op::Slice { hi, lo } => store.extract(a, hi, lo),
        Op::Uext(more) => store.zero_extend(a, width + more),
        Op::Sext(more) => store.sign_extend(a, width + more),
        op => panic!("{} should not have one operand", op.name()),
    }
}

fn binary(store: &mut TermStore, op: Op, a: TermId, b: TermId) -> TermId {
    match op {
        Op::And => store.bits_and(a, b),
        Op::Or => store.bits_or(a, b),
        Op::Xor => store.bits_xor(a, b),
        Op::Nand | Op::Nor | Op::Xnor => {
            let plain = match op {
                Op::Nand => store.bits_and(a, b),
                Op::Nor => store.bits_or(a, b),
                _ => store.bits_xor(a, b),
            };
            store.bits_not(plain)
        }
        Op::Implies => {
            let not_a = store.bits_not(a);
            store.bits_or(not_a, b)
        }
        Op::Sll => store.shl(a, b),
        Op::Srl => store.lshr(a, b),
        Op::Sra => store.ashr(a, b),
        Op::Rol | Op::Ror => rotate(store, op, a, b),
        Op::Add => store.add(a, b),
        Op::Sub => store.sub(a, b),
        Op::Mul => store.mul(a, b),
        Op::Udiv => store.udiv(a, b),
        Op::Urem => store.urem(a, b),
        Op::Sdiv => store.sdiv(a, b),
        Op::Srem => store.srem(a, b),
        Op::Smod => smod(store, a, b),
        Op::Concat => store.concat(a, b),
        Op::Read => store.select(a, b),
        op => {
            let holds = predicate(store, op, a, b);
            store.bool_to_bits(holds, 1)
        }
    }
}

fn predicate(store: &mut TermStore, op: Op, a: TermId, b: TermId) -> TermId {
    match op {
        Op::Eq | Op::Iff => equal(store, a, b),
        Op::Neq => {
            let same = equal(store, a, b);
            store.not(same)
        }
        Op::Sgt => store.sgt(a, b),
        Op::Ugt => store.ugt(a, b),
        Op::Sgte => store.sge(a, b),
        Op::Ugte => store.uge(a, b),
        Op::Slt => store.slt(a, b),
        // The difference of unsigned numbers does not fit if it is negative.
        Op::Ult | Op::Usubo => store.ult(a, b),
        Op::Slte => store.sle(a, b),
        Op::Ulte => store.ule(a, b),
        Op::Uaddo => store.uadd_overflows(a, b),
        Op::Saddo => store.sadd_overflows(a, b),
        Op::Sdivo => store.sdiv_overflows(a, b),
        Op::Umulo => store.umul_overflows(a, b),
        Op::Smulo => store.smul_overflows(a, b),
        Op::Ssubo => store.ssub_overflows(a, b),
        op => panic!("{} should not have two operands", op.name()),
    }
}

/// Equality; of arrays element by element, however large they are.
fn equal(store: &mut TermStore, a: TermId, b: TermId) -> TermId {
    let Sort::Array { index, .. } = store.sort(a) else { return store.eq(a, b) };
    let elements: Vec<TermId> = (0..1u128 << index)
        .map(|at| {
            let at = store.bits(index, at);
            let (x, y) = (store.select(a, at), store.select(b, at));
            store.eq(x, y)
        })
        .collect();
    store.and_all(&elements)
}

fn ternary(store: &mut TermStore, op: Op, a: TermId, b: TermId, c: TermId) -> TermId {
    match op {
        Op::Ite => {
            let cond = store.bits_to_bool(a);
            store.ite(cond, b, c)
        }
        Op::Write => store.store(a, b, c),
        op => panic!("{} should not have three operands", op.name()),
    }
}

/// The bits of `a` moved in a circle by `b`, which may be larger than the width.
fn rotate(store: &mut TermStore, op: Op, a: TermId, b: TermId) -> TermId {
    let width = store.width(a);
    let modulus = store.bits(width, u128::from(width));
    let there = store.urem(b, modulus);
    // Where `there` is zero, the other shift is by the whole width and leaves nothing.
    let back = store.sub(modulus, there);
    let (left, right) = if op == Op::Rol { (there, back) } else { (back, there) };
    let (high, low) = (store.shl(a, left), store.lshr(a, right));
    store.bits_or(high, low)
}

/// The remainder with the sign of the divisor; the dividend where the divisor is zero.
fn smod(store: &mut TermStore, a: TermId, b: TermId) -> TermId {
    let zero = store.bits(store.width(a), 0);
    let remainder = store.srem(a, b);
    let shifted = store.add(remainder, b);
    let nonzero = store.ne(remainder, zero);
    let (sign, sign_b) = (store.slt(remainder, zero), store.slt(b, zero));
    let differ = store.xor(sign, sign_b);
    let shift = store.and(nonzero, differ);
    store.ite(shift, shifted, remainder)
}
