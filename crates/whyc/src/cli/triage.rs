//! What can be asked about what to check first.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::examples::TRIAGE_EXAMPLES;
use super::values::parse_number;
use super::{ColorChoice, Written};

/// The arguments of `triage`.
#[derive(Clone, Debug, Args)]
#[command(after_help = TRIAGE_EXAMPLES)]
pub struct Triage {
    /// A folder of the repository; only files in it count
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Where periods end, the oldest first (default: tags, or even parts of the history where there are few)
    #[arg(long, value_name = "TAG", value_delimiter = ',')]
    pub releases: Vec<String>,
    /// How many periods to learn from, where releases are not given
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, default_value_t = 8)]
    pub periods: usize,
    /// Words by which the first line of a commit says that it fixes something
    #[arg(
        long,
        value_name = "WORD",
        value_delimiter = ',',
        default_value = "fix,fixes,fixed,bug,bugfix,mend,crash,leak,overflow,cve"
    )]
    pub fix_words: Vec<String>,
    /// The files that count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', default_value = "*.c,*.h")]
    pub files: Vec<String>,
    /// Put them in order by model, size, or churn (how often they changed lately)
    #[arg(long, value_enum, default_value_t = Key::Model, hide_possible_values = true)]
    pub by: Key,
    /// Show so many files
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, default_value_t = 15)]
    pub top: usize,
    /// human, or json
    #[arg(long, value_enum, default_value_t = Written::Human, hide_possible_values = true)]
    pub format: Written,
    /// Write the report to this file
    #[arg(short = 'o', value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
}

/// What files are put in order by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Key {
    /// The model.
    Model,
    /// Their sizes.
    Size,
    /// Recent changes.
    Churn,
}
