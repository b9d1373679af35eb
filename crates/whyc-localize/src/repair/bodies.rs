//! What conditions and loops govern and may have lost: their statement, or the other side of a choice.

use super::inserts::{header, lacking, last};
use super::statements::Kind;
use super::variants::{Function, Slot, Variant};

/// What costs more than this is not tried as the other side of a choice.
const MOST_OTHERWISE: u32 = 20;
/// What it costs to take a number back into its range, and by how many amounts that is tried.
const BACK: u32 = 15;
const MANY_AMOUNTS: usize = 6;
/// What it costs to let a brace close a statement earlier or later.
const CLOSED_ELSEWHERE: u32 = 14;

/// A condition whose statement has been lost governs the next one, which should follow it.
pub fn swallowed(function: &Function<'_>, found: &mut Vec<Variant>) {
    for (at, statement) in function.statements.all.iter().enumerate() {
        let inner = match statement.kind {
            Kind::If { then, other: None, .. } => then,
            Kind::If { other: Some(other), .. } => other,
            Kind::For { body, .. } | Kind::While { body, .. } => body,
            _ => continue,
        };
        let is_simple = matches!(
            function.statements.all[inner].kind,
            Kind::Expression(_)
                | Kind::Return(_)
                | Kind::Jump
                | Kind::If { .. }
                | Kind::For { .. }
                | Kind::While { .. }
        );
        // What belongs to a condition stands on its line, or further to the right.
        let (own, outer_indent) = (function.indent(inner), function.indent(at));
        let starts_line = function.text.text[..function.bytes(inner).start].ends_with(&format!("\n{own}"));
        if !is_simple || !starts_line || own.len() > outer_indent.len() || !function.ran(&function.bytes(at)) {
            continue;
        }
        let (outer, bytes) = (function.bytes(outermost(function, at)), function.bytes(inner));
        let text = function.text.text;
        let deeper = " ".repeat(outer_indent.len() + 4 - own.len());
        let place = header(function, at);
        // Nobody writes a loop to leave it at once.
        let is_loop = matches!(statement.kind, Kind::For { .. } | Kind::While { .. });
        let leaves = |new: &str| ["break", "continue", "return"].iter().any(|word| new.starts_with(word));
        let all = lacking(function, bytes.start, inner).into_iter().chain(back_into_range(function, at));
        for (new, cost) in all.filter(|(new, _)| !is_loop || !leaves(new)) {
            let whole = format!("{}{{ {new} }}\n{}", &text[outer.start..bytes.start], &text[bytes.start..outer.end]);
            let edits = vec![(bytes.start..bytes.start, format!("{deeper}{new}\n{own}"))];
            let slot = Slot::Statement(outer.start, outer.end);
            let parts = vec![(slot, whole)];
            found.push(Variant { parts, edits, place: place.clone(), cost: cost.saturating_sub(2), likeness: 0 });
        }
    }
}

/// What takes a number back to where a condition says that it is no more: `hour -= 24;` behind `if (hour >= 24)`, `hour += 24;` behind
/// `if (hour < 0)`.
fn back_into_range(function: &Function<'_>, at: usize) -> Vec<(String, u32)> {
    let text = function.text;
    let (Kind::If { cond, .. } | Kind::While { cond, .. }) = &function.statements.all[at].kind else {
        return Vec::new();
    };
    let Some(sign) = cond.clone().find(|&k| matches!(text.word(k), "<" | "<=" | ">" | ">=")) else {
        return Vec::new();
    };
    let (target, bound) = (text.slice(&(cond.start..sign)), text.slice(&(sign + 1..cond.end)));
    let is_known =
        function.names.paths(function.bytes(at).start).iter().any(|it| it.text == target && it.is_assignable);
    if !is_known {
        return Vec::new();
    }
    let step = if text.word(sign).starts_with('<') { "+=" } else { "-=" };
    let by = |amount: &str, cost: u32| (format!("{target} {step} {amount};"), cost);
    let is_amount = |it: &&String| *it != "0" && *it != bound && !it.starts_with('\'');
    let others = function.constants.iter().filter(is_amount).take(MANY_AMOUNTS).map(|it| by(it, BACK + 1));
    (bound != "0").then(|| by(bound, BACK)).into_iter().chain(others).collect()
}

/// The loop or choice that ends with another one and is no part of one itself: what follows it is what follows all of them.
fn outermost(function: &Function<'_>, at: usize) -> usize {
    let mut outermost = at;
    while let Some(outer) = function.statements.all[outermost].parent
        && matches!(function.statements.all[outer].kind, Kind::If { .. } | Kind::For { .. } | Kind::While { .. })
        && function.bytes(outer).end == function.bytes(at).end
    {
        outermost = outer;
    }
    outermost
}

