//! What large variables hold that were never set: arrays, of which a run reads some elements.
//!
//! For Δ-slicing such an array is a constant but for the elements that differ between the two runs: each of
//! those is the failing run's, or the passing run's if its difference is kept.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::step::{StepKind, Unrolling};

use super::items::{Item, Part, Sample};
use super::slice::Choice;

/// The elements that two runs read, by array input.
pub struct Contents {
    by_array: FxHashMap<TermId, BTreeMap<u64, Element>>,
    /// The arrays as terms, once they are asked for.
    made: FxHashMap<TermId, TermId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Element {
    failing: Option<u128>,
    passing: Option<u128>,
    /// The difference that it belongs to.
    item: Option<usize>,
}

/// Whether any run reads large variables that were never set.
pub fn has_large_storage(unrolling: &Unrolling) -> bool {
    unrolling.steps.iter().any(|step| match &step.kind {
        StepKind::Storage { cells, reads, .. } => !reads.is_empty() || cells.iter().any(|cell| cell.array.is_some()),
        _ => false,
    })
}

impl Contents {
    /// Of two runs that differ in `changed`.
    pub fn new(
        terms: &TermStore,
        unrolling: &Unrolling,
        items: &[Item],
        failing: &Sample,
        passing: &Sample,
        changed: &[usize],
    ) -> Self {
        let mut by_array: FxHashMap<TermId, BTreeMap<u64, Element>> = FxHashMap::default();
        for (idx, item) in items.iter().enumerate() {
            let is_changed = changed.binary_search(&idx).is_ok();
            for (sample, is_failing) in [(failing, true), (passing, false)] {
                for (array, index, value) in elements(terms, unrolling, item, sample) {
                    let element = by_array.entry(array).or_default().entry(index).or_default();
                    *(if is_failing { &mut element.failing } else { &mut element.passing }) = Some(value);
                    if is_changed && element.item.is_none() {
                        element.item = Some(idx);
                    }
                }
            }
        }
        Self { by_array, made: FxHashMap::default() }
    }

    /// The array to go on with instead of the input `array`.
    pub fn term(&mut self, terms: &mut TermStore, array: TermId, choices: &mut Vec<Choice>) -> TermId {
        if let Some(&made) = self.made.get(&array) {
            return made;
        }
        let Sort::Array { index: index_bits, element: bits } = terms.sort(array) else { return array };
        let zero = terms.bits(bits, 0);
        let mut term = terms.const_array(index_bits, zero);
        for (&index, element) in self.by_array.get(&array).into_iter().flatten() {
            let value = match (element.failing, element.passing, element.item) {
                (Some(from), Some(to), Some(item)) if from != to => {
                    let known = super::slice::kept_of(choices, item);
                    let kept = known.unwrap_or_else(|| terms.input(Sort::Bool));
                    if known.is_none() {
                        choices.push(Choice { item, kept, obeys: terms.bool_const(true) });
                    }
                    let (from, to) = (terms.bits(bits, from), terms.bits(bits, to));
                    terms.ite(kept, to, from)
                }
                // What only one of the runs reads is not a difference.
                (from, to, _) => terms.bits(bits, from.or(to).unwrap_or(0)),
            };
            let index = terms.bits(index_bits, u128::from(index));
            term = terms.store(term, index, value);
        }
        self.made.insert(array, term);
        term
    }
}

/// The elements of arrays that an item is in a run: the array, the index, the value.
fn elements(terms: &TermStore, unrolling: &Unrolling, item: &Item, sample: &Sample) -> Vec<(TermId, u64, u128)> {
    let StepKind::Storage { cells, reads, .. } = &unrolling.steps[item.step].kind else { return Vec::new() };
    match item.part {
        Some(Part::Read(k)) => {
            let seen = sample.run.reads.get(&item.step).and_then(|reads| reads.get(k));
            seen.map(|&(index, value)| (reads[k].array, index, value)).into_iter().collect()
        }
        Some(Part::Cell(k)) => {
            let cell = &cells[k];
            let Some(array) = cell.array else { return Vec::new() };
            let Sort::Array { element, .. } = terms.sort(array) else { return Vec::new() };
            let content = terms.input_id(array).and_then(|input| sample.valuation.array(input));
            let value = |index: u64| content.map_or(0, |content| content.at(u128::from(index)));
            let width = u64::from(unrolling.symbols[cell.target.symbol].bits);
            let first = cell.offset_bits / u64::from(element);
            let last = (cell.offset_bits + width - 1) / u64::from(element);
            (first..=last).map(|index| (array, index, value(index))).collect()
        }
        None => Vec::new(),
    }
}
