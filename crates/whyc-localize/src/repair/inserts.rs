//! What may be lacking: statements and choices; made from what the program has elsewhere and from what is known at
//! the place.

use std::collections::BTreeSet;
use std::ops::Range;

use whyc_ir::types::TypeId;

use super::adapted::adapted;
use super::beside::{asked_by, is_constant, is_done_under, mentions, nearness, overwrites};
use super::bodies;
use super::cleared::cleared;
use super::conditions::conditions;
use super::joined;
use super::lex::Kind as TokenKind;
use super::linked;
use super::names::Path;
use super::pointed;
use super::statements::Kind;
use super::tokens::assignable;
use super::types;
use super::variants::{Function, Reach, Slot, Variant};

/// At most this many statements are tried at one place.
const MANY_STATEMENTS: usize = 400;

/// What a `break` before the next case costs.
const FALLS_THROUGH: u32 = 12;

/// What it costs to take bits out of what others are put into.
const CLEARED: u32 = 17;

/// What it costs to forget a block that has just been given back.
const FORGOTTEN: u32 = 15;

/// How likely it is that what a loop sets anew stands first in it, in hundredths of a cost.
const RESET: u32 = 120;
/// How much more it costs to replace what comes from outside by a constant.
const GIVEN: u32 = 8;
/// How much more it costs to set what is summed up to what is counted.
const ROUND: u32 = 4;

/// A statement that may be lacking, with how far-fetched it is.
type Lacking = (String, u32);

/// Statements at every place that failing runs pass.
pub fn all(function: &Function<'_>, reach: Reach, found: &mut Vec<Variant>) {
    for (block, statement) in function.statements.all.iter().enumerate() {
        let Kind::Block(inner) = &statement.kind else { continue };
        for position in 0..=inner.len() {
            let (before, after) = (position.checked_sub(1).map(|k| inner[k]), inner.get(position).copied());
            let ran = |it: Option<usize>| it.is_some_and(|it| function.ran(&function.bytes(it)));
            // A jump or a label leaves no trace.
            let is_silent = |it: Option<usize>| {
                it.is_some_and(|it| {
                    matches!(function.statements.all[it].kind, Kind::Label | Kind::Jump | Kind::Declaration(_))
                })
            };
            if ran(before) || ran(after) || (is_silent(before) && is_silent(after)) {
                at_place(function, block, (before, after), reach, found);
            }
        }
    }
    if reach == Reach::Near {
        bodies::swallowed(function, found);
        bodies::otherwise(function, found);
        bodies::closed_elsewhere(function, found);
        joined::all(function, found);
    }
}

