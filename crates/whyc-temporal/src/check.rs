//! Does a circuit keep to a property?
//!
//! The circuit runs beside one that looks for the contrary. If every run that breaks the property has a beginning that shows it, that is a
//! question of safety; otherwise of liveness, too. A run that is found is simulated, and the monitor of the property, which
//! has nothing to do with that circuit, must say the same of it.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_aig::sim::word_of;
use whyc_base::budget::Budget;
use whyc_circuit::check::{self, Goal, Options, Outcome, Scope};
use whyc_circuit::design::Design;
use whyc_circuit::lift::{self, Method};
use whyc_circuit::live;
use whyc_circuit::property::Property;
use whyc_circuit::trace::Counterexample;

mod open;

use crate::idle::{self, Idle};
use crate::run::Run;
use crate::signals::{Watched, watched};
use crate::store::{Store, TooLarge};
use crate::syntax::Expr;
use crate::tableau::{Automaton, Part, compose};
use crate::view::{Monitor, Standing};

/// What lifting a run may cost, in conflicts, and what looking for triggers that never come.
const LIFT: u64 = 20_000;
const LOOK: u64 = 20_000;
/// How many cycles are looked at for a beginning that breaks a property of the other kind.
const FIRST: usize = 20;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What to look for.
    pub goal: Goal,
    /// The last cycle that is looked at.
    pub bound: usize,
    /// Whether proofs count, which are about all cycles.
    pub scope: Scope,
    /// What it may cost.
    pub budget: Budget,
}

/// What was found out.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No run breaks the property.
    Holds {
        /// Why it says less than it seems to.
        idle: Vec<Idle>,
    },
    /// No run breaks it up to this cycle; what must come at last was not looked at beyond.
    HoldsUpTo {
        /// The cycle.
        bound: usize,
        /// A run up to there that leaves something open, for as long as possible; nothing if none does, or none was found.
        open: Option<Box<Broken>>,
    },
    /// This run breaks it.
    Violated(Box<Broken>),
    /// A limit came first; so many cycles are known to be right.
    NotDecided {
        /// How many.
        checked: usize,
        /// Which limit.
        reason: String,
    },
}

/// A run that breaks a property, or leaves something of it open.
#[derive(Clone, Debug)]
pub struct Broken {
    /// What the property sees of it; up to the first step that breaks it, if one does.
    pub run: Run,
    /// Each input in each step: its name, its value, and whether any of that matters.
    pub inputs: Vec<(String, Vec<(u128, bool)>)>,
    /// What signals of the property are in each step.
    pub signals: Vec<(String, Vec<u128>)>,
}

/// Checks a property of a circuit.
///
/// # Errors
/// If it looks at what is not there, in words.
pub fn check(design: &Design, expr: &Expr, asked: &Asked) -> Result<Answer, String> {
    if design.has_large_arrays() {
        let reason = "properties over time of circuits with large memories are not supported".to_owned();
        return Ok(Answer::NotDecided { checked: 0, reason });
    }
    let product = match Product::new(design, expr, &asked.budget)? {
        Ok(product) => product,
        Err(error) => return Ok(Answer::NotDecided { checked: 0, reason: error.to_string() }),
    };
    let mut answer = product.decide(asked);
    match &mut answer {
        Answer::Holds { idle } => *idle = idle_parts(design, expr, asked),
        Answer::HoldsUpTo { bound, open } => *open = product.open_run(*bound, &asked.budget).map(Box::new),
        Answer::Violated(_) | Answer::NotDecided { .. } => {}
    }
    Ok(answer)
}

/// A circuit with what looks for runs that break a property.
struct Product {
    store: std::cell::RefCell<Store>,
    expr: Expr,
    watched: Watched,
    atoms: Vec<Edge>,
    automaton: Automaton,
    is_safety: bool,
    circuit: Circuit,
}

impl Product {
    fn new(design: &Design, expr: &Expr, budget: &Budget) -> Result<Result<Self, TooLarge>, String> {
        let mut store = Store::new();
        let automaton = store.lower_negated(expr).and_then(|state| Automaton::new(&mut store, state));
        let automaton = match automaton {
            Ok(automaton) => automaton,
            Err(error) => return Ok(Err(error)),
        };
        let names = store.atoms().to_vec();
        let mut watched = watched(design, &names, budget)?;
        let atoms = watched.edges(&names)?;
        let is_safety = automaton.is_shown_by_beginnings(&store);
        let circuit = compose(&store, &watched.circuit, &[Part { automaton: &automaton, atoms: &atoms }]);
        let store = std::cell::RefCell::new(store);
        Ok(Ok(Self { store, expr: expr.clone(), watched, atoms, automaton, is_safety, circuit }))
    }

