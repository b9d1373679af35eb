//! Values that have no choice: where `a <= b` holds in every failing run because `a` is 0 in all of them, `a == 0` is what a person
//! should read. That two inputs are in some order then is chance.

use rustc_hash::FxHashMap;
use whyc_sat::Lit;
use whyc_sat::session::Answer;
use whyc_term::{Evaluator, TermId};

use super::super::Task;
use super::super::closest::Found;
use super::super::predicates::{Operand, Predicate};
use super::{MANY_CONFLICTS, may_fail};
use crate::show;

/// The causes that always hold, and those that do so in runs that go the same way, with numbers for relations that come of them: of
/// what is so in all failing runs, as it takes that to be a cause whatever else is near.
pub fn told_as_numbers(
    task: &mut Task<'_>,
    found: &Found,
    (always, here): (Vec<Predicate>, Vec<Predicate>),
) -> (Vec<Predicate>, Vec<Predicate>) {
    if !always.iter().chain(&here).any(|cause| cause.relates) {
        return (always, here);
    }
    let may_fail = may_fail(task);
    let always = told(task, found, always, may_fail);
    let here = told(task, found, here, may_fail);
    (always, here)
}

fn told(task: &mut Task<'_>, found: &Found, causes: Vec<Predicate>, may_fail: Lit) -> Vec<Predicate> {
    let mut known: FxHashMap<TermId, Option<Predicate>> = FxHashMap::default();
    let mut kept: Vec<Predicate> = Vec::new();
    for cause in causes {
        let mut numbers = Vec::new();
        for side in cause.sides.iter().filter(|_| cause.relates) {
            let number = known.entry(side.term).or_insert_with(|| only_value(task, found, side, may_fail));
            numbers.extend(number.clone().map(|it| Predicate { always: cause.always, ..it }));
        }
        if numbers.is_empty() {
            kept.push(cause);
        }
        for number in numbers {
            if !kept.iter().any(|it| it.holds == number.holds) {
                kept.push(number);
            }
        }
    }
    kept
}

/// That a value is what it is in the failing run, if it is so in all that may fail, and another one in a closest run that passes.
fn only_value(task: &mut Task<'_>, found: &Found, side: &Operand, may_fail: Lit) -> Option<Predicate> {
    let terms = &task.analysis.engine.terms;
    if terms.as_bits(side.term).is_some() {
        return None;
    }
    let value = |valuation| Evaluator::new(terms, valuation).bits(side.term);
    let bits = value(&task.failing.valuation);
    if !found.all_closest.iter().any(|valuation| value(valuation) != bits) {
        return None;
    }
    let terms = &mut task.analysis.engine.terms;
    let constant = terms.bits(terms.width(side.term), bits);
    let holds = terms.eq(side.term, constant);
    let is_it = task.analysis.engine.lit(holds);
    let answer = task.analysis.engine.sat.solve_limited(&[may_fail, !is_it], MANY_CONFLICTS);
    if answer != Some(Answer::Unsatisfiable) {
        return None;
    }
    let number = show::value(&task.analysis.program, &task.unrolling, side.ty, bits);
    let constant = Operand { term: constant, name: number.clone(), ty: side.ty, is_given: true };
    Some(Predicate {
        holds,
        text: format!("{} == {number}", side.name),
        inputs_only: side.is_given,
        changes: true,
        relates: false,
        with_constant: true,
        always: false,
        sides: [side.clone(), constant],
    })
}
