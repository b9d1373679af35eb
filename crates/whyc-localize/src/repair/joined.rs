//! What a condition governs: braces that are lacking around two statements, an `else` that is lacking between two, a condition or
//! an `else` that should not be there.

use super::inserts::{header, lacking};
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What it costs to let a condition govern the next statement, too, where that stands as if it did, and elsewhere.
const AS_IT_STANDS: u32 = 10;
const NOT_AS_IT_STANDS: u32 = 18;
/// What an `else` before the next statement costs.
const ELSE: u32 = 13;
/// What it costs to do always what was done only sometimes, and on both sides of a choice what was done on one.
const ALWAYS: u32 = 16;
const NO_ELSE: u32 = 16;
/// How much more a statement costs that needs braces.
const BRACES: u32 = 1;

/// Changes of what the conditions that failing runs come to govern.
pub fn all(function: &Function<'_>, found: &mut Vec<Variant>) {
    beside(function, found);
    for (at, statement) in function.statements.all.iter().enumerate() {
        let Kind::If { then, other, .. } = statement.kind else { continue };
        if function.ran(&function.bytes(at)) {
            match other {
                None => always(function, at, then, found),
                Some(other) => on_both_sides(function, at, (then, other), found),
            }
        }
    }
    for statement in &function.statements.all {
        let Kind::Block(inner) = &statement.kind else { continue };
        for pair in inner.windows(2).filter(|pair| function.ran(&function.bytes(pair[0]))) {
            let is_whole = !matches!(
                function.statements.all[pair[1]].kind,
                Kind::Label | Kind::Declaration(_) | Kind::Nothing | Kind::Block(_)
            );
            if is_whole && let Kind::If { then, other: None, .. } = function.statements.all[pair[0]].kind {
                with_next(function, pair[0], then, pair[1], found);
                instead_of_next(function, pair[0], then, pair[1], found);
            }
        }
    }
}

/// Whether a statement stands without braces, and something may follow it.
fn is_bare(function: &Function<'_>, statement: usize) -> bool {
    matches!(function.statements.all[statement].kind, Kind::Expression(_))
}

/// A statement more behind the only one of a condition or loop.
fn beside(function: &Function<'_>, found: &mut Vec<Variant>) {
    for (at, statement) in function.statements.all.iter().enumerate() {
        let governed = match statement.kind {
            Kind::If { then, other, .. } => vec![Some(then), other],
            Kind::For { body, .. } | Kind::While { body, .. } => vec![Some(body)],
            _ => continue,
        };
        for inner in governed.into_iter().flatten() {
            let bytes = function.bytes(inner);
            if leaves(function, inner) {
                before_leaving(function, (at, inner), found);
            }
            if !is_bare(function, inner) || !function.ran(&bytes) {
                continue;
            }
            let (text, indent, outer) = (function.text.text, function.indent(inner), function.indent(at));
            let opens = text[..bytes.start].trim_end().len();
            for (new, cost) in lacking(function, bytes.end, inner) {
                // What stands there already is not lacking.
                if new == text[bytes.clone()] {
                    continue;
                }
                let parts =
                    vec![(Slot::Statement(bytes.start, bytes.end), format!("{{ {} {new} }}", &text[bytes.clone()]))];
                let closes = format!("\n{indent}{}\n{outer}}}", new.replace('\n', &format!("\n{indent}")));
                let edits = vec![(opens..opens, " {".to_owned()), (bytes.end..bytes.end, closes)];
                found.push(Variant { parts, edits, place: bytes.clone(), cost: cost + BRACES, likeness: 0 });
            }
        }
    }
}

/// Whether nothing goes on behind a statement.
fn leaves(function: &Function<'_>, at: usize) -> bool {
    matches!(function.statements.all[at].kind, Kind::Return(_) | Kind::Jump)
}

/// Whether nothing goes on behind a statement, or the block that it is.
pub fn always_leaves(function: &Function<'_>, at: usize) -> bool {
    match &function.statements.all[at].kind {
        Kind::Block(inner) => inner.last().is_some_and(|&last| leaves(function, last)),
        _ => leaves(function, at),
    }
}