fn at_place(
    function: &Function<'_>,
    block: usize,
    (before, after): (Option<usize>, Option<usize>),
    reach: Reach,
    found: &mut Vec<Variant>,
) {
    // Nothing goes on after a jump.
    if before.is_some_and(|it| matches!(function.statements.all[it].kind, Kind::Jump | Kind::Return(_))) {
        return;
    }
    // A switch begins with a label.
    if after.is_some_and(|it| matches!(function.statements.all[it].kind, Kind::Label)) && before.is_none() {
        return;
    }
    let text = function.text.text;
    let block_bytes = function.bytes(block);
    let slot = after.map_or(block_bytes.end - 1, |it| function.bytes(it).start);
    let anchor = before.map_or(block_bytes.start + 1, |it| function.bytes(it).end);
    // After what follows on the same line: a comment.
    let rest_of_line = &text[anchor..text[anchor..].find('\n').map_or(text.len(), |n| anchor + n)];
    let anchor = if rest_of_line.trim_start().starts_with("/*") || rest_of_line.trim_start().starts_with("//") {
        anchor + rest_of_line.len()
    } else {
        anchor
    };
    let neighbour = after.or(before).unwrap_or(block);
    let mut indent = function.indent(neighbour);
    if after.is_none() && before.is_none() {
        indent.push_str("    ");
    }
    let is_gap = text[anchor.min(slot)..slot.max(anchor)].matches('\n').count() > 1;
    let statements = match reach {
        Reach::Near => {
            [forgotten(before.map_or("", |it| text[function.bytes(it)].trim())), lacking(function, slot, neighbour)]
                .concat()
        }
        Reach::Far => guards(function, slot, neighbour),
    };
    // Of what has others in it, the end is what is near.
    let is_simple = |it: &usize| {
        !matches!(
            function.statements.all[*it].kind,
            Kind::If { .. } | Kind::While { .. } | Kind::For { .. } | Kind::Switch { .. } | Kind::Block(_)
        )
    };
    let place = before
        .filter(is_simple)
        .or(after)
        .or(before.map(|it| last(function, it)))
        .map_or(block_bytes.start..block_bytes.start + 1, |it| header(function, it));
    let is_case = after.is_some_and(|it| matches!(function.statements.all[it].kind, Kind::Label));
    let outer = function.statements.all[block].parent.map(|it| &function.statements.all[it].kind);
    let in_loop = matches!(outer, Some(Kind::While { .. } | Kind::For { .. }));
    let follows = after.map_or("", |it| text[function.bytes(it)].trim());
    for (statement, cost) in statements {
        // To forget what is to be given back next is to lose it.
        if let Some(name) = statement.strip_suffix(" = NULL;")
            && follows == format!("free({name});")
        {
            continue;
        }
        // To do behind a condition what is done under it is to do without the condition.
        if before.is_some_and(|it| is_done_under(function, it, &statement)) {
            continue;
        }
        // What runs into the next case is the most usual slip of all.
        let cost = if is_case && statement == "break;" { FALLS_THROUGH } else { cost };
        let is_jump = ["break", "continue", "return"].iter().any(|word| statement.starts_with(word));
        let has_it = |old: &str| old == statement || !is_jump && mentions(old, &statement);
        // What a loop does may have to be done once more behind it.
        let beside = [before, after].into_iter().flatten().filter(is_simple);
        let is_known = beside.into_iter().any(|it| has_it(&text[function.bytes(it)]));
        // The same twice is seldom what was meant; an empty line is where something may have been.
        let cost = cost + 6 * u32::from(is_known) - u32::from(is_gap);
        // What would be written over what has just been computed leaves that for nobody.
        let is_over = before.is_some_and(|it| overwrites(&statement, text[function.bytes(it)].trim()));
        let cost = cost + 8 * u32::from(is_over);
        let edits = vec![(anchor..anchor, format!("\n{indent}{}", statement.replace('\n', &format!("\n{indent}"))))];
        let asked = function.statements.all[block].parent.map_or("", |outer| asked_by(function, outer, block));
        let neighbours = (asked, before.map_or("", |it| text[function.bytes(it)].trim()));
        // What is set anew each time is set before it is used.
        let is_reset = is_constant(&statement) && in_loop;
        let likeness = nearness(&statement, neighbours, after.is_none() && !is_reset)
            + RESET * u32::from(is_reset && before.is_none());
        found.push(Variant { parts: vec![(Slot::At(slot), statement)], edits, place: place.clone(), cost, likeness });
    }
}

/// What stands last in a statement that has others in it.
pub(super) fn last(function: &Function<'_>, statement: usize) -> usize {
    let inner = match &function.statements.all[statement].kind {
        Kind::If { then, other, .. } => Some(other.unwrap_or(*then)),
        Kind::While { body, .. } | Kind::For { body, .. } | Kind::Switch { body, .. } => Some(*body),
        Kind::Block(inner) => inner.last().copied(),
        Kind::Label | Kind::Return(_) | Kind::Jump | Kind::Declaration(_) | Kind::Expression(_) | Kind::Nothing => None,
    };
    inner.map_or(statement, |inner| last(function, inner))
}

/// What a person would point at for a statement: of one that has others in it, the beginning.
pub(super) fn header(function: &Function<'_>, statement: usize) -> Range<usize> {
    let bytes = function.bytes(statement);
    match &function.statements.all[statement].kind {
        Kind::If { cond, .. } | Kind::While { cond, .. } => function.text.bytes(cond),
        Kind::For { step, .. } => bytes.start..function.text.bytes(step).end.max(bytes.start + 3),
        Kind::Switch { value, .. } => function.text.bytes(value),
        _ => bytes,
    }
}

