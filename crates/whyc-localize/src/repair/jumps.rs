//! Where a jump should have gone: on instead of out, out instead of on, to another label.

use std::ops::Range;

use super::lex::Kind as TokenKind;
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What it costs to leave a loop instead of its round, and the other way round.
const OTHER: u32 = 14;
/// What it costs to go to another label.
const LABEL: u32 = 15;
/// What it costs to leave a loop where the function was left, or its round.
const STAYS: u32 = 17;

/// What it costs to leave a function only with one answer, from a loop that is left in its first round anyway, and from others.
const ALWAYS_LEFT: u32 = 9;
const ONLY_WITH: u32 = 18;

/// An answer of a loop's round for the answer of them all: `if (!f(i)) return 0;` for `return f(i);`.
pub fn only_with(function: &Function<'_>, at: usize, value: &Range<usize>, found: &mut Vec<Variant>) {
    if !function.statements.is_in_loop(at, false) || constant(function, value).is_some() || value.is_empty() {
        return;
    }
    let answers = function.statements.all.iter().filter_map(|it| match &it.kind {
        Kind::Return(value) => constant(function, value),
        _ => None,
    });
    let mut answers: Vec<&str> = answers.collect();
    // Who only ever says yes may have meant to say no.
    let opposites = [("1", "0"), ("0", "1"), ("true", "false"), ("false", "true")];
    answers
        .extend(opposites.iter().filter(|(one, _)| answers.contains(one)).map(|(_, other)| *other).collect::<Vec<_>>());
    answers.sort_unstable();
    answers.dedup();
    let (bytes, asked) = (function.bytes(at), function.text.slice(value));
    let cost = if is_left_at_once(function, at) { ALWAYS_LEFT } else { ONLY_WITH };
    for answer in answers {
        let is_no = matches!(answer, "0" | "false" | "NULL");
        for (condition, more) in [(format!("!({asked})"), u32::from(!is_no)), (asked.to_owned(), u32::from(is_no))] {
            let condition = match condition.strip_prefix("!(").and_then(|it| it.strip_suffix(')')) {
                // A call needs no parentheses.
                Some(call) if is_call(function, value) => format!("!{call}"),
                _ => condition,
            };
            let new = format!("if ({condition}) return {answer};");
            let parts = vec![(Slot::Statement(bytes.start, bytes.end), new.clone())];
            let below = format!("if ({condition})\n{}    return {answer};", function.indent(at));
            let edits = vec![(bytes.clone(), below)];
            found.push(Variant { parts, edits, place: bytes.clone(), cost: cost + more, likeness: 0 });
        }
    }
}

/// Whether an expression is a call and nothing else.
fn is_call(function: &Function<'_>, value: &Range<usize>) -> bool {
    function.text.kind(value.start) == Some(TokenKind::Word)
        && function.text.is(value.start + 1, "(")
        && function.text.after_group(value.start + 1) == Some(value.end)
}

/// The text of an answer that is the same whatever happened.
fn constant<'t>(function: &Function<'t>, value: &Range<usize>) -> Option<&'t str> {
    let last = value.end.checked_sub(1)?;
    let word = function.text.word(last);
    let is_sign = value.len() == 2 && function.text.is(value.start, "-");
    let is_known = function.text.kind(last) == Some(TokenKind::Number)
        || matches!(word, "true" | "false" | "NULL")
        || function.constants.iter().any(|it| it == word);
    (is_known && (value.len() == 1 || is_sign)).then(|| function.text.slice(value))
}

/// Whether a loop has no second round, because this stands last in it.
fn is_left_at_once(function: &Function<'_>, at: usize) -> bool {
    let all = &function.statements.all;
    let is_loop = |it: usize| matches!(all[it].kind, Kind::While { .. } | Kind::For { .. });
    match all[at].parent {
        Some(outer) if is_loop(outer) => true,
        Some(outer) => match &all[outer].kind {
            Kind::Block(inner) => inner.last() == Some(&at) && all[outer].parent.is_some_and(is_loop),
            _ => false,
        },
        None => false,
    }
}

/// Changes of the jump at a position of the list.
pub fn others(function: &Function<'_>, at: usize, found: &mut Vec<Variant>) {
    let first = function.statements.all[at].tokens.start;
    let is_in_loop = function.statements.is_in_loop(at, false);
    let new: Vec<(String, u32)> = match function.text.word(first) {
        // Of a `switch` in a loop, `break` may be either.
        "break" if is_in_loop => vec![("continue;".to_owned(), OTHER)],
        "continue" => vec![("break;".to_owned(), OTHER)],
        "goto" => labels(function).into_iter().map(|label| (format!("goto {label};"), LABEL)).collect(),
        "return" if is_in_loop => vec![("break;".to_owned(), STAYS), ("continue;".to_owned(), STAYS)],
        _ => Vec::new(),
    };
    let bytes = function.bytes(at);
    for (new, cost) in new.into_iter().filter(|(new, _)| *new != function.text.text[bytes.clone()]) {
        let parts = vec![(Slot::Statement(bytes.start, bytes.end), new.clone())];
        let edits = vec![(bytes.clone(), new)];
        found.push(Variant { parts, edits, place: bytes.clone(), cost, likeness: 0 });
    }
}

/// The labels of the function.
fn labels<'t>(function: &Function<'t>) -> Vec<&'t str> {
    let is_label = |it: &&super::statements::Statement| it.kind == Kind::Label;
    let words = function.statements.all.iter().filter(is_label).map(|it| it.tokens.start);
    let is_name = |&at: &usize| {
        function.text.kind(at) == Some(TokenKind::Word) && !matches!(function.text.word(at), "case" | "default")
    };
    words.filter(is_name).map(|at| function.text.word(at)).collect()
}
