//! One incremental solver: clauses in, answers under assumptions out.
//!
//! A session never gets stuck: a solve that meets the budget's limits answers
//! [`Answer::Unknown`] and the session can be asked again. `watch` looks after the limits while
//! the solver runs, [`Model`] is a copy of what a satisfying assignment said.

mod model;
mod phases;
pub(crate) mod watch;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use rustsat::solvers::{GetInternalStats, LimitConflicts, LimitDecisions, Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;
use whyc_base::budget::{Budget, Exhausted};

pub use model::Model;
use phases::Phases;
use watch::Watch;

/// What a solve found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; ask [`Session::value`] about it.
    Satisfiable,
    /// There is none; ask [`Session::failed_assumptions`] why.
    Unsatisfiable,
    /// A limit came first.
    Unknown(Exhausted),
}

/// What a session has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Variables made.
    pub variables: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Solves asked for.
    pub calls: u64,
    /// Solves that found a model.
    pub satisfiable: u64,
    /// Solves that found that there is none.
    pub unsatisfiable: u64,
    /// Conflicts over all solves.
    pub conflicts: u64,
    /// Literals that followed from others, over all solves: the finest measure of work that does not depend on the clock.
    pub propagations: u64,
    /// Wall-clock time over all solves.
    pub solve_time: Duration,
}

impl std::ops::Add for Stats {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            variables: self.variables + other.variables,
            clauses: self.clauses + other.clauses,
            calls: self.calls + other.calls,
            satisfiable: self.satisfiable + other.satisfiable,
            unsatisfiable: self.unsatisfiable + other.unsatisfiable,
            conflicts: self.conflicts + other.conflicts,
            propagations: self.propagations + other.propagations,
            solve_time: self.solve_time + other.solve_time,
        }
    }
}

impl Stats {
    /// What was done since `before`.
    #[must_use]
    pub fn minus(self, before: Self) -> Self {
        Self {
            variables: self.variables.saturating_sub(before.variables),
            clauses: self.clauses.saturating_sub(before.clauses),
            calls: self.calls.saturating_sub(before.calls),
            satisfiable: self.satisfiable.saturating_sub(before.satisfiable),
            unsatisfiable: self.unsatisfiable.saturating_sub(before.unsatisfiable),
            conflicts: self.conflicts.saturating_sub(before.conflicts),
            propagations: self.propagations.saturating_sub(before.propagations),
            solve_time: self.solve_time.saturating_sub(before.solve_time),
        }
    }
}

/// Where the last model is to be found.
#[derive(Debug)]
enum LastModel {
    /// The last solve found none.
    None,
    /// In the solver, which forgets it at the next clause or solve.
    InSolver,
    /// In a copy.
    Saved(Model),
}

/// One incremental CaDiCaL.
#[derive(Debug)]
pub struct Session {
    solver: CaDiCaL<'static, 'static>,
    watch: Watch,
    n_vars: u32,
    model: LastModel,
    failed: Vec<Lit>,
    phases: Phases,
    /// Set once the solver has run out of memory, or not all clauses came: its answers cannot be trusted any more.
    broken: Option<Exhausted>,
    /// How often whoever adds clauses may still ask whether to go on; as often as they like if nothing is said.
    looks: Option<u64>,
    stats: Stats,
}

