//! Properties as circuits that look for runs on which they hold.
//!
//! An [`Automaton`] is all states that a property can come to. In a circuit each has a latch: "this is still to be seen". What will
//! be still to be seen in the next cycle is chosen by inputs of the circuit's own; constraints hold the choice to what the states say.
//! A run that is cut off satisfies the property once nothing need wait any more (`bad`); a run that goes on forever does if
//! nothing that must end waits forever (`justice`). For most such states it suffices to look at each alone; where several of them
//! lead to each other (derivatives of a sequence), those that wait are followed until none of them is left, again and again
//! (Miyano and Hayashi, "Alternating finite automata on ω-words", 1984).

use rustc_hash::FxHashMap;
use whyc_aig::circuit::{Circuit, Justice, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge, Node};
use whyc_base::ids::Id;

use crate::lasso::{components, waiting_in};
use crate::store::{Bool, BoolId, Outlook, OutlookId, StateId, Store, TooLarge};

/// All states that a property can come to, the property itself first.
#[derive(Clone, Debug)]
pub struct Automaton {
    states: Vec<StateId>,
    outlooks: Vec<OutlookId>,
    at_from_state: FxHashMap<StateId, usize>,
    /// Which of the states that must end lead to themselves by others.
    followed: Vec<bool>,
}

impl Automaton {
    /// The states of a property.
    ///
    /// # Errors
    /// If there are too many.
    pub fn new(store: &mut Store, root: StateId) -> Result<Self, TooLarge> {
        let mut states = vec![root];
        let mut at_from_state = FxHashMap::from_iter([(root, 0)]);
        let (mut outlooks, mut successors) = (Vec::new(), Vec::new());
        while outlooks.len() < states.len() {
            let outlook = store.expand(states[outlooks.len()])?;
            outlooks.push(outlook);
            let mut waiting = Vec::new();
            waiting_in(store, outlook, &mut waiting);
            let next: Vec<usize> = waiting
                .into_iter()
                .map(|state| {
                    *at_from_state.entry(state).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    })
                })
                .collect();
            successors.push(next);
            if states.len() > MANY_STATES {
                return Err(TooLarge);
            }
        }
        let mut followed = vec![false; states.len()];
        for component in components(states.len(), |at| &successors[at]) {
            if component.len() > 1 && component.iter().any(|&at| store.must_end(states[at])) {
                component.iter().for_each(|&at| followed[at] = true);
            }
        }
        Ok(Self { states, outlooks, at_from_state, followed })
    }

    /// Whether every run on which the property holds has a beginning that shows it: nothing may wait forever.
    #[must_use]
    pub fn is_shown_by_beginnings(&self, store: &Store) -> bool {
        // The first state waits only if it comes again.
        let mut waits = vec![false; self.states.len()];
        for &outlook in &self.outlooks {
            let mut waiting = Vec::new();
            waiting_in(store, outlook, &mut waiting);
            waiting.iter().for_each(|state| waits[self.at_from_state[state]] = true);
        }
        let on_cycle = self.on_cycles(store);
        (0..self.states.len()).all(|at| !waits[at] || !on_cycle[at] || store.must_end(self.states[at]))
    }

    fn on_cycles(&self, store: &Store) -> Vec<bool> {
        let successors: Vec<Vec<usize>> = self
            .outlooks
            .iter()
            .map(|&outlook| {
                let mut waiting = Vec::new();
                waiting_in(store, outlook, &mut waiting);
                waiting.iter().map(|state| self.at_from_state[state]).collect()
            })
            .collect();
        let mut on_cycle = vec![false; self.states.len()];
        for component in components(self.states.len(), |at| &successors[at]) {
            let is_cycle = component.len() > 1 || successors[component[0]].contains(&component[0]);
            component.iter().for_each(|&at| on_cycle[at] = is_cycle);
        }
        on_cycle
    }

    fn n_followed(&self) -> usize {
        self.followed.iter().filter(|it| **it).count()
    }

    fn n_latches(&self) -> usize {
        self.states.len() + self.n_followed()
    }
}

/// How many states a property may have as a circuit.
const MANY_STATES: usize = 20_000;

/// A property to be looked for, with the edge of each of its atoms in the circuit that it is looked for in.
pub struct Part<'a> {
    /// Its states.
    pub automaton: &'a Automaton,
    /// The atoms, by their ids.
    pub atoms: &'a [Edge],
}

