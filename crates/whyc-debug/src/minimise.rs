//! The smallest failing run.
//!
//! In: an [`Analysis`] that has found a violation, and its run. Out: a run that violates the same
//! property with fewer executed statements and smaller values, and which of its inputs matter.
//!
//! Length is the number of executed statements: each step that counts has the condition under
//! which a run executes it, and steps with one condition make one weighted literal ([`length`]).
//! Value is the sum of |x| over everything assigned or read from outside in the run ([`values`]).
//! Both are minimised exactly ([`Method::Optimal`]) or greedily ([`Method::Greedy`]), one after
//! the other, in the session that found the violation (after Groce and Kroening, "Making the Most
//! of BMC Counterexamples"). [`relevance`] then asks which inputs the failure depends on.

mod length;
mod relevance;
mod values;

use rustc_hash::FxHashSet;
use whyc_check::chain::Chain;
use whyc_check::replay::replay;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::optimise::{Progress, Status};
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::Unrolling;

use crate::finding::Method;

/// What is made small first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The number of executed statements, then the values.
    LengthValues,
    /// The values, then the number of executed statements.
    ValuesLength,
}

/// A minimised run.
pub struct Minimised {
    /// The run.
    pub run: Run,
    /// How it was made small.
    pub method: Method,
    /// Whether it is proved that there is no smaller one.
    pub optimal: bool,
    /// The inputs whose value can prevent the failure; `None` if a limit came before that was known.
    pub relevant: Option<FxHashSet<TermId>>,
}

/// What minimisation works on.
struct Task<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    unrolling: Unrolling,
    /// That the property fails first: a Boolean term.
    fails: TermId,
    /// What must hold, as far as it has been settled.
    settled: Vec<Lit>,
    /// Whether every stage so far was proved optimal.
    optimal: bool,
}

/// Makes `run`, which violates `property`, as small as `method` can.
///
/// `progress` is told about the bounds of a running optimisation.
///
/// # Errors
/// What is different when the interpreter executes the smaller run: an internal error.
pub fn minimise(
    analysis: &mut Analysis<'_>,
    property: PropertyId,
    run: &Run,
    method: Method,
    goal: Goal,
    progress: &mut dyn FnMut(Progress),
) -> Result<Minimised, String> {
    let unchanged = |run: &Run| Minimised { run: run.clone(), method: Method::None, optimal: false, relevant: None };
    let (Some(unrolling), Some(chain)) = (analysis.unrolling.clone(), analysis.chain.clone()) else {
        return Ok(unchanged(run));
    };
    let fails = failure(analysis, &chain, property);
    if analysis.engine.terms.as_bool(fails).is_some() {
        // It fails whatever the inputs are: there is one run, and no input matters.
        return Ok(Minimised { method, optimal: true, relevant: Some(FxHashSet::default()), ..unchanged(run) });
    }
    let mut settled = vec![analysis.engine.lit(fails)];
    if analysis.engine.terms.as_bool(analysis.given).is_none() {
        settled.push(analysis.engine.lit(analysis.given));
    }
    let mut task = Task { analysis, unrolling, fails, settled, optimal: true };
    let counted = length::Counted::new(&mut task, &chain, property);
    match goal {
        Goal::LengthValues => {
            length::minimise(&mut task, &counted, method, progress);
            values::minimise(&mut task, &counted, method, progress);
        }
        Goal::ValuesLength => {
            values::minimise_before_length(&mut task, &counted, method, progress);
            length::minimise(&mut task, &counted, method, progress);
        }
    }
    let Some(smaller) = task.current_run() else { return Ok(unchanged(run)) };
    replay(task.analysis.program, &task.analysis.properties, &task.unrolling, &smaller, property)?;
    let optimal = task.optimal && method == Method::Optimal;
    let relevant = relevance::relevant(&mut task, &smaller);
    Ok(Minimised { run: smaller, method, optimal, relevant })
}

/// That `property` is the first to fail.
fn failure(analysis: &mut Analysis<'_>, chain: &Chain, property: PropertyId) -> TermId {
    let failures: Vec<TermId> = chain.failures[property].iter().map(|&(_, cond)| cond).collect();
    analysis.engine.terms.or_all(&failures)
}

impl Task<'_, '_> {
    /// The run of the solver's model for what is settled.
    fn current_run(&mut self) -> Option<Run> {
        if !self.analysis.engine.sat.has_model() && self.solve(&[]) != Some(true) {
            return None;
        }
        let valuation = self.analysis.engine.valuation();
        Some(Run::new(&self.unrolling, &self.analysis.engine.terms, &valuation))
    }

    /// Whether what is settled can hold together with `more`; `None` at a limit.
    fn solve(&mut self, more: &[Lit]) -> Option<bool> {
        let assumptions: Vec<Lit> = self.settled.iter().chain(more).copied().collect();
        match self.analysis.engine.sat.solve(&assumptions) {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// Takes note of how a stage ended.
    fn ended(&mut self, status: Status) {
        self.optimal &= status == Status::Optimal;
    }

    /// Settles each literal true, in order, where that is possible. Models that have it already cost no question.
    fn settle_greedily(&mut self, wishes: impl IntoIterator<Item = Lit>) {
        for wish in wishes {
            let has = self.analysis.engine.sat.has_model() && self.analysis.engine.sat.value(wish);
            if has {
                self.settled.push(wish);
                continue;
            }
            let before = self.analysis.engine.sat.has_model().then(|| self.analysis.engine.sat.model());
            match self.solve(&[wish]) {
                Some(true) => self.settled.push(wish),
                Some(false) => {
                    self.settled.push(!wish);
                    if let Some(model) = before {
                        self.analysis.engine.sat.restore_model(model);
                    }
                }
                None => {
                    self.optimal = false;
                    if let Some(model) = before {
                        self.analysis.engine.sat.restore_model(model);
                    }
                    return;
                }
            }
        }
    }
}
