//! How a question is asked, and what its answer must be.
//!
//! A model that the solver gives must be a run that ends as it was asked to. Where it does not, two parts of whyc
//! disagree; then the answer is an internal error and nothing is said, least of all that nothing was found.

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::IdVec;
use whyc_base::status::{Fault, Reason};
use whyc_ir::property::PropertyId;
use whyc_sat::session::Answer;
use whyc_term::{TermId, Valuation};
use whyc_unroll::step::StepKind;

use super::Analysis;
use crate::engine::{Engine, Number};
use crate::obligation::{Claim, Obligation};
use crate::outcome::Violation;
use crate::question::Found;
use crate::replay;
use crate::run::Run;
use crate::splitter::{First, Hard, Split, WentOn};

/// The analysis's own solver, in the middle of a question.
struct Continued<'a> {
    engine: &'a mut Engine,
    cond: TermId,
    is_last: bool,
}

impl First for Continued<'_> {
    fn go_on(&mut self, budget: Budget) -> Found {
        let own = self.engine.budget.clone();
        self.engine.set_budget(budget);
        let found = self.engine.find(self.cond, None, self.is_last);
        self.engine.set_budget(own);
        found.unwrap_or(Found::Unknown(Exhausted::Interrupted))
    }
}

/// How many conflicts making the inputs of a run small may cost that was come across.
const FOR_SMALL: u64 = 20_000;

impl Analysis {
    /// Whether a run is known that violates the property.
    pub(super) fn is_violated(&self, property: PropertyId) -> bool {
        self.violations.iter().any(|violation| violation.property == property)
    }

    /// Finds every property that is violated in the unrolling, with one question per violation and one more.
    pub(super) fn find_violations(&mut self) -> Result<(), Reason> {
        let mut open = self.open_failures();
        while let Some((run, met)) = self.ask(&open)? {
            let Claim::Fails(property) = met.claim else { continue };
            let terms: Vec<TermId> = open.iter().map(|it| it.term).collect();
            let any = self.engine.terms.or_all(&terms);
            // An answer that came in parts is small already, and the question too hard for one solver.
            let smaller = match self.is_split {
                true => None,
                false if self.is_scouted => self.smaller_within(any, FOR_SMALL)?,
                false => self.smaller(any)?,
            };
            let (run, met) = match smaller {
                Some(run) => self.ends_as_asked(run, &open)?,
                None => (run, met),
            };
            let property = if let Claim::Fails(property) = met.claim { property } else { property };
            self.replayed(&run, property)?;
            open.retain(|it| it.claim != Claim::Fails(property));
            self.found(property, met, run);
        }
        Ok(())
    }

    /// The failures of properties that are asked about and of which no failing run is known.
    pub(super) fn open_failures(&self) -> Vec<Obligation> {
        let mut is_open: IdVec<PropertyId, bool> = IdVec::filled(false, self.properties.all().len());
        for &id in &self.asked {
            is_open[id] = true;
        }
        for violation in &self.violations {
            is_open[violation.property] = false;
        }
        let failures = self.obligations.failures.iter();
        failures.filter(|it| matches!(it.claim, Claim::Fails(id) if is_open[id])).cloned().collect()
    }

    /// Notes a violation.
    pub(super) fn found(&mut self, property: PropertyId, met: Obligation, run: Run) {
        let is_first = self.violations.is_empty();
        let kept = (self.keeps_others && !is_first).then(|| run.clone());
        let after = self.broken_before(&run);
        self.violations.push(Violation { property, end: met.step, run: kept, unrolling: None, after });
        if is_first {
            self.counterexample = Some((property, run));
            self.limit_effort();
        }
        if self.first.is_none() {
            self.n_first = self.violations.len();
        }
    }

    /// The interpreter fails the same property with the inputs of `run`.
    pub(super) fn replayed(&self, run: &Run, property: PropertyId) -> Result<(), Reason> {
        let unrolling = self.unrolling.as_ref().ok_or(Fault::NothingThere)?;
        let replayed = replay::replay(&self.program, &self.properties, unrolling, run, property);
        replayed.map_err(|difference| Fault::Replay { difference }.into())
    }

