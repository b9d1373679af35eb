//! Who looks next: the search for violations, induction, or the search for an invariant.
//!
//! The one that has done the least of its share so far is next, in a measure that does not depend on the clock.

use std::sync::Arc;

use whyc_aig::circuit::Circuit;
use whyc_base::budget::Exhausted;
use whyc_sat::session::Stats;

use super::search::{Looked, Search};
use super::{Goal, Options, Outcome, Proof, Scope, Tell};
use crate::proof::certify::{self, Rejected};
use crate::proof::induction::{self, Attempt, Induction};
use crate::proof::invariant::Invariant;
use crate::proof::pdr::{Pdr, Turn};
use crate::property::Property;
use crate::simulate;
use crate::trace::Counterexample;

/// How many conflicts a question may have before others get their turn.
const PATIENCE: u32 = 2_000;
/// How much work is done between two looks at whose turn it is.
const WORK: u64 = 200_000;
/// How much work proofs may be where the search was less, unless a proof is asked for: a few seconds.
const PROOF_WORK: u64 = 20_000_000;

pub(super) struct Turns<'a> {
    circuit: &'a Circuit,
    properties: &'a [Property],
    options: &'a Options,
    scope: Scope,
    outcomes: Vec<Option<Outcome>>,
    search: Search<'a>,
    /// The cycle that is looked at, and the properties still to be looked at in it, the next one last.
    depth: usize,
    waiting: Vec<usize>,
    induction: Option<Induction<'a>>,
    /// For each property the next number of cycles that induction is to be tried with.
    steps: Vec<usize>,
    pdr: Option<Pdr<'a>>,
    /// Whether the search for an invariant has come to its end.
    is_pdr_over: bool,
    /// Runs that are perhaps not the shortest.
    reached: Vec<Option<Counterexample>>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Search,
    Induction,
    Pdr,
}

impl<'a> Turns<'a> {
    pub(super) fn new(circuit: &'a Circuit, properties: &'a [Property], options: &'a Options, scope: Scope) -> Self {
        let n = properties.len();
        let search = Search::new(circuit, properties, &options.budget);
        let wants_proof = options.goal != Goal::Violation;
        let wants_induction = wants_proof && options.goal != Goal::Certificate;
        let mut turns = Self {
            circuit,
            properties,
            options,
            scope,
            outcomes: vec![None; n],
            search,
            depth: 0,
            waiting: Vec::new(),
            induction: wants_induction.then(|| Induction::new(circuit, properties, options.budget.clone())),
            steps: vec![0; n],
            pdr: None,
            is_pdr_over: !wants_proof || scope == Scope::Bounded,
            reached: vec![None; n],
        };
        turns.waiting = turns.in_order();
        turns
    }

    pub(super) fn stats(&self) -> Stats {
        self.search.stats()
    }

    pub(super) fn run(&mut self, tell: Tell<'_>) -> Vec<Outcome> {
        while self.is_open().next().is_some() {
            let turn = self.options.budget.check().and_then(|()| match self.next() {
                None => Ok(false),
                Some(Who::Search) => self.search(tell).map(|()| true),
                Some(Who::Induction) => self.induction().map(|()| true),
                Some(Who::Pdr) => self.pdr().map(|()| true),
            });
            match turn {
                Ok(true) => {}
                Ok(false) => break,
                Err(reason) => {
                    self.give_up(reason);
                    break;
                }
            }
        }
        let outcomes: Vec<Outcome> = (0..self.properties.len()).map(|at| self.known(at)).collect();
        tell(&outcomes);
        outcomes
    }

