//! Two small changes at once, for what two expressions have to change for.
//!
//! The changes of each expression are first tried alone, on a few of the failing runs. Pairs are then tried in the order of how
//! many of these runs pass with the one or the other of them.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::program::{ComponentId, FunctionId, Program};

use super::changes::{self, Change};
use super::hints::Hints;
use super::trial::Trial;
use super::vocabulary::Vocabulary;
use super::{Candidate, evaluations};
use whyc_debug::finding::LocalizationReport;

/// On so many failing runs a change is tried alone.
const MANY_RUNS: usize = 8;
/// At most this many changes of one expression are tried.
const MANY_OF_ONE: usize = 120;
/// At most this many pairs are tried for a diagnosis.
const MANY_PAIRS: usize = 800;
/// At most this many pairs are tried in all.
const MANY_IN_ALL: usize = 3000;
/// At most this many are kept for a diagnosis.
const FEW: usize = 3;
/// In so many expressions changes are tried.
const MANY_COMPONENTS: usize = 16;

/// A change of one expression, and which failing runs it mends alone.
pub struct Half {
    /// In which function.
    pub function: FunctionId,
    /// The change.
    pub change: Change,
    /// Which of the failing runs.
    pub mends: Vec<bool>,
}

/// Pairs of changes with which all runs pass.
pub fn pairs(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    (diagnoses, report): (&[Vec<ComponentId>], &LocalizationReport),
    trial: &mut Trial<'_>,
) -> Vec<Candidate> {
    let mut halves: FxHashMap<ComponentId, Vec<Half>> = FxHashMap::default();
    let mut found = Vec::new();
    let mut n_tries = 0;
    for (diagnosis, components) in diagnoses.iter().enumerate() {
        let &[first, second] = &components[..] else { continue };
        for (k, component) in [first, second].into_iter().enumerate() {
            if !halves.contains_key(&component) && halves.len() < MANY_COMPONENTS {
                let hints = report.diagnoses.get(diagnosis).map(|known| Hints::new(known, k)).unwrap_or_default();
                halves.insert(component, alone(program, vocabulary, (component, &hints), trial));
            }
        }
        let (Some(first), Some(second)) = (halves.get(&first), halves.get(&second)) else { continue };
        let mut n_found = 0;
        for (a, b) in in_order(first, second).into_iter().take(MANY_PAIRS) {
            if n_found == FEW || n_tries == MANY_IN_ALL {
                break;
            }
            n_tries += 1;
            let changes = [(a.function, &a.change), (b.function, &b.change)];
            if trial.passes(&changes) {
                n_found += 1;
                let runs_come_there = trial.comes_there(&changes);
                let (edit, others) = (a.change.edit(), vec![b.change.edit()]);
                let size = a.change.size(program).max(b.change.size(program));
                found.push(Candidate { diagnosis, edit, others, size, runs_come_there });
            }
        }
    }
    found
}

/// The changes of one expression, each tried alone.
fn alone(
    program: &Program,
    vocabulary: &Vocabulary<'_>,
    (component, hints): (ComponentId, &Hints),
    trial: &mut Trial<'_>,
) -> Vec<Half> {
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    for (function, expr) in evaluations(program, component) {
        for change in changes::changes(program, function, expr, vocabulary, hints) {
            if known.len() < MANY_OF_ONE
                && known.insert((change.span, change.new.clone()))
                && let Some(mends) = trial.mended((function, &change), MANY_RUNS)
            {
                found.push(Half { function, change, mends });
            }
        }
    }
    found
}

/// The pairs of changes that do not overlap, those first that mend most runs.
fn in_order<'h>(first: &'h [Half], second: &'h [Half]) -> Vec<(&'h Half, &'h Half)> {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let mut pairs: Vec<(&Half, &Half)> = pairs.filter(|(a, b)| are_apart(&a.change, &b.change)).collect();
    pairs.sort_by_key(|(a, b)| std::cmp::Reverse(n_mended(a, b)));
    pairs
}

/// How many failing runs the one or the other mends alone.
pub fn n_mended(a: &Half, b: &Half) -> usize {
    a.mends.iter().zip(&b.mends).filter(|&(&a, &b)| a || b).count()
}

/// Whether both can be made.
pub fn are_apart(a: &Change, b: &Change) -> bool {
    let (a, b) = (a.span, b.span);
    a.file != b.file || a.end <= b.start || b.end <= a.start
}
