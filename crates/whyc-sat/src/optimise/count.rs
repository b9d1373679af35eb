//! Minimises a weighted sum of literals, guided by unsatisfiable cores.
//!
//! Every literal of the objective is first assumed false. The solver answers with a core: literals
//! of which at least one must be true. That raises the lower bound by the smallest weight in the
//! core, and the core is relaxed: a counter over its literals says how many of them are true, and
//! "at most one" is the new, weaker wish. When the wishes have a model, its cost is the lower
//! bound, and it is optimal. See `softs` for the wishes and their counters.
//!
//! What makes it fast in practice: heavy literals first (stratification), so that models appear
//! early and the bounds close from both sides; all cores that do not overlap before any counter is
//! built; cores made small; each new counter pushed as far as it goes cheaply; literals too heavy
//! to be true in any better model taken as settled (hardening).
//!
//! Andres et al., "Unsatisfiability-based optimization in clasp" (2012), where it is called OLL;
//! Morgado et al., "Core-guided MaxSAT with soft cardinality constraints" (2014); Berg and
//! Järvisalo, "Weight-aware core extraction in SAT-based MaxSAT solving" (2017).

mod softs;

#[cfg(test)]
mod tests;

use rustsat::types::Lit;
use whyc_base::budget::Exhausted;

use super::cores::{Effort, shrink_core};
use super::objective::Objective;
use super::{Bounds, Cost, Optimum, Progress, Status};
use crate::session::{Answer, Session};
use softs::Softs;

/// How much work goes into making one core small. None at all costs orders of magnitude on some
/// instances; more than this costs more than it gains.
const CORE_EFFORT: Effort = Effort::Limited { solves: 12, conflicts: 100 };
/// How many conflicts the question "does the count go one higher?" may cost.
const EXHAUST_CONFLICTS: u32 = 100;

/// Whether an optimiser will be run again after the constraints have been tightened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// No: what cannot be part of a better model may be left out for good.
    Once,
    /// Yes: all that is learned must hold for worse models too.
    Again,
}

/// Minimises `objective` under `assumptions`.
///
/// # Panics
/// As [`Session::new_var`].
pub fn minimise_count(
    session: &mut Session,
    objective: &Objective,
    assumptions: &[Lit],
    progress: &mut dyn FnMut(Progress),
) -> Optimum {
    CountOptimiser::new(objective.clone(), assumptions.to_vec(), Reuse::Once).run(session, progress)
}

/// A minimisation that can be repeated as constraints are added: cores and lower bound stay.
#[derive(Clone, Debug)]
pub struct CountOptimiser {
    objective: Objective,
    assumptions: Vec<Lit>,
    reuse: Reuse,
    softs: Softs,
    lower: Cost,
}

/// Why a search ended.
enum End {
    Optimal,
    Infeasible,
    Cut(Exhausted),
}

impl CountOptimiser {
    /// Will minimise `objective` under `assumptions`.
    #[must_use]
    pub fn new(objective: Objective, assumptions: Vec<Lit>, reuse: Reuse) -> Self {
        let softs = Softs::new(objective.terms());
        let lower = objective.constant();
        Self { objective, assumptions, reuse, softs, lower }
    }

    /// Minimises. With [`Reuse::Again`], clauses may be added to the session between runs.
    ///
    /// # Panics
    /// As [`Session::new_var`].
    pub fn run(&mut self, session: &mut Session, progress: &mut dyn FnMut(Progress)) -> Optimum {
        let mut bounds = Bounds::new(self.lower, progress);
        let replaced = session.prefer(self.objective.terms().iter().map(|&(lit, _)| !lit));
        let end = self.search(session, &mut bounds);
        session.put_back(replaced);
        let (status, pin) = match end {
            End::Optimal => {
                self.softs.build_counters(session);
                (Status::Optimal, self.softs.wishes(0).chain(self.softs.settled()).collect())
            }
            End::Infeasible => (Status::Infeasible, Vec::new()),
            End::Cut(reason) => (Status::BestFound(reason), Vec::new()),
        };
        bounds.finish(session, status, pin)
    }