/// Statements that may be lacking before a byte.
pub(super) fn lacking(function: &Function<'_>, at: usize, neighbour: usize) -> Vec<Lacking> {
    let names = function.names;
    let paths = function.names.paths(at);
    let mut found: Vec<Lacking> = Vec::new();
    for statement in function.elsewhere {
        found.push((statement.clone(), 17));
    }
    if function.statements.is_in_loop(neighbour, true) {
        found.push(("break;".to_owned(), 18));
    }
    if function.statements.is_in_loop(neighbour, false) {
        found.push(("continue;".to_owned(), 19));
    }
    for value in returned(function, &paths) {
        found.push((value, 20));
    }
    found.extend(adapted(function, at, neighbour));
    found.extend(linked::neighbours(function, &paths));
    let bytes = function.bytes(neighbour);
    if bytes.start >= at {
        found.extend(linked::forgotten(function, &function.text.text[bytes], &paths));
    }
    found.extend(cleared(function).into_iter().map(|statement| (statement, CLEARED)));
    let (elements, pointed) = (elements(function, &paths), pointed::numbers(function, &paths));
    let targets: Vec<&Path> = assignable(&paths).chain(&elements).chain(&pointed).collect();
    for target in &targets {
        let name = &target.text;
        // Who asks for something does not forget at once what it is.
        let more = if is_given_from_outside(function, name) { GIVEN } else { 0 };
        for value in given(function, name) {
            found.push((format!("{name} = {value};"), 17 + more));
        }
        if names.is_integer(target.ty) {
            // What is counted nowhere is a flag or a state: it is set.
            let (step, set) = if is_counted(function, name) { (17, 18) } else { (19, 17) };
            let counted = if name.starts_with('*') { &format!("({name})") } else { name };
            found.push((format!("{counted}++;"), step));
            found.push((format!("{counted}--;"), step + 1));
            for constant in ["0", "1"] {
                found.push((format!("{name} = {constant};"), set + more));
            }
            for constant in names.enumerators(target.ty) {
                found.push((format!("{name} = {constant};"), 18 + more));
            }
        }
        if names.is_pointer(target.ty) {
            found.push((format!("{name} = NULL;"), 18));
            found.push((format!("free({name});"), 19));
        }
        for source in paths.iter().chain(&elements).filter(|it| it.text != *name && names.fit(target.ty, it.ty)) {
            let cost = if source.ty == target.ty { 19 } else { 21 };
            // A sum begins with no number of a round.
            let is_round = has_signs(function, name, &["+="]) && has_signs(function, &source.text, &["++", "--"]);
            let cost = cost + ROUND * u32::from(is_round);
            if is_scalar(function, target.ty) {
                found.push((format!("{name} = {};", source.text), cost));
            }
            if names.is_integer(target.ty) {
                found.push((format!("{name} += {};", source.text), cost + 1));
                found.push((format!("{name} -= {};", source.text), cost + 1));
            }
        }
    }
    for constant in function.constants {
        for target in targets.iter().filter(|it| names.is_integer(it.ty)) {
            let more = if is_given_from_outside(function, &target.text) { GIVEN } else { 0 };
            found.push((format!("{} = {constant};", target.text), 22 + more));
        }
    }
    for call in calls(function, &paths) {
        found.push((call, 21));
    }
    // The nearest ones, each once.
    let mut known = BTreeSet::new();
    found.sort_by_key(|(_, cost)| *cost);
    found.retain(|(text, _)| known.insert(text.clone()));
    found.truncate(MANY_STATEMENTS);
    found
}

/// What is to be said behind what gives a block back: that it is not there any more. What is given back may be any part of something.
fn forgotten(before: &str) -> Vec<Lacking> {
    let freed = before.strip_prefix("free(").and_then(|rest| rest.strip_suffix(");"));
    let is_part = |name: &&str| name.contains(['.', '>', '[']) && !name.contains(['(', '+', '"', ',']);
    freed.filter(is_part).map(|name| (format!("{name} = NULL;"), FORGOTTEN)).into_iter().collect()
}

