//! How often threads stop for another one.
//!
//! Each stop is a write to one variable of the models of threads. A run with few of them is easy to follow, so they come before
//! statements and values; programs without threads have none.

use rustc_hash::FxHashMap;
use whyc_check::chain::Chain;
use whyc_ir::property::PropertyId;
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_term::TermId;
use whyc_unroll::step::StepId;

use super::length;
use super::task::Task;
use crate::delays::is_stop;
use crate::finding::Method;

/// Minimises the number of stops, and settles which there are.
pub fn minimise(
    task: &mut Task<'_>,
    (chain, property): (&Chain, PropertyId),
    method: Method,
    progress: &mut dyn FnMut(Progress),
) {
    if task.analysis.program.woven.is_some() {
        let literals = literals(task, chain, property);
        length::minimise_conditions(task, literals, method, progress);
    }
}

fn literals(task: &mut Task<'_>, chain: &Chain, property: PropertyId) -> Vec<(Lit, u64)> {
    let failures: FxHashMap<StepId, TermId> = chain.failures[property].iter().copied().collect();
    let last = failures.keys().copied().max();
    let program = task.analysis.program.clone();
    let engine = &mut task.analysis.engine;
    let mut going = engine.terms.bool_const(true);
    let mut literals = Vec::new();
    for (id, step) in task.unrolling.steps.iter_enumerated() {
        if last.is_none_or(|last| id > last) {
            break;
        }
        if let Some(&fails) = failures.get(&id) {
            let not = engine.terms.not(fails);
            going = engine.terms.and(going, not);
        }
        if is_stop(&program, &task.unrolling, step) {
            let cond = engine.terms.and(step.guard, going);
            if engine.terms.as_bool(cond).is_none() {
                literals.push((engine.lit(cond), 1));
            }
        }
    }
    literals
}
