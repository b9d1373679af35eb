//! Lifting: which free variables of a counterexample matter, whatever the others are.
//!
//! A set of free variables is *sufficient* if fixing them to their values in the run violates
//! the property for every value of the others. The initial condition is not part of the formula:
//! its bits are free variables like the inputs. Shen, Qin, Li, "Minimizing counterexample with unit
//! core extraction and incremental SAT" (VMCAI 2005), gives the first four [`Method`]s; Ravi and
//! Somenzi, "Minimal assignments for bounded model checking" (TACAS 2004), the baseline.
//!
//! All methods work on a [`Problem`]: one graph whose root is true under the run.
//! [`graph`] follows implications backwards and asks no solver; [`brute`] asks once per variable;
//! [`core`] takes out many variables per answer, [`incremental`] does so in one session
//! and lets simulation answer most questions; [`minimum`] finds a smallest set.

pub mod brute;
pub mod core;
pub mod graph;
pub mod incremental;
pub mod minimum;
pub mod problem;

use std::time::{Duration, Instant};

use whyc_aig::circuit::Circuit;
use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::session::Answer;

use crate::simulate;
use crate::trace::{Counterexample, FreeVars};
use problem::Problem;

/// Against how many times 64 random completions every result is held.
const ROUNDS: usize = 16;

/// How to lift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Implications followed backwards; no solver, not minimal.
    Graph,
    /// [`Graph`](Self::Graph), then a fresh solver for every variable that is left; minimal.
    Brute,
    /// A fresh solver for every question, its core taken over; minimal.
    Core,
    /// One session, cores, and simulation for what it can answer; minimal.
    CoreIncremental,
    /// The fewest variables possible.
    Minimum,
}

impl Method {
    /// All methods, in the order of the papers.
    pub const ALL: [Method; 5] = [Method::Graph, Method::Brute, Method::Core, Method::CoreIncremental, Method::Minimum];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Graph => "graph",
            Method::Brute => "brute",
            Method::Core => "core",
            Method::CoreIncremental => "core-incremental",
            Method::Minimum => "minimum",
        }
    }
}

/// What lifting found.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// How it was found.
    pub method: Method,
    /// Which free variables matter: a sufficient set.
    pub relevant: Vec<bool>,
    /// What the positions in `relevant` stand for.
    pub free: FreeVars,
    /// What it took.
    pub effort: Effort,
    /// The limit that ended the search. The set is sufficient even so, but perhaps not minimal.
    pub cut_short: Option<Exhausted>,
    /// What no sufficient set is smaller than, where that was asked.
    pub lower_bound: Option<usize>,
    /// Wall-clock time.
    pub time: Duration,
}

impl Lifted {
    /// Nothing is taken out of a run, since nobody has looked at it yet.
    #[must_use]
    pub fn whole(run: &Counterexample, method: Method) -> Self {
        let free = run.free();
        let relevant = vec![true; free.len()];
        Self {
            method,
            relevant,
            free,
            effort: Effort::default(),
            cut_short: None,
            lower_bound: None,
            time: Duration::ZERO,
        }
    }

    /// How many variables matter.
    #[must_use]
    pub fn n_relevant(&self) -> usize {
        self.relevant.iter().filter(|&&it| it).count()
    }

    /// How many variables do not matter.
    #[must_use]
    pub fn n_eliminated(&self) -> usize {
        self.relevant.len() - self.n_relevant()
    }
}

/// Solver calls by their answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Calls that found a completion without the violation: a variable that matters.
    pub satisfiable: u64,
    /// Calls that found none: variables that do not matter.
    pub unsatisfiable: u64,
}

impl Effort {
    pub(crate) fn count(&mut self, answer: Answer) {
        match answer {
            Answer::Satisfiable => self.satisfiable += 1,
            Answer::Unsatisfiable => self.unsatisfiable += 1,
            Answer::Unknown(_) => {}
        }
    }
}

/// What a method finds: a sufficient set, and how it went.
pub(crate) struct Found {
    pub(crate) relevant: Vec<bool>,
    pub(crate) effort: Effort,
    pub(crate) cut_short: Option<Exhausted>,
    pub(crate) lower_bound: Option<usize>,
}

impl Found {
    pub(crate) fn new(relevant: Vec<bool>) -> Self {
        Self { relevant, effort: Effort::default(), cut_short: None, lower_bound: None }
    }
}

/// Finds what matters in `run`, which violates its property.
///
/// # Panics
/// If some completion of what was found does not violate the property: a defect of this crate.
#[must_use]
pub fn minimise(circuit: &Circuit, run: &Counterexample, method: Method, budget: &Budget) -> Lifted {
    let started = Instant::now();
    let problem = Problem::new(circuit, run);
    let found = match method {
        Method::Graph => Found::new(graph::justify(&problem, graph::Choice::FirstImplied)),
        Method::Brute => brute::lift(&problem, budget),
        Method::Core => core::lift(&problem, budget),
        Method::CoreIncremental => incremental::lift(&problem, budget),
        Method::Minimum => minimum::lift(&problem, budget),
    };
    let time = started.elapsed();
    assert!(
        simulate::survives_random_completions(circuit, run, &found.relevant, ROUNDS),
        "what was found relevant should be sufficient"
    );
    let Found { relevant, effort, cut_short, lower_bound } = found;
    Lifted { method, relevant, free: run.free(), effort, cut_short, lower_bound, time }
}

#[cfg(test)]
pub(crate) mod tests;
