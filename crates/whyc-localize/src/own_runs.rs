//! Runs of whyc's own, where there are no tests: failing ones, and passing ones that differ little from them.

use rustc_hash::FxHashSet;
use whyc_check::{Analysis, Run};
use whyc_ir::program::FunctionId;
use whyc_ir::property::PropertyId;
use whyc_sat::session::Answer;
use whyc_unroll::step::{StepKind, Unrolling};

use super::groups::Groups;
use super::repair::blame::Blame;
use super::runs::FailingRun;
use super::search::{Found, Search};
use super::work::Work;
use super::{Failure, Localization, Options, Tell, alone, unless_told};

/// At most this many failing runs are examined.
const MANY_RUNS: usize = 10;
/// Of so many of them, passing neighbours are looked for.
const MANY_NEIGHBOURED: usize = 4;
/// At most this many passing runs are looked for, and this many inputs are changed for that.
const MANY_PASSING: usize = 24;
const MANY_INPUTS: usize = 16;
/// A passing run that takes more conflicts than this is not worth it.
const EASY: u32 = 2000;

/// Localises with failing runs of whyc's own, for no more than `work`: more of them until the places stop getting fewer. With `is_fixed`, only
/// the first one: it is the one that is meant.
pub fn localize(
    analysis: &mut Analysis,
    (property, first): (PropertyId, &Run),
    is_fixed: bool,
    (options, work): (&Options, Work),
    tell: Tell<'_>,
) -> (Result<Localization, Failure>, Vec<FailingRun>) {
    let Some(unrolling) = analysis.unrolling.clone() else {
        return (Err(Failure::Undecided("nothing was unrolled".to_owned())), Vec::new());
    };
    let program = &analysis.program.clone();
    let exempt = unless_told(program, options, Blame::of(program, options).exempt(program));
    let mut attempt = |exempt: &FxHashSet<FunctionId>, options: &Options| {
        let groups = Groups::new(program, options, exempt);
        let mut search = Search::new(analysis, &groups, options, work);
        let found = gather(&mut search, &unrolling, (property, first), is_fixed, tell);
        let failing = search.problem.runs.clone();
        let found = found.map(|(found, seen)| {
            tell("looking for runs that pass");
            add_neighbours(&mut search, &unrolling, property, &seen);
            found
        });
        (found.and_then(|found| search.report(&found, exempt, tell)), failing)
    };
    match attempt(&exempt, options) {
        // Nothing else helps: what was trusted unasked is to blame after all.
        (Ok(found), failing) if found.diagnoses.is_empty() && !exempt.is_empty() => {
            match attempt(&FxHashSet::default(), &alone(options)) {
                (Ok(none), _) if none.diagnoses.is_empty() => (Ok(found), failing),
                found => found,
            }
        }
        found => found,
    }
}

fn gather(
    search: &mut Search<'_>,
    unrolling: &Unrolling,
    (property, first): (PropertyId, &Run),
    is_fixed: bool,
    tell: Tell<'_>,
) -> Result<(Found, Vec<Run>), Failure> {
    let name = |k: usize| format!("run {k}");
    search.add(FailingRun::of(name(1), unrolling, first, property))?;
    let mut best = search.diagnose(tell)?;
    let mut seen = vec![first.clone()];
    let mut unchanged = 0;
    while !is_fixed && seen.len() < MANY_RUNS && unchanged < 3 {
        tell("looking for another failing run");
        let Some(next) = another_run(search.problem.analysis, unrolling, property, &seen) else { break };
        seen.push(next);
        let run = FailingRun::of(name(seen.len()), unrolling, &seen[seen.len() - 1], property);
        // A run that cannot be handled says less than those before it.
        if search.add(run).is_err() {
            break;
        }
        match search.diagnose(tell) {
            // Of many runs, fewer places may be left than were looked at.
            Ok(_) if search.problem.work.is_used_up() => {
                search.remove_last();
                break;
            }
            Ok(again) => {
                unchanged = if again.diagnoses == best.diagnoses { unchanged + 1 } else { 0 };
                best = again;
            }
            Err(_) => {
                search.remove_last();
                break;
            }
        }
    }
    Ok((best, seen))
}

/// Adds runs that come to `property` and pass, each of which differs from a failing one in one input.
fn add_neighbours(search: &mut Search<'_>, unrolling: &Unrolling, property: PropertyId, failing: &[Run]) {
    let Some(chain) = search.problem.analysis.chain.clone() else { return };
    let engine = &mut search.problem.analysis.engine;
    let comes_there = unrolling.comes_to(property, &mut engine.terms);
    let mut found: Vec<Run> = Vec::new();
    engine.restart();
    for run in failing.iter().take(MANY_NEIGHBOURED) {
        let inputs = unrolling.steps.iter_enumerated().filter(|(id, _)| run.executed[*id]);
        let inputs = inputs.filter_map(|(id, step)| match step.kind {
            StepKind::Input { value, .. } => Some((value, run.values[id])),
            _ => None,
        });
        let mut stays = Vec::new();
        for (value, bits) in inputs {
            let constant = engine.terms.bits(engine.terms.width(value), bits);
            let same = engine.terms.eq(value, constant);
            stays.push(engine.lit(same));
        }
        for k in 0..stays.len().min(MANY_INPUTS) {
            let mut assumptions = vec![engine.lit(chain.passes), engine.lit(comes_there)];
            assumptions.extend(stays.iter().enumerate().filter(|(other, _)| *other != k).map(|(_, &lit)| lit));
            if engine.sat.solve_limited(&assumptions, EASY) == Some(Answer::Satisfiable) {
                found.push(Run::new(unrolling, &engine.terms, &engine.valuation()));
            }
            if found.len() == MANY_PASSING {
                break;
            }
        }
    }
    for run in found {
        let name = format!("passing run {}", search.n_passing() + 1);
        let run = FailingRun { violates: None, ..FailingRun::of(name, unrolling, &run, property) };
        // A run that cannot be handled says nothing, and one that fails after all nothing new.
        if search.add(run).is_ok() && !search.last_passes() {
            search.remove_last();
        }
    }
}

/// A run that fails `property` with other inputs than those seen: all of them other ones, if that is possible.
fn another_run(analysis: &mut Analysis, unrolling: &Unrolling, property: PropertyId, seen: &[Run]) -> Option<Run> {
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
        // Without inputs there is one run only.
        if differ.is_empty() {
            return None;
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
