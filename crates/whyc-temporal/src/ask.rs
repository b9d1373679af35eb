//! Questions about properties alone: is there a run on which all of them hold?
//!
//! The circuit of [`tableau`](crate::tableau) is given to the engines for circuits: a search for the shortest lasso first, then proofs that there is
//! none. A lasso that is found is held against [`Store::holds_on`] before it is believed, and made smaller with it.

use whyc_aig::circuit::{Circuit, Signal};
use whyc_base::budget::Budget;
use whyc_circuit::check::{Goal, Options, Outcome, Scope};
use whyc_circuit::live;
use whyc_circuit::property::Property;
use whyc_circuit::trace::Counterexample;

use crate::atom::Atom;
use crate::lasso::Lasso;
use crate::store::{StateId, Store, TooLarge};
use crate::syntax::Expr;
use crate::tableau::{Automaton, Part, compose};
use crate::words;

/// How long a lasso the first search looks for, and the second one.
const FIRST: usize = 8;
const SECOND: usize = 40;
/// What proofs may cost, in conflicts of solvers.
const CONFLICTS: u64 = 200_000;

/// Signals and what they are in each step of a run that goes on forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The signals, by name.
    pub names: Vec<String>,
    /// Step by step, the value of each signal.
    pub steps: Vec<Vec<u128>>,
    /// Where the loop starts.
    pub start: usize,
}

impl Shown {
    /// The same with a value for each of some atoms.
    #[must_use]
    pub fn lasso(&self, atoms: &[Atom]) -> Lasso {
        let letter = |step: &Vec<u128>| {
            let value = |name: &str| self.names.iter().position(|it| it == name).map(|at| step[at]);
            atoms.iter().map(|atom| words::shows(atom, &value)).collect()
        };
        Lasso { letters: self.steps.iter().map(letter).collect(), start: self.start }
    }
}

/// Whether there is a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This one.
    Yes(Shown),
    /// None: proved.
    No,
    /// Nobody knows, for this reason.
    NotDecided(String),
}

impl From<TooLarge> for Answer {
    fn from(error: TooLarge) -> Self {
        Answer::NotDecided(error.to_string())
    }
}

/// Whether all of some properties hold on some run.
#[must_use]
pub fn satisfiable(properties: &[&Expr], budget: &Budget) -> Answer {
    // Very many questions are asked of a large specification: when time is up, none of those left is begun.
    if let Err(reason) = budget.check() {
        return Answer::NotDecided(reason.to_string());
    }
    let mut store = Store::new();
    let states: Result<Vec<StateId>, TooLarge> = properties.iter().map(|property| store.lower(property)).collect();
    match states.and_then(|states| ask(&mut store, &states, budget)) {
        Ok(answer) => answer,
        Err(error) => error.into(),
    }
}

/// Whether a property holds on every run: the answer is a run on which it does not.
#[must_use]
pub fn refuted(property: &Expr, budget: &Budget) -> Answer {
    satisfiable(&[&property.clone().negated()], budget)
}

/// Whether one property follows from another one: the answer is a run on which it does not.
#[must_use]
pub fn distinguished(from: &Expr, to: &Expr, budget: &Budget) -> Answer {
    satisfiable(&[from, &to.clone().negated()], budget)
}

/// A circuit without state whose inputs are the signals that atoms look at, and the edge of each atom.
pub(crate) fn free_signals(atoms: &[Atom]) -> (Circuit, Vec<whyc_aig::Edge>, Vec<(String, u32)>) {
    let layout = words::layout(atoms);
    let n_bits: u32 = layout.iter().map(|(_, width)| width).sum();
    let mut base = Circuit::new(n_bits as usize, 0);
    let mut first = 0;
    let mut ranges = Vec::new();
    for (name, width) in &layout {
        ranges.push((name.clone(), first..first + *width as usize));
        first += *width as usize;
    }
    let inputs: Vec<Signal> = base.inputs.clone();
    let lookup = |name: &str| {
        let (_, range) = ranges.iter().find(|(known, _)| known == name)?;
        Some(inputs[range.clone()].iter().map(|it| it.edge).collect())
    };
    let edges = atoms.iter().map(|atom| {
        let edge = words::edge(&mut base.aig, atom, &lookup);
        edge.expect("a signal should be as wide as what is said of it")
    });
    let edges = edges.collect();
    (base, edges, layout)
}

