//! A place in an array where its value is meant, and a value where its place is: `best = v[i]` for `best = i`.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words, is_assignment, is_target};

/// What it costs to take a place for what stands there, and the other way round.
const INDEXED: u32 = 14;
/// At most so many elements that the program speaks of are tried for one place.
const MANY_ELEMENTS: usize = 4;

impl Words<'_> {
    /// `i` for `v[i]`, and `v[i]` for `i` where the program speaks of `v[i]` elsewhere.
    pub(super) fn indexed(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        if self.text.is(at, "[") {
            self.only_index(tokens, at, found);
        } else {
            self.with_array(tokens, at, found);
        }
    }

    /// The index alone.
    fn only_index(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let Some(end) = text.after_group(at).filter(|&end| end == at + 3 && text.kind(at + 1) == Some(Kind::Word))
        else {
            return;
        };
        if at == tokens.start || !self.ends_operand(at - 1) {
            return;
        }
        let whole = self.operand_before(at, tokens.start).start..end;
        if self.is_value(tokens, &whole) {
            found.push(Swap { bytes: text.bytes(&whole), new: text.word(at + 1).to_owned(), cost: INDEXED });
        }
    }

    /// What stands in an array at an index.
    fn with_array(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        if text.kind(at) != Some(Kind::Word) || !self.is_value(tokens, &(at..at + 1)) {
            return;
        }
        let start = text.tokens[at].start;
        let is_index = self.names.type_of(text.word(at), start).is_some_and(|ty| self.names.is_integer(ty));
        // An index itself is a place.
        if !is_index || at > 0 && text.is(at - 1, "[") && text.is(at + 1, "]") {
            return;
        }
        let mut known: Vec<&str> = Vec::new();
        for k in 1..text.tokens.len().saturating_sub(2) {
            let is_it = text.is(k, "[") && text.word(k + 1) == text.word(at) && text.is(k + 2, "]");
            let array = text.word(k - 1);
            if !is_it || text.kind(k - 1) != Some(Kind::Word) || known.contains(&array) || known.len() == MANY_ELEMENTS
            {
                continue;
            }
            let element = self.names.type_of(array, start).and_then(|ty| self.names.element(ty));
            if element.is_some_and(|ty| self.names.is_integer(ty))
                && !(k >= 2 && matches!(text.word(k - 2), "." | "->"))
            {
                known.push(array);
            }
        }
        for array in known {
            found.push(Swap {
                bytes: text.bytes(&(at..at + 1)),
                new: format!("{array}[{}]", text.word(at)),
                cost: INDEXED,
            });
        }
    }

    /// Whether only the value of an operand is asked for: nothing is stored there, no part of it and no address taken.
    pub(super) fn is_value(&self, tokens: &Range<usize>, operand: &Range<usize>) -> bool {
        let text = self.text;
        let next = if operand.end < tokens.end { text.word(operand.end) } else { "" };
        let is_after = |words: &[&str]| operand.start > tokens.start && words.contains(&text.word(operand.start - 1));
        !is_assignment(next)
            && !matches!(next, "[" | "(" | "." | "->" | "++" | "--")
            && !is_after(&[".", "->", "++", "--"])
            && (!is_after(&["&"]) || self.is_between(tokens, operand.start - 1))
            && !is_target(text, tokens, operand.start)
    }
}
