//! What is forgotten where bits are looked at: to cut off those above, to ask for all of them.

use std::ops::Range;

use super::lex::Kind;
use super::literal::Literal;
use super::tokens::{Swap, Words};

/// What it costs to cut off with a mask what is shifted.
const MASKED: u32 = 15;
/// What it costs to ask for all bits instead of any.
const ALL_BITS: u32 = 14;
/// At most so many masks are tried, those that stand nearest.
const MANY_MASKS: usize = 4;

impl Words<'_> {
    /// `(a >> b) & MASK` for `a >> b`, with masks that other bits are cut off with.
    pub(super) fn masked(&self, (left, at, right): (&Range<usize>, usize, &Range<usize>), found: &mut Vec<Swap>) {
        let text = self.text;
        if !matches!(text.word(at), ">>" | "<<") {
            return;
        }
        let (start, end) = (left.start, right.end);
        let is_enclosed = start > 0 && text.is(start - 1, "(") && text.is(end, ")");
        let (before, after) = if is_enclosed { (start.checked_sub(2), end + 1) } else { (start.checked_sub(1), end) };
        if text.is(after, "&") || before.is_some_and(|at| text.is(at, "&")) {
            return;
        }
        let (bytes, old) = (text.bytes(&(start..end)), text.slice(&(start..end)));
        for mask in self.masks(at) {
            let new = if is_enclosed { format!("({old}) & {mask}") } else { format!("(({old}) & {mask})") };
            found.push(Swap { bytes: bytes.clone(), new, cost: MASKED });
        }
    }

    /// The masks of the text, those first that stand nearest.
    fn masks(&self, here: usize) -> Vec<&str> {
        let text = self.text;
        let is_mask = |at: usize| match text.kind(at) {
            Some(Kind::Number) => Literal::of(text.word(at)).is_some_and(|it| it.value > 1),
            Some(Kind::Word) => self.macros.names.iter().any(|it| it == text.word(at)),
            _ => false,
        };
        let is_and = |at: usize| at > 0 && text.is(at, "&") && self.ends_operand(at - 1);
        let mut all: Vec<usize> =
            (0..text.tokens.len()).filter(|&at| is_and(at)).map(|at| at + 1).filter(|&at| is_mask(at)).collect();
        all.sort_by_key(|at| at.abs_diff(here));
        let mut found: Vec<&str> = Vec::new();
        for at in all {
            if !found.contains(&text.word(at)) {
                found.push(text.word(at));
            }
        }
        found.truncate(MANY_MASKS);
        found
    }

    /// `(a & b) == b` for `(a & b) != 0`: all of them, where any was asked for.
    pub(super) fn all_bits(&self, (left, at, right): (&Range<usize>, usize, &Range<usize>), found: &mut Vec<Swap>) {
        let text = self.text;
        let other = match text.word(at) {
            "==" => "!=",
            "!=" => "==",
            _ => return,
        };
        let is_zero = right.len() == 1 && text.is(right.start, "0");
        let is_group = text.is(left.start, "(") && text.after_group(left.start) == Some(left.end);
        if !is_zero || !is_group {
            return;
        }
        let inside = left.start + 1..left.end - 1;
        let Some(sign) = inside.clone().find(|&k| text.is(k, "&") && self.is_between(&inside, k)) else { return };
        let second = self.operand_after(sign + 1, inside.end);
        let first = self.operand_before(sign, inside.start);
        // A single number is written as one bit, of which any is all.
        if second.end != inside.end || first.start != inside.start || text.kind(second.start) == Some(Kind::Number) {
            return;
        }
        let bytes = text.tokens[at].start..text.tokens[right.start].end;
        found.push(Swap { bytes, new: format!("{other} {}", text.slice(&second)), cost: ALL_BITS });
    }
}
