//! Products and quotients whose circuits are built late, or never.
//!
//! A blaster that [defers](Blaster::deferring) gives them free bits. Whoever finds a model in which such bits are wrong asks
//! for as much of the truth as is needed: what is [true of all](Blaster::lemmas), of [these operands](Blaster::instance), or
//! [all of it](Blaster::closed).

use whyc_aig::{Aig, Edge};

use super::compare::eq;
use super::lemma::{self, constant, is_constant};
use super::{Blaster, Products};
use crate::meaning::{Shape, eval_op};
use crate::node::{Node, Op, TermId};
use crate::store::TermStore;

/// A product or quotient with free bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferred {
    /// The operator.
    pub op: Op,
    /// The operands.
    pub operands: [TermId; 2],
    /// The bits of the first operand.
    pub a: Vec<Edge>,
    /// The bits of the second.
    pub b: Vec<Edge>,
    /// The bits of the result.
    pub result: Vec<Edge>,
}

impl Deferred {
    /// What the result is for these operands.
    #[must_use]
    pub fn value(&self, a: u128, b: u128) -> u128 {
        let shape = Shape { width: self.result.len() as u32, arg_width: self.b.len() as u32, lo: 0 };
        eval_op(self.op, shape, &[a, b])
    }
}

impl Blaster {
    /// A blaster that leaves the bits of products and quotients free, as far as bounds do not tell them. What cannot hold
    /// there cannot hold at all; what can, may still not, unless the bits of all of them happen to be right.
    #[must_use]
    pub fn deferring() -> Self {
        Self { products: Products::Deferred, ..Self::default() }
    }

    /// The products that have free bits, in the order in which they were met.
    #[must_use]
    pub fn deferred(&self) -> &[TermId] {
        &self.deferred
    }

    /// One of them.
    ///
    /// # Panics
    /// If the term is not one of them.
    #[must_use]
    pub fn deferred_parts(&self, store: &TermStore, term: TermId) -> Deferred {
        let Node::Binary(op, a, b) = store.node(term) else { panic!("a deferred term should have two operands") };
        let bits = |term| self.bits.get(store, term).to_vec();
        Deferred { op, operands: [a, b], a: bits(a), b: bits(b), result: bits(term) }
    }

    /// What is true of it for all operands, without all being told.
    pub fn lemmas(&mut self, of: &Deferred) -> Vec<Edge> {
        lemma::lemmas(&mut self.aig, of.op, &of.a, &of.b, &of.result)
    }

    /// What is true of it for these operands.
    pub fn instance(&mut self, of: &Deferred, a: u128, b: u128) -> Edge {
        let aig = &mut self.aig;
        let (is_a, is_b) = (is_constant(aig, &of.a, a), is_constant(aig, &of.b, b));
        let here = aig.and(is_a, is_b);
        let right = eq(aig, &constant(of.value(a, b), of.result.len()), &of.result);
        aig.implies(here, right)
    }

    /// All that is true of it: its bits are those of its circuit.
    pub fn closed(&mut self, store: &TermStore, term: TermId) -> Edge {
        let node = store.node(term);
        let result = self.bits.get(store, term).to_vec();
        // Above what bounds tell there is nothing to say.
        let n = if result.len() > 1 { self.bounds.of(store, term).significant().0 } else { 1 };
        let exact = self.low_bits(store, term, node, n);
        eq(&mut self.aig, &exact[..n], &result[..n])
    }

    /// That a number is at least minus two to the `k` and less than two to the `k`.
    pub fn within(&mut self, store: &TermStore, term: TermId, k: usize) -> Edge {
        let high = self.bits.get(store, term).get(k..).unwrap_or_default().to_vec();
        let aig: &mut Aig = &mut self.aig;
        let (all, any) = (aig.and_all(&high), aig.or_all(&high));
        aig.or(all, !any)
    }

    /// How many bits tell the value of a term that has bits.
    #[must_use]
    pub fn significant(&self, store: &TermStore, term: TermId) -> usize {
        let bits = self.bits.get(store, term);
        let top = bits[bits.len() - 1];
        // One of the equal bits at the top is the sign; where it is known, it tells nothing.
        let equal = bits.iter().rev().take_while(|&&bit| bit == top).count();
        bits.len() - equal + usize::from(top.as_const().is_none())
    }
}
