//! What is said of one property, be it of a program or of a circuit, and why no more can be said.
//!
//! These are values: whoever reports them makes the sentences.

use std::fmt;

use crate::budget::Exhausted;

/// What is said of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds in every run.
    Holds,
    /// It holds in every run within these bounds; there is at least one, and some run may go beyond.
    Bounded(Vec<Bound>),
    /// Some run violates it.
    Violated,
    /// No run gets there.
    Unreachable,
    /// Undecided.
    Unknown(Reason),
}

impl Status {
    /// The name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Status::Holds => "holds",
            Status::Bounded(_) => "bounded",
            Status::Violated => "violated",
            Status::Unreachable => "unreachable",
            Status::Unknown(_) => "unknown",
        }
    }

    /// Whether some run violates it.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        *self == Status::Violated
    }

    /// Whether no run violates it, whatever the bounds.
    #[must_use]
    pub fn is_promised(&self) -> bool {
        match self {
            Status::Holds | Status::Unreachable => true,
            Status::Bounded(_) | Status::Violated | Status::Unknown(_) => false,
        }
    }
}

/// What bounds the runs that were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A loop was followed so often.
    Loop {
        /// Its name for `--unwind-loop`.
        name: String,
        /// Backward jumps.
        rounds: u32,
    },
    /// A function was followed so often within itself.
    Recursion {
        /// The function.
        function: String,
        /// Nested calls.
        calls: u32,
    },
    /// The world around the program was limited.
    World(Limit),
    /// A circuit was followed for so many cycles.
    Cycles(u64),
}

/// What the world around a program is taken to be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The arguments of `main`.
    Arguments {
        /// How many there are at most, the program's name left out.
        most: u32,
        /// How many characters each has at most.
        longest: u32,
    },
    /// Standard input.
    Input {
        /// How many bytes it has at most.
        longest: u32,
    },
    /// The values of environment variables.
    Environment {
        /// How many characters each has at most.
        longest: u32,
    },
    /// What a volatile parameter points to changes only when the program changes it.
    VolatileParameter,
    /// No signal comes from outside, and none is ignored or blocked when the program starts.
    Signals,
    /// Atomic operations are sequentially consistent, though the program asks for less.
    MemoryOrder,
    /// Blocks of memory that somebody asked for.
    LargeBlocks {
        /// How many bytes each has at most that somebody looks into.
        largest: u64,
    },
    /// The objects that a contract calls fresh.
    Blocks {
        /// How many bytes each has at most.
        largest: u64,
    },
}

/// Why it is not known whether something holds, or not for every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit on time or memory was reached, or the user stopped.
    Exhausted(Exhausted),
    /// There are more objects than pointers can tell apart.
    TooManyObjects,
    /// A run can reach something that is not modelled.
    Unmodelled {
        /// What.
        what: String,
    },
    /// Some runs go beyond the bounds of loops or recursions, or of cycles.
    BeyondBounds,
    /// The world around the program was limited.
    Limited(Vec<Limit>),
    /// It was not asked for.
    NotAsked,
    /// A violation was found, and no more than the first one was asked for.
    FirstOnly,
    /// A violation was found, and the work that the others may cost beside it was used up.
    Effort,
    /// Every run that could come there violates one of these properties before, after which it has no meaning.
    Hidden {
        /// The names of the properties.
        behind: Vec<String>,
    },
    /// A contract says something that no run meets, so that what holds behind it says nothing.
    Vacuous {
        /// What no run meets, such as `what f requires`.
        what: String,
    },
    /// A fixed input does not fit the program.
    WrongInput(String),
    /// A defect of whyc was noticed.
    Internal(Fault),
    /// What another stage says, in a sentence without a full stop.
    Said(String),
}

impl Reason {
    /// Whether it is a defect of whyc.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        matches!(self, Reason::Internal(_))
    }
}

impl From<Exhausted> for Reason {
    fn from(reason: Exhausted) -> Self {
        Reason::Exhausted(reason)
    }
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Self {
        Reason::Internal(fault)
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Reason::Said(text)
    }
}

/// Two parts of whyc that disagree: nothing that rests on their answers may be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The solver has a model of "one of these happens", and the run that it gives ends elsewhere.
    OtherEnd {
        /// What was asked for, such as `a property fails`.
        asked: &'static str,
    },
    /// The interpreter does not do what the run says.
    Replay {
        /// What is different, in a sentence.
        difference: String,
    },
    /// The solver first has a model and then none.
    NoLonger,
    /// A question was asked before there was anything to ask about.
    NothingThere,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("internal error: ")?;
        match self {
            Fault::OtherEnd { asked } => write!(f, "a run was asked for in which {asked}, and it ends otherwise"),
            Fault::Replay { difference } => write!(f, "the failing run does not replay: {difference}"),
            Fault::NoLonger => f.write_str("the solver no longer finds the run that it has found"),
            Fault::NothingThere => f.write_str("a question was asked before the program was unrolled"),
        }
    }
}
