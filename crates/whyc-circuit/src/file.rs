//! Circuit files, told apart by their names.

use std::fmt;
use std::path::Path;

use whyc_aig::circuit::FileError;
use whyc_aig::{aiger, bench};
use whyc_base::budget::{Budget, Exhausted};

use crate::btor2;
use crate::design::Design;

/// A circuit file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// AIGER, ASCII or binary: `.aag`, `.aig`.
    Aiger,
    /// ISCAS: `.bench`.
    Bench,
    /// Words and arrays: `.btor2`, `.btor`.
    Btor2,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It breaks its format, or something in it is not supported.
    Refused(FileError),
    /// It is too much to be read within the limits.
    Exhausted(Exhausted),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Refused(error) => error.fmt(f),
            ReadError::Exhausted(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl Format {
    /// The format that a file name stands for, if it is that of a circuit.
    #[must_use]
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
            "aag" | "aig" => Some(Format::Aiger),
            "bench" => Some(Format::Bench),
            "btor2" | "btor" => Some(Format::Btor2),
            _ => None,
        }
    }

    /// Reads a file of this format, however long it takes.
    ///
    /// # Errors
    /// The first place that breaks the format, or is not supported.
    pub fn read(self, bytes: &[u8]) -> Result<Design, ReadError> {
        self.read_within(bytes, &Budget::unlimited())
    }

    /// Reads a file of this format.
    ///
    /// # Errors
    /// The first place that breaks the format, or is not supported, or the limit that was reached.
    pub fn read_within(self, bytes: &[u8], budget: &Budget) -> Result<Design, ReadError> {
        match self {
            Format::Aiger => aiger::read(bytes).map(Design::of_bits).map_err(ReadError::Refused),
            Format::Bench => bench::read(bytes).map(Design::of_bits).map_err(ReadError::Refused),
            Format::Btor2 => btor2::parse::parse(bytes, budget).and_then(|model| btor2::build::build(model, budget)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_format() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!([of("a.aag"), of("dir/b.AIG"), of("c.bench")].map(|it| it.is_some()), [true; 3]);
        assert_eq!(of("d.btor2"), Some(Format::Btor2));
        assert_eq!((of("a.c"), of("aig"), of("a.aig.c")), (None, None, None));
        let error = Format::Btor2.read(b"1 sort bitvec 1048577\n").err().map(|it| it.to_string());
        assert_eq!(error.as_deref(), Some("line 1: words of 1048577 bits are not supported, 1048576 is the most"));
        let error = Format::Bench.read(b"x\n").err().map(|it| it.to_string());
        assert_eq!(error.as_deref(), Some("line 1: expected `NAME(...)`, found `x`"));
    }
}
