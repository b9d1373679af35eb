//! The way back from bits to the words of a file, and runs held against them.

mod simulate;

use std::collections::BTreeMap;

use super::alias::Alias;
use super::cells::{Pool, pool_of};
use super::eval::{self, Memory, Value};
use super::model::{Model, Sort};
use super::number::{self, Number};

/// What a word of the circuit is in the model, by its position there. The elements of an array
/// stand next to each other, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An input.
    Input(usize),
    /// A state that is chosen anew in every cycle.
    FreeState(usize),
    /// What such a state, once started, holds in the next cycle.
    Fed(usize),
    /// A state.
    State(usize),
    /// The address of a cell, by its pool.
    Address(usize),
}

/// Where the words of a circuit come from.
#[derive(Clone, Debug)]
pub struct Words {
    /// The file.
    pub model: Model,
    /// What designers call leaves whose own names were invented.
    pub aliases: BTreeMap<usize, Alias>,
    /// For each word of input.
    pub input_sources: Vec<Source>,
    /// For each word of state.
    pub state_sources: Vec<Source>,
    /// The cells of large arrays.
    pub pools: Vec<Pool>,
    /// For each justice property, the latches that come back in a loop.
    pub recurring: Vec<Vec<usize>>,
}

/// The values of leaves, by their position in the model.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// Of inputs.
    pub inputs: Vec<Option<Value>>,
    /// Of states in this cycle.
    pub states: Vec<Option<Value>>,
    /// Of states in the next cycle, where they are fed.
    pub fed: Vec<Option<Value>>,
}

impl Words {
    /// The addresses of all cells in a run that starts with these latches.
    #[must_use]
    pub fn addresses(&self, initial: &[bool]) -> Vec<Vec<Number>> {
        let n_bits = |pool: &Pool| if pool.addresses.is_none() { pool.n_cells * pool.index as usize } else { 0 };
        // They are the last of the state.
        let mut rest = &initial[initial.len() - self.pools.iter().map(n_bits).sum::<usize>()..];
        let of_pool = |pool: &Pool| match &pool.addresses {
            Some(constants) => constants.clone(),
            None => {
                let (own, more) = rest.split_at(n_bits(pool));
                rest = more;
                own.chunks(pool.index as usize).map(number::from_bits).collect()
            }
        };
        self.pools.iter().map(of_pool).collect()
    }

    /// The values that some bits give to the leaves that they belong to.
    #[must_use]
    pub fn leaves(&self, sources: &[Source], bits: &[bool], addresses: &[Vec<Number>]) -> Leaves {
        let n_states = self.model.states.len();
        let mut leaves = Leaves {
            inputs: vec![None; self.model.inputs.len()],
            states: vec![None; n_states],
            fed: vec![None; n_states],
        };
        let mut rest = bits;
        let mut idx = 0;
        while let Some(&source) = sources.get(idx) {
            let (slot, node) = match source {
                Source::Input(at) => (&mut leaves.inputs[at], self.model.inputs[at]),
                Source::FreeState(at) | Source::State(at) => (&mut leaves.states[at], self.model.states[at].node),
                Source::Fed(at) => (&mut leaves.fed[at], self.model.states[at].node),
                Source::Address(_) => break,
            };
            let sort = self.model.nodes[node].sort;
            let indices: Option<Vec<Number>> = self.indices(sort, addresses);
            let n_words = indices.as_ref().map_or(1, Vec::len);
            let (own, more) = rest.split_at(n_words * sort.width() as usize);
            rest = more;
            idx += n_words;
            let mut words = own.chunks(sort.width() as usize).map(number::from_bits);
            *slot = Some(match indices {
                None => Value::Word(words.next().unwrap_or_default()),
                // Of cells with one address the first counts.
                Some(indices) => Value::Array(Memory {
                    default: Number::ZERO,
                    elements: indices.into_iter().zip(words).rev().collect(),
                }),
            });
        }
        self.empty_arrays(&mut leaves);
        leaves
    }

