//! Constants as BTOR2 writes them.

use whyc_term::word::{from_signed, ones};

/// The number that `digits` are in `radix`, if it fits `width` bits.
pub(super) fn unsigned(digits: &str, radix: u32, width: u32) -> Option<u128> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let value = u128::from_str_radix(digits, radix).ok()?;
    (value <= ones(width)).then_some(value)
}

/// A decimal number, perhaps negative, that fits `width` bits.
pub(super) fn decimal(text: &str, width: u32) -> Option<u128> {
    match text.strip_prefix('-') {
        Some(digits) => {
            let magnitude = unsigned(digits, 10, 128)?;
            // The most negative number is as far from zero as half the range.
            (magnitude <= 1 << (width - 1)).then(|| from_signed((magnitude as i128).wrapping_neg(), width))
        }
        None => unsigned(text, 10, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_must_fit() {
        assert_eq!([unsigned("101", 2, 3), unsigned("101", 2, 2), unsigned("+1", 2, 2)], [Some(5), None, None]);
        assert_eq!(
            [decimal("7", 3), decimal("8", 3), decimal("-4", 3), decimal("-5", 3)],
            [Some(7), None, Some(4), None]
        );
        assert_eq!(decimal(&i128::MIN.to_string(), 128), Some(1 << 127));
        assert_eq!([decimal("-", 3), decimal("", 3), decimal("--1", 3)], [None; 3]);
    }
}
