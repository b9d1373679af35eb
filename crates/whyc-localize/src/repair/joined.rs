//! What a condition governs: braces that are lacking around two statements, and an `else` that is lacking between two.

use super::inserts::{header, lacking};
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What it costs to let a condition govern the next statement, too, where that stands as if it did, and elsewhere.
const AS_IT_STANDS: u32 = 10;
const NOT_AS_IT_STANDS: u32 = 18;
/// What an `else` before the next statement costs.
const ELSE: u32 = 13;
/// How much more a statement costs that needs braces.
const BRACES: u32 = 1;

/// Changes of what the conditions that failing runs come to govern.
pub fn all(function: &Function<'_>, found: &mut Vec<Variant>) {
    beside(function, found);
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
    let leaves = |at: usize| matches!(function.statements.all[at].kind, Kind::Return(_) | Kind::Jump);
    let is_left = match &function.statements.all[then].kind {
        Kind::Block(inner) => inner.last().is_some_and(|&last| leaves(last)),
        _ => leaves(then),
    };
    if is_left || leaves(next) {
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
