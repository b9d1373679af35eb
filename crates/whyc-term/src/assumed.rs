//! A Boolean term under facts: the same question about fewer runs, in a store of its own.
//!
//! Facts are taken in their order. Each is built with what the ones before it say, is kept as a part of the question, and from
//! then on stands for itself wherever it occurs: conditions become constants, what they choose between falls away, and the
//! builders fold the rest. Nothing is lost by that: a fact is never simplified by itself or by what comes after it.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::copy;
use crate::eval::{ArrayValue, Valuation};
use crate::node::{InputId, Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// Something that is so in the runs that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// A Boolean term has this value.
    Is(TermId, bool),
    /// A bit of an input, which must be bits, has this value.
    Bit {
        /// The input.
        input: TermId,
        /// Which bit, from the lowest.
        at: u32,
        /// Its value.
        value: bool,
    },
}

impl Fact {
    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Fact::Is(term, value) => Fact::Is(term, !value),
            Fact::Bit { input, at, value } => Fact::Bit { input, at, value: !value },
        }
    }
}

/// A question under facts.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// The terms that are left of it.
    pub terms: TermStore,
    /// That the question's term and all facts hold (Boolean, of these terms).
    pub cond: TermId,
    /// What the terms of the other store are here, under all facts.
    copies: FxHashMap<TermId, TermId>,
    /// What terms here are known to be.
    known: FxHashMap<TermId, TermId>,
    /// The bits of inputs that are known: which, and their values.
    bits: FxHashMap<TermId, (u128, u128)>,
    /// The inputs here, by those of the other store, in the order in which they were met.
    inputs: Vec<(InputId, TermId, TermId)>,
    input_from_old: FxHashMap<TermId, TermId>,
}

impl Assumed {
    /// The question whether `cond` holds in some run in which `facts` do.
    #[must_use]
    pub fn new(store: &TermStore, cond: TermId, facts: &[Fact]) -> Self {
        let terms = TermStore::new();
        let always = terms.bool_const(true);
        let mut assumed = Self {
            terms,
            cond: always,
            copies: FxHashMap::default(),
            known: FxHashMap::default(),
            bits: FxHashMap::default(),
            inputs: Vec::new(),
            input_from_old: FxHashMap::default(),
        };
        for &fact in facts {
            if let Fact::Bit { input, at, value } = fact {
                let (mask, bits) = assumed.bits.entry(input).or_default();
                // A bit that is said to be both keeps its first value; the second is what is asked for then.
                if *mask >> at & 1 == 1 && (*bits >> at & 1 == 1) != value {
                    assumed.cond = assumed.terms.bool_const(false);
                }
                *mask |= 1 << at;
                *bits |= u128::from(value) << at;
            }
        }
        for &fact in facts {
            match fact {
                Fact::Is(term, value) => assumed.assert(store, term, value),
                // Even if nothing depends on it, it has that bit.
                Fact::Bit { input, .. } => drop(assumed.of(store, input)),
            }
        }
        let copy = assumed.of(store, cond);
        assumed.cond = assumed.terms.and(assumed.cond, copy);
        assumed
    }

    /// A term of the other store as it is here, under the facts.
    pub fn of(&mut self, store: &TermStore, term: TermId) -> TermId {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.copies.contains_key(&next) {
                stack.pop();
                continue;
            }
            let missing: Vec<TermId> = store.children(next).filter(|child| !self.copies.contains_key(child)).collect();
            if missing.is_empty() {
                let built = self.build(store, next);
                let copy = self.known.get(&built).copied().unwrap_or(built);
                self.copies.insert(next, copy);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.copies[&term]
    }

    /// The input that stands here for one of the other store, but for its known bits, if there is one.
    #[must_use]
    pub fn input(&self, old: TermId) -> Option<TermId> {
        self.input_from_old.get(&old).copied()
    }

    /// The values of the other store's inputs, from those of the inputs here.
    #[must_use]
    pub fn valuation(&self, here: &Valuation) -> Valuation {
        let mut there = Valuation::new();
        for &(old, old_term, new) in &self.inputs {
            let Some(id) = self.terms.input_id(new) else { continue };
            match self.terms.sort(new) {
                Sort::Bool | Sort::Bits(_) => {
                    let (mask, bits) = self.bits.get(&old_term).copied().unwrap_or_default();
                    there.set_bits(old, here.bits(id) & !mask | bits);
                }
                Sort::Array { .. } => {
                    let value: Option<ArrayValue> = here.array(id).cloned();
                    value.into_iter().for_each(|value| there.set_array(old, value));
                }
            }
        }
        there
    }

    /// Makes a fact a part of the question, and known.
    fn assert(&mut self, store: &TermStore, term: TermId, value: bool) {
        let copy = self.of(store, term);
        let fact = if value { copy } else { self.terms.not(copy) };
        self.cond = self.terms.and(self.cond, fact);
        self.learn(copy, value);
        self.copies.clear();
    }

    /// What follows at once from the value of a Boolean.
    fn learn(&mut self, term: TermId, value: bool) {
        let mut todo = vec![(term, value)];
        while let Some((term, value)) = todo.pop() {
            if self.terms.as_bool(term).is_some() {
                continue;
            }
            let constant = self.terms.bool_const(value);
            self.known.insert(term, constant);
            match self.terms.node(term) {
                Node::Unary(Op::Not, inner) => todo.push((inner, !value)),
                Node::Binary(Op::And, a, b) if value => todo.extend([(a, true), (b, true)]),
                Node::Binary(Op::Eq, a, b) if value => {
                    let is_constant = |it: TermId| self.terms.op(it) == Op::Const;
                    match (is_constant(a), is_constant(b)) {
                        (true, false) => drop(self.known.insert(b, a)),
                        (false, true) => drop(self.known.insert(a, b)),
                        (true, true) | (false, false) => {}
                    }
                }
                _ => {}
            }
        }
    }

    fn build(&mut self, store: &TermStore, term: TermId) -> TermId {
        match store.input_id(term) {
            Some(input) => self.build_input(store, term, input),
            None => copy::node(store, term, &mut self.terms, |it| self.copies[&it]),
        }
    }

    fn build_input(&mut self, store: &TermStore, old: TermId, input: InputId) -> TermId {
        let sort = store.sort(old);
        let new = match self.input_from_old.get(&old) {
            Some(&new) => new,
            None => {
                let new = self.terms.input(sort);
                self.inputs.push((input, old, new));
                self.input_from_old.insert(old, new);
                new
            }
        };
        let Some(&(mask, bits)) = self.bits.get(&old) else { return new };
        let width = self.terms.width(new);
        let free = self.terms.bits(width, !mask);
        let fixed = self.terms.bits(width, bits);
        let rest = self.terms.bits_and(new, free);
        self.terms.bits_or(rest, fixed)
    }
}

/// The terms that one depends on, itself included, arguments first.
#[must_use]
pub fn cone(store: &TermStore, term: TermId) -> Vec<TermId> {
    let mut is_in = vec![false; term.index() + 1];
    is_in[term.index()] = true;
    // Arguments have smaller ids: one pass downwards meets them all.
    for at in (0..=term.index()).rev() {
        if is_in[at] {
            store.children(TermId::from_index(at)).for_each(|child| is_in[child.index()] = true);
        }
    }
    (0..=term.index()).filter(|&at| is_in[at]).map(TermId::from_index).collect()
}
