//! The order of questions: unroll, look for failures, look beyond the bounds, deepen; and go on after a failure as long
//! as the effort lasts.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;
use whyc_base::status::{Limit, Reason};
use whyc_base::verdict::Verdict;
use whyc_ir::layout::{MAX_BLOCK_BYTES, SURE_BLOCK_BYTES};
use whyc_ir::property::PropertyId;
use whyc_term::TermId;
use whyc_unroll::loops::LoopId;
use whyc_unroll::step::{Cut, StepId, StepKind, Unrolling};
use whyc_unroll::{Failure, Limits, unroll};

use super::Analysis;
use super::behind::Behind;
use crate::chain::Chain;
use crate::effort::{Allowance, Units};
use crate::given;
use crate::obligation::{Claim, Obligation, Obligations};
use crate::options::Unwind;
use crate::outcome::{CutLoop, Outcome, Unmodelled, Vacuity};
use crate::prover::{Proof, Unbounded, Unproved};

/// How deep automatic deepening goes before it gives up.
pub(super) const DEEPEST: u32 = 1024;

/// From which bound on it is asked whether something holds beyond the bounds.
const PROVE_FROM: u32 = 2;
/// What part of the work so far an attempt at a proof may cost.
const SHARE: u64 = 4;
/// What a proof may cost before the bounds stay as they are: a few seconds.
const FOR_A_PROOF: Units = Units(60_000_000);

/// What is known once the questions of one unrolling have been answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Explored {
    /// What some run follows beyond its bound.
    pub cuts: Vec<Cut>,
    /// The same with the bounds of then.
    pub cut_loops: Vec<CutLoop>,
    /// What is not modelled and can be reached. If there is something, all cuts that are possible are listed.
    pub unmodelled: Vec<Unmodelled>,
    /// Whether some run does something with a block that is larger than those that are followed.
    pub large_blocks: bool,
    /// The largest bound of a loop or recursion then.
    pub unwind: u32,
    /// Whether any path comes to a property, by the property, as far as constants tell.
    pub reached: Vec<bool>,
    /// Properties that fail whenever some path comes to them: nothing behind them on that path was looked at.
    pub certain: Vec<PropertyId>,
}

impl Explored {
    /// Whether all runs were followed to their ends.
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.unmodelled.is_empty()
    }
}

/// All rounds of deepening.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    /// The last round whose questions were all answered.
    pub finished: Option<Explored>,
    /// Why there was no other.
    pub stop: Option<Reason>,
    /// Why nothing fails beyond it, if that was shown.
    pub proof: Option<Proof>,
}

impl Analysis {
    /// Decides every property, as far as the limits allow.
    pub fn decide(&mut self) -> Outcome {
        let rounds = self.rounds();
        let behind = self.look_behind(&rounds);
        self.close_scene();
        let outcome = self.outcome(&rounds, behind.as_ref());
        if let Some(first) = self.first.take() {
            self.enter_scene(first);
        }
        outcome
    }

    /// Deepens the bounds while that helps.
    fn rounds(&mut self) -> Rounds {
        let mut rounds = Rounds::default();
        match self.scouted_at_once() {
            Ok(None) => {}
            Ok(Some(explored)) => {
                rounds.finished = Some(explored);
                return rounds;
            }
            Err(stop) => {
                rounds.stop = Some(stop);
                return rounds;
            }
        }
        loop {
            match self.round_or_proof(&mut rounds) {
                Ok(Some(explored)) => rounds.finished = Some(explored),
                Ok(None) => return rounds,
                Err(stop) => {
                    rounds.stop = Some(stop);
                    return rounds;
                }
            }
            let Some(explored) = &rounds.finished else { return rounds };
            if explored.is_complete() || !explored.unmodelled.is_empty() {
                return rounds;
            }
            let (cuts, unwind) = (explored.cuts.clone(), explored.unwind);
            let is_last = !self.is_worth_deepening();
            let allowed = if is_last { FOR_A_PROOF } else { self.share_for_proof() };
            let is_shown = (is_last || unwind >= PROVE_FROM) && self.prove_beyond(&mut rounds, allowed);
            if is_last || is_shown {
                return rounds;
            }
            match self.scouted_round() {
                Ok(None) => {}
                Ok(Some(explored)) => {
                    rounds.finished = Some(explored);
                    return rounds;
                }
                Err(stop) => {
                    rounds.stop = Some(stop);
                    return rounds;
                }
            }
            if !self.deepen(&cuts) {
                self.prove_beyond(&mut rounds, FOR_A_PROOF);
                return rounds;
            }
        }
    }

