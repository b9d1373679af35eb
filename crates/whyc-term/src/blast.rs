//! Bit-blasting: from terms to gates.
//!
//! A [`Blaster`] owns the graph and gives every term it is asked for one edge per bit, least
//! significant first; a Boolean is one bit. Only what a demanded term depends on is blasted, and
//! only once. The circuits are in one module per operator family, as functions over edges;
//! [`mod@array`] is the one that needs to know terms. [`decode`] is the way back, from values of the
//! graph's inputs to a [`Valuation`](crate::Valuation). [`deferred`] is for those who build the
//! circuits of products only where nothing less will do.

mod bounds;

pub mod adder;
pub mod compare;
pub mod divider;
pub mod multiplier;
pub mod shifter;

pub mod array;
pub mod decode;
pub mod deferred;
mod lemma;

use rustc_hash::FxHashMap;
use whyc_aig::{Aig, Edge};
use whyc_base::ids::Id;

use crate::node::{InputId, Node, Op, TermId};
use crate::store::TermStore;
use crate::word::bit;
use array::ArrayReads;
use bounds::{Above, AllBounds};
use divider::Quotient;

/// The gates of the terms of one store.
#[derive(Clone, Debug, Default)]
pub struct Blaster {
    aig: Aig,
    bits: BitCache,
    bounds: AllBounds,
    /// The inputs blasted so far, in that order, with their terms.
    inputs: Vec<(InputId, TermId)>,
    term_from_input: FxHashMap<InputId, TermId>,
    /// Elements read from array terms, by array and index: where their bits start.
    element_from_read: FxHashMap<(TermId, TermId), u32>,
    array_reads: ArrayReads,
    /// Dividers already built: quotient and remainder come together.
    division_from_operands: FxHashMap<(Vec<Edge>, Vec<Edge>), Quotient>,
    products: Products,
    /// The products that have free bits instead of a circuit, in the order in which they were met.
    deferred: Vec<TermId>,
    /// How many nodes of the graph were made for products.
    n_product_nodes: usize,
    /// Temporary: what is being blasted, innermost last.
    stack: Vec<Work>,
}

/// What becomes of products and quotients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Products {
    /// Their circuits are built.
    #[default]
    Built,
    /// Their bits are free, and their operands nobody's business: [`Blaster::without_products`].
    Free,
    /// Their bits are free until more is asked for: [`Blaster::deferring`].
    Deferred,
}

/// Something to be given bits.
#[derive(Clone, Copy, Debug)]
enum Work {
    Term(TermId),
    /// The element of an array term at an index term.
    Read(TermId, TermId),
}

/// Where the bits of each term are.
#[derive(Clone, Debug, Default)]
struct BitCache {
    edges: Vec<Edge>,
    /// Into `edges`, by term; [`BitCache::ABSENT`] for terms without bits.
    starts: Vec<u32>,
}

impl BitCache {
    const ABSENT: u32 = u32::MAX;

    fn contains(&self, term: TermId) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != Self::ABSENT)
    }

    fn get(&self, store: &TermStore, term: TermId) -> &[Edge] {
        let width = store.sort(term).bit_width().unwrap_or(0);
        self.at(self.starts[term.index()], width)
    }

    fn at(&self, start: u32, width: u32) -> &[Edge] {
        &self.edges[start as usize..(start + width) as usize]
    }

    fn push(&mut self, bits: &[Edge]) -> u32 {
        let start = u32::try_from(self.edges.len()).expect("blasted bits should fit in 32 bits");
        self.edges.extend_from_slice(bits);
        start
    }

    fn insert(&mut self, term: TermId, bits: &[Edge]) {
        let start = self.push(bits);
        self.point(term, start);
    }

    fn point(&mut self, term: TermId, start: u32) {
        if self.starts.len() <= term.index() {
            self.starts.resize(term.index() + 1, Self::ABSENT);
        }
        self.starts[term.index()] = start;
    }
}

