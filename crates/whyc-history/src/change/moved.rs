//! Functions that stand somewhere else: at another place of their file, or in another file.

use std::collections::BTreeMap;
use std::ops::Range;

use whyc_reduce::syntax::{File, declared};

use super::pieces::is_c;
use super::{Files, lines};

/// A function that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The file that it was in, and its lines there, from 0.
    pub old: (String, Range<usize>),
    /// The same where it is now.
    pub new: (String, Range<usize>),
}

/// A function with its lines, and with the comment before it.
struct Function {
    name: String,
    path: String,
    rows: Range<usize>,
}

/// The functions that moved, in the order of the newer files. Only those with one definition in either state count: of several, it would
/// not be known which is which. Lines that a function shares with something else stay where they are, and it with them.
#[must_use]
pub fn functions(before: &Files, after: &Files) -> Vec<Moved> {
    let is_changed = |path: &&String| before.get(*path) != after.get(*path);
    let changed: Vec<&String> = before.keys().chain(after.keys()).filter(is_changed).collect();
    // Without a change there is nothing to look for: most files are as they were.
    if changed.is_empty() {
        return Vec::new();
    }
    let of = |files: &Files| -> Vec<Function> {
        let own = files.iter().filter(|(path, _)| changed.contains(path));
        own.flat_map(|(path, text)| defined(path, text)).collect()
    };
    let (old, new) = (of(before), of(after));
    let once = |all: &[Function]| -> BTreeMap<String, usize> {
        let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        all.iter().enumerate().for_each(|(i, it)| found.entry(it.name.clone()).or_default().push(i));
        found.into_iter().filter(|(_, all)| all.len() == 1).map(|(name, all)| (name, all[0])).collect()
    };
    let (old_once, new_once) = (once(&old), once(&new));
    let mut elsewhere = Vec::new();
    let mut stayed: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (name, &i) in &new_once {
        let Some(&k) = old_once.get(name) else { continue };
        match old[k].path == new[i].path {
            true => stayed.entry(&new[i].path).or_default().push((i, k)),
            false => elsewhere.push((i, k)),
        }
    }
    // Within a file, the longest row of functions in the same order stayed, and the others moved.
    for pairs in stayed.values_mut() {
        pairs.sort_unstable();
        let kept = longest(&pairs.iter().map(|&(_, k)| k).collect::<Vec<_>>());
        elsewhere.extend(pairs.iter().enumerate().filter(|(at, _)| !kept.contains(at)).map(|(_, &pair)| pair));
    }
    elsewhere.sort_unstable();
    let moved = elsewhere.into_iter().map(|(i, k)| Moved {
        old: (old[k].path.clone(), old[k].rows.clone()),
        new: (new[i].path.clone(), new[i].rows.clone()),
    });
    moved.collect()
}

/// The functions that a text defines at its top, each alone on its lines.
fn defined(path: &str, text: &str) -> Vec<Function> {
    let Some(file) = is_c(path, text).then(|| File::new(0, text)).flatten() else { return Vec::new() };
    let root = file.root();
    let items = whyc_reduce::syntax::children(root);
    let all = lines(text);
    let mut found = Vec::new();
    for (i, node) in items.iter().enumerate() {
        if node.kind() != "function_definition" || node.has_error() {
            continue;
        }
        let Some(name) = node.child_by_field_name("declarator").and_then(declared) else { continue };
        // Comments right above belong to it.
        let mut first = i;
        while first > 0
            && items[first - 1].kind() == "comment"
            && items[first - 1].end_position().row + 1 == items[first].start_position().row
        {
            first -= 1;
        }
        let rows = items[first].start_position().row..node.end_position().row + 1;
        let ends_before = first == 0 || items[first - 1].end_position().row < rows.start || {
            // What ends with its line end ends at the beginning of the next.
            let end = items[first - 1].end_position();
            end.row == rows.start && end.column == 0
        };
        let begins_after = items.get(i + 1).is_none_or(|next| next.start_position().row >= rows.end);
        if ends_before && begins_after {
            // So do empty lines below: otherwise each would be a difference of its own.
            let below = all.iter().skip(rows.end).take_while(|line| line.trim().is_empty()).count();
            let rows = rows.start..rows.end + below;
            found.push(Function { name: file.says(name).to_owned(), path: path.to_owned(), rows });
        }
    }
    found
}

/// The positions of a longest ascending row of numbers.
fn longest(numbers: &[usize]) -> Vec<usize> {
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (i, number) in numbers.iter().enumerate() {
        let before = (0..i).filter(|&k| numbers[k] < *number).max_by_key(|&k| (best[k].0, std::cmp::Reverse(k)));
        best.push((before.map_or(1, |k| best[k].0 + 1), before));
    }
    let mut at = (0..numbers.len()).max_by_key(|&i| (best[i].0, std::cmp::Reverse(i)));
    let mut found = Vec::new();
    while let Some(i) = at {
        found.push(i);
        at = best[i].1;
    }
    found
}
