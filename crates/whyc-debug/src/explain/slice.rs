//! Δ-slicing: which of the differences between two runs matter.
//!
//! Each difference may be undone: the item keeps the failing run's value, or it has the passing
//! run's value *and* that is what its expression gives from the values before it. Everything that
//! does not differ is a constant. The fewest differences with which nothing fails are the slice;
//! there may be several of the same size, each a way in which the failure is avoided.
//!
//! The system is made by unrolling once more and giving each item its choice on the way, so that
//! what does not differ folds away and one Boolean per difference is left. A join that has nothing to
//! choose (its branch goes the same way in both runs) only passes a value on and is not there at all.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whyc_check::Analysis;
use whyc_check::chain::Chain;
use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::enumerate::{Blocking, Coverage, enumerate};
use whyc_sat::optimise::objective::Objective;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::Failure;
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot};

use super::Task;
use super::contents::Contents;
use super::items::{Item, ItemKind, Sample};
use super::places::{PlaceKey, Places};

/// More slices than this are not listed.
const MANY_SLICES: usize = 64;

/// The differences that matter.
#[derive(Clone, Debug)]
pub struct Sliced {
    /// One or more smallest sets of differences that avoid the failure, as indices of items.
    pub slices: Vec<Vec<usize>>,
    /// Whether it is proved that there are no smaller ones and, if all were asked for, no others.
    pub proved: bool,
}

impl Sliced {
    /// How many differences matter.
    pub fn size(&self) -> usize {
        self.slices.first().map_or(usize::MAX, Vec::len)
    }
}

/// What is done with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// It has this value.
    Fixed(u128),
    /// It has the first value, or the second if its expression gives it.
    Choice(usize, u128, u128),
}

/// A difference that may be undone.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Which item.
    pub item: usize,
    /// That it is not undone: a Boolean input.
    pub kept: TermId,
    /// That keeping it obeys its expression: a Boolean term.
    pub obeys: TermId,
}

/// How many slices are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMany {
    /// Any one: enough to know the size.
    Any,
    /// One that the passing run bears out best.
    Best,
    /// All.
    All,
}

/// The smallest slices of `changed`, the items in which `passing` differs.
pub fn slice(task: &mut Task<'_>, passing: &Sample, changed: &[usize], how_many: HowMany) -> Sliced {
    let whole = Sliced { slices: vec![changed.to_vec()], proved: false };
    let plans = plans(&task.items, &task.failing, passing, changed);
    let contents =
        Contents::new(&task.analysis.engine.terms, &task.unrolling, &task.items, &task.failing, passing, changed);
    let Ok(relaxed) = relax(task.analysis, &mut task.places, &task.bounds, plans, contents) else { return whole };
    let choices = relaxed.choices;
    let hard: Vec<TermId> = choices.iter().map(|choice| choice.obeys).chain([relaxed.passes]).collect();
    let assumptions: Vec<Lit> = hard.iter().map(|&term| task.analysis.engine.lit(term)).collect();
    let kept: Vec<(Lit, usize)> =
        choices.iter().map(|choice| (task.analysis.engine.lit(choice.kept), choice.item)).collect();
    let mut sliced = smallest(task, &kept, &assumptions, how_many).unwrap_or(whole);
    // What the passing run does not even execute explains less than what it does.
    let unexecuted = |slice: &Vec<usize>| slice.iter().filter(|&&idx| !passing.reaches[task.items[idx].step]).count();
    sliced.slices.sort_by_cached_key(|slice| (unexecuted(slice), slice.clone()));
    if how_many != HowMany::All {
        sliced.slices.truncate(1);
    }
    sliced
}

/// The program in which differences may be undone.
pub struct Relaxed {
    pub(super) choices: Vec<Choice>,
    /// That nothing fails: a Boolean term.
    pub(super) passes: TermId,
}

/// Unrolls with the choices that `plans` leave.
pub fn relax(
    analysis: &mut Analysis,
    places: &mut Places,
    bounds: &Bounds,
    plans: FxHashMap<PlaceKey, Plan>,
    contents: Contents,
) -> Result<Relaxed, Failure> {
    places.begin();
    let mut relaxing = Relaxing { places, plans, contents, choices: Vec::new() };
    let unrolling = analysis.unroll_with(bounds, &mut relaxing)?;
    let choices = relaxing.choices;
    let chain = Chain::new(&unrolling, analysis.properties.all().len(), &mut analysis.engine.terms);
    Ok(Relaxed { choices, passes: chain.passes })
}

