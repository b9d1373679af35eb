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
///
/// Leading zeros cost nothing: numbers are mostly narrower than their types, and divisors are
/// mostly small constants. The remainder is less than the divisor, so it needs no more bits than
/// that has; and while only zeros of the dividend have been seen, nothing fits but zero.
pub fn udivrem(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Quotient {
    let width = a.len();
    let by_zero = b.iter().fold(Edge::TRUE, |zero, &bit| aig.and(zero, !bit));
    let n_divisor = significant(b);
    let n_dividend = significant(a);
    let mut quotient = vec![by_zero; width];
    let mut remainder = vec![Edge::FALSE; n_divisor];
    // ¬b with one bit more: the shifted remainder has one.
    let mut not_b = not(&b[..n_divisor]);
    not_b.push(Edge::TRUE);
    for at in (0..n_dividend).rev() {
        let mut shifted = Vec::with_capacity(n_divisor + 1);
        shifted.push(a[at]);
        shifted.extend_from_slice(&remainder);
        let (difference, fits) = add_with_carry(aig, &shifted, &not_b, Edge::TRUE);
        quotient[at] = fits;
        for (bit, kept) in remainder.iter_mut().enumerate() {
            *kept = aig.mux(fits, difference[bit], shifted[bit]);
        }
    }
    remainder.resize(width, Edge::FALSE);
    let remainder = remainder.iter().zip(a).map(|(&rest, &whole)| aig.mux(by_zero, whole, rest)).collect();
    Quotient { quotient, remainder }
}

/// How many bits there are without those that are zero at the high end.
fn significant(bits: &[Edge]) -> usize {
    bits.iter().rposition(|&bit| bit != Edge::FALSE).map_or(0, |at| at + 1)
}
