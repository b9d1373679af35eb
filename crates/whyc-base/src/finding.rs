//! What every finding begins with, of a program as of a circuit.

use std::time::Duration;

use crate::status::Reason;
use crate::verdict::Verdict;

/// What was asked, and the answer as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The verb of the command line: `check`, `explain`, ….
    pub command: String,
    /// The files as the user named them.
    pub files: Vec<String>,
    /// The verdict over all properties.
    pub verdict: Verdict,
    /// Why it is not `safe` or `violated`, or why what was asked for beyond that is not known.
    pub reason: Option<Reason>,
}

impl Head {
    /// Nothing is known, for this reason.
    #[must_use]
    pub fn unknown(command: &str, files: &[String], reason: Reason) -> Self {
        Self { command: command.to_owned(), files: files.to_vec(), verdict: Verdict::Unknown, reason: Some(reason) }
    }
}

/// Which engines looked for the answer, and what came of it. Nothing else in a finding depends on times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineReport {
    /// The one that gave the answer, if there is one.
    pub won: Option<String>,
    /// What happened, in a sentence without a full stop, if it is worth one.
    pub line: Option<String>,
    /// All that were tried, in order.
    pub tried: Vec<Tried>,
    /// The families of paths that the question was split into, if it was.
    pub families: Vec<FamilyReport>,
    /// What became of them, in a sentence without a full stop.
    pub families_line: Option<String>,
}

/// An engine that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its name.
    pub engine: String,
    /// Why it was tried.
    pub why: String,
    /// What came of it.
    pub outcome: String,
    /// How long it took.
    pub time: Duration,
}

/// A family of paths.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyReport {
    /// What its runs have in common.
    pub paths: String,
    /// `proved`, `fails` or `open`.
    pub state: &'static str,
    /// How many conflicts of the solver it took.
    pub conflicts: u64,
    /// How long it took.
    pub time: Duration,
}
