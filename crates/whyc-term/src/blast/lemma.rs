//! What is true of a product or quotient and cheaper to say than what it is.
//!
//! Each lemma is an edge that is true whenever the bits of the result are what the operator makes of the operands. Together
//! they say what is mostly needed of arithmetic: nothing times zero, no remainder above its divisor, no quotient above its
//! dividend. A width has about as many gates as a sum.

use whyc_aig::{Aig, Edge};

use super::adder::{abs, neg};
use super::compare::{eq, ult};
use super::multiplier::{magnitude, mul, weights_reach};
use crate::node::Op;

/// So many low bits of a product are told exactly: they depend on no others.
const LOW_BITS: usize = 4;

/// Lemmas about `result`, which should be `a` `op` `b`. The operands are at least two bits wide.
pub(super) fn lemmas(aig: &mut Aig, op: Op, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    match op {
        Op::Mul => product(aig, a, b, result),
        Op::Udiv => quotient(aig, a, b, result),
        Op::Urem => remainder(aig, a, b, result),
        Op::Sdiv => signed_quotient(aig, a, b, result),
        Op::Srem => signed_remainder(aig, a, b, result),
        Op::UmulOverflows => unsigned_overflow(aig, a, b, result[0]),
        Op::SmulOverflows => signed_overflow(aig, a, b, result[0]),
        _ => Vec::new(),
    }
}

fn product(aig: &mut Aig, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        all.push(where_constant(aig, x, 0, &constant(0, width), result));
        all.push(where_constant(aig, x, 1, y, result));
        let minus_y = neg(aig, y);
        all.push(where_constant(aig, x, u128::MAX, &minus_y, result));
    }
    let low = LOW_BITS.min(width);
    let exact = mul(aig, &a[..low], &b[..low]);
    all.push(eq(aig, &exact, &result[..low]));
    // Where nothing is lost, a product is at least as large as its factors.
    let lost = weights_reach(aig, a, b, width - 1);
    for (x, y) in [(a, b), (b, a)] {
        let y_is_zero = is_constant(aig, y, 0);
        let smaller = ult(aig, result, x);
        all.push(aig.or_all(&[lost, y_is_zero, !smaller]));
    }
    // The same for numbers with a sign, which is that of the factors.
    let lost = may_overflow(aig, a, b);
    let sign = aig.xor(a[width - 1], b[width - 1]);
    let right_sign = aig.iff(result[width - 1], sign);
    let (a_is_zero, b_is_zero) = (is_constant(aig, a, 0), is_constant(aig, b, 0));
    all.push(aig.or_all(&[lost, a_is_zero, b_is_zero, right_sign]));
    let size = abs(aig, result);
    for (x, y_is_zero) in [(a, b_is_zero), (b, a_is_zero)] {
        let size_x = abs(aig, x);
        let smaller = ult(aig, &size, &size_x);
        all.push(aig.or_all(&[lost, y_is_zero, !smaller]));
    }
    all
}

/// That a signed product may not fit, as far as the highest bits of its factors tell.
fn may_overflow(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    let (a, b) = (magnitude(aig, a), magnitude(aig, b));
    // A number whose highest set bit is `i` is at most two to the `i + 1`, even if it is negative.
    let perhaps = weights_reach(aig, &a, &b, width.saturating_sub(3));
    aig.or_all(&[perhaps, a[width - 2], b[width - 2]])
}

fn quotient(aig: &mut Aig, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let by_zero = is_constant(aig, b, 0);
    let below = ult(aig, a, b);
    let is_zero = is_constant(aig, result, 0);
    let greater = ult(aig, a, result);
    let half: Vec<Edge> = a[1..].iter().copied().chain([Edge::FALSE]).collect();
    let above_half = ult(aig, &half, result);
    let at_least_two = aig.or_all(&b[1..]);
    let all_ones = constant(u128::MAX, width);
    let rule = eq(aig, result, &all_ones);
    vec![
        aig.implies(by_zero, rule),
        aig.or(by_zero, !greater),
        aig.iff(below, is_zero),
        aig.implies(at_least_two, !above_half),
        where_constant(aig, b, 1, a, result),
    ]
}

fn remainder(aig: &mut Aig, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    let by_zero = is_constant(aig, b, 0);
    let below = ult(aig, a, b);
    let same = eq(aig, a, result);
    let small = ult(aig, result, b);
    let greater = ult(aig, a, result);
    vec![aig.implies(by_zero, same), aig.or(by_zero, small), aig.implies(below, same), !greater]
}

fn signed_quotient(aig: &mut Aig, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let (size_a, size_b, size) = (abs(aig, a), abs(aig, b), abs(aig, result));
    let by_zero = is_constant(aig, b, 0);
    let below = ult(aig, &size_a, &size_b);
    let is_zero = is_constant(aig, result, 0);
    let greater = ult(aig, &size_a, &size);
    let by_minus_one = is_constant(aig, b, u128::MAX);
    let signs_differ = aig.xor(a[width - 1], b[width - 1]);
    let right_sign = aig.iff(result[width - 1], signs_differ);
    let minus_a = neg(aig, a);
    vec![
        aig.or(by_zero, !greater),
        aig.implies(below, is_zero),
        // The least number divided by minus one is itself.
        aig.or_all(&[by_zero, by_minus_one, is_zero, right_sign]),
        where_constant(aig, b, 1, a, result),
        where_constant(aig, b, u128::MAX, &minus_a, result),
    ]
}