    fn search(&mut self, session: &mut Session, bounds: &mut Bounds<'_>) -> End {
        match session.solve(&self.assumptions) {
            Answer::Satisfiable => self.offer(session, bounds),
            Answer::Unsatisfiable => return End::Infeasible,
            Answer::Unknown(reason) => return End::Cut(reason),
        }
        let mut least_weight = self.softs.next_stratum(Cost::MAX);
        loop {
            if bounds.gap() == Some(0) {
                return End::Optimal;
            }
            if self.reuse == Reuse::Once
                && let Some(gap) = bounds.gap()
            {
                self.softs.settle_above(gap);
            }
            let base = self.base();
            let assumptions: Vec<Lit> = base.iter().copied().chain(self.softs.wishes(least_weight)).collect();
            match session.solve(&assumptions) {
                Answer::Satisfiable => {
                    self.offer(session, bounds);
                    if self.softs.has_pending() {
                        let new = self.softs.build_counters(session);
                        if let Err(end) = self.exhaust(session, bounds, &base, &new) {
                            return end;
                        }
                    } else if self.softs.all_at_least(least_weight) {
                        return End::Optimal;
                    } else {
                        least_weight = self.softs.next_stratum(least_weight);
                    }
                }
                Answer::Unsatisfiable => {
                    if let Err(end) = self.learn(session, bounds, &base) {
                        return end;
                    }
                }
                Answer::Unknown(reason) => return End::Cut(reason),
            }
        }
    }

    /// What holds in every model that the search still looks for.
    fn base(&self) -> Vec<Lit> {
        self.assumptions.iter().copied().chain(self.softs.settled()).collect()
    }

    fn offer(&self, session: &Session, bounds: &mut Bounds<'_>) {
        bounds.offer(session, self.objective.cost(|lit| session.value(lit)));
    }

    /// Takes the core of the solve that just failed into account.
    fn learn(&mut self, session: &mut Session, bounds: &mut Bounds<'_>, base: &[Lit]) -> Result<(), End> {
        let mut core: Vec<Lit> =
            session.failed_assumptions().iter().copied().filter(|&wish| self.softs.weight(!wish) > 0).collect();
        // Light literals are dropped first: the lightest one decides by how much the bound rises.
        core.sort_by_key(|&wish| std::cmp::Reverse(self.softs.weight(!wish)));
        if core.len() > 1 {
            let objective = &self.objective;
            let shrunk = shrink_core(session, &core, base, CORE_EFFORT, &mut |session| {
                bounds.offer(session, objective.cost(|lit| session.value(lit)));
            });
            if let Some(reason) = shrunk.cut_short {
                return Err(End::Cut(reason));
            }
            core = shrunk.lits;
        }
        self.relax(session, bounds, &core);
        Ok(())
    }

    fn relax(&mut self, session: &mut Session, bounds: &mut Bounds<'_>, core: &[Lit]) {
        // A search starts with a model of what it assumes throughout, so wishes are to blame.
        assert!(!core.is_empty(), "a core should contain a wish");
        self.lower += self.softs.relax(session, core);
        bounds.raise(self.lower);
    }

    /// Raises the bound by asking, for each new counter, how high its count must go.
    fn exhaust(
        &mut self,
        session: &mut Session,
        bounds: &mut Bounds<'_>,
        base: &[Lit],
        outputs: &[Lit],
    ) -> Result<(), End> {
        for &output in outputs {
            let mut next = Some(output);
            while let Some(output) = next {
                if bounds.gap() == Some(0) {
                    return Ok(());
                }
                let assumptions: Vec<Lit> = base.iter().copied().chain([!output]).collect();
                next = match session.solve_limited(&assumptions, EXHAUST_CONFLICTS) {
                    Some(Answer::Unsatisfiable) => {
                        self.relax(session, bounds, &[!output]);
                        self.softs.successor(output)
                    }
                    Some(Answer::Satisfiable) => {
                        self.offer(session, bounds);
                        None
                    }
                    Some(Answer::Unknown(reason)) => return Err(End::Cut(reason)),
                    None => None,
                };
            }
        }
        Ok(())
    }
}
