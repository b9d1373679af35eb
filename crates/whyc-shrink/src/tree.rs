//! Atoms in groups, and groups in groups: what is large is left out as a whole before anyone looks at what is in it.

use crate::search::Search;
use crate::subset::Subset;

/// A group of atoms: some of its own, and those of smaller groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Its own atoms. They go only together, and with everything below.
    pub atoms: Vec<usize>,
    /// The groups in it, in order.
    pub children: Vec<Tree>,
}

impl Tree {
    /// A group of nothing but this atom.
    #[must_use]
    pub fn leaf(atom: usize) -> Self {
        Self { atoms: vec![atom], children: Vec::new() }
    }

    /// A group of groups.
    #[must_use]
    pub fn group(children: Vec<Tree>) -> Self {
        Self { atoms: Vec::new(), children }
    }

    /// All atoms in it, of `n`.
    #[must_use]
    pub fn all(&self, n: usize) -> Subset {
        let mut all = Subset::none(n);
        let mut waiting = vec![self];
        while let Some(tree) = waiting.pop() {
            all = tree.atoms.iter().fold(all, |all, &atom| all.with(atom));
            waiting.extend(&tree.children);
        }
        all
    }
}

/// What is left of `kept` when as much of the `forest` is left out as possible, level by level from above, until no group can be
/// left out any more. No single group, large or small, can be left out of the result, unless the search was stopped.
pub fn prune(search: &mut Search<'_>, mut kept: Subset, forest: &[Tree]) -> Subset {
    let n = kept.n_atoms();
    loop {
        let before = kept.len();
        let mut level: Vec<&Tree> = forest.iter().collect();
        while !level.is_empty() {
            let units: Vec<Subset> = level.iter().map(|tree| tree.all(n)).collect();
            kept = crate::prune::prune(search, kept, &units);
            // What was left out as a whole need not be opened.
            let is_kept = |tree: &&Tree| !tree.all(n).and(&kept).is_empty();
            level = level.into_iter().filter(is_kept).flat_map(|tree| &tree.children).collect();
        }
        if kept.len() == before || search.ended() == crate::Ended::Stopped {
            return kept;
        }
    }
}

/// The same by halving, once over everything: what cannot be left out as a whole is opened. Few questions; the result need not be
/// minimal.
pub fn bisect(search: &mut Search<'_>, kept: Subset, forest: &[Tree]) -> Subset {
    let n = kept.n_atoms();
    let union = forest.iter().fold(Subset::none(n), |all, tree| all.or(&tree.all(n))).and(&kept);
    if union.is_empty() {
        return kept;
    }
    let without = kept.minus(&union);
    let is_interesting = search.is_interesting(&without);
    search.tell(if is_interesting { &without } else { &kept });
    match forest {
        _ if is_interesting => without,
        [tree] => bisect(search, kept, &tree.children),
        _ => {
            let (first, second) = forest.split_at(forest.len() / 2);
            let kept = bisect(search, kept, second);
            bisect(search, kept, first)
        }
    }
}
