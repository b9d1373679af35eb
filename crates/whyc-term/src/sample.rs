//! One valuation that is asked about Boolean terms while more and more of them are built.
//!
//! An [`Evaluator`](crate::Evaluator) holds a word for every term; a [`Sample`] holds a byte for every one and words for
//! those alone that a value depended on. Of a conjunction whose first part is false the second is not looked at, and of an
//! `ite` one arm: of all the paths that terms describe, a sample follows its own.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::eval::Valuation;
use crate::meaning::eval_op;
use crate::node::{InputId, Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::versions::{Version, Versions};
use crate::word::truncate;

/// What is known of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Known {
    Nothing,
    False,
    True,
    /// Bits or an array, to be found in a table.
    Else,
}

#[derive(Clone, Copy, Debug)]
enum Leaf {
    Input(InputId),
    Everywhere(u128),
}

/// A valuation and what follows from it, as far as somebody asked. It belongs to one store.
#[derive(Debug)]
pub struct Sample {
    valuation: Valuation,
    known: Vec<Known>,
    words: FxHashMap<TermId, u128>,
    arrays: FxHashMap<TermId, (Leaf, Version)>,
    versions: Versions<u128>,
    /// Temporary: the terms being evaluated, innermost last.
    stack: Vec<TermId>,
}

impl Sample {
    /// Nothing has been asked yet.
    #[must_use]
    pub fn new(valuation: Valuation) -> Self {
        Self {
            valuation,
            known: Vec::new(),
            words: FxHashMap::default(),
            arrays: FxHashMap::default(),
            versions: Versions::default(),
            stack: Vec::new(),
        }
    }

    /// Whether a Boolean term of `store` holds.
    pub fn holds(&mut self, store: &TermStore, term: TermId) -> bool {
        self.evaluate(store, term);
        self.known[term.index()] == Known::True
    }

    fn evaluate(&mut self, store: &TermStore, term: TermId) {
        if self.known.len() < store.len() {
            self.known.resize(store.len(), Known::Nothing);
        }
        self.stack.push(term);
        while let Some(&term) = self.stack.last() {
            if self.known[term.index()] != Known::Nothing || self.step(store, term) {
                self.stack.pop();
            }
        }
    }

    /// Computes `term`, or pushes what must be known first.
    fn step(&mut self, store: &TermStore, term: TermId) -> bool {
        match store.node(term) {
            Node::Ite(cond, then, other) => {
                let Some(cond) = self.demand(store, cond) else { return false };
                let chosen = if cond == 1 { then } else { other };
                let Some(value) = self.demand(store, chosen) else { return false };
                if let Some(&contents) = self.arrays.get(&chosen) {
                    self.arrays.insert(term, contents);
                    self.known[term.index()] = Known::Else;
                } else {
                    self.set(store, term, value);
                }
                true
            }
            Node::Binary(Op::And, a, b) => {
                let Some(first) = self.demand(store, a) else { return false };
                let second = if first == 0 { Some(0) } else { self.demand(store, b) };
                let Some(second) = second else { return false };
                self.set(store, term, first & second);
                true
            }
            node => {
                let mut words = [0; 3];
                let mut ready = true;
                let children = store.children(term);
                let n = children.len();
                for (word, child) in words.iter_mut().zip(children) {
                    match self.demand(store, child) {
                        Some(value) => *word = value,
                        None => ready = false,
                    }
                }
                if ready {
                    self.compute(store, term, node, &words[..n]);
                }
                ready
            }
        }
    }

    /// The value of `term`, an array's being 0, if it is known; if not, it is next.
    fn demand(&mut self, store: &TermStore, term: TermId) -> Option<u128> {
        if let Some(value) = store.constant_value(term) {
            return Some(value);
        }
        match self.known[term.index()] {
            Known::Nothing => {
                self.stack.push(term);
                None
            }
            Known::False => Some(0),
            Known::True => Some(1),
            Known::Else => Some(self.words.get(&term).copied().unwrap_or(0)),
        }
    }

    fn set(&mut self, store: &TermStore, term: TermId, value: u128) {
        self.known[term.index()] = match (store.sort(term), value) {
            (Sort::Bool, 0) => Known::False,
            (Sort::Bool, _) => Known::True,
            (Sort::Bits(_) | Sort::Array { .. }, 0) => Known::Else,
            (Sort::Bits(_) | Sort::Array { .. }, _) => {
                self.words.insert(term, value);
                Known::Else
            }
        };
    }

