//! Formulas in the DIMACS format: in and out.
//!
//! The header must tell the truth. Whoever leaves out a clause of a certificate should be found out here, not later.

use std::io::{self, Read, Write};

use crate::error::Error;
use crate::lit::Lit;
use crate::scan::{Scanner, Word};

/// Clauses over variables `1..=n_vars`; clause `k`, counted from 1, is the one with LRAT id `k`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    n_vars: u32,
    lits: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Formula {
    /// No clauses over so many variables.
    #[must_use]
    pub fn new(n_vars: u32) -> Self {
        Self { n_vars, lits: Vec::new(), ends: Vec::new() }
    }

    /// How many variables there are.
    #[must_use]
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// How many clauses there are.
    #[must_use]
    pub fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    /// How many literals the clauses have together.
    #[must_use]
    pub fn n_lits(&self) -> usize {
        self.lits.len()
    }

    /// Adds a clause, and its variables if they are new.
    pub fn push(&mut self, clause: &[Lit]) {
        let most = clause.iter().map(|lit| lit.var().number()).max();
        self.n_vars = self.n_vars.max(most.unwrap_or(0));
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// The clause at this place, counted from 0.
    #[must_use]
    pub fn clause(&self, idx: usize) -> &[Lit] {
        let start = if idx == 0 { 0 } else { self.ends[idx - 1] };
        &self.lits[start..self.ends[idx]]
    }

    /// All clauses, in order.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        (0..self.n_clauses()).map(|idx| self.clause(idx))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(input: impl Read) -> Result<Self, Error> {
        let mut scanner = Scanner::new(input);
        let (n_vars, n_clauses) = header(&mut scanner)?;
        let mut formula = Self::new(n_vars);
        let mut is_open = false;
        while let Some(word) = scanner.word()? {
            match word {
                Word::Letter(b'c') if !is_open => {
                    scanner.rest_of_line()?;
                }
                Word::Letter(letter) => {
                    let letter = char::from(letter).escape_default();
                    return Err(scanner.malformed(format!("expected a literal, found `{letter}`")));
                }
                Word::Number(0) => {
                    formula.ends.push(formula.lits.len());
                    is_open = false;
                }
                Word::Number(number) => {
                    let lit = Lit::from_file(number).filter(|lit| lit.var().number() <= n_vars);
                    let Some(lit) = lit else {
                        return Err(scanner.malformed(format!("{number} is no literal of {n_vars} variables")));
                    };
                    formula.lits.push(lit);
                    is_open = true;
                }
            }
        }
        if is_open {
            return Err(scanner.malformed("the last clause does not end with 0"));
        }
        let found = formula.n_clauses() as u64;
        if found != n_clauses {
            return Err(scanner.malformed(format!("the header says {n_clauses} clauses, but there are {found}")));
        }
        Ok(formula)
    }

    /// Writes the file that [`read`](Self::read) reads.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "p cnf {} {}", self.n_vars, self.n_clauses())?;
        for clause in self.clauses() {
            for lit in clause {
                write!(output, "{lit} ")?;
            }
            writeln!(output, "0")?;
        }
        Ok(())
    }
}

/// The numbers of variables and of clauses.
fn header(scanner: &mut Scanner<impl Read>) -> Result<(u32, u64), Error> {
    loop {
        match scanner.word()? {
            Some(Word::Letter(b'c')) => {
                scanner.rest_of_line()?;
            }
            Some(Word::Letter(b'p')) => break,
            _ => return Err(scanner.malformed("expected `p cnf VARIABLES CLAUSES`")),
        }
    }
    let text = scanner.rest_of_line()?;
    let mut words = text.split_ascii_whitespace();
    let is_cnf = words.next() == Some("cnf");
    let n_vars = words.next().and_then(|word| word.parse().ok()).filter(|&n| n <= crate::lit::MAX_VAR);
    let n_clauses = words.next().and_then(|word| word.parse().ok());
    match (is_cnf, n_vars, n_clauses, words.next()) {
        (true, Some(n_vars), Some(n_clauses), None) => Ok((n_vars, n_clauses)),
        _ => Err(scanner.malformed("expected `p cnf VARIABLES CLAUSES`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        match Formula::read(text.as_bytes()) {
            Ok(formula) => {
                let mut out = Vec::new();
                formula.write(&mut out).expect("a vector takes everything");
                String::from_utf8(out).expect("numbers are text")
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn formulas_are_read_and_written() {
        assert_eq!(said("c hello\np cnf 3 2\n1 -3\n 0\nc in between\n2 0\n"), "p cnf 3 2\n1 -3 0\n2 0\n");
        assert_eq!(said("p cnf 0 1\n0\n"), "p cnf 0 1\n0\n");
        assert_eq!(said("p  cnf  0  0"), "p cnf 0 0\n");
    }

    #[test]
    fn what_is_no_formula_is_refused_with_its_line() {
        let header = "expected `p cnf VARIABLES CLAUSES`";
        for (text, expected) in [
            ("", format!("line 1: {header}")),
            ("1 2 0\n", format!("line 1: {header}")),
            ("c\np dnf 1 1\n1 0\n", format!("line 2: {header}")),
            ("p cnf 4294967296 1\n1 0\n", format!("line 1: {header}")),
            ("p cnf 1 1 1\n1 0\n", format!("line 1: {header}")),
            ("p cnf 2 1\n1 2\n", "line 3: the last clause does not end with 0".into()),
            ("p cnf 2 2\n1 2 0\n", "line 3: the header says 2 clauses, but there are 1".into()),
            ("p cnf 2 1\n1 0\n2 0\n", "line 4: the header says 1 clauses, but there are 2".into()),
            ("p cnf 2 1\n3 0\n", "line 2: 3 is no literal of 2 variables".into()),
            ("p cnf 2 1\n1 x 0\n", "line 2: expected a literal, found `x`".into()),
            ("p cnf 2 1\n1x 0\n", "line 2: expected a number, found `1x`".into()),
            ("p cnf 2 1\n99999999999999999999 0\n", "line 2: expected a number, found `99999999999999999999`".into()),
            (
                "p cnf 2 1\n1111111111111111111111111 0\n",
                "line 2: this is no text of numbers: a word is too long".into(),
            ),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}
