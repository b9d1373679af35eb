//! What is different between two states of some files, line by line, and states in between.
//!
//! A function that stands somewhere else is not gone and come again: that it moved is one difference, and the lines in it that are not as they
//! were are others ([`moved`]). Everything else is lines. [`merge`] carries differences to a third state, [`patch`] prints them.

mod compose;
pub mod merge;
pub mod moved;
pub mod patch;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use whyc_shrink::Subset;
use whyc_shrink::tree::Tree;

use compose::{Part, Sheet, State};
use moved::Moved;

/// The texts of files by their paths.
pub type Files = BTreeMap<String, String>;

/// A line that goes, comes, or is replaced by another; or a function that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The file.
    pub path: String,
    /// The line that goes: its number from 1, and its text.
    pub old: Option<(usize, String)>,
    /// The line that comes.
    pub new: Option<(usize, String)>,
    /// The file that it moved from, if it is a function that moved; the lines are then its first.
    pub moved_from: Option<String>,
}

/// All that is different between two states.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The lines, file by file, in order.
    pub atoms: Vec<Atom>,
    /// Files, hunks in them, lines in those.
    pub forest: Vec<Tree>,
    /// Before which line of the old text of its part each of them stands.
    at: Vec<usize>,
    before: Files,
    after: BTreeSet<String>,
    /// The files that are not the same, without the functions that moved.
    sheets: Vec<Sheet>,
    /// The functions that moved: the atom that says so, and the lines.
    moved: Vec<(usize, Part)>,
}

pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

impl Difference {
    /// What is different in `after`.
    #[must_use]
    pub fn new(before: &Files, after: &Files) -> Self {
        let moved = moved::functions(before, after);
        let mut found = Self { before: before.clone(), after: after.keys().cloned().collect(), ..Self::default() };
        let mut paths: Vec<&String> = before.keys().chain(after.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        let none = String::new();
        for path in paths {
            let (old, new) = (before.get(path).unwrap_or(&none), after.get(path).unwrap_or(&none));
            if old != new || before.contains_key(path) != after.contains_key(path) {
                found.file(path, (&lines(old), &lines(new)), &moved);
            }
        }
        for function in &moved {
            found.function(function);
        }
        found
    }

    /// The lines of a file outside of functions that moved.
    fn file(&mut self, path: &str, (old, new): (&[&str], &[&str]), moved: &[Moved]) {
        let rest = |all: &[&str], gone: &dyn Fn(usize) -> bool| -> (Vec<String>, Vec<usize>) {
            let kept = (0..all.len()).filter(|&i| !gone(i));
            kept.map(|i| (all[i].to_owned(), i)).unzip()
        };
        let is_in = |at: &(String, Range<usize>), i: usize| at.0 == path && at.1.contains(&i);
        let (old, old_numbers) = rest(old, &|i| moved.iter().any(|it| is_in(&it.old, i)));
        let (new, new_numbers) = rest(new, &|i| moved.iter().any(|it| is_in(&it.new, i)));
        let first = self.atoms.len();
        let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
        let mut trees = Vec::new();
        for op in ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
            trees.push(self.hunk(path, op, (&old, &old_numbers), (&new, &new_numbers)));
        }
        self.forest.push(Tree::group(trees));
        let part = Part { lines: old, atoms: first..self.atoms.len() };
        let mut sheet = Sheet::new(path, part, &ops);
        for (k, function) in moved.iter().enumerate() {
            if function.old.0 == path {
                let before = old_numbers.iter().filter(|&&i| i < function.old.1.start).count();
                sheet.stands(k, State::Old, (before, function.old.1.start));
            }
            if function.new.0 == path {
                let before = new_numbers.iter().filter(|&&i| i < function.new.1.start).count();
                sheet.stands(k, State::New, (before, function.new.1.start));
            }
        }
        self.sheets.push(sheet);
    }

    /// The lines of a hunk: as many as possible replace one another.
    fn hunk(&mut self, path: &str, op: &DiffOp, old: (&[String], &[usize]), new: (&[String], &[usize])) -> Tree {
        let (gone, come) = (op.old_range(), op.new_range());
        let line = |(texts, numbers): (&[String], &[usize]), at: usize| {
            (numbers.get(at).map_or(0, |number| number + 1), texts.get(at).cloned().unwrap_or_default())
        };
        let trees = (0..gone.len().max(come.len())).map(|i| {
            let own = self.atoms.len();
            self.at.push(gone.start + i.min(gone.len()));
            self.atoms.push(Atom {
                path: path.to_owned(),
                old: (i < gone.len()).then(|| line(old, gone.start + i)),
                // A line that comes after the last that goes stands before the same line as they did.
                new: (i < come.len()).then(|| line(new, come.start + i)),
                moved_from: None,
            });
            Tree::leaf(own)
        });
        Tree::group(trees.collect())
    }

    /// A function that moved, and the lines in it.
    fn function(&mut self, function: &Moved) {
        let atom = self.atoms.len();
        let first = |lines: &[String], at: &Range<usize>| {
            let line = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
            Some((at.start + line + 1, lines.get(line).cloned().unwrap_or_default()))
        };
        self.at.push(0);
        self.atoms.push(Atom {
            path: function.new.0.clone(),
            old: first(&function.old_lines, &function.old.1),
            new: first(&function.new_lines, &function.new.1),
            moved_from: Some(function.old.0.clone()),
        });
        let from = self.atoms.len();
        let numbers = |at: &Range<usize>| -> Vec<usize> { at.clone().collect() };
        let (old_numbers, new_numbers) = (numbers(&function.old.1), numbers(&function.new.1));
        let mut trees = vec![Tree::leaf(atom)];
        for op in capture_diff_slices(Algorithm::Myers, &function.old_lines, &function.new_lines) {
            if !matches!(op, DiffOp::Equal { .. }) {
                let sides = ((&function.old_lines[..], &old_numbers[..]), (&function.new_lines[..], &new_numbers[..]));
                trees.push(self.hunk(&function.new.0, &op, sides.0, sides.1));
            }
        }
        self.forest.push(Tree::group(trees));
        self.moved.push((atom, Part { lines: function.old_lines.clone(), atoms: from..self.atoms.len() }));
    }

    /// The state in between that has only these of the lines.
    #[must_use]
    pub fn with(&self, chosen: &Subset) -> Files {
        let mut files = self.before.clone();
        let function = |k: usize| self.moved[k].1.text(&self.atoms, &self.at, chosen, &mut |_, _| {});
        let stands = |k: usize| if chosen.has(self.moved[k].0) { State::New } else { State::Old };
        for sheet in &self.sheets {
            let text = sheet.text((&self.atoms, &self.at), chosen, &stands, &function);
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

    /// These lines as a patch.
    #[must_use]
    pub fn patch(&self, chosen: &Subset) -> String {
        patch::patch(&self.before, &self.with(chosen))
    }

    /// These lines.
    #[must_use]
    pub fn chosen(&self, chosen: &Subset) -> Vec<Atom> {
        chosen.iter().filter_map(|i| self.atoms.get(i)).cloned().collect()
    }

    /// The same, in which the lines that `goes_together` says of are one atom of each file: they come together or not at all.
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

fn without(tree: &Tree, gone: &[usize]) -> Tree {
    Tree {
        atoms: tree.atoms.iter().copied().filter(|atom| !gone.contains(atom)).collect(),
        children: tree.children.iter().map(|child| without(child, gone)).collect(),
    }
}

#[cfg(test)]
mod tests;
