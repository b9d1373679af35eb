//! Words of a text file, one after the other, with the line they stand on.
//!
//! The file is never held as a whole, and no word is longer than a number can be.

use std::io::Read;

use crate::error::Error;

/// Longer words are refused: neither numbers nor keywords are that long.
const LONGEST: usize = 24;
const BLOCK: usize = 1 << 16;

/// A word of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number in decimal.
    Number(i64),
    /// Anything else, by its first letter if it has only one.
    Letter(u8),
}

/// Reads words.
pub struct Scanner<R> {
    input: R,
    block: Box<[u8]>,
    at: usize,
    end: usize,
    line: u64,
}

impl<R: Read> Scanner<R> {
    /// From the beginning of `input`.
    pub fn new(input: R) -> Self {
        Self { input, block: vec![0; BLOCK].into_boxed_slice(), at: 0, end: 0, line: 1 }
    }

    /// The line that is being read, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// An error at this line.
    pub fn malformed(&self, what: impl Into<String>) -> Error {
        Error::Malformed { line: self.line, what: what.into() }
    }

    /// The next word; none at the end of the file.
    pub fn word(&mut self) -> Result<Option<Word>, Error> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                break;
            }
            self.line += u64::from(byte == b'\n');
            self.at += 1;
        }
        let mut letters = [0; LONGEST];
        let mut n = 0;
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                break;
            }
            if n == LONGEST {
                return Err(self.malformed("this is no text of numbers: a word is too long"));
            }
            letters[n] = byte;
            n += 1;
            self.at += 1;
        }
        match &letters[..n] {
            [] => Ok(None),
            [letter] if !letter.is_ascii_digit() => Ok(Some(Word::Letter(*letter))),
            word => self.number(word).map(|number| Some(Word::Number(number))),
        }
    }

    fn number(&self, word: &[u8]) -> Result<i64, Error> {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let value = digits.iter().try_fold(0_i64, |value, digit| {
            let digit = digit.is_ascii_digit().then(|| i64::from(digit - b'0'))?;
            value.checked_mul(10)?.checked_add(digit)
        });
        match value {
            Some(value) => Ok(if digits.len() < word.len() { -value } else { value }),
            None => {
                let shown: String = word.iter().map(|&byte| printable(byte)).collect();
                Err(self.malformed(format!("expected a number, found `{shown}`")))
            }
        }
    }

    /// The words that are left on this line, as text.
    pub fn rest_of_line(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                break;
            }
            if text.len() < 200 {
                text.push(printable(byte));
            }
            self.at += 1;
        }
        Ok(text)
    }

    fn peek(&mut self) -> Result<Option<u8>, Error> {
        while self.at == self.end {
            match self.input.read(&mut self.block) {
                Ok(0) => return Ok(None),
                Ok(n) => (self.at, self.end) = (0, n),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Some(self.block[self.at]))
    }
}

/// What may be shown of a byte that somebody else wrote.
fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '?' }
}