fn ask(store: &mut Store, states: &[StateId], budget: &Budget) -> Result<Answer, TooLarge> {
    let automata = states.iter().map(|&state| Automaton::new(store, state)).collect::<Result<Vec<_>, _>>()?;
    let (base, edges, layout) = free_signals(store.atoms());
    let parts: Vec<Part<'_>> = automata.iter().map(|automaton| Part { automaton, atoms: &edges }).collect();
    let circuit = compose(store, &base, &parts);
    match search(&circuit, budget) {
        Searched::Run(run) => {
            let shown = told(&layout, &run);
            let shown = smaller(store, states, shown, budget)?;
            Ok(Answer::Yes(shown))
        }
        Searched::None => Ok(Answer::No),
        Searched::NotDecided(reason) => Ok(Answer::NotDecided(reason)),
    }
}

/// What a search for a run that goes on forever ends with.
pub(crate) enum Searched {
    Run(Counterexample),
    None,
    NotDecided(String),
}

/// Looks for a run of the first justice property of a circuit.
pub(crate) fn search(circuit: &Circuit, budget: &Budget) -> Searched {
    let property = [Property::Justice(0)];
    for (goal, bound, scope, work) in
        [(Goal::Violation, FIRST, Scope::Proofs, CONFLICTS), (Goal::Proof, SECOND, Scope::Proofs, CONFLICTS)]
    {
        let options = Options { goal, bound, budget: budget.clone().with_work(work) };
        let checked = live::decide(circuit, &property, &options, scope, &mut |_| {});
        match checked.outcomes.into_iter().next() {
            Some(Outcome::Violated(run) | Outcome::Reached(run)) => return Searched::Run(run),
            Some(Outcome::Proved(_)) => return Searched::None,
            Some(Outcome::Unknown { reason, .. }) if goal == Goal::Proof => {
                return Searched::NotDecided(reason.to_string());
            }
            Some(Outcome::HoldsUpTo(_) | Outcome::Unknown { .. }) | None => {}
        }
    }
    Searched::NotDecided(format!("no run within {SECOND} steps, and no proof that there is none"))
}

/// A run in the signals of a specification.
pub(crate) fn told(layout: &[(String, u32)], run: &Counterexample) -> Shown {
    let steps = run.inputs.iter().map(|inputs| {
        let mut first = 0;
        let value = |(_, width): &(String, u32)| {
            let bits = &inputs[first..first + *width as usize];
            first += *width as usize;
            bits.iter().rev().fold(0, |value, &bit| value << 1 | u128::from(bit))
        };
        layout.iter().map(value).collect::<Vec<u128>>()
    });
    Shown {
        names: layout.iter().map(|(name, _)| name.clone()).collect(),
        steps: steps.collect(),
        start: run.loop_start.unwrap_or(0),
    }
}

/// The same run with fewer steps and smaller values, as long as all of `states` hold on it, and as far as there is time.
fn smaller(store: &mut Store, states: &[StateId], mut shown: Shown, budget: &Budget) -> Result<Shown, TooLarge> {
    let atoms = store.atoms().to_vec();
    let mut holds = |shown: &Shown| -> Result<bool, TooLarge> {
        let lasso = shown.lasso(&atoms);
        for &state in states {
            if !store.holds_on(state, &lasso)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    assert!(holds(&shown)?, "a run that was found should be one");
    let mut at = 0;
    while at < shown.steps.len() && budget.check().is_ok() {
        let mut fewer = shown.clone();
        fewer.steps.remove(at);
        if at < fewer.start {
            fewer.start -= 1;
        }
        if !fewer.steps.is_empty() && fewer.start < fewer.steps.len() && holds(&fewer)? {
            shown = fewer;
            at = 0;
        } else {
            at += 1;
        }
    }
    for at in 0..shown.steps.len() {
        for signal in 0..shown.names.len() {
            if shown.steps[at][signal] == 0 || budget.check().is_err() {
                continue;
            }
            let mut less = shown.clone();
            less.steps[at][signal] = 0;
            if holds(&less)? {
                shown = less;
            }
        }
    }
    Ok(shown)
}

#[cfg(test)]
mod tests;
