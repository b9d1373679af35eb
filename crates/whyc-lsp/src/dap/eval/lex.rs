//! A text as words.

use super::Refusal;

/// Longer expressions are not looked at.
const LONGEST: usize = 4096;

/// A word of C.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name or keyword.
    Word(String),
    /// A whole number, whether it is decimal, and its suffix in lower case.
    Int(u128, bool, String),
    /// A floating-point number, and whether it is a `float`.
    Float(f64, bool),
    /// A character.
    Char(u8),
    /// An operator or bracket.
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: [&str; 46] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "(", ")", "[", "]", "{", "}", ".", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<",
    ">", "=", "?", ":", ",", ";",
];

/// The words of a text.
pub fn tokens(text: &str) -> Result<Vec<Token>, Refusal> {
    if text.len() > LONGEST {
        return Err("the expression is too long".to_owned());
    }
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (token, len) = if first.is_ascii_alphabetic() || first == '_' {
            let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            (Token::Word(rest[..len].to_owned()), len)
        } else if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            number(rest)?
        } else if first == '\'' {
            character(rest)?
        } else if first == '"' {
            return Err("string literals have no place in memory here".to_owned());
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let Some(&sign) = sign else { return Err(format!("`{first}` is no part of a C expression")) };
            (Token::Sign(sign), sign.len())
        };
        tokens.push(token);
        rest = rest[len..].trim_start();
    }
    if tokens.is_empty() { Err("there is no expression".to_owned()) } else { Ok(tokens) }
}

fn number(text: &str) -> Result<(Token, usize), Refusal> {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let mut len = 0;
    let mut before = ' ';
    for c in text.chars() {
        let is_sign = (c == '+' || c == '-') && !is_hex && (before == 'e' || before == 'E');
        if !(c.is_ascii_alphanumeric() || c == '.' || is_sign) {
            break;
        }
        len += c.len_utf8();
        before = c;
    }
    let word = &text[..len];
    let wrong = || format!("`{word}` is no number that is known here");
    let lower = word.to_ascii_lowercase();
    if !is_hex && lower.contains(['.', 'e']) {
        let digits = lower.strip_suffix('f').unwrap_or(&lower);
        let is_float = digits.len() < lower.len();
        return Ok((Token::Float(digits.parse().map_err(|_| wrong())?, is_float), len));
    }
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = lower[digits.len()..].to_owned();
    let parsed = match digits.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => match digits.strip_prefix("0b") {
            Some(bits) => u128::from_str_radix(bits, 2),
            None if digits.len() > 1 && digits.starts_with('0') => u128::from_str_radix(&digits[1..], 8),
            None => digits.parse(),
        },
    };
    let is_decimal = !digits.starts_with('0') || digits == "0";
    let value = parsed.ok().filter(|&value| value <= u128::from(u64::MAX)).ok_or_else(wrong)?;
    match suffix.as_str() {
        "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu" => Ok((Token::Int(value, is_decimal, suffix), len)),
        _ => Err(wrong()),
    }
}

fn character(text: &str) -> Result<(Token, usize), Refusal> {
    let wrong = || "this character is not known here".to_owned();
    let mut chars = text.chars().skip(1);
    let (value, mut len) = match chars.next().ok_or_else(wrong)? {
        '\\' => {
            let escape = chars.next().ok_or_else(wrong)?;
            let value = match escape {
                'n' => b'\n',
                't' => b'\t',
                'r' => b'\r',
                '0' => 0,
                'a' => 7,
                'b' => 8,
                'f' => 12,
                'v' => 11,
                '\\' | '\'' | '"' | '?' => escape as u8,
                _ => return Err(wrong()),
            };
            (value, 3)
        }
        '\'' => return Err(wrong()),
        c if c.is_ascii() => (c as u8, 2),
        _ => return Err(wrong()),
    };
    if chars.next() != Some('\'') {
        return Err(wrong());
    }
    len += 1;
    Ok((Token::Char(value), len))
}
