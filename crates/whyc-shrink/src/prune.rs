//! Leaving out ever smaller pieces, until no single unit can be left out.

use crate::search::Search;
use crate::subset::Subset;

/// What is left of `kept` when as many `units` (each some atoms that go together) are left out as possible, large pieces first,
/// the last units first. No single unit can be left out of the result: it is 1-minimal, unless the search was stopped.
pub fn prune(search: &mut Search<'_>, mut kept: Subset, units: &[Subset]) -> Subset {
    let mut left = present(units, &kept);
    let mut size = left.len();
    while size > 0 {
        let before = kept.len();
        kept = pass(search, kept, &left, size);
        left = present(units, &kept);
        // What could not be left out before may be now that something else is gone: single units are tried again.
        if size > 1 || kept.len() == before {
            size = (size / 2).min(left.len());
        }
    }
    kept
}

/// The same for `n` single atoms, all of which are kept at first.
pub fn prune_list(search: &mut Search<'_>, n: usize) -> Subset {
    prune(search, Subset::all(n), &crate::bisect::singles(n))
}

/// The units of which something is kept.
fn present(units: &[Subset], kept: &Subset) -> Vec<Subset> {
    units.iter().map(|unit| unit.and(kept)).filter(|unit| !unit.is_empty()).collect()
}

/// Tries to leave out each piece of `size` units once, the last first.
fn pass(search: &mut Search<'_>, mut kept: Subset, units: &[Subset], size: usize) -> Subset {
    let none = Subset::none(kept.n_atoms());
    let pieces: Vec<Subset> =
        units.rchunks(size).map(|piece| piece.iter().fold(none.clone(), |all, unit| all.or(unit))).collect();
    let mut at = 0;
    while at < pieces.len() {
        let found = search.first_interesting(pieces.len() - at, &|i| kept.minus(&pieces[at + i]));
        let Some(i) = found else { break };
        kept = kept.minus(&pieces[at + i]);
        search.tell(&kept);
        at += i + 1;
    }
    search.tell(&kept);
    kept
}
