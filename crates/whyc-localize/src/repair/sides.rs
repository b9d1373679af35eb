//! What one side of an operator has and the other lacks, and sides in the wrong order.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words};

/// What it costs to ask in the other order: what comes first may be what the second rests on.
const ORDER: u32 = 13;
/// What it costs to do to one side of a comparison what is done to the other.
const SAME_CALL: u32 = 13;
/// What it costs to exchange two indices, and two fields of one record.
const INDICES: u32 = 13;
const FIELDS: u32 = 14;
/// What it costs to give the sign of a difference instead of the difference.
const SIGN: u32 = 15;
/// At most so many pairs of fields are exchanged in one expression.
const MANY_PAIRS: usize = 12;

impl Words<'_> {
    /// `b && a` for `a && b`, and `f(a) == f(b)` for `f(a) == b`. The operands are those beside the sign.
    pub(super) fn sides(
        &self,
        tokens: &Range<usize>,
        (left, at, right): (&Range<usize>, usize, &Range<usize>),
        found: &mut Vec<Swap>,
    ) {
        let text = self.text;
        match text.word(at) {
            "&&" | "||" => {
                let (first, second) = (self.conjunct(tokens, at, true), self.conjunct(tokens, at, false));
                if !first.is_empty() && !second.is_empty() {
                    let new = format!("{} {} {}", text.slice(&second), text.word(at), text.slice(&first));
                    found.push(Swap { bytes: text.bytes(&(first.start..second.end)), new, cost: ORDER });
                }
            }
            "==" | "!=" | "<" | ">" | "<=" | ">=" => {
                for (called, plain) in [(left, right), (right, left)] {
                    found.extend(self.same_call(called, plain));
                }
            }
            _ => {}
        }
    }

    /// All that is joined by a sign on one side of it, up to the next sign that binds less or as much.
    fn conjunct(&self, tokens: &Range<usize>, at: usize, is_left: bool) -> Range<usize> {
        let text = self.text;
        let ends = |k: usize| matches!(text.word(k), "&&" | "||" | "?" | ":" | "=" | "," | ";");
        if is_left {
            let mut start = at;
            while start > tokens.start && !ends(start - 1) && !matches!(text.word(start - 1), "(" | "[") {
                start = match text.word(start - 1) {
                    ")" | "]" => self.opening(start - 1).filter(|&open| open >= tokens.start).unwrap_or(start - 1),
                    _ => start - 1,
                };
            }
            return start..at;
        }
        let mut end = at + 1;
        while end < tokens.end && !ends(end) && !matches!(text.word(end), ")" | "]") {
            end = match text.word(end) {
                "(" | "[" => text.after_group(end).unwrap_or(tokens.end),
                _ => end + 1,
            };
        }
        at + 1..end.min(tokens.end)
    }

    /// What stands on one side of a comparison, called with what the other side is called with: `tolower(*b)` for `*b`, where the
    /// other side is `tolower(*a)`.
    fn same_call(&self, called: &Range<usize>, plain: &Range<usize>) -> Option<Swap> {
        let text = self.text;
        let is_call = text.kind(called.start) == Some(Kind::Word)
            && text.is(called.start + 1, "(")
            && text.after_group(called.start + 1) == Some(called.end);
        let given = called.start + 2..called.end.checked_sub(1)?;
        let is_constant = plain.len() == 1 && text.kind(plain.start) != Some(Kind::Word);
        if !is_call
            || is_constant
            || text.list(given.clone()).len() != 1
            || given.is_empty()
            || text.is(plain.start + 1, "(")
        {
            return None;
        }
        // A conversion belongs to what the function is given.
        let close = if text.is(given.start, "(") { text.after_group(given.start) } else { None };
        let cast = close.filter(|&end| self.is_cast(end - 1)).map_or("", |end| text.slice(&(given.start..end)));
        let new = format!("{}({cast}{})", text.word(called.start), text.slice(plain));
        Some(Swap { bytes: text.bytes(plain), new, cost: SAME_CALL })
    }

    /// `a[j][i]` for `a[i][j]`.
    pub(super) fn indices(&self, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let Some(first_end) = text.after_group(at).filter(|&end| text.is(at, "[") && text.is(end, "[")) else { return };
        let Some(second_end) = text.after_group(first_end) else { return };
        if at + 2 == first_end || first_end + 2 == second_end {
            return;
        }
        let (first, second) = (text.slice(&(at + 1..first_end - 1)), text.slice(&(first_end + 1..second_end - 1)));
        if first != second && at > 0 && self.ends_operand(at - 1) {
            let new = format!("[{second}][{first}]");
            found.push(Swap { bytes: text.bytes(&(at..second_end)), new, cost: INDICES });
        }
    }

    /// Two elements of one array exchanged: `p[0] << 8 | p[1]` for `p[1] << 8 | p[0]`.
    pub(super) fn elements(&self, tokens: &Range<usize>, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_element = |&at: &usize| {
            at > tokens.start + 1
                && at + 1 < tokens.end
                && text.kind(at) == Some(Kind::Number)
                && text.is(at - 1, "[")
                && text.is(at + 1, "]")
                && text.kind(at - 2) == Some(Kind::Word)
        };
        let all: Vec<usize> = tokens.clone().filter(is_element).collect();
        let pairs = all.iter().enumerate().flat_map(|(k, &a)| all[k + 1..].iter().map(move |&b| (a, b)));
        let is_pair = |&(a, b): &(usize, usize)| text.word(a - 2) == text.word(b - 2) && text.word(a) != text.word(b);
        for (a, b) in pairs.filter(is_pair).take(MANY_PAIRS) {
            let between = &text.text[text.tokens[a + 1].end..text.tokens[b - 2].start];
            let (first, second) = (text.slice(&(a - 2..a + 2)), text.slice(&(b - 2..b + 2)));
            let new = format!("{second}{between}{first}");
            found.push(Swap { bytes: text.bytes(&(a - 2..b + 2)), new, cost: FIELDS });
        }
    }

    /// `(a > b) - (a < b)` for a difference that is returned: what only its sign is asked of need not fit.
    pub(super) fn order_of(
        &self,
        tokens: &Range<usize>,
        (left, at, right): (&Range<usize>, usize, &Range<usize>),
        found: &mut Vec<Swap>,
    ) {
        let text = self.text;
        let is_all = left.start == tokens.start && right.end == tokens.end && text.is(at, "-");
        if is_all && tokens.start > 0 && text.is(tokens.start - 1, "return") {
            let (a, b) = (text.slice(left), text.slice(right));
            found.push(Swap { bytes: text.bytes(tokens), new: format!("({a} > {b}) - ({a} < {b})"), cost: SIGN });
        }
    }

    /// Two fields of one record exchanged: `{a.lo - b.hi, a.hi - b.lo}` for `{a.lo - b.lo, a.hi - b.hi}`.
    pub(super) fn fields(&self, tokens: &Range<usize>, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_field = |&at: &usize| {
            at > tokens.start + 1
                && matches!(text.word(at - 1), "." | "->")
                && text.kind(at) == Some(Kind::Word)
                && text.kind(at - 2) == Some(Kind::Word)
                && !matches!(text.word(at + 1), "(" | "[" | "." | "->" | "=")
        };
        let all: Vec<usize> = tokens.clone().filter(is_field).collect();
        let pairs = all.iter().enumerate().flat_map(|(k, &a)| all[k + 1..].iter().map(move |&b| (a, b)));
        let is_pair = |&(a, b): &(usize, usize)| text.word(a - 2) == text.word(b - 2) && text.word(a) != text.word(b);
        for (a, b) in pairs.filter(is_pair).take(MANY_PAIRS) {
            let bytes = text.bytes(&(a..b + 1));
            let between = &text.text[text.tokens[a].end..text.tokens[b].start];
            let new = format!("{}{between}{}", text.word(b), text.word(a));
            found.push(Swap { bytes, new, cost: FIELDS });
        }
    }
}
