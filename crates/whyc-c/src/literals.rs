//! The values of string and floating literals.

use std::str::Chars;

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};
use whyc_ir::types::FloatKind;

/// The value of an integer literal with the suffix `wb`, as long as it has 127 bits.
pub fn bit_int(literal: &str) -> Option<i128> {
    let digits: String = literal.chars().filter(|&c| c != '\'').collect::<String>().to_ascii_lowercase();
    let digits = ["uwb", "wbu", "wb"].iter().find_map(|suffix| digits.strip_suffix(suffix))?;
    let (digits, radix) = match digits.get(..2) {
        Some("0x") => (&digits[2..], 16),
        Some("0b") => (&digits[2..], 2),
        _ if digits.starts_with('0') && digits.len() > 1 => (&digits[1..], 8),
        _ => (digits, 10),
    };
    i128::from_str_radix(digits, radix).ok()
}

/// The code units of a string literal in the form that libclang prints it: one literal, or
/// several adjacent ones, with an optional prefix, and octal, `\x`, `\u` and `\U` escapes.
pub fn string_units(spelling: &str) -> Option<Vec<u32>> {
    let open = spelling.find('"')?;
    let utf16 = &spelling[..open] == "u";
    let mut units = Vec::new();
    let mut chars = spelling[open + 1..].chars();
    loop {
        match chars.next()? {
            // A new literal starts where the one before it ends.
            '"' => match chars.next() {
                None => return Some(units),
                Some('"') => {}
                Some(_) => return None,
            },
            '\\' => match escape(&mut chars)? {
                unit if utf16 && unit > 0xFFFF => {
                    let rest = unit - 0x1_0000;
                    units.extend([0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF)]);
                }
                unit => units.push(unit),
            },
            c => units.push(u32::from(c)),
        }
    }
}

fn escape(chars: &mut Chars<'_>) -> Option<u32> {
    let letter = chars.next()?;
    let (radix, max_digits, first) = match letter {
        'a' => return Some(7),
        'b' => return Some(8),
        'f' => return Some(12),
        'n' => return Some(10),
        'r' => return Some(13),
        't' => return Some(9),
        'v' => return Some(11),
        'x' => (16, 8, 0),
        'u' => (16, 4, 0),
        'U' => (16, 8, 0),
        '0'..='7' => (8, 2, letter.to_digit(8)?),
        other => return Some(u32::from(other)),
    };
    let mut value = first;
    for _ in 0..max_digits {
        match chars.clone().next().and_then(|c| c.to_digit(radix)) {
            Some(digit) => {
                value = value.wrapping_mul(radix).wrapping_add(digit);
                chars.next();
            }
            None => break,
        }
    }
    Some(value)
}

/// Code units as bytes in memory, `len` units of `unit_bytes` bytes, cut or filled up with zeros.
pub fn string_bytes(units: &[u32], unit_bytes: usize, len: u64) -> Vec<u8> {
    let n_bytes = usize::try_from(len).unwrap_or(0).saturating_mul(unit_bytes);
    let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(unit_bytes)).collect();
    bytes.resize(n_bytes, 0);
    bytes
}

/// The bits of a floating constant given as `double`, which every `float` constant fits.
pub fn float_bits(value: f64, kind: FloatKind) -> u128 {
    let double = Double::from_bits(u128::from(value.to_bits()));
    let mut loses = false;
    match kind {
        FloatKind::Float => FloatConvert::<Single>::convert(double, &mut loses).value.to_bits(),
        FloatKind::Double => double.to_bits(),
        FloatKind::LongDouble => FloatConvert::<X87DoubleExtended>::convert(double, &mut loses).value.to_bits(),
    }
}

/// The bits of a `long double` literal as it is written.
pub fn long_double_bits(literal: &str) -> Option<u128> {
    let digits: String = literal.chars().filter(|&c| c != '\'').collect();
    let digits = digits.trim_end_matches(['l', 'L']);
    let parsed: X87DoubleExtended = digits.parse().ok()?;
    Some(parsed.to_bits())
}

/// The digits of a limit of `long double`, by the name that it has in `<float.h>` or in the compiler.
pub fn long_double_limit(name: &str) -> Option<&'static str> {
    match name {
        "LDBL_MAX" | "LDBL_NORM_MAX" | "__LDBL_MAX__" | "__LDBL_NORM_MAX__" => Some("0x1.fffffffffffffffep+16383"),
        "LDBL_MIN" | "__LDBL_MIN__" => Some("0x1p-16382"),
        "LDBL_TRUE_MIN" | "__LDBL_DENORM_MIN__" => Some("0x1p-16445"),
        "LDBL_EPSILON" | "__LDBL_EPSILON__" => Some("0x1p-63"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_a_chosen_width_may_be_long() {
        assert_eq!(bit_int("0xFFFFFFFFFFFFFFFFFFFFuwb"), Some((1 << 80) - 1));
        assert_eq!(bit_int("18'446'744'073'709'551'616wb"), Some(1 << 64));
        assert_eq!((bit_int("010WB"), bit_int("0wb"), bit_int("0b101wbu")), (Some(8), Some(0), Some(5)));
        assert_eq!((bit_int("12"), bit_int("12l")), (None, None));
    }

    #[test]
    fn strings_are_read_back_as_libclang_prints_them() {
        let units = |text| string_units(text).map(|units| string_bytes(&units, 1, units.len() as u64));
        assert_eq!(units(r#""ab\000c\377d\n\"\\""#).as_deref(), Some(&b"ab\0c\xFFd\n\"\\"[..]));
        assert_eq!(string_units(r#"L"a\x1234""b""#), Some(vec![0x61, 0x1234, 0x62]));
        assert_eq!(string_units("u\"\\U00010437\""), Some(vec![0xD801, 0xDC37]));
        assert_eq!(string_units("\"\\0011\""), Some(vec![1, 0x31]));
        assert_eq!(string_units("\"open"), None);
    }

    #[test]
    fn strings_are_cut_or_filled_to_their_array() {
        assert_eq!(string_bytes(&[0x61, 0x62], 1, 4), b"ab\0\0");
        assert_eq!(string_bytes(&[0x61, 0x62], 1, 1), b"a");
        assert_eq!(string_bytes(&[0x1234], 4, 2), [0x34, 0x12, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn floats_have_the_bits_of_their_type() {
        assert_eq!(float_bits(1.5, FloatKind::Float), u128::from(1.5f32.to_bits()));
        assert_eq!(float_bits(0.1, FloatKind::Double), u128::from(0.1f64.to_bits()));
        assert_eq!(float_bits(1.0, FloatKind::LongDouble), 0x3FFF_8000_0000_0000_0000);
        assert_eq!(long_double_bits("1.0L"), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(long_double_bits("0x1p0L"), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(long_double_bits("x"), None);
        for written in ["1.L", ".5l", "1e10L", "5.L", "0x.8p1L", "0X1P+3l", "1E-5L", "0x1.p0L"] {
            assert!(long_double_bits(written).is_some(), "{written}");
        }
        let limit = |name| long_double_limit(name).and_then(long_double_bits);
        assert_eq!(limit("LDBL_MAX"), Some(0x7FFE_FFFF_FFFF_FFFF_FFFF));
        assert_eq!(limit("LDBL_MIN"), Some(0x0001_8000_0000_0000_0000));
        assert_eq!(limit("LDBL_TRUE_MIN"), Some(1));
        assert_eq!(limit("LDBL_EPSILON"), Some(0x3FC0_8000_0000_0000_0000));
    }
}
