//! A property as a finite automaton over events and the values of variables.

use crate::atom::{Atom, Event};
use crate::store::Store;
use crate::syntax::Expr;
use crate::view::{Monitor, Standing, View};

/// How many states there may be, and how many variables a property may look at.
const MANY_STATES: usize = 200;
const MANY_VARIABLES: usize = 6;

/// The automaton. State 0 is the first.
pub struct Machine {
    /// The events that are steps.
    pub events: Vec<Event>,
    /// What is looked at in each step.
    pub looked_at: Vec<Atom>,
    /// For each state, event and value of what is looked at (one bit each), the state after it.
    pub next: Vec<Vec<Vec<usize>>>,
    /// States in which the property is broken.
    pub broken: Vec<bool>,
    /// States in which it holds if the program ends.
    pub holds_at_end: Vec<bool>,
}

impl Machine {
    /// The automaton of a property.
    ///
    /// # Errors
    /// If it has none of a reasonable size, in words.
    pub fn new(expr: &Expr) -> Result<Self, String> {
        let mut store = Store::new();
        let state = store.lower(expr).map_err(|error| error.to_string())?;
        let atoms = store.atoms().to_vec();
        let events: Vec<Event> = atoms.iter().filter_map(event).cloned().collect();
        if events.is_empty() {
            return Err("a property of a program speaks of events: call f, return f, at LABEL or line N".to_owned());
        }
        let looked_at: Vec<Atom> = atoms.iter().filter(|atom| event(atom).is_none()).cloned().collect();
        if looked_at.len() > MANY_VARIABLES {
            return Err(format!("more than {MANY_VARIABLES} comparisons are not supported for programs"));
        }
        let mut states = vec![Monitor::new(&mut store, state)];
        let mut next: Vec<Vec<Vec<usize>>> = Vec::new();
        while next.len() < states.len() {
            let from = states[next.len()];
            let mut rows = Vec::new();
            for happens in &events {
                let mut row = Vec::new();
                for values in 0..1usize << looked_at.len() {
                    let letter: Vec<bool> = atoms
                        .iter()
                        .map(|atom| match event(atom) {
                            Some(event) => event == happens,
                            None => looked_at.iter().position(|it| it == atom).is_some_and(|at| values >> at & 1 == 1),
                        })
                        .collect();
                    let mut to = from;
                    to.step(&mut store, &letter).map_err(|error| error.to_string())?;
                    let at = states.iter().position(|it| *it == to).unwrap_or_else(|| {
                        states.push(to);
                        states.len() - 1
                    });
                    row.push(at);
                }
                rows.push(row);
            }
            next.push(rows);
            if states.len() > MANY_STATES {
                return Err(format!("it takes more than {MANY_STATES} states to watch"));
            }
        }
        let broken = states.iter().map(|it| it.standing(&store) == Standing::Violated).collect();
        let mut holds_at_end: Vec<bool> = states.iter().map(|it| it.holds(&store, View::Neutral)).collect();
        // Of a run without any step nothing is said.
        holds_at_end[0] |= states[0].holds(&store, View::Weak);
        Ok(Self { events, looked_at, next, broken, holds_at_end })
    }
}

fn event(atom: &Atom) -> Option<&Event> {
    match atom {
        Atom::Event(event) => Some(event),
        Atom::Word(_) | Atom::Compare(..) => None,
    }
}
