//! Evaluation: the value of a term when its inputs have values.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::meaning::eval_op;
use crate::node::{InputId, Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::versions::{Version, Versions};
use crate::word::truncate;

/// The value of an array: a default with exceptions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayValue {
    /// What every index holds that is not among the elements.
    pub default: u128,
    /// The exceptions by index.
    pub elements: BTreeMap<u128, u128>,
}

impl ArrayValue {
    /// The element at `index`.
    #[must_use]
    pub fn at(&self, index: u128) -> u128 {
        self.elements.get(&index).copied().unwrap_or(self.default)
    }
}

/// Values of inputs. An input without one is zero, or the array of zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valuation {
    words: FxHashMap<InputId, u128>,
    arrays: FxHashMap<InputId, ArrayValue>,
}

impl Valuation {
    /// Every input is zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a bit-vector input its value; bits above its width are ignored.
    pub fn set_bits(&mut self, input: InputId, value: u128) {
        self.words.insert(input, value);
    }

    /// Gives a Boolean input its value.
    pub fn set_bool(&mut self, input: InputId, value: bool) {
        self.words.insert(input, u128::from(value));
    }

    /// Gives an array input its value.
    pub fn set_array(&mut self, input: InputId, value: ArrayValue) {
        self.arrays.insert(input, value);
    }

    /// The value of a bit-vector input, or of a Boolean one as 0 or 1.
    #[must_use]
    pub fn bits(&self, input: InputId) -> u128 {
        self.words.get(&input).copied().unwrap_or(0)
    }

    /// The value of an array input, if it was given one.
    #[must_use]
    pub fn array(&self, input: InputId) -> Option<&ArrayValue> {
        self.arrays.get(&input)
    }
}

/// What an array term evaluates to: writes on top of a leaf.
#[derive(Clone, Copy, Debug)]
struct Contents {
    leaf: Leaf,
    writes: Version,
}

#[derive(Clone, Copy, Debug)]
enum Leaf {
    Input(InputId),
    Everywhere(u128),
}

/// Evaluates terms of one store under one valuation; remembers every value it has found.
///
/// Only what a value depends on is evaluated: of an `ite`, the condition and one arm.
#[derive(Debug)]
pub struct Evaluator<'a> {
    store: &'a TermStore,
    valuation: &'a Valuation,
    words: Vec<u128>,
    is_known: Vec<bool>,
    contents: FxHashMap<TermId, Contents>,
    versions: Versions<u128>,
    /// Temporary: the terms being evaluated, innermost last.
    stack: Vec<TermId>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that knows nothing yet.
    #[must_use]
    pub fn new(store: &'a TermStore, valuation: &'a Valuation) -> Self {
        Self {
            store,
            valuation,
            words: vec![0; store.len()],
            is_known: vec![false; store.len()],
            contents: FxHashMap::default(),
            versions: Versions::default(),
            stack: Vec::new(),
        }
    }

    /// The value of a bit-vector term.
    pub fn bits(&mut self, term: TermId) -> u128 {
        self.evaluate(term);
        self.words[term.index()]
    }

    /// The value of a Boolean term.
    pub fn bool(&mut self, term: TermId) -> bool {
        self.bits(term) == 1
    }

    /// The value of an array term.
    pub fn array(&mut self, term: TermId) -> ArrayValue {
        self.evaluate(term);
        let Contents { leaf, writes } = self.contents[&term];
        let mut value = match leaf {
            Leaf::Input(input) => self.valuation.array(input).cloned().unwrap_or_default(),
            Leaf::Everywhere(default) => ArrayValue { default, elements: BTreeMap::new() },
        };
        for key in self.versions.keys(writes) {
            value.elements.extend(self.versions.read(writes, key).map(|element| (key, element)));
        }
        value
    }

    /// Evaluates `term` and all it depends on, innermost first.
    fn evaluate(&mut self, term: TermId) {
        self.stack.push(term);
        while let Some(&term) = self.stack.last() {
            if self.is_known[term.index()] || self.step(term) {
                self.is_known[term.index()] = true;
                self.stack.pop();
            }
        }
    }

    /// Computes `term`, or pushes what must be known first.
    fn step(&mut self, term: TermId) -> bool {
        match self.store.node(term) {
            Node::Ite(cond, then, other) => {
                if !self.demand(cond) {
                    return false;
                }
                let chosen = if self.words[cond.index()] == 1 { then } else { other };
                if !self.demand(chosen) {
                    return false;
                }
                match self.contents.get(&chosen) {
                    Some(&contents) => drop(self.contents.insert(term, contents)),
                    None => self.words[term.index()] = self.words[chosen.index()],
                }
                true
            }
            node => {
                let mut ready = true;
                for child in self.store.children(term) {
                    ready &= self.demand(child);
                }
                if ready {
                    self.compute(term, node);
                }
                ready
            }
        }
    }

    /// Whether `term` is known; if not, it is next.
    fn demand(&mut self, term: TermId) -> bool {
        let known = self.is_known[term.index()];
        if !known {
            self.stack.push(term);
        }
        known
    }

    fn compute(&mut self, term: TermId, node: Node) {
        let word = |child: TermId| self.words[child.index()];
        let value = match node {
            Node::Bool(value) => u128::from(value),
            Node::Bits(value) => value,
            Node::Input(input) => match self.store.sort(term).bit_width() {
                Some(width) => truncate(self.valuation.bits(input), width),
                None => {
                    let writes = self.versions.root();
                    self.contents.insert(term, Contents { leaf: Leaf::Input(input), writes });
                    0
                }
            },
            Node::Unary(Op::ConstArray, element) => {
                let leaf = Leaf::Everywhere(word(element));
                let writes = self.versions.root();
                self.contents.insert(term, Contents { leaf, writes });
                0
            }
            Node::Store(array, index, value) => {
                let Contents { leaf, writes } = self.contents[&array];
                let writes = self.versions.write(writes, word(index), self.words[value.index()]);
                self.contents.insert(term, Contents { leaf, writes });
                0
            }
            Node::Binary(Op::Select, array, index) => self.read(array, word(index)),
            Node::Unary(op, a) => eval_op(op, self.store.shape(term), &[word(a)]),
            Node::Binary(op, a, b) => eval_op(op, self.store.shape(term), &[word(a), word(b)]),
            Node::Extract { arg, .. } => eval_op(Op::Extract, self.store.shape(term), &[word(arg)]),
            Node::Ite(..) => panic!("an ite should be evaluated by its condition"),
            Node::Splice(..) => unreachable!("only elements of a splice should be asked for"),
        };
        self.words[term.index()] = value;
    }

    fn read(&self, array: TermId, index: u128) -> u128 {
        let Contents { leaf, writes } = self.contents[&array];
        self.versions.read(writes, index).unwrap_or_else(|| match leaf {
            Leaf::Everywhere(element) => element,
            Leaf::Input(input) => {
                let Sort::Array { element, .. } = self.store.sort(array) else { return 0 };
                self.valuation.array(input).map_or(0, |value| truncate(value.at(index), element))
            }
        })
    }
}
