//! The static backward slice of a property: the items that it can depend on in any run.
//!
//! Unrolling once more with a fresh variable in place of each item's value shows what each value is
//! computed from directly; the rest is reachability. Pointers keep their values, because what they
//! can point to is read off them; their items are taken to be in the slice.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_check::Analysis;
use whyc_ir::program::FunctionId;
use whyc_ir::property::PropertyId;
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::Bounds;
use whyc_unroll::rewrite::{Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot, StepKind};

use super::items::{Item, ItemKind};
use super::places::{PlaceKey, Places};

/// Whether the violated property can depend on an item; `None` if a limit comes first.
pub fn relevant(
    analysis: &mut Analysis,
    places: &mut Places,
    bounds: &Bounds,
    items: &[Item],
    violated: PropertyId,
) -> Option<Vec<bool>> {
    let mut relevant = vec![false; items.len()];
    let mut traced = FxHashMap::default();
    for (idx, item) in items.iter().enumerate() {
        let Some(key) = item.key else {
            // Elements of large storage are not traced.
            relevant[idx] = item.part.is_some();
            continue;
        };
        let terms = &analysis.engine.terms;
        let constant = match item.kind {
            ItemKind::Input { .. } => false,
            ItemKind::Value { value, ty, .. } => {
                relevant[idx] = analysis.program.types.is_pointer(ty);
                relevant[idx] || terms.as_bits(value).is_some()
            }
            ItemKind::Branch { cond } => terms.as_bool(cond).is_some(),
            ItemKind::Switch { value, .. } => terms.as_bits(value).is_some(),
        };
        if !constant {
            traced.insert(key, idx);
        }
    }
    let mut tracing = Tracing { places, traced, fresh: FxHashMap::default(), defined: FxHashMap::default() };
    tracing.places.begin();
    let unrolling = analysis.unroll_with(bounds, &mut tracing).ok()?;
    let defined = tracing.defined;
    let mut open: Vec<TermId> = Vec::new();
    for step in unrolling.steps.iter() {
        match step.kind {
            StepKind::Check { property, cond } if property == violated => open.extend([step.guard, cond]),
            _ => {}
        }
    }
    let terms = &analysis.engine.terms;
    let mut seen: FxHashSet<TermId> = open.iter().copied().collect();
    while let Some(term) = open.pop() {
        if let Some(&(item, definition)) = defined.get(&term) {
            relevant[item] = true;
            if seen.insert(definition) {
                open.push(definition);
            }
        }
        open.extend(terms.children(term).filter(|&child| seen.insert(child)));
    }
    Some(relevant)
}

struct Tracing<'a> {
    places: &'a mut Places,
    traced: FxHashMap<PlaceKey, usize>,
    /// The variable that stands for an item.
    fresh: FxHashMap<usize, TermId>,
    /// For each such variable its item and what it is computed from.
    defined: FxHashMap<TermId, (usize, TermId)>,
}

impl Rewrite for Tracing<'_> {
    fn define(&mut self, terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        let key = self.places.key(site, what);
        let Some(&item) = self.traced.get(&key) else { return value };
        let sort = terms.sort(value);
        let fresh = *self.fresh.entry(item).or_insert_with(|| terms.input(sort));
        self.defined.insert(fresh, (item, value));
        fresh
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        self.places.enter(frame, function, site);
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.places.declare(site, root);
    }
}
