//! What goes on forever, as something that is reached: a lasso.
//!
//! A finite circuit that can go on forever in some way can do so by coming back to a state: a stem, then a
//! loop in which everything that should be true again and again is true once. [`Watched`] is a circuit
//! that looks for such a loop itself: in some cycle, chosen by an input of its own, it remembers the state, notes
//! from then on what was true, and is bad when it is back. Biere, Artho, Schuppan, "Liveness checking as
//! safety checking" (FMICS 2002). So whoever can check safety can check liveness, proofs included.
//!
//! Only latches count that the question depends on: whatever the others hold, the run can go on as it did.
//!
//! Before that, `around` looks for a short loop, and `counted` tries a proof that needs no copy of the state.

mod around;
mod counted;

use std::time::Instant;

use whyc_aig::circuit::{Circuit, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge, Node};
use whyc_base::ids::Id;

use crate::check::{self, Checked, Options, Outcome, Proof, Scope, Tell};
use crate::property::Property;
use crate::simulate;
use crate::trace::Counterexample;
use crate::unroll::{Start, Unrolling};

/// [`check::decide`] for properties of every kind.
///
/// # Panics
/// If simulation does not confirm a violation: a defect of this crate.
#[must_use]
pub fn decide(circuit: &Circuit, properties: &[Property], options: &Options, scope: Scope, tell: Tell<'_>) -> Checked {
    let started = Instant::now();
    let is_live = |property: &Property| matches!(property, Property::Justice(_));
    let (live, plain): (Vec<usize>, Vec<usize>) = (0..properties.len()).partition(|&at| is_live(&properties[at]));
    if live.is_empty() {
        return check::decide(circuit, properties, options, scope, tell);
    }
    // No loop is closed before the first cycle is over.
    let mut known = vec![Outcome::HoldsUpTo(0); properties.len()];
    let mut checked = Checked { outcomes: Vec::new(), calls: 0, variables: 0, clauses: 0, time: started.elapsed() };
    if !plain.is_empty() {
        let asked: Vec<Property> = plain.iter().map(|&at| properties[at].clone()).collect();
        let found = check::decide(circuit, &asked, options, scope, &mut |outcomes| {
            put(&mut known, &plain, outcomes);
            tell(&known);
        });
        put(&mut known, &plain, &found.outcomes);
        add_costs(&mut checked, &found);
    }
    for at in live {
        let Property::Justice(idx) = properties[at] else { continue };
        if let Some(lasso) = around::shortest(circuit, idx, options.bound, &options.budget) {
            known[at] = Outcome::Violated(lasso);
            tell(&known);
            continue;
        }
        if counted::is_proved(circuit, idx, options, scope) {
            known[at] = Outcome::Proved(Proof::Watched);
            tell(&known);
            continue;
        }
        let watched = Watched::new(circuit, idx);
        let found = check::decide(&watched.circuit, &[Property::Bad(0)], options, scope, &mut |outcomes| {
            if let [Outcome::HoldsUpTo(bound)] = outcomes {
                known[at] = Outcome::HoldsUpTo(*bound);
                tell(&known);
            }
        });
        add_costs(&mut checked, &found);
        for outcome in found.outcomes {
            known[at] = match outcome {
                Outcome::Violated(run) => Outcome::Violated(watched.lasso(circuit, &run)),
                Outcome::Reached(run) => Outcome::Reached(watched.lasso(circuit, &run)),
                // It speaks of latches that the circuit does not have.
                Outcome::Proved(Proof::Invariant(_)) => Outcome::Proved(Proof::Watched),
                other => other,
            };
        }
        tell(&known);
    }
    Checked { outcomes: known, time: started.elapsed(), ..checked }
}

fn put(known: &mut [Outcome], positions: &[usize], outcomes: &[Outcome]) {
    for (&at, outcome) in positions.iter().zip(outcomes) {
        known[at] = outcome.clone();
    }
}

fn add_costs(all: &mut Checked, part: &Checked) {
    all.calls += part.calls;
    all.variables = all.variables.max(part.variables);
    all.clauses = all.clauses.max(part.clauses);
}

/// What is to be true again and again, for one property of the circuit.
pub(crate) fn again_and_again(circuit: &Circuit, justice: usize) -> Vec<Edge> {
    let fairness = circuit.fairness.iter().map(|signal| signal.edge);
    circuit.justice[justice].edges.iter().copied().chain(fairness).collect()
}

/// The latches that come back in a loop: all that the property and the constraints depend on.
pub(crate) fn recurring(circuit: &Circuit, justice: usize) -> Vec<usize> {
    let mut roots = again_and_again(circuit, justice);
    roots.extend(circuit.constraints.iter().map(|constraint| constraint.edge));
    Unrolling::new(circuit, roots, Start::Anywhere).latches_in_cone()
}

/// For so many cycles at most a loop is followed until all latches are back.
const MANY_CYCLES: usize = 1024;

