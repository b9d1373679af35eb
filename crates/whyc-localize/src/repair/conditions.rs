//! Conditions that may be lacking: made from what the program asks elsewhere and from what is known at the place.

use std::collections::BTreeSet;
use std::ops::Range;

use super::inserts::indices;
use super::names::Path;
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// At most this many conditions are tried at one place.
const MANY_CONDITIONS: usize = 400;
/// Likewise where nothing is known of the places.
const FEW_CONDITIONS: usize = 120;
/// At most this many sums are compared with what is known.
const MANY_SUMS: usize = 4;

/// Conditions that can be asked at a byte, with how far-fetched they are.
pub fn conditions(function: &Function<'_>, at: usize) -> Vec<(String, u32)> {
    let names = function.names;
    let paths = names.paths(at);
    // What has names for what it may be is compared with them.
    let is_state = |path: &Path| !names.enumerators(path.ty).is_empty();
    let mut found: Vec<(String, u32)> = Vec::new();
    for condition in function.conditions {
        found.push((condition.clone(), 0));
        found.push((format!("!({condition})"), 3));
    }
    for path in &paths {
        let name = &path.text;
        if names.is_pointer(path.ty) {
            found.push((format!("{name} == NULL"), 0));
            found.push((format!("{name} != NULL"), 0));
        } else if names.is_integer(path.ty) && !is_state(path) {
            found.push((format!("{name} == 0"), 1));
            found.push((format!("{name} != 0"), 2));
            found.push((format!("{name} < 0"), 2));
            found.push((format!("{name} > 0"), 2));
        }
        for constant in names.enumerators(path.ty) {
            found.push((format!("{name} == {constant}"), 1));
            found.push((format!("{name} != {constant}"), 2));
        }
    }
    for a in paths.iter().filter(|it| names.is_integer(it.ty) && !is_state(it)) {
        for b in paths.iter().filter(|it| it.text != a.text && names.is_integer(it.ty) && !is_state(it)) {
            for sign in ["==", "<", ">="] {
                found.push((format!("{} {sign} {}", a.text, b.text), 3));
            }
        }
        for constant in function.constants.iter().filter(|it| *it != "0") {
            // What has a name is there to be compared with.
            let is_name = constant.starts_with(|c: char| c.is_ascii_alphabetic());
            // All the more if nothing is compared with it now.
            let is_idle = is_name && !(0..function.text.tokens.len()).any(|at| function.text.word(at) == constant);
            for sign in ["==", "!=", "<", "<=", ">", ">="] {
                found.push((
                    format!("{} {sign} {constant}", a.text),
                    match (is_idle, is_name) {
                        (true, _) => 0,
                        (false, true) => 3,
                        (false, false) => 4,
                    },
                ));
            }
        }
    }
    // Whether there is such an element.
    let is_sum = |index: &&str| index.contains(['+', '-']) && !index.contains(['(', '[']);
    for index in indices(function).into_iter().filter(is_sum) {
        let lengths = paths.iter().filter(|it| names.is_integer(it.ty)).map(|it| it.text.as_str());
        for length in lengths.chain(function.macros.names.iter().map(String::as_str)) {
            found.push((format!("{index} < {length}"), 2));
        }
        found.push((format!("{index} >= 0"), 2));
    }
    // Whether what is taken together is still there.
    for (a, b) in sums(function, &paths) {
        let others = paths.iter().filter(|it| names.is_integer(it.ty) && it.text != a && it.text != b);
        for whole in others.map(|it| it.text.as_str()).chain(function.macros.names.iter().map(String::as_str)) {
            found.extend(
                [("> ", 1), ("<= ", 2), (">= ", 2)].map(|(sign, cost)| (format!("{a} + {b} {sign}{whole}"), cost)),
            );
        }
    }
    let mut known = BTreeSet::new();
    found.sort_by_key(|(_, cost)| *cost);
    found.retain(|(text, _)| known.insert(text.clone()));
    // Where it is known which places may help, more can be tried at each of them.
    found.truncate(if function.promising.is_some() { MANY_CONDITIONS } else { FEW_CONDITIONS });
    found
}

