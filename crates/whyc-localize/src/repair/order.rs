//! What arithmetic forgets: a product behind a quotient, parentheses that should not be there, a term of what is compared.

use std::ops::Range;

use super::lex::Kind;
use super::operands::{binding, is_binary};
use super::tokens::{Swap, Words};

/// What it costs to multiply before what is left over is lost.
const PRODUCT_FIRST: u32 = 12;
/// What it costs to take parentheses away, around a divisor's quotient and elsewhere.
const QUOTIENT: u32 = 13;
const PARENTHESES: u32 = 18;
/// What it costs to compare with a term that one side gets or loses elsewhere.
const TERM: u32 = 14;
/// At most this many such terms are tried for one comparison.
const MANY_TERMS: usize = 6;

impl Words<'_> {
    /// `a / b * c` as `a * c / b`: what is left over is lost last. The operands are those around the two signs.
    pub(super) fn product_first(
        &self,
        (first, sign): (&Range<usize>, usize),
        (left, at, right): (&Range<usize>, usize, &Range<usize>),
        found: &mut Vec<Swap>,
    ) {
        let text = self.text;
        // Of `x * a / b`, the quotient is that of a product already.
        if left.start != sign + 1 || !text.is(sign, "/") || !text.is(at, "*") {
            return;
        }
        let bytes = text.bytes(first).start..text.bytes(right).end;
        let new = format!("{} * {} / {}", text.slice(first), text.slice(right), text.slice(left));
        found.push(Swap { bytes, new, cost: PRODUCT_FIRST });
    }

    /// Parentheses that begin here taken away, where that makes a difference: `a * (b / c)` as `a * b / c`.
    pub(super) fn without_parentheses(&self, tokens: &Range<usize>, open: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        // What is called, converted or asked about needs them.
        if !text.is(open, "(") || open > tokens.start && self.ends_operand(open - 1) {
            return;
        }
        let Some(end) = text.after_group(open) else { return };
        if end > tokens.end || self.is_cast(end - 1) || open > 0 && text.is(open - 1, "sizeof") {
            return;
        }
        let Some(weakest) = self.weakest(&(open + 1..end - 1)) else { return };
        let before = if self.is_between(tokens, open.wrapping_sub(1)) { text.word(open - 1) } else { "" };
        let is_prefix = open > tokens.start && before.is_empty() && matches!(text.word(open - 1), "!" | "~" | "-");
        let after = if self.is_between(tokens, end) { text.word(end) } else { "" };
        let binds = |sign: &str| binding(sign).unwrap_or_default();
        let is_same = before == "+" && binds(before) == weakest && binds(after) <= weakest;
        let matters = is_prefix || binds(before) >= weakest || binds(after) > weakest;
        if !matters || is_same {
            return;
        }
        let inside = text.slice(&(open + 1..end - 1));
        let is_quotient = matches!(before, "*" | "/") && binds(before) == weakest;
        let cost = if is_quotient { QUOTIENT } else { PARENTHESES };
        found.push(Swap { bytes: text.bytes(&(open..end)), new: inside.to_owned(), cost });
    }

    /// A comparison with what is taken off one side, or put on it, elsewhere in the program: `cost + FEE > left` for `cost > left` where
    /// `left -= FEE` stands.
    pub(super) fn with_term(&self, (left, at, right): (&Range<usize>, usize, &Range<usize>), found: &mut Vec<Swap>) {
        let text = self.text;
        if !matches!(text.word(at), "<" | ">" | "<=" | ">=") {
            return;
        }
        let terms = [left, right].into_iter().flat_map(|side| self.changed_by(side));
        let mut known: Vec<&str> = Vec::new();
        for term in terms.filter(|term| *term != text.slice(left) && *term != text.slice(right)) {
            if known.contains(&term) || known.len() == MANY_TERMS {
                continue;
            }
            known.push(term);
            for (side, sign) in [(left, "+"), (right, "+"), (left, "-"), (right, "-")] {
                let end = text.bytes(side).end;
                found.push(Swap { bytes: end..end, new: format!(" {sign} {term}"), cost: TERM });
            }
        }
    }

    /// What is added to an operand, or taken off it, by assignments of the program.
    fn changed_by(&self, side: &Range<usize>) -> Vec<&str> {
        let text = self.text;
        let is_there = |from: usize| (0..side.len()).all(|k| text.word(from + k) == text.word(side.start + k));
        let starts = |from: &usize| {
            let sign = text.word(from + side.len());
            matches!(sign, "+=" | "-=") && is_there(*from) && !matches!(text.word(from.wrapping_sub(1)), "." | "->")
        };
        let term = |from: usize| {
            let first = from + side.len() + 1;
            let term = self.operand_after(first, text.tokens.len());
            let word = text.word(first);
            let is_known = self.macros.names.iter().any(|it| it == word)
                || self.names.type_of(word, text.tokens[side.start].start).is_some()
                || text.kind(first) == Some(Kind::Number);
            (is_known && text.is(term.end, ";") && !text.slice(&term).contains("++")).then(|| text.slice(&term))
        };
        (1..text.tokens.len()).filter(starts).filter_map(term).collect()
    }

    /// How tightly what binds least in an expression does; none if nothing stands between two operands there, or if it has parts
    /// that are no operands of that kind.
    fn weakest(&self, tokens: &Range<usize>) -> Option<u32> {
        let (mut weakest, mut at) = (None, tokens.start);
        while at < tokens.end {
            let word = self.text.word(at);
            match word {
                "(" | "[" => {
                    at = self.text.after_group(at)?;
                    continue;
                }
                "?" | "," | "=" | "+=" | "-=" | "*=" | "/=" => return None,
                _ if self.is_between(tokens, at) && is_binary(word) => {
                    weakest = [weakest, binding(word)].into_iter().flatten().min();
                }
                _ => {}
            }
            at += 1;
        }
        weakest
    }
}
