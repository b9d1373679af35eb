//! What is there and nobody asks for: a parameter that is not read, an input that is only set, a constant that nothing is
//! compared with. Whoever wrote it down meant to use it.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::lex::{Kind, Text};
use super::names::Path;
use super::statements::Kind as StatementKind;
use super::variants::{Function, Slot, Variant};

/// What it costs to write what nobody asks for instead of a number.
const INSTEAD: u32 = 14;
/// What it costs to ask for something that nobody asks for now, and to let a value depend on it.
const ASKED: u32 = 17;
const CHOSEN: u32 = 19;
/// At most this many constants are compared with, or added.
const MANY_CONSTANTS: usize = 8;
/// At most this many names are brought into play at one place.
const MANY_NAMES: usize = 4;
/// Where more constants are unused than this, that says nothing; and at most so many numbers are compared with them.
const FEW_CONSTANTS: usize = 2;
const MANY_NUMBERS: usize = 20;

/// The words of a text that are more than declared and set.
pub fn read<'t>(text: Text<'t>, tokens: &Range<usize>) -> FxHashSet<&'t str> {
    tokens.clone().filter(|&at| is_read(text, at)).map(|at| text.word(at)).collect()
}

/// Whether a word stands for a value where it stands: it is not declared there, and not set.
fn is_read(text: Text<'_>, at: usize) -> bool {
    if text.kind(at) != Some(Kind::Word) || text.is(at + 1, "=") {
        return false;
    }
    // Two names beside each other are a type and what has it.
    let is_type = |before: usize| {
        let is_word = text.kind(before) == Some(Kind::Word);
        is_word && !matches!(text.word(before), "return" | "sizeof" | "case" | "goto" | "else" | "do")
    };
    let is_declared = matches!(text.word(at + 1), ";" | "," | ")" | "[" | "=");
    !(at > 0 && is_type(at - 1) && is_declared)
}

/// The conditions that bring into play what nobody asks for at a place.
fn conditions(function: &Function<'_>, at: usize) -> Vec<String> {
    let names = function.names;
    let is_constant = |name: &&String| function.macros.values.contains_key(*name);
    let constants: Vec<&String> = function.macros.names.iter().filter(is_constant).collect();
    let is_there = |name: &String| (0..function.text.tokens.len()).any(|k| function.text.is(k, name));
    // What belongs to a list is there with the rest of it, used or not.
    let is_listed = |k: usize| {
        let value = |k: usize| constants.get(k).map(|name| function.macros.values[*name]);
        let follows = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if follows(a, b));
        follows(value(k), value(k + 1)) || k > 0 && follows(value(k - 1), value(k))
    };
    let is_lone = |k: &usize| !is_there(constants[*k]) && !is_listed(*k);
    let lone: Vec<&String> = (0..constants.len()).filter(is_lone).map(|k| constants[k]).collect();
    let unused = unused(function, at);
    let mut found = Vec::new();
    for path in &unused {
        let name = &path.text;
        if names.is_pointer(path.ty) {
            found.extend([format!("{name} != NULL"), format!("{name} == NULL")]);
            continue;
        }
        found.extend([name.clone(), format!("!{name}")]);
        // A constant that nothing is compared with goes with a number that is compared with nothing.
        for constant in if lone.is_empty() { &constants } else { &lone }.iter().take(MANY_CONSTANTS) {
            found.extend(["==", "!=", "<", "<=", ">", ">="].map(|sign| format!("{name} {sign} {constant}")));
        }
    }
    if lone.len() <= FEW_CONSTANTS {
        let is_number = |it: &&&Path| names.is_integer(it.ty) && !unused.iter().any(|known| known == **it);
        for path in names.variables(at).iter().filter(is_number).take(MANY_NUMBERS) {
            for constant in &lone {
                found.extend(["<", "<=", ">", ">="].map(|sign| format!("{} {sign} {constant}", path.text)));
            }
        }
    }
    found
}

/// Whether one constant comes after another in a list: numbers one by one, or bits.
fn follows(a: i64, b: i64) -> bool {
    a.checked_add(1) == Some(b) || a.count_ones() == 1 && a.checked_mul(2) == Some(b)
}