/// The last part of a path, without an index.
fn last_part(name: &str) -> &str {
    let last = name.rsplit(['.', '>', '*']).next().unwrap_or(name);
    last.split('[').next().unwrap_or(last)
}

/// Whether a name is that of a parameter, or of what is read from outside.
fn is_given_from_outside(function: &Function<'_>, name: &str) -> bool {
    let text = function.text;
    let is_parameter = |it: Range<usize>| it.last().is_some_and(|last| text.is(last, name));
    if types::parameters(function).into_iter().any(is_parameter) {
        return true;
    }
    let body = function.statements.all.last().map_or(0..0, |it| it.tokens.clone());
    let end = |at: usize| (at..body.end).find(|&k| text.is(k, ";")).unwrap_or(body.end);
    body.clone().filter(|&at| text.is(at, name)).any(|at| match text.word(at + 1) {
        "=" => text.slice(&(at..end(at))).contains("nondet"),
        _ => {
            at > 0 && text.is(at - 1, "&") && {
                let opens = (body.start..at).rev().find(|&k| text.is(k, "("));
                opens.is_some_and(|open| text.word(open - 1).ends_with("scanf"))
            }
        }
    })
}

/// The constants that something of this name is given somewhere.
fn given<'t>(function: &Function<'t>, name: &str) -> Vec<&'t str> {
    let (text, name) = (function.text, last_part(name));
    let mut found = Vec::new();
    for at in 0..text.tokens.len() {
        if text.word(at) != name || !text.is(at + 1, "=") {
            continue;
        }
        let is_negative = text.is(at + 2, "-");
        let last = at + 2 + usize::from(is_negative);
        let is_named = function.constants.iter().any(|it| it == text.word(last));
        let is_constant = is_named || matches!(text.kind(last), Some(TokenKind::Number | TokenKind::Character));
        let value = text.slice(&(at + 2..last + 1));
        if is_constant && matches!(text.word(last + 1), ";" | ",") && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Whether something of this name is counted up or down somewhere.
fn is_counted(function: &Function<'_>, name: &str) -> bool {
    has_signs(function, name, &["++", "--", "+=", "-="])
}

/// Whether something of this name has one of these signs beside it somewhere.
fn has_signs(function: &Function<'_>, name: &str, signs: &[&str]) -> bool {
    let last = last_part(name);
    let text = function.text;
    let word = |at: usize| if at < text.tokens.len() { text.word(at) } else { "" };
    (0..text.tokens.len()).filter(|&at| word(at) == last).any(|at| {
        let is_step = |word: &str| signs.contains(&word);
        let after = if word(at + 1) == "[" { text.after_group(at + 1).unwrap_or(at + 1) } else { at + 1 };
        is_step(word(after)) || (at > 0 && is_step(word(at - 1)))
    })
}

fn is_scalar(function: &Function<'_>, ty: TypeId) -> bool {
    function.names.is_integer(ty) || function.names.is_pointer(ty) || function.names.is_float(ty)
}

/// `return …;` with what the function may return.
fn returned(function: &Function<'_>, paths: &[Path]) -> Vec<String> {
    let Some(ty) = function.returns else { return vec!["return;".to_owned()] };
    let is_answer = |value: &String| value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let values = values(function, ty, paths).into_iter().filter(|it| !function.is_truth || !is_answer(it));
    values.map(|value| format!("return {value};")).collect()
}

/// Values of a type: constants that everybody knows, and what there is.
fn values(function: &Function<'_>, ty: TypeId, paths: &[Path]) -> Vec<String> {
    let names = function.names;
    let mut found: Vec<String> = Vec::new();
    let enumerators = names.enumerators(ty);
    if names.is_pointer(ty) {
        found.push("NULL".to_owned());
    } else if !enumerators.is_empty() {
        found.extend(enumerators);
    } else if names.is_integer(ty) {
        found.extend(["0", "1", "-1"].map(str::to_owned));
    } else if names.is_float(ty) {
        found.extend(["0.0", "1.0"].map(str::to_owned));
    }
    found.extend(paths.iter().filter(|it| names.fit(ty, it.ty)).map(|it| it.text.clone()));
    found
}

/// The indices that the function uses.
pub fn indices<'t>(function: &Function<'t>) -> Vec<&'t str> {
    let text = function.text;
    let body = function.statements.all.last().map_or(0..0, |it| it.tokens.clone());
    let mut found: Vec<&str> = Vec::new();
    for at in body {
        if text.is(at, "[") && at > 0 && !text.is(at - 1, ")") {
            let Some(end) = text.after_group(at) else { continue };
            let index = text.slice(&(at + 1..end - 1));
            if !index.is_empty() && !found.contains(&index) && !index.contains("++") && !index.contains("--") {
                found.push(index);
            }
        }
    }
    found.truncate(6);
    found
}