    /// A run that meets one of the obligations, and which one; `None` if there is none.
    ///
    /// # Errors
    /// If a limit is reached, or if the run that is found does not end as one of them says.
    pub(super) fn ask(&mut self, among: &[Obligation]) -> Result<Option<(Run, Obligation)>, Reason> {
        if among.is_empty() {
            return Ok(None);
        }
        let terms: Vec<TermId> = among.iter().map(|it| it.term).collect();
        let any = self.engine.terms.or_all(&terms);
        let conflicts = self.allowance.conflicts(self.spent())?;
        self.asks_for_failure = among.iter().all(|it| matches!(it.claim, Claim::Fails(_)));
        let found = self.model_of(any, conflicts);
        self.asks_for_failure = false;
        match found? {
            Some(run) => self.ends_as_asked(run, among).map(Some),
            None => Ok(None),
        }
    }

    /// `run` with the one of the obligations that it meets.
    pub(super) fn ends_as_asked(&self, run: Run, among: &[Obligation]) -> Result<(Run, Obligation), Reason> {
        match among.iter().find(|it| run.end == Some(it.step)) {
            Some(met) => Ok((run, met.clone())),
            None => {
                let asked = among.first().map_or("something happens", |it| it.claim.asked());
                Err(Fault::OtherEnd { asked }.into())
            }
        }
    }

    /// Inputs for which `cond` holds, if there are any; found within so many conflicts, and within what may still be spent.
    ///
    /// # Errors
    /// If nothing may be spent any more, or a limit is reached.
    pub fn inputs_for(&mut self, cond: TermId, most: u32) -> Result<Option<Valuation>, Reason> {
        let conflicts = self.allowance.conflicts(self.spent())?;
        self.valuation_of(cond, Some(conflicts.map_or(most, |left| left.min(most))))
    }

    /// A run in which `cond` holds, with small inputs if that is easy, if there is one; found within so many conflicts.
    ///
    /// # Errors
    /// If nothing may be spent any more, or a limit is reached.
    pub fn run_for(&mut self, cond: TermId, most: u32) -> Result<Option<Run>, Reason> {
        let Some(inputs) = self.inputs_for(cond, most)? else { return Ok(None) };
        match self.smaller(cond)? {
            Some(run) => Ok(Some(run)),
            None => self.run_of(&inputs).map(Some),
        }
    }

    /// A run in which `cond` holds, if there is one; found within so many conflicts, if a number is given.
    pub(super) fn model_of(&mut self, cond: TermId, conflicts: Option<u32>) -> Result<Option<Run>, Reason> {
        let valuation = self.valuation_of(cond, conflicts)?;
        valuation.map(|valuation| self.run_of(&valuation)).transpose()
    }

    fn valuation_of(&mut self, cond: TermId, conflicts: Option<u32>) -> Result<Option<Valuation>, Reason> {
        let cond = self.engine.terms.and(cond, self.given);
        match self.engine.terms.as_bool(cond) {
            Some(false) => return Ok(None),
            Some(true) => return Ok(Some(Valuation::new())),
            None => {}
        }
        match self.find(cond, conflicts).ok_or(Reason::Effort)? {
            Found::Nothing => Ok(None),
            Found::Inputs(valuation) => Ok(Some(valuation)),
            Found::Unknown(reason) => Err(reason.into()),
        }
    }

