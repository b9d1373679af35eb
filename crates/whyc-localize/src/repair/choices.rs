//! The order of choices: of two conditions that hold together, the first decides.

use std::ops::Range;

use super::joined::always_leaves;
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What it costs to ask in the other order.
const ORDER: u32 = 13;

/// The choice at a position exchanged with the one after it: `if (a) return 1; if (b) return 2;`, or the next of a chain of `else if`.
pub fn exchanged(function: &Function<'_>, at: usize, next: Option<usize>, found: &mut Vec<Variant>) {
    let Kind::If { then, other, .. } = function.statements.all[at].kind else { return };
    let range = |statement: usize| match function.statements.all[statement].kind {
        Kind::If { then, .. } => Some(function.bytes(statement).start..function.bytes(then).end),
        _ => None,
    };
    let second = match other {
        Some(other) => Some(other),
        None if always_leaves(function, then) => next.filter(|&it| match function.statements.all[it].kind {
            Kind::If { then, other: None, .. } => always_leaves(function, then),
            _ => false,
        }),
        None => None,
    };
    let Some(second) = second else { return };
    let (Some(a), Some(b)) = (range(at), range(second)) else { return };
    let text = function.text.text;
    let (first, last) = (&text[a.clone()], &text[b.clone()]);
    let edits = vec![(a.clone(), last.to_owned()), (b.clone(), first.to_owned())];
    let (whole, after) = (function.bytes(at), function.bytes(second));
    let parts = if other.is_some() {
        vec![(slot(&whole), replaced(text, &whole, &edits))]
    } else {
        vec![(slot(&whole), replaced(text, &whole, &edits[..1])), (slot(&after), replaced(text, &after, &edits[1..]))]
    };
    found.push(Variant { parts, edits, place: a.start..b.end, cost: ORDER, likeness: 0 });
}

fn slot(bytes: &Range<usize>) -> Slot {
    Slot::Statement(bytes.start, bytes.end)
}

/// The text of `whole` with changes in it, which are in order.
fn replaced(text: &str, whole: &Range<usize>, edits: &[(Range<usize>, String)]) -> String {
    let mut new = text[whole.clone()].to_owned();
    for (bytes, other) in edits.iter().rev() {
        new.replace_range(bytes.start - whole.start..bytes.end - whole.start, other);
    }
    new
}
