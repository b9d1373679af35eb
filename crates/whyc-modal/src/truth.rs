//! True, false, unknown.

use std::fmt;

/// What is known of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// It is false.
    False,
    /// It is not known.
    Unknown,
    /// It is true.
    True,
}

impl Truth {
    /// Whether it is true or false.
    #[must_use]
    pub fn is_definite(self) -> bool {
        self != Truth::Unknown
    }

    /// Whether `other` says the same or more: what is definite stays.
    #[must_use]
    pub fn is_kept_by(self, other: Truth) -> bool {
        self == Truth::Unknown || self == other
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Truth::False => "false",
            Truth::Unknown => "unknown",
            Truth::True => "true",
        })
    }
}
