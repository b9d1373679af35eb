//! Changes of a text, and the way back from the changed one.

use std::borrow::Cow;
use std::cmp::Reverse;

/// At byte `at`, so many bytes are taken out and some text is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where.
    pub at: usize,
    /// How many bytes go.
    pub removed: usize,
    /// What comes.
    pub text: Cow<'static, str>,
    /// Where that starts which ends here. Of what ends at one place, the inner ends first, and all of it before anything else.
    ends: Option<usize>,
}

impl Edit {
    /// Something that is put in.
    pub fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self { at, removed: 0, text: text.into(), ends: None }
    }

    /// The end of something that starts at `since`.
    pub fn end(at: usize, text: impl Into<Cow<'static, str>>, since: usize) -> Self {
        Self { at, removed: 0, text: text.into(), ends: Some(since) }
    }

    /// Something that takes the place of something else.
    pub fn replace(at: usize, removed: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self { at, removed, text: text.into(), ends: None }
    }
}

/// Where the places of a changed text were before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// For each change: where it starts in the new text, where it ends there, where it starts and ends in the old one.
    changes: Vec<[u32; 4]>,
}

impl Places {
    /// Where the byte at `offset` of the new text was written. What was put in belongs to where it was put.
    #[must_use]
    pub fn original(&self, offset: u32) -> u32 {
        let before = self.changes.partition_point(|change| change[0] <= offset);
        match before.checked_sub(1).map(|last| self.changes[last]) {
            None => offset,
            Some([_, new_end, _, old_end]) if offset >= new_end => offset - new_end + old_end,
            Some([_, _, old_start, _]) => old_start,
        }
    }
}

/// The changed text, and the way back. Of edits at the same place that end nothing, what was named first comes first.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> (String, Places) {
    edits.sort_by_key(|edit| (edit.at, edit.ends.is_none(), Reverse(edit.ends)));
    let mut out = String::with_capacity(text.len() + edits.len() * 4);
    let mut places = Places::default();
    let mut done = 0;
    for Edit { at, removed, text: new, .. } in edits {
        if at < done {
            continue;
        }
        out.push_str(&text[done..at]);
        let start = out.len();
        out.push_str(&new);
        done = at + removed;
        places.changes.push([start, out.len(), at, done].map(|offset| offset as u32));
    }
    out.push_str(&text[done..]);
    (out, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_leads_back() {
        let (text, places) =
            apply("ab==>cd", vec![Edit::insert(0, "!("), Edit::replace(2, 3, ")||("), Edit::insert(7, ")")]);
        assert_eq!(text, "!(ab)||(cd)");
        let back: Vec<u32> = (0..=text.len() as u32).map(|at| places.original(at)).collect();
        assert_eq!(back, [0, 0, 0, 1, 2, 2, 2, 2, 5, 6, 7, 7]);
    }
}
