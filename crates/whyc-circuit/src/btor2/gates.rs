//! The operators as gates, over words of any width: one edge for each bit, the least significant first.

use whyc_aig::{Aig, Edge};
use whyc_term::blast::{adder, compare, divider, multiplier, shifter};

use super::ops::Op;

/// `op` applied to words whose sorts fit.
pub(super) fn apply(aig: &mut Aig, op: Op, args: &[&[Edge]]) -> Vec<Edge> {
    match *args {
        [a] => unary(aig, op, a),
        [a, b] => binary(aig, op, a, b),
        [cond, then, other] => mux(aig, cond[0], then, other),
        _ => panic!("{} should have one to three operands", op.name()),
    }
}

/// More gates than `op` can take on words of `width` bits, for those who have to know before.
pub(super) fn at_most(op: Op, width: u32) -> u64 {
    let width = u64::from(width);
    match op {
        Op::Mul | Op::Umulo | Op::Smulo => 16 * width * width,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Smod => 24 * width * width,
        Op::Rol | Op::Ror => 4 * width * width,
        Op::Sll | Op::Srl | Op::Sra => 4 * width * (u64::from(width.ilog2()) + 3),
        Op::Slice { .. } | Op::Uext(_) | Op::Sext(_) | Op::Concat | Op::Not => 0,
        _ => 16 * width,
    }
}

/// `then` where `cond` holds, `other` elsewhere.
pub(super) fn mux(aig: &mut Aig, cond: Edge, then: &[Edge], other: &[Edge]) -> Vec<Edge> {
    then.iter().zip(other).map(|(&then, &other)| aig.mux(cond, then, other)).collect()
}

/// A number as a word.
pub(super) fn constant(value: u64, width: usize) -> Vec<Edge> {
    (0..width).map(|bit| Edge::constant(bit < 64 && value >> bit & 1 == 1)).collect()
}

fn unary(aig: &mut Aig, op: Op, a: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    match op {
        Op::Not => adder::not(a),
        Op::Neg => adder::neg(aig, a),
        Op::Inc => adder::add_with_carry(aig, a, &constant(0, width), Edge::TRUE).0,
        // a - 1 = a + ¬0
        Op::Dec => adder::add(aig, a, &vec![Edge::TRUE; width]),
        Op::Redand => vec![aig.and_all(a)],
        Op::Redor => vec![aig.or_all(a)],
        Op::Redxor => vec![a.iter().fold(Edge::FALSE, |parity, &bit| aig.xor(parity, bit))],
        Op::Slice { hi, lo } => a[lo as usize..=hi as usize].to_vec(),
        Op::Uext(more) => [a, &vec![Edge::FALSE; more as usize]].concat(),
        Op::Sext(more) => [a, &vec![a[width - 1]; more as usize]].concat(),
        op => panic!("{} should not have one operand", op.name()),
    }
}

fn binary(aig: &mut Aig, op: Op, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let bitwise = |aig: &mut Aig, gate: fn(&mut Aig, Edge, Edge) -> Edge| -> Vec<Edge> {
        a.iter().zip(b).map(|(&x, &y)| gate(aig, x, y)).collect()
    };
    match op {
        Op::And => bitwise(aig, Aig::and),
        Op::Nand => bitwise(aig, |aig, x, y| !aig.and(x, y)),
        Op::Or => bitwise(aig, Aig::or),
        Op::Nor => bitwise(aig, |aig, x, y| !aig.or(x, y)),
        Op::Xor => bitwise(aig, Aig::xor),
        Op::Xnor => bitwise(aig, Aig::iff),
        Op::Implies => bitwise(aig, Aig::implies),
        Op::Sll => shifter::shl(aig, a, b),
        Op::Srl => shifter::shift_right(aig, a, b, Edge::FALSE),
        Op::Sra => shifter::shift_right(aig, a, b, a[a.len() - 1]),
        Op::Rol | Op::Ror => rotate(aig, op, a, b),
        Op::Add => adder::add(aig, a, b),
        Op::Sub => adder::sub(aig, a, b),
        Op::Mul => multiplier::mul(aig, a, b),
        Op::Udiv => divider::udivrem(aig, a, b).quotient,
        Op::Urem => divider::udivrem(aig, a, b).remainder,
        Op::Sdiv => sdiv(aig, a, b),
        Op::Srem => srem(aig, a, b),
        Op::Smod => smod(aig, a, b),
        Op::Concat => [b, a].concat(),
        op => vec![predicate(aig, op, a, b)],
    }
}