    /// The answer of one solver, or of several if that would take long.
    fn find(&mut self, cond: TermId, most: Option<u32>) -> Option<Found> {
        self.is_split = false;
        let is_last = self.obligations.cuts.is_empty();
        // Where work is counted for all questions together, there is one solver.
        let can_split = self.engine.is_steered() && self.options.budget.work_left().is_none();
        let splitter = self.splitter.as_ref().filter(|_| can_split && self.unrolling.is_some());
        let patience = splitter.and_then(|it| it.patience(most)).filter(|it| most.is_none_or(|most| most > *it));
        let Some(patience) = patience else { return self.engine.find(cond, most, is_last) };
        let before = self.engine.stats().conflicts;
        if let Some(found) = self.engine.find(cond, Some(patience), is_last) {
            return Some(found);
        }
        let spent = (self.engine.stats().conflicts - before) as u32;
        if self.asks_for_failure
            && most.is_none()
            && let Some(valuation) = self.scouted_inputs(cond)
        {
            return Some(Found::Inputs(valuation));
        }
        let unrolling = self.unrolling.as_ref()?;
        let numbers = self.input_numbers();
        // The first solver may go on with its own terms while others look at these.
        let terms = self.engine.terms.clone();
        let hard = Hard {
            terms: &terms,
            cond,
            unrolling,
            numbers: &numbers,
            most: most.map(|most| most.saturating_sub(spent)),
            arith: self.options.arith,
            effort: self.options.effort,
            asks_for_failure: self.asks_for_failure,
            budget: &self.options.budget,
        };
        let known = self.engine.stats();
        let mut first = Continued { engine: &mut self.engine, cond, is_last };
        let Split { found, conflicts, first } = self.splitter.as_mut()?.find(&hard, &mut first);
        match first {
            WentOn::Not => {
                self.engine.elsewhere.conflicts += conflicts;
                self.is_split = true;
            }
            // A run is its own, and it was not ended before it had one.
            WentOn::Beside => self.engine.count_as(known, conflicts),
        }
        // What it has learnt until somebody else had the answer must not show in later ones.
        if first == WentOn::Beside && !matches!(found, Some(Found::Inputs(_))) {
            self.engine.begin_anew();
        }
        self.engine.learn(cond, found.as_ref());
        found
    }

    /// A run in which `cond`, which can hold, holds for small inputs, unless a limit comes first. They are easier to read.
    pub(super) fn smaller(&mut self, cond: TermId) -> Result<Option<Run>, Reason> {
        let cond = self.engine.terms.and(cond, self.given);
        if !self.engine.is_steered() || self.engine.terms.as_bool(cond).is_some() {
            return Ok(None);
        }
        let numbers = self.input_numbers();
        match self.engine.solve_small(&[cond], &numbers) {
            Answer::Satisfiable => self.run_of(&self.engine.valuation()).map(Some),
            Answer::Unsatisfiable => Err(Fault::NoLonger.into()),
            Answer::Unknown(_) => Ok(None),
        }
    }

    /// The numbers that come from outside.
    fn input_numbers(&self) -> Vec<Number> {
        let types = &self.program.types;
        let mut numbers = Vec::new();
        for step in self.unrolling.iter().flat_map(|unrolling| unrolling.steps.iter()) {
            match &step.kind {
                StepKind::Input { value, ty, .. } => {
                    numbers.push(Number { value: *value, is_signed: types.is_signed(*ty) });
                }
                StepKind::Storage { cells, reads, .. } => {
                    numbers.extend(reads.iter().map(|read| Number { value: read.value, is_signed: true }));
                    numbers.extend(cells.iter().map(|cell| Number {
                        value: cell.value,
                        is_signed: cell.ty.is_some_and(|ty| types.is_signed(ty)),
                    }));
                }
                _ => {}
            }
        }
        numbers
    }

    pub(super) fn run_of(&self, valuation: &Valuation) -> Result<Run, Reason> {
        let unrolling = self.unrolling.as_ref().ok_or(Fault::NothingThere)?;
        #[cfg_attr(not(test), expect(unused_mut, reason = "tests change it"))]
        let mut run = Run::new(unrolling, &self.engine.terms, valuation);
        #[cfg(test)]
        if let Some(tamper) = self.tamper {
            tamper(&mut run, unrolling);
        }
        Ok(run)
    }
}
