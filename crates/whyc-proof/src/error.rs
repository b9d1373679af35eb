//! What can be wrong with a formula or a proof, and where.

use std::io;

use whyc_base::budget::Exhausted;

/// Why a file was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file could not be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not in the format that it should be in.
    #[error("line {line}: {what}")]
    Malformed {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The file is well formed but what it says does not follow.
    #[error("line {line}, clause {id}: {what}")]
    Refused {
        /// The line on which the step begins, counted from 1.
        line: u64,
        /// The clause that the step is about.
        id: u64,
        /// What is wrong with the step.
        what: String,
    },
    /// All steps are right, but they do not end in the empty clause.
    #[error("the proof ends after {steps} steps without having derived the empty clause")]
    Unfinished {
        /// How many steps there are.
        steps: u64,
    },
    /// A step of a resolution proof is none.
    #[error("node {node}: {what}")]
    Step {
        /// The node.
        node: u32,
        /// What is wrong with it.
        what: String,
    },
    /// More than ids of 32 bits can tell apart.
    #[error("the proof has more than four thousand million resolutions")]
    TooLarge,
    /// A limit came first.
    #[error("{0}")]
    Limit(#[from] Exhausted),
}

impl Error {
    /// Whether the file was understood and found wrong, rather than not understood.
    #[must_use]
    pub fn is_refutation(&self) -> bool {
        matches!(self, Error::Refused { .. } | Error::Unfinished { .. } | Error::Step { .. })
    }
}