    /// Large arrays that nothing is read from have no cells; they need a value all the same.
    fn empty_arrays(&self, leaves: &mut Leaves) {
        let is_empty = |node: usize| {
            pool_of(&self.pools, self.model.nodes[node].sort).is_some_and(|pool| self.pools[pool].n_cells == 0)
        };
        for (slot, &node) in leaves.inputs.iter_mut().zip(&self.model.inputs) {
            if is_empty(node) {
                *slot = Some(Value::Array(Memory::default()));
            }
        }
        for (at, state) in self.model.states.iter().enumerate() {
            if is_empty(state.node) {
                leaves.states[at] = Some(Value::Array(Memory::default()));
                leaves.fed[at] = Some(Value::Array(Memory::default()));
            }
        }
    }

    /// Whether a word of state belongs to a large array.
    pub(crate) fn is_in_pool(&self, source: Source) -> bool {
        match source {
            Source::Address(_) => true,
            Source::State(at) => pool_of(&self.pools, self.model.nodes[self.model.states[at].node].sort).is_some(),
            Source::Input(_) | Source::FreeState(_) | Source::Fed(_) => false,
        }
    }

    /// The indices of the elements that an array has words for; nothing for a word.
    fn indices(&self, sort: Sort, addresses: &[Vec<Number>]) -> Option<Vec<Number>> {
        let Sort::Array { index, .. } = sort else { return None };
        Some(match pool_of(&self.pools, sort) {
            Some(pool) => addresses[pool].clone(),
            None => (0..1u64 << index).map(Number::from).collect(),
        })
    }

    /// The value of every node in one cycle.
    #[must_use]
    pub fn cycle(&self, states: &[Option<Value>], leaves: &Leaves) -> Vec<Value> {
        let model = &self.model;
        let mut value_from_node: Vec<Option<&Value>> = vec![None; model.nodes.len()];
        for (&node, value) in model.inputs.iter().zip(&leaves.inputs) {
            value_from_node[node] = value.as_ref();
        }
        for ((state, now), free) in model.states.iter().zip(states).zip(&leaves.states) {
            value_from_node[state.node] = free.as_ref().or(now.as_ref());
        }
        eval::cycle(model, |node| value_from_node[node].cloned().expect("every leaf should have a value"))
    }

    /// The state after a cycle; nothing for a state that is chosen anew.
    #[must_use]
    pub fn next(&self, values: &[Value], leaves: &Leaves) -> Vec<Option<Value>> {
        let next = |(state, fed): (&super::model::State, &Option<Value>)| match state.next {
            Some(operand) => Some(eval::operand(&self.model, values, operand).into_owned()),
            None => fed.clone(),
        };
        self.model.states.iter().zip(&leaves.fed).map(next).collect()
    }

    /// The bits of a state, in the order of the latches, without addresses.
    pub(super) fn state_bits(&self, states: &[Option<Value>], addresses: &[Vec<Number>]) -> Vec<bool> {
        let mut bits = Vec::new();
        let mut last = None;
        for &source in &self.state_sources {
            let Source::State(at) = source else { continue };
            // Elements stand next to each other: the first one brings all.
            if last.replace(at) == Some(at) {
                continue;
            }
            let sort = self.model.nodes[self.model.states[at].node].sort;
            let mut push = |word: &Number| bits.extend(number::bits(word, sort.width()));
            match (&states[at], self.indices(sort, addresses)) {
                (Some(Value::Word(word)), _) => push(word),
                (Some(Value::Array(memory)), Some(indices)) => {
                    indices.iter().for_each(|index| push(memory.at(index)));
                }
                _ => {}
            }
        }
        bits
    }

    /// The bits that leaves have in the order of `sources`: the way back from [`leaves`](Self::leaves).
    #[must_use]
    pub fn bits(&self, sources: &[Source], leaves: &Leaves, addresses: &[Vec<Number>]) -> Vec<bool> {
        let mut bits = Vec::new();
        let mut last = None;
        for &source in sources {
            if last.replace(source) == Some(source) {
                continue;
            }
            let (value, node) = match source {
                Source::Input(at) => (&leaves.inputs[at], self.model.inputs[at]),
                Source::FreeState(at) | Source::State(at) => (&leaves.states[at], self.model.states[at].node),
                Source::Fed(at) => (&leaves.fed[at], self.model.states[at].node),
                Source::Address(_) => continue,
            };
            let sort = self.model.nodes[node].sort;
            let indices = self.indices(sort, addresses).unwrap_or_else(|| vec![Number::ZERO]);
            for index in &indices {
                let word = value.as_ref().map_or(&Number::ZERO, |value| value.at(index));
                bits.extend(number::bits(word, sort.width()));
            }
        }
        bits
    }
}
