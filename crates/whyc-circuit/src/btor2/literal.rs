//! Constants as BTOR2 writes them.

use super::number::{Number, truncate};

/// The number that `digits` are in `radix`, if it fits `width` bits.
pub(crate) fn unsigned(digits: &str, radix: u32, width: u32) -> Option<Number> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    // Each digit but the first stands for a bit at least: what is too long need not be converted.
    if significant.len() > width as usize + 1 {
        return None;
    }
    let value = Number::parse_bytes(digits.as_bytes(), radix)?;
    (value.bits() <= u64::from(width)).then_some(value)
}

/// A decimal number, perhaps negative, that fits `width` bits.
pub(super) fn decimal(text: &str, width: u32) -> Option<Number> {
    match text.strip_prefix('-') {
        Some(digits) => {
            let magnitude = unsigned(digits, 10, width)?;
            // The most negative number is as far from zero as half the range.
            let fits = magnitude <= Number::from(1u8) << (width - 1);
            fits.then(|| truncate((Number::from(1u8) << width) - magnitude, width))
        }
        None => unsigned(text, 10, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_must_fit() {
        let number = |value: u128| Some(Number::from(value));
        assert_eq!([unsigned("101", 2, 3), unsigned("101", 2, 2), unsigned("+1", 2, 2)], [number(5), None, None]);
        assert_eq!(
            [decimal("7", 3), decimal("8", 3), decimal("-4", 3), decimal("-5", 3), decimal("-0", 3)],
            [number(7), None, number(4), None, number(0)]
        );
        assert_eq!(decimal(&i128::MIN.to_string(), 128), number(1 << 127));
        assert_eq!([decimal("-", 3), decimal("", 3), decimal("--1", 3)], [None, None, None]);
        assert_eq!(unsigned("0000000000000000000001", 16, 1), number(1));
        assert_eq!(decimal("-1", 1000), Some(super::super::number::ones(1000)));
    }
}