    /// A round of deepening; nothing if it turned out to be so hard that a proof was found before.
    fn round_or_proof(&mut self, rounds: &mut Rounds) -> Result<Option<Explored>, Reason> {
        loop {
            let can_be_proved =
                self.prover.is_some() && self.not_shown == Default::default() && rounds.finished.is_some();
            if !can_be_proved || !matches!(self.allowance, Allowance::Unlimited) {
                return self.round().map(Some);
            }
            self.allowance = Allowance::for_hard_questions(self.spent());
            let explored = self.round();
            if !self.violations.is_empty() {
                return explored.map(Some);
            }
            self.allowance = Allowance::Unlimited;
            match explored {
                Err(Reason::Effort) => {
                    let allowed = self.share_for_proof();
                    if self.prove_beyond(rounds, allowed) {
                        return Ok(None);
                    }
                    if let Some(explored) = self.scouted_round()? {
                        return Ok(Some(explored));
                    }
                }
                known => return known.map(Some),
            }
        }
    }

    /// What an attempt at a proof may cost while the bounds are deepened, a part of what was spent so far: loops that end soon are
    /// followed to their ends at little more than the price of that, and where they do not end, more and more is allowed.
    fn share_for_proof(&self) -> Units {
        Units(Units::of(&self.engine.stats(), self.steps).0 / SHARE)
    }

    /// Whether it was shown that nothing fails beyond the bounds of the last round.
    fn prove_beyond(&mut self, rounds: &mut Rounds, allowed: Units) -> bool {
        let Some(explored) = rounds.finished.take() else { return false };
        rounds.proof = self.prove(&explored, allowed);
        rounds.finished = Some(match &rounds.proof {
            Some(proof) => beyond_bounds(&explored, proof),
            None => explored,
        });
        rounds.proof.is_some()
    }

    /// Why nothing fails beyond the bounds, if that can be shown. It is asked again when other loops are cut off, or if more is
    /// allowed than was enough.
    fn prove(&mut self, explored: &Explored, allowed: Units) -> Option<Proof> {
        let is_free = self.options.unwind == Unwind::Automatic
            && self.options.unwind_loops.is_empty()
            && self.options.given.is_empty()
            && self.options.limits.is_empty()
            && self.program.contracts.too_large.is_empty();
        if !is_free || !self.violations.is_empty() || explored.large_blocks {
            return None;
        }
        let (mut cut, mut recursions) = (Vec::new(), Vec::new());
        for &it in &explored.cuts {
            match it {
                Cut::Loop(id) => cut.push(id),
                Cut::Recursion(function) => recursions.push(function),
                Cut::Block => return None,
            }
        }
        cut.sort_unstable();
        recursions.sort_unstable();
        // What was too little is tried again once it is twice as much: all attempts together cost no more than two of the last.
        if (&cut, &recursions) == (&self.not_shown.0, &self.not_shown.1) || allowed < self.too_little.twice() {
            return None;
        }
        let question = Unbounded {
            program: &self.program,
            properties: &self.properties,
            asked: &self.asked,
            loops: &self.loops,
            bounds: &self.bounds,
            cut: &cut,
            recursions: &recursions,
            arith: self.options.arith,
            allowed,
            keeps_question: self.keeps_question,
            budget: &self.options.budget,
        };
        let started = Instant::now();
        let proved = self.prover.as_mut()?.prove(&question);
        self.attempts.n += 1;
        self.attempts.time += started.elapsed();
        self.attempts.last = proved.as_ref().err().copied();
        match proved {
            Ok(proof) => {
                self.any_round = proof.any_round.clone();
                Some(proof)
            }
            Err(Unproved::TooMuch) => {
                self.too_little = allowed;
                None
            }
            Err(Unproved::NotShown) => {
                self.not_shown = (cut, recursions);
                None
            }
        }
    }