    fn compute(&mut self, store: &TermStore, term: TermId, node: Node, words: &[u128]) {
        let value = match node {
            Node::Bool(value) => u128::from(value),
            Node::Bits(value) => value,
            Node::Input(input) => match store.sort(term).bit_width() {
                Some(width) => truncate(self.valuation.bits(input), width),
                None => return self.set_array(term, Leaf::Input(input)),
            },
            Node::Unary(Op::ConstArray, _) => return self.set_array(term, Leaf::Everywhere(words[0])),
            Node::Store(array, ..) => {
                let (leaf, writes) = self.arrays[&array];
                let writes = self.versions.write(writes, words[1], words[2]);
                self.arrays.insert(term, (leaf, writes));
                self.known[term.index()] = Known::Else;
                return;
            }
            Node::Binary(Op::Select, array, _) => self.read(store, array, words[1]),
            Node::Unary(op, _) | Node::Binary(op, ..) => eval_op(op, store.shape(term), words),
            Node::Extract { .. } => eval_op(Op::Extract, store.shape(term), words),
            Node::Ite(..) => unreachable!("an ite should be evaluated by its condition"),
            Node::Splice(..) => unreachable!("only elements of a splice should be asked for"),
        };
        self.set(store, term, value);
    }

    fn set_array(&mut self, term: TermId, leaf: Leaf) {
        let writes = self.versions.root();
        self.arrays.insert(term, (leaf, writes));
        self.known[term.index()] = Known::Else;
    }

    fn read(&self, store: &TermStore, array: TermId, index: u128) -> u128 {
        let (leaf, writes) = self.arrays[&array];
        self.versions.read(writes, index).unwrap_or_else(|| match leaf {
            Leaf::Everywhere(element) => element,
            Leaf::Input(input) => {
                let Sort::Array { element, .. } = store.sort(array) else { return 0 };
                self.valuation.array(input).map_or(0, |value| truncate(value.at(index), element))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    /// A store with formulas over two words, a Boolean and an array, built in a fixed but mixed way.
    fn formulas(store: &mut TermStore, seed: u32) -> Vec<TermId> {
        let mut words = vec![store.input(Sort::Bits(8)), store.input(Sort::Bits(8)), store.bits(8, 3)];
        let mut bools = vec![store.input(Sort::Bool)];
        let mut arrays = vec![store.array_input(8, 8)];
        let mut state = seed;
        let mut next = |n: usize| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (state >> 16) as usize % n
        };
        for _ in 0..60 {
            let (a, b) = (words[next(words.len())], words[next(words.len())]);
            let (p, q) = (bools[next(bools.len())], bools[next(bools.len())]);
            let array = arrays[next(arrays.len())];
            match next(8) {
                0 => words.push(store.add(a, b)),
                1 => words.push(store.ite(p, a, b)),
                2 => bools.push(store.ult(a, b)),
                3 => bools.push(store.and(p, q)),
                4 => bools.push(store.not(p)),
                5 => words.push(store.select(array, a)),
                6 => arrays.push(store.store(array, a, b)),
                _ => {
                    let other = arrays[next(arrays.len())];
                    arrays.push(store.ite(p, array, other));
                }
            }
        }
        bools
    }

    #[test]
    fn a_sample_agrees_with_the_evaluator() {
        for seed in 0..200 {
            let mut store = TermStore::new();
            let bools = formulas(&mut store, seed);
            let mut valuation = Valuation::new();
            valuation.set_bits(InputId(0), u128::from(seed * 7 % 256));
            valuation.set_bits(InputId(1), u128::from(seed * 31 % 256));
            valuation.set_bool(InputId(2), seed % 3 == 0);
            let mut sample = Sample::new(valuation.clone());
            let mut eval = Evaluator::new(&store, &valuation);
            for &term in &bools {
                assert_eq!(sample.holds(&store, term), eval.bool(term), "seed {seed}, {term}");
            }
        }
    }

    #[test]
    fn later_terms_are_seen() {
        let mut store = TermStore::new();
        let x = store.input(Sort::Bits(4));
        let mut valuation = Valuation::new();
        valuation.set_bits(InputId(0), 9);
        let mut sample = Sample::new(valuation);
        let seven = store.bits(4, 7);
        let more = store.ult(seven, x);
        assert!(sample.holds(&store, more));
        let nine = store.bits(4, 9);
        let other = store.ne(x, nine);
        assert!(!sample.holds(&store, other));
    }
}
