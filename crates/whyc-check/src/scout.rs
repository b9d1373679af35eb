//! Who may try some inputs before all of them are asked about.
//!
//! A program that fails often fails soon when it is just run. Who runs it is not known here; a run that is said to fail is taken
//! for a hint, which names inputs and how often loops went round. It is a failing run once the unrolling says so for these inputs,
//! and the interpreter once more.

use whyc_base::budget::Budget;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_term::{Evaluator, TermStore, Valuation};
use whyc_unroll::loops::{LoopId, LoopTable};
use whyc_unroll::step::{InputSource, StepKind, Unrolling};

use crate::effort::Units;

/// Someone who tries.
pub trait Scout: Send {
    /// Runs the program on more inputs, as far as `allowed` goes; the first run that violates one of the properties asked about.
    fn look(&mut self, scene: &Scene<'_>, allowed: Units) -> Option<Scouted>;

    /// What it may cost before anything is asked.
    fn at_once(&self) -> Units {
        Units(0)
    }

    /// Whether it knows which failures count, where not all do.
    fn knows_what_counts(&self) -> bool {
        false
    }
}

/// What is run.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its properties.
    pub properties: &'a PropertyTable,
    /// Those that are asked about.
    pub asked: &'a [PropertyId],
    /// Its loops.
    pub loops: &'a LoopTable,
    /// Time and memory.
    pub budget: &'a Budget,
}

/// A run that is said to fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scouted {
    /// What it took from outside, in order.
    pub inputs: Vec<u128>,
    /// How often loops went round at most, each time they were entered.
    pub rounds: Vec<(LoopId, u32)>,
    /// How deep functions called themselves.
    pub depths: Vec<(FunctionId, u32)>,
}

/// More inputs than these are not led back to the unrolling.
const MANY_INPUTS: usize = 200;

/// The values of an unrolling's inputs for a run that takes these from outside, one after the other; the others are zero.
#[must_use]
pub fn valuation(unrolling: &Unrolling, terms: &TermStore, inputs: &[u128]) -> Option<Valuation> {
    if inputs.len() > MANY_INPUTS {
        return None;
    }
    let mut known = Valuation::new();
    let mut next = inputs.iter();
    for step in unrolling.steps.iter() {
        let StepKind::Input { value, source: InputSource::Nondet, .. } = step.kind else { continue };
        // Whether a run comes here depends on what it took before, and that is known.
        if Evaluator::new(terms, &known).bool(step.guard) {
            let Some(&taken) = next.next() else { break };
            if let Some(input) = terms.input_id(value) {
                known.set_bits(input, taken);
            }
        }
    }
    Some(known)
}
