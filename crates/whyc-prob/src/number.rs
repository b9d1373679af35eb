//! Exact numbers: in from decimals and fractions, out as fractions, beside a decimal for people.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// A probability, exactly.
pub type Number = BigRational;

/// The largest exponent that is read: beyond it a number would have more digits than anybody wrote.
const LARGEST_EXPONENT: i32 = 4_000;
/// The most characters of a number.
const LONGEST: usize = 10_000;

/// The number `n`/`d`; `d` is not zero.
#[must_use]
pub fn ratio(n: u64, d: u64) -> Number {
    Number::new(BigInt::from(n), BigInt::from(d))
}

/// A number as people write it: `1/3`, `0.25`, `1e-3`. Decimals are what they say, not the nearest binary fraction.
#[must_use]
pub fn read(text: &str) -> Option<Number> {
    if text.len() > LONGEST {
        return None;
    }
    match text.split_once('/') {
        Some((above, below)) => {
            let below = decimal(below.trim())?;
            if below.is_zero() { None } else { Some(decimal(above.trim())? / below) }
        }
        None => decimal(text),
    }
}

fn decimal(text: &str) -> Option<Number> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    if exponent.abs() > LARGEST_EXPONENT {
        return None;
    }
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, digits.strip_prefix('+').unwrap_or(digits)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if whole.len() + part.len() == 0 || !is_digits(whole) || !is_digits(part) {
        return None;
    }
    let all: BigInt = format!("{whole}{part}").parse().ok()?;
    let shift = exponent - i32::try_from(part.len()).ok()?;
    let power = BigInt::from(10).pow(shift.unsigned_abs());
    let value = if shift < 0 { Number::new(all, power) } else { Number::from_integer(all * power) };
    Some(if sign < 0 { -value } else { value })
}

/// As an exact fraction: `3/5`, `1`.
#[must_use]
pub fn exact(number: &Number) -> String {
    number.to_string()
}

/// For people: the fraction while it is short, beside it a decimal with four digits that count. An `≈` says that it was rounded.
#[must_use]
pub fn shown(number: &Number) -> String {
    let fraction = exact(number);
    if number.is_integer() {
        return fraction;
    }
    let decimal = rounded(number);
    if fraction.len() <= 24 { format!("{fraction} ({decimal})") } else { decimal }
}

/// A decimal with four digits that count, `≈` before it if it is not exact.
#[must_use]
pub fn rounded(number: &Number) -> String {
    if number.is_zero() {
        return "0".to_owned();
    }
    // How often to multiply by ten until there is a digit before the point.
    let ten = Number::from_integer(BigInt::from(10));
    let (mut scaled, mut zeros) = (number.abs(), 0usize);
    while scaled < Number::one() {
        scaled *= &ten;
        zeros += 1;
    }
    let places = if zeros == 0 { 4 } else { zeros + 3 };
    let power = Number::from_integer(BigInt::from(10).pow(u32::try_from(places).unwrap_or(u32::MAX)));
    let exactly = number.abs() * power;
    let whole = exactly.round().to_integer();
    let mark = if exactly.is_integer() { "" } else { "≈" };
    let sign = if number.is_negative() { "-" } else { "" };
    let digits = format!("{whole:0>width$}", width = places + 1);
    let (before, after) = digits.split_at(digits.len() - places);
    if zeros > 6 {
        let kept = after.trim_start_matches('0').trim_end_matches('0');
        let (first, rest) = kept.split_at(1.min(kept.len()));
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{mark}{sign}{first}{point}{rest}e-{zeros}");
    }
    let after = after.trim_end_matches('0');
    let point = if after.is_empty() { "" } else { "." };
    format!("{mark}{sign}{before}{point}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, n, d) in [
            ("0.5", 1, 2),
            ("1/3", 1, 3),
            ("1e-3", 1, 1000),
            ("3", 3, 1),
            (".25", 1, 4),
            ("2.5e1", 25, 1),
            ("0.2/0.6", 1, 3),
        ] {
            assert_eq!(read(text), Some(ratio(n, d)), "{text}");
        }
        assert_eq!(read("-0.1"), Some(-ratio(1, 10)));
        for wrong in ["", "x", "1/0", "1//2", "0.1.2", "1e99999", "e5", "--1", "½"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_shown_for_people() {
        assert_eq!(shown(&ratio(3, 5)), "3/5 (0.6)");
        assert_eq!(shown(&ratio(1, 3)), "1/3 (≈0.3333)");
        assert_eq!(shown(&ratio(1, 1)), "1");
        assert_eq!(rounded(&ratio(3, 500)), "0.006");
        assert_eq!(rounded(&ratio(1, 1_000_000_000)), "1e-9");
        assert_eq!(rounded(&ratio(2, 3_000_000_000)), "≈6.667e-10");
        assert_eq!(rounded(&Number::zero()), "0");
        assert_eq!(rounded(&ratio(99_999_999, 100_000_000)), "≈1");
    }
}
