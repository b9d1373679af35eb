//! What does not happen more than a few times does not go on forever.
//!
//! A run in which everything that should be true again and again is so has rounds: in each of them, everything was true at
//! least once. A circuit that counts rounds is bad once there were too many. If that is never so, nothing goes on forever:
//! Claessen, Sorensson, "A liveness checking algorithm that counts" (FMCAD 2012). If it is, that says nothing.

use whyc_aig::circuit::{Circuit, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge};

use super::{Copy, again_and_again};
use crate::check::{self, Goal, Options, Outcome, Scope};
use crate::property::Property;

/// How many rounds are tried.
const ROUNDS: [usize; 3] = [1, 2, 4];
/// How many cycles are looked at for more rounds than that.
const CYCLES: usize = 24;
/// What each attempt may cost, in conflicts: where it does not come soon, the search for a loop is the better way.
const CONFLICTS: u64 = 2_000;

/// Whether a property is proved like this.
pub(super) fn is_proved(circuit: &Circuit, justice: usize, options: &Options, scope: Scope) -> bool {
    if options.goal == Goal::Violation || scope == Scope::Bounded {
        return false;
    }
    ROUNDS.into_iter().any(|rounds| {
        let counting = counting(circuit, justice, rounds);
        let budget = options.budget.clone().with_work(CONFLICTS);
        let options = Options { goal: Goal::Either, bound: CYCLES, budget };
        let found = check::decide(&counting, &[Property::Bad(0)], &options, Scope::Proofs, &mut |_| {});
        matches!(found.outcomes.as_slice(), [Outcome::Proved(_)])
    })
}

/// The circuit with a latch for each thing that was true in this round, and one for each round that is over; bad when the
/// last one is.
fn counting(circuit: &Circuit, justice: usize, rounds: usize) -> Circuit {
    let wanted = again_and_again(circuit, justice);
    let mut counting = Circuit::default();
    let aig: &mut Aig = &mut counting.aig;
    // Inputs before latches: the order that a circuit's graph must have.
    let inputs: Vec<Edge> = circuit.inputs.iter().map(|_| aig.input()).collect();
    let states: Vec<Edge> = circuit.latches.iter().map(|_| aig.input()).collect();
    let seen: Vec<Edge> = wanted.iter().map(|_| aig.input()).collect();
    let over: Vec<Edge> = (0..rounds).map(|_| aig.input()).collect();
    let copy = Copy::new(&circuit.aig, aig, &[inputs.as_slice(), &states].concat());

    for (latch, &state) in circuit.latches.iter().zip(&states) {
        counting.latches.push(Latch { name: None, state, next: copy.edge(latch.next), reset: latch.reset });
    }
    let now: Vec<Edge> = seen.iter().zip(&wanted).map(|(&seen, &edge)| aig.or(seen, copy.edge(edge))).collect();
    let is_over = aig.and_all(&now);
    for (&state, &now) in seen.iter().zip(&now) {
        let next = aig.and(now, !is_over);
        counting.latches.push(Latch { name: None, state, next, reset: Reset::Zero });
    }
    let mut before = Edge::TRUE;
    for &state in &over {
        let another = aig.and(is_over, before);
        let next = aig.or(state, another);
        counting.latches.push(Latch { name: None, state, next, reset: Reset::Zero });
        before = state;
    }
    let bad = aig.and(is_over, before);
    let signal = |edge: Edge| Signal { name: None, edge };
    counting.inputs = inputs.into_iter().map(signal).collect();
    counting.bad = vec![signal(bad)];
    counting.constraints = circuit.constraints.iter().map(|it| signal(copy.edge(it.edge))).collect();
    counting.initial = circuit.initial.iter().map(|&edge| copy.edge(edge)).collect();
    counting
}
