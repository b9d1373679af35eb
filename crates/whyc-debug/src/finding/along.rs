//! Whether a run comes along some places in their order.

use whyc_base::source::Span;
use whyc_base::status::Reason;

use super::{Because, Finding, Ground};

/// What was found out about runs that come along places.
#[derive(Clone, Debug)]
pub struct AlongReport {
    /// The places, in their order.
    pub places: Vec<AlongPlace>,
    /// Those without code, which were passed over, as they were written.
    pub passed_over: Vec<String>,
    /// Whether the run has to break a rule behind them.
    pub failing: bool,
    /// How many of the places some run is known to come through, from the first on.
    pub reached: usize,
    /// The run that comes so far, if it is not the one of the finding that this is a part of: a finding about the first places alone.
    pub prefix: Option<Box<Finding>>,
    /// What is known of what comes next; nothing if a run does all that was asked for.
    pub further: Option<Further>,
    /// Why no run comes further, as far as it is known.
    pub barriers: Vec<Barrier>,
}

/// A place that a run should come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlongPlace {
    /// What stands there.
    pub span: Span,
}

/// What is known of runs that come further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Further {
    /// There is none.
    None,
    /// There is none within the bounds.
    NoneWithinBounds,
    /// Nothing, and why.
    Unknown(Reason),
}

/// What keeps runs from coming further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// No run comes to the next place at all, because of this, what is nearest first.
    Never(Vec<Because>),
    /// Runs come through the last place and the next one in the other order.
    OtherOrder,
    /// Together these decide it.
    RestsOn(Vec<Ground>),
}
