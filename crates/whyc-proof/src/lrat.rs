//! LRAT proofs as text: clauses that are added, each with the clauses it follows from, and clauses that are forgotten.
//!
//! A step is read at a time, into buffers that are used again: a proof may be larger than the memory. See Cruz-Filipe,
//! Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient certified RAT verification" (2017).

use std::io::{self, Read, Write};

use crate::error::Error;
use crate::lit::Lit;
use crate::scan::{Scanner, Word};

/// One line of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A clause that follows from others.
    Add {
        /// Its name from here on.
        id: u64,
        /// Its literals, in the order of the file: a step that is no mere consequence is about the first one.
        clause: &'a [Lit],
        /// The clauses from which it follows. A negative one begins the reasons for one clause with the opposite of the first
        /// literal.
        hints: &'a [i64],
    },
    /// Clauses that are not used any more.
    Delete {
        /// Their names.
        ids: &'a [u64],
    },
}

/// Reads steps.
pub struct Reader<R> {
    scanner: Scanner<R>,
    line: u64,
    clause: Vec<Lit>,
    hints: Vec<i64>,
    ids: Vec<u64>,
}

impl<R: Read> Reader<R> {
    /// From the beginning of a file.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), line: 1, clause: Vec::new(), hints: Vec::new(), ids: Vec::new() }
    }

    /// The line on which the last step began.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next step; none at the end of the file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn step(&mut self) -> Result<Option<Step<'_>>, Error> {
        let id = loop {
            match self.scanner.word()? {
                None => return Ok(None),
                Some(Word::Letter(b'c')) => {
                    self.scanner.rest_of_line()?;
                }
                Some(Word::Number(number)) => match u64::try_from(number) {
                    Ok(id) => break id,
                    Err(_) => return Err(self.scanner.malformed(format!("{number} cannot be the name of a clause"))),
                },
                Some(Word::Letter(letter)) => return Err(self.unexpected(letter)),
            }
        };
        self.line = self.scanner.line();
        let first = self.scanner.word()?;
        // A line that only forgets has the name of the last clause that was added, and there may be none.
        if id == 0 && first != Some(Word::Letter(b'd')) {
            return Err(self.scanner.malformed("0 cannot be the name of a clause"));
        }
        if first == Some(Word::Letter(b'd')) {
            self.ids.clear();
            while let Some(number) = self.until_zero(None)? {
                let id = u64::try_from(number);
                self.ids.push(id.map_err(|_| self.scanner.malformed(format!("{number} cannot be forgotten")))?);
            }
            return Ok(Some(Step::Delete { ids: &self.ids }));
        }
        self.clause.clear();
        let mut next = self.until_zero(Some(first))?;
        while let Some(number) = next {
            let lit = Lit::from_file(number);
            self.clause.push(lit.ok_or_else(|| self.scanner.malformed(format!("{number} is no literal")))?);
            next = self.until_zero(None)?;
        }
        self.hints.clear();
        while let Some(hint) = self.until_zero(None)? {
            self.hints.push(hint);
        }
        Ok(Some(Step::Add { id, clause: &self.clause, hints: &self.hints }))
    }

    /// The next number of a list, or nothing at its end. `read` is the word if it has been read already.
    fn until_zero(&mut self, read: Option<Option<Word>>) -> Result<Option<i64>, Error> {
        let word = match read {
            Some(word) => word,
            None => self.scanner.word()?,
        };
        match word {
            Some(Word::Number(0)) => Ok(None),
            Some(Word::Number(number)) => Ok(Some(number)),
            Some(Word::Letter(letter)) => Err(self.unexpected(letter)),
            None => Err(self.scanner.malformed("the file ends in the middle of a step")),
        }
    }

    fn unexpected(&self, letter: u8) -> Error {
        self.scanner.malformed(format!("expected a number, found `{}`", char::from(letter).escape_default()))
    }
}

/// Writes a step.
///
/// # Errors
/// If it cannot be written.
pub fn write(output: &mut impl Write, last_id: u64, step: Step<'_>) -> io::Result<()> {
    match step {
        Step::Add { id, clause, hints } => {
            write!(output, "{id}")?;
            for lit in clause {
                write!(output, " {lit}")?;
            }
            write!(output, " 0")?;
            for hint in hints {
                write!(output, " {hint}")?;
            }
        }
        Step::Delete { ids } => {
            write!(output, "{last_id} d")?;
            for id in ids {
                write!(output, " {id}")?;
            }
        }
    }
    writeln!(output, " 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let mut reader = Reader::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            match reader.step() {
                Ok(Some(step)) => write(&mut out, 9, step).expect("a vector takes everything"),
                Ok(None) => return String::from_utf8(out).expect("numbers are text"),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn steps_are_read_and_written() {
        let text = "5 2 -3 0 1 2 -4 3 0\n9 d 1 2 0\n9 d 0\n6 0 5 0\n";
        assert_eq!(said(text), text);
        assert_eq!(said("c a\n5 2 0\n1\n\n 0 c b\n6 0 5 0"), "5 2 0 1 0\n6 0 5 0\n");
        assert_eq!(said("0 d 3 0\n"), "9 d 3 0\n");
        assert_eq!(said(""), "");
    }

    #[test]
    fn what_is_no_step_is_refused_with_its_line() {
        for (text, expected) in [
            ("5 2 0 1", "line 1: the file ends in the middle of a step"),
            ("5 2 0 1 0\n6 0 5", "line 2: the file ends in the middle of a step"),
            ("5 2 0 1 0\n\n-6 0 5 0", "line 3: -6 cannot be the name of a clause"),
            ("0 0 5 0", "line 1: 0 cannot be the name of a clause"),
            ("5 2 d 0 1 0", "line 1: expected a number, found `d`"),
            ("5 d -2 0", "line 1: -2 cannot be forgotten"),
            ("5 4000000000 0 1 0", "line 1: 4000000000 is no literal"),
            ("a\x01b 0", "line 1: expected a number, found `a?b`"),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}
