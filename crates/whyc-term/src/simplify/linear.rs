//! Sums as what they are made of: each summand once, with its factor.
//!
//! Two sums that are written differently (`(m + m) + (m + r)` and `3·m + r`) are the same if their parts are; a solver
//! would have to find that out bit by bit.

use crate::node::{Node, Op, TermId};
use crate::store::TermStore;
use crate::word::ones;

/// How many parts of a sum are looked at.
const MAX_PARTS: usize = 16;

/// A sum of terms with factors and a constant, all modulo two to the width.
pub(crate) struct Linear {
    mask: u128,
    parts: Vec<(TermId, u128)>,
    constant: u128,
}

impl Linear {
    /// The terms with their factors, none of them zero, in the order in which they were met.
    pub(crate) fn parts(&self) -> &[(TermId, u128)] {
        &self.parts
    }

    /// What is added to the terms.
    pub(crate) fn constant(&self) -> u128 {
        self.constant
    }

    fn add(&mut self, term: TermId, factor: u128) {
        match self.parts.iter().position(|&(known, _)| known == term) {
            Some(at) => {
                let sum = self.parts[at].1.wrapping_add(factor) & self.mask;
                if sum == 0 {
                    self.parts.remove(at);
                } else {
                    self.parts[at].1 = sum;
                }
            }
            None => self.parts.push((term, factor)),
        }
    }
}

impl TermStore {
    /// `a - b` as a sum, unless it has too many parts.
    pub(crate) fn linear_difference(&self, a: TermId, b: TermId) -> Option<Linear> {
        let mask = ones(self.width(a));
        let mut sum = Linear { mask, parts: Vec::new(), constant: 0 };
        let mut open = vec![(a, 1), (b, mask)];
        let mut n_seen = 0;
        while let Some((term, factor)) = open.pop() {
            n_seen += 1;
            if n_seen > 2 * MAX_PARTS {
                return None;
            }
            let times = |by: u128| factor.wrapping_mul(by) & mask;
            match self.node(term) {
                Node::Bits(k) => sum.constant = sum.constant.wrapping_add(times(k)) & mask,
                Node::Binary(Op::Add, x, y) => open.extend([(y, factor), (x, factor)]),
                Node::Unary(Op::Neg, x) => open.push((x, times(mask))),
                _ => match self.multiple(term).map(|(x, k)| (x, times(k))) {
                    Some((_, 0)) => {}
                    Some(multiple) => open.push(multiple),
                    None => sum.add(term, factor),
                },
            }
        }
        Some(sum)
    }

    /// `(x, k)` where `a` is `x·k`, perhaps written as a shift.
    fn multiple(&self, a: TermId) -> Option<(TermId, u128)> {
        match self.node(a) {
            Node::Binary(Op::Mul, x, k) => Some((x, self.as_bits(k)?)),
            Node::Binary(Op::Concat, high, zeros) if self.as_bits(zeros) == Some(0) => match self.node(high) {
                Node::Extract { arg, lo: 0, .. } if self.width(arg) == self.width(a) => {
                    Some((arg, 1 << self.width(zeros)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
