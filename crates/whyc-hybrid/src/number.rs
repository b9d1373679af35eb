//! Exact numbers, in and out of text.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// A number, exactly.
pub type Number = BigRational;

/// The most characters of a number.
const LONGEST: usize = 200;

/// A whole number.
#[must_use]
pub fn whole(n: i64) -> Number {
    Number::from_integer(BigInt::from(n))
}

/// A number as people write it: `3`, `-0.25`, `1/3`. Decimals are what they say, not the nearest binary fraction.
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
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if before.len() + after.len() == 0 || !is_digits(before) || !is_digits(after) {
        return None;
    }
    let all: BigInt = format!("{before}{after}").parse().ok()?;
    let value = Number::new(all, BigInt::from(10).pow(u32::try_from(after.len()).ok()?));
    Some(if is_negative { -value } else { value })
}
