//! What every finding begins with, of a program as of a circuit.

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
