//! All smallest sets of components whose suspension lets all failing runs pass.
//!
//! Reiter's tree of hitting sets, one level after the other: if a set does not let some run pass, then there are
//! components (a conflict) of which one at least has to be suspended as well, and the set is tried with each of them. A
//! smallest set is met on its own level, so that what contains one that was found can be left out. Which runs refute
//! most is learned on the way: a run that has refuted a set is tried first on the next one.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::Tell;
use super::diagnose::{Diagnoses, Open, Problem};
use super::runs::Observed;

/// At least this many runs tell why they fail; for each of them a large formula is made.
const MANY_OPEN: usize = 4;

/// The smallest sets of at most `faults` groups whose suspension lets all of `failing` pass.
///
/// Those that are found before a limit comes, if there are any.
///
/// # Errors
/// If a limit comes first; in words.
pub fn smallest(
    problem: &mut Problem<'_>,
    failing: &[usize],
    observed: &[Observed],
    faults: usize,
    tell: Tell<'_>,
) -> Result<Diagnoses, String> {
    let mut order = failing.to_vec();
    let mut found: Diagnoses = Vec::new();
    let groups_of = |run: &Observed| run.evaluated.iter().filter_map(|&it| problem.groups.of(it)).collect();
    let passing: Vec<FxHashSet<usize>> = observed.iter().filter(|run| run.passes).map(groups_of).collect();
    let mut level: BTreeSet<Vec<usize>> = first_level(problem, failing, observed, faults);
    for size in 1..=faults {
        // The sets that fail, by the run that says so.
        let mut refuted: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
        let n_sets = level.len();
        // What few runs that pass come to is tried first: not all may be tried.
        let mut in_turn: Vec<Vec<usize>> = level.into_iter().collect();
        let comes_by = |set: &[usize], run: &FxHashSet<usize>| set.iter().all(|group| run.contains(group));
        in_turn.sort_by_cached_key(|set| (passing.iter().filter(|run| comes_by(set, run)).count(), set.clone()));
        for (k, set) in in_turn.into_iter().enumerate() {
            tell(&format!("{} of {n_sets}, {} runs: {} found", words(size, k + 1), order.len(), found.len()));
            if found.iter().any(|known| known.iter().all(|group| set.contains(group))) {
                continue;
            }
            match problem.refuter(&set, &order) {
                // What was found is so, and is more than nothing.
                Err(_) if !found.is_empty() => {
                    problem.is_partial = true;
                    return Ok(in_order(found));
                }
                Err(reason) => return Err(reason),
                Ok(None) => found.push(set),
                Ok(Some(at)) => {
                    let run = order.remove(at);
                    order.insert(0, run);
                    refuted.entry(run).or_default().push(set);
                }
            }
        }
        level = match size < faults {
            true => next_level(problem, &refuted, &order, size + 1 == faults, tell),
            false => BTreeSet::new(),
        };
    }
    Ok(in_order(found))
}

fn in_order(mut found: Diagnoses) -> Diagnoses {
    found.sort_by_key(|set| (set.len(), set.clone()));
    found
}

/// Without a suspension a run is as it was: what it evaluates is a conflict. Of a single fault all runs have to be hit.
fn first_level(problem: &Problem<'_>, failing: &[usize], observed: &[Observed], faults: usize) -> BTreeSet<Vec<usize>> {
    let evaluated = |run: usize| -> BTreeSet<usize> {
        observed[run].evaluated.iter().filter_map(|&component| problem.groups.of(component)).collect()
    };
    let mut conflicts: Vec<BTreeSet<usize>> = failing.iter().map(|&run| evaluated(run)).collect();
    conflicts.sort_by_key(BTreeSet::len);
    let all_hit = |group: &usize| conflicts.iter().all(|conflict| conflict.contains(group));
    let smallest = conflicts.first().cloned().unwrap_or_default();
    smallest.into_iter().filter(|group| faults > 1 || all_hit(group)).map(|group| vec![group]).collect()
}

/// The refuted sets with each element of a conflict of theirs. `refuted` has them by a run that refutes them. What comes
/// `last` has to hit the conflicts of all runs.
fn next_level(
    problem: &mut Problem<'_>,
    refuted: &BTreeMap<usize, Vec<Vec<usize>>>,
    order: &[usize],
    last: bool,
    tell: Tell<'_>,
) -> BTreeSet<Vec<usize>> {
    let all = 0..problem.groups.members.len();
    // Without a reason, everything may be one.
    let others = |set: &Vec<usize>| all.clone().filter(|group| !set.contains(group)).collect::<Vec<usize>>();
    let mut conflicts: BTreeMap<&Vec<usize>, Vec<usize>> =
        refuted.values().flatten().map(|set| (set, others(set))).collect();
    let mut runs: Vec<usize> = refuted.keys().copied().collect();
    let more = order.iter().copied().filter(|run| !refuted.contains_key(run));
    runs.extend(more.take(MANY_OPEN.saturating_sub(refuted.len())));
    for (k, &run) in runs.iter().enumerate() {
        tell(&format!("reasons of run {} of {}", k + 1, runs.len()));
        let Ok(open) = Open::new(problem, run) else { continue };
        for (set, known) in &mut conflicts {
            let Some(conflict) = open.conflict(problem, set) else { continue };
            if last {
                known.retain(|group| conflict.contains(group));
            } else if conflict.len() < known.len() {
                *known = conflict;
            }
        }
    }
    let larger = |(set, conflict): (&Vec<usize>, Vec<usize>)| {
        let set = set.clone();
        conflict.into_iter().map(move |group| {
            let mut larger = [&set[..], &[group]].concat();
            larger.sort_unstable();
            larger
        })
    };
    conflicts.into_iter().flat_map(larger).collect()
}

/// `expression 3`, `pair 17`, `set of 3: 5`
fn words(size: usize, k: usize) -> String {
    match size {
        1 => format!("expression {k}"),
        2 => format!("pair {k}"),
        _ => format!("set of {size}: {k}"),
    }
}
