//! Other types for variables and parameters: each a program of its own.

use std::ops::Range;

use super::statements::Kind;
use super::variants::{Function, Variant};

/// The types that are tried for a variable, with how far they are.
pub const TYPES: [(&str, u32); 6] =
    [("unsigned int", 24), ("int", 24), ("long", 25), ("unsigned long", 27), ("double", 26), ("long long", 26)];

/// Whether a text names a type of numbers: in C's own words, or as headers and embedded code call them.
pub fn is_name(text: &str) -> bool {
    let is_word = |word: &str| {
        let c = ["int", "char", "long", "short", "unsigned", "signed", "float", "double"];
        let others = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "byte", "BYTE", "WORD", "DWORD"];
        c.contains(&word) || others.contains(&word) || word.ends_with("_t")
    };
    !text.is_empty() && text.split_whitespace().all(is_word)
}

/// How far a character is from one without a sign.
const CHARACTER: u32 = 17;
/// How far a type is that something beside it has.
const BESIDE: u32 = 22;

/// Another type for a variable.
pub fn other_types(function: &Function<'_>, at: usize, found: &mut Vec<Variant>) {
    types_of(function, &function.statements.all[at].tokens, found);
}

/// What it costs not to declare again what is declared around it.
const SHADOWED: u32 = 9;

/// `x = 1;` for `int x = 1;` where another `x` is known: a program of its own, for what comes after it means that one then.
pub fn shadowed(function: &Function<'_>, at: usize, found: &mut Vec<Variant>) {
    let text = function.text;
    let tokens = &function.statements.all[at].tokens;
    let Some(written) = written_type(function, tokens) else { return };
    let Some(name) = tokens.clone().find(|&k| text.tokens[k].start >= written.end) else { return };
    let word = text.word(name);
    // What is known before the declaration is another one.
    let is_known = function.names.type_of(word, text.tokens[tokens.start].start.saturating_sub(1)).is_some();
    if is_known && text.is(name + 1, "=") && text.list(name..tokens.end).len() == 1 {
        let bytes = text.tokens[tokens.start].start..text.tokens[name].start;
        let (edits, place) = (vec![(bytes, String::new())], text.bytes(tokens));
        found.push(Variant { parts: Vec::new(), edits, place, cost: SHADOWED, likeness: 0 });
    }
}

/// Other types for parameters.
pub fn parameter_types(function: &Function<'_>, found: &mut Vec<Variant>) {
    for parameter in parameters(function) {
        types_of(function, &parameter, found);
    }
}

/// The tokens of each parameter.
pub fn parameters(function: &Function<'_>) -> Vec<Range<usize>> {
    let text = function.text;
    let close = function.statements.all.last().and_then(|body| body.tokens.start.checked_sub(1));
    let Some(close) = close.filter(|&at| text.is(at, ")")) else { return Vec::new() };
    let open = (0..close).rev().find(|&at| text.is(at, "(") && text.after_group(at) == Some(close + 1));
    open.map_or_else(Vec::new, |open| text.list(open + 1..close))
}

/// Other types for the declaration in these tokens.
fn types_of(function: &Function<'_>, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let Some(bytes) = written_type(function, tokens) else { return };
    let old = &text.text[bytes.clone()];
    let mut tried: Vec<(&str, u32)> = Vec::new();
    // Whether a character has a sign is what people forget, and no compiler agrees with the other.
    if old == "char" {
        tried.push(("unsigned char", CHARACTER));
    }
    tried.extend(beside(function).into_iter().map(|it| (it, BESIDE)));
    tried.extend(TYPES.into_iter().filter(|(new, _)| !tried.iter().any(|(known, _)| known == new)).collect::<Vec<_>>());
    for (new, cost) in tried.into_iter().filter(|(new, _)| *new != old) {
        let edits = vec![(bytes.clone(), new.to_owned())];
        found.push(Variant { parts: Vec::new(), edits, place: text.bytes(tokens), cost, likeness: 0 });
    }
}

/// The bytes of the type in a declaration of a number.
fn written_type(function: &Function<'_>, tokens: &Range<usize>) -> Option<Range<usize>> {
    let text = function.text;
    let mut first = tokens.start;
    while matches!(text.word(first), "const" | "static" | "register" | "volatile") {
        first += 1;
    }
    let mut last = first + 1;
    while matches!(text.word(last), "int" | "char" | "long" | "short" | "unsigned" | "signed") {
        last += 1;
    }
    let is_other = matches!(text.word(first), "struct" | "union" | "enum" | "void");
    (!is_other && last < tokens.end && !text.is(last, "*")).then(|| text.bytes(&(first..last)))
}

/// The types that the parameters and variables of the function have, each once, in the order of the text.
fn beside<'a>(function: &Function<'a>) -> Vec<&'a str> {
    let declared = function.statements.all.iter().filter(|it| matches!(it.kind, Kind::Declaration(_)));
    let declared = declared.map(|it| it.tokens.clone());
    let mut types = Vec::new();
    for tokens in parameters(function).into_iter().chain(declared) {
        let Some(bytes) = written_type(function, &tokens) else { continue };
        let ty = &function.text.text[bytes];
        if !types.contains(&ty) && is_name(ty) {
            types.push(ty);
        }
    }
    types
}
