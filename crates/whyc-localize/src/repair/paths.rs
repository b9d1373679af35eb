//! A field where a variable is meant, and a variable where a field is: `d->n` for `at`.

use std::ops::Range;

use super::lex::Kind;
use super::names::Path;
use super::tokens::{Swap, Words};

/// What it costs to take one for the other.
const OTHER_PATH: u32 = 13;
/// At most this many are tried for one.
const MANY: usize = 8;

impl Words<'_> {
    /// What else may be meant where a variable or a field of a record stands: of the other kind, and named elsewhere too.
    pub(super) fn other_paths(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        if text.kind(at) != Some(Kind::Word) {
            return;
        }
        let mut end = at + 1;
        while end < tokens.end && matches!(text.word(end), "." | "->") {
            end += 2;
        }
        if end > tokens.end || !self.is_value(tokens, &(at..end)) {
            return;
        }
        let start = text.tokens[at].start;
        let paths = self.names.paths(start);
        let old = text.slice(&(at..end));
        let Some(ty) = paths.iter().find(|path| path.text == old).map(|path| path.ty) else { return };
        if !self.names.is_integer(ty) {
            return;
        }
        let is_field = end > at + 1;
        let may_be = |path: &&Path| {
            path.text.contains(['.', '>']) != is_field && path.ty == ty && (is_field || self.is_named(&path.text))
        };
        for other in paths.iter().filter(may_be).take(MANY) {
            found.push(Swap { bytes: text.bytes(&(at..end)), new: other.text.clone(), cost: OTHER_PATH });
        }
    }

    /// Whether a path stands somewhere in the program.
    fn is_named(&self, path: &str) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let text = self.text.text;
        text.match_indices(path)
            .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + path.len()..].starts_with(is_part))
    }
}