    /// Whether a deeper round could tell something: a property is open, and there is effort left for it.
    fn is_worth_deepening(&self) -> bool {
        let is_open = self.asked.iter().any(|&id| !self.is_violated(id));
        // A deeper round is about as much work as all before it.
        let last = self.unrolling.as_ref().map_or(0, |unrolling| unrolling.effort);
        is_open && self.allowance.steps(self.spent()) > last
    }

    fn outcome(&mut self, rounds: &Rounds, behind: Option<&Behind>) -> Outcome {
        self.note_large_blocks(rounds);
        let known = self.settle(rounds, behind);
        let explored = rounds.finished.clone().unwrap_or_default();
        let is_finished = rounds.stop.is_none() && rounds.finished.is_some();
        let limits = self.options.limits.clone();
        let fault = behind.and_then(|behind| behind.fault.as_ref());
        let (verdict, reason) = match rounds.stop.as_ref().or(fault) {
            _ if !self.violations.is_empty() => (Verdict::Violated, None),
            Some(stop) => (Verdict::Unknown, Some(stop.clone())),
            None => match explored.unmodelled.first() {
                Some(first) => (Verdict::Unknown, Some(Reason::Unmodelled { what: first.what.clone() })),
                None if !explored.cuts.is_empty() => (Verdict::BoundedSafe, Some(Reason::BeyondBounds)),
                None if !limits.is_empty() => (Verdict::BoundedSafe, Some(Reason::Limited(limits.clone()))),
                None => (Verdict::Safe, None),
            },
        };
        let (verdict, reason) = match verdict {
            Verdict::Safe | Verdict::BoundedSafe => match self.vacuous() {
                Some(vacuous) => (Verdict::Unknown, Some(vacuous)),
                None => (verdict, reason),
            },
            Verdict::Violated | Verdict::Unknown => (verdict, reason),
        };
        let vacuity = match verdict {
            Verdict::Safe | Verdict::BoundedSafe => self.vacuity(),
            Verdict::Violated | Verdict::Unknown => None,
        };
        // What was shown for every number of rounds does not rest on bounds.
        let vacuity = vacuity.filter(|it| rounds.proof.is_none() || *it != Vacuity::Bounds);
        let unwind = rounds.finished.as_ref().map_or_else(|| self.largest_bound(), |finished| finished.unwind);
        Outcome {
            verdict,
            reason,
            known,
            counterexample: self.counterexample.clone(),
            violations: self.violations.clone(),
            unwind,
            complete: is_finished && explored.is_complete() && limits.is_empty() && rounds.proof.is_none(),
            cuts: explored.cut_loops,
            unmodelled: explored.unmodelled,
            proof: rounds.proof.clone().filter(|_| verdict == Verdict::Safe),
            vacuity,
            unroll_time: self.unroll_time,
        }
    }

    /// Blocks can be larger than any that were looked at, and so can objects that a contract calls fresh, if some run asks for
    /// one.
    fn note_large_blocks(&mut self, rounds: &Rounds) {
        let limit = Limit::LargeBlocks { largest: MAX_BLOCK_BYTES };
        let is_large = rounds.finished.as_ref().is_some_and(|explored| explored.large_blocks);
        if is_large && !self.options.limits.contains(&limit) {
            self.options.limits.push(limit);
        }
        let limit = Limit::Blocks { largest: SURE_BLOCK_BYTES };
        if self.program.contracts.too_large.is_empty() || self.options.limits.contains(&limit) {
            return;
        }
        let (Some(unrolling), Some(chain)) = (&self.unrolling, &self.chain) else { return };
        let is_it =
            |step: StepId| self.program.contracts.too_large.contains(&unrolling.function_of(&unrolling.steps[step]));
        let terms: Vec<TermId> =
            chain.presupposed.iter().filter(|(step, _)| is_it(*step)).map(|&(_, term)| term).collect();
        let any = self.engine.terms.or_all(&terms);
        if !matches!(self.model_of(any, None), Ok(None)) {
            self.options.limits.push(limit);
        }
    }

