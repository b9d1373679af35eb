//! A place in the bytes of a file, moved forward by reading.

use crate::circuit::{FileError, Place};

/// Reads lines and binary deltas.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
    /// The number of the line read last.
    line: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0, line: 0 }
    }

    /// An error in the line read last.
    pub(super) fn error(&self, reason: impl Into<String>) -> FileError {
        FileError::at_line(self.line.max(1), reason)
    }

    /// The next line without its end, if there is one.
    pub(super) fn line(&mut self) -> Result<Option<&'a str>, FileError> {
        let rest = &self.bytes[self.pos..];
        if rest.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.pos = (self.pos + length + 1).min(self.bytes.len());
        let text = std::str::from_utf8(&rest[..length]).map_err(|_| self.error("the line is not text (UTF-8)"))?;
        Ok(Some(text.strip_suffix('\r').unwrap_or(text)))
    }

    /// The numbers of the next line, between `least` and `most` of them.
    pub(super) fn numbers(&mut self, what: &str, least: usize, most: usize) -> Result<Vec<u32>, FileError> {
        let Some(line) = self.line()? else {
            self.line += 1;
            return Err(self.error(format!("the file ends where {what} should stand")));
        };
        let mut numbers = Vec::new();
        for word in line.split(' ') {
            if numbers.len() == most {
                return Err(self.error(format!("too many numbers for {what}")));
            }
            numbers.push(self.number(word)?);
        }
        if numbers.len() < least {
            return Err(self.error(format!("{what} takes {least} numbers, found {}", numbers.len())));
        }
        Ok(numbers)
    }

    /// A decimal number without sign.
    pub(super) fn number(&self, word: &str) -> Result<u32, FileError> {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.parse().ok() } else { None };
        number.ok_or_else(|| {
            let shown: String = word.chars().take(20).collect();
            self.error(format!("`{shown}` is not a number below 2^32"))
        })
    }

    /// The next delta of the binary part: seven bits a byte, least significant first, the top bit
    /// set on all but the last.
    pub(super) fn delta(&mut self) -> Result<u32, FileError> {
        let start = self.pos;
        let error = |reason: &str| FileError::at(Place::Byte(start), reason);
        let mut value = 0u32;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.pos).ok_or_else(|| error("the file ends within the gates"))?;
            self.pos += 1;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 0xf {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(error("a number in the gates does not fit 32 bits"))
    }

    /// Where the next byte stands.
    pub(super) fn offset(&self) -> usize {
        self.pos
    }
}
