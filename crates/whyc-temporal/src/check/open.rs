//! What a check that ends somewhere leaves open: a run up to there in which something is still to come, for as long as possible.
//!
//! The property is looked for to fail if the run ended in the last cycle, and in every cycle from some first one on. The earliest
//! first cycle for which there is such a run is found by halving: what can be open from one cycle on can be from every later one.

use whyc_aig::circuit::{Circuit, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge};
use whyc_base::budget::Budget;
use whyc_circuit::check::{self, Goal, Options, Outcome, Scope};
use whyc_circuit::property::Property;

use super::{Broken, Product};
use crate::run::Beside;
use crate::tableau::{Part, compose_ended};
use crate::view::Standing;

/// What each question may cost, in conflicts.
const ASK: u64 = 20_000;

impl Product {
    /// A run whose last cycle is `bound` that leaves the property open, since as early a cycle as is found.
    pub(super) fn open_run(&self, bound: usize, budget: &Budget) -> Option<Broken> {
        let mut found = self.open_since(bound, bound, budget)?;
        let (mut too_early, mut first) = (None, bound);
        while first > too_early.map_or(0, |it: usize| it + 1) {
            let middle = too_early.map_or(0, |it| it + 1).midpoint(first);
            match self.open_since(middle, bound, budget) {
                Some(earlier) => (found, first) = (earlier, middle),
                None => too_early = Some(middle),
            }
        }
        Some(found)
    }

    /// A run that leaves the property open in each cycle from `first` to `last`; nothing if there is none, or it costs too much.
    fn open_since(&self, first: usize, last: usize, budget: &Budget) -> Option<Broken> {
        let part = Part { automaton: &self.automaton, atoms: &self.atoms };
        let mut circuit = compose_ended(&self.store.borrow(), &self.watched.circuit, &[part]);
        only_between(&mut circuit, first, last);
        let options = Options { goal: Goal::Violation, bound: last, budget: budget.clone().with_work(ASK) };
        let outcomes = check::decide(&circuit, &[Property::Bad(0)], &options, Scope::Proofs, &mut |_| {}).outcomes;
        let Some(Outcome::Violated(run) | Outcome::Reached(run)) = outcomes.into_iter().next() else { return None };
        let open = self.seen(&circuit, &run);
        let standing = Beside::new(&open.run).standing(&self.expr, 0);
        (standing == Ok(Standing::Pending)).then_some(open)
    }
}

/// The first bad signal counts in cycle `last` alone, and only if it was true in every cycle since `first`.
fn only_between(circuit: &mut Circuit, first: usize, last: usize) {
    let ended = circuit.bad[0].edge;
    let width = (usize::BITS - last.leading_zeros()).max(1);
    let bits: Vec<Edge> = (0..width).map(|_| circuit.aig.input()).collect();
    let lapsed = circuit.aig.input();
    let aig = &mut circuit.aig;
    let mut carry = Edge::TRUE;
    for &bit in &bits {
        let next = aig.xor(bit, carry);
        carry = aig.and(bit, carry);
        circuit.latches.push(Latch { name: None, state: bit, next, reset: Reset::Zero });
    }
    let counts = at_least(aig, &bits, first);
    let misses = aig.and(counts, !ended);
    let next = aig.or(lapsed, misses);
    circuit.latches.push(Latch { name: None, state: lapsed, next, reset: Reset::Zero });
    let is_last = at_least(aig, &bits, last);
    let edge = aig.and_all(&[ended, !lapsed, is_last]);
    circuit.bad = vec![Signal { name: None, edge }];
}

/// Whether a number, its lowest bit first, is at least so much; it has room for that.
fn at_least(aig: &mut Aig, bits: &[Edge], least: usize) -> Edge {
    bits.iter().enumerate().fold(Edge::TRUE, |rest, (at, &bit)| match least >> at & 1 {
        1 => aig.and(bit, rest),
        _ => aig.or(bit, rest),
    })
}