    /// Unrolls within the current bounds and asks all questions about that.
    pub(super) fn round(&mut self) -> Result<Explored, Reason> {
        self.unroll_here()?;
        self.find_violations()?;
        self.explore()
    }

    /// Unrolls within the current bounds.
    pub(super) fn unroll_here(&mut self) -> Result<(), Reason> {
        self.close_scene();
        self.engine.feasibility.forget_refuted();
        let start = Instant::now();
        let work = self.allowance.steps(self.spent());
        let limits = Limits { budget: self.options.budget.clone(), ask_after: self.ask_after, work, terms: usize::MAX };
        let unrolling = unroll(
            &self.program,
            &self.properties,
            &self.loops,
            &self.bounds,
            &mut self.engine.terms,
            &mut self.inputs,
            &limits,
            Some(&mut self.engine.feasibility),
        );
        self.unroll_time += start.elapsed();
        let unrolling = unrolling.map_err(|stopped| {
            self.work = stopped.work;
            reason(stopped.failure)
        })?;
        self.work.clone_from(&unrolling.work);
        self.adopt(unrolling)
    }

    /// Takes an unrolling as the one that is asked about, with the inputs that are given.
    pub(super) fn adopt(&mut self, unrolling: Unrolling) -> Result<(), Reason> {
        self.steps += unrolling.effort;
        let chain = Chain::new(&unrolling, self.properties.all().len(), &mut self.engine.terms);
        match given::condition(&self.options.given, &self.program, &unrolling, &mut self.engine.terms) {
            Ok(fixed) => (self.given, self.unknown_inputs) = fixed,
            Err(message) => {
                self.wrong_input = Some(message.clone());
                return Err(Reason::WrongInput(message));
            }
        }
        self.obligations = Obligations::new(&chain, &unrolling);
        self.unrolling = Some(unrolling);
        self.chain = Some(chain);
        Ok(())
    }

    /// Before something else is looked at: keeps the scene of the first violation, and for later ones their unrolling.
    pub(super) fn close_scene(&mut self) {
        let found_here = self.violations.iter().any(|violation| violation.unrolling.is_none());
        if self.first.is_none() && !self.violations.is_empty() {
            let scene = self.leave_scene();
            self.first = Some(scene);
        } else if found_here && let Some(unrolling) = self.unrolling.take() {
            let unrolling = Arc::new(unrolling);
            for violation in self.violations.iter_mut().skip(self.n_first).filter(|it| it.unrolling.is_none()) {
                violation.unrolling = Some(Arc::clone(&unrolling));
            }
        }
    }

    /// What lies beyond what was unrolled.
    pub(super) fn explore(&mut self) -> Result<Explored, Reason> {
        let unmodelled = self.reachable_unmodelled()?;
        let mut cuts = if unmodelled.is_empty() { self.reachable_cuts()? } else { self.possible_cuts() };
        let large_blocks = cuts.contains(&Cut::Block);
        cuts.retain(|&cut| cut != Cut::Block);
        let cut_loops = cuts.iter().filter_map(|&cut| self.cut_loop(cut)).collect();
        let reached = self.unrolling.as_ref().map_or_else(Vec::new, |it| it.reached.iter().copied().collect());
        let certain = self.certain_failures();
        let unwind = self.largest_bound();
        Ok(Explored { cuts, cut_loops, unmodelled, large_blocks, reached, certain, unwind })
    }

    fn largest_bound(&self) -> u32 {
        self.bounds.loops.iter().chain(self.bounds.recursion.iter()).copied().max().unwrap_or(0)
    }

    /// The properties that fail whenever some path comes to them.
    fn certain_failures(&self) -> Vec<PropertyId> {
        let Some(unrolling) = &self.unrolling else { return Vec::new() };
        let mut certain: Vec<PropertyId> = Vec::new();
        for obligation in &self.obligations.failures {
            if let (Claim::Fails(id), StepKind::Check { cond, .. }) =
                (&obligation.claim, &unrolling.steps[obligation.step].kind)
                && self.engine.terms.as_bool(*cond) == Some(false)
                && !certain.contains(id)
            {
                certain.push(*id);
            }
        }
        certain
    }

