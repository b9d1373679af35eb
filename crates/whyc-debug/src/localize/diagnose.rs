//! Which suspensions let all failing runs pass: one solver session for all questions.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whyc_check::Analysis;
use whyc_sat::Lit;
use whyc_sat::optimise::Cost;
use whyc_sat::optimise::bound::at_most;
use whyc_sat::optimise::enumerate::{Coverage, enumerate_minimal};
use whyc_sat::optimise::objective::Objective;
use whyc_sat::session::Answer;
use whyc_term::{Sort, TermId};
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::Unrolling;

use super::Groups;
use super::runs::{FailingRun, Observed};
use super::suspend::{self, Suspended};

/// Sets of groups.
pub type Diagnoses = Vec<Vec<usize>>;

/// The formulas of the failing runs, which share the suspensions.
pub struct Problem<'p, 'a> {
    /// The session.
    pub analysis: &'p mut Analysis<'a>,
    /// What may be suspended.
    pub groups: &'p Groups,
    /// For each group, whether it is suspended (Boolean).
    pub suspended: Vec<TermId>,
    lits: Vec<Lit>,
    /// The runs that have been unrolled.
    pub runs: FxHashMap<usize, Suspended>,
    limits: FxHashMap<usize, Lit>,
    /// Runs with one group alone suspended: group and run.
    alone: FxHashMap<(usize, usize), Suspended>,
}

impl<'p, 'a> Problem<'p, 'a> {
    /// No run is unrolled yet.
    pub fn new(analysis: &'p mut Analysis<'a>, groups: &'p Groups) -> Self {
        let terms = &mut analysis.engine.terms;
        let suspended: Vec<TermId> = groups.members.iter().map(|_| terms.input(Sort::Bool)).collect();
        let lits = suspended.iter().map(|&term| analysis.engine.lit(term)).collect();
        Self {
            analysis,
            groups,
            suspended,
            lits,
            runs: FxHashMap::default(),
            limits: FxHashMap::default(),
            alone: FxHashMap::default(),
        }
    }

    /// Forgets the unrollings: others with other bounds follow.
    pub fn forget(&mut self) {
        self.runs.clear();
        self.alone.clear();
    }

