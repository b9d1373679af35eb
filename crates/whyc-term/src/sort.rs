//! What kind of value a term stands for.

use std::fmt;

/// The widest bit-vector: values are `u128`.
pub const MAX_WIDTH: u32 = 128;

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A bit-vector of 1 to [`MAX_WIDTH`] bits, without a sign of its own.
    Bits(u32),
    /// A total map from bit-vectors to bit-vectors.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width of a bit-vector; 1 for a Boolean, which is one bit wherever bits are counted.
    #[must_use]
    pub fn bit_width(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bits(width) => Some(width),
            Sort::Array { .. } => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Bits(width) => write!(f, "bits{width}"),
            Sort::Array { index, element } => write!(f, "array({index}, {element})"),
        }
    }
}
