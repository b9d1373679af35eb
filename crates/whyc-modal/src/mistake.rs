//! What is wrong with a text, and where.

use std::fmt;
use std::ops::Range;

/// Something wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes that are wrong.
    pub place: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
}

impl Mistake {
    /// A mistake.
    #[must_use]
    pub fn new(place: Range<usize>, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}