    fn decide(&self, asked: &Asked) -> Answer {
        let (bad, forever) = ([Property::Bad(0)], [Property::Justice(0)]);
        if self.is_safety {
            let options = Options { goal: asked.goal, bound: asked.bound, budget: asked.budget.clone() };
            return self.told(check::decide(&self.circuit, &bad, &options, asked.scope, &mut |_| {}).outcomes);
        }
        let options = Options { goal: Goal::Violation, bound: asked.bound.min(FIRST), budget: asked.budget.clone() };
        let soon = check::decide(&self.circuit, &bad, &options, Scope::Proofs, &mut |_| {}).outcomes;
        if matches!(soon.first(), Some(Outcome::Violated(_) | Outcome::Reached(_))) {
            return self.told(soon);
        }
        let options = Options { goal: asked.goal, bound: asked.bound, budget: asked.budget.clone() };
        self.told(live::decide(&self.circuit, &forever, &options, asked.scope, &mut |_| {}).outcomes)
    }

    fn told(&self, outcomes: Vec<Outcome>) -> Answer {
        match outcomes.into_iter().next() {
            Some(Outcome::Violated(run) | Outcome::Reached(run)) => {
                Answer::Violated(Box::new(self.cut(self.seen(&self.circuit, &run))))
            }
            Some(Outcome::Proved(_)) => Answer::Holds { idle: Vec::new() },
            Some(Outcome::HoldsUpTo(bound)) => Answer::HoldsUpTo { bound, open: None },
            Some(Outcome::Unknown { checked, reason }) => Answer::NotDecided { checked, reason: reason.to_string() },
            None => Answer::NotDecided { checked: 0, reason: "nothing was asked".to_owned() },
        }
    }

    /// The run of the circuit alone, with what the property sees of it; it was found beside `circuit`.
    fn seen(&self, circuit: &Circuit, run: &Counterexample) -> Broken {
        let base = &self.watched.circuit;
        let lifted = lift::minimise(circuit, run, Method::CoreIncremental, &Budget::unlimited().with_work(LIFT));
        let mut state: Vec<u64> = run.initial[..base.latches.len()].iter().map(|&bit| u64::from(bit)).collect();
        let mut letters: Vec<Vec<bool>> = Vec::new();
        let store = self.store.borrow();
        let names: Vec<String> = store.atoms().iter().flat_map(|atom| atom.names().map(str::to_owned)).collect();
        let mut signals: Vec<(String, Vec<u128>)> = Vec::new();
        for name in names {
            if !signals.iter().any(|(known, _)| *known == name) {
                signals.push((name, Vec::new()));
            }
        }
        for inputs in &run.inputs {
            let own: Vec<u64> =
                inputs[..base.inputs.len()].iter().map(|&bit| u64::from(bit)).chain(state.iter().copied()).collect();
            let values = base.aig.simulate(&own);
            let is_true = |edge: Edge| word_of(&values, edge) & 1 == 1;
            letters.push(self.atoms.iter().map(|&edge| is_true(edge)).collect());
            for (name, steps) in &mut signals {
                let bits = self.watched.bits_from_name.get(name).into_iter().flatten().rev();
                steps.push(bits.fold(0, |value, &edge| value << 1 | u128::from(is_true(edge))));
            }
            state = base.latches.iter().map(|latch| u64::from(is_true(latch.next))).collect();
        }
        let free = run.free();
        let inputs = self.watched.inputs.iter().map(|word| {
            let value = |(cycle, inputs): (usize, &Vec<bool>)| {
                let bits = word.bits.clone();
                let value = bits.clone().rev().fold(0, |value, bit| value << 1 | u128::from(inputs[bit]));
                let matters = bits.into_iter().any(|bit| lifted.relevant[free.input(cycle, bit)]);
                (value, matters)
            };
            (word.name.clone(), run.inputs.iter().enumerate().map(value).collect())
        });
        let inputs: Vec<(String, Vec<(u128, bool)>)> = inputs.collect();
        let atoms = store.atoms().to_vec();
        Broken { run: Run { atoms, letters, start: run.loop_start }, inputs, signals }
    }

    /// The same up to the step that breaks the property, if one does; in any case, the monitor must agree that it is broken.
    fn cut(&self, mut broken: Broken) -> Broken {
        let mut store = self.store.borrow_mut();
        let state = store.lower(&self.expr).expect("what was small should stay small");
        let mut monitor = Monitor::new(&mut store, state);
        for (at, letter) in broken.run.letters.clone().iter().enumerate() {
            monitor.step(&mut store, letter).expect("what was small should stay small");
            if monitor.standing(&store) == Standing::Violated {
                broken.run.letters.truncate(at + 1);
                broken.run.start = None;
                broken.inputs.iter_mut().for_each(|(_, steps)| steps.truncate(at + 1));
                broken.signals.iter_mut().for_each(|(_, steps)| steps.truncate(at + 1));
                return broken;
            }
        }
        let holds = broken.run.lasso().map(|lasso| store.holds_on(state, &lasso));
        assert_eq!(holds, Some(Ok(false)), "a run that was found should break the property");
        broken
    }
}

/// Why a property that holds says less than it seems to.
fn idle_parts(design: &Design, expr: &Expr, asked: &Asked) -> Vec<Idle> {
    idle::among(expr, &mut |changed| {
        let asked = Asked { goal: Goal::Either, budget: asked.budget.clone().with_work(LOOK), ..asked.clone() };
        let product = Product::new(design, changed, &asked.budget);
        matches!(product, Ok(Ok(product)) if matches!(product.decide(&asked), Answer::Holds { .. }))
    })
}

#[cfg(test)]
mod tests;