/// After how many steps it is asked whether to go on.
const NOW_AND_THEN: u32 = 4096;

impl Blaster {
    /// A blaster with an empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A blaster that takes products and quotients for anything: their bits are free inputs of the graph. What cannot hold
    /// there cannot hold at all; what can, may still not.
    #[must_use]
    pub fn without_products() -> Self {
        Self { products: Products::Free, ..Self::default() }
    }

    /// The graph so far.
    #[must_use]
    pub fn aig(&self) -> &Aig {
        &self.aig
    }

    /// Whether products and quotients make up most of the graph.
    #[must_use]
    pub fn is_mostly_products(&self) -> bool {
        2 * self.n_product_nodes > self.aig.n_nodes()
    }

    /// The edges of `term`, least significant first.
    pub fn bits(&mut self, store: &TermStore, term: TermId) -> &[Edge] {
        self.work(store, term, &mut || true);
        self.bits.get(store, term)
    }

    /// The edges of `term`, or none if `go_on` said that they are not wanted any more: it is asked now and then. What has been
    /// blasted until then remains.
    pub fn bits_while(&mut self, store: &TermStore, term: TermId, go_on: &mut dyn FnMut() -> bool) -> Option<&[Edge]> {
        let done = self.work(store, term, go_on);
        done.then(|| self.bits.get(store, term))
    }

    /// Gives `term` its bits; whether that came to an end.
    fn work(&mut self, store: &TermStore, term: TermId, go_on: &mut dyn FnMut() -> bool) -> bool {
        let mut n_steps = 0u32;
        self.stack.push(Work::Term(term));
        while let Some(&work) = self.stack.last() {
            n_steps += 1;
            if n_steps.is_multiple_of(NOW_AND_THEN) && !go_on() {
                self.stack.clear();
                return false;
            }
            let n_before = self.stack.len();
            let done = match work {
                Work::Term(term) => self.bits.contains(term) || self.blast_term(store, term),
                Work::Read(array, index) => self.blast_read(store, array, index),
            };
            if done {
                debug_assert_eq!(self.stack.len(), n_before, "finished work should not ask for more");
                self.stack.pop();
            }
        }
        true
    }

    /// The edge of a Boolean term.
    pub fn bool(&mut self, store: &TermStore, term: TermId) -> Edge {
        self.bits(store, term)[0]
    }

    /// The edges of a bit-vector or Boolean input, if it has been blasted.
    #[must_use]
    pub fn input_edges(&self, store: &TermStore, input: InputId) -> Option<&[Edge]> {
        self.term_from_input.get(&input).map(|&term| self.bits.get(store, term))
    }

    /// Whether `term` has bits; if not, it is next.
    fn demand(&mut self, term: TermId) -> bool {
        let known = self.bits.contains(term);
        if !known {
            self.stack.push(Work::Term(term));
        }
        known
    }

    /// Gives `term` its bits, or pushes what must have bits first.
    fn blast_term(&mut self, store: &TermStore, term: TermId) -> bool {
        let node = store.node(term);
        if let Node::Binary(Op::Select, array, index) = node {
            return match self.element_from_read.get(&(array, index)) {
                Some(&start) => {
                    self.bits.point(term, start);
                    true
                }
                None => {
                    self.stack.push(Work::Read(array, index));
                    false
                }
            };
        }
        if self.products == Products::Free && is_product(store, node) {
            let width = store.sort(term).bit_width().unwrap_or(0);
            let bits: Vec<Edge> = (0..width).map(|_| self.aig.input()).collect();
            self.bits.insert(term, &bits);
            return true;
        }
        let mut ready = true;
        if let Node::Binary(Op::Add, a, b) = node {
            // A negated summand is subtracted and needs no circuit of its own.
            for summand in [a, b] {
                ready &= self.demand(negated_summand(store, summand).unwrap_or(summand));
            }
        } else {
            for child in store.children(term) {
                ready &= self.demand(child);
            }
        }
        if ready {
            let bits = self.circuit(store, term, node);
            self.bits.insert(term, &bits);
        }
        ready
    }

