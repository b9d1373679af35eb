//! Two states as a patch, and beside each other.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Files, lines};
use crate::bytes::is_binary;

/// What leads from one state to the other.
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
            let (from, to) = (name('a', before), name('b', after));
            if is_binary(&old) || is_binary(&new) {
                found.push_str(&format!("Binary files {from} and {to} differ\n"));
                continue;
            }
            let diff = similar::TextDiff::from_lines(&old, &new);
            found.push_str(&diff.unified_diff().context_radius(3).header(&from, &to).to_string());
        }
    }
    found
}

/// A line of two texts beside each other: its number in either, from 1, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it is in the first; nowhere if it comes.
    pub old: Option<usize>,
    /// Where it is in the second; nowhere if it goes.
    pub new: Option<usize>,
    /// What it says.
    pub text: String,
}

/// Two texts beside each other: all lines of both, what goes before what comes.
#[must_use]
pub fn rows(before: &str, after: &str) -> Vec<Row> {
    let (old, new) = (lines(before), lines(after));
    let text = |line: &str| line.trim_end_matches(['\n', '\r']).to_owned();
    let mut found = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            let row = |i: usize| Row {
                old: Some(old_index + i + 1),
                new: Some(new_index + i + 1),
                text: text(old[old_index + i]),
            };
            found.extend((0..len).map(row));
            continue;
        }
        found.extend(op.old_range().map(|i| Row { old: Some(i + 1), new: None, text: text(old[i]) }));
        found.extend(op.new_range().map(|i| Row { old: None, new: Some(i + 1), text: text(new[i]) }));
    }
    found
}
