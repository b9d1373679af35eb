//! C text as tokens, by where they stand. Comments and directives are left out.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A character constant.
    Character,
    /// A string literal.
    String,
    /// An operator or punctuation.
    Sign,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A text with its tokens.
#[derive(Clone, Copy)]
pub struct Text<'t> {
    /// The text.
    pub text: &'t str,
    /// Its tokens.
    pub tokens: &'t [Token],
}

impl<'t> Text<'t> {
    /// The token at a position as it is written; nothing beyond the end.
    #[must_use]
    pub fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// The parts of a list that commas separate.
    #[must_use]
    pub fn list(&self, tokens: Range<usize>) -> Vec<Range<usize>> {
        let (mut found, mut first, mut at) = (Vec::new(), tokens.start, tokens.start);
        while at < tokens.end {
            match self.word(at) {
                "," => {
                    found.push(first..at);
                    first = at + 1;
                    at += 1;
                }
                "(" | "[" | "{" => at = self.after_group(at).unwrap_or(tokens.end),
                _ => at += 1,
            }
        }
        found.push(first..tokens.end);
        found
    }

    /// Whether the token is this.
    #[must_use]
    pub fn is(&self, at: usize, word: &str) -> bool {
        self.word(at) == word
    }

    /// What kind of token it is.
    #[must_use]
    pub fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Where tokens stand in the text.
    #[must_use]
    pub fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        match (self.tokens.get(tokens.start), tokens.end.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if first.start <= last.start => first.start..last.end,
            (Some(first), _) => first.start..first.start,
            (None, _) => self.text.len()..self.text.len(),
        }
    }

    /// Tokens as they are written.
    #[must_use]
    pub fn slice(&self, tokens: &Range<usize>) -> &'t str {
        &self.text[self.bytes(tokens)]
    }

    /// The first token that begins at this byte or later.
    #[must_use]
    pub fn at_byte(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.start < byte)
    }

    /// The position after the bracket that closes the one at `open`; none if nothing does.
    #[must_use]
    pub fn after_group(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Signs of more than one character, the longest first.
const SIGNS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "&&", "||", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "<<", ">>",
];

/// The tokens of a text.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    scan(text).0
}

/// Where the directives of a text are.
#[must_use]
pub fn directives(text: &str) -> Vec<Range<usize>> {
    scan(text).1
}

fn scan(text: &str) -> (Vec<Token>, Vec<Range<usize>>) {
    let bytes = text.as_bytes();
    let (mut found, mut directives) = (Vec::new(), Vec::new());
    let (mut at, mut is_line_start) = (0, true);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'\n' {
            is_line_start = true;
            at += 1;
        } else if byte.is_ascii_whitespace() {
            at += 1;
        } else if byte == b'#' && is_line_start {
            let end = end_of_directive(bytes, at);
            directives.push(at..end);
            at = end;
        } else if bytes[at..].starts_with(b"//") {
            at = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
        } else if bytes[at..].starts_with(b"/*") {
            at = text[at + 2..].find("*/").map_or(bytes.len(), |n| at + n + 4);
        } else {
            is_line_start = false;
            let (kind, end) = one(text, at);
            found.push(Token { kind, start: at, end });
            at = end;
        }
    }
    (found, directives)
}

/// The end of the line that a directive is on, or of the last one that it goes on to.
fn end_of_directive(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        if bytes[at..].starts_with(b"/*") {
            at += 2;
            while at < bytes.len() && !bytes[at..].starts_with(b"*/") {
                at += 1;
            }
            at = (at + 2).min(bytes.len());
        } else {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
    }
    at.min(bytes.len())
}

fn one(text: &str, at: usize) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let run = |from: usize, is_part: &dyn Fn(u8) -> bool| {
        bytes[from..].iter().position(|&b| !is_part(b)).map_or(bytes.len(), |n| from + n)
    };
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let first = bytes[at];
    if first.is_ascii_digit() || (first == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)) {
        let mut end = run(at, &|b| is_word(b) || b == b'.');
        // The sign of an exponent.
        let is_hex = text[at..].starts_with("0x") || text[at..].starts_with("0X");
        let is_exponent = |b: u8| if is_hex { matches!(b, b'p' | b'P') } else { matches!(b, b'e' | b'E') };
        while is_exponent(bytes[end - 1]) && matches!(bytes.get(end), Some(b'+' | b'-')) {
            end = run(end + 1, &|b| is_word(b) || b == b'.');
        }
        return (Kind::Number, end);
    }
    if first == b'"' || first == b'\'' {
        return (if first == b'"' { Kind::String } else { Kind::Character }, end_of_quote(bytes, at));
    }
    if is_word(first) {
        return (Kind::Word, run(at, &is_word));
    }
    let sign = SIGNS.iter().find(|sign| text[at..].starts_with(**sign));
    (Kind::Sign, at + sign.map_or(1, |sign| sign.len()))
}

fn end_of_quote(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Whether every bracket in a text is closed, and by its own kind.
#[must_use]
pub fn is_balanced(text: &str) -> bool {
    // Most changes are of a word or two.
    if !text.contains(['(', ')', '[', ']', '{', '}']) {
        return true;
    }
    let mut open = Vec::new();
    for token in tokens(text) {
        match &text[token.start..token.end] {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            close @ (")" | "]" | "}") if open.pop() != Some(close) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_closed_by_their_own_kind() {
        assert!(is_balanced("f(a[1], \")\") { }"));
        assert!(!is_balanced("(a]"));
        assert!(!is_balanced("a)"));
        assert!(!is_balanced("(a"));
    }

    #[test]
    fn comments_and_directives_are_left_out() {
        let text = "#define A \\\n 1\nint x = a->b /* y */ + 0x1p-3; // z\nchar c = '\\'', *s = \"a\\\"b\";";
        let known = tokens(text);
        let words: Vec<&str> = known.iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(
            words,
            [
                "int",
                "x",
                "=",
                "a",
                "->",
                "b",
                "+",
                "0x1p-3",
                ";",
                "char",
                "c",
                "=",
                "'\\''",
                ",",
                "*",
                "s",
                "=",
                "\"a\\\"b\"",
                ";"
            ]
        );
    }
}
