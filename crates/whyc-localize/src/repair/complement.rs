//! The complement of bits: where they are to be taken away, `&= ~`.

use std::ops::Range;

use super::tokens::{Swap, Words};

/// What it costs to take away bits that are turned over, put in, or kept.
const TURNED: u32 = 15;
const KEPT: u32 = 14;

impl Words<'_> {
    /// `x &= ~e` for `x ^= e`, `x |= e` and `x &= e`; `x & ~e` for `x & e`, `x ^ e` and `x | e`.
    pub(super) fn complement(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let sign = text.word(at);
        let cost = if sign.starts_with('&') { KEPT } else { TURNED };
        let end = (at..tokens.end).find(|&k| text.is(k, ";")).unwrap_or(tokens.end);
        let (right, new) = match sign {
            "&=" | "|=" | "^=" => (at + 1..end, "&="),
            "&" | "|" | "^" if self.is_between(tokens, at) => (self.operand_after(at + 1, tokens.end), "&"),
            _ => return,
        };
        if right.is_empty() || text.is(right.start, "~") {
            return;
        }
        let (bytes, old) = (text.bytes(&right), text.slice(&right));
        let is_one = self.operand_after(right.start, right.end) == right;
        let old = if is_one { format!("~{old}") } else { format!("~({old})") };
        let space = &text.text[text.tokens[at].end..bytes.start];
        let space = if space.is_empty() { "" } else { " " };
        found.push(Swap { bytes: text.tokens[at].start..bytes.end, new: format!("{new}{space}{old}"), cost });
    }
}
