//! What can be asked about a project, and about what was known before.

use std::path::PathBuf;

use clap::Args;

use super::Check;
use super::examples::{INIT_EXAMPLES, WATCH_EXAMPLES};

/// What was known before.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What was known before")]
pub struct Known {
    /// Fail only on findings that this ledger does not have (see `whyc review`)
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is new, what is fixed and what fails again into the ledger (without --baseline: .whyc/review.jsonl)
    #[arg(long)]
    pub record: bool,
}

/// What is done with a project.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Projects (whyc.toml), without a file")]
pub struct Project {
    /// Only targets that read something which has changed since this revision
    #[arg(long, value_name = "REV")]
    pub changed: Option<String>,
}

/// The arguments of `watch`.
#[derive(Clone, Debug, Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub struct Watch {
    #[command(flatten)]
    pub check: Check,
}

/// The arguments of `init`.
#[derive(Clone, Debug, Args)]
#[command(after_help = INIT_EXAMPLES)]
pub struct Init {
    /// Write it even if there is one
    #[arg(long)]
    pub force: bool,
}
