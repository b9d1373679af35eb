//! What is different between two states of some files, piece by piece, and states in between.
//!
//! Pieces are those of the syntax, or lines ([`pieces`]). A function that stands somewhere else is not gone and come again: that it moved is one
//! difference, and what is not as it was in it are others ([`moved`]). [`merge`] carries differences to a third state, [`patch`] prints them.

mod compose;
pub mod merge;
pub mod moved;
pub mod patch;
pub mod pieces;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use whyc_shrink::Subset;
use whyc_shrink::tree::Tree;

use compose::{Part, Sheet, State};
use moved::Moved;
use pieces::{Grain, Piece, pieces};

/// The texts of files by their paths; what is no text in them is as [`crate::bytes`] has it.
pub type Files = BTreeMap<String, String>;

/// A piece that goes, comes, or is replaced by another; or a function that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The file.
    pub path: String,
    /// What goes: the number of its line from 1, and its text.
    pub old: Option<(usize, String)>,
    /// What comes.
    pub new: Option<(usize, String)>,
    /// The file that it moved from, if it is a function that moved; the lines are then its first.
    pub moved_from: Option<String>,
}

/// All that is different between two states.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The pieces, file by file, in order.
    pub atoms: Vec<Atom>,
    /// Files, hunks in them, pieces in those; braces that belong together are one.
    pub forest: Vec<Tree>,
    /// Before which piece of the old text of its part each of them stands.
    at: Vec<usize>,
    before: Files,
    after: BTreeSet<String>,
    /// The files that are not the same, without the functions that moved.
    sheets: Vec<Sheet>,
    /// The functions that moved: the atom that says so, and the pieces.
    moved: Vec<(usize, Part)>,
    /// Atoms of which one makes no sense without the other.
    mates: Vec<(usize, usize)>,
}

pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Some of the pieces of a file, each with its number among all.
type Own<'p> = Vec<(usize, &'p Piece)>;

