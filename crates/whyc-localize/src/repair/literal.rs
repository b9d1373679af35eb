//! Numbers as C writes them: `10`, `0x1Fu`, `0b101`, `1UL`. What is written instead keeps the base and the ending.

/// An integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal<'a> {
    /// What it is.
    pub value: i64,
    /// What stands before the digits: `0x`, `0b`, `0`, or nothing.
    prefix: &'a str,
    digits: &'a str,
    ending: &'a str,
}

impl<'a> Literal<'a> {
    /// The literal that a word is; none if it is something else, or too large.
    pub fn of(word: &'a str) -> Option<Self> {
        let (prefix, rest) = match word.as_bytes() {
            [b'0', b'x' | b'X' | b'b' | b'B', ..] => word.split_at(2),
            [b'0', b'0'..=b'7', ..] => word.split_at(1),
            _ => ("", word),
        };
        let radix = radix(prefix);
        let n_digits = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
        let (digits, ending) = rest.split_at(n_digits);
        let value = i64::from_str_radix(digits, radix).ok()?;
        let is_ending = ending.len() <= 3 && ending.bytes().all(|byte| b"uUlL".contains(&byte));
        is_ending.then_some(Self { value, prefix, digits, ending })
    }

    /// Whether it is written by its bits.
    pub fn is_bits(&self) -> bool {
        !self.prefix.is_empty()
    }

    /// Another number, written as this one is.
    pub fn write(&self, value: i64) -> String {
        let magnitude = value.unsigned_abs();
        let width = if self.is_bits() { self.digits.len() } else { 0 };
        let is_upper = self.digits.bytes().any(|byte| byte.is_ascii_uppercase());
        let digits = match radix(self.prefix) {
            16 if is_upper => format!("{magnitude:0width$X}"),
            16 => format!("{magnitude:0width$x}"),
            8 => format!("{magnitude:0width$o}"),
            2 => format!("{magnitude:0width$b}"),
            _ => magnitude.to_string(),
        };
        match value {
            0.. => format!("{}{digits}{}", self.prefix, self.ending),
            // A sign is none of the number's.
            _ => format!("(-{}{digits}{})", self.prefix, self.ending),
        }
    }

    /// What is near by its bits: one place to the left or the right, a mask of one bit more or less.
    pub fn neighbours_by_bits(&self) -> Vec<i64> {
        if !self.is_bits() || self.value <= 0 {
            return Vec::new();
        }
        let left = self.value.checked_mul(2);
        let mut found: Vec<i64> = left.into_iter().chain([self.value / 2]).collect();
        found.extend(left.map(|left| left | 1));
        found.retain(|&it| it != 0);
        found
    }
}

fn radix(prefix: &str) -> u32 {
    match prefix {
        "0x" | "0X" => 16,
        "0b" | "0B" => 2,
        "0" => 8,
        _ => 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_number_is_written_alike() {
        let written = |word: &str, value: i64| Literal::of(word).map(|literal| literal.write(value));
        assert_eq!(written("10u", 11).as_deref(), Some("11u"));
        assert_eq!(written("0x0F", 16).as_deref(), Some("0x10"));
        assert_eq!(written("0x0fUL", 14).as_deref(), Some("0x0eUL"));
        assert_eq!(written("0", -1).as_deref(), Some("(-1)"));
        assert_eq!(written("017", 8).as_deref(), Some("010"));
        assert_eq!(
            (written("1.5", 1), written("x", 1), written("0x", 1), written("1uuuu", 1)),
            (None, None, None, None)
        );
    }

    #[test]
    fn masks_have_neighbours() {
        let near = |word: &str| Literal::of(word).map(|literal| literal.neighbours_by_bits());
        assert_eq!(near("0x7").as_deref(), Some(&[14, 3, 15][..]));
        assert_eq!(near("7").as_deref(), Some(&[][..]));
    }
}
