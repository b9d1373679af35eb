//! Indices that should begin anew at the end of an array: `i = (i + 1) % SIZE` for `i = i + 1`, and sums of which as much is taken as
//! elsewhere: `(i + 1) % SIZE == j` for `i + 1 == j`.

use std::ops::Range;

use super::lex::{Kind, Text};
use super::macros::Macros;
use super::statements;
use super::tokens::Swap;
use super::variants::{Function, Slot, Variant};

/// What it costs to let an index begin anew.
const WRAPPED: u32 = 15;
/// What it costs to take of a sum what is taken of it elsewhere.
const AS_ELSEWHERE: u32 = 12;
/// At most so many lengths are tried.
const MANY_LENGTHS: usize = 4;

/// The remainder of what is stored into something that is an index elsewhere.
pub fn index(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let Some((target, value)) = stored(text, tokens) else { return };
    if text.slice(&target).contains('%') || value.contains('%') || !is_index(text, &target) {
        return;
    }
    let name = text.slice(&target);
    let (bytes, whole) = (text.bytes(tokens), function.bytes(at));
    for length in lengths(text, function.macros) {
        let new = format!("{name} = ({value}) % {length}");
        let slot = Slot::Statement(whole.start, whole.end);
        let (parts, edits) = (vec![(slot, format!("{new};"))], vec![(bytes.clone(), new)]);
        found.push(Variant { parts, edits, place: whole.clone(), cost: WRAPPED, likeness: 0 });
    }
}

/// What is done elsewhere with what stands here: `(a + b) % c` for `a + b`.
pub fn as_elsewhere(text: Text<'_>, whole: &Range<usize>, found: &mut Vec<Swap>) {
    let is_same = |from: usize| whole.clone().zip(from..).all(|(a, b)| text.word(a) == text.word(b));
    let is_enclosed = |from: usize| text.is(from.wrapping_sub(1), "(") && text.is(from + whole.len(), ")");
    let here = text.slice(whole);
    let mut known: Vec<String> = Vec::new();
    for from in (1..text.tokens.len()).filter(|&from| from != whole.start && is_enclosed(from) && is_same(from)) {
        let sign = from + whole.len() + 1;
        let is_taken = matches!(text.word(sign), "%" | "/" | "*" | "&" | ">>" | "<<");
        let is_simple = matches!(text.kind(sign + 1), Some(Kind::Number | Kind::Word))
            && !matches!(text.word(sign + 2), "(" | "[" | "." | "->");
        let new = format!("({here}) {} {}", text.word(sign), text.word(sign + 1));
        if is_taken && is_simple && !known.contains(&new) && !is_enclosed(whole.start) {
            found.push(Swap { bytes: text.bytes(whole), new: new.clone(), cost: AS_ELSEWHERE });
            known.push(new);
        }
    }
}

/// What a statement stores into, and what: `i = i + 1`, `i += 2`, `i++`.
fn stored(text: Text<'_>, tokens: &Range<usize>) -> Option<(Range<usize>, String)> {
    if matches!(text.word(tokens.start), "++" | "--") {
        let target = tokens.start + 1..tokens.end;
        let value = format!("{} {} 1", text.slice(&target), &text.word(tokens.start)[..1]);
        return Some((target, value));
    }
    let sign = tokens.clone().find(|&at| matches!(text.word(at), "=" | "+=" | "-=" | "++" | "--"))?;
    let (target, value) = (tokens.start..sign, text.slice(&(sign + 1..tokens.end)));
    let name = text.slice(&target);
    let value = match text.word(sign) {
        "=" if value.contains(['+', '-']) => value.to_owned(),
        "+=" | "-=" => format!("{name} {} {value}", &text.word(sign)[..1]),
        "++" | "--" if sign + 1 == tokens.end => format!("{name} {} 1", &text.word(sign)[..1]),
        _ => return None,
    };
    Some((target, value))
}

/// Whether something stands alone in brackets somewhere.
fn is_index(text: Text<'_>, target: &Range<usize>) -> bool {
    let is_same = |from: usize| target.clone().zip(from..).all(|(a, b)| text.word(a) == text.word(b));
    !target.is_empty()
        && (1..text.tokens.len()).any(|at| text.is(at - 1, "[") && is_same(at) && text.is(at + target.len(), "]"))
}

/// How long the arrays are that the text declares, as it is written there, each once.
pub fn lengths<'t>(text: Text<'t>, macros: &Macros) -> Vec<&'t str> {
    let mut found: Vec<&str> = Vec::new();
    for open in (1..text.tokens.len()).filter(|&at| text.is(at, "[") && text.is(at + 2, "]")) {
        let length = text.word(open + 1);
        let is_length = match text.kind(open + 1) {
            Some(Kind::Number) => length != "0" && length != "1",
            Some(Kind::Word) => macros.names.iter().any(|it| it == length),
            _ => false,
        };
        if is_length && statements::declares_array(text, open - 1) && !found.contains(&length) {
            found.push(length);
        }
    }
    found.truncate(MANY_LENGTHS);
    found
}
