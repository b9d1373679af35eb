//! What can be said of a program, and of one property.

/// What is said of a whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every property holds in every run: a promise.
    Safe,
    /// No run within the bounds violates a property, but some run goes beyond them.
    BoundedSafe,
    /// Some run violates a property.
    Violated,
    /// Undecided: a limit was reached, or something is not modelled.
    Unknown,
}

impl Verdict {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::BoundedSafe => "bounded-safe",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }
}

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
