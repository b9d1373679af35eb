//! Unsigned division, the way it is done on paper: one restoring step per bit of the quotient.

use whyc_aig::{Aig, Edge};

use super::adder::{add_with_carry, not};

/// What a division yields.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// `a / b`.
    pub quotient: Vec<Edge>,
    /// `a % b`.
    pub remainder: Vec<Edge>,
}

/// `a / b` and `a % b`. A divisor of zero fits every time and subtracts nothing, so the quotient
/// is all ones and the remainder `a`, just as SMT-LIB has it.
pub fn udivrem(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Quotient {
    let width = a.len();
    let mut quotient = vec![Edge::FALSE; width];
    let mut remainder = vec![Edge::FALSE; width];
    // ¬b with one bit more: the shifted remainder has one.
    let mut not_b = not(b);
    not_b.push(Edge::TRUE);
    for at in (0..width).rev() {
        let mut shifted = Vec::with_capacity(width + 1);
        shifted.push(a[at]);
        shifted.extend_from_slice(&remainder);
        let (difference, fits) = add_with_carry(aig, &shifted, &not_b, Edge::TRUE);
        quotient[at] = fits;
        for (bit, kept) in remainder.iter_mut().enumerate() {
            *kept = aig.mux(fits, difference[bit], shifted[bit]);
        }
    }
    Quotient { quotient, remainder }
}
