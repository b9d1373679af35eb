//! Shifts by a variable amount: one row of multiplexers per bit of the amount.

use whyc_aig::{Aig, Edge};

/// `a << by`; zero from the width on.
pub fn shl(aig: &mut Aig, a: &[Edge], by: &[Edge]) -> Vec<Edge> {
    let reversed: Vec<Edge> = a.iter().rev().copied().collect();
    let mut shifted = shift_right(aig, &reversed, by, Edge::FALSE);
    shifted.reverse();
    shifted
}

/// `a >> by`, filling with `fill`; `fill` alone from the width on.
pub fn shift_right(aig: &mut Aig, a: &[Edge], by: &[Edge], fill: Edge) -> Vec<Edge> {
    let width = a.len();
    let mut shifted = a.to_vec();
    let mut too_far = Edge::FALSE;
    for (at, &cond) in by.iter().enumerate() {
        match 1usize.checked_shl(at as u32).filter(|&distance| distance < width) {
            Some(distance) => {
                shifted = (0..width)
                    .map(|bit| {
                        let from = shifted.get(bit + distance).copied().unwrap_or(fill);
                        aig.mux(cond, from, shifted[bit])
                    })
                    .collect();
            }
            // This bit alone shifts everything out.
            None => too_far = aig.or(too_far, cond),
        }
    }
    shifted.iter().map(|&bit| aig.mux(too_far, fill, bit)).collect()
}
