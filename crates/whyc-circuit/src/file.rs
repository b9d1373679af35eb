//! Circuit files, told apart by their names.

use std::fmt;
use std::path::Path;

use whyc_aig::circuit::{Circuit, FileError};
use whyc_aig::{aiger, bench};

/// A circuit file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// AIGER, ASCII or binary: `.aag`, `.aig`.
    Aiger,
    /// ISCAS: `.bench`.
    Bench,
    /// Word level, `.btor2` and `.btor`: recognised, so that it can be refused by name.
    Btor2,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It breaks its format.
    Invalid(FileError),
    /// Its format is not read yet.
    Unsupported(Format),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Invalid(error) => error.fmt(f),
            ReadError::Unsupported(format) => write!(f, "{format:?} files are not supported yet"),
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

    /// Reads a file of this format.
    ///
    /// # Errors
    /// The first place that breaks the format, or that it is not supported.
    pub fn read(self, bytes: &[u8]) -> Result<Circuit, ReadError> {
        match self {
            Format::Aiger => aiger::read(bytes).map_err(ReadError::Invalid),
            Format::Bench => bench::read(bytes).map_err(ReadError::Invalid),
            Format::Btor2 => Err(ReadError::Unsupported(self)),
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
        assert_eq!(
            Format::Btor2.read(b"").err().map(|it| it.to_string()).as_deref(),
            Some("Btor2 files are not supported yet")
        );
        let error = Format::Bench.read(b"x\n").err().map(|it| it.to_string());
        assert_eq!(error.as_deref(), Some("line 1: expected `NAME(...)`, found `x`"));
    }
}