/// A circuit with what looks for a run on which all `parts` hold: its first bad signal is true when a beginning shows that, its
/// first justice property is a run that does. Inputs and latches of `base` come first, in order.
#[must_use]
pub fn compose(store: &Store, base: &Circuit, parts: &[Part<'_>]) -> Circuit {
    composed(store, base, parts, Shown::Whatever)
}

/// The same, but its first bad signal is true when all `parts` hold if the run ends there.
#[must_use]
pub fn compose_ended(store: &Store, base: &Circuit, parts: &[Part<'_>]) -> Circuit {
    composed(store, base, parts, Shown::IfItEnds)
}

/// When a beginning of a run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// If what is looked for holds whatever follows.
    Whatever,
    /// If it holds provided that nothing follows.
    IfItEnds,
}

fn composed(store: &Store, base: &Circuit, parts: &[Part<'_>], shown: Shown) -> Circuit {
    let mut circuit = Circuit::default();
    let aig = &mut circuit.aig;
    let n_own: usize = parts.iter().map(|part| part.automaton.n_latches()).sum();
    let base_inputs: Vec<Edge> = base.inputs.iter().map(|_| aig.input()).collect();
    let own_inputs: Vec<Edge> = (0..n_own).map(|_| aig.input()).collect();
    let base_states: Vec<Edge> = base.latches.iter().map(|_| aig.input()).collect();
    let own_states: Vec<Edge> = (0..n_own).map(|_| aig.input()).collect();
    let copy = copied(&base.aig, aig, &[base_inputs.as_slice(), &base_states].concat());
    let of = |edge: Edge| copy[edge.index()] ^ edge.is_negated();
    let named = |it: &Signal| Signal { name: it.name.clone(), edge: of(it.edge) };
    for (latch, &state) in base.latches.iter().zip(&base_states) {
        circuit.latches.push(Latch { name: latch.name.clone(), state, next: of(latch.next), reset: latch.reset });
    }
    let mut looking =
        Looking { store, shown, is_shown: Vec::new(), again: Vec::new(), kept: Vec::new(), latches: Vec::new() };
    let mut offset = 0;
    for part in parts {
        let n = part.automaton.n_latches();
        let atoms: Vec<Edge> = part.atoms.iter().map(|&edge| of(edge)).collect();
        let own = (&own_inputs[offset..offset + n], &own_states[offset..offset + n]);
        looking.add(aig, part.automaton, &atoms, own);
        offset += n;
    }
    let unnamed = |edge: Edge| Signal { name: None, edge };
    circuit.bad = vec![unnamed(aig.and_all(&looking.is_shown))];
    circuit.justice = vec![Justice { name: None, edges: looking.again }];
    circuit.latches.extend(looking.latches);
    circuit.inputs =
        base.inputs.iter().zip(&base_inputs).map(|(it, &edge)| Signal { name: it.name.clone(), edge }).collect();
    circuit.inputs.extend(own_inputs.into_iter().map(unnamed));
    circuit.constraints = base.constraints.iter().map(named).collect();
    circuit.constraints.extend(looking.kept.into_iter().map(unnamed));
    circuit.fairness = base.fairness.iter().map(named).collect();
    circuit.initial = base.initial.iter().map(|&edge| of(edge)).collect();
    circuit
}

/// The logic of one graph in another one; `leaves` are what the inputs become.
fn copied(from: &Aig, into: &mut Aig, leaves: &[Edge]) -> Vec<Edge> {
    let mut copy: Vec<Edge> = Vec::with_capacity(from.n_nodes());
    for idx in 0..from.n_nodes() {
        let of = |edge: Edge| copy[edge.index()] ^ edge.is_negated();
        let edge = match from.node(Id::from_index(idx)) {
            Node::Const => Edge::FALSE,
            Node::Input(position) => leaves[position as usize],
            Node::And(left, right) => into.and(of(left), of(right)),
        };
        copy.push(edge);
    }
    copy
}

/// What looks for runs, as far as it is made.
struct Looking<'a> {
    store: &'a Store,
    shown: Shown,
    /// True if nothing of a part need wait any more.
    is_shown: Vec<Edge>,
    /// What is true again and again on a run that is looked for.
    again: Vec<Edge>,
    /// What the choices keep to.
    kept: Vec<Edge>,
    latches: Vec<Latch>,
}

impl Looking<'_> {
    fn add(&mut self, aig: &mut Aig, automaton: &Automaton, atoms: &[Edge], (inputs, states): (&[Edge], &[Edge])) {
        let n = automaton.states.len();
        let (next, chosen) = inputs.split_at(n);
        let (open, owing) = states.split_at(n);
        let mut gates = Gates { store: self.store, automaton, atoms, bools: FxHashMap::default() };
        // Of what is followed, what is owed in the next cycle; elsewhere, what is open there.
        let mut owed_next = next.to_vec();
        let followed: Vec<usize> = (0..n).filter(|&at| automaton.followed[at]).collect();
        for (&at, &choice) in followed.iter().zip(chosen) {
            owed_next[at] = aig.and(choice, next[at]);
        }
        let shown = self.shown;
        let is_seen = |_: usize, at_end: bool| Edge::constant(at_end && shown == Shown::IfItEnds);
        for (at, &is_open) in open.iter().enumerate() {
            let comes_to = gates.outlook(aig, automaton.outlooks[at], &|at, _| next[at]);
            self.kept.push(aig.implies(is_open, comes_to));
            let settled = gates.outlook(aig, automaton.outlooks[at], &is_seen);
            self.is_shown.push(aig.implies(is_open, settled));
            if self.store.must_end(automaton.states[at]) && !automaton.followed[at] {
                let without = |other: usize, _| if other == at { Edge::FALSE } else { next[other] };
                let moves_on = gates.outlook(aig, automaton.outlooks[at], &without);
                self.again.push(aig.implies(is_open, moves_on));
            }
        }
        let reset = |at: usize| if at == 0 { Reset::One } else { Reset::Zero };
        for at in 0..n {
            self.latches.push(Latch { name: None, state: open[at], next: next[at], reset: reset(at) });
        }
        if followed.is_empty() {
            return;
        }
        let is_owing = aig.or_all(owing);
        self.again.push(!is_owing);
        for (&at, &owes) in followed.iter().zip(owing) {
            let comes_to = gates.outlook(aig, automaton.outlooks[at], &|at, _| owed_next[at]);
            self.kept.push(aig.implies(owes, comes_to));
            let owed = aig.mux(is_owing, owed_next[at], next[at]);
            self.latches.push(Latch { name: None, state: owes, next: owed, reset: Reset::Zero });
        }
    }
}

