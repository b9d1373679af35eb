//! A smallest part of a difference that is still what is wanted, beyond what taking away one thing at a time finds.
//!
//! Some differences go only together: the brace that ends one function and the one that begins the next, or a name that is new wherever it
//! is used. So where nothing can be taken away alone, neighbours are tried together, and all that mention one name.

use std::collections::{BTreeMap, BTreeSet};

use whyc_shrink::tree::{self, Tree};
use whyc_shrink::{Search, Subset};

use crate::change::{Atom, Difference};

/// Up to so many that stand one after the other are left out at once.
const WINDOW: usize = 8;

/// The fewest of the differences that the search finds.
pub fn smallest(search: &mut Search<'_>, difference: &Difference, forest: &[Tree]) -> Subset {
    let mut chosen = tree::prune(search, Subset::all(difference.atoms.len()), forest);
    loop {
        let units = units(&chosen, forest);
        let groups = names(difference, &units).into_iter().chain(windows(&units));
        let groups: Vec<Subset> = groups.filter(|group| !chosen.minus(group).is_empty()).collect();
        let Some(found) = search.first_interesting(groups.len(), &|i| chosen.minus(&groups[i])) else { return chosen };
        chosen = tree::prune(search, chosen.minus(&groups[found]), forest);
    }
}

/// What is left of the atoms that go only together.
fn units(chosen: &Subset, forest: &[Tree]) -> Vec<Subset> {
    let n = chosen.n_atoms();
    let (mut found, mut waiting): (_, Vec<&Tree>) = (Vec::new(), forest.iter().rev().collect());
    while let Some(tree) = waiting.pop() {
        let own = Subset::of(n, tree.atoms.iter().copied()).and(chosen);
        found.extend((!own.is_empty()).then_some(own));
        waiting.extend(tree.children.iter().rev());
    }
    // Neighbours are those that stand beside each other.
    found.sort_by_key(|unit| unit.iter().next());
    found
}

fn all(units: &[Subset]) -> Option<Subset> {
    units.iter().cloned().reduce(|all, unit| all.or(&unit))
}

fn windows(units: &[Subset]) -> Vec<Subset> {
    (2..=WINDOW.min(units.len().saturating_sub(1))).flat_map(|size| units.windows(size).filter_map(all)).collect()
}

/// The units that mention a name, for each that several do; and those that are connected by names that come or go, as when several things are
/// called differently from now on.
fn names(difference: &Difference, units: &[Subset]) -> Vec<Subset> {
    let (mut mentioned, mut changed): (BTreeMap<&str, Vec<usize>>, Vec<BTreeSet<&str>>) = Default::default();
    for (i, unit) in units.iter().enumerate() {
        let atoms = || unit.iter().filter_map(|atom| difference.atoms.get(atom));
        let side = |of: fn(&Atom) -> Option<&(usize, String)>| -> BTreeSet<&str> {
            atoms().filter_map(of).flat_map(|(_, text)| identifiers(text)).collect()
        };
        let (old, new) = (side(|atom| atom.old.as_ref()), side(|atom| atom.new.as_ref()));
        old.union(&new).for_each(|name| mentioned.entry(name).or_default().push(i));
        changed.push(old.symmetric_difference(&new).copied().collect());
    }
    let several = mentioned.values().filter(|of| of.len() > 1 && of.len() < units.len());
    let by_name = several.map(|of| of.iter().map(|&i| units[i].clone()).collect::<Vec<_>>());
    let mut islands: Vec<(BTreeSet<&str>, Vec<usize>)> = Vec::new();
    for (i, own) in changed.into_iter().enumerate().filter(|(_, own)| !own.is_empty()) {
        let (near, rest): (Vec<_>, Vec<_>) = islands.into_iter().partition(|(names, _)| !names.is_disjoint(&own));
        let mut island = (own, vec![i]);
        for (names, of) in near {
            island.0.extend(names);
            island.1.extend(of);
        }
        islands = rest;
        islands.push(island);
    }
    let islands = islands.into_iter().filter(|(_, of)| of.len() > 1 && of.len() < units.len());
    let islands = islands.map(|(_, of)| of.into_iter().map(|i| units[i].clone()).collect::<Vec<_>>());
    let mut found: Vec<Subset> = islands.chain(by_name).filter_map(|group| all(&group)).collect();
    // Which is tried first must not depend on names.
    found.sort_by_key(|group| std::cmp::Reverse(group.len()));
    found.dedup();
    found
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|it| it.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
