//! A suspended pointer: null, or one of the addresses that it could be meant to hold.

use whyc_ir::layout;
use whyc_term::{TermId, TermStore};

/// Where a choice comes from: choice `k` (Boolean).
type Choices<'a> = &'a mut dyn FnMut(&mut TermStore, usize) -> TermId;

/// Null or one of `addresses`, which are in order. For each object there is one choice whether it is that one, the last one
/// counts: solvers find this easier than a number of the object. The place in the object is a number, the same choices
/// for all objects, since only one of them is pointed to.
pub fn any_of(terms: &mut TermStore, addresses: &[u64], width: u32, choices: Choices<'_>) -> TermId {
    let object = |address: &u64| layout::split_pointer(*address).0;
    let objects: Vec<&[u64]> = addresses.chunk_by(|a, b| object(a) == object(b)).collect();
    let most = objects.iter().map(|places| places.len()).max().unwrap_or(1);
    let n_bits = most.next_power_of_two().trailing_zeros() as usize;
    let mut pointer = terms.bits(width, 0);
    for (k, places) in objects.into_iter().enumerate() {
        let places: Vec<TermId> = places.iter().map(|&address| terms.bits(width, u128::from(address))).collect();
        let place = one_of(terms, &places, 0, choices);
        let chosen = choices(terms, n_bits + k);
        pointer = terms.ite(chosen, place, pointer);
    }
    pointer
}

/// One of `places`, of which there is one at least: each choice halves them, so that whatever is chosen is one of them.
fn one_of(terms: &mut TermStore, places: &[TermId], depth: usize, choices: Choices<'_>) -> TermId {
    if let [only] = places {
        return *only;
    }
    let (low, high) = places.split_at(places.len() / 2);
    let (low, high) = (one_of(terms, low, depth + 1, choices), one_of(terms, high, depth + 1, choices));
    let is_high = choices(terms, depth);
    terms.ite(is_high, high, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_term::{Evaluator, Sort, Valuation};

    #[test]
    fn every_address_can_be_chosen_and_nothing_else() {
        let mut terms = TermStore::new();
        let mut addresses: Vec<u64> = (0..5).map(|k| layout::pointer(3, 4 * k)).collect();
        addresses.push(layout::pointer(7, 0));
        let mut inputs = Vec::new();
        let mut choices = |terms: &mut TermStore, k: usize| {
            while inputs.len() <= k {
                inputs.push(terms.input(Sort::Bool));
            }
            inputs[k]
        };
        let pointer = any_of(&mut terms, &addresses, 64, &mut choices);
        let mut found: Vec<u64> = (0u32..1 << inputs.len())
            .map(|bits| {
                let mut valuation = Valuation::new();
                for (k, &input) in inputs.iter().enumerate() {
                    let input = terms.input_id(input).expect("it should be an input");
                    valuation.set_bool(input, bits >> k & 1 == 1);
                }
                Evaluator::new(&terms, &valuation).bits(pointer) as u64
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        addresses.insert(0, 0);
        assert_eq!(found, addresses);
    }
}
