//! Words that are only compared and moved about: few values are enough for them.
//!
//! What is true of a sorted array does not depend on what its elements are, but only on how they lie to each other. If a class of
//! words (those that are compared with each other, or chosen between) has `n` inputs, any run is as good as one in which these
//! have one of `n` neighbouring values; with constants in the class, one of those from `n` below the smallest constant to `n`
//! above the largest. For whoever replaces the values by others in the same order, leaving the constants where they are, changes
//! no comparison, and so nothing at all. So the same question is asked with words that are just wide enough for that: nothing
//! that holds is lost, and what is found is a run of the program, since every narrow value is also a wide one.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::assumed::cone;
use crate::copy;
use crate::eval::{ArrayValue, Valuation};
use crate::node::{InputId, Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// Wider words are left as they are: their constants would have to be counted with more care.
const WIDEST: u32 = 64;

/// A question in which words have just the bits that it takes to put them in any order.
#[derive(Clone, Debug)]
pub struct Few {
    /// The terms of the narrower question.
    pub terms: TermStore,
    /// It (Boolean, of these terms).
    pub cond: TermId,
    /// The inputs of the other store, and what stands for them.
    inputs: Vec<Stand>,
}

/// An input that stands for another one.
#[derive(Clone, Copy, Debug)]
struct Stand {
    old: InputId,
    new: TermId,
    /// How wide the other one is, if this one is narrower; and whether its sign is to be copied.
    widened: Option<(u32, bool)>,
}

/// What words that are compared with each other have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    n_inputs: u32,
    /// The narrowest word.
    width: Option<u32>,
    /// The smallest and the largest constant, as signed and as unsigned numbers.
    signed: Option<(i128, i128)>,
    unsigned: Option<(i128, i128)>,
    /// Whether they are looked at as signed numbers, and as unsigned ones.
    is_signed: bool,
    is_unsigned: bool,
}

impl Class {
    fn join(self, other: Self) -> Self {
        Self {
            n_inputs: self.n_inputs + other.n_inputs,
            width: self.width.into_iter().chain(other.width).min(),
            signed: hull(self.signed, other.signed),
            unsigned: hull(self.unsigned, other.unsigned),
            is_signed: self.is_signed || other.is_signed,
            is_unsigned: self.is_unsigned || other.is_unsigned,
        }
    }

    /// How many bits are enough, if fewer than there are.
    fn narrow(&self) -> Option<u32> {
        let width = self.width?;
        if self.is_signed && self.is_unsigned {
            return None;
        }
        let n = i128::from(self.n_inputs);
        let constants = if self.is_signed { self.signed } else { self.unsigned };
        // Without constants nobody cares where the values lie.
        let (low, high) = constants.map_or((0, (n - 1).max(0)), |(low, high)| (low - n, high + n));
        let fits = |bits: u32| match self.is_signed {
            true => low >= -(1 << (bits - 1)) && high < 1 << (bits - 1),
            false => high < 1 << bits,
        };
        (1..width).find(|&bits| fits(bits))
    }
}

fn hull(a: Option<(i128, i128)>, b: Option<(i128, i128)>) -> Option<(i128, i128)> {
    match (a, b) {
        (Some((low, high)), Some((other_low, other_high))) => Some((low.min(other_low), high.max(other_high))),
        (a, b) => a.or(b),
    }
}

/// Which words are compared with each other.
struct Classes<'a> {
    store: &'a TermStore,
    /// One that stands for several, by steps.
    parent: Vec<TermId>,
    /// Whether something else is done with a class, by the one that stands for it. Nothing more is kept of such a class: most are.
    is_spoilt: Vec<bool>,
    class: FxHashMap<TermId, Class>,
}

impl<'a> Classes<'a> {
    fn new(store: &'a TermStore, cone: &[TermId]) -> Self {
        let n = cone.last().map_or(0, |last| last.index() + 1);
        let parent = (0..n).map(TermId::from_index).collect();
        let mut classes = Self { store, parent, is_spoilt: vec![false; n], class: FxHashMap::default() };
        cone.iter().for_each(|&term| classes.look_at(term));
        classes
    }

    fn root(&mut self, term: TermId) -> TermId {
        let mut at = term;
        while self.parent[at.index()] != at {
            let above = self.parent[self.parent[at.index()].index()];
            self.parent[at.index()] = above;
            at = above;
        }
        at
    }

