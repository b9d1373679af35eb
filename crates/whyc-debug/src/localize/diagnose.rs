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

use super::Groups;
use super::runs::FailingRun;
use super::suspend::{self, Suspended};

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
}

impl<'p, 'a> Problem<'p, 'a> {
    /// No run is unrolled yet.
    pub fn new(analysis: &'p mut Analysis<'a>, groups: &'p Groups) -> Self {
        let terms = &mut analysis.engine.terms;
        let suspended: Vec<TermId> = groups.members.iter().map(|_| terms.input(Sort::Bool)).collect();
        let lits = suspended.iter().map(|&term| analysis.engine.lit(term)).collect();
        Self { analysis, groups, suspended, lits, runs: FxHashMap::default(), limits: FxHashMap::default() }
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
    ) -> Result<Vec<(usize, Vec<Vec<usize>>)>, String> {
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
