//! What is set in one place as it should be, and in another place otherwise: functions that are each other's counterparts
//! are written by copying, and one of the copies is changed.

use std::ops::Range;

use super::variants::{Function, Slot, Variant};

/// What it costs to write what another statement sets the same to.
const COPIED: u32 = 12;
/// At most this many other statements are copied.
const MANY_COPIED: usize = 6;

/// The value that another statement of the program gives to something of the same name.
pub fn copied(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let Some(sign) = tokens.clone().find(|&k| text.is(k, "=")) else { return };
    let (whole, value) = (function.bytes(at), text.bytes(&(sign + 1..tokens.end)));
    let (target, old) = (text.slice(&(tokens.start..sign)), &text.text[value.clone()]);
    let given = function.elsewhere.iter().filter_map(|it| it.strip_prefix(target)?.trim_start().strip_prefix('='));
    let given = given.map(|it| it.trim().trim_end_matches(';').trim_end());
    // `x == y;` sets nothing; constants are tried anyway.
    let is_other =
        |new: &&str| !new.starts_with('=') && *new != old && new.contains(|c: char| !c.is_ascii_alphanumeric());
    for new in given.filter(is_other).take(MANY_COPIED) {
        let part = format!("{}{new}{}", &text.text[whole.start..value.start], &text.text[value.end..whole.end]);
        let edits = vec![(value.clone(), new.to_owned())];
        let parts = vec![(Slot::Statement(whole.start, whole.end), part)];
        found.push(Variant { parts, edits, place: whole.clone(), cost: COPIED, likeness: 0 });
    }
}