    /// The bits of `term`, whose children have theirs.
    fn circuit(&mut self, store: &TermStore, term: TermId, node: Node) -> Vec<Edge> {
        let width = store.sort(term).bit_width().unwrap_or(0);
        if width <= 1 || matches!(node, Node::Input(_)) {
            return match self.bounds.decide(store, node) {
                Some(known) => vec![Edge::constant(known)],
                None => self.own_bits(store, term, node, width as usize),
            };
        }
        let (n, above) = self.bounds.of(store, term).significant();
        let mut bits = self.own_bits(store, term, node, n);
        bits.truncate(n);
        let fill = match above {
            Above::Zeros => Edge::FALSE,
            Above::Sign => bits[n - 1],
        };
        bits.resize(width as usize, fill);
        bits
    }

    /// The low `n` bits of `term`, or more; free ones if it is deferred.
    fn own_bits(&mut self, store: &TermStore, term: TermId, node: Node, n: usize) -> Vec<Edge> {
        if !is_product(store, node) {
            return self.low_bits(store, term, node, n);
        }
        if self.products == Products::Deferred {
            self.deferred.push(term);
            return (0..n).map(|_| self.aig.input()).collect();
        }
        let n_before = self.aig.n_nodes();
        let bits = self.low_bits(store, term, node, n);
        self.n_product_nodes += self.aig.n_nodes() - n_before;
        bits
    }

    /// The low `n` bits of `term`, or more, whose children have theirs.
    fn low_bits(&mut self, store: &TermStore, term: TermId, node: Node, n: usize) -> Vec<Edge> {
        let width = store.sort(term).bit_width().unwrap_or(0);
        let cache = &self.bits;
        let bits = |child| cache.get(store, child);
        match node {
            Node::Bool(value) => vec![Edge::constant(value)],
            Node::Bits(value) => (0..width).map(|at| Edge::constant(bit(value, at))).collect(),
            Node::Input(input) => {
                self.inputs.push((input, term));
                self.term_from_input.insert(input, term);
                (0..width).map(|_| self.aig.input()).collect()
            }
            Node::Unary(op, a) => self.unary(op, bits(a).to_vec(), width),
            Node::Binary(Op::Add, a, b) => self.sum(store, a, b, n),
            Node::Binary(Op::Mul, a, b) => {
                let (a, b) = (bits(a)[..n].to_vec(), bits(b)[..n].to_vec());
                self.binary(Op::Mul, &a, &b)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (bits(a).to_vec(), bits(b).to_vec());
                self.binary(op, &a, &b)
            }
            Node::Ite(cond, then, other) => {
                let cond = bits(cond)[0];
                let arms = bits(then)[..n].iter().zip(&bits(other)[..n]);
                arms.map(|(&then, &other)| self.aig.mux(cond, then, other)).collect()
            }
            Node::Extract { arg, hi, lo } => bits(arg)[lo as usize..=hi as usize].to_vec(),
            Node::Store(..) | Node::Splice(..) => panic!("an array should be blasted only where it is read"),
        }
    }

    fn unary(&mut self, op: Op, a: Vec<Edge>, width: u32) -> Vec<Edge> {
        match op {
            Op::Opaque => a,
            Op::Not | Op::BitsNot => a.iter().map(|&edge| !edge).collect(),
            Op::Neg => adder::neg(&mut self.aig, &a),
            Op::SignExtend => {
                let sign = a[a.len() - 1];
                let mut bits = a;
                bits.resize(width as usize, sign);
                bits
            }
            op => panic!("{} should not have one argument of bits", op.name()),
        }
    }