    /// The properties that are not decided.
    fn is_open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.outcomes.len()).filter(|&at| self.outcomes[at].is_none())
    }

    /// The open properties, the next one last: states before bad signals, as the search wants them.
    fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = self.is_open().collect();
        order.sort_by_key(|&at| self.properties[at].input_cycles(0));
        order.reverse();
        order
    }

    /// The last cycle that the search looks at. Beyond the bound it looks only for what is known to be there.
    fn last_cycle(&self) -> usize {
        let deepest = self.is_open().filter_map(|at| self.reached[at].as_ref()).map(|run| run.depth).max();
        match self.scope {
            Scope::All => deepest.unwrap_or(0).max(self.options.bound),
            Scope::Bounded | Scope::Proofs => self.options.bound,
        }
    }

    /// Who has done the least of his share, of those who can do something.
    fn next(&self) -> Option<Who> {
        let is_search_over = self.depth > self.last_cycle();
        let search = (!is_search_over).then(|| (self.search.work(), Who::Search));
        let proof_work = self.proof_work();
        let may_prove = match self.options.goal {
            Goal::Violation => false,
            Goal::Either => !is_search_over || proof_work < self.search.work().max(PROOF_WORK),
            Goal::Proof | Goal::Certificate => true,
        };
        let induction = self.induction.as_ref().filter(|_| may_prove && self.next_step().is_some());
        // The search gets half of the work, each kind of proof a quarter.
        let induction = induction.map(|it| (2 * it.work(), Who::Induction));
        // A property of which it is known that it can be violated needs no proof.
        let is_wanted = self.is_open().any(|at| self.reached[at].is_none());
        let pdr = (may_prove && is_wanted && !self.is_pdr_over)
            .then(|| (2 * self.pdr.as_ref().map_or(0, Pdr::work), Who::Pdr));
        search.into_iter().chain(induction).chain(pdr).min().map(|(_, who)| who)
    }

    fn proof_work(&self) -> u64 {
        self.induction.as_ref().map_or(0, Induction::work) + self.pdr.as_ref().map_or(0, Pdr::work)
    }

    /// Looks at properties, one after the other.
    fn search(&mut self, tell: Tell<'_>) -> Result<(), Exhausted> {
        let end = self.search.work() + WORK;
        while self.search.work() < end && self.depth <= self.last_cycle() {
            self.options.budget.check()?;
            let Some(&at) = self.waiting.last() else {
                let known: Vec<Outcome> = (0..self.properties.len()).map(|at| self.known(at)).collect();
                tell(&known);
                self.depth += 1;
                self.waiting = self.in_order();
                if self.waiting.is_empty() {
                    return Ok(());
                }
                continue;
            };
            if self.outcomes[at].is_none() {
                match self.search.look(&self.properties[at], self.depth, PATIENCE) {
                    Looked::Clear => {}
                    Looked::Paused => return Ok(()),
                    Looked::Violated(run) => self.decided(at, Outcome::Violated(*run)),
                    Looked::Exhausted(reason) => return Err(reason),
                }
            }
            self.waiting.pop();
        }
        Ok(())
    }

    /// The property that induction is to be tried with next, and over how many cycles: that it holds in them is known.
    fn next_step(&self) -> Option<(usize, usize)> {
        let steps = self.is_open().filter(|&at| self.reached[at].is_none()).map(|at| (self.steps[at], at));
        let (step, at) = steps.min()?;
        (self.n_clear(at) > step).then_some((at, step))
    }

    fn induction(&mut self) -> Result<(), Exhausted> {
        let Some((at, step)) = self.next_step() else { return Ok(()) };
        let Some(induction) = &mut self.induction else { return Ok(()) };
        match induction.holds_after(&self.properties[at], step, PATIENCE) {
            Attempt::Paused => {}
            Attempt::Fails => self.steps[at] += 1,
            Attempt::Exhausted(reason) => return Err(reason),
            Attempt::Holds => {
                accept(induction::certify(self.circuit, &self.properties[at], step, &self.options.budget))?;
                self.decided(at, Outcome::Proved(Proof::Induction { depth: step }));
            }
        }
        Ok(())
    }

    fn pdr(&mut self) -> Result<(), Exhausted> {
        let (circuit, properties, options) = (self.circuit, self.properties, self.options);
        let is_new = self.pdr.is_none();
        let pdr = self.pdr.get_or_insert_with(|| Pdr::new(circuit, properties, &options.budget));
        if is_new {
            let decided = (0..properties.len()).filter(|&at| self.outcomes[at].is_some());
            decided.for_each(|at| pdr.leave_out(at));
        }
        match pdr.turn(WORK) {
            Turn::Paused => {}
            Turn::Exhausted(reason) => return Err(reason),
            Turn::Violated(at, run) => {
                assert!(simulate::confirms(circuit, &run), "simulation should confirm what the proof ran into");
                self.reached[at] = Some(*run);
            }
            Turn::Proved(invariant) => {
                let open = pdr.open().to_vec();
                self.is_pdr_over = true;
                self.proved(&open, invariant)?;
            }
        }
        Ok(())
    }

    fn proved(&mut self, which: &[usize], invariant: Invariant) -> Result<(), Exhausted> {
        let asked: Vec<Property> = which.iter().map(|&at| self.properties[at].clone()).collect();
        accept(certify::certify(self.circuit, &asked, &invariant, &self.options.budget))?;
        let invariant = Arc::new(invariant);
        for &at in which {
            self.decided(at, Outcome::Proved(Proof::Invariant(Arc::clone(&invariant))));
        }
        Ok(())
    }

    fn decided(&mut self, at: usize, outcome: Outcome) {
        self.outcomes[at] = Some(outcome);
        if let Some(pdr) = &mut self.pdr {
            pdr.leave_out(at);
            self.is_pdr_over |= pdr.open().is_empty();
        }
    }

    /// In how many cycles the property is known not to be violated.
    fn n_clear(&self, at: usize) -> usize {
        self.depth + usize::from(!self.waiting.contains(&at))
    }

    /// What is known of a property now.
    fn known(&self, at: usize) -> Outcome {
        match (&self.outcomes[at], &self.reached[at]) {
            (Some(outcome), _) => outcome.clone(),
            (None, Some(run)) if self.scope == Scope::All => Outcome::Reached(run.clone()),
            (None, _) => Outcome::HoldsUpTo(self.n_clear(at).saturating_sub(1).min(self.options.bound)),
        }
    }

    fn give_up(&mut self, reason: Exhausted) {
        let open: Vec<usize> = self.is_open().collect();
        for at in open {
            let is_told = self.scope == Scope::All && self.reached[at].is_some();
            if !is_told {
                // The bound may have been reached long ago, while a proof was looked for.
                let checked = self.n_clear(at);
                let holds = checked > self.options.bound;
                let unknown = Outcome::Unknown { checked, reason };
                self.outcomes[at] = Some(if holds { Outcome::HoldsUpTo(self.options.bound) } else { unknown });
            }
        }
    }
}

/// What a fresh solver says of a proof.
///
/// # Panics
/// If it does not accept it: nothing that was found can be trusted then.
fn accept(checked: Result<(), Rejected>) -> Result<(), Exhausted> {
    match checked {
        Ok(()) => Ok(()),
        Err(Rejected::Exhausted(reason)) => Err(reason),
        Err(rejected) => panic!("a proof should be accepted by a solver that did not find it, but {rejected}"),
    }
}
