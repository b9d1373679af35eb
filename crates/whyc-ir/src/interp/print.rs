//! Numbers as `printf` writes them.

use crate::block::Conversion;

/// How much room a number gets, and which signs.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// 1 `-`, 2 `+`, 4 space, 8 `#`, 16 `0`.
    pub flags: u32,
    /// The least width.
    pub width: i32,
    /// The precision, negative for none.
    pub precision: i32,
}

const LEFT: u32 = 1;
const PLUS: u32 = 2;
const SPACE: u32 = 4;
const ALTERNATE: u32 = 8;
const ZERO: u32 = 16;

/// More than any width or precision that makes sense; a hostile one must not fill memory.
const MAX_ROOM: i32 = 1 << 16;

/// The text of a number: an integer of 64 bits, or the bits of a `double`.
#[must_use]
pub fn number(conversion: Conversion, value: u64, layout: Layout) -> String {
    match conversion {
        Conversion::Signed => {
            let value = value as i64;
            let digits = integer(value.unsigned_abs().to_string(), layout);
            pad(sign(value < 0, layout), digits, layout, layout.precision < 0)
        }
        Conversion::Unsigned => pad("", integer(value.to_string(), layout), layout, layout.precision < 0),
        Conversion::Hex => {
            let prefix = if layout.flags & ALTERNATE != 0 && value != 0 { "0x" } else { "" };
            pad(prefix, integer(format!("{value:x}"), layout), layout, layout.precision < 0)
        }
        Conversion::UpperHex => {
            let prefix = if layout.flags & ALTERNATE != 0 && value != 0 { "0X" } else { "" };
            pad(prefix, integer(format!("{value:X}"), layout), layout, layout.precision < 0)
        }
        Conversion::Octal => {
            let mut digits = integer(format!("{value:o}"), layout);
            if layout.flags & ALTERNATE != 0 && !digits.starts_with('0') {
                digits.insert(0, '0');
            }
            pad("", digits, layout, layout.precision < 0)
        }
        Conversion::Float(letter) => float(letter, f64::from_bits(value), layout),
    }
}

fn sign(negative: bool, layout: Layout) -> &'static str {
    match negative {
        true => "-",
        false if layout.flags & PLUS != 0 => "+",
        false if layout.flags & SPACE != 0 => " ",
        false => "",
    }
}

/// Digits with zeros before them up to the precision. A zero with precision 0 has none.
fn integer(digits: String, layout: Layout) -> String {
    let least = layout.precision.clamp(0, MAX_ROOM) as usize;
    if layout.precision == 0 && digits == "0" {
        return String::new();
    }
    format!("{digits:0>least$}")
}

/// Fills up to the width. `zeros`: whether the `0` flag counts.
fn pad(prefix: &str, digits: String, layout: Layout, zeros: bool) -> String {
    // A negative width is a width and the flag `-`.
    let left = layout.flags & LEFT != 0 || layout.width < 0;
    let width = layout.width.saturating_abs().min(MAX_ROOM) as usize;
    let missing = width.saturating_sub(prefix.len() + digits.len());
    if left {
        format!("{prefix}{digits}{:missing$}", "")
    } else if zeros && layout.flags & ZERO != 0 {
        format!("{prefix}{:0>missing$}{digits}", "")
    } else {
        format!("{:missing$}{prefix}{digits}", "")
    }
}

fn float(letter: u8, value: f64, layout: Layout) -> String {
    let upper = letter.is_ascii_uppercase();
    let sign = sign(value.is_sign_negative(), layout);
    let magnitude = value.abs();
    if !magnitude.is_finite() {
        let word = if magnitude.is_nan() { "nan" } else { "inf" };
        let word = if upper { word.to_uppercase() } else { word.to_owned() };
        return pad(sign, word, layout, false);
    }
    let precision = if layout.precision < 0 { 6 } else { layout.precision.min(MAX_ROOM) as usize };
    let alternate = layout.flags & ALTERNATE != 0;
    let text = match letter.to_ascii_lowercase() {
        b'e' => with_exponent(magnitude, precision, alternate),
        b'g' => shortest(magnitude, precision.max(1), alternate),
        _ => fixed(magnitude, precision, alternate),
    };
    let text = if upper { text.to_uppercase() } else { text };
    pad(sign, text, layout, true)
}

fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let point = if alternate && precision == 0 { "." } else { "" };
    format!("{value:.precision$}{point}")
}

fn with_exponent(value: f64, precision: usize, alternate: bool) -> String {
    let (digits, exponent) = scientific(value, precision);
    let point = if alternate && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.unsigned_abs())
}

/// The digits with one before the point, and the exponent of ten.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => (digits.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

/// `%g`: so many significant digits, without an exponent where that is short enough, without zeros at the end.
fn shortest(value: f64, significant: usize, alternate: bool) -> String {
    let (_, exponent) = scientific(value, significant - 1);
    let in_range = exponent >= -4 && i64::from(exponent) < significant as i64;
    let text = if in_range {
        let decimals = (significant as i64 - 1 - i64::from(exponent)).max(0) as usize;
        fixed(value, decimals, alternate)
    } else {
        with_exponent(value, significant - 1, alternate)
    };
    if alternate {
        return text;
    }
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text.as_str(), None),
    };
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    match exponent {
        Some(exponent) => format!("{mantissa}e{exponent}"),
        None => mantissa.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(conversion: Conversion, value: u64, (flags, width, precision): (u32, i32, i32), expected: &str) {
        assert_eq!(number(conversion, value, Layout { flags, width, precision }), expected);
    }

    #[test]
    fn integers_as_glibc_writes_them() {
        check(Conversion::Signed, (-42i64) as u64, (0, 0, -1), "-42");
        check(Conversion::Signed, 42, (PLUS | ZERO, 6, -1), "+00042");
        check(Conversion::Signed, 42, (ZERO, 6, 3), "   042");
        check(Conversion::Signed, 42, (LEFT, 6, -1), "42    ");
        check(Conversion::Signed, 0, (0, 0, 0), "");
        check(Conversion::Hex, 255, (ALTERNATE | ZERO, 8, -1), "0x0000ff");
        check(Conversion::Octal, 8, (ALTERNATE, 0, -1), "010");
        check(Conversion::Unsigned, u64::MAX, (0, 0, -1), "18446744073709551615");
    }

    #[test]
    fn floats_as_glibc_writes_them() {
        let double = |letter, value: f64, layout, expected| {
            check(Conversion::Float(letter), value.to_bits(), layout, expected);
        };
        double(b'f', 2.5, (0, 0, 0), "2");
        double(b'f', 3.5, (0, 0, 0), "4");
        double(b'f', -1.0 / 3.0, (0, 0, -1), "-0.333333");
        double(b'e', 12345.678, (0, 0, 3), "1.235e+04");
        double(b'g', 0.0001, (0, 0, -1), "0.0001");
        double(b'g', 0.00001, (0, 0, -1), "1e-05");
        double(b'g', 1_000_000.0, (0, 0, -1), "1e+06");
        double(b'g', 100_000.0, (0, 0, -1), "100000");
        double(b'G', f64::INFINITY, (ZERO, 6, -1), "   INF");
        double(b'f', 1.5, (ZERO, 8, 2), "00001.50");
    }
}