    /// The low `n` bits of `a + b`, where either may be a negation.
    fn sum(&mut self, store: &TermStore, a: TermId, b: TermId, n: usize) -> Vec<Edge> {
        let bits = |term| &self.bits.get(store, term)[..n];
        match (negated_summand(store, a), negated_summand(store, b)) {
            (_, Some(y)) if self.bits.contains(a) => adder::sub(&mut self.aig, bits(a), bits(y)),
            (Some(x), _) if self.bits.contains(b) => adder::sub(&mut self.aig, bits(b), bits(x)),
            (Some(x), Some(y)) => {
                let minus_x = adder::neg(&mut self.aig, bits(x));
                adder::sub(&mut self.aig, &minus_x, bits(y))
            }
            _ => adder::add(&mut self.aig, bits(a), bits(b)),
        }
    }

    fn binary(&mut self, op: Op, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
        let aig = &mut self.aig;
        let mut bitwise = |gate: fn(&mut Aig, Edge, Edge) -> Edge| -> Vec<Edge> {
            a.iter().zip(b).map(|(&x, &y)| gate(aig, x, y)).collect()
        };
        match op {
            Op::And | Op::BitsAnd => bitwise(Aig::and),
            Op::BitsOr => bitwise(Aig::or),
            Op::BitsXor => bitwise(Aig::xor),
            Op::Eq => vec![compare::eq(aig, a, b)],
            Op::Ult => vec![compare::ult(aig, a, b)],
            Op::Slt => vec![compare::slt(aig, a, b)],
            Op::Mul => multiplier::mul(aig, a, b),
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => self.division(op, a, b),
            Op::Shl => shifter::shl(aig, a, b),
            Op::Lshr => shifter::shift_right(aig, a, b, Edge::FALSE),
            Op::Ashr => shifter::shift_right(aig, a, b, a[a.len() - 1]),
            Op::Concat => [b, a].concat(),
            Op::SaddOverflows => vec![adder::sadd_overflows(aig, a, b)],
            Op::SsubOverflows => vec![adder::ssub_overflows(aig, a, b)],
            Op::SmulOverflows => vec![multiplier::smul_overflows(aig, a, b)],
            Op::UmulOverflows => vec![multiplier::umul_overflows(aig, a, b)],
            op => panic!("{} should not have two arguments of bits", op.name()),
        }
    }

    fn division(&mut self, op: Op, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
        let signed = matches!(op, Op::Sdiv | Op::Srem);
        let (dividend, divisor) = if signed {
            (adder::abs(&mut self.aig, a), adder::abs(&mut self.aig, b))
        } else {
            (a.to_vec(), b.to_vec())
        };
        let key = (dividend, divisor);
        if !self.division_from_operands.contains_key(&key) {
            let divided = divider::udivrem(&mut self.aig, &key.0, &key.1);
            self.division_from_operands.insert(key.clone(), divided);
        }
        let divided = &self.division_from_operands[&key];
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        match op {
            Op::Udiv => divided.quotient.clone(),
            Op::Urem => divided.remainder.clone(),
            Op::Sdiv => {
                let negate = self.aig.xor(sign_a, sign_b);
                adder::neg_where(&mut self.aig, negate, &divided.quotient)
            }
            _ => adder::neg_where(&mut self.aig, sign_a, &divided.remainder),
        }
    }
}

/// Narrower products are small.
const NARROW: u32 = 8;

/// Whether a node has a circuit that grows with the square of its width.
fn is_product(store: &TermStore, node: Node) -> bool {
    let Node::Binary(op, a, b) = node else { return false };
    match op {
        Op::Mul | Op::SmulOverflows | Op::UmulOverflows => {
            store.width(a) > NARROW && !store.is_const(a) && !store.is_const(b)
        }
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => store.width(a) > NARROW,
        _ => false,
    }
}

/// `x` where `term` is `-x`.
fn negated_summand(store: &TermStore, term: TermId) -> Option<TermId> {
    match store.node(term) {
        Node::Unary(Op::Neg, x) => Some(x),
        _ => None,
    }
}
