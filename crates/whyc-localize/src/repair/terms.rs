//! What an operand may lack: one more, one less, or what stands with it in other places.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words, is_target};

/// What it costs to count one more or less, or what is added elsewhere; a little more where parentheses are needed.
const ONE: u32 = 15;
/// What it costs to take of an operand what is taken of it elsewhere.
const TAKEN: u32 = 15;
/// At most this many terms that stand elsewhere are tried with an operand.
const MANY_TERMS: usize = 4;

/// What stands with an operand in another place.
#[derive(PartialEq, Eq)]
struct Term<'t> {
    sign: &'t str,
    term: &'t str,
    /// Whether it stands in front.
    is_first: bool,
}

impl Words<'_> {
    /// One more or one less than an operand gives, and what is done with it elsewhere.
    pub(super) fn more_or_less(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_start = match text.kind(at) {
            Some(Kind::Word) => {
                let is_member = at > 0 && matches!(text.word(at - 1), "." | "->");
                !is_member && !matches!(text.word(at), "sizeof" | "struct")
            }
            _ => false,
        };
        if !is_start || is_target(text, tokens, at) {
            return;
        }
        let start = text.tokens[at].start;
        let operand = self.operand_after(at, tokens.end);
        let is_number = match self.names.type_of(text.word(at), start) {
            Some(ty) if operand.len() == 1 => self.names.is_integer(ty) || self.names.is_pointer(ty),
            _ => operand.len() > 1,
        };
        let is_counted =
            text.is(operand.end, "++") || text.is(operand.end, "--") || text.word(operand.end.wrapping_sub(1)) == "++";
        let is_address = at > 0 && matches!(text.word(at - 1), "&" | "++" | "--") && !self.is_between(tokens, at - 1);
        if !is_number || is_counted || is_address {
            return;
        }
        let binds = |word: &str| matches!(word, "*" | "/" | "%" | "-" | "!" | "~" | "<<" | ">>" | "+" | "&");
        let before = if at > tokens.start { text.word(at - 1) } else { "" };
        let after = text.word(operand.end);
        let needs = (binds(before) && before != "+") || matches!(after, "*" | "/" | "%");
        let (bytes, whole) = (text.bytes(&operand), text.slice(&operand));
        let one = ["+", "-"].map(|sign| Term { sign, term: "1", is_first: false });
        for Term { sign, term, is_first } in one.into_iter().chain(self.beside_elsewhere(&operand, start)) {
            let is_sum = matches!(sign, "+" | "-");
            let cost = if is_sum { ONE + u32::from(needs) } else { TAKEN };
            let cost = if sign == "-" && term == "1" && before == "[" && after == "]" {
                cost - u32::from(self.is_asked_to_be_there(tokens, &operand))
            } else {
                cost
            };
            let new = if is_first { format!("{term} {sign} {whole}") } else { format!("{whole} {sign} {term}") };
            match needs || !is_sum {
                true => found.push(Swap { bytes: bytes.clone(), new: format!("({new})"), cost }),
                false if is_first => {
                    found.push(Swap { bytes: bytes.start..bytes.start, new: format!("{term} {sign} "), cost });
                }
                false => found.push(Swap { bytes: bytes.end..bytes.end, new: format!(" {sign} {term}"), cost }),
            }
        }
    }

    /// Whether it was asked before in the same expression whether there is any: who asks `n > 0` first wants the last of them,
    /// `[n - 1]`.
    fn is_asked_to_be_there(&self, tokens: &Range<usize>, operand: &Range<usize>) -> bool {
        let text = self.text;
        (tokens.start..operand.start.saturating_sub(operand.len())).any(|from| {
            let sign = from + operand.len();
            let is_same = (0..operand.len()).all(|k| text.word(from + k) == text.word(operand.start + k));
            let is_more = matches!((text.word(sign), text.word(sign + 1)), (">" | "!=", "0") | (">=", "1") | ("&&", _));
            is_same && is_more
        })
    }

    /// What is added to an operand, or taken of it, in other places: where `at + 2` or `HEADER + at` stands elsewhere, it may be
    /// meant here, and so may `at % SIZE`.
    fn beside_elsewhere(&self, operand: &Range<usize>, start: usize) -> Vec<Term<'_>> {
        let text = self.text;
        let is_same = |from: usize| (0..operand.len()).all(|k| text.word(from + k) == text.word(operand.start + k));
        let is_part = |at: usize| at > 0 && matches!(text.word(at - 1), "." | "->");
        let is_known = |at: usize| match text.kind(at) {
            Some(Kind::Number) => text.word(at) != "1",
            Some(Kind::Word) => {
                let name = text.word(at);
                let is_integer = self.names.type_of(name, start).is_some_and(|ty| self.names.is_integer(ty));
                is_integer || self.macros.names.iter().any(|it| it == name)
            }
            _ => false,
        };
        let mut found: Vec<Term<'_>> = Vec::new();
        for from in (0..text.tokens.len()).filter(|&from| from != operand.start && is_same(from) && !is_part(from)) {
            let (sign, behind) = (text.word(from + operand.len()), from + operand.len() + 1);
            let goes_on = |at: usize| matches!(text.word(at), "*" | "/" | "%" | "(" | "[" | "." | "->" | "<<" | ">>");
            let is_taken = matches!(sign, "%" | "&") && !self.is_asserted(from);
            if (matches!(sign, "+" | "-") || is_taken) && is_known(behind) && !goes_on(behind + 1) {
                found.push(Term { sign, term: text.word(behind), is_first: false });
            }
            let Some(front) = from.checked_sub(2) else { continue };
            let is_alone = front.checked_sub(1).is_some_and(|at| {
                matches!(text.word(at), "(" | "," | "=" | "[" | "return" | "<" | ">" | "<=" | ">=" | "==" | "!=" | "+")
            });
            let is_first = text.is(from - 1, "+") && is_alone && !self.is_asserted(from);
            if is_first && is_known(front) && !goes_on(from + operand.len()) {
                found.push(Term { sign: "+", term: text.word(front), is_first: true });
            }
        }
        // What stands with it here already is not lacking; each is tried once.
        let here = |it: &Term<'_>| if it.is_first { operand.start.checked_sub(2) } else { Some(operand.end + 1) };
        found.retain(|it| here(it).is_none_or(|at| text.word(at) != it.term));
        let mut known: Vec<Term<'_>> = Vec::new();
        for it in found {
            if !known.contains(&it) {
                known.push(it);
            }
        }
        known.truncate(MANY_TERMS);
        known
    }

    /// Whether a token stands in a statement that asserts or assumes something: what is asked there is no habit of the program.
    fn is_asserted(&self, at: usize) -> bool {
        let text = self.text;
        let start = (0..at).rev().find(|&k| matches!(text.word(k), ";" | "{" | "}")).map_or(0, |k| k + 1);
        let first = text.word(start).to_ascii_lowercase();
        first.contains("assert") || first.contains("assume")
    }
}
