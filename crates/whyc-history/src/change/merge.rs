//! A change is carried to a third state.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::compose::push_line;
use super::{Files, lines};
use crate::bytes::is_binary;

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
            (Some(was), Some(is), Some(there)) if ![was, is, there].into_iter().any(|it| is_binary(it)) => {
                Some(merged_text(was, is, there)?)
            }
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
