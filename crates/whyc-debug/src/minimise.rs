//! The smallest failing run.
//!
//! In: an [`Analysis`] that has found a violation, and its run. Out: a run that violates the same
//! property with fewer executed statements and smaller values, and what of its inputs matters.
//!
//! [`measure`](crate::measure) says what length and size are: each step that counts has the
//! condition under which a run executes it, and steps with one condition make one weighted literal
//! (`length`); the sizes of all values are added up (`values`). Both are minimised exactly
//! ([`Method::Optimal`]) or greedily ([`Method::Greedy`]), one after the other, in the session that
//! found the violation (after Groce and Kroening, "Making the Most of BMC Counterexamples").
//! `relevance` then asks which inputs, and which of their bits, the failure depends on; `fewest`
//! looks for the run in which that are the fewest. [`classes`] lists the different ways to fail.

mod switches;

mod length;

mod values;

mod relevance;

mod fewest;

mod task;

pub mod classes;

use whyc_check::chain::Chain;
use whyc_check::replay::replay;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_term::TermId;

pub use fewest::{Fewest, Scope};
pub use relevance::Relevance;
pub use whyc_sat::optimise::Progress;

use crate::finding::Method;
use task::Task;

/// What is made small first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The number of executed statements, then the values.
    LengthValues,
    /// The values, then the number of executed statements.
    ValuesLength,
    /// The number of inputs that matter, then length and values.
    Inputs,
}

/// What is being minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The number of executed statements.
    Length,
    /// The sum of the sizes of all values.
    Values,
    /// The number of inputs that matter.
    Inputs,
}

/// Whoever wants to know how far a minimisation has come: the stage, the best found and what is proved.
pub type Watch<'w> = &'w mut dyn FnMut(Stage, Progress);

/// A minimised run.
pub struct Minimised {
    /// The run.
    pub run: Run,
    /// How it was made small.
    pub method: Method,
    /// Whether it is proved that there is no smaller one.
    pub optimal: bool,
    /// What of its inputs matters; `None` if a limit came before that was known.
    pub relevance: Option<Relevance>,
    /// With [`Goal::Inputs`]: how few inputs matter, and what is proved about that.
    pub fewest: Option<Fewest>,
}

impl Minimised {
    fn unchanged(run: &Run, method: Method) -> Self {
        Self { run: run.clone(), method, optimal: false, relevance: None, fewest: None }
    }
}

/// Makes `run`, which violates `property`, as small as `method` can. At a limit, the smallest run found so far comes
/// back, and is not called optimal.
///
/// # Errors
/// What is different when the interpreter executes the smaller run: an internal error.
pub fn minimise(
    analysis: &mut Analysis,
    property: PropertyId,
    run: &Run,
    method: Method,
    goal: Goal,
    watch: Watch<'_>,
) -> Result<Minimised, String> {
    let Some(chain) = analysis.chain.clone() else { return Ok(Minimised::unchanged(run, method)) };
    minimise_within(analysis, &chain, property, run, (method, goal), &[], watch)
}

/// `run`, which violates `property`, as it is, with what of its inputs matters.
#[must_use]
pub fn as_it_is(analysis: &mut Analysis, property: PropertyId, run: &Run) -> Minimised {
    let unchanged = Minimised::unchanged(run, Method::None);
    let (Some(chain), Some(unrolling)) = (analysis.chain.clone(), analysis.unrolling.clone()) else { return unchanged };
    let fails = failure(analysis, &chain, property);
    if analysis.engine.terms.as_bool(fails).is_some() {
        return Minimised { relevance: Some(Relevance::default()), ..unchanged };
    }
    let last = chain.failures[property].iter().map(|&(step, _)| step).max();
    let mut task = Task::new(analysis, unrolling, fails, last, &[]);
    let mut relevance = relevance::relevant(&mut task, run);
    if let Some(relevance) = &mut relevance {
        relevance::refine(&mut task, run, relevance);
    }
    Minimised { relevance, ..unchanged }
}

/// Makes `run` small among the runs in which `within` holds.
fn minimise_within(
    analysis: &mut Analysis,
    chain: &Chain,
    property: PropertyId,
    run: &Run,
    (method, goal): (Method, Goal),
    within: &[Lit],
    watch: Watch<'_>,
) -> Result<Minimised, String> {
    let Some(unrolling) = analysis.unrolling.clone() else { return Ok(Minimised::unchanged(run, method)) };
    let fails = failure(analysis, chain, property);
    if analysis.engine.terms.as_bool(fails).is_some() {
        // It fails whatever the inputs are: there is one run, and no input matters.
        let relevance = Some(Relevance::default());
        let fewest = (goal == Goal::Inputs).then_some(Fewest { n: 0, lower: 0, scope: Scope::AllRuns });
        return Ok(Minimised { optimal: true, relevance, fewest, ..Minimised::unchanged(run, method) });
    }
    let last = chain.failures[property].iter().map(|&(step, _)| step).max();
    let mut task = Task::new(analysis, unrolling, fails, last, within);
    let counted = length::Counted::new(&mut task, chain, property);
    switches::minimise(&mut task, (chain, property), method, &mut |p| watch(Stage::Length, p));
    let smaller = match goal {
        Goal::LengthValues | Goal::Inputs => shortest_then_smallest(&mut task, &counted, method, watch),
        Goal::ValuesLength => {
            values::minimise_before_length(&mut task, &counted, method, &mut |p| watch(Stage::Values, p));
            length::minimise(&mut task, &counted, method, &mut |p| watch(Stage::Length, p));
            task.current_run()
        }
    };
    // A limit came before the first answer: the run that is known is the best one.
    let Some(smaller) = smaller else { return Ok(Minimised::unchanged(run, method)) };
    let optimal = task.optimal && method == Method::Optimal;
    let mut minimised = Minimised { optimal, ..Minimised::unchanged(&smaller, method) };
    minimised.relevance = relevance::relevant(&mut task, &smaller);
    if goal == Goal::Inputs {
        fewest::fewest(&mut task, &mut minimised, &counted, watch);
    }
    if let Some(relevance) = &mut minimised.relevance {
        relevance::refine(&mut task, &minimised.run, relevance);
    }
    let Task { analysis, unrolling, .. } = task;
    replay(&analysis.program, &analysis.properties, &unrolling, &minimised.run, property)?;
    Ok(minimised)
}

/// Length first, then values, under what is settled already.
fn shortest_then_smallest(
    task: &mut Task<'_>,
    counted: &length::Counted,
    method: Method,
    watch: Watch<'_>,
) -> Option<Run> {
    length::minimise(task, counted, method, &mut |p| watch(Stage::Length, p));
    values::minimise(task, counted, method, &mut |p| watch(Stage::Values, p));
    task.current_run()
}

/// That `property` is the first to fail.
fn failure(analysis: &mut Analysis, chain: &Chain, property: PropertyId) -> TermId {
    let failures: Vec<TermId> = chain.failures[property].iter().map(|&(_, cond)| cond).collect();
    analysis.engine.terms.or_all(&failures)
}