/// Elements of arrays at the indices that the function uses.
fn elements(function: &Function<'_>, paths: &[Path]) -> Vec<Path> {
    let names = function.names;
    let mut indices = indices(function);
    let is_plain = |it: &&Path| names.is_integer(it.ty) && !it.text.contains(['.', '>']);
    let variables: Vec<&Path> = paths.iter().filter(is_plain).collect();
    // What is an index elsewhere may be one here.
    let is_index = |it: &&Path| names.is_integer(it.ty) && it.text.contains(['.', '>']) && indexes(function, &it.text);
    let fields: Vec<&Path> = paths.iter().filter(is_index).collect();
    for variable in variables.iter().take(6).chain(fields.iter().take(4)) {
        if !indices.contains(&variable.text.as_str()) {
            indices.push(&variable.text);
        }
    }
    let mut found = Vec::new();
    for path in paths {
        let Some(element) = names.element(path.ty).filter(|&it| is_scalar(function, it)) else { continue };
        for index in &indices {
            let text = format!("{}[{index}]", path.text);
            found.push(Path { text, ty: element, is_assignable: path.is_assignable || names.is_pointer(path.ty) });
        }
    }
    found.truncate(36);
    found
}

/// Whether a field of this name stands in an index somewhere.
fn indexes(function: &Function<'_>, path: &str) -> bool {
    let (text, name) = (function.text, last_part(path));
    let is_open = |&at: &usize| text.is(at, "[");
    (0..text.tokens.len()).filter(is_open).any(|at| {
        let end = text.after_group(at).unwrap_or(at);
        (at..end).any(|inside| text.word(inside) == name)
    })
}

/// Calls of the program's functions with what fits.
fn calls(function: &Function<'_>, paths: &[Path]) -> Vec<String> {
    let names = function.names;
    let mut found = Vec::new();
    for (name, _, params) in names.functions() {
        if name == "main" || params.len() > 3 {
            continue;
        }
        let mut lists: Vec<Vec<String>> = vec![Vec::new()];
        for param in &params {
            let fitting: Vec<&Path> =
                paths.iter().filter(|it| it.ty == *param || names.fit(it.ty, *param)).take(6).collect();
            lists = lists
                .iter()
                .flat_map(|list| fitting.iter().map(move |it| [list.clone(), vec![it.text.clone()]].concat()))
                .take(40)
                .collect();
        }
        found.extend(lists.into_iter().map(|list| format!("{name}({});", list.join(", "))));
    }
    found.truncate(80);
    found
}

