//! Words and signs of a property.

use crate::syntax::Place;

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or keyword.
    Word(String),
    /// A name in backquotes.
    Quoted(String),
    /// A number.
    Number(u128),
    /// A sign.
    Sign(&'static str),
    /// Nothing more.
    End,
}

/// Why a text is no property, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where, in bytes of the text.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

impl Mistake {
    pub(crate) fn at(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

/// Longer signs before those that they begin with.
const SIGNS: &[&str] = &[
    "<->", "<=>", "|->", "|=>", "[->", "[*]", "[+]", "[*", "[=", "##", "->", "=>", "&&", "||", "==", "!=", "<=", ">=",
    "[]", "<>", "(", ")", "{", "}", "[", "]", ";", ":", "|", "&", "!", "<", ">", "~", "-", "$", "*", "+", ",",
];

pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, Place)>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, len) = token(rest).map_err(|message| {
            let end = at + first.len_utf8();
            Mistake::at(at as u32..end as u32, message)
        })?;
        tokens.push((token, at as u32..(at + len) as u32));
        at += len;
    }
    tokens.push((Token::End, text.len() as u32..text.len() as u32));
    Ok(tokens)
}

fn token(rest: &str) -> Result<(Token, usize), String> {
    let first = rest.chars().next().unwrap_or(' ');
    if first == '`' {
        let end = rest[1..].find('`').ok_or("this ` has no end")?;
        return Ok((Token::Quoted(rest[1..=end].to_owned()), end + 2));
    }
    if first.is_ascii_digit() || first == '\'' {
        return number(rest);
    }
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
    if first.is_ascii_alphabetic() || first == '_' || first == '$' {
        let len = rest.find(|it: char| !is_part(it)).unwrap_or(rest.len());
        let word = rest[..len].trim_end_matches('.');
        // `$` alone is the end of a range.
        if word == "$" {
            return Ok((Token::Sign("$"), 1));
        }
        return Ok((Token::Word(word.to_owned()), word.len()));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => Err(format!("`{first}` has no meaning here")),
    }
}

/// `12`, `0x1f`, `0b101`, and `4'b0101`, `8'hff`, `3'd5` as Verilog has them; `_` may stand between digits.
fn number(rest: &str) -> Result<(Token, usize), String> {
    let len = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_' || it == '\'')).unwrap_or(rest.len());
    let text = &rest[..len];
    let digits = match text.split_once('\'') {
        Some((_, value)) => match value.chars().next() {
            Some('h' | 'H') => Some((&value[1..], 16)),
            Some('b' | 'B') => Some((&value[1..], 2)),
            Some('o' | 'O') => Some((&value[1..], 8)),
            Some('d' | 'D') => Some((&value[1..], 10)),
            _ => None,
        },
        None => Some(match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
            (Some(digits), _) => (digits, 16),
            (None, Some(digits)) => (digits, 2),
            (None, None) => (text, 10),
        }),
    };
    let value = digits.and_then(|(digits, base)| u128::from_str_radix(&digits.replace('_', ""), base).ok());
    match value {
        Some(value) => Ok((Token::Number(value), len)),
        None => Err(format!("`{text}` is not a number of up to 128 bits")),
    }
}