/// A statement before the jump that alone is governed by a condition: `if (…) return 0;` gives nothing back before it leaves.
fn before_leaving(function: &Function<'_>, (at, inner): (usize, usize), found: &mut Vec<Variant>) {
    let bytes = function.bytes(inner);
    if !function.ran(&bytes) {
        return;
    }
    let (text, indent, outer) = (function.text.text, function.indent(inner), function.indent(at));
    let opens = text[..bytes.start].trim_end().len();
    let old = &text[bytes.clone()];
    for (new, cost) in lacking(function, bytes.start, inner) {
        if ["break", "continue", "return"].iter().any(|word| new.starts_with(word)) {
            continue;
        }
        let parts = vec![(Slot::Statement(bytes.start, bytes.end), format!("{{ {new} {old} }}"))];
        let is_below = text[opens..bytes.start].contains('\n');
        let (before, after) = match is_below {
            true => (format!("{}\n{indent}", new.replace('\n', &format!("\n{indent}"))), format!("\n{outer}}}")),
            false => (format!("{new} "), " }".to_owned()),
        };
        let edits =
            vec![(opens..opens, " {".to_owned()), (bytes.start..bytes.start, before), (bytes.end..bytes.end, after)];
        found.push(Variant { parts, edits, place: bytes.clone(), cost: cost + BRACES, likeness: 0 });
    }
}

/// What one condition alone governs is done whether it holds or not.
fn always(function: &Function<'_>, choice: usize, then: usize, found: &mut Vec<Variant>) {
    let inner = match function.statements.all[then].kind {
        Kind::Block(ref inner) if inner.len() == 1 => inner[0],
        _ => then,
    };
    let (whole, bytes) = (function.bytes(choice), function.bytes(inner));
    if !is_bare(function, inner) || has_directive(&function.text.text[whole.clone()]) {
        return;
    }
    let parts = vec![(Slot::Statement(whole.start, whole.end), function.text.text[bytes.clone()].to_owned())];
    let mut edits = vec![(whole.start..bytes.start, String::new())];
    if bytes.end < whole.end {
        edits.push((bytes.end..whole.end, String::new()));
    }
    found.push(Variant { parts, edits, place: header(function, choice), cost: ALWAYS, likeness: 0 });
}

/// What is done where a condition does not hold is done where it does, too: an `else` that should not be there.
fn on_both_sides(function: &Function<'_>, choice: usize, (then, other): (usize, usize), found: &mut Vec<Variant>) {
    let is_plain = matches!(function.statements.all[other].kind, Kind::Expression(_) | Kind::If { .. });
    if !is_plain || leaves(function, then) || function.statements.siblings(choice).is_none() {
        return;
    }
    let (whole, first, second) = (function.bytes(choice), function.bytes(then), function.bytes(other));
    let (text, outer) = (function.text.text, function.indent(choice));
    let between = &text[first.end..second.start];
    let Some(word) = between.find("else").filter(|_| !has_directive(between)) else { return };
    let both = format!("{{ {}\n{} }}", &text[whole.start..first.end], &text[second.clone()]);
    let parts = vec![(Slot::Statement(whole.start, whole.end), both)];
    let edit = match between[..word].contains('\n') {
        true => (first.end + word..second.start, String::new()),
        false => (first.end..second.start, format!("\n{outer}")),
    };
    found.push(Variant { parts, edits: vec![edit], place: header(function, other), cost: NO_ELSE, likeness: 0 });
}

/// Whether a line of a text belongs to the preprocessor.
fn has_directive(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('#'))
}

/// The next statement belongs to the condition.
fn with_next(function: &Function<'_>, choice: usize, then: usize, next: usize, found: &mut Vec<Variant>) {
    if !is_bare(function, then) {
        return;
    }
    let (whole, inner, after) = (function.bytes(choice), function.bytes(then), function.bytes(next));
    let (text, outer) = (function.text.text, function.indent(choice));
    let opens = text[..inner.start].trim_end().len();
    let both = format!("{}{{ {} {} }}", &text[whole.start..inner.start], &text[inner.clone()], &text[after.clone()]);
    let parts = vec![
        (Slot::Statement(whole.start, whole.end), both),
        (Slot::Statement(after.start, after.end), ";".to_owned()),
    ];
    let edits = vec![(opens..opens, " {".to_owned()), (after.end..after.end, format!("\n{outer}}}"))];
    let is_indented = function.indent(next).len() > outer.len();
    let cost = if is_indented { AS_IT_STANDS } else { NOT_AS_IT_STANDS };
    found.push(Variant { parts, edits, place: header(function, next), cost, likeness: 0 });
}

/// The next statement is for when the condition does not hold.
fn instead_of_next(function: &Function<'_>, choice: usize, then: usize, next: usize, found: &mut Vec<Variant>) {
    // Nothing goes on there anyway.
    if always_leaves(function, then) || leaves(function, next) {
        return;
    }
    let (whole, after) = (function.bytes(choice), function.bytes(next));
    let text = function.text.text;
    let parts = vec![
        (Slot::Statement(whole.start, whole.end), format!("{} else {}", &text[whole.clone()], &text[after.clone()])),
        (Slot::Statement(after.start, after.end), ";".to_owned()),
    ];
    let edits = vec![(after.start..after.start, "else ".to_owned())];
    found.push(Variant { parts, edits, place: header(function, next), cost: ELSE, likeness: 0 });
}