/// The same run, going around until every latch is back, those included that nothing depends on: what others who check it
/// may ask for. Nothing if that takes too many cycles: a counter that nobody looks at may take forever.
#[must_use]
pub fn until_all_recurs(circuit: &Circuit, run: &Counterexample) -> Option<Counterexample> {
    let Some(start) = run.loop_start else { return Some(run.clone()) };
    let (stem, round) = run.inputs.split_at(start);
    let follow = |state: Vec<bool>, cycles: &[Vec<bool>]| {
        cycles.iter().fold(state, |state, inputs| simulate::step(circuit, &state, inputs))
    };
    let mut seen = vec![follow(run.initial.clone(), stem)];
    while start + seen.len() * round.len() <= MANY_CYCLES {
        let state = follow(seen[seen.len() - 1].clone(), round);
        if let Some(first) = seen.iter().position(|before| *before == state) {
            let around = (0..seen.len()).flat_map(|_| round.iter().cloned());
            let inputs: Vec<Vec<bool>> = stem.iter().cloned().chain(around).collect();
            let loop_start = Some(start + first * round.len());
            return Some(Counterexample { depth: inputs.len(), inputs, loop_start, ..run.clone() });
        }
        seen.push(state);
    }
    None
}

/// A circuit that is bad once a loop is closed.
struct Watched {
    circuit: Circuit,
    justice: usize,
}

impl Watched {
    fn new(circuit: &Circuit, justice: usize) -> Self {
        let recurring = recurring(circuit, justice);
        let n_wanted = again_and_again(circuit, justice).len();
        let mut watched = Circuit::default();
        let aig = &mut watched.aig;
        // Inputs before latches: the order that a circuit's graph must have.
        let inputs: Vec<Edge> = circuit.inputs.iter().map(|_| aig.input()).collect();
        let remember = aig.input();
        let states: Vec<Edge> = circuit.latches.iter().map(|_| aig.input()).collect();
        let remembers = aig.input();
        let seen: Vec<Edge> = (0..n_wanted).map(|_| aig.input()).collect();
        let copies: Vec<Edge> = recurring.iter().map(|_| aig.input()).collect();
        let copy = Copy::new(&circuit.aig, aig, &[inputs.as_slice(), &states].concat());

        for (latch, &state) in circuit.latches.iter().zip(&states) {
            let next = copy.edge(latch.next);
            watched.latches.push(Latch { name: None, state, next, reset: latch.reset });
        }
        let from_now_on = aig.or(remembers, remember);
        watched.latches.push(Latch { name: None, state: remembers, next: from_now_on, reset: Reset::Zero });
        for (&seen, wanted) in seen.iter().zip(again_and_again(circuit, justice)) {
            let either = aig.or(seen, copy.edge(wanted));
            let next = aig.and(from_now_on, either);
            watched.latches.push(Latch { name: None, state: seen, next, reset: Reset::Zero });
        }
        let starts = aig.and(remember, !remembers);
        let mut closed = vec![remembers];
        for (&held, &latch) in copies.iter().zip(&recurring) {
            let next = aig.mux(starts, states[latch], held);
            watched.latches.push(Latch { name: None, state: held, next, reset: Reset::Zero });
            closed.push(aig.iff(held, states[latch]));
        }
        closed.extend(seen);
        let bad = aig.and_all(&closed);
        let signal = |edge: Edge| Signal { name: None, edge };
        watched.inputs = inputs.into_iter().chain([remember]).map(signal).collect();
        watched.bad = vec![signal(bad)];
        watched.constraints = circuit.constraints.iter().map(|it| signal(copy.edge(it.edge))).collect();
        watched.initial = circuit.initial.iter().map(|&edge| copy.edge(edge)).collect();
        Self { circuit: watched, justice }
    }

    /// The run of the circuit that is watched.
    fn lasso(&self, circuit: &Circuit, run: &Counterexample) -> Counterexample {
        let remember = circuit.inputs.len();
        let start = run.inputs.iter().position(|inputs| inputs[remember]);
        let inputs = run.inputs[..run.depth].iter().map(|inputs| inputs[..remember].to_vec()).collect();
        let lasso = Counterexample {
            property: Property::Justice(self.justice),
            depth: run.depth,
            initial: run.initial[..circuit.latches.len()].to_vec(),
            inputs,
            loop_start: start,
        };
        assert!(simulate::confirms(circuit, &lasso), "simulation should confirm that the loop closes");
        lasso
    }
}

/// The logic of one graph in another one.
struct Copy(Vec<Edge>);

impl Copy {
    /// `leaves` are what the inputs become.
    fn new(from: &Aig, into: &mut Aig, leaves: &[Edge]) -> Self {
        let mut copies = Self(Vec::with_capacity(from.n_nodes()));
        for idx in 0..from.n_nodes() {
            let edge = match from.node(Id::from_index(idx)) {
                Node::Const => Edge::FALSE,
                Node::Input(position) => leaves[position as usize],
                Node::And(left, right) => into.and(copies.edge(left), copies.edge(right)),
            };
            copies.0.push(edge);
        }
        copies
    }

    fn edge(&self, edge: Edge) -> Edge {
        self.0[edge.index()] ^ edge.is_negated()
    }
}

#[cfg(test)]
pub(crate) mod tests;
