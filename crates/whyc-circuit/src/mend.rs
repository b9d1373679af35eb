//! Where a circuit could be mended: the operators whose change would let the property hold.
//!
//! The question is the one that is asked of programs. An operator is let free in every cycle, everything else stays as the
//! failing runs have it: if some values of it keep the property from being violated, a change there may help. Then small
//! changes are made there, one at a time, and each is held against the failing runs, against runs that passed, and against all
//! runs up to a bound.
//!
//! `unfold` asks the question, `changes` makes the changes, `order` keeps nodes in theirs, `runs` knows what a run shows to who looks from outside.

mod changes;
mod order;
mod runs;
mod unfold;

use whyc_base::budget::Budget;

use crate::btor2::build;
use crate::btor2::model::{Kind, Model, Sort};
use crate::btor2::ops::Op;
use crate::check::{self, Goal, Options, Outcome, Scope};
use crate::design::Design;
use crate::property::Property;
use crate::trace::Counterexample;
use crate::vacuity;

pub use changes::{Change, What};
use runs::Runs;

/// At most this many places are looked at, those nearest to the property.
const MANY_PLACES: usize = 2000;
/// At most this many changes are tried at one place, more of them in a design of fewer nodes, and so many are kept.
const MANY_CHANGES: usize = 60;
const MORE_CHANGES: usize = 160;
const MANY_NODES: usize = 4000;
const MANY_KEPT: usize = 3;
/// A change is looked at for so many cycles more than the failing run has.
const MORE_CYCLES: usize = 16;
/// How much a change that is checked may cost.
const CONFLICTS: u64 = 20_000;

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The nodes that stand for it, by their positions in the model.
    pub nodes: Vec<usize>,
    /// The changes there that were found, the best first.
    pub fixes: Vec<Fix>,
}

/// A change that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it is.
    pub change: Change,
    /// Whether every run holds, or only those up to this cycle.
    pub holds: Holds,
    /// How many of the runs that passed look other than before, and how many there are.
    pub differs: (usize, usize),
}

/// How far a property is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// In all runs.
    Always,
    /// Up to this cycle.
    UpTo(usize),
}

/// What may stand in a place that is changed.
pub struct Around<'a> {
    /// The conditions that may be lacking at a node, beside signals.
    pub conditions: &'a dyn Fn(usize) -> Vec<usize>,
    /// Whether a signal is one of those that may stand there: not one that only properties look at.
    pub is_known: &'a dyn Fn(usize) -> bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The places, the likeliest first.
    pub places: Vec<Place>,
    /// How many were asked about.
    pub n_asked: usize,
    /// Whether a limit came before all had been asked about.
    pub is_cut_short: bool,
}

/// The places where a change may help, for a design of words. `place` says which place a node stands for: none if it is not to
/// blame.
///
/// None if arrays are so large that only some of their elements are looked at, or if the run goes on forever.
#[must_use]
pub fn mend(
    design: &Design,
    run: &Counterexample,
    place: &dyn Fn(usize) -> Option<usize>,
    around: &Around<'_>,
    budget: &Budget,
) -> Option<Mended> {
    let words = design.words.as_ref().filter(|_| !design.has_large_arrays())?;
    let &Property::Bad(bad) = &run.property else { return None };
    let model = &words.model;
    let candidates = candidates(model, bad, place);
    let runs = Runs::new(design, run);
    let mut found = Mended { places: Vec::new(), n_asked: 0, is_cut_short: false };
    for nodes in candidates {
        if budget.check().is_err() {
            found.is_cut_short = true;
            break;
        }
        found.n_asked += 1;
        if unfold::helps(design, &nodes, run, budget) {
            found.places.push(Place { nodes, fixes: Vec::new() });
        }
    }
    for place in &mut found.places {
        if budget.check().is_err() {
            found.is_cut_short = true;
            break;
        }
        let changes = changes::all(model, &place.nodes, around);
        place.fixes = fixes(model, changes, bad, run, &runs, budget);
    }
    // Who has a change that keeps what was right comes first; then in the order of nearness.
    let worth =
        |place: &Place| place.fixes.first().map_or((2, 0), |fix| (usize::from(fix.differs.0 > 0), fix.differs.0));
    found.places.sort_by_key(worth);
    Some(found)
}

