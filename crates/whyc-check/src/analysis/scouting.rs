//! What is made of a run that someone says fails.
//!
//! Trying inputs gets a share of the work, as proofs do, and its turn comes at places that depend on work alone. The unrolling is
//! made as deep as the run needs it; what the run takes from outside is looked up there, and only what comes out of that is
//! believed.

use whyc_base::status::Reason;
use whyc_term::{TermId, Valuation};
use whyc_unroll::InputPool;
use whyc_unroll::step::{Cut, StepKind};

use super::Analysis;
use super::decide::{DEEPEST, Explored};
use crate::effort::{Allowance, Spent, Units};
use crate::obligation::Claim;
use crate::options::Effort;
use crate::run::Run;
use crate::scout::{self, Scene, Scouted};

/// What part of the work so far trying inputs may cost,
const SHARE: u64 = 4;
/// and where that would be less than this, nobody tries: the questions are easy.
const LEAST: Units = Units(1_000_000);
/// How often the bounds may turn out to be too small for the run.
const TRIALS: usize = 6;
/// What the unrolling for the run may cost besides twice what was spent so far, in steps.
const STEPS: u64 = 400_000;
/// What it may cost to unroll one run alone.
const FOR_ONE_RUN: u64 = 4_000_000;
/// How many conflicts making its inputs small may cost.
const FOR_SMALL: u64 = 20_000;

impl Analysis {
    /// A round as deep as a failing run needs it that someone came across; nothing if nobody did.
    pub(super) fn scouted_round(&mut self) -> Result<Option<Explored>, Reason> {
        let Some(scouted) = self.scouted_run() else { return Ok(None) };
        if self.tells_one_run && !matches!(self.options.effort, Effort::All) {
            return self.alone(&scouted);
        }
        let bounds = self.bounds.clone();
        if !self.deepen_for(&scouted) {
            return Ok(None);
        }
        let spent = self.spent();
        let steps = spent.steps.saturating_mul(3).saturating_add(STEPS);
        let allowance = self.allow_steps(steps);
        let found = self.unroll_for(&scouted);
        self.allowance = allowance;
        match found {
            Ok(Some(run)) => {
                self.is_scouted = true;
                self.note_scouted(run)?;
                self.find_violations()?;
                self.explore().map(Some)
            }
            // As if nobody had tried.
            Ok(None) | Err(Reason::Effort) => {
                self.bounds = bounds;
                Ok(None)
            }
            Err(reason) => Err(reason),
        }
    }

    /// Allows so many steps, if no less is allowed; what was allowed so far.
    fn allow_steps(&mut self, steps: u64) -> Allowance {
        let most = match self.allowance {
            Allowance::UpTo(most) => Spent { steps: steps.min(most.steps), ..most },
            Allowance::Unlimited | Allowance::Nothing => Spent { conflicts: u64::MAX, steps, clauses: u64::MAX },
        };
        std::mem::replace(&mut self.allowance, Allowance::UpTo(most))
    }

    /// The same before anything else, if someone is to try at once.
    pub(super) fn scouted_at_once(&mut self) -> Result<Option<Explored>, Reason> {
        let is_first = self.scout.as_ref().is_some_and(|scout| scout.at_once() > Units(0));
        if is_first { self.scouted_round() } else { Ok(None) }
    }

