//! Why a run of several threads fails: what they do to each other, and which order would do.

use whyc_base::source::Span;

use super::{InputReport, SharedStep, TraceStep};

/// Why a run of several threads fails.
#[derive(Clone, Debug, Default)]
pub struct ScheduleReport {
    /// The two accesses of a race, in the order of the run; none otherwise.
    pub accesses: Vec<AccessReport>,
    /// The threads that wait for ever where nobody can go on; those of a cycle first, each followed by the one that it waits for.
    pub waiting: Vec<WaitReport>,
    /// How many of them are in the cycle.
    pub n_in_cycle: usize,
    /// A schedule that passes with the same inputs, as close as possible.
    pub passing: Option<PassingSchedule>,
    /// The orders that make the difference.
    pub reorderings: Vec<Reordering>,
    /// Why there is no schedule that passes, in a sentence without a full stop.
    pub without_passing: Option<String>,
    /// Whether some runs are cut off: what is said of all runs is said of those within the bounds.
    pub bounded: bool,
}

/// Where a thread is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadPlace {
    /// Which thread: 0 is the main one.
    pub thread: u32,
    /// In which function.
    pub function: String,
    /// Where.
    pub span: Span,
}

/// An access of a race.
#[derive(Clone, Debug)]
pub struct AccessReport {
    /// Who, and where.
    pub place: ThreadPlace,
    /// Whether it writes.
    pub writes: bool,
    /// What, as a person writes it; empty if that has no name.
    pub name: String,
    /// The calls that led there, innermost first: the calling function, and where.
    pub callers: Vec<(String, Span)>,
    /// What the thread holds there.
    pub holds: Vec<Held>,
}

/// Something that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// As a person writes it.
    pub name: String,
    /// Where it was taken.
    pub span: Span,
    /// Whether others may hold it, too: for reading.
    pub is_shared: bool,
}

/// A thread that waits for ever.
#[derive(Clone, Debug)]
pub struct WaitReport {
    /// Who, and where.
    pub place: ThreadPlace,
    /// What it holds meanwhile.
    pub holds: Vec<Held>,
    /// What for.
    pub reason: WaitReason,
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// The end of a thread.
    End(u32),
    /// What a thread holds.
    Held {
        /// Who.
        by: u32,
        /// What.
        name: String,
    },
    /// To be woken.
    Signal,
    /// Something else.
    Other,
}

/// A schedule that passes.
#[derive(Clone, Debug)]
pub struct PassingSchedule {
    /// In how many places one of the two runs stops for another thread and the other one does not.
    pub n_changed: usize,
    /// Whether it is proved that no passing schedule is closer.
    pub closest: bool,
    /// The inputs.
    pub inputs: Vec<InputReport>,
    /// The executed steps, in order.
    pub steps: Vec<TraceStep>,
    /// Those by which threads have to do with each other.
    pub shared: Vec<SharedStep>,
}

/// Two places that come in one order in the failing run. In the other order it passes: there is a passing run like that, and no
/// failing one, all with the same inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reordering {
    /// What would come first.
    pub first: ThreadPlace,
    /// What would come after it.
    pub second: ThreadPlace,
    /// What both have to do with, as a person writes it; empty if that has no name.
    pub about: String,
    /// Whether it is known that every run in this order passes, and not only one.
    pub always: bool,
}