/// The smallest sets of `kept` literals under `assumptions`, as items; `None` if there is none or a limit comes first.
fn smallest(task: &mut Task<'_>, kept: &[(Lit, usize)], assumptions: &[Lit], how_many: HowMany) -> Option<Sliced> {
    let session = &mut task.analysis.engine.sat;
    let objective = Objective::count(kept.iter().map(|&(lit, _)| lit));
    let optimum = minimise_count(session, &objective, assumptions, &mut |_| {});
    let best = optimum.best?;
    let chosen = |value: &dyn Fn(Lit) -> bool| -> Vec<usize> {
        let mut items: Vec<usize> = kept.iter().filter(|&&(lit, _)| value(lit)).map(|&(_, item)| item).collect();
        items.sort_unstable();
        items
    };
    let first = chosen(&|lit| best.model.value(lit));
    if optimum.status != Status::Optimal {
        return Some(Sliced { slices: vec![first], proved: false });
    }
    if how_many == HowMany::Any {
        return Some(Sliced { slices: vec![first], proved: true });
    }
    let lits: Vec<Lit> = kept.iter().map(|&(lit, _)| lit).collect();
    let pinned: Vec<Lit> = assumptions.iter().chain(&optimum.pin).copied().collect();
    let mut slices = Vec::new();
    let coverage = enumerate(session, &lits, &pinned, Blocking::SameValues, &mut |session| {
        slices.push(chosen(&|lit| session.value(lit)));
        if slices.len() < MANY_SLICES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if slices.is_empty() {
        slices.push(first);
    }
    let proved = how_many == HowMany::Best || coverage == Coverage::All;
    Some(Sliced { slices, proved })
}

/// What is done with each item, by its name.
pub fn plans(items: &[Item], failing: &Sample, passing: &Sample, changed: &[usize]) -> FxHashMap<PlaceKey, Plan> {
    let mut is_changed = vec![false; items.len()];
    for &item in changed {
        is_changed[item] = true;
    }
    let mut plans = FxHashMap::default();
    for (idx, item) in items.iter().enumerate() {
        // What does not count is left to follow from what does.
        let Some(key) = item.key.filter(|_| item.counts) else { continue };
        plans.insert(key, plan(item, idx, failing, passing, is_changed[idx]));
    }
    plans
}

fn plan(item: &Item, idx: usize, failing: &Sample, passing: &Sample, changed: bool) -> Plan {
    let (from, to) = (failing.bits(item), passing.bits(item));
    match (item.kind, changed) {
        (_, true) if from != to => Plan::Choice(idx, from, to),
        // Of a decision, what counts is where it is made; a run that does not come there only imagines it.
        (ItemKind::Branch { .. } | ItemKind::Switch { .. }, _) => {
            let imagined = !failing.reaches[item.step] && passing.reaches[item.step];
            Plan::Fixed(if imagined { to } else { from })
        }
        (ItemKind::Input { .. } | ItemKind::Value { .. }, _) => Plan::Fixed(from),
    }
}

struct Relaxing<'a> {
    places: &'a mut Places,
    plans: FxHashMap<PlaceKey, Plan>,
    contents: Contents,
    choices: Vec<Choice>,
}

impl Rewrite for Relaxing<'_> {
    fn define(&mut self, terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        let key = self.places.key(site, what);
        match self.plans.get(&key) {
            None => value,
            Some(&Plan::Fixed(bits)) => constant(terms, value, bits),
            Some(&Plan::Choice(item, from, to)) => {
                let (from, to) = (constant(terms, value, from), constant(terms, value, to));
                // An uninitialised part is defined once and read often.
                let known = if let Defined::Cell { .. } = what { kept_of(&self.choices, item) } else { None };
                let kept = known.unwrap_or_else(|| terms.input(Sort::Bool));
                if known.is_none() {
                    let given = matches!(what, Defined::Input | Defined::Cell { .. });
                    let obeys = if given { terms.bool_const(true) } else { equal(terms, value, to) };
                    let obeys = terms.implies(kept, obeys);
                    self.choices.push(Choice { item, kept, obeys });
                }
                terms.ite(kept, to, from)
            }
        }
    }

    fn content(&mut self, terms: &mut TermStore, _root: ObjectRoot, array: TermId) -> TermId {
        self.contents.term(terms, array, &mut self.choices)
    }

    fn enter(&mut self, frame: FrameId, function: whyc_ir::program::FunctionId, site: Site<'_>) {
        self.places.enter(frame, function, site);
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.places.declare(site, root);
    }
}

/// The Boolean that a difference has already.
pub fn kept_of(choices: &[Choice], item: usize) -> Option<TermId> {
    choices.iter().find(|choice| choice.item == item).map(|choice| choice.kept)
}

/// `bits` as a term of the sort of `like`.
pub fn constant(terms: &mut TermStore, like: TermId, bits: u128) -> TermId {
    match terms.sort(like) {
        Sort::Bool => terms.bool_const(bits != 0),
        _ => {
            let width = terms.width(like);
            terms.bits(width, bits)
        }
    }
}

/// That two terms of one sort are equal.
pub fn equal(terms: &mut TermStore, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Bool => terms.iff(a, b),
        _ => terms.eq(a, b),
    }
}
