//! Counting from the other end: `n - 1 - i` for `i`, and digits for characters.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words, is_assignment, is_target};

/// What it costs to count from the other end.
const OTHER_END: u32 = 16;
/// What it costs to write a digit as a character, and to take a character for a digit.
const DIGIT: u32 = 14;

impl Words<'_> {
    /// A variable that a loop counts up, counted from the end of the loop.
    pub(super) fn other_end(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_part = at > 0 && matches!(text.word(at - 1), "." | "->" | "++" | "--" | "&");
        let goes_on =
            matches!(text.word(at + 1), "." | "->" | "[" | "(" | "++" | "--") || is_assignment(text.word(at + 1));
        if text.kind(at) != Some(Kind::Word) || is_part || goes_on || is_target(text, tokens, at) {
            return;
        }
        // The loop's own condition stays.
        let Some((bound, condition)) = self.bound(at) else { return };
        if condition.contains(&at) {
            return;
        }
        let (name, bound) = (text.word(at), text.slice(&bound));
        for less in ["", " - 1"] {
            let inside = text.is(at.wrapping_sub(1), "[") && text.is(at + 1, "]");
            let new = format!("{bound}{less} - {name}");
            let new = if inside { new } else { format!("({new})") };
            found.push(Swap { bytes: text.bytes(&(at..at + 1)), new, cost: OTHER_END });
        }
    }

    /// What the innermost loop around a variable compares it with, and its head: `n` of `for (i = 0; i < n; i++)`.
    fn bound(&self, at: usize) -> Option<(Range<usize>, Range<usize>)> {
        let text = self.text;
        let name = text.word(at);
        let heads = (0..at).rev().filter(|&k| text.is(k, "for") && text.is(k + 1, "("));
        for head in heads {
            let end = text.after_group(head + 1)?;
            let sign = (head + 2..end).find(|&k| text.word(k) == name && matches!(text.word(k + 1), "<" | "!="));
            let Some(sign) = sign.map(|k| k + 1) else { continue };
            let stop = (sign..end).find(|&k| matches!(text.word(k), ";" | "&&" | "||"))?;
            let body = if text.is(end, "{") {
                text.after_group(end)?
            } else {
                (end..text.tokens.len()).find(|&k| text.is(k, ";"))?
            };
            if at < body
                && (sign + 1..stop).all(|k| {
                    matches!(text.kind(k), Some(Kind::Word | Kind::Number)) || matches!(text.word(k), "." | "->")
                })
            {
                return Some((sign + 1..stop, head..end));
            }
        }
        None
    }

    /// `c = '0' + d % 10` for `c = d % 10`.
    pub(super) fn all_as_digit(&self, tokens: &Range<usize>, found: &mut Vec<Swap>) {
        let text = self.text;
        let Some(sign) = tokens.clone().find(|&k| text.is(k, "=")) else { return };
        let value = sign + 1..tokens.end;
        let is_sum =
            |k: usize| matches!(text.word(k), "+" | "-" | "*" | "/" | "%" | "(" | ")" | "[" | "]" | "." | "->");
        let is_plain = value.len() > 1
            && value.clone().all(|k| is_sum(k) || matches!(text.kind(k), Some(Kind::Word | Kind::Number)));
        if is_plain && self.is_about_digits() {
            let start = text.tokens[value.start].start;
            found.push(Swap { bytes: start..start, new: "'0' + ".to_owned(), cost: DIGIT });
        }
    }

    /// Whether the text speaks of digits.
    fn is_about_digits(&self) -> bool {
        (0..self.text.tokens.len()).any(|k| self.text.is(k, "'0'"))
    }

    /// `'0' + d` for `d`, where a character is wanted: the text speaks of digits elsewhere.
    pub(super) fn digit(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_part = at > 0 && matches!(text.word(at - 1), "." | "->" | "++" | "--" | "&" | "*");
        let goes_on =
            matches!(text.word(at + 1), "." | "->" | "[" | "(" | "++" | "--") || is_assignment(text.word(at + 1));
        let Some(ty) = self.names.type_of(text.word(at), text.tokens[at].start) else { return };
        let is_sign = |k: usize| matches!(text.word(k), "+" | "-");
        let is_beside = at.checked_sub(1).is_some_and(is_sign) || is_sign(at + 1);
        if is_part
            || goes_on
            || is_target(text, tokens, at)
            || !self.names.is_integer(ty)
            || is_beside
            || !self.is_about_digits()
        {
            return;
        }
        for (sign, order) in [("+", true), ("-", false)] {
            let name = text.word(at);
            let new = if order { format!("('0' {sign} {name})") } else { format!("({name} {sign} '0')") };
            found.push(Swap { bytes: text.bytes(&(at..at + 1)), new, cost: DIGIT });
        }
    }
}
