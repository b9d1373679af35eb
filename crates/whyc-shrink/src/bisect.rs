//! Halving, once over everything: the search that Artho's "Iterative Delta Debugging" uses.

use crate::search::Search;
use crate::subset::Subset;

/// What is left of `kept` when `units` (each some atoms that go together) are left out by halves: all of them if that is
/// interesting, otherwise what can be left out of the second half, then of the first. Each unit is given one chance, in the company of
/// what was kept by then; the result need not be minimal.
pub fn bisect(search: &mut Search<'_>, kept: Subset, units: &[Subset]) -> Subset {
    let union = units.iter().fold(Subset::none(kept.n_atoms()), |all, unit| all.or(unit)).and(&kept);
    if union.is_empty() {
        return kept;
    }
    let without = kept.minus(&union);
    let is_interesting = search.is_interesting(&without);
    search.tell(if is_interesting { &without } else { &kept });
    if is_interesting {
        return without;
    }
    if units.len() <= 1 {
        return kept;
    }
    let (first, second) = units.split_at(units.len() / 2);
    let kept = bisect(search, kept, second);
    bisect(search, kept, first)
}

/// The same for `n` single atoms, all of which are kept at first.
pub fn bisect_list(search: &mut Search<'_>, n: usize) -> Subset {
    bisect(search, Subset::all(n), &singles(n))
}

/// Each atom on its own.
#[must_use]
pub fn singles(n: usize) -> Vec<Subset> {
    (0..n).map(|atom| Subset::of(n, [atom])).collect()
}
