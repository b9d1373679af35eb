//! What a variable begins with: the first of those that it is compared with, for a number.
//!
//! Who looks for the highest of some numbers and begins with zero finds none that is below.

use std::ops::Range;

use super::lex::{Kind, Text};
use super::tokens::{Swap, Words};

/// What it costs to begin with the first element.
const FIRST: u32 = 13;

impl Words<'_> {
    /// `high = t[0]` for `high = 0` where `high = t[i]` stands elsewhere.
    pub(super) fn first_of_all(&self, tokens: &Range<usize>, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_number = tokens.len() == 1 && text.kind(tokens.start) == Some(Kind::Number);
        let is_given = tokens.start > 1 && text.is(tokens.start - 1, "=");
        if !is_number || !is_given {
            return;
        }
        let name = self.operand_before(tokens.start - 1, 0);
        // Of elements, which one it is says less than their name.
        let Some(last) = name.clone().last().filter(|&last| text.kind(last) == Some(Kind::Word)) else { return };
        let name = text.slice(&name);
        for element in elements(text, last, name) {
            found.push(Swap { bytes: text.bytes(tokens), new: element, cost: FIRST });
        }
    }
}

/// The first elements of the arrays that something of this name is given elements of elsewhere.
fn elements(text: Text<'_>, own: usize, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let last = text.word(own);
    for at in (0..text.tokens.len()).filter(|&at| at != own && text.word(at) == last && text.is(at + 1, "=")) {
        let Some(end) = (at + 2..text.tokens.len()).find(|&k| matches!(text.word(k), ";" | "," | "{")) else {
            continue;
        };
        let Some(open) = (at + 3..end).find(|&k| text.is(k, "[")) else { continue };
        let Some(close) = text.after_group(open) else { continue };
        let array = text.slice(&(at + 2..open));
        let is_path = (at + 2..open).all(|k| text.kind(k) == Some(Kind::Word) || matches!(text.word(k), "." | "->"));
        // Behind the index may stand fields.
        let goes_on = (close..end).all(|k| text.kind(k) == Some(Kind::Word) || matches!(text.word(k), "." | "->"));
        let element = format!("{array}[0]{}", if close < end { text.slice(&(close..end)) } else { "" });
        if is_path && goes_on && array != name && !found.contains(&element) {
            found.push(element);
        }
    }
    found
}
