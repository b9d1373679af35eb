//! The way back from bits to the words of a file, and runs held against them.

use super::eval::{self, Memory, Value};
use super::model::{Model, Operand, Sort};
use crate::property::Property;
use crate::rng::Rng;
use crate::trace::Counterexample;

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
}

/// Where the words of a circuit come from.
#[derive(Clone, Debug)]
pub struct Words {
    /// The file.
    pub model: Model,
    /// For each word of input.
    pub input_sources: Vec<Source>,
    /// For each word of state.
    pub state_sources: Vec<Source>,
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
    /// The values that some bits give to the leaves that they belong to.
    #[must_use]
    pub fn leaves(&self, sources: &[Source], bits: &[bool]) -> Leaves {
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
            };
            let sort = self.model.nodes[node].sort;
            let mut take = || {
                let (word, more) = rest.split_at(sort.width() as usize);
                rest = more;
                idx += 1;
                word.iter().rev().fold(0u128, |value, &bit| value << 1 | u128::from(bit))
            };
            *slot = Some(match sort {
                Sort::Bits(_) => Value::Word(take()),
                Sort::Array { index, .. } => {
                    let elements = (0..1u128 << index).map(|at| (at, take())).collect();
                    Value::Array(Memory { default: 0, elements })
                }
            });
        }
        leaves
    }

    /// Whether the run starts as it is told to, keeps the constraints and violates its property.
    #[must_use]
    pub fn confirms(&self, run: &Counterexample) -> bool {
        self.simulate(run, Initially::AsTold)
    }

    /// Whether `rounds` runs that agree with `run` in what is relevant, and are random elsewhere,
    /// all violate its property.
    #[must_use]
    pub fn survives_random_completions(&self, run: &Counterexample, relevant: &[bool], rounds: usize) -> bool {
        let free = run.free();
        let mut rng = Rng::new(5);
        (0..rounds).all(|_| {
            let mut other = run.clone();
            let mut change = |position: usize, bit: &mut bool| {
                if !relevant[position] {
                    *bit = rng.bits() & 1 == 1;
                }
            };
            for (idx, bit) in other.initial.iter_mut().enumerate() {
                change(free.latch(idx), bit);
            }
            for (cycle, bits) in other.inputs.iter_mut().enumerate() {
                bits.iter_mut().enumerate().for_each(|(idx, bit)| change(free.input(cycle, idx), bit));
            }
            self.simulate(&other, Initially::Anywhere)
        })
    }

    fn simulate(&self, run: &Counterexample, initially: Initially) -> bool {
        let model = &self.model;
        let mut states = self.leaves(&self.state_sources, &run.initial).states;
        let mut bad = false;
        for (cycle, bits) in run.inputs.iter().enumerate() {
            let leaves = self.leaves(&self.input_sources, bits);
            let values = self.cycle(&states, &leaves);
            let is_true = |root: Operand| eval::operand(model, &values, root).as_word() == 1;
            if cycle == 0 && initially == Initially::AsTold && !eval::starts_as_told(model, &values)
                || !model.constraints.iter().all(|root| is_true(root.operand))
            {
                return false;
            }
            if let Property::Bad(idx) = run.property {
                bad = is_true(model.bad[idx].operand);
            }
            states = self.next(&values, &leaves);
        }
        match &run.property {
            Property::Bad(_) => bad,
            Property::Reach(target) => {
                let bits = self.state_bits(&states);
                bits.iter().zip(target).all(|(bit, wanted)| wanted.is_none_or(|wanted| wanted == *bit))
            }
        }
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
            Some(operand) => Some(eval::operand(&self.model, values, operand)),
            None => fed.clone(),
        };
        self.model.states.iter().zip(&leaves.fed).map(next).collect()
    }

    /// The bits of a state, in the order of the latches.
    pub(super) fn state_bits(&self, states: &[Option<Value>]) -> Vec<bool> {
        let mut bits = Vec::new();
        let mut last = None;
        for &source in &self.state_sources {
            let Source::State(at) = source else { continue };
            // Elements stand next to each other: the first one brings all.
            if last.replace(at) == Some(at) {
                continue;
            }
            let sort = self.model.nodes[self.model.states[at].node].sort;
            let mut push = |word: u128| bits.extend((0..sort.width()).map(|bit| word >> bit & 1 == 1));
            match (&states[at], sort) {
                (Some(Value::Word(word)), _) => push(*word),
                (Some(Value::Array(memory)), Sort::Array { index, .. }) => {
                    (0..1u128 << index).for_each(|at| push(memory.at(at)));
                }
                _ => {}
            }
        }
        bits
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Initially {
    AsTold,
    Anywhere,
}
