//! What can be asked about runs that come along some places.

use std::path::PathBuf;

use clap::Args;

/// Places that a run should come through.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Along a warning")]
pub struct Along {
    /// Is there a run that comes through these lines in this order? With the run if there is one; otherwise how far runs come,
    /// and why no further. Nothing else is checked then
    #[arg(long, value_name = "FILE:LINE,FILE:LINE,...")]
    pub along: Vec<String>,
    /// The same for the lines of a warning that a compiler or a lint wrote down (SARIF); of several, the one with that number
    #[arg(long, value_name = "FILE.sarif[#N]", conflicts_with = "along")]
    pub along_from: Option<PathBuf>,
    /// With --along and --along-from: only runs that go on to break a rule
    #[arg(long)]
    pub failing: bool,
}

impl Along {
    /// Whether such a run is asked for.
    pub fn is_asked(&self) -> bool {
        !self.along.is_empty() || self.along_from.is_some() || self.failing
    }
}
