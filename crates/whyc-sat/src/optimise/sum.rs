//! Adds up many numbers: the bits of the sum as literals.
//!
//! The summands' bits are sorted into columns by their power of two; full adders turn three bits
//! of a column into one of the same column and a carry into the next, until one is left in each.
//! Earlier bits are consumed first, which keeps the network shallow.
//!
//! The adders carry redundant clauses that relate sum, carry and one input at a time. They make
//! a zero travel: where the top bits of the sum are assumed zero, unit propagation alone makes
//! every bit that would reach them zero.

use std::collections::VecDeque;

use rustsat::types::Lit;

use crate::session::Session;

/// One number of a sum: `weight` times the unsigned number `bits`, least significant first.
#[derive(Clone, Debug)]
pub struct Summand {
    /// The bits, least significant first.
    pub bits: Vec<Lit>,
    /// How often the number counts.
    pub weight: u64,
}

/// The bits of the sum of `summands`, least significant first and as many as it can need.
///
/// Only definitions of fresh variables are added to the session. Bits that are known to be zero
/// need not be passed; those that the session knows already are left out.
///
/// # Panics
/// As [`Session::new_var`].
pub fn sum(session: &mut Session, summands: &[Summand]) -> Vec<Lit> {
    let mut columns = columns(session, summands);
    let mut out = Vec::new();
    let mut idx = 0;
    while idx < columns.len() {
        let mut column = std::mem::take(&mut columns[idx]);
        while column.len() > 1 {
            let a = column.pop_front().expect("two bits should be left");
            let b = column.pop_front().expect("one bit should be left");
            let (digit, carry) = match column.pop_front() {
                Some(c) => full_adder(session, a, b, c),
                None => half_adder(session, a, b),
            };
            column.push_back(digit);
            if idx + 1 == columns.len() {
                columns.push(VecDeque::new());
            }
            columns[idx + 1].push_back(carry);
        }
        out.push(column.pop_front());
        idx += 1;
    }
    // A gap can only be filled with a literal that is always false.
    if out.iter().all(Option::is_some) {
        return out.into_iter().flatten().collect();
    }
    let zero = session.new_lit();
    session.add_unit(!zero);
    out.into_iter().map(|bit| bit.unwrap_or(zero)).collect()
}

/// Each bit in the columns in which its summand's weight has a one.
fn columns(session: &Session, summands: &[Summand]) -> Vec<VecDeque<Lit>> {
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    for summand in summands {
        for (place, &bit) in summand.bits.iter().enumerate() {
            if session.fixed(bit) == Some(false) {
                continue;
            }
            for shift in (0..u64::BITS as usize).filter(|&shift| summand.weight >> shift & 1 == 1) {
                if columns.len() <= place + shift {
                    columns.resize_with(place + shift + 1, VecDeque::new);
                }
                columns[place + shift].push_back(bit);
            }
        }
    }
    columns
}

/// `a + b = digit + 2·carry`
fn half_adder(session: &mut Session, a: Lit, b: Lit) -> (Lit, Lit) {
    let (digit, carry) = (session.new_lit(), session.new_lit());
    for clause in [
        [!digit, a, b],
        [!digit, !a, !b],
        [digit, !a, b],
        [digit, a, !b],
        // As in the full adder.
        [carry, digit, !a],
        [carry, digit, !b],
    ] {
        session.add_clause(&clause);
    }
    for clause in [&[!carry, a][..], &[!carry, b], &[carry, !a, !b], &[!carry, !digit]] {
        session.add_clause(clause);
    }
    (digit, carry)
}

/// `a + b + c = digit + 2·carry`
fn full_adder(session: &mut Session, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
    let (digit, carry) = (session.new_lit(), session.new_lit());
    for [x, y, z] in [[a, b, c], [a, !b, !c], [!a, b, !c], [!a, !b, c]] {
        // An odd number of ones and a zero digit exclude each other, an even number and a one too.
        session.add_clause(&[!x, !y, !z, digit]);
        session.add_clause(&[x, y, z, !digit]);
    }
    for [x, y] in [[a, b], [a, c], [b, c]] {
        session.add_clause(&[!x, !y, carry]);
        session.add_clause(&[x, y, !carry]);
    }
    for x in [a, b, c] {
        // Redundant: digit and carry are both zero only without ones, both one only without zeros.
        session.add_clause(&[carry, digit, !x]);
        session.add_clause(&[!carry, !digit, x]);
    }
    (digit, carry)
}

#[cfg(test)]
mod tests;