/// What is added to what in the function, of what is known at the place.
fn sums<'p>(function: &Function<'_>, paths: &'p [Path]) -> Vec<(&'p str, &'p str)> {
    let text = function.text;
    let Some(body) = function.statements.all.last().map(|it| it.tokens.clone()) else { return Vec::new() };
    let integers: Vec<&Path> = paths.iter().filter(|it| function.names.is_integer(it.ty)).collect();
    let mut found: Vec<(&str, &str)> = Vec::new();
    for at in body.filter(|&at| matches!(text.word(at), "+" | "+=")) {
        let end = if text.is(at + 2, "->") || text.is(at + 2, ".") { at + 4 } else { at + 2 };
        let start = match at.checked_sub(3) {
            Some(start) if matches!(text.word(start + 1), "->" | ".") => start,
            _ => at - 1,
        };
        let path = |tokens: Range<usize>| {
            let written = text.slice(&tokens);
            integers.iter().find(|it| it.text == written).map(|it| it.text.as_str())
        };
        if let (Some(a), Some(b)) = (path(start..at), path(at + 1..end))
            && !found.contains(&(a, b))
        {
            found.push((a, b));
        }
    }
    found.truncate(MANY_SUMS);
    found
}

/// A condition that is lacking in another one.
pub fn more_conditions(function: &Function<'_>, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let bytes = function.text.bytes(tokens);
    let slot = Slot::Truth(bytes.start, bytes.end);
    joined(function, &bytes, (&slot, &bytes), found);
}

/// The same for a truth value that a statement assigns or returns.
pub fn more_of_value(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let Some(value) = truth_value(function, at, tokens) else { return };
    let whole = function.bytes(at);
    let slot = Slot::Statement(whole.start, whole.end);
    joined(function, &function.text.bytes(&value), (&slot, &whole), found);
}

/// The tokens of a truth value that a statement assigns or returns.
pub fn truth_value(function: &Function<'_>, at: usize, tokens: &Range<usize>) -> Option<Range<usize>> {
    let text = function.text;
    let value = match (&function.statements.all[at].kind, tokens.clone().find(|&k| text.is(k, "="))) {
        (Kind::Return(value), _) => value.clone(),
        (_, Some(sign)) => sign + 1..tokens.end,
        _ => return None,
    };
    let is_truth = |k: usize| matches!(text.word(k), "&&" | "||" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "!");
    let is_other = |k: usize| matches!(text.word(k), "?" | "," | "\"");
    (value.clone().any(is_truth) && !value.clone().any(is_other)).then_some(value)
}

fn joined(
    function: &Function<'_>,
    bytes: &Range<usize>,
    (slot, whole): (&Slot, &Range<usize>),
    found: &mut Vec<Variant>,
) {
    let text = function.text.text;
    let old = &text[bytes.clone()];
    // Whether something is there is asked before it is looked at.
    let looks = old.contains(['[', '*']) || old.contains("->");
    let does = old.contains("++") || old.contains("--") || old.contains('(');
    for (condition, more) in conditions(function, bytes.start) {
        for (sign, other) in [("&&", "||"), ("||", "&&")] {
            let needs = old.contains(other) || (sign == "&&" && old.contains('?'));
            let old = if needs { format!("({old})") } else { old.to_owned() };
            let new = match looks && !does {
                true => format!("{condition} {sign} {old}"),
                false => format!("{old} {sign} {condition}"),
            };
            let part = format!("{}{new}{}", &text[whole.start..bytes.start], &text[bytes.end..whole.end]);
            let edits = vec![(bytes.clone(), new)];
            let parts = vec![(slot.clone(), part)];
            found.push(Variant { parts, edits, place: bytes.clone(), cost: 26 + more, likeness: 0 });
        }
    }
}