    /// The smallest sets of groups, of at most `faults`, whose suspension lets all of `failing` pass.
    ///
    /// A few runs are put together, and what they leave is tried on the others; a run that refutes it joins them.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn joint(
        &mut self,
        failing: &[usize],
        runs: &[FailingRun],
        bounds: &Bounds,
        faults: usize,
    ) -> Result<Vec<Vec<usize>>, String> {
        self.analysis.engine.restart();
        self.lits = self.suspended.iter().map(|&term| self.analysis.engine.lit(term)).collect();
        self.limits.clear();
        let mut together: Vec<usize> = failing.iter().copied().take(1).collect();
        loop {
            let found = self.minimal(&together, runs, bounds, faults)?;
            let mut refuters: Vec<(usize, usize)> = Vec::new();
            for &run in failing.iter().filter(|run| !together.contains(run)) {
                let passes = self.passes(run, runs, bounds)?;
                let mut refuted = 0;
                for diagnosis in &found {
                    refuted += usize::from(!self.holds(diagnosis, passes)?);
                }
                if refuted > 0 {
                    refuters.push((refuted, run));
                    // A run that leaves nothing of what is known is as good as any.
                    if refuted == found.len() {
                        break;
                    }
                }
            }
            match refuters.iter().max_by_key(|&&(refuted, run)| (refuted, std::cmp::Reverse(run))) {
                Some(&(_, run)) => together.push(run),
                None => return Ok(found),
            }
        }
    }

    /// The groups whose suspension alone lets all of `failing` pass.
    ///
    /// With one group suspended nearly everything is a constant, so each question is small. A run that has
    /// refuted a group is tried first on the next one.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn single(
        &mut self,
        failing: &[usize],
        runs: &[FailingRun],
        bounds: &Bounds,
        observed: &[Observed],
    ) -> Result<Diagnoses, String> {
        let is_evaluated = |group: usize, run: usize| {
            self.groups.members[group].iter().any(|component| observed[run].evaluated.contains(component))
        };
        let all = 0..self.groups.members.len();
        let candidates: Vec<usize> = all.filter(|&group| failing.iter().all(|&run| is_evaluated(group, run))).collect();
        let mut order = failing.to_vec();
        let mut found = Vec::new();
        for group in candidates {
            self.analysis.engine.restart();
            let mut refuted = None;
            for (k, &run) in order.iter().enumerate() {
                if !self.passes_alone(group, run, runs, bounds)? {
                    refuted = Some(k);
                    break;
                }
            }
            match refuted {
                Some(k) => {
                    let run = order.remove(k);
                    order.insert(0, run);
                    self.alone.retain(|&(known, _), _| known != group);
                }
                None => found.push(vec![group]),
            }
        }
        Ok(found)
    }

    /// Whether suspending `group` lets a run pass.
    fn passes_alone(&mut self, group: usize, run: usize, runs: &[FailingRun], bounds: &Bounds) -> Result<bool, String> {
        let terms = &self.analysis.engine.terms;
        let mut suspended = vec![terms.bool_const(false); self.groups.members.len()];
        suspended[group] = terms.bool_const(true);
        let alone = suspend::unroll(self.analysis, &runs[run], self.groups, &suspended, bounds)?;
        let passes = alone.passes;
        self.alone.insert((group, run), alone);
        match self.analysis.engine.terms.as_bool(passes) {
            Some(known) => Ok(known),
            None => match self.analysis.engine.solve(&[passes]) {
                Answer::Satisfiable => Ok(true),
                Answer::Unsatisfiable => Ok(false),
                Answer::Unknown(reason) => Err(reason.to_string()),
            },
        }
    }

    /// What is known of a run with the groups of a diagnosis suspended: the assumptions for it, and its formula.
    pub fn formula(&mut self, diagnosis: &[usize], run: usize) -> Option<(Vec<Lit>, &Suspended)> {
        if let &[group] = diagnosis
            && let Some(alone) = self.alone.get(&(group, run))
        {
            self.analysis.engine.restart();
            let passes = self.analysis.engine.lit(alone.passes);
            return Some((vec![passes], alone));
        }
        let mut assumptions = self.exactly(diagnosis);
        let suspended = self.runs.get(&run)?;
        assumptions.push(self.analysis.engine.lit(suspended.passes));
        Some((assumptions, suspended))
    }

    /// The unrolling behind [`Self::formula`].
    pub fn unrolling(&self, diagnosis: &[usize], run: usize) -> Option<&Unrolling> {
        let alone = match diagnosis {
            &[group] => self.alone.get(&(group, run)),
            _ => None,
        };
        alone.or_else(|| self.runs.get(&run)).map(|suspended| &suspended.unrolling)
    }

    /// The diagnoses of each failing run on its own.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn each(
        &mut self,
        failing: &[usize],
        runs: &[FailingRun],
        bounds: &Bounds,
        faults: usize,
    ) -> Result<Vec<(usize, Diagnoses)>, String> {
        self.analysis.engine.restart();
        self.lits = self.suspended.iter().map(|&term| self.analysis.engine.lit(term)).collect();
        self.limits.clear();
        failing.iter().map(|&run| Ok((run, self.minimal(&[run], runs, bounds, faults)?))).collect()
    }

    /// The smallest sets of groups whose suspension lets these runs pass.
    fn minimal(
        &mut self,
        together: &[usize],
        runs: &[FailingRun],
        bounds: &Bounds,
        faults: usize,
    ) -> Result<Vec<Vec<usize>>, String> {
        let mut assumptions = Vec::new();
        for &run in together {
            assumptions.push(self.passes(run, runs, bounds)?);
        }
        let objective = Objective::count(self.lits.iter().copied());
        let lits = self.lits.clone();
        let sat = &mut self.analysis.engine.sat;
        let limit = *self.limits.entry(faults).or_insert_with(|| at_most(sat, &objective, faults as Cost));
        assumptions.push(limit);
        let group_from_lit: FxHashMap<Lit, usize> = lits.iter().enumerate().map(|(k, &lit)| (lit, k)).collect();
        let mut found: Vec<Vec<usize>> = Vec::new();
        let coverage = enumerate_minimal(sat, &objective, &assumptions, &mut |_| {}, &mut |chosen, _| {
            let mut diagnosis: Vec<usize> = chosen.iter().filter_map(|lit| group_from_lit.get(lit).copied()).collect();
            diagnosis.sort_unstable();
            found.push(diagnosis);
            ControlFlow::Continue(())
        });
        if let Coverage::Cut(reason) = coverage {
            return Err(reason.to_string());
        }
        found.sort();
        Ok(found)
    }

    /// The literal that a run, with suspensions, does what it should.
    ///
    /// # Errors
    /// If a limit comes first; in words.
    pub fn passes(&mut self, run: usize, runs: &[FailingRun], bounds: &Bounds) -> Result<Lit, String> {
        if !self.runs.contains_key(&run) {
            let suspended = suspend::unroll(self.analysis, &runs[run], self.groups, &self.suspended, bounds)?;
            self.runs.insert(run, suspended);
        }
        let passes = self.runs[&run].passes;
        Ok(self.analysis.engine.lit(passes))
    }

    /// Whether suspending exactly `diagnosis` lets a run pass.
    fn holds(&mut self, diagnosis: &[usize], passes: Lit) -> Result<bool, String> {
        let mut assumptions = self.exactly(diagnosis);
        assumptions.push(passes);
        match self.analysis.engine.sat.solve(&assumptions) {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Unknown(reason) => Err(reason.to_string()),
        }
    }

    /// Assumptions under which exactly these groups are suspended.
    pub fn exactly(&self, diagnosis: &[usize]) -> Vec<Lit> {
        let choose = |(k, &lit): (usize, &Lit)| if diagnosis.contains(&k) { lit } else { !lit };
        self.lits.iter().enumerate().map(choose).collect()
    }
}
