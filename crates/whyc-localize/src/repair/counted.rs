//! Loops count a variable of their own: what begins with `i` asks for `i` and goes on with `i`.

use std::ops::Range;

use super::lex::Kind;
use super::variants::{Function, Slot, Variant};

/// What it costs to go on with the variable that the loop begins with, and to ask for it.
const STEP: u32 = 8;
const ASKED: u32 = 9;

/// The variable of a loop where its step, or its condition, has another one and not this.
pub fn own(
    function: &Function<'_>,
    (init, cond, step): (&Range<usize>, &Range<usize>, &Range<usize>),
    found: &mut Vec<Variant>,
) {
    let text = function.text;
    let Some(sign) = init.clone().find(|&k| text.is(k, "=")) else { return };
    // Of several, nobody knows which one is counted.
    if sign == init.start || text.kind(sign - 1) != Some(Kind::Word) || text.list(init.clone()).len() > 1 {
        return;
    }
    let name = text.word(sign - 1);
    for (tokens, cost) in [(step, STEP), (cond, ASKED)] {
        if tokens.is_empty() || tokens.clone().any(|k| text.is(k, name)) {
            continue;
        }
        let whole = text.bytes(tokens);
        let slot = match cost {
            STEP => Slot::Effect(whole.start, whole.end),
            _ => Slot::Truth(whole.start, whole.end),
        };
        let is_variable = |&k: &usize| {
            let is_part = k > 0 && matches!(text.word(k - 1), "." | "->");
            text.kind(k) == Some(Kind::Word) && !is_part && !text.is(k + 1, "(")
        };
        for at in tokens.clone().filter(is_variable) {
            let bytes = text.bytes(&(at..at + 1));
            let part = format!("{}{name}{}", &text.text[whole.start..bytes.start], &text.text[bytes.end..whole.end]);
            let (edits, parts) = (vec![(bytes, name.to_owned())], vec![(slot.clone(), part)]);
            found.push(Variant { parts, edits, place: whole.clone(), cost, likeness: 0 });
        }
    }
}
