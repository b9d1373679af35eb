//! The runs that changes are held against: those that fail, and some that pass.

use crate::btor2::eval::{self, Memory, Value};
use crate::btor2::model::{Kind, Model, Operand, Sort};
use crate::btor2::number::Number;
use crate::btor2::ops::Op;
use crate::btor2::words::{Leaves, Words};
use crate::design::Design;
use crate::property::Property;
use crate::rng::Rng;
use crate::trace::Counterexample;

/// So many runs that pass are looked for, among so many.
const MANY_PASSING: usize = 24;
const MANY_TRIED: usize = 96;

/// What a run is fed, by the positions of inputs and states in the model: these stay the same when nodes change.
struct Fed {
    initial: Vec<Option<Value>>,
    cycles: Vec<Leaves>,
}

/// What is seen of a run.
struct Seen {
    /// Which properties are violated, in any cycle.
    bad: Vec<bool>,
    /// Whether the constraints hold in all of them.
    is_kept: bool,
    /// Which parts of what is bad were true in some cycle.
    parts: Vec<bool>,
    /// What the environment sees, cycle by cycle.
    outside: Vec<Number>,
}

/// The runs.
pub struct Runs {
    failing: Fed,
    bad: usize,
    /// Which properties some run was seen to violate before any change.
    violated: Vec<bool>,
    passing: Vec<(Fed, Vec<Number>)>,
    /// Which parts of what is bad, by their positions, are true in runs that pass: when the question is asked.
    triggers: Vec<usize>,
}

impl Runs {
    /// A failing run, and some that pass.
    pub fn new(design: &Design, run: &Counterexample) -> Self {
        let words = design.words.as_ref().expect("a design of words should be asked about");
        let bad = match run.property {
            Property::Bad(idx) => idx,
            Property::Reach(_) | Property::Justice(_) => 0,
        };
        let failing = fed(words, &run.initial, &run.inputs);
        let mut violated = follow(words, &failing, bad).bad;
        let mut rng = Rng::new(3);
        let mut passing = Vec::new();
        let mut triggers: Vec<usize> = Vec::new();
        for round in 0..MANY_TRIED {
            let fed = fed(words, &run.initial, &inputs(design, run, round, &mut rng));
            let seen = follow(words, &fed, bad);
            if seen.is_kept {
                violated.iter_mut().zip(&seen.bad).for_each(|(known, now)| *known |= now);
            }
            if seen.is_kept && !seen.bad[bad] {
                triggers.extend((0..seen.parts.len()).filter(|&at| seen.parts[at]));
                passing.push((fed, seen.outside));
            }
            if passing.len() == MANY_PASSING {
                break;
            }
        }
        triggers.sort_unstable();
        triggers.dedup();
        Self { failing, bad, violated, passing, triggers }
    }

    /// Whether another property was violated before.
    pub fn was_violated(&self, bad: usize) -> bool {
        self.violated.get(bad).copied().unwrap_or(false)
    }

    /// Whether the run that failed passes in this design: it keeps the constraints, and what is asked is still asked.
    pub fn passes(&self, design: &Design) -> bool {
        let Some(words) = &design.words else { return false };
        let seen = follow(words, &self.failing, self.bad);
        let is_asked = self.triggers.iter().all(|&at| seen.parts.get(at).copied().unwrap_or(true));
        !seen.bad[self.bad] && seen.is_kept && is_asked
    }

    /// How many runs that passed look other than before, and how many there are.
    pub fn differing(&self, design: &Design) -> (usize, usize) {
        let Some(words) = &design.words else { return (0, 0) };
        let differs = |(fed, outside): &&(Fed, Vec<Number>)| follow(words, fed, self.bad).outside != *outside;
        (self.passing.iter().filter(differs).count(), self.passing.len())
    }
}