fn signed_remainder(aig: &mut Aig, a: &[Edge], b: &[Edge], result: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let (size_a, size_b, size) = (abs(aig, a), abs(aig, b), abs(aig, result));
    let by_zero = is_constant(aig, b, 0);
    let below = ult(aig, &size_a, &size_b);
    let same = eq(aig, a, result);
    let small = ult(aig, &size, &size_b);
    let greater = ult(aig, &size_a, &size);
    let is_zero = is_constant(aig, result, 0);
    let right_sign = aig.iff(result[width - 1], a[width - 1]);
    vec![
        aig.implies(by_zero, same),
        aig.or(by_zero, small),
        aig.implies(below, same),
        !greater,
        aig.or(is_zero, right_sign),
    ]
}

fn unsigned_overflow(aig: &mut Aig, a: &[Edge], b: &[Edge], overflows: Edge) -> Vec<Edge> {
    let surely = weights_reach(aig, a, b, a.len());
    let perhaps = weights_reach(aig, a, b, a.len() - 1);
    vec![aig.implies(surely, overflows), aig.implies(overflows, perhaps)]
}

fn signed_overflow(aig: &mut Aig, a: &[Edge], b: &[Edge], overflows: Edge) -> Vec<Edge> {
    let width = a.len();
    let mut all: Vec<Edge> = Vec::new();
    for x in [a, b] {
        for harmless in [0, 1] {
            let is_it = is_constant(aig, x, harmless);
            all.push(!aig.and(is_it, overflows));
        }
    }
    let perhaps = may_overflow(aig, a, b);
    let (a, b) = (magnitude(aig, a), magnitude(aig, b));
    let surely = weights_reach(aig, &a, &b, width - 1);
    all.extend([aig.implies(surely, overflows), aig.implies(overflows, perhaps)]);
    all
}

/// Where `x` is `value`, `result` is `then`.
pub(super) fn where_constant(aig: &mut Aig, x: &[Edge], value: u128, then: &[Edge], result: &[Edge]) -> Edge {
    let is_it = is_constant(aig, x, value);
    let same = eq(aig, then, result);
    aig.implies(is_it, same)
}

/// Whether `bits` are the low bits of `value`.
pub(super) fn is_constant(aig: &mut Aig, bits: &[Edge], value: u128) -> Edge {
    let value = constant(value, bits.len());
    eq(aig, bits, &value)
}

/// The low bits of `value`.
pub(super) fn constant(value: u128, width: usize) -> Vec<Edge> {
    (0..width).map(|at| Edge::constant(at >= 128 || value >> at & 1 == 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::{Shape, eval_op};

    /// All operands of up to five bits: every lemma is true of what the operator means.
    #[test]
    fn lemmas_are_true() {
        for op in [Op::Mul, Op::Udiv, Op::Urem, Op::Sdiv, Op::Srem, Op::UmulOverflows, Op::SmulOverflows] {
            for width in 2..=5usize {
                for (a, b) in (0..1u128 << width).flat_map(|a| (0..1u128 << width).map(move |b| (a, b))) {
                    let n = if matches!(op, Op::UmulOverflows | Op::SmulOverflows) { 1 } else { width };
                    let shape = Shape { width: n as u32, arg_width: width as u32, lo: 0 };
                    let result = eval_op(op, shape, &[a, b]);
                    let mut aig = Aig::new();
                    let [x, y] = [a, b].map(|value| constant(value, width));
                    let all = lemmas(&mut aig, op, &x, &y, &constant(result, n));
                    assert!(!all.is_empty());
                    for (idx, lemma) in all.into_iter().enumerate() {
                        assert_eq!(lemma, Edge::TRUE, "lemma {idx} of {} for {a} and {b} of {width} bits", op.name());
                    }
                }
            }
        }
    }

    /// They are worth something: wrong results are mostly refuted.
    #[test]
    fn lemmas_refute() {
        for (op, at_least) in [(Op::Mul, 50), (Op::Udiv, 50), (Op::Urem, 40), (Op::Sdiv, 50), (Op::Srem, 40)] {
            let (mut n_wrong, mut n_refuted) = (0, 0);
            for (a, b) in (0..16u128).flat_map(|a| (0..16u128).map(move |b| (a, b))) {
                for wrong in 0..16 {
                    if wrong == eval_op(op, Shape { width: 4, arg_width: 4, lo: 0 }, &[a, b]) {
                        continue;
                    }
                    let mut aig = Aig::new();
                    let [x, y, result] = [a, b, wrong].map(|value| constant(value, 4));
                    n_wrong += 1;
                    n_refuted += usize::from(lemmas(&mut aig, op, &x, &y, &result).contains(&Edge::FALSE));
                }
            }
            assert!(n_refuted * 100 > n_wrong * at_least, "{}: {n_refuted} of {n_wrong}", op.name());
        }
    }
}