    /// Adds to what is known of the class of a word. A constant stands in the class of whoever uses it, in each one anew.
    fn note(&mut self, term: TermId, more: Class) {
        let root = self.root(term);
        if !self.is_spoilt[root.index()] {
            let known = self.class.entry(root).or_default();
            *known = known.join(more);
        }
    }

    fn unite(&mut self, term: TermId, other: TermId) {
        if self.store.op(other) == Op::Const {
            return self.note_constant(term, other);
        }
        if self.store.op(term) == Op::Const {
            return self.note_constant(other, term);
        }
        let (a, b) = (self.root(term), self.root(other));
        if a != b {
            let joined = self.class.remove(&b).unwrap_or_default();
            self.parent[b.index()] = a;
            match self.is_spoilt[b.index()] {
                true => self.spoil(a),
                false => self.note(a, joined),
            }
        }
    }

    fn note_constant(&mut self, term: TermId, constant: TermId) {
        let (width, value) = (self.store.width(constant), self.store.as_bits(constant).unwrap_or_default());
        if width > WIDEST {
            return self.spoil(term);
        }
        let unsigned = value as i128;
        let signed = if value >> (width - 1) & 1 == 1 { unsigned - (1 << width) } else { unsigned };
        let more = Class { signed: Some((signed, signed)), unsigned: Some((unsigned, unsigned)), ..Class::default() };
        self.note(term, more);
    }

    /// Something is done with a word that depends on its value.
    fn spoil(&mut self, term: TermId) {
        if matches!(self.store.sort(term), Sort::Bits(_)) && self.store.op(term) != Op::Const {
            let root = self.root(term);
            self.is_spoilt[root.index()] = true;
            self.class.remove(&root);
        }
    }

    fn look_at(&mut self, term: TermId) {
        let store = self.store;
        let signed = Class { is_signed: true, ..Class::default() };
        let unsigned = Class { is_unsigned: true, ..Class::default() };
        let is_word = |it: TermId| matches!(store.sort(it), Sort::Bits(_));
        match store.node(term) {
            Node::Bool(_) | Node::Bits(_) => {}
            Node::Input(_) if is_word(term) => self.note(term, Class { n_inputs: 1, ..Class::default() }),
            Node::Input(_) => {}
            Node::Ite(_, then, other) if is_word(term) => {
                self.unite(term, then);
                self.unite(term, other);
            }
            Node::Unary(Op::Opaque, a) if is_word(a) => self.unite(term, a),
            Node::Binary(Op::Eq, a, b) if is_word(a) => self.unite(a, b),
            Node::Binary(Op::Slt, a, b) => {
                self.unite(a, b);
                self.note(of_two(store, a, b), signed);
            }
            Node::Binary(Op::Ult, a, b) => {
                self.unite(a, b);
                self.note(of_two(store, a, b), unsigned);
            }
            Node::Unary(Op::SignExtend, a) => {
                self.unite(term, a);
                self.note(term, signed);
            }
            Node::Binary(Op::Concat, a, b) if store.as_bits(a) == Some(0) => {
                self.unite(term, b);
                self.note(term, unsigned);
            }
            // Whether it is negative.
            Node::Extract { arg, hi, lo } if hi == lo && hi + 1 == store.width(arg) && hi > 0 => {
                self.note(arg, Class { signed: Some((0, 0)), unsigned: Some((0, 0)), ..signed });
                self.spoil(term);
            }
            _ => {
                store.children(term).for_each(|child| self.spoil(child));
                self.spoil(term);
            }
        }
        match store.sort(term) {
            Sort::Bits(width) if width > WIDEST => self.spoil(term),
            Sort::Bits(width) if store.op(term) != Op::Const => {
                self.note(term, Class { width: Some(width), ..Class::default() });
            }
            _ => {}
        }
    }

    /// How many bits are enough for a word, if fewer than it has; constants have no class.
    fn narrow(&mut self, term: TermId) -> Option<u32> {
        if !matches!(self.store.sort(term), Sort::Bits(_)) || self.store.op(term) == Op::Const {
            return None;
        }
        let root = self.root(term);
        self.class.get(&root)?.narrow()
    }

    fn is_signed(&mut self, term: TermId) -> bool {
        let root = self.root(term);
        self.class.get(&root).is_some_and(|class| class.is_signed)
    }
}

/// The one of two words that is no constant.
fn of_two(store: &TermStore, a: TermId, b: TermId) -> TermId {
    if store.op(a) == Op::Const { b } else { a }
}