fn predicate(aig: &mut Aig, op: Op, a: &[Edge], b: &[Edge]) -> Edge {
    match op {
        Op::Eq | Op::Iff => compare::eq(aig, a, b),
        Op::Neq => !compare::eq(aig, a, b),
        Op::Sgt => compare::slt(aig, b, a),
        Op::Ugt => compare::ult(aig, b, a),
        Op::Sgte => !compare::slt(aig, a, b),
        Op::Ugte => !compare::ult(aig, a, b),
        Op::Slt => compare::slt(aig, a, b),
        // The difference of unsigned numbers does not fit if it is negative.
        Op::Ult | Op::Usubo => compare::ult(aig, a, b),
        Op::Slte => !compare::slt(aig, b, a),
        Op::Ulte => !compare::ult(aig, b, a),
        Op::Uaddo => adder::add_with_carry(aig, a, b, Edge::FALSE).1,
        Op::Saddo => adder::sadd_overflows(aig, a, b),
        Op::Ssubo => adder::ssub_overflows(aig, a, b),
        Op::Umulo => multiplier::umul_overflows(aig, a, b),
        Op::Smulo => multiplier::smul_overflows(aig, a, b),
        Op::Sdivo => {
            // Only the smallest number has no counterpart.
            let (&sign, rest) = a.split_last().expect("a word should have bits");
            let low = aig.or_all(rest);
            let smallest = aig.and(sign, !low);
            let minus_one = aig.and_all(b);
            aig.and(smallest, minus_one)
        }
        op => panic!("{} should not have two operands that are words", op.name()),
    }
}

/// The quotient rounded towards zero. Where the divisor is zero it is that of magnitudes, all ones, with
/// the sign of the dividend: 1 or -1.
fn sdiv(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let (magnitude_a, magnitude_b) = (adder::abs(aig, a), adder::abs(aig, b));
    let quotient = divider::udivrem(aig, &magnitude_a, &magnitude_b).quotient;
    let negative = aig.xor(a[a.len() - 1], b[b.len() - 1]);
    adder::neg_where(aig, negative, &quotient)
}

/// The remainder with the sign of the dividend; the dividend where the divisor is zero.
fn srem(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let (magnitude_a, magnitude_b) = (adder::abs(aig, a), adder::abs(aig, b));
    let remainder = divider::udivrem(aig, &magnitude_a, &magnitude_b).remainder;
    adder::neg_where(aig, a[a.len() - 1], &remainder)
}

/// The remainder with the sign of the divisor; the dividend where the divisor is zero.
fn smod(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let remainder = srem(aig, a, b);
    let shifted = adder::add(aig, &remainder, b);
    let top = a.len() - 1;
    let nonzero = aig.or_all(&remainder);
    let differ = aig.xor(remainder[top], b[top]);
    let shift = aig.and(nonzero, differ);
    mux(aig, shift, &shifted, &remainder)
}

/// The bits of `a` moved in a circle by `by`, which may be larger than the width.
fn rotate(aig: &mut Aig, op: Op, a: &[Edge], by: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let mut rotated = a.to_vec();
    // Bit `at` of the distance moves everything by two to the power of `at`, however often that goes around.
    let mut distance = 1;
    for &cond in by.iter().take_while(|_| width > 1) {
        let back = if op == Op::Ror { distance } else { (width - distance) % width };
        let moved: Vec<Edge> = (0..width).map(|bit| rotated[(bit + back) % width]).collect();
        rotated = mux(aig, cond, &moved, &rotated);
        distance = 2 * distance % width;
        // Powers of two come around after as many steps as they have factors.
        if distance == 0 {
            break;
        }
    }
    rotated
}
