//! Failing runs of whyc's own, where there are no tests.

use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_sat::session::Answer;
use whyc_unroll::step::{StepKind, Unrolling};

use super::runs::FailingRun;
use super::{Failure, Localization, Options};

/// So many are examined.
const MANY_RUNS: usize = 10;

/// Localises with failing runs of whyc's own: more of them until the places stop getting fewer. With `is_fixed`, only
/// the first one: it is the one that is meant.
pub fn localize(
    analysis: &mut Analysis<'_>,
    property: PropertyId,
    first: &Run,
    is_fixed: bool,
    options: &Options,
) -> (Result<Localization, Failure>, Vec<FailingRun>) {
    let name = |k: usize| format!("run {k}");
    let Some(unrolling) = analysis.unrolling.clone() else {
        return (Err(Failure::Undecided("nothing was unrolled".to_owned())), Vec::new());
    };
    let mut failing = vec![FailingRun::of(name(1), &unrolling, first)];
    let mut best = super::localize(analysis, &failing, options);
    if is_fixed {
        return (best, failing);
    }
    let mut seen = vec![first.clone()];
    let mut unchanged = 0;
    while failing.len() < MANY_RUNS && unchanged < 3 {
        let Some(next) = another_run(analysis, &unrolling, property, &seen) else { break };
        failing.push(FailingRun::of(name(failing.len() + 1), &unrolling, &next));
        seen.push(next);
        let again = super::localize(analysis, &failing, options);
        let sizes = [&best, &again].map(|found| found.as_ref().map_or(usize::MAX, |found| found.diagnoses.len()));
        unchanged = if sizes[0] == sizes[1] { unchanged + 1 } else { 0 };
        // A run that cannot be handled says less than those before it.
        if again.is_err() {
            failing.pop();
            break;
        }
        best = again;
    }
    (best, failing)
}

/// A run that fails `property` with other inputs than those seen: all of them other ones, if that is possible.
fn another_run(analysis: &mut Analysis<'_>, unrolling: &Unrolling, property: PropertyId, seen: &[Run]) -> Option<Run> {
    let chain = analysis.chain.clone()?;
    let conditions: Vec<_> = chain.failures[property].iter().map(|&(_, cond)| cond).collect();
    let terms = &mut analysis.engine.terms;
    let fails = terms.or_all(&conditions);
    let (mut some, mut all) = (Vec::new(), Vec::new());
    for run in seen {
        let mut differ = Vec::new();
        for (id, step) in unrolling.steps.iter_enumerated().filter(|(id, _)| run.executed[*id]) {
            if let StepKind::Input { value, .. } = step.kind {
                let constant = terms.bits(terms.width(value), run.values[id]);
                differ.push(terms.ne(value, constant));
            }
        }
        some.push(terms.or_all(&differ));
        all.push(terms.and_all(&differ));
    }
    for kind in [all, some] {
        let other = analysis.engine.terms.and_all(&kind);
        let wanted = analysis.engine.terms.and(fails, other);
        if analysis.engine.terms.as_bool(wanted) == Some(false) {
            continue;
        }
        if analysis.engine.solve(&[wanted]) == Answer::Satisfiable {
            let valuation = analysis.engine.valuation();
            return Some(Run::new(unrolling, &analysis.engine.terms, &valuation));
        }
    }
    None
}
