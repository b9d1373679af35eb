//! Runs of a model, word by word: what really happens, and the oracle of what the gates say.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::meaning::word;
use super::model::{Kind, Model, Operand, Sort};
use super::number::{Number, is_set, ones, truncate};
use super::ops::Op;

/// The value of a node.
#[derive(Clone, Debug)]
pub enum Value {
    /// A word.
    Word(Number),
    /// An array.
    Array(Memory),
}

/// An array: one value everywhere, but for some elements.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The value everywhere else.
    pub default: Number,
    /// The elements that were set.
    pub elements: BTreeMap<Number, Number>,
}

impl Memory {
    /// The element at `index`.
    #[must_use]
    pub fn at(&self, index: &Number) -> &Number {
        self.elements.get(index).unwrap_or(&self.default)
    }

    /// Whether both hold the same at every index of `index_width` bits.
    fn equals(&self, other: &Memory, index_width: u32) -> bool {
        let keys: BTreeSet<&Number> = self.elements.keys().chain(other.elements.keys()).collect();
        let all_set = index_width < 64 && keys.len() as u64 == 1 << index_width;
        (all_set || self.default == other.default) && keys.iter().all(|&key| self.at(key) == other.at(key))
    }
}

impl Value {
    /// A word; an array where a word is expected is a defect.
    ///
    /// # Panics
    /// If the value is an array.
    #[must_use]
    pub fn as_word(&self) -> &Number {
        match self {
            Value::Word(word) => word,
            Value::Array(_) => panic!("the value should be a word"),
        }
    }

    /// The element at `index`; a word is the same everywhere.
    #[must_use]
    pub fn at(&self, index: &Number) -> &Number {
        match self {
            Value::Word(word) => word,
            Value::Array(memory) => memory.at(index),
        }
    }

    /// Whether a word of one bit is one.
    ///
    /// # Panics
    /// If the value is an array.
    #[must_use]
    pub fn is_true(&self) -> bool {
        is_set(self.as_word(), 0)
    }

    fn as_array(&self) -> &Memory {
        match self {
            Value::Array(memory) => memory,
            Value::Word(_) => panic!("the value should be an array"),
        }
    }
}

/// The value of every node in one cycle, in order; `leaf` gives those of inputs and states.
pub fn cycle(model: &Model, leaf: impl Fn(usize) -> Value) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(model.nodes.len());
    for (idx, node) in model.nodes.iter().enumerate() {
        let value = match &node.kind {
            Kind::Const(value) => Value::Word(value.clone()),
            Kind::Input | Kind::State => leaf(idx),
            Kind::Apply(op, operands) => apply(model, &values, *op, operands, node.sort),
        };
        values.push(value);
    }
    values
}

/// The value of an operand, given those of all nodes.
#[must_use]
pub fn operand<'a>(model: &Model, values: &'a [Value], operand: Operand) -> Cow<'a, Value> {
    match &values[operand.node] {
        Value::Word(value) if operand.negated => {
            Cow::Owned(Value::Word(ones(model.nodes[operand.node].sort.width()) ^ value))
        }
        value => Cow::Borrowed(value),
    }
}

fn apply(model: &Model, values: &[Value], op: Op, operands: &[Operand], sort: Sort) -> Value {
    let args: Vec<Cow<'_, Value>> = operands.iter().map(|&it| operand(model, values, it)).collect();
    let sort_of = |position: usize| model.nodes[operands[position].node].sort;
    match (op, sort_of(operands.len() - 1)) {
        (Op::Read, _) => Value::Word(args[0].as_array().at(args[1].as_word()).clone()),
        (Op::Write, _) => {
            let mut memory = args[0].as_array().clone();
            memory.elements.insert(args[1].as_word().clone(), args[2].as_word().clone());
            Value::Array(memory)
        }
        (Op::Ite, Sort::Array { .. }) => args[if args[0].is_true() { 1 } else { 2 }].clone().into_owned(),
        (Op::Eq | Op::Neq, Sort::Array { index, .. }) => {
            let same = args[0].as_array().equals(args[1].as_array(), index);
            Value::Word(Number::from(same == (op == Op::Eq)))
        }
        _ => {
            let words: Vec<(&Number, u32)> =
                args.iter().enumerate().map(|(position, arg)| (arg.as_word(), sort_of(position).width())).collect();
            Value::Word(truncate(word(op, &words), sort.width()))
        }
    }
}
