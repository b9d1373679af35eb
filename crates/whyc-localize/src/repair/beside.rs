//! How well a statement that may be lacking goes with what it would stand beside.

use super::statements::Kind;
use super::variants::Function;

/// How well a statement goes with what it is put beside, in hundredths of a cost: the one before it is about the same thing, or about a
/// part of the same; what it changes is what the condition around it asks. Of two places that do as well, the end is where more is put.
pub(super) fn nearness(statement: &str, (asked, before): (&str, &str), is_last: bool) -> u32 {
    let about = statement.rsplit('\n').next().unwrap_or_default().trim_start();
    let name = about.split([' ', '+', '(', ';']).next().unwrap_or_default();
    // A call is about what it is given.
    let path = match about[name.len()..].strip_prefix('(') {
        Some(given) => given.split([',', ')']).next().unwrap_or_default(),
        None => name,
    };
    let root = path.trim_start_matches('*').split(|c| !is_part(c)).next().unwrap_or_default();
    40 * u32::from(mentions(before, path))
        + 20 * u32::from(mentions(before, root))
        + belongs(about, before)
        + 50 * u32::from(mentions(asked, path))
        + 30 * u32::from(is_last)
}

/// How much two statements belong together that put something into parts of one thing: `n->right = NULL;` goes with `n->key = key;`,
/// and even more with `n->left = NULL;`.
fn belongs(statement: &str, before: &str) -> u32 {
    let parts = |text: &str| {
        let (target, value) = text.split_once(" = ")?;
        let end = target.rfind(['.', '>', '['])?;
        (!target.contains([' ', '('])).then(|| (target[..end].to_owned(), value.trim_end().to_owned()))
    };
    match (parts(statement), parts(before)) {
        (Some((owner, value)), Some((other, given))) if owner == other => 30 + 30 * u32::from(value == given),
        _ => 0,
    }
}

/// The condition that a block stands under.
pub(super) fn asked_by<'t>(function: &Function<'t>, outer: usize, block: usize) -> &'t str {
    match &function.statements.all[outer].kind {
        Kind::If { cond, then, .. } if *then == block => function.text.slice(cond),
        _ => "",
    }
}

/// Whether a statement stores a number into something: `sum = 0;`.
pub(super) fn is_constant(statement: &str) -> bool {
    let value = statement.split_once(" = ").map_or("", |(_, value)| value);
    value.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// Whether a character is part of a name.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether something stands in a text, and not as part of longer names.
pub(super) fn mentions(text: &str, what: &str) -> bool {
    let is_whole = |at: usize| {
        !text[..at].ends_with(is_part) && (!what.ends_with(is_part) || !text[at + what.len()..].starts_with(is_part))
    };
    !what.is_empty() && text.match_indices(what).any(|(at, _)| is_whole(at))
}

/// Whether an assignment replaces what the statement before it has given the same variable.
pub(super) fn overwrites(statement: &str, before: &str) -> bool {
    let Some((target, value)) = statement.split_once(" = ") else { return false };
    let rest = before.strip_prefix(target).map(str::trim_start);
    let is_written = rest.is_some_and(|rest| {
        ["=", "+=", "-=", "*=", "/=", "++", "--"].iter().any(|sign| rest.starts_with(sign)) && !rest.starts_with("==")
    });
    is_written && !value.contains(target)
}

/// Whether a condition decides whether a statement is executed, and nothing else.
pub(super) fn is_done_under(function: &Function<'_>, at: usize, statement: &str) -> bool {
    let Kind::If { then, other: None, .. } = function.statements.all[at].kind else { return false };
    let inner = match &function.statements.all[then].kind {
        Kind::Block(inner) if inner.len() == 1 => inner[0],
        _ => then,
    };
    function.text.text[function.bytes(inner)].trim() == statement
}
