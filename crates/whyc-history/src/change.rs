//! What is different between two states of some files, line by line, and states in between.

use std::collections::BTreeMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use whyc_shrink::Subset;
use whyc_shrink::tree::Tree;

/// The texts of files by their paths.
pub type Files = BTreeMap<String, String>;

/// A line that goes, comes, or is replaced by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The file.
    pub path: String,
    /// The line that goes: its number from 1, and its text.
    pub old: Option<(usize, String)>,
    /// The line that comes.
    pub new: Option<(usize, String)>,
}

/// All that is different between two states.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The lines, file by file, in order.
    pub atoms: Vec<Atom>,
    /// Files, hunks in them, lines in those.
    pub forest: Vec<Tree>,
    before: Files,
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

impl Difference {
    /// What is different in `after`.
    #[must_use]
    pub fn new(before: &Files, after: &Files) -> Self {
        let mut found = Self { before: before.clone(), ..Self::default() };
        let mut paths: Vec<&String> = before.keys().chain(after.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        for path in paths {
            let none = String::new();
            let (old, new) = (before.get(path).unwrap_or(&none), after.get(path).unwrap_or(&none));
            if old == new && before.contains_key(path) == after.contains_key(path) {
                continue;
            }
            let (old, new) = (lines(old), lines(new));
            let hunks = capture_diff_slices(Algorithm::Myers, &old, &new);
            let hunks = hunks.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
            let trees: Vec<Tree> = hunks.map(|op| found.hunk(path, op, &old, &new)).collect();
            found.forest.push(Tree::group(trees));
        }
        found
    }

    /// The lines of a hunk: as many as possible replace one another.
    fn hunk(&mut self, path: &str, op: DiffOp, old: &[&str], new: &[&str]) -> Tree {
        let (gone, come) = (op.old_range(), op.new_range());
        let line = |texts: &[&str], at: usize| (at + 1, texts.get(at).copied().unwrap_or_default().to_owned());
        let trees = (0..gone.len().max(come.len())).map(|i| {
            let own = self.atoms.len();
            self.atoms.push(Atom {
                path: path.to_owned(),
                old: (i < gone.len()).then(|| line(old, gone.start + i)),
                // A line that comes after the last that goes stands before the same line as they did.
                new: (i < come.len()).then(|| line(new, come.start + i)),
            });
            Tree::leaf(own)
        });
        Tree::group(trees.collect())
    }

    /// The state in between that has only these of the lines.
    #[must_use]
    pub fn with(&self, chosen: &Subset) -> Files {
        let mut files = self.before.clone();
        let mut at = 0;
        while at < self.atoms.len() {
            let path = self.atoms[at].path.clone();
            let end = at + self.atoms[at..].iter().take_while(|atom| atom.path == path).count();
            let atoms: Vec<(usize, &Atom)> = (at..end).map(|i| (i, &self.atoms[i])).collect();
            let text = self.file(self.before.get(&path).map_or("", String::as_str), &atoms, chosen);
            // A file without lines that one of the states does not have is not there.
            if text.is_empty() && atoms.iter().any(|(i, _)| chosen.has(*i)) {
                files.remove(&path)
            } else {
                files.insert(path.clone(), text)
            };
            if !self.before.contains_key(&path) && !atoms.iter().any(|(i, _)| chosen.has(*i)) {
                files.remove(&path);
            }
            at = end;
        }
        files
    }

    fn file(&self, before: &str, atoms: &[(usize, &Atom)], chosen: &Subset) -> String {
        let old = lines(before);
        let mut found = String::with_capacity(before.len());
        let mut next = 0;
        for (position, (i, atom)) in atoms.iter().enumerate() {
            // Where a line comes that replaces none: behind what stands before it in the old text.
            let from = match &atom.old {
                Some((line, _)) => line - 1,
                None => self.place(atoms, position),
            };
            while next < from {
                push_line(&mut found, old.get(next).copied().unwrap_or_default());
                next += 1;
            }
            if chosen.has(*i) {
                next += usize::from(atom.old.is_some());
                if let Some((_, text)) = &atom.new {
                    push_line(&mut found, text);
                }
            }
        }
        old.iter().skip(next).for_each(|line| push_line(&mut found, line));
        found
    }

    /// How many lines of the old text stand before a line that comes: as many as before it in the new text, without those that
    /// came, with those that went.
    fn place(&self, atoms: &[(usize, &Atom)], position: usize) -> usize {
        let at = atoms[position].1.new.as_ref().map_or(0, |(line, _)| line - 1);
        let before = &atoms[..position];
        let come = before.iter().filter(|(_, atom)| atom.new.is_some()).count();
        let gone = before.iter().filter(|(_, atom)| atom.old.is_some()).count();
        at + gone - come.min(at + gone)
    }

    /// These lines as a patch.
    #[must_use]
    pub fn patch(&self, chosen: &Subset) -> String {
        patch(&self.before, &self.with(chosen))
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

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    // The last line of a file may have no end; what comes behind it is another line.
    if !line.ends_with('\n') && !line.is_empty() {
        text.push('\n');
    }
}

/// Two states as a patch.
#[must_use]
pub fn patch(before: &Files, after: &Files) -> String {
    let mut paths: Vec<&String> = before.keys().chain(after.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut found = String::new();
    for path in paths {
        let text = |files: &Files| files.get(path).cloned().unwrap_or_default();
        let (old, new) = (text(before), text(after));
        if old != new {
            let name = |letter: char, files: &Files| match files.contains_key(path) {
                true => format!("{letter}/{path}"),
                false => "/dev/null".to_owned(),
            };
            let diff = similar::TextDiff::from_lines(&old, &new);
            found.push_str(
                &diff.unified_diff().context_radius(3).header(&name('a', before), &name('b', after)).to_string(),
            );
        }
    }
    found
}

/// `theirs` with what is different in `ours` from `base`, if no line of that is near to one that is different in `theirs`.
#[must_use]
pub fn merged(base: &Files, ours: &Files, theirs: &Files) -> Option<Files> {
    let mut found = theirs.clone();
    for path in base.keys().chain(ours.keys()) {
        let text = |files: &Files| files.get(path).cloned();
        let (was, is, there) = (text(base), text(ours), text(theirs));
        if was == is {
            continue;
        }
        let merged = match (&was, &is, &there) {
            _ if is == there => is,
            _ if was == there => is,
            (Some(was), Some(is), Some(there)) => Some(merged_text(was, is, there)?),
            _ => return None,
        };
        match merged {
            Some(text) => found.insert(path.clone(), text),
            None => found.remove(path),
        };
    }
    Some(found)
}

fn merged_text(base: &str, ours: &str, theirs: &str) -> Option<String> {
    let (base, ours, theirs) = (lines(base), lines(ours), lines(theirs));
    let their_ops = capture_diff_slices(Algorithm::Myers, &base, &theirs);
    // Where a line of the base is in theirs.
    let mut there: Vec<Option<usize>> = vec![None; base.len() + 1];
    for op in &their_ops {
        if let DiffOp::Equal { old_index, new_index, len } = *op {
            (0..len).for_each(|i| there[old_index + i] = Some(new_index + i));
        }
    }
    there[base.len()] = Some(theirs.len());
    let mut found: Vec<&str> = theirs.clone();
    for op in capture_diff_slices(Algorithm::Myers, &base, &ours).into_iter().rev() {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (gone, come) = (op.old_range(), op.new_range());
        // All that goes, and the lines beside it, must be there as they were.
        let start = match gone.start.checked_sub(1) {
            Some(before) => there[before]? + 1,
            None => 0,
        };
        for i in 0..gone.len() {
            if there[gone.start + i] != Some(start + i) {
                return None;
            }
        }
        if gone.start < base.len() && there[gone.end]? != start + gone.len() {
            return None;
        }
        found.splice(start..start + gone.len(), ours[come].iter().copied());
    }
    let mut text = String::new();
    found.into_iter().for_each(|line| push_line(&mut text, line));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Files {
        Files::from([("a.c".to_owned(), text.to_owned())])
    }

    #[test]
    fn all_lines_lead_from_one_state_to_the_other_and_none_to_none() {
        let texts = ["", "a\n", "a\nb\nc\n", "x\na\nc\ny\nz\n", "c\nb\na\n", "a\nb\nB\nc\nd\n", "b\nc"];
        for before in texts {
            for after in texts {
                let (old, new) = (files(before), files(after));
                let difference = Difference::new(&old, &new);
                let n = difference.atoms.len();
                let made = |set: &Subset| difference.with(set).get("a.c").cloned().unwrap_or_default();
                let ended = |text: &str| {
                    if text.ends_with('\n') || text.is_empty() { text.to_owned() } else { format!("{text}\n") }
                };
                assert_eq!(ended(&made(&Subset::all(n))), ended(after), "{before:?} to {after:?}");
                assert_eq!(ended(&made(&Subset::none(n))), ended(before), "{before:?} to {after:?}");
            }
        }
    }

    #[test]
    fn single_lines_are_where_they_belong() {
        let difference = Difference::new(&files("a\nb\nc\n"), &files("a\nB\nc\nd\n"));
        assert_eq!(difference.atoms.len(), 2);
        assert_eq!(difference.with(&Subset::of(2, [0]))["a.c"], "a\nB\nc\n");
        assert_eq!(difference.with(&Subset::of(2, [1]))["a.c"], "a\nb\nc\nd\n");
    }

    #[test]
    fn a_patch_is_carried_to_where_its_lines_are_as_they_were() {
        let (base, ours) = (files("1\n2\n3\n4\n5\n"), files("1\n2\n3\nx\n4\n5\n"));
        let carried = |theirs: &str| merged(&base, &ours, &files(theirs)).map(|files| files["a.c"].clone());
        assert_eq!(carried("0\n1\n2\n3\n4\n5\n").as_deref(), Some("0\n1\n2\n3\nx\n4\n5\n"));
        assert_eq!(carried("1\n2\n3\n4\n"), Some("1\n2\n3\nx\n4\n".to_owned()));
        assert_eq!(carried("1\n2\n3\n9\n5\n"), None);
    }
}
