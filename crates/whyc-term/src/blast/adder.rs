//! Sums, differences and their overflows: ripple-carry, from the least significant bit.

use whyc_aig::{Aig, Edge};

/// `a + b`.
pub fn add(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    add_with_carry(aig, a, b, Edge::FALSE).0
}

/// `a - b`.
pub fn sub(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    // a - b = a + ¬b + 1
    add_with_carry(aig, a, &not(b), Edge::TRUE).0
}

/// `-a`.
pub fn neg(aig: &mut Aig, a: &[Edge]) -> Vec<Edge> {
    neg_where(aig, Edge::TRUE, a)
}

/// `-a` where `cond` holds, `a` elsewhere.
pub fn neg_where(aig: &mut Aig, cond: Edge, a: &[Edge]) -> Vec<Edge> {
    // -a = ¬a + 1, with both the flips and the 1 made conditional.
    let mut carry = cond;
    a.iter()
        .map(|&edge| {
            let flipped = aig.xor(edge, cond);
            let sum = aig.xor(flipped, carry);
            carry = aig.and(flipped, carry);
            sum
        })
        .collect()
}

/// The absolute value of `a` as an unsigned number.
pub fn abs(aig: &mut Aig, a: &[Edge]) -> Vec<Edge> {
    neg_where(aig, a[a.len() - 1], a)
}

/// `a + b + carry` and the carry out of the last bit.
pub fn add_with_carry(aig: &mut Aig, a: &[Edge], b: &[Edge], carry: Edge) -> (Vec<Edge>, Edge) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = aig.xor(x, y);
        sum.push(aig.xor(half, carry));
        // The majority of x, y and carry, with half at hand.
        carry = aig.mux(half, carry, x);
    }
    (sum, carry)
}

/// The signed sum does not fit: both operands have the sign that the sum has not.
pub fn sadd_overflows(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let sum = add(aig, a, b);
    sign_lost(aig, a, b, &sum)
}

/// The signed difference does not fit.
pub fn ssub_overflows(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let difference = sub(aig, a, b);
    sign_lost(aig, a, &not(b), &difference)
}

fn sign_lost(aig: &mut Aig, a: &[Edge], b: &[Edge], sum: &[Edge]) -> Edge {
    let top = a.len() - 1;
    let from_a = aig.xor(a[top], sum[top]);
    let from_b = aig.xor(b[top], sum[top]);
    aig.and(from_a, from_b)
}

/// Every bit flipped.
pub fn not(a: &[Edge]) -> Vec<Edge> {
    a.iter().map(|&edge| !edge).collect()
}
