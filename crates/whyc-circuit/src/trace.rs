//! Counterexamples, and the numbering of what is free in them.

use crate::property::Property;

/// A run that violates a property: where it starts and what it is fed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What is violated.
    pub property: Property,
    /// The cycle, counted from zero, in which it is violated; the one after the last if it goes on forever.
    pub depth: usize,
    /// The latches before the first cycle.
    pub initial: Vec<bool>,
    /// The inputs, cycle by cycle.
    pub inputs: Vec<Vec<bool>>,
    /// The cycle whose state is back after the last one, if the run goes on forever.
    pub loop_start: Option<usize>,
}

impl Counterexample {
    /// What is free in this run.
    #[must_use]
    pub fn free(&self) -> FreeVars {
        let n_inputs = self.inputs.first().map_or(0, Vec::len);
        FreeVars { n_latches: self.initial.len(), n_inputs, n_cycles: self.inputs.len() }
    }

    /// The values of the free variables, in their order.
    #[must_use]
    pub fn values(&self) -> Vec<bool> {
        self.initial.iter().chain(self.inputs.iter().flatten()).copied().collect()
    }
}

/// The free variables of a run in order: the bits of the initial state, then the inputs of
/// every cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeVars {
    /// Bits of state.
    pub n_latches: usize,
    /// Inputs per cycle.
    pub n_inputs: usize,
    /// Cycles with inputs.
    pub n_cycles: usize,
}

impl FreeVars {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_latches + self.n_inputs * self.n_cycles
    }

    /// Whether nothing is free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position of an initial bit.
    #[must_use]
    pub fn latch(&self, latch: usize) -> usize {
        latch
    }

    /// The position of an input in a cycle.
    #[must_use]
    pub fn input(&self, cycle: usize, input: usize) -> usize {
        self.n_latches + cycle * self.n_inputs + input
    }
}