/// The numbers and pointers that are known at a place and read nowhere.
fn unused(function: &Function<'_>, at: usize) -> Vec<Path> {
    let names = function.names;
    let is_asked_for = |it: &&Path| names.is_integer(it.ty) || names.is_pointer(it.ty);
    names.unused(at).into_iter().filter(is_asked_for).take(MANY_NAMES).cloned().collect()
}

/// What nobody asks for becomes a part of a condition: of one that decides, or of a truth value that is set or returned.
pub fn asked(
    function: &Function<'_>,
    tokens: &Range<usize>,
    (slot, whole): (&Slot, &Range<usize>),
    found: &mut Vec<Variant>,
) {
    let text = function.text;
    let bytes = text.bytes(tokens);
    let old = &text.text[bytes.clone()];
    for condition in conditions(function, bytes.start) {
        for (sign, other) in [("&&", "||"), ("||", "&&")] {
            let is_grouped = old.contains(other) || old.contains('?');
            let new =
                if is_grouped { format!("({old}) {sign} {condition}") } else { format!("{old} {sign} {condition}") };
            let part = format!("{}{new}{}", &text.text[whole.start..bytes.start], &text.text[bytes.end..whole.end]);
            let (edits, parts) = (vec![(bytes.clone(), new)], vec![(slot.clone(), part)]);
            let cost = ASKED + u32::from(is_grouped);
            found.push(Variant { parts, edits, place: bytes.clone(), cost, likeness: 0 });
        }
    }
}

/// A value depends on what nobody asks for: `flag ? size + MARGIN : size`.
pub fn chosen(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let value = match (&function.statements.all[at].kind, tokens.clone().find(|&k| text.is(k, "="))) {
        (StatementKind::Return(value), _) => value.clone(),
        (_, Some(sign)) => sign + 1..tokens.end,
        _ => return,
    };
    if value.is_empty() || value.clone().any(|k| matches!(text.word(k), "?" | "," | "&&" | "||" | "==" | "<" | ">")) {
        return;
    }
    let (whole, bytes) = (function.bytes(at), text.bytes(&value));
    let inner = match text.is(value.start, "(") && text.after_group(value.start) == Some(value.end) {
        true => value.start + 1..value.end - 1,
        false => value,
    };
    let old = text.slice(&inner);
    let mut others: Vec<String> = Vec::new();
    // What is added always may have to be added sometimes, and what is not, too.
    if let Some(sign) = inner.clone().rev().find(|&k| k > inner.start && matches!(text.word(k), "+" | "-")) {
        others.push(text.slice(&(inner.start..sign)).to_owned());
    }
    for constant in
        function.macros.names.iter().filter(|it| function.macros.values.contains_key(*it)).take(MANY_CONSTANTS)
    {
        others.extend([format!("{old} + {constant}"), format!("{old} - {constant}")]);
    }
    let slot = Slot::Statement(whole.start, whole.end);
    for flag in unused(function, bytes.start).into_iter().filter(|it| function.names.is_integer(it.ty)) {
        for other in &others {
            for new in [format!("{} ? {other} : {old}", flag.text), format!("{} ? {old} : {other}", flag.text)] {
                let part = format!("{}{new}{}", &text.text[whole.start..bytes.start], &text.text[bytes.end..whole.end]);
                let (edits, parts) = (vec![(bytes.clone(), new)], vec![(slot.clone(), part)]);
                found.push(Variant { parts, edits, place: whole.clone(), cost: CHOSEN, likeness: 0 });
            }
        }
    }
}

/// What nobody asks for stands instead of a number: `limit[level]` for `limit[0]`.
pub fn instead(
    function: &Function<'_>,
    tokens: &Range<usize>,
    (slot, whole): (&Slot, &Range<usize>),
    found: &mut Vec<Variant>,
) {
    let text = function.text;
    let names = unused(function, text.bytes(tokens).start);
    for at in tokens.clone().filter(|&at| text.kind(at) == Some(Kind::Number)) {
        let bytes = text.bytes(&(at..at + 1));
        for path in names.iter().filter(|it| function.names.is_integer(it.ty)) {
            let new = path.text.clone();
            let part = format!("{}{new}{}", &text.text[whole.start..bytes.start], &text.text[bytes.end..whole.end]);
            let (edits, parts) = (vec![(bytes.clone(), new)], vec![(slot.clone(), part)]);
            found.push(Variant { parts, edits, place: whole.clone(), cost: INSTEAD, likeness: 0 });
        }
    }
}
