//! Statements that stand nearby, done to something else: what is done to one thing and should be done to its counterpart as well.

use std::ops::Range;

use super::lex::Text;
use super::names::Path;
use super::statements::Kind;
use super::variants::Function;

/// At most this many statements of the function are tried with other variables.
const MANY_ADAPTED: usize = 120;
/// At most this many other fields are tried for one.
const MANY_FIELDS: usize = 4;

/// Statements of the function with other variables or another field: what is done to one thing and should be done to its counterpart as well.
pub fn adapted(function: &Function<'_>, at: usize, neighbour: usize) -> Vec<(String, u32)> {
    let text = function.text;
    let known = function.names.variables(at);
    let mut found = Vec::new();
    let mut near: Vec<usize> = (0..function.statements.all.len())
        .filter(|&k| matches!(function.statements.all[k].kind, Kind::Expression(_)) && !function.is_check(k))
        .collect();
    near.sort_by_key(|&k| function.bytes(k).start.abs_diff(function.bytes(neighbour).start));
    for statement in near.into_iter().take(6) {
        let tokens = function.statements.all[statement].tokens.clone();
        let mut used: Vec<&Path> = Vec::new();
        for k in tokens.clone() {
            if let Some(path) = known.iter().find(|it| it.text == text.word(k) && !is_part(text, k))
                && !used.contains(path)
            {
                used.push(path);
            }
        }
        let others = |path: &Path| -> Vec<&Path> {
            known.iter().copied().filter(|it| it.ty == path.ty && it.text != path.text).take(5).collect()
        };
        let put = |changes: &[(&str, &str)], cost: u32, found: &mut Vec<(String, u32)>| {
            found.push((renamed(text, &tokens, changes), cost));
        };
        for (old, new) in other_fields(function, &tokens) {
            found.push((with_field(text, &tokens, (&old, &new)), 18));
        }
        for (n, first) in used.iter().enumerate() {
            for other in others(first) {
                put(&[(&first.text, &other.text)], 19, &mut found);
                for second in &used[n + 1..] {
                    for another in others(second) {
                        put(&[(&first.text, &other.text), (&second.text, &another.text)], 20, &mut found);
                    }
                }
            }
        }
    }
    found.truncate(MANY_ADAPTED);
    found
}

/// The fields that tokens name, each with others of the same type.
fn other_fields(function: &Function<'_>, tokens: &Range<usize>) -> Vec<(String, String)> {
    let text = function.text;
    let mut found: Vec<(String, String)> = Vec::new();
    for k in tokens.clone().filter(|&k| is_part(text, k)) {
        let old = text.word(k);
        if found.iter().any(|(known, _)| known == old) {
            continue;
        }
        let others = function.names.other_fields(old).into_iter().filter(|(_, is_same)| *is_same);
        found.extend(others.take(MANY_FIELDS).map(|(new, _)| (old.to_owned(), new)));
    }
    found
}

/// Tokens with another field wherever they name one.
fn with_field(text: Text<'_>, tokens: &Range<usize>, (old, other): (&str, &str)) -> String {
    rewritten(text, tokens, |k| (is_part(text, k) && text.word(k) == old).then_some(other))
}

/// Tokens with other names for some variables.
fn renamed(text: Text<'_>, tokens: &Range<usize>, changes: &[(&str, &str)]) -> String {
    rewritten(text, tokens, |k| {
        let change = changes.iter().find(|(old, _)| *old == text.word(k) && !is_part(text, k));
        change.map(|(_, other)| *other)
    })
}

/// Tokens, some of which are replaced.
fn rewritten<'o>(text: Text<'_>, tokens: &Range<usize>, other: impl Fn(usize) -> Option<&'o str>) -> String {
    let (mut new, mut end) = (String::new(), text.bytes(tokens).start);
    for k in tokens.clone() {
        let bytes = text.bytes(&(k..k + 1));
        new.push_str(&text.text[end..bytes.start]);
        new.push_str(other(k).unwrap_or(&text.text[bytes.clone()]));
        end = bytes.end;
    }
    new
}

/// Whether a token names a field.
fn is_part(text: Text<'_>, at: usize) -> bool {
    at > 0 && matches!(text.word(at - 1), "." | "->")
}
