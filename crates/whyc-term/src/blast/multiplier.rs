//! Products and their overflows: shift and add, one row per bit of the multiplier.

use whyc_aig::{Aig, Edge};

use super::adder::add_with_carry;

/// `a · b`, cut to the width of the operands.
pub fn mul(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let (a, b) = multiplier_last(a, b);
    product(aig, a, b)
}

/// The unsigned product does not fit.
///
/// Either two bits meet whose weights alone exceed the width, or the product of one bit more has
/// its top bit set (Gök, *Integer multipliers with overflow detection*, 2006).
pub fn umul_overflows(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (a, b) = multiplier_last(a, b);
    let width = a.len();
    let extended = |bits: &[Edge]| [bits, &[Edge::FALSE]].concat();
    let top = product(aig, &extended(a), &extended(b))[width];
    let heavy = weights_reach(aig, a, b, width);
    aig.or(heavy, top)
}

/// The signed product does not fit; the same, on magnitudes.
pub fn smul_overflows(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let (a, b) = multiplier_last(a, b);
    let width = a.len();
    let extended = |bits: &[Edge]| [bits, &bits[width - 1..]].concat();
    let product = product(aig, &extended(a), &extended(b));
    let sign_lost = aig.xor(product[width], product[width - 1]);
    let (a, b) = (magnitude(aig, a), magnitude(aig, b));
    let heavy = weights_reach(aig, &a, &b, width - 1);
    aig.or(heavy, sign_lost)
}

/// A signed number without its sign: one bit less, flipped for negative numbers.
pub(super) fn magnitude(aig: &mut Aig, bits: &[Edge]) -> Vec<Edge> {
    let (&sign, rest) = bits.split_last().expect("a number should have bits");
    rest.iter().map(|&edge| aig.xor(edge, sign)).collect()
}

/// Whether set bits `i` of `a` and `j` of `b`, which are as wide, exist with `i + j` at least `sum`.
pub(super) fn weights_reach(aig: &mut Aig, a: &[Edge], b: &[Edge], sum: usize) -> Edge {
    let width = a.len();
    let first = (sum + 1).saturating_sub(width);
    // The bits of `a` that are high enough for bit `j` of `b`: with `j` there are more of them.
    let mut any_high = aig.or_all(&a[width.min(sum + 1 - first)..]);
    let mut reach = Edge::FALSE;
    for (j, &by) in b.iter().enumerate().skip(first) {
        if let Some(i) = sum.checked_sub(j) {
            any_high = aig.or(any_high, a[i]);
        }
        let meet = aig.and(any_high, by);
        reach = aig.or(reach, meet);
    }
    reach
}

/// The product cut to the width of the operands, whose lower bits do not depend on that width.
fn product(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let width = a.len();
    let mut sum = vec![Edge::FALSE; width];
    for (at, &by) in b.iter().enumerate() {
        if by == Edge::FALSE {
            continue;
        }
        let row: Vec<Edge> = a[..width - at].iter().map(|&edge| aig.and(edge, by)).collect();
        let (added, _) = add_with_carry(aig, &sum[at..], &row, Edge::FALSE);
        sum[at..].copy_from_slice(&added);
    }
    sum
}

/// The operands with the one last that gives fewer rows.
fn multiplier_last<'a>(a: &'a [Edge], b: &'a [Edge]) -> (&'a [Edge], &'a [Edge]) {
    let n_rows = |bits: &[Edge]| bits.iter().filter(|&&edge| edge != Edge::FALSE).count();
    if n_rows(a) < n_rows(b) { (b, a) } else { (a, b) }
}
