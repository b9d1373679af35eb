//! What can be asked of `reduce`.

use clap::{Args, ValueEnum};

use super::Check;
use super::examples::REDUCE_EXAMPLES;

const SMALL: &str = "What stays the same";

/// The arguments of `reduce`.
#[derive(Clone, Debug, Args)]
#[command(after_help = REDUCE_EXAMPLES)]
pub struct Reduce {
    #[command(flatten)]
    pub check: Check,
    /// What the failing check sees stays, too: the values of its variables, with the inputs of the smallest failing run
    #[arg(long, conflicts_with_all = ["same_inputs", "verdict"], help_heading = SMALL)]
    pub same_values: bool,
    /// It fails with the inputs of the smallest failing run, as far as they matter
    #[arg(long, conflicts_with = "verdict", help_heading = SMALL)]
    pub same_inputs: bool,
    /// Not a failure is kept but that whyc does not know (unknown), goes wrong (internal-error), or needs more time than each
    /// candidate is given by --timeout (timeout)
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true, help_heading = SMALL)]
    pub verdict: Option<Kept>,
}

/// What is kept that is no failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// Nothing can be said.
    Unknown,
    /// whyc goes wrong.
    InternalError,
    /// The time is not enough.
    Timeout,
}