/// Random inputs; how often a bit is one is drawn for the whole run, and half of the runs stay close to the one that fails.
fn inputs(design: &Design, run: &Counterexample, round: usize, rng: &mut Rng) -> Vec<Vec<bool>> {
    let n_bits = design.circuit.inputs.len();
    let ones: Vec<u64> = (0..n_bits).map(|_| [1, 4, 8, 12, 15][(rng.bits() % 5) as usize]).collect();
    let is_near = round.is_multiple_of(2);
    let n_cycles = run.inputs.len() + 4;
    let mut cycles = Vec::new();
    for cycle in 0..n_cycles {
        let bit = |idx: usize| {
            let random = rng.bits() % 16 < ones[idx];
            match run.inputs.get(cycle).filter(|_| is_near && !rng.bits().is_multiple_of(8)) {
                Some(known) => known[idx],
                None => random,
            }
        };
        cycles.push((0..n_bits).map(bit).collect());
    }
    cycles
}

fn fed(words: &Words, initial: &[bool], inputs: &[Vec<bool>]) -> Fed {
    let initial = words.leaves(&words.state_sources, initial, &[]).states;
    let cycles = inputs.iter().map(|bits| words.leaves(&words.input_sources, bits, &[])).collect();
    Fed { initial, cycles }
}

fn follow(words: &Words, fed: &Fed, bad: usize) -> Seen {
    let model = &words.model;
    let conjuncts = conjuncts(model, bad);
    let parts = vec![false; conjuncts.len()];
    let mut seen = Seen { bad: vec![false; model.bad.len()], is_kept: true, parts, outside: Vec::new() };
    let mut states = fed.initial.clone();
    for leaves in &fed.cycles {
        let leaves = filled(words, leaves);
        let values = words.cycle(&states, &leaves);
        let is_true = |operand: Operand| eval::operand(model, &values, operand).is_true();
        // What comes after a violation is nobody's business.
        if seen.bad.iter().any(|it| *it) {
            break;
        }
        seen.is_kept &= model.constraints.iter().all(|it| is_true(it.operand));
        seen.bad.iter_mut().zip(&model.bad).for_each(|(bad, root)| *bad |= is_true(root.operand));
        seen.parts.iter_mut().zip(&conjuncts).for_each(|(part, operand)| *part |= is_true(*operand));
        seen.outside.extend(outside(model, &values));
        states = words.next(&values, &leaves);
    }
    seen
}

/// What must be true together for a property to be violated.
fn conjuncts(model: &Model, bad: usize) -> Vec<Operand> {
    let root = model.bad[bad].operand;
    match &model.nodes[root.node].kind {
        Kind::Apply(Op::And, operands) if !root.negated => operands.clone(),
        Kind::Apply(..) | Kind::Const(_) | Kind::Input | Kind::State => Vec::new(),
    }
}

/// Leaves of another design with the same inputs and states: what it has no value for is zero.
fn filled(words: &Words, leaves: &Leaves) -> Leaves {
    let model = &words.model;
    let zero = |node: usize| match model.nodes[node].sort {
        Sort::Bits(_) => Some(Value::Word(Number::ZERO)),
        Sort::Array { .. } => Some(Value::Array(Memory::default())),
    };
    let mut leaves = leaves.clone();
    for (slot, &node) in leaves.inputs.iter_mut().zip(&model.inputs) {
        if slot.is_none() {
            *slot = zero(node);
        }
    }
    for (at, state) in model.states.iter().enumerate() {
        if leaves.fed[at].is_none() && state.next.is_none() {
            leaves.fed[at] = zero(state.node);
        }
        // A state that is chosen anew in every cycle.
        if leaves.states[at].is_none() && state.next.is_none() {
            leaves.states[at] = zero(state.node);
        }
    }
    leaves
}

/// What the environment sees: the outputs, or the state of a design without any. Arrays are looked at through what reads them.
fn outside(model: &Model, values: &[Value]) -> Vec<Number> {
    let words = |value: &Value| match value {
        Value::Word(word) => Some(word.clone()),
        Value::Array(_) => None,
    };
    if model.outputs.is_empty() {
        return model.states.iter().filter_map(|state| words(&values[state.node])).collect();
    }
    let outputs = model.outputs.iter().map(|root| eval::operand(model, values, root.operand));
    outputs.filter_map(|value| words(&value)).collect()
}
