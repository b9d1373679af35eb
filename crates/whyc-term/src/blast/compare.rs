//! Equality and order.

use whyc_aig::{Aig, Edge};

/// `a = b`.
pub fn eq(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    let same: Vec<Edge> = a.iter().zip(b).map(|(&x, &y)| aig.iff(x, y)).collect();
    aig.and_all(&same)
}

/// Unsigned `a < b`.
pub fn ult(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    // The highest bit that differs decides, which is the carry chain of b + ¬a.
    a.iter().zip(b).fold(Edge::FALSE, |below, (&x, &y)| aig.majority(!x, y, below))
}

/// Signed `a < b`.
pub fn slt(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    // The sign counts the other way round.
    let top = a.len() - 1;
    let below = ult(aig, &a[..top], &b[..top]);
    aig.majority(a[top], !b[top], below)
}