impl Session {
    /// An empty session that keeps to `budget`.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let mut solver = CaDiCaL::default();
        configure(&mut solver);
        let watch = Watch::attach(&mut solver, budget);
        Self {
            solver,
            watch,
            n_vars: 0,
            model: LastModel::None,
            failed: Vec::new(),
            phases: Phases::default(),
            broken: None,
            looks: None,
            stats: Stats::default(),
        }
    }

    /// As [`new`](Self::new), but with all of the solver's own habits, whatever models they give: what others compare with.
    #[must_use]
    pub fn unsteered(budget: Budget) -> Self {
        let mut session = Self::new(Budget::unlimited());
        session.solver = CaDiCaL::default();
        session.set_budget(budget);
        session
    }

    /// As [`unsteered`](Self::unsteered), for questions that are given up soon: what is said before the first search is not simplified,
    /// which takes longer than many a question, and no limit of conflicts ends it.
    #[must_use]
    pub fn hasty(budget: Budget) -> Self {
        let mut session = Self::unsteered(budget);
        session.solver.set_option("preprocesslight", 0).expect("CaDiCaL should know the option");
        session
    }

    /// An empty session for very many small questions: it looks for models and does nothing else.
    #[must_use]
    pub fn brief(budget: Budget) -> Self {
        let mut session = Self::new(Budget::unlimited());
        session.solver = CaDiCaL::default();
        configure(&mut session.solver);
        session.solver.set_option("inprocessing", 0).expect("CaDiCaL should know the option");
        session.set_budget(budget);
        session
    }

    /// Replaces the budget for all later solves.
    pub fn set_budget(&mut self, budget: Budget) {
        self.watch = Watch::attach(&mut self.solver, budget);
    }

    /// The budget that solves keep to.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        self.watch.budget()
    }

    /// A fresh variable.
    ///
    /// # Panics
    /// Past 2^30 variables: a memory limit should have been met long before.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.n_vars);
        self.n_vars += 1;
        var
    }

    /// A fresh variable as a positive literal.
    ///
    /// # Panics
    /// As [`new_var`](Self::new_var).
    pub fn new_lit(&mut self) -> Lit {
        self.new_var().pos_lit()
    }

    /// How many variables there are.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// Adds a clause for good. The last model can still be asked.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.stats.clauses += 1;
        if self.broken.is_some() {
            return;
        }
        if matches!(self.model, LastModel::InSolver) {
            self.model = LastModel::Saved(self.copy_model());
        }
        let added = self.solver.add_clause_ref(Cl::new(clause));
        self.note_failure(added);
    }

    /// Makes `lit` true for good.
    pub fn add_unit(&mut self, lit: Lit) {
        self.add_clause(&[lit]);
    }

    /// A literal that, when assumed, makes all of `lits` hold; when not, it says nothing.
    ///
    /// # Panics
    /// As [`new_var`](Self::new_var).
    pub fn bundle(&mut self, lits: &[Lit]) -> Lit {
        let all = self.new_lit();
        for &lit in lits {
            self.add_clause(&[!all, lit]);
        }
        all
    }

    /// Looks for a model in which all `assumptions` hold.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        match self.run(assumptions, None) {
            Some(answer) => answer,
            // Nothing but the watch ends an unlimited solve; it then knows why.
            None => Answer::Unknown(Exhausted::Interrupted),
        }
    }

    /// As [`solve`](Self::solve), but gives up with `None` after about `conflicts` conflicts.
    pub fn solve_limited(&mut self, assumptions: &[Lit], conflicts: u32) -> Option<Answer> {
        self.run(assumptions, Some(conflicts.min(i32::MAX as u32)))
    }

    /// As [`solve_limited`](Self::solve_limited), but also gives up after about `decisions` decisions: in a large formula
    /// even a few conflicts can take long.
    pub fn solve_briefly(&mut self, assumptions: &[Lit], conflicts: u32, decisions: u32) -> Option<Answer> {
        let limited = self.solver.limit_decisions(Some(decisions.min(i32::MAX as u32)));
        if self.broken.is_none() {
            self.note_failure(limited);
        }
        self.solve_limited(assumptions, conflicts)
    }

    /// As [`solve_limited`](Self::solve_limited), with one more clause that holds for this question alone.
    pub fn solve_with(&mut self, clause: &[Lit], assumptions: &[Lit], conflicts: u32) -> Option<Answer> {
        if self.broken.is_none() {
            let added = self.solver.add_tmp_clause(Cl::new(clause)).map_err(anyhow::Error::from);
            self.note_failure(added);
        }
        self.solve_limited(assumptions, conflicts)
    }

    /// The value of `lit` in the last model.
    ///
    /// Variables that the solver does not know are false. Adding clauses leaves the model as it
    /// is; a solve replaces it, or takes it away if it finds none.
    ///
    /// # Panics
    /// If the last solve found no model.
    #[must_use]
    pub fn value(&self, lit: Lit) -> bool {
        match &self.model {
            LastModel::InSolver => self.value_in_solver(lit.var()) != lit.is_neg(),
            LastModel::Saved(model) => model.value(lit),
            LastModel::None => panic!("a model should have been found before its values are asked for"),
        }
    }

    /// Whether there is a model to ask.
    #[must_use]
    pub fn has_model(&self) -> bool {
        !matches!(self.model, LastModel::None)
    }

    /// A copy of the last model.
    ///
    /// # Panics
    /// If the last solve found no model.
    #[must_use]
    pub fn model(&self) -> Model {
        match &self.model {
            LastModel::InSolver => self.copy_model(),
            LastModel::Saved(model) => model.clone(),
            LastModel::None => panic!("a model should have been found before it is copied"),
        }
    }

    /// Makes `model`, found by an earlier solve, the one that [`value`](Self::value) speaks of.
    pub fn restore_model(&mut self, model: Model) {
        self.model = LastModel::Saved(model);
    }

    /// The assumptions of the last solve that cannot hold together, in the polarity in which
    /// they were passed and in their order, without repetition. Empty if there is no model even
    /// without assumptions, or if the last solve did not answer [`Answer::Unsatisfiable`].
    #[must_use]
    pub fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    /// The value that the clauses alone force on `lit`, as far as the solver knows already.
    #[must_use]
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        if self.broken.is_some() {
            return None;
        }
        match self.solver.current_lit_val(lit) {
            TernaryVal::True => Some(true),
            TernaryVal::False => Some(false),
            TernaryVal::DontCare => None,
        }
    }

    /// Answers nothing any more: whoever adds the clauses could not finish within the budget.
    pub fn give_up(&mut self, reason: Exhausted) {
        self.broken.get_or_insert(reason);
    }

    /// From now on, whoever adds clauses may look so often at whether to go on, which is done after every few thousand steps; then
    /// the session gives up.
    pub fn allow_looks(&mut self, looks: u64) {
        self.looks = Some(looks);
    }

    /// Whether clauses are still wanted, asked now and then while they are made.
    pub fn look(&mut self) -> bool {
        if let Some(looks) = &mut self.looks {
            match looks.checked_sub(1) {
                Some(left) => *looks = left,
                None => self.give_up(Exhausted::Work),
            }
        }
        self.broken.is_none()
    }

    /// What has been done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (conflicts, propagations) = match self.broken {
            Some(_) => (0, 0),
            None => (self.solver.conflicts() as u64, self.solver.propagations() as u64),
        };
        Stats { variables: u64::from(self.n_vars), conflicts, propagations, ..self.stats }
    }

    fn run(&mut self, assumptions: &[Lit], conflicts: Option<u32>) -> Option<Answer> {
        self.stats.calls += 1;
        self.model = LastModel::None;
        self.failed.clear();
        if let Some(reason) = self.broken.or_else(|| self.watch.start()) {
            return Some(Answer::Unknown(reason));
        }
        let started = Instant::now();
        let before = self.stats().conflicts;
        // What all questions together may cost limits this one, too.
        let left = self.budget().work_left().map(|left| left.min(i32::MAX as u64) as u32);
        let limit = conflicts.into_iter().chain(left).min();
        let result = match limit {
            Some(limit) => self.solver.limit_conflicts(Some(limit)),
            None => Ok(()),
        }
        .and_then(|()| self.solver.solve_assumps(assumptions));
        self.stats.solve_time += started.elapsed();
        let found = self.note_failure(result);
        // A question costs something even where it is answered without conflict.
        self.budget().spend(1 + self.stats().conflicts.saturating_sub(before));
        match found {
            Some(SolverResult::Sat) => {
                self.stats.satisfiable += 1;
                self.model = LastModel::InSolver;
                Some(Answer::Satisfiable)
            }
            Some(SolverResult::Unsat) => {
                self.stats.unsatisfiable += 1;
                self.failed = self.core();
                Some(Answer::Unsatisfiable)
            }
            Some(SolverResult::Interrupted) => {
                let is_spent = self.budget().work_left() == Some(0);
                self.watch.reason().or(is_spent.then_some(Exhausted::Work)).map(Answer::Unknown)
            }
            None => Some(Answer::Unknown(self.broken.unwrap_or(Exhausted::Memory))),
        }
    }

    /// rustsat reports the negations of the failed assumptions; this is the one place that flips
    /// them back.
    fn core(&mut self) -> Vec<Lit> {
        let core = self.solver.core();
        let clause = self.note_failure(core).unwrap_or_default();
        let mut core: Vec<Lit> = clause.into_iter().map(|lit| !lit).collect();
        // An assumption passed twice is reported twice.
        let mut seen = rustc_hash::FxHashSet::default();
        core.retain(|&lit| seen.insert(lit));
        core
    }

    /// Remembers that the solver cannot be used any more if `result` says that it ran out of memory.
    ///
    /// # Panics
    /// On any other failure of the binding: it means that its contract was broken, not that the
    /// input is unusual.
    fn note_failure<T>(&mut self, result: anyhow::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(err) if err.is::<rustsat::OutOfMemory>() => {
                self.broken = Some(Exhausted::Memory);
                None
            }
            Err(err) => panic!("CaDiCaL should accept what a session asks: {err}"),
        }
    }

    fn value_in_solver(&self, var: Var) -> bool {
        matches!(self.solver.lit_val(var.pos_lit()), Ok(TernaryVal::True))
    }

    fn copy_model(&self) -> Model {
        Model::from_fn(self.n_vars, |var| self.value_in_solver(var))
    }
}

/// Options for many short solves in one session.
///
/// - `lucky`: before each search CaDiCaL would try a few uniform assignments. They ignore the phases,
///   and so give models full of ones where zeros were asked for.
/// - `phase`: without a preference, false is the more readable value.
/// - `preprocesslight`: preprocessing before the first search eliminates variables that later clauses
///   and assumptions bring back.
/// - `congruence`: looking for equal gates in a large formula takes longer than solving it, and nothing ends it when the time
///   is up. What is equal by structure has been shared before it comes here.
///
/// The rest is left as it is, because measuring said so: simplification during search costs short
/// solves little, and without variable elimination the optimisers take two to three times as long.
/// Keeping the trail between solves (`ilb`) made them slower.
pub(crate) fn configure(solver: &mut CaDiCaL<'static, 'static>) {
    for (name, value) in [("lucky", 0), ("phase", 0), ("preprocesslight", 0), ("congruence", 0)] {
        solver.set_option(name, value).expect("CaDiCaL should know the option");
    }
}
