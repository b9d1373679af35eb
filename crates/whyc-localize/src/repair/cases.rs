//! Labels of a `switch`: one that should not be there, one that is lacking, one for another.
//!
//! A label is no expression and cannot be chosen while the program runs; but what is looked up can. Without `case 3:`, three goes where nothing
//! else goes; with one more, its value goes where its neighbour goes.

use std::collections::BTreeSet;

use super::lex::{Kind as TokenKind, tokens};
use super::literal::Literal;
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What no label is.
const ELSEWHERE: &str = "-987654321";
/// A label less, another one, one more. Where it is enough that a label goes, another one in its place is made up.
const GONE: u32 = 12;
const OTHER: u32 = 13;
const MORE: u32 = 15;

/// A label and what it stands for.
struct Case {
    statement: usize,
    value: String,
}

/// Adds the variants of the labels of a `switch`, which is the statement at `at`.
pub fn labels(function: &Function<'_>, at: usize, found: &mut Vec<Variant>) {
    let Kind::Switch { value, .. } = &function.statements.all[at].kind else { return };
    let asked = function.text.bytes(value);
    let old = &function.text.text[asked.clone()];
    // It is written more than once in a variant.
    if value.is_empty() || value.clone().any(|k| matches!(function.text.word(k), "(" | "++" | "--" | "=" | "+=" | "-="))
    {
        return;
    }
    let cases = cases(function, at);
    let known: BTreeSet<&str> = cases.iter().map(|case| case.value.as_str()).collect();
    let slot = || Slot::Value(asked.start, asked.end);
    for case in &cases {
        let place = function.bytes(case.statement);
        let mut add = |asked: String, edits, cost| {
            found.push(Variant { parts: vec![(slot(), asked)], edits, place: place.clone(), cost, likeness: 0 });
        };
        let this = &case.value;
        add(format!("({old}) == ({this}) ? {ELSEWHERE} : ({old})"), vec![(place.clone(), String::new())], GONE);
        for (other, cost) in others(function, this) {
            if known.contains(other.as_str()) {
                continue;
            }
            let moved = format!("({old}) == ({other}) ? ({this}) : ({old}) == ({this}) ? {ELSEWHERE} : ({old})");
            add(moved, vec![(place.clone(), format!("case {other}:"))], OTHER + cost);
            let more = format!("({old}) == ({other}) ? ({this}) : ({old})");
            add(more, vec![(place.start..place.start, format!("case {other}: "))], MORE + cost);
        }
    }
}

/// The labels of a `switch` itself, not of those inside of it.
fn cases(function: &Function<'_>, at: usize) -> Vec<Case> {
    let all = &function.statements.all;
    let owner = |mut statement: usize| {
        while let Some(parent) = all[statement].parent {
            if matches!(all[parent].kind, Kind::Switch { .. }) {
                return Some(parent);
            }
            statement = parent;
        }
        None
    };
    let labels = (0..all.len()).filter(|&k| all[k].kind == Kind::Label && owner(k) == Some(at));
    let case = |statement: usize| {
        let tokens = &all[statement].tokens;
        let value = tokens.start + 1..tokens.end - 1;
        // A range of values is no value.
        let is_one = function.text.is(tokens.start, "case") && !value.clone().any(|k| function.text.is(k, "..."));
        is_one.then(|| Case { statement, value: function.text.slice(&value).to_owned() })
    };
    labels.filter_map(case).collect()
}

/// Other values that somebody may have meant, with how far away they are: numbers nearby, and what the program writes elsewhere in the same way.
fn others(function: &Function<'_>, value: &str) -> Vec<(String, u32)> {
    let kind = |text: &str| match &tokens(text)[..] {
        [only] => Some(only.kind),
        _ => None,
    };
    let mut found = Vec::new();
    if let Some(literal) = Literal::of(value) {
        let near = [literal.value.checked_add(1), literal.value.checked_sub(1)];
        found.extend(near.into_iter().flatten().map(|near| (literal.write(near), 0)));
    }
    if let [b'\'', sign, b'\''] = *value.as_bytes() {
        let near = [sign.wrapping_add(1), sign.wrapping_sub(1)].into_iter().filter(u8::is_ascii_alphanumeric);
        found.extend(near.map(|near| (format!("'{}'", char::from(near)), 0)));
    }
    let of_kind = kind(value).filter(|it| matches!(it, TokenKind::Character | TokenKind::Number | TokenKind::Word));
    let elsewhere = function.constants.iter().filter(|it| of_kind.is_some() && kind(it) == of_kind).cloned();
    for it in function.names.other_enumerators(value).into_iter().chain(elsewhere) {
        if it != value && !found.iter().any(|(known, _)| *known == it) {
            found.push((it, 2));
        }
    }
    found
}
