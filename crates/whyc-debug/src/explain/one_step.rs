//! Slicing in one step: the run is chosen for the size of its slice, not for its distance.
//!
//! Beside the relaxed system of [`super::slice`] stands an ordinary run, the shadow. Each item has the failing
//! run's value, or the shadow's if that is also what its expression gives. Both must pass; as few items as
//! possible may differ. What differs is then a part of what differs in the shadow.

use rustc_hash::FxHashMap;
use whyc_check::chain::Chain;
use whyc_ir::program::FunctionId;
use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::objective::Objective;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::rewrite::{Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot};

use super::Task;
use super::items::{ItemKind, Sample};
use super::places::{PlaceKey, Places};
use super::slice::{Choice, Sliced, constant, equal, kept_of};

/// A passing run with the smallest slice that any has, and that slice; `None` if there is none.
pub fn smallest_slice(task: &mut Task<'_>, wishes: &[Lit]) -> Option<(Sample, Sliced)> {
    let mut shadows = FxHashMap::default();
    for (idx, item) in task.items.iter().enumerate() {
        let Some(key) = item.key.filter(|_| item.counts) else { continue };
        let term = match item.kind {
            ItemKind::Input { value, .. } | ItemKind::Value { value, .. } | ItemKind::Switch { value, .. } => value,
            ItemKind::Branch { cond } => cond,
        };
        shadows.insert(key, (idx, term, task.failing.bits(item)));
    }
    let mut shadowing = Shadowing { places: &mut task.places, shadows, choices: Vec::new() };
    shadowing.places.begin();
    let unrolling = task.analysis.unroll_with(&task.bounds, &mut shadowing).ok()?;
    let choices = shadowing.choices;
    let n_properties = task.analysis.properties.all().len();
    let chain = Chain::new(&unrolling, n_properties, &mut task.analysis.engine.terms);
    let hard: Vec<TermId> =
        choices.iter().map(|choice| choice.obeys).chain([chain.passes, task.chain.passes]).collect();
    let mut assumptions: Vec<Lit> = hard.iter().map(|&term| task.analysis.engine.lit(term)).collect();
    assumptions.extend(wishes);
    let kept: Vec<(Lit, usize)> =
        choices.iter().map(|choice| (task.analysis.engine.lit(choice.kept), choice.item)).collect();
    let objective = Objective::count(kept.iter().map(|&(lit, _)| lit));
    let optimum = minimise_count(&mut task.analysis.engine.sat, &objective, &assumptions, &mut |_| {});
    let best = optimum.best?;
    let mut slice: Vec<usize> = kept.iter().filter(|&&(lit, _)| best.model.value(lit)).map(|&(_, item)| item).collect();
    slice.sort_unstable();
    // Of the runs with this slice, one close by.
    let fixed = kept.iter().map(|&(lit, _)| if best.model.value(lit) { lit } else { !lit });
    let pattern: Vec<Lit> = assumptions.iter().copied().chain(fixed).collect();
    let passing = task.nearby(&pattern)?;
    let proved = optimum.status == Status::Optimal;
    Some((passing, Sliced { slices: vec![slice], proved }))
}

struct Shadowing<'a> {
    places: &'a mut Places,
    /// For each item its index, its value in an ordinary run and that in the failing one.
    shadows: FxHashMap<PlaceKey, (usize, TermId, u128)>,
    choices: Vec<Choice>,
}

impl Rewrite for Shadowing<'_> {
    fn define(&mut self, terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        let key = self.places.key(site, what);
        let Some(&(item, shadow, bits)) = self.shadows.get(&key) else { return value };
        if terms.sort(shadow) != terms.sort(value) {
            return value;
        }
        let was = constant(terms, value, bits);
        if shadow == was {
            return was;
        }
        let known = if let Defined::Cell { .. } = what { kept_of(&self.choices, item) } else { None };
        let kept = known.unwrap_or_else(|| terms.input(Sort::Bool));
        if known.is_none() {
            let given = matches!(what, Defined::Input | Defined::Cell { .. });
            let obeys = if given { terms.bool_const(true) } else { equal(terms, value, shadow) };
            let obeys = terms.implies(kept, obeys);
            self.choices.push(Choice { item, kept, obeys });
        }
        terms.ite(kept, shadow, was)
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        self.places.enter(frame, function, site);
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.places.declare(site, root);
    }
}
