//! What is asked: which properties, within which bounds, and how much the others may cost once one has failed.

use whyc_base::budget::Budget;
use whyc_base::status::Limit;
use whyc_ir::property::ClassSet;

use crate::given::Given;

/// What to decide, and within which limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The classes of properties.
    pub classes: ClassSet,
    /// Only the property with this name, if one is given. The others still end a run that violates them.
    pub only: Option<String>,
    /// How far loops are followed.
    pub unwind: Unwind,
    /// Bounds for single loops, by name.
    pub unwind_loops: Vec<(String, u32)>,
    /// What the outside world was limited to when the program was read: `safe` is then too much to say.
    pub limits: Vec<Limit>,
    /// Inputs with a fixed value: only runs that have it are looked at.
    pub given: Vec<Given>,
    /// How far to go on after the first violation.
    pub effort: Effort,
    /// How products and quotients are reasoned about.
    pub arith: Arithmetic,
    /// Time and memory.
    pub budget: Budget,
}

/// How products and quotients are reasoned about. The answers are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Lazily for a while, then by their bits.
    #[default]
    Auto,
    /// By their bits, as circuits.
    Bits,
    /// They are anything at first; what is needed of them is learnt from wrong answers.
    Lazy,
}

/// How far loops are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// As far as needed.
    Automatic,
    /// Every loop so often.
    Fixed(u32),
    /// As far as needed, but no further than this: for whoever asks about many variants, and knows how far the answer is.
    UpTo {
        /// No loop more often than this.
        bound: u32,
        /// Not even one whose rounds nothing unknown decides more often than this.
        certain: u32,
    },
}

/// How far to go on after the first violation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Not at all.
    First,
    /// As far as it costs about as much again as the first violation.
    #[default]
    Modest,
    /// Until every property is decided.
    All,
}