impl Few {
    /// The question whether `cond` can hold, in narrow words; nothing where that does not spare at least half of the bits that
    /// are computed with.
    #[must_use]
    pub fn new(store: &TermStore, cond: TermId) -> Option<Self> {
        let cone = cone(store, cond);
        let mut classes = Classes::new(store, &cone);
        if classes.class.is_empty() {
            return None;
        }
        let mut narrow = FxHashMap::default();
        let (mut before, mut after) = (0, 0);
        for &term in &cone {
            let words = store.children(term).chain([term]).map(|it| (it, store.sort(it)));
            let widest = words.filter_map(|(it, sort)| Some((sort.bit_width()?, it))).max();
            let Some((width, word)) = widest else { continue };
            let left = classes.narrow(word);
            if let Some(bits) = classes.narrow(term) {
                narrow.insert(term, bits);
            }
            let cost = |bits: u32| match store.op(term) {
                Op::Const | Op::Input => 0,
                Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => u64::from(bits) * u64::from(bits),
                _ => u64::from(bits),
            };
            before += cost(width);
            after += cost(left.unwrap_or(width));
        }
        if narrow.is_empty() || 2 * after > before {
            return None;
        }
        let mut few = Self { terms: TermStore::new(), cond, inputs: Vec::new() };
        let mut copies: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &term in &cone {
            let copy = few.build(&mut classes, &narrow, &copies, term);
            copies.insert(term, copy);
        }
        few.cond = copies[&cond];
        Some(few)
    }

    fn build(
        &mut self,
        classes: &mut Classes<'_>,
        narrow: &FxHashMap<TermId, u32>,
        copies: &FxHashMap<TermId, TermId>,
        term: TermId,
    ) -> TermId {
        let store = classes.store;
        // A word in a class with so many bits.
        let word = |terms: &mut TermStore, it: TermId, bits: u32| match store.as_bits(it) {
            Some(value) => terms.bits(bits, value & (u128::MAX >> (128 - bits))),
            _ => copies[&it],
        };
        let bits = narrow.get(&term).copied();
        let terms = &mut self.terms;
        match (store.node(term), bits) {
            (Node::Input(old), _) => {
                let sort = store.sort(term);
                let new = terms.input(bits.map_or(sort, Sort::Bits));
                let widened = bits.map(|_| (store.width(term), classes.is_signed(term)));
                self.inputs.push(Stand { old, new, widened });
                new
            }
            (Node::Ite(cond, then, other), Some(bits)) => {
                let (then, other) = (word(terms, then, bits), word(terms, other, bits));
                terms.ite(copies[&cond], then, other)
            }
            (Node::Unary(Op::Opaque, a), Some(bits)) => {
                let a = word(terms, a, bits);
                terms.opaque(a)
            }
            (Node::Unary(Op::SignExtend, a) | Node::Binary(Op::Concat, _, a), Some(bits)) => word(terms, a, bits),
            (Node::Binary(op @ (Op::Eq | Op::Slt | Op::Ult), a, b), _) => {
                let Some(&bits) = narrow.get(&of_two(store, a, b)) else {
                    return copy::node(store, term, terms, |it| copies[&it]);
                };
                let (a, b) = (word(terms, a, bits), word(terms, b, bits));
                match op {
                    Op::Eq => terms.eq(a, b),
                    Op::Slt => terms.slt(a, b),
                    _ => terms.ult(a, b),
                }
            }
            (Node::Extract { arg, .. }, _) if narrow.contains_key(&arg) => {
                let top = narrow[&arg] - 1;
                terms.extract(copies[&arg], top, top)
            }
            _ => copy::node(store, term, terms, |it| copies[&it]),
        }
    }

    /// The values of the other store's inputs, from those of the inputs here.
    #[must_use]
    pub fn valuation(&self, here: &Valuation) -> Valuation {
        let mut there = Valuation::new();
        for &Stand { old, new, widened } in &self.inputs {
            let Some(id) = self.terms.input_id(new) else { continue };
            match self.terms.sort(new) {
                Sort::Bool | Sort::Bits(_) => {
                    let value = here.bits(id);
                    there.set_bits(
                        old,
                        widened.map_or(value, |(width, is_signed)| {
                            let bits = self.terms.width(new);
                            let is_negative = is_signed && value >> (bits - 1) & 1 == 1;
                            let above = (u128::MAX >> (128 - width)) & !(u128::MAX >> (128 - bits));
                            if is_negative { value | above } else { value }
                        }),
                    );
                }
                Sort::Array { .. } => {
                    let value: Option<ArrayValue> = here.array(id).cloned();
                    value.into_iter().for_each(|value| there.set_array(old, value));
                }
            }
        }
        there
    }
}
