//! Two small changes in two places, where one place would do but no likely change of it is known.
//!
//! Each of the two mends a failing run alone and does no harm to the passing ones; together they mend all. That is how two
//! independent faults look, and such changes are found without asking which values two places would have to give.

use rustc_hash::FxHashSet;
use whyc_base::budget::Budget;
use whyc_ir::program::{ComponentId, Program};
use whyc_ir::property::PropertyTable;

use super::changes;
use super::hints::Hints;
use super::pairs::{Half, are_apart, n_mended};
use super::trial::Trial;
use super::vocabulary::Vocabulary;
use super::{Candidate, evaluations};
use crate::Tell;
use crate::runs::FailingRun;

/// At most this many changes are tried alone,
const MANY_HALVES: usize = 6000;
/// and so many of one expression.
const MANY_OF_ONE: usize = 120;
/// At most this many of them are kept: where more do no harm, the runs tell little.
const MANY_KEPT: usize = 300;
/// At most this many pairs are tried.
const MANY_PAIRS: usize = 1000;
/// At most this many pairs of places are kept,
const FEW_PLACES: usize = 4;
/// and so many changes for each.
const FEW: usize = 3;

/// Changes of two expressions.
pub struct Together {
    /// The expressions.
    pub components: [ComponentId; 2],
    /// The changes; their `diagnosis` is the position of this among all that are found.
    pub changes: Vec<Candidate>,
}

/// Pairs of changes of `suspects` with which all runs do what they should, as far as `budget` goes. None if no run passes: then
/// nothing tells whether a change does harm.
#[must_use]
pub fn together(
    program: &Program,
    properties: &PropertyTable,
    suspects: &[ComponentId],
    runs: &[FailingRun],
    budget: &Budget,
    tell: Tell<'_>,
) -> Vec<Together> {
    let mut trial = Trial::new(program, properties, runs, budget);
    if !trial.has_passing() {
        return Vec::new();
    }
    let halves = halves(program, suspects, &mut trial, tell);
    tell("trying changes together");
    let mut found: Vec<Together> = Vec::new();
    for ((first, a), (second, b)) in in_order(&halves).into_iter().take(MANY_PAIRS) {
        let components = [*first, *second];
        let known = found.iter().position(|known| known.components == components);
        let is_enough = known.map_or(found.len() == FEW_PLACES, |known| found[known].changes.len() == FEW);
        let placed = [(a.function, &a.change), (b.function, &b.change)];
        if is_enough || !trial.passes(&placed) {
            continue;
        }
        let (edit, others) = (a.change.edit(), vec![b.change.edit()]);
        let (diagnosis, runs_come_there) = (known.unwrap_or(found.len()), trial.comes_there(&placed));
        let size = a.change.size(program).max(b.change.size(program));
        let change = Candidate { diagnosis, edit, others, size, runs_come_there };
        match known {
            Some(known) => found[known].changes.push(change),
            None => found.push(Together { components, changes: vec![change] }),
        }
    }
    found
}

/// A change with the expression that it is made in.
type Placed = (ComponentId, Half);

/// The pairs of changes of two expressions, those first that mend most runs each on its own.
fn in_order(halves: &[Placed]) -> Vec<(&Placed, &Placed)> {
    let pairs = halves.iter().enumerate().flat_map(|(k, a)| halves[k + 1..].iter().map(move |b| (a, b)));
    let can_be = |((first, a), (second, b)): &(&Placed, &Placed)| first != second && are_apart(&a.change, &b.change);
    let mut pairs: Vec<(&Placed, &Placed)> = pairs.filter(can_be).collect();
    pairs.sort_by_key(|((_, a), (_, b))| std::cmp::Reverse(n_mended(a, b)));
    pairs
}

/// The changes that mend a failing run and do no harm to the passing ones, each with its expression: the innermost one, which says
/// best what is changed.
fn halves(program: &Program, suspects: &[ComponentId], trial: &mut Trial<'_>, tell: Tell<'_>) -> Vec<Placed> {
    let vocabulary = Vocabulary::new(program);
    let mut suspects = suspects.to_vec();
    let length = |component: ComponentId| {
        let span = program.components[component].span;
        span.end - span.start
    };
    suspects.sort_by_key(|&component| length(component));
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    for (k, &component) in suspects.iter().enumerate() {
        tell(&format!("trying changes of expression {} of {}", k + 1, suspects.len()));
        let mut n_tries = 0;
        for (function, expr) in evaluations(program, component) {
            for change in changes::changes(program, function, expr, &vocabulary, &Hints::default()) {
                let is_new = known.len() < MANY_HALVES && known.insert((change.span, change.new.clone()));
                if !is_new || n_tries == MANY_OF_ONE || found.len() == MANY_KEPT {
                    continue;
                }
                n_tries += 1;
                if let Some(mends) = trial.mended_without_harm((function, &change)) {
                    found.push((component, Half { function, change, mends }));
                }
            }
        }
    }
    // As they stand in the program.
    let place = |component: ComponentId| {
        let span = program.components[component].span;
        (span.file, span.start)
    };
    found.sort_by_key(|&(component, _)| place(component));
    found
}