struct Gates<'a> {
    store: &'a Store,
    automaton: &'a Automaton,
    atoms: &'a [Edge],
    bools: FxHashMap<BoolId, Edge>,
}

impl Gates<'_> {
    fn bool(&mut self, aig: &mut Aig, id: BoolId) -> Edge {
        if let Some(&edge) = self.bools.get(&id) {
            return edge;
        }
        let edge = match self.store.bool(id) {
            Bool::Const(value) => Edge::constant(value),
            Bool::Atom(atom) => self.atoms[atom.index()],
            Bool::Not(a) => !self.bool(aig, a),
            Bool::And(a, b) => {
                let (a, b) = (self.bool(aig, a), self.bool(aig, b));
                aig.and(a, b)
            }
            Bool::Or(a, b) => {
                let (a, b) = (self.bool(aig, a), self.bool(aig, b));
                aig.or(a, b)
            }
        };
        self.bools.insert(id, edge);
        edge
    }

    /// An outlook, with an edge for each state that may wait, by its position and whether it counts as seen at the end.
    fn outlook(&mut self, aig: &mut Aig, id: OutlookId, waits: &dyn Fn(usize, bool) -> Edge) -> Edge {
        match self.store.outlook(id) {
            Outlook::Const(value) => Edge::constant(*value),
            Outlook::Bool(value) => self.bool(aig, *value),
            Outlook::Wait(state, at_end) => waits(self.automaton.at_from_state[state], *at_end),
            Outlook::All(parts) => {
                let edges: Vec<Edge> = parts.iter().map(|&part| self.outlook(aig, part, waits)).collect();
                aig.and_all(&edges)
            }
            Outlook::Any(parts) => {
                let edges: Vec<Edge> = parts.iter().map(|&part| self.outlook(aig, part, waits)).collect();
                aig.or_all(&edges)
            }
        }
    }
}