/// What the property depends on, the nearest first; nodes of one place and one kind together.
fn candidates(model: &Model, bad: usize, place: &dyn Fn(usize) -> Option<usize>) -> Vec<Vec<usize>> {
    let mut distance = vec![usize::MAX; model.nodes.len()];
    let mut queue = std::collections::VecDeque::from([model.bad[bad].operand.node]);
    distance[model.bad[bad].operand.node] = 0;
    let mut order = Vec::new();
    while let Some(node) = queue.pop_front() {
        order.push(node);
        let operands: Vec<usize> = match &model.nodes[node].kind {
            Kind::Apply(_, operands) => operands.iter().map(|it| it.node).collect(),
            Kind::State => {
                let state = model.states.iter().find(|state| state.node == node);
                state.into_iter().flat_map(|state| state.next.into_iter().chain(state.init)).map(|it| it.node).collect()
            }
            Kind::Const(_) | Kind::Input => Vec::new(),
        };
        for operand in operands {
            if distance[operand] == usize::MAX {
                distance[operand] = distance[node] + 1;
                queue.push_back(operand);
            }
        }
    }
    let mut places: Vec<(usize, Op, Vec<usize>)> = Vec::new();
    for node in order {
        let (Kind::Apply(op, _), Sort::Bits(_)) = (&model.nodes[node].kind, model.nodes[node].sort) else { continue };
        let Some(place) = place(node) else { continue };
        match places.iter_mut().find(|(known, other, _)| *known == place && other == op) {
            Some((_, _, nodes)) => nodes.push(node),
            None => places.push((place, *op, vec![node])),
        }
    }
    let sorted = |(_, _, mut nodes): (usize, Op, Vec<usize>)| {
        nodes.sort_unstable();
        nodes
    };
    places.into_iter().take(MANY_PLACES).map(sorted).collect()
}

fn fixes(
    model: &Model,
    changes: Vec<(u32, Change)>,
    bad: usize,
    run: &Counterexample,
    runs: &Runs,
    budget: &Budget,
) -> Vec<Fix> {
    let mut found: Vec<(u32, Fix)> = Vec::new();
    let most = if model.nodes.len() > MANY_NODES { MANY_CHANGES } else { MORE_CHANGES };
    for (cost, change) in changes.into_iter().take(most) {
        // What is far from what is there is tried where nothing nearer helps.
        if cost > changes::FAR && !found.is_empty() {
            break;
        }
        let changed = change.made(model);
        let Ok(design) = build::build(changed.clone(), budget) else { continue };
        if !runs.passes(&design) {
            continue;
        }
        // Where nobody comes to the question any more, nothing is mended.
        let asked = vacuity::presupposed(&changed, bad);
        let is_asked = !asked.is_empty();
        let asking = vacuity::asking(&changed, &[(bad, asked)], budget).filter(|_| is_asked);
        let circuit = asking.as_ref().map_or(&design.circuit, |it| &it.circuit);
        let options =
            Options { goal: Goal::Either, bound: run.depth + MORE_CYCLES, budget: budget.clone().with_work(CONFLICTS) };
        let properties: Vec<Property> = Property::all_bad(circuit);
        let mut outcomes = check::decide(circuit, &properties, &options, Scope::Proofs, &mut |_| {}).outcomes;
        if asking.is_some()
            && let Some(Outcome::Proved(_) | Outcome::HoldsUpTo(_)) = outcomes.pop()
        {
            continue;
        }
        let Some(holds) = holds(&outcomes, bad, runs) else { continue };
        let differs = runs.differing(&design);
        // Who does something else most of the time has not been mended.
        if 3 * differs.0 <= differs.1 {
            found.push((cost, Fix { change, holds, differs }));
        }
    }
    found.sort_by_key(|(cost, fix)| (fix.differs.0 > 0, fix.differs.0, *cost));
    found.truncate(MANY_KEPT);
    found.into_iter().map(|(_, fix)| fix).collect()
}

/// How far the property holds; none if it does not, or another one fails that did not before.
fn holds(outcomes: &[Outcome], bad: usize, runs: &Runs) -> Option<Holds> {
    let of = |outcome: &Outcome| match outcome {
        Outcome::Violated(_) | Outcome::Reached(_) => None,
        Outcome::Proved(_) => Some(Holds::Always),
        Outcome::HoldsUpTo(cycle) => Some(Holds::UpTo(*cycle)),
        Outcome::Unknown { checked, .. } => Some(Holds::UpTo(checked.saturating_sub(1))),
    };
    let others_hold =
        outcomes.iter().enumerate().all(|(idx, it)| idx == bad || runs.was_violated(idx) || of(it).is_some());
    of(&outcomes[bad]).filter(|_| others_hold)
}

#[cfg(test)]
mod tests;
