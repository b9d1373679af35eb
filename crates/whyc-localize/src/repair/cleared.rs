//! Bits that are put into a field of a word: those that are there have to be taken out first.

use super::lex::{Kind as TokenKind, Text};
use super::statements::Kind;
use super::variants::Function;

/// For each statement that puts bits into something, `x |= (v & mask) << by`, the one that takes them out: `x &= ~(mask << by)`.
pub fn cleared(function: &Function<'_>) -> Vec<String> {
    let text = function.text;
    let mut found = Vec::new();
    for statement in &function.statements.all {
        let Kind::Expression(tokens) = &statement.kind else { continue };
        let Some(sign) = tokens.clone().find(|&at| text.is(at, "|=")) else { continue };
        let target = text.slice(&(tokens.start..sign));
        if let Some(mask) = mask(text, sign + 1, tokens.end).filter(|_| !target.contains("++")) {
            let new = format!("{target} &= ~{mask};");
            if !found.contains(&new) {
                found.push(new);
            }
        }
    }
    found
}

/// The mask of what is put into a field, where it is put.
fn mask(text: Text<'_>, from: usize, end: usize) -> Option<String> {
    // In `(v & mask) << by` as in `v & mask`, what stands behind the last sign is the mask.
    let sign = (from..end).rev().find(|&at| text.is(at, "&"))?;
    let is_mask = matches!(text.kind(sign + 1), Some(TokenKind::Word | TokenKind::Number));
    let (mask, next) = (text.word(sign + 1), sign + 2);
    if !is_mask || sign == from {
        return None;
    }
    if !(text.is(next, ")") && text.is(next + 1, "<<")) {
        return (next == end).then(|| mask.to_owned());
    }
    let by = next + 2;
    let last = if text.is(by, "(") { text.after_group(by)? } else { by + path(text, by, end) };
    (last > by && last <= end).then(|| format!("({mask} << {})", text.slice(&(by..last))))
}

/// How many tokens a name with its fields has.
fn path(text: Text<'_>, from: usize, end: usize) -> usize {
    let mut at = from + 1;
    while at < end && matches!(text.word(at), "." | "->") {
        at += 2;
    }
    at - from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::lex;

    #[test]
    fn the_mask_of_a_field_is_found() {
        let of = |source: &str| {
            let tokens = lex::tokens(source);
            let text = Text { text: source, tokens: &tokens };
            mask(text, 0, tokens.len())
        };
        assert_eq!(of("(mode & 3u) << shift").as_deref(), Some("(3u << shift)"));
        assert_eq!(of("(mode & WIDE) << (2 * pin)").as_deref(), Some("(WIDE << (2 * pin))"));
        assert_eq!(of("(a->mode & 3) << a->by").as_deref(), Some("(3 << a->by)"));
        assert_eq!(of("mode & 7").as_deref(), Some("7"));
        assert_eq!(of("mode << 2"), None);
        assert_eq!(of("&mode"), None);
    }
}