/// What a choice without `else` may lack there.
pub fn otherwise(function: &Function<'_>, found: &mut Vec<Variant>) {
    for (at, statement) in function.statements.all.iter().enumerate() {
        let Kind::If { then, other: None, .. } = statement.kind else { continue };
        let bytes = function.bytes(at);
        if !function.ran(&bytes) {
            continue;
        }
        let (text, indent) = (function.text.text, function.indent(at));
        // After braces, `else` stands on their line.
        let is_block = matches!(function.statements.all[then].kind, Kind::Block(_));
        for (new, cost) in lacking(function, bytes.end, at).into_iter().filter(|(_, cost)| *cost <= MOST_OTHERWISE) {
            let edit = match is_block {
                true => format!(" else {{\n{indent}    {new}\n{indent}}}"),
                false => format!("\n{indent}else\n{indent}    {new}"),
            };
            let parts = vec![(Slot::Statement(bytes.start, bytes.end), format!("{} else {new}", &text[bytes.clone()]))];
            let edits = vec![(bytes.end..bytes.end, edit)];
            found.push(Variant {
                parts,
                edits,
                place: if is_block { bytes.end - 1..bytes.end } else { header(function, last(function, then)) },
                cost: cost + 3,
                likeness: 0,
            });
        }
    }
}

/// A brace that closes a statement too late or too early: what a body ends with follows it, or what follows it is its end.
pub fn closed_elsewhere(function: &Function<'_>, found: &mut Vec<Variant>) {
    for statement in &function.statements.all {
        let Kind::Block(inner) = &statement.kind else { continue };
        for (k, &at) in inner.iter().enumerate() {
            let body = match function.statements.all[at].kind {
                Kind::If { then, other: None, .. } => then,
                Kind::If { other: Some(other), .. } => other,
                Kind::For { body, .. } | Kind::While { body, .. } => body,
                _ => continue,
            };
            let Kind::Block(governed) = &function.statements.all[body].kind else { continue };
            // A loop around a block, and a block that something else follows, ends where the block ends.
            if function.bytes(body).end != function.bytes(at).end {
                continue;
            }
            if let [.., before, last] = governed[..]
                && moves(function, last)
            {
                too_late(function, at, (before, last), found);
            }
            if let (Some(&last), Some(&next)) = (governed.last(), inner.get(k + 1))
                && moves(function, next)
            {
                too_early(function, at, (last, next), found);
            }
        }
    }
}

/// Whether a statement can stand on either side of a brace, and some failing run comes to what it does.
fn moves(function: &Function<'_>, statement: usize) -> bool {
    let is_plain = matches!(
        function.statements.all[statement].kind,
        Kind::Expression(_) | Kind::If { .. } | Kind::For { .. } | Kind::While { .. } | Kind::Return(_) | Kind::Jump
    );
    is_plain && function.ran(&function.bytes(statement))
}

fn too_late(function: &Function<'_>, whole: usize, (before, last): (usize, usize), found: &mut Vec<Variant>) {
    let (text, outer, moved) = (function.text.text, function.bytes(whole), function.bytes(last));
    let without = format!("{};{}", &text[outer.start..moved.start], &text[moved.end..outer.end]);
    let parts = vec![(Slot::Statement(outer.start, outer.end), format!("{{ {without}\n{} }}", &text[moved.clone()]))];
    let behind = format!("\n{}{}", function.indent(whole), &text[moved.clone()]);
    let edits = vec![(function.bytes(before).end..moved.end, String::new()), (outer.end..outer.end, behind)];
    found.push(Variant { parts, edits, place: header(function, last), cost: CLOSED_ELSEWHERE, likeness: 0 });
}

fn too_early(function: &Function<'_>, whole: usize, (last, next): (usize, usize), found: &mut Vec<Variant>) {
    let (text, outer, moved) = (function.text.text, function.bytes(whole), function.bytes(next));
    let end = function.bytes(last).end;
    let with = format!("{}\n{}{}", &text[outer.start..end], &text[moved.clone()], &text[end..outer.end]);
    let parts = vec![
        (Slot::Statement(outer.start, outer.end), with),
        (Slot::Statement(moved.start, moved.end), ";".to_owned()),
    ];
    let inside = format!("\n{}{}", function.indent(last), &text[moved.clone()]);
    let edits = vec![(end..end, inside), (outer.end..moved.end, String::new())];
    found.push(Variant { parts, edits, place: header(function, next), cost: CLOSED_ELSEWHERE, likeness: 0 });
}