    /// The run alone, unrolled with its own inputs, which is no more work than running it. So nothing can be said of other runs: the
    /// violation is the end of the search.
    fn alone(&mut self, scouted: &Scouted) -> Result<Option<Explored>, Reason> {
        self.close_scene();
        let bounds = self.bounds.clone();
        // Every branch is decided: no loop goes further than the run does.
        self.bounds.loops.iter_mut().for_each(|bound| *bound = DEEPEST);
        self.bounds.recursion.iter_mut().for_each(|bound| *bound = DEEPEST);
        let inputs = std::mem::replace(&mut self.inputs, InputPool::of_run(&scouted.inputs));
        let steps = self.spent().steps.saturating_add(FOR_ONE_RUN);
        let allowance = self.allow_steps(steps);
        let run = self.unroll_here().and_then(|()| self.run_of(&Valuation::new()));
        self.allowance = allowance;
        (self.inputs, self.bounds) = (inputs, bounds);
        let run = match run {
            Ok(run) => run,
            // As if nobody had tried.
            Err(Reason::Effort) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        let end = run.end.and_then(|end| self.unrolling.as_ref().map(|unrolling| &unrolling.steps[end].kind));
        let Some(StepKind::Check { property, .. }) = end else { return Ok(None) };
        let property = *property;
        if !self.asked.contains(&property) {
            return Ok(None);
        }
        let open = self.open_failures();
        let Ok((run, met)) = self.ends_as_asked(run, &open) else { return Ok(None) };
        self.replayed(&run, property)?;
        self.is_scouted = true;
        self.found(property, met, run);
        Err(Reason::FirstOnly)
    }

    /// Inputs for which `cond`, which says that something fails, holds, if someone comes across them.
    pub(super) fn scouted_inputs(&mut self, cond: TermId) -> Option<whyc_term::Valuation> {
        let scouted = self.scouted_run()?;
        let valuation = scout::valuation(self.unrolling.as_ref()?, &self.engine.terms, &scouted.inputs)?;
        let holds = whyc_term::Evaluator::new(&self.engine.terms, &valuation).bool(cond);
        self.is_scouted |= holds && self.violations.is_empty();
        holds.then_some(valuation)
    }

    /// A run that is said to fail. It is asked for again once twice as much may be spent on it.
    fn scouted_run(&mut self) -> Option<Scouted> {
        let mut allowed = Units(Units::of(&self.engine.stats(), self.steps).0 / SHARE);
        if self.scouted == Units::default() {
            allowed = allowed.max(self.scout.as_ref()?.at_once());
        }
        let is_free = self.options.given.is_empty() && self.violations.is_empty() && self.all_properties.is_none();
        // Who tries inputs may not know which failures count.
        let is_free = is_free && (self.program.only_if.is_none() || self.scout.as_ref()?.knows_what_counts());
        if !is_free || allowed < LEAST || allowed < self.scouted.twice() {
            return None;
        }
        let more = allowed.minus(self.scouted);
        self.scouted = allowed;
        let scene = Scene {
            program: &self.program,
            properties: &self.properties,
            asked: &self.asked,
            loops: &self.loops,
            budget: &self.options.budget,
        };
        self.scout.as_mut()?.look(&scene, more)
    }

    /// Makes the bounds as large as the run needs them, as deepening would have; `false` if that is deeper than it goes.
    fn deepen_for(&mut self, scouted: &Scouted) -> bool {
        let mut bounds = self.bounds.clone();
        for &(id, rounds) in &scouted.rounds {
            bounds.loops[id] = bounds.loops[id].max(rounds.next_power_of_two());
        }
        for &(function, depth) in &scouted.depths {
            bounds.recursion[function] = bounds.recursion[function].max(depth.next_power_of_two());
        }
        let deepest = bounds.loops.iter().chain(bounds.recursion.iter()).copied().max().unwrap_or(0);
        if deepest > DEEPEST {
            return false;
        }
        self.close_scene();
        self.bounds = bounds;
        true
    }

    /// The run in an unrolling that is deep enough for it; nothing if it does not fail there.
    fn unroll_for(&mut self, scouted: &Scouted) -> Result<Option<Run>, Reason> {
        for _ in 0..TRIALS {
            self.unroll_here()?;
            let Some(unrolling) = &self.unrolling else { return Ok(None) };
            let Some(valuation) = scout::valuation(unrolling, &self.engine.terms, &scouted.inputs) else {
                return Ok(None);
            };
            let run = self.run_of(&valuation)?;
            let Some(end) = run.end else { return Ok(None) };
            match self.unrolling.as_ref().map(|unrolling| &unrolling.steps[end].kind) {
                Some(StepKind::Check { property, .. }) if self.asked.contains(property) => return Ok(Some(run)),
                Some(StepKind::Cut { what: Cut::Loop(id) }) if self.bounds.loops[*id] < DEEPEST => {
                    let id = *id;
                    self.bounds.loops[id] *= 2;
                }
                Some(StepKind::Cut { what: Cut::Recursion(function) })
                    if self.bounds.recursion[*function] < DEEPEST =>
                {
                    let function = *function;
                    self.bounds.recursion[function] *= 2;
                }
                Some(_) | None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Makes the run a violation, with smaller inputs if they are easily found.
    fn note_scouted(&mut self, run: Run) -> Result<(), Reason> {
        let open = self.open_failures();
        let terms: Vec<TermId> = open.iter().map(|it| it.term).collect();
        let any = self.engine.terms.or_all(&terms);
        let run = self.smaller_within(any, FOR_SMALL)?.unwrap_or(run);
        let (run, met) = self.ends_as_asked(run, &open)?;
        if let Claim::Fails(property) = met.claim {
            self.replayed(&run, property)?;
            self.found(property, met, run);
        }
        Ok(())
    }

    /// A run in which `cond` holds for small inputs, if it is found within so many conflicts.
    pub(super) fn smaller_within(&mut self, cond: TermId, conflicts: u64) -> Result<Option<Run>, Reason> {
        self.engine.set_budget(self.options.budget.clone().with_work(conflicts));
        let smaller = self.smaller(cond);
        self.engine.set_budget(self.options.budget.clone());
        smaller
    }
}
