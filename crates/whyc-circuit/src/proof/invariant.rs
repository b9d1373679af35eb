//! Invariants as plain data: clauses over the latches.

/// A latch that has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit {
    /// The position among the latches. One past the last latch of the circuit stands for "this is the first cycle".
    pub latch: usize,
    /// The value.
    pub value: bool,
}

/// Something that holds in every state that can be reached: all clauses, in each of which at least one latch has its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariant {
    /// The clauses, the short ones first.
    pub clauses: Vec<Vec<Bit>>,
}

impl Invariant {
    /// The clauses in an order that depends on nothing but themselves.
    #[must_use]
    pub fn new(mut clauses: Vec<Vec<Bit>>) -> Self {
        for clause in &mut clauses {
            clause.sort_unstable();
        }
        clauses.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        clauses.dedup();
        Self { clauses }
    }
}
