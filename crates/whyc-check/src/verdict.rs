//! What can be said of a program, and of one property.

pub use whyc_base::verdict::Verdict;

/// What is said of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds in every run.
    Holds,
    /// Some run violates it, and no other property before.
    Violated,
    /// No run gets there.
    Unreachable,
    /// Undecided. No run within the bounds violates it, unless a limit was reached first.
    Unknown,
}

impl Status {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Holds => "holds",
            Status::Violated => "violated",
            Status::Unreachable => "unreachable",
            Status::Unknown => "unknown",
        }
    }
}
