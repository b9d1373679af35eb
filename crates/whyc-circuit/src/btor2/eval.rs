//! Runs of a model, word by word: what really happens, and the oracle of what the gates say.

use std::collections::BTreeMap;

use super::meaning::{mask, word};
use super::model::{Kind, Model, Operand, Sort};
use super::ops::Op;

/// The value of a node.
#[derive(Clone, Debug)]
pub enum Value {
    /// A word.
    Word(u128),
    /// An array.
    Array(Memory),
}

/// An array: one value everywhere, but for some elements.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The value everywhere else.
    pub default: u128,
    /// The elements that were set.
    pub elements: BTreeMap<u128, u128>,
}

impl Memory {
    /// The element at `index`.
    #[must_use]
    pub fn at(&self, index: u128) -> u128 {
        self.elements.get(&index).copied().unwrap_or(self.default)
    }

    /// Whether both hold the same at every index of `index_width` bits.
    fn equals(&self, other: &Memory, index_width: u32) -> bool {
        let keys: std::collections::BTreeSet<&u128> = self.elements.keys().chain(other.elements.keys()).collect();
        let all_set = index_width < 64 && keys.len() as u64 == 1 << index_width;
        (all_set || self.default == other.default) && keys.iter().all(|&&key| self.at(key) == other.at(key))
    }
}

impl Value {
    /// A word; an array where a word is expected is a defect.
    ///
    /// # Panics
    /// If the value is an array.
    #[must_use]
    pub fn as_word(&self) -> u128 {
        match self {
            Value::Word(word) => *word,
            Value::Array(_) => panic!("the value should be a word"),
        }
    }

    /// The element at `index`; a word is the same everywhere.
    #[must_use]
    pub fn at(&self, index: u128) -> u128 {
        match self {
            Value::Word(word) => *word,
            Value::Array(memory) => memory.at(index),
        }
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
            Kind::Const(value) => Value::Word(*value),
            Kind::Input | Kind::State => leaf(idx),
            Kind::Apply(op, operands) => apply(model, &values, *op, operands, node.sort),
        };
        values.push(value);
    }
    values
}

/// The value of an operand, given those of all nodes.
#[must_use]
pub fn operand(model: &Model, values: &[Value], operand: Operand) -> Value {
    match &values[operand.node] {
        Value::Word(value) if operand.negated => Value::Word(!value & mask(model.nodes[operand.node].sort.width())),
        value => value.clone(),
    }
}

/// The array and the index of every `read`.
#[must_use]
pub fn reads(model: &Model) -> Vec<(Operand, Operand)> {
    let read = |kind: &Kind| match kind {
        Kind::Apply(Op::Read, operands) => Some((operands[0], operands[1])),
        _ => None,
    };
    model.nodes.iter().filter_map(|node| read(&node.kind)).collect()
}

fn apply(model: &Model, values: &[Value], op: Op, operands: &[Operand], sort: Sort) -> Value {
    let value = |position: usize| operand(model, values, operands[position]);
    let sort_of = |position: usize| model.nodes[operands[position].node].sort;
    match (op, sort_of(operands.len() - 1)) {
        (Op::Read, _) => Value::Word(value(0).as_array().at(value(1).as_word())),
        (Op::Write, _) => {
            let mut memory = value(0).as_array().clone();
            memory.elements.insert(value(1).as_word(), value(2).as_word());
            Value::Array(memory)
        }
        (Op::Ite, Sort::Array { .. }) => value(if value(0).as_word() == 1 { 1 } else { 2 }),
        (Op::Eq | Op::Neq, Sort::Array { index, .. }) => {
            let same = value(0).as_array().equals(value(1).as_array(), index);
            Value::Word(u128::from(same == (op == Op::Eq)))
        }
        _ => {
            let words: Vec<(u128, u32)> =
                (0..operands.len()).map(|position| (value(position).as_word(), sort_of(position).width())).collect();
            Value::Word(word(op, &words) & mask(sort.width()))
        }
    }
}
