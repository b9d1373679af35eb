//! A property as a finite automaton over events and the values of variables.

use crate::atom::{Atom, Event};
use crate::store::Store;
use crate::syntax::{Expr, Kind, Strength};
use crate::view::{Monitor, Standing, View};

/// How many states there may be, and how many variables a property may look at.
const MANY_STATES: usize = 200;
const MANY_VARIABLES: usize = 6;

/// The automaton. State 0 is the first, and no step leads back there.
#[derive(Clone, Debug)]
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
        let atoms = expr.atoms();
        let events: Vec<Event> = atoms.iter().filter_map(event).cloned().collect();
        if events.is_empty() {
            return Err("a property of a program speaks of events: call f, return f, at LABEL or line N".to_owned());
        }
        let looked_at: Vec<Atom> = atoms.into_iter().filter(|atom| event(atom).is_none()).collect();
        if looked_at.len() > MANY_VARIABLES {
            return Err(format!("more than {MANY_VARIABLES} comparisons are not supported for programs"));
        }
        Self::over(events, looked_at, expr)
    }

    /// The automaton of another property, made of parts of this one, over the same steps.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_other(&self, expr: &Expr) -> Result<Self, String> {
        Self::over(self.events.clone(), self.looked_at.clone(), expr)
    }

    /// States in which something is still to come: nothing is wrong yet, but the program should not end there.
    #[must_use]
    pub fn open(&self) -> Vec<bool> {
        self.broken.iter().zip(&self.holds_at_end).map(|(broken, holds)| !broken && !holds).collect()
    }

    /// The state after each letter, events and what was true beside them in one number, by the state before it.
    #[must_use]
    pub fn by_letter(&self) -> Vec<Vec<usize>> {
        self.next.iter().map(|rows| rows.concat()).collect()
    }

    fn over(events: Vec<Event>, looked_at: Vec<Atom>, expr: &Expr) -> Result<Self, String> {
        let mut store = Store::new();
        let state = store.lower(expr).map_err(|error| error.to_string())?;
        let atoms = store.atoms().to_vec();
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
                    // Of a run without any step something else is said than of one that is as far again.
                    let known = states.iter().skip(1).position(|it| *it == to).map(|at| at + 1);
                    let at = known.unwrap_or_else(|| {
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
        holds_at_end[0] = holds_without_steps(expr);
        Ok(Self { events, looked_at, next, broken, holds_at_end })
    }

    /// Whether these steps, events and what was true beside them in one number each, break the property.
    pub(super) fn is_broken_after(&self, letters: impl Iterator<Item = usize>) -> bool {
        let n = self.looked_at.len();
        let state = letters.fold(0, |state, letter| {
            let row = self.next[state].get(letter >> n);
            row.and_then(|row| row.get(letter & ((1 << n) - 1))).copied().unwrap_or(state)
        });
        self.broken[state]
    }
}

/// Whether a property holds if nothing that it speaks of ever happens: what should come has not, what should stay has.
fn holds_without_steps(expr: &Expr) -> bool {
    let of = holds_without_steps;
    match &expr.kind {
        Kind::Const(value) => *value,
        Kind::Atom(_) => false,
        Kind::Not(a) => !of(a),
        Kind::And(a, b) => of(a) && of(b),
        Kind::Or(a, b) => of(a) || of(b),
        Kind::Implies(a, b) => !of(a) || of(b),
        Kind::Iff(a, b) => of(a) == of(b),
        Kind::Next(strength, ..)
        | Kind::Until(strength, ..)
        | Kind::Release(strength, ..)
        | Kind::Sequence(strength, _) => *strength == Strength::Weak,
        Kind::Finally(_) => false,
        Kind::Globally(_) | Kind::Suffix(..) => true,
        Kind::Abort(a, _) => of(a),
    }
}

fn event(atom: &Atom) -> Option<&Event> {
    match atom {
        Atom::Event(event) => Some(event),
        Atom::Word(_) | Atom::Compare(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;
    use crate::parse::parse;

    /// Whether a property holds of a program that ends after these events.
    fn holds(text: &str, events: &[usize]) -> bool {
        let machine = Machine::new(&parse(text).expect("it should be read")).expect("it should be small");
        let end = events.iter().fold(0, |state, &event| machine.next[state][event][0]);
        machine.holds_at_end[end]
    }

    #[test]
    fn what_should_come_is_missed_whether_something_else_happens_or_nothing() {
        assert!(!holds("F call f", &[]));
        assert!(!holds("F call f || G !call g && F call f", &[1]));
        assert!(!holds("(call g -> true) && F call f", &[0, 0]));
        assert!(holds("F call f", &[0]));
        assert!(holds("G(call f -> F call g)", &[]));
        assert!(!holds("G(call f -> F call g)", &[0]));
        assert!(holds("G(call f -> F call g)", &[0, 1]));
        assert!(holds("!call f W call g", &[]));
        assert!(!holds("{call f; call g}!", &[0]));
    }
}
