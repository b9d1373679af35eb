//! Markov chains and decision processes.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use crate::number::Number;

/// A finite system that moves by chance, and in a decision process also by somebody's decisions.
#[derive(Clone, Debug)]
pub struct Model {
    /// The states.
    pub states: Vec<State>,
    /// Where it starts.
    pub initial: usize,
    /// For each label, whether each state has it.
    pub labels: BTreeMap<String, Vec<bool>>,
    /// How steps from one state to another are told, where more is known than the states.
    pub notes: BTreeMap<(usize, usize), String>,
    /// What was mended in what was read.
    pub remarks: Vec<String>,
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// What it is called.
    pub name: String,
    /// What can be decided in it; never nothing, and one in a Markov chain.
    pub choices: Vec<Choice>,
}

/// A decision, and what may come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is called.
    pub action: Option<String>,
    /// The states that may be next, in order and each once, with probabilities that are more than 0 and add up to 1.
    pub to: Vec<(usize, Number)>,
}

impl Choice {
    /// Stays.
    #[must_use]
    pub fn stay(state: usize) -> Self {
        Self { action: None, to: vec![(state, Number::one())] }
    }

    /// Goes on so; probabilities of the same state are added, those that are 0 left out.
    #[must_use]
    pub fn new(action: Option<String>, to: impl IntoIterator<Item = (usize, Number)>) -> Self {
        let mut sums: BTreeMap<usize, Number> = BTreeMap::new();
        for (state, probability) in to {
            *sums.entry(state).or_insert_with(Number::zero) += probability;
        }
        Self { action, to: sums.into_iter().filter(|(_, it)| !it.is_zero()).collect() }
    }
}

impl Model {
    /// A model of these states, the first of which is its start.
    #[must_use]
    pub fn new(states: Vec<State>) -> Self {
        Self { states, initial: 0, labels: BTreeMap::new(), notes: BTreeMap::new(), remarks: Vec::new() }
    }

    /// Whether somebody decides somewhere.
    #[must_use]
    pub fn is_process(&self) -> bool {
        self.states.iter().any(|it| it.choices.len() > 1)
    }

    /// What a state is called.
    #[must_use]
    pub fn name(&self, state: usize) -> &str {
        &self.states[state].name
    }

    /// How many steps it has.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.states.iter().flat_map(|it| &it.choices).map(|it| it.to.len()).sum()
    }
}
