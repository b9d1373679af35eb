//! Other types for variables and parameters: each a program of its own.

use std::ops::Range;

use super::variants::{Function, Variant};

/// The types that are tried for a variable, with how far they are.
pub const TYPES: [(&str, u32); 6] =
    [("unsigned int", 24), ("int", 24), ("long", 25), ("unsigned long", 27), ("double", 26), ("long long", 26)];

/// Another type for a variable.
pub fn other_types(function: &Function<'_>, at: usize, found: &mut Vec<Variant>) {
    types_of(function, &function.statements.all[at].tokens, found);
}

/// Other types for parameters.
pub fn parameter_types(function: &Function<'_>, found: &mut Vec<Variant>) {
    let text = function.text;
    let Some(body) = function.statements.all.last() else { return };
    let Some(close) = body.tokens.start.checked_sub(1).filter(|&at| text.is(at, ")")) else { return };
    let Some(open) = (0..close).rev().find(|&at| text.is(at, "(") && text.after_group(at) == Some(close + 1)) else {
        return;
    };
    for parameter in text.list(open + 1..close) {
        types_of(function, &parameter, found);
    }
}

/// Other types for the declaration in these tokens.
fn types_of(function: &Function<'_>, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let mut first = tokens.start;
    while matches!(text.word(first), "const" | "static" | "register" | "volatile") {
        first += 1;
    }
    let mut last = first + 1;
    while matches!(text.word(last), "int" | "char" | "long" | "short" | "unsigned" | "signed") {
        last += 1;
    }
    if matches!(text.word(first), "struct" | "union" | "enum" | "void") || last >= tokens.end || text.is(last, "*") {
        return;
    }
    let bytes = text.bytes(&(first..last));
    let old = &text.text[bytes.clone()];
    for (new, cost) in TYPES {
        if new != old {
            let edits = vec![(bytes.clone(), new.to_owned())];
            found.push(Variant { parts: Vec::new(), edits, place: text.bytes(tokens), cost, likeness: 0 });
        }
    }
}
