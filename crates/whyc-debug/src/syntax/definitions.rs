//! The macros that a text defines, as they are written.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lex::{self, Token};

/// A macro with parameters, or one that stands for an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition<'t> {
    /// Its name.
    pub name: &'t str,
    /// The names of its parameters; none if it has no list of them.
    pub parameters: Option<Vec<&'t str>>,
    /// The bytes of what it stands for.
    pub body: Range<usize>,
}

/// The macros that a text defines.
#[must_use]
pub fn definitions(text: &str) -> Vec<Definition<'_>> {
    lex::directives(text).into_iter().filter_map(|bytes| definition(text, bytes)).collect()
}

fn definition(text: &str, bytes: Range<usize>) -> Option<Definition<'_>> {
    let after = |start: usize, word: &str| {
        let rest = text[start..bytes.end].trim_start();
        rest.starts_with(word).then(|| bytes.end - rest.len() + word.len())
    };
    let start = after(after(bytes.start, "#")?, "define")?;
    let rest = &text[start..bytes.end];
    let name = rest.trim_start();
    let first = start + rest.len() - name.len();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &name[..name.find(|c: char| !is_part(c)).unwrap_or(name.len())];
    let mut at = first + name.len();
    let mut parameters = None;
    if text[at..bytes.end].starts_with('(') {
        let close = at + text[at..bytes.end].find(')')?;
        parameters = Some(text[at + 1..close].split(',').map(str::trim).collect());
        at = close + 1;
    }
    let body = code(text, at..bytes.end);
    (!name.is_empty() && first > start && !body.is_empty()).then_some(Definition { name, parameters, body })
}

/// The bytes from the first token to the last one.
fn code(text: &str, bytes: Range<usize>) -> Range<usize> {
    let tokens = tokens_of(text, &bytes);
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => bytes.start..bytes.start,
    }
}

/// The tokens of a part of a text, by where they stand in all of it.
#[must_use]
pub fn tokens_of(text: &str, bytes: &Range<usize>) -> Vec<Token> {
    let inside = &text[bytes.clone()];
    let moved = |it: Token| Token { kind: it.kind, start: it.start + bytes.start, end: it.end + bytes.start };
    // That a line goes on is no token.
    lex::tokens(inside).into_iter().filter(|it| &inside[it.start..it.end] != "\\").map(moved).collect()
}

/// The definitions that code uses, by the names that stand in it: also those that stand in other definitions.
#[must_use]
pub fn used<'d, 't>(text: &'t str, all: &'d [Definition<'t>], names: &BTreeSet<&'t str>) -> Vec<&'d Definition<'t>> {
    let mut known: BTreeSet<&str> = names.clone();
    let mut found: Vec<&Definition<'_>> = Vec::new();
    loop {
        let n_before = found.len();
        for it in all {
            if known.contains(it.name) && !found.contains(&it) {
                found.push(it);
                known.extend(tokens_of(text, &it.body).iter().map(|token| &text[token.start..token.end]));
            }
        }
        if found.len() == n_before {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_read() {
        let text =
            "#define A(x, y) ((x) << y) /* shifted */\n# define B 1\n#define C \\\n  A(B, 2)\nint b = C;\n#define D\n";
        let all = definitions(text);
        let known: Vec<(&str, Option<usize>, &str)> =
            all.iter().map(|it| (it.name, it.parameters.as_ref().map(Vec::len), &text[it.body.clone()])).collect();
        assert_eq!(known, [("A", Some(2), "((x) << y)"), ("B", None, "1"), ("C", None, "A(B, 2)")]);
        let names = |of: &'static str| -> Vec<&str> {
            used(text, &all, &[of].into_iter().collect()).iter().map(|it| it.name).collect()
        };
        assert_eq!(names("C"), ["C", "A", "B"]);
        assert_eq!(names("b"), Vec::<&str>::new());
    }
}
