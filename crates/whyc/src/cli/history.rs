//! What can be asked of `history`.

use std::path::PathBuf;

use clap::Args;

use super::Check;
use super::examples::HISTORY_EXAMPLES;
use super::values::parse_number;

const WHERE: &str = "Which revisions";

/// The arguments of `history`.
#[derive(Clone, Debug, Args)]
#[command(after_help = HISTORY_EXAMPLES)]
pub struct History {
    #[command(flatten)]
    pub check: Check,
    /// The repository; files are then named from its root (default: the one that the first file is in)
    #[arg(long, value_name = "DIR", help_heading = WHERE)]
    pub repo: Option<PathBuf>,
    /// Go back so many revisions at most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_number::<usize>, help_heading = WHERE)]
    pub back: usize,
    /// Not a repository, but these folders, the oldest first; files are named from each of them
    #[arg(long, value_name = "DIR", value_delimiter = ',', conflicts_with = "repo", help_heading = WHERE)]
    pub folders: Vec<PathBuf>,
    /// Let this command say what is so, instead of whyc: it is run by sh among the files of a revision; 0 is good, 125 means
    /// that it cannot say, and the same status with the same output as on the newest is the same failure
    #[arg(long, value_name = "COMMAND", help_heading = WHERE)]
    pub test: Option<String>,
    /// Ask the revision before, then two further back, then four, as long as it fails, and then by halves: much faster on a long
    /// way, but a time in between in which it held is not seen
    #[arg(long, help_heading = WHERE)]
    pub gallop: bool,
    /// Neither use nor keep answers of earlier runs (.whyc/history)
    #[arg(long, help_heading = WHERE)]
    pub no_cache: bool,
    /// Write the files as they were when it held and as they are when it fails into DIR/before and DIR/after
    #[arg(long, value_name = "DIR", help_heading = WHERE)]
    pub keep: Option<PathBuf>,
    /// Offer the newest revision with these lines as they were when it held, as a patch, if everything holds with it
    #[arg(long, help_heading = WHERE)]
    pub port: bool,
}