/// `if (…) return …;` and the like before a byte.
fn guards(function: &Function<'_>, at: usize, neighbour: usize) -> Vec<Lacking> {
    let paths = function.names.paths(at);
    let mut found = Vec::new();
    let mut ways: Vec<String> = returned(function, &paths).into_iter().take(8).collect();
    if function.statements.is_in_loop(neighbour, true) {
        ways.push("break;".to_owned());
    }
    if function.statements.is_in_loop(neighbour, false) {
        ways.push("continue;".to_owned());
    }
    for (condition, more) in conditions(function, at) {
        for way in &ways {
            found.push((format!("if ({condition})\n    {way}"), 27 + more));
        }
        // What went too far is set to the bound.
        if let Some((name, bound)) = beyond(&condition)
            && assignable(&paths).any(|it| it.text == name)
        {
            found.push((format!("if ({condition})\n    {name} = {bound};"), 26 + more));
        }
        // What is set back when something is used up.
        for target in assignable(&paths) {
            if function.names.is_pointer(target.ty) && condition != format!("{} == NULL", target.text) {
                found.push((format!("if ({condition})\n    {} = NULL;", target.text), 29 + more));
            }
            if function.names.is_integer(target.ty) && more < 3 {
                found.push((format!("if ({condition})\n    {} = 0;", target.text), 30 + more));
                found.push((format!("if ({condition})\n    {}++;", target.text), 31 + more));
            }
        }
    }
    found.sort_by_key(|(_, cost)| *cost);
    found.truncate(4 * MANY_STATEMENTS);
    found
}

/// What a comparison says to be beyond what, and the last that is not: `a` and `b` in `a < b`, `a` and `b - 1` in `a >= b`.
fn beyond(condition: &str) -> Option<(&str, String)> {
    let parts = |sign: &str| condition.split_once(sign);
    let ((name, bound), less) = match parts(" < ").or_else(|| parts(" > ")) {
        Some(parts) => (parts, ""),
        None => (parts(" >= ")?, " - 1"),
    };
    let is_simple = |it: &str| !it.contains([' ', '(', '&', '|']);
    (is_simple(name) && is_simple(bound)).then(|| (name, format!("{bound}{less}")))
}

/// Other values that are returned.
pub fn other_returns(function: &Function<'_>, at: usize, value: &Range<usize>, found: &mut Vec<Variant>) {
    let (bytes, old) = (function.bytes(at), function.text.bytes(value));
    let Some(ty) = function.returns else { return };
    for new in values(function, ty, &function.names.paths(bytes.start)) {
        let text = format!("return {new};");
        let edits = vec![(old.clone(), new)];
        let parts = vec![(Slot::Statement(bytes.start, bytes.end), text)];
        found.push(Variant { parts, edits, place: bytes.clone(), cost: 29, likeness: 0 });
    }
}

/// A value that should depend on a condition: `c ? a : b` for `a`, or for `b`.
pub fn choices(function: &Function<'_>, at: usize, tokens: &Range<usize>, found: &mut Vec<Variant>) {
    let text = function.text;
    let assigned = tokens.clone().find(|&k| text.is(k, "="));
    let (value, ty) = match (&function.statements.all[at].kind, assigned) {
        (Kind::Return(value), _) => (value.clone(), function.returns),
        (_, Some(sign)) => {
            let target = text.slice(&(tokens.start..sign));
            let paths = function.names.paths(text.tokens[tokens.start].start);
            (sign + 1..tokens.end, paths.iter().find(|it| it.text == target).map(|it| it.ty))
        }
        _ => return,
    };
    let Some(ty) = ty else { return };
    if value.is_empty() || value.clone().any(|k| text.is(k, "?")) {
        return;
    }
    let (whole, bytes) = (function.bytes(at), text.bytes(&value));
    let old = text.slice(&value);
    let others = values(function, ty, &function.names.paths(bytes.start));
    for (condition, more) in conditions(function, bytes.start).into_iter().take(60) {
        for other in others.iter().filter(|it| *it != old).take(8) {
            for new in [format!("{condition} ? {old} : {other}"), format!("{condition} ? {other} : {old}")] {
                let text = format!("{}{new}{}", &text.text[whole.start..bytes.start], &text.text[bytes.end..whole.end]);
                let edits = vec![(bytes.clone(), new)];
                let slot = Slot::Statement(whole.start, whole.end);
                found.push(Variant {
                    parts: vec![(slot, text)],
                    edits,
                    place: whole.clone(),
                    cost: 32 + more,
                    likeness: 0,
                });
            }
        }
    }
}
