//! The formats of `printf`, read at compile time.

use whyc_ir::block::Conversion;

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes as they are.
    Text(Vec<u8>),
    /// A conversion.
    Directive(Directive),
}

/// A conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// 1 `-`, 2 `+`, 4 space, 8 `#`, 16 `0`.
    pub flags: u32,
    /// The least width.
    pub width: Number,
    /// The precision.
    pub precision: Number,
    /// The size of the argument.
    pub length: Length,
    /// What is converted.
    pub kind: Kind,
}

/// A number in a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// There is none.
    Absent,
    /// This one.
    Given(i32),
    /// The next argument, an `int`.
    Argument,
}

/// The size of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// none
    Int,
    /// `l`
    Long,
    /// `z`, `t`
    Size,
    /// `ll`, `q`, `j`
    LongLong,
}

/// What is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number(Conversion),
    /// `%c`
    Char,
    /// `%s`
    String,
    /// `%p`
    Pointer,
}

/// The pieces of a format; `None` if something in it is unusual.
pub fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if let Some((b'%', after)) = rest.split_first() {
            text.push(b'%');
            rest = after;
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let (directive, after) = directive(rest)?;
        pieces.push(Piece::Directive(directive));
        rest = after;
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

fn directive(mut rest: &[u8]) -> Option<(Directive, &[u8])> {
    let mut flags = 0;
    while let Some((&byte, after)) = rest.split_first() {
        flags |= match byte {
            b'-' => 1,
            b'+' => 2,
            b' ' => 4,
            b'#' => 8,
            b'0' => 16,
            _ => break,
        };
        rest = after;
    }
    let (width, after) = number(rest)?;
    rest = after;
    let mut precision = Number::Absent;
    if let Some((b'.', after)) = rest.split_first() {
        let (found, after) = number(after)?;
        // A point alone means 0.
        precision = if found == Number::Absent { Number::Given(0) } else { found };
        rest = after;
    }
    let (length, after) = length(rest);
    let (&letter, after) = after.split_first()?;
    let kind = match letter {
        b'c' if length == Length::Int => Kind::Char,
        b's' if length == Length::Int => Kind::String,
        b'p' => Kind::Pointer,
        // `L` was no length, and hexadecimal fractions are rare.
        _ => match Conversion::from_letter(letter)? {
            Conversion::Float(_) if matches!(length, Length::Char | Length::Short) => return None,
            conversion => Kind::Number(conversion),
        },
    };
    Some((Directive { flags, width, precision, length, kind }, after))
}

fn number(rest: &[u8]) -> Option<(Number, &[u8])> {
    if let Some((b'*', after)) = rest.split_first() {
        return Some((Number::Argument, after));
    }
    let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if n_digits == 0 {
        return Some((Number::Absent, rest));
    }
    let (digits, after) = rest.split_at(n_digits);
    // `%1$d` counts arguments.
    if after.first() == Some(&b'$') {
        return None;
    }
    let value = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((Number::Given(value), after))
}

fn length(rest: &[u8]) -> (Length, &[u8]) {
    match rest {
        [b'h', b'h', after @ ..] => (Length::Char, after),
        [b'h', after @ ..] => (Length::Short, after),
        [b'l', b'l', after @ ..] | [b'q' | b'j', after @ ..] => (Length::LongLong, after),
        [b'z' | b't', after @ ..] => (Length::Size, after),
        [b'l', after @ ..] => (Length::Long, after),
        _ => (Length::Int, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_cut_into_text_and_directives() {
        let found = pieces(b"x = %-5.2ld%%\n").expect("it should be read");
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], Piece::Text(b"x = ".to_vec()));
        let expected = Directive {
            flags: 1,
            width: Number::Given(5),
            precision: Number::Given(2),
            length: Length::Long,
            kind: Kind::Number(Conversion::Signed),
        };
        assert_eq!(found[1], Piece::Directive(expected));
        assert_eq!(found[2], Piece::Text(b"%\n".to_vec()));
    }

    #[test]
    fn unusual_formats_are_left_to_the_model() {
        for format in [&b"%n"[..], b"%1$d", b"%Lf", b"%ls", b"%", b"%-"] {
            assert_eq!(pieces(format), None, "{}", String::from_utf8_lossy(format));
        }
    }
}