impl Difference {
    /// What is different in `after`.
    #[must_use]
    pub fn new(before: &Files, after: &Files, grain: Grain) -> Self {
        let moved = moved::functions(before, after);
        let mut found = Self { before: before.clone(), after: after.keys().cloned().collect(), ..Self::default() };
        let mut paths: Vec<&String> = before.keys().chain(after.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        let cut = |files: &Files, path: &str| files.get(path).map_or(Vec::new(), |text| pieces(path, text, grain));
        for path in paths {
            if before.get(path) != after.get(path) {
                found.file(path, (&cut(before, path), &cut(after, path)), &moved);
            }
        }
        for function in &moved {
            found.function(function, (&cut(before, &function.old.0), &cut(after, &function.new.0)));
        }
        found.forest = found.paired();
        found
    }

    /// The pieces of a file outside of functions that moved.
    fn file(&mut self, path: &str, (old, new): (&[Piece], &[Piece]), moved: &[Moved]) {
        let is_in = |at: &(String, Range<usize>), row: usize| at.0 == path && at.1.contains(&row);
        let rest = |all: &[Piece], gone: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..all.len()).filter(|&i| !gone(all[i].row)).collect()
        };
        let own_old: Own<'_> =
            rest(old, &|row| moved.iter().any(|it| is_in(&it.old, row))).into_iter().map(|i| (i, &old[i])).collect();
        let own_new: Own<'_> =
            rest(new, &|row| moved.iter().any(|it| is_in(&it.new, row))).into_iter().map(|i| (i, &new[i])).collect();
        let (part, trees, ops) = self.part(path, &own_old, &own_new);
        self.forest.push(Tree::group(trees));
        let mut sheet = Sheet::new(path, part, &ops);
        for (k, function) in moved.iter().enumerate() {
            if function.old.0 == path {
                let before = own_old.iter().filter(|(_, it)| it.row < function.old.1.start).count();
                sheet.stands(k, State::Old, (before, function.old.1.start));
            }
            if function.new.0 == path {
                let before = own_new.iter().filter(|(_, it)| it.row < function.new.1.start).count();
                sheet.stands(k, State::New, (before, function.new.1.start));
            }
        }
        self.sheets.push(sheet);
    }

    /// What is different between some pieces and others: atoms for it, and how they are grouped.
    fn part(&mut self, path: &str, old: &Own<'_>, new: &Own<'_>) -> (Part, Vec<Tree>, Vec<DiffOp>) {
        let keys = |all: &Own<'_>| -> Vec<String> { all.iter().map(|(_, it)| it.key.clone()).collect() };
        let first = self.atoms.len();
        let ops = capture_diff_slices(Algorithm::Myers, &keys(old), &keys(new));
        let mut part = Part {
            lines: old.iter().map(|(_, it)| it.text.clone()).collect(),
            dress: old.iter().map(|(_, it)| it.text.clone()).collect(),
            atoms: first..first,
        };
        let (mut gone, mut come) = (BTreeMap::new(), BTreeMap::new());
        let mut trees = Vec::new();
        for op in &ops {
            if let DiffOp::Equal { old_index, new_index, len } = *op {
                (0..len).for_each(|i| part.dress[old_index + i].clone_from(&new[new_index + i].1.text));
                continue;
            }
            for (i, k) in op.old_range().zip(op.new_range()) {
                part.dress[i] = old[i].1.set_like(new[k].1);
            }
            let from = self.atoms.len();
            gone.extend(op.old_range().enumerate().map(|(i, at)| (old[at].0, from + i)));
            come.extend(op.new_range().enumerate().map(|(i, at)| (new[at].0, from + i)));
            trees.push(self.hunk(path, op, old, new));
        }
        part.atoms.end = self.atoms.len();
        for (atoms, all) in [(&gone, old), (&come, new)] {
            let mates = all.iter().filter_map(|(i, it)| Some((*atoms.get(i)?, *atoms.get(&it.mate?)?)));
            self.mates.extend(mates.filter(|(one, other)| one < other));
        }
        (part, trees, ops)
    }

    /// The pieces of a hunk: as many as possible replace one another.
    fn hunk(&mut self, path: &str, op: &DiffOp, old: &Own<'_>, new: &Own<'_>) -> Tree {
        let (gone, come) = (op.old_range(), op.new_range());
        let told = |all: &Own<'_>, at: usize| all.get(at).map(|(_, it)| (it.row + 1, it.text.clone()));
        let trees = (0..gone.len().max(come.len())).map(|i| {
            let own = self.atoms.len();
            self.at.push(gone.start + i.min(gone.len()));
            self.atoms.push(Atom {
                path: path.to_owned(),
                old: if i < gone.len() { told(old, gone.start + i) } else { None },
                // What comes after the last that goes stands before the same piece as they did.
                new: if i < come.len() { told(new, come.start + i) } else { None },
                moved_from: None,
            });
            Tree::leaf(own)
        });
        Tree::group(trees.collect())
    }

    /// A function that moved, and what is different in it.
    fn function(&mut self, function: &Moved, (old, new): (&[Piece], &[Piece])) {
        let own = |all: &[Piece], rows: &Range<usize>| -> Vec<usize> {
            (0..all.len()).filter(|&i| rows.contains(&all[i].row)).collect()
        };
        let old: Own<'_> = own(old, &function.old.1).into_iter().map(|i| (i, &old[i])).collect();
        let new: Own<'_> = own(new, &function.new.1).into_iter().map(|i| (i, &new[i])).collect();
        let first = |all: &Own<'_>| {
            let piece = all.iter().find(|(_, it)| !it.key.is_empty()).or(all.first());
            piece.map(|(_, it)| (it.row + 1, it.text.clone()))
        };
        let atom = self.atoms.len();
        self.at.push(0);
        self.atoms.push(Atom {
            path: function.new.0.clone(),
            old: first(&old),
            new: first(&new),
            moved_from: Some(function.old.0.clone()),
        });
        let (part, trees, _) = self.part(&function.new.0, &old, &new);
        self.forest.push(Tree::group([Tree::leaf(atom)].into_iter().chain(trees).collect()));
        self.moved.push((atom, part));
    }

    /// The forest in which braces that belong together come and go together.
    fn paired(&self) -> Vec<Tree> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &(one, other) in &self.mates {
            let (mut own, rest): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|it| it.contains(&one) || it.contains(&other));
            own.push(vec![one, other]);
            let mut joined: Vec<usize> = own.concat();
            joined.sort_unstable();
            joined.dedup();
            groups = rest;
            groups.push(joined);
        }
        let mut forest = self.forest.clone();
        for group in groups {
            match forest.iter_mut().find(|tree| holds(tree, &group)) {
                Some(tree) => *tree = gathered(tree, group),
                None => {
                    forest.iter_mut().for_each(|tree| *tree = without(tree, &group));
                    forest.push(Tree { atoms: group, children: Vec::new() });
                }
            }
        }
        forest
    }

    /// The state in between that has only these of the differences; what is the same in both is set as in the older.
    #[must_use]
    pub fn with(&self, chosen: &Subset) -> Files {
        self.dressed(chosen, State::Old)
    }

    /// The newer state without these of the differences; what is the same in both is set as in the newer.
    #[must_use]
    pub fn without(&self, chosen: &Subset) -> Files {
        self.dressed(&Subset::all(self.atoms.len()).minus(chosen), State::New)
    }

    fn dressed(&self, chosen: &Subset, dress: State) -> Files {
        let mut files = self.before.clone();
        let atoms = (&self.atoms[..], &self.at[..]);
        let function = |k: usize| self.moved[k].1.text(atoms, chosen, dress, &mut |_, _| {});
        let stands = |k: usize| if chosen.has(self.moved[k].0) { State::New } else { State::Old };
        for sheet in &self.sheets {
            let text = sheet.text(atoms, (chosen, dress), &stands, &function);
            let own = sheet.part.atoms.clone();
            let n_chosen = own.clone().filter(|&i| chosen.has(i)).count();
            let (was, is) = (self.before.contains_key(&sheet.path), self.after.contains(&sheet.path));
            // A file without lines that one of the states does not have is there only if nothing of its change is.
            let is_there = !text.is_empty() || was && is || was && n_chosen == 0 || is && n_chosen == own.len();
            match is_there {
                true => files.insert(sheet.path.clone(), text),
                false => files.remove(&sheet.path),
            };
        }
        files
    }

    /// These differences as a patch.
    #[must_use]
    pub fn patch(&self, chosen: &Subset) -> String {
        patch::patch(&self.before, &self.with(chosen))
    }

    /// These differences.
    #[must_use]
    pub fn chosen(&self, chosen: &Subset) -> Vec<Atom> {
        chosen.iter().filter_map(|i| self.atoms.get(i)).cloned().collect()
    }

    /// The forest in which the pieces that `goes_together` says of are one: they come together or not at all.
    #[must_use]
    pub fn tied(&self, goes_together: &dyn Fn(&Atom) -> bool) -> Vec<Tree> {
        let tied: Vec<usize> = (0..self.atoms.len()).filter(|&i| goes_together(&self.atoms[i])).collect();
        if tied.is_empty() {
            return self.forest.clone();
        }
        let rest = self.forest.iter().map(|tree| without(tree, &tied)).collect::<Vec<_>>();
        rest.into_iter().chain([Tree { atoms: tied, children: Vec::new() }]).collect()
    }
}

/// Whether all these are in a tree.
fn holds(tree: &Tree, all: &[usize]) -> bool {
    all.iter().all(|&atom| tree.atoms.contains(&atom) || tree.children.iter().any(|child| holds(child, &[atom])))
}

/// The tree in which these are one, as deep as they are together.
fn gathered(tree: &Tree, group: Vec<usize>) -> Tree {
    if let Some(at) = tree.children.iter().position(|child| holds(child, &group)) {
        let mut found = tree.clone();
        found.children[at] = gathered(&tree.children[at], group);
        return found;
    }
    let mut found = without(tree, &group);
    found.children.push(Tree { atoms: group, children: Vec::new() });
    found
}

fn without(tree: &Tree, gone: &[usize]) -> Tree {
    Tree {
        atoms: tree.atoms.iter().copied().filter(|atom| !gone.contains(atom)).collect(),
        children: tree.children.iter().map(|child| without(child, gone)).collect(),
    }
}