    /// What is not modelled and can be reached, each once.
    fn reachable_unmodelled(&mut self) -> Result<Vec<Unmodelled>, Reason> {
        let mut found: Vec<Unmodelled> = Vec::new();
        let mut rest = self.obligations.unmodelled.clone();
        while let Some((_, met)) = self.ask(&rest)? {
            let Obligation { claim: Claim::Unmodelled(what), span, .. } = met else { continue };
            rest.retain(|other| other.span != span || other.claim != Claim::Unmodelled(what.clone()));
            found.push(Unmodelled { what, span });
        }
        Ok(found)
    }

    /// The loops and recursions that some run follows beyond their bounds.
    fn reachable_cuts(&mut self) -> Result<Vec<Cut>, Reason> {
        let mut found: Vec<Cut> = Vec::new();
        let mut rest = self.obligations.cuts.clone();
        while let Some((_, met)) = self.ask(&rest)? {
            let Obligation { claim: Claim::Cut(what), .. } = met else { continue };
            rest.retain(|other| other.claim != Claim::Cut(what));
            found.push(what);
        }
        Ok(found)
    }

    /// The loops and recursions that were cut off, whether or not a run comes there.
    fn possible_cuts(&self) -> Vec<Cut> {
        let mut found: Vec<Cut> = Vec::new();
        for obligation in &self.obligations.cuts {
            if let Claim::Cut(what) = obligation.claim
                && !found.contains(&what)
            {
                found.push(what);
            }
        }
        found
    }

    fn cut_loop(&self, cut: Cut) -> Option<CutLoop> {
        let told = match cut {
            Cut::Block => return None,
            Cut::Loop(id) => {
                let l = &self.loops.all()[id];
                CutLoop { name: l.name.clone(), is_loop: true, bound: self.bounds.loops[id], span: l.span }
            }
            Cut::Recursion(function) => {
                let f = &self.program.functions[function];
                let bound = self.bounds.recursion[function];
                CutLoop { name: f.name.clone(), is_loop: false, bound, span: f.span }
            }
        };
        Some(told)
    }

    /// Doubles the bounds of what was cut off. `false` if they are fixed or as deep as it goes.
    fn deepen(&mut self, cuts: &[Cut]) -> bool {
        let deepest = match self.options.unwind {
            Unwind::Automatic => DEEPEST,
            Unwind::UpTo { bound, .. } => bound.min(DEEPEST),
            Unwind::Fixed(_) => return false,
        };
        let fixed: FxHashSet<LoopId> =
            self.options.unwind_loops.iter().flat_map(|(name, _)| self.loops.all_named(name)).collect();
        let mut bounds = self.bounds.clone();
        let mut deeper = false;
        for &cut in cuts {
            let bound = match cut {
                Cut::Block => continue,
                Cut::Loop(id) if fixed.contains(&id) => continue,
                Cut::Loop(id) => &mut bounds.loops[id],
                Cut::Recursion(function) => &mut bounds.recursion[function],
            };
            if *bound < deepest {
                *bound *= 2;
                deeper = true;
            }
        }
        if deeper {
            self.close_scene();
            self.bounds = bounds;
        }
        deeper
    }

    /// What may be spent from now on, the first violation being known.
    pub(super) fn limit_effort(&mut self) {
        self.allowance = Allowance::after_violation(self.options.effort, self.spent());
    }
}

/// What is known of the last round, once it was shown that nothing fails beyond it.
fn beyond_bounds(explored: &Explored, proof: &Proof) -> Explored {
    let reached = explored.reached.iter().zip(&proof.reached).map(|(&here, &beyond)| here || beyond).collect();
    Explored { cuts: Vec::new(), cut_loops: Vec::new(), reached, ..explored.clone() }
}

/// Why nothing is decided if an unrolling was not finished.
pub(super) fn reason(failure: Failure) -> Reason {
    match failure {
        Failure::Exhausted(reason) => Reason::Exhausted(reason),
        Failure::TooManyObjects => Reason::TooManyObjects,
        Failure::TooMuchWork => Reason::Effort,
    }
}
