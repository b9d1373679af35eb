//! What is said of a program or circuit as a whole.

/// The answer.
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
