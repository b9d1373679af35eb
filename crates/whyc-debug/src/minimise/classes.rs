//! The essentially different ways in which a property fails.
//!
//! Two runs fail in the same way if they execute the same statements outside of loops. What happens
//! inside a loop, a recursion or a model of the C library makes no difference, nor how often. Ways
//! are found one by one, the smallest first: each is excluded before the next one is looked for, so
//! that the smallest run of all that are left is the smallest one of its way.

use rustc_hash::FxHashSet;
use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::program::Origin;
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::session::Answer;
use whyc_unroll::step::{AssignRole, StepId, StepKind, Unrolling};

use super::task::Task;
use super::{Goal, Minimised, Watch, failure, length, minimise_within};
use crate::finding::Method;
use crate::measure;

/// The ways to fail, each with its smallest run.
pub struct Classes {
    /// The smallest runs, the smallest of all first.
    pub runs: Vec<Minimised>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Whether runs of a class execute something.
struct Decision {
    /// That they do.
    lit: Lit,
    /// A step that tells.
    step: StepId,
}

/// Lists at most `most` ways in which `property` fails, given that `run` does.
///
/// # Errors
/// As [`minimise`](super::minimise).
pub fn classes(
    analysis: &mut Analysis,
    property: PropertyId,
    run: &Run,
    (method, goal): (Method, Goal),
    most: usize,
    watch: Watch<'_>,
) -> Result<Classes, String> {
    let mut found = Classes { runs: Vec::new(), complete: false };
    let (Some(chain), Some(unrolling)) = (analysis.chain.clone(), analysis.unrolling.clone()) else { return Ok(found) };
    let active = analysis.engine.sat.new_lit();
    let decisions = decisions(analysis, &chain, &unrolling, property);
    let mut run = run.clone();
    while found.runs.len() < most {
        let how = (method, goal);
        let smallest = minimise_within(analysis, &chain, property, &run, how, &[active], watch)?;
        let differs = decisions.iter().map(|d| if smallest.run.executed[d.step] { !d.lit } else { d.lit });
        let clause: Vec<Lit> = differs.chain([!active]).collect();
        found.runs.push(smallest);
        analysis.engine.sat.add_clause(&clause);
        match another(analysis, &chain, &unrolling, property, active) {
            Ok(Some(next)) => run = next,
            Ok(None) => {
                found.complete = true;
                break;
            }
            Err(()) => break,
        }
    }
    analysis.engine.sat.add_unit(!active);
    Ok(found)
}

/// A failing run of a way that has not been excluded; `Err` at a limit.
fn another(
    analysis: &mut Analysis,
    chain: &Chain,
    unrolling: &Unrolling,
    property: PropertyId,
    active: Lit,
) -> Result<Option<Run>, ()> {
    let fails = failure(analysis, chain, property);
    let assumptions = [analysis.engine.lit(fails), analysis.engine.lit(analysis.given), active];
    match analysis.engine.sat.solve(&assumptions) {
        Answer::Satisfiable => {
            let valuation = analysis.engine.valuation();
            Ok(Some(Run::new(unrolling, &analysis.engine.terms, &valuation)))
        }
        Answer::Unsatisfiable => Ok(None),
        Answer::Unknown(_) => Err(()),
    }
}

/// What tells classes apart.
fn decisions(analysis: &mut Analysis, chain: &Chain, unrolling: &Unrolling, property: PropertyId) -> Vec<Decision> {
    let fails = failure(analysis, chain, property);
    let last = chain.failures[property].iter().map(|&(step, _)| step).max();
    let mut task = Task::new(analysis, unrolling.clone(), fails, last, &[]);
    let counted = length::Counted::new(&mut task, chain, property);
    let mut seen = FxHashSet::default();
    let mut decisions = Vec::new();
    for group in counted.groups {
        let outside = |&step: &StepId| {
            measure::statements(&analysis.program, unrolling, step) > 0 && !is_inside(analysis, unrolling, step)
        };
        let Some(step) = group.steps.into_iter().find(outside) else { continue };
        if analysis.engine.terms.as_bool(group.cond).is_none() && seen.insert(group.cond) {
            decisions.push(Decision { lit: analysis.engine.lit(group.cond), step });
        }
    }
    decisions
}

/// Whether a step is inside a loop, a recursion or a model.
fn is_inside(analysis: &Analysis, unrolling: &Unrolling, step: StepId) -> bool {
    let step = &unrolling.steps[step];
    let function = unrolling.function_of(step);
    if analysis.program.functions[function].origin == Origin::Whyc {
        return true;
    }
    let is_parameter = matches!(step.kind, StepKind::Assign { role: AssignRole::Parameter, .. });
    // Parameters get their values before the first instruction.
    let mut at = if is_parameter { unrolling.frames[step.frame].caller } else { Some((step.frame, step.instr)) };
    let mut callers: FxHashSet<_> = FxHashSet::default();
    if is_parameter {
        callers.insert(function);
    }
    while let Some((frame, instr)) = at {
        let function = unrolling.frames[frame].function;
        let mut loops = analysis.loops.in_function(function);
        if !callers.insert(function) || loops.any(|(_, l)| l.head <= instr && instr <= l.last) {
            return true;
        }
        at = unrolling.frames[frame].caller;
    }
    false
}
