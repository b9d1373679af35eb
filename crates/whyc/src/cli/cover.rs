//! What can be asked of coverage.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Check;
use super::examples::COVER_EXAMPLES;
use super::values::{parse_given, parse_number};

const GOALS: &str = "What to cover";
const BOOST: &str = "Random runs instead of the solver";
const COMPARE: &str = "Two sets of runs";

/// The arguments of `cover`.
#[derive(Clone, Debug, Args)]
#[command(after_help = COVER_EXAMPLES)]
pub struct Cover {
    #[command(flatten)]
    pub check: Check,
    /// Only these goals: line, branch, mcdc, loop, call (default: all of them)
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',', hide_possible_values = true, help_heading = GOALS)]
    pub goals: Vec<Goals>,
    /// The values of these expressions together, such as "state, x >> 2 in 0..3, op in {1, 4}"; without a set, the values
    /// that occur
    #[arg(long, value_name = "EXPRS", requires = "at", help_heading = GOALS)]
    pub cross: Vec<String>,
    /// Where --cross looks: before the statement that begins this line
    #[arg(long, value_name = "[FILE:]LINE", requires = "cross", help_heading = GOALS)]
    pub at: Vec<String>,
    /// Write a test for each run that is kept: NAME.in, NAME.args, NAME.out and NAME.exit, as localize --tests reads them, where
    /// arguments and standard input are the inputs; C otherwise
    #[arg(long, value_name = "DIR", help_heading = GOALS)]
    pub tests: Option<PathBuf>,
    /// Cover by random runs, for programs that are too large for the solver: with weights of inputs that are learnt from what runs do
    /// (default), random ones, or plain, as inputs are distributed
    #[arg(long, value_enum, value_name = "WEIGHTS", num_args = 0..=1, require_equals = true, default_missing_value = "learnt",
        hide_possible_values = true, conflicts_with_all = ["tests", "compare", "input"], help_heading = BOOST)]
    pub boost: Option<Boost>,
    /// Make so many runs
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>, default_value_t = 10_000, requires = "boost", help_heading = BOOST)]
    pub runs: u64,
    /// Which random numbers
    #[arg(long, value_name = "S", value_parser = parse_number::<u64>, default_value_t = 1, requires = "boost", help_heading = BOOST)]
    pub boost_seed: u64,
    /// How an input is distributed where nothing weighs it, as in sample
    #[arg(long, value_name = "NAME=DIST", value_parser = parse_given, requires = "boost", help_heading = BOOST)]
    pub dist: Vec<(String, String)>,
    /// Give a run up after so many steps
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>, default_value_t = 1_000_000, requires = "boost", help_heading = BOOST)]
    pub steps: u64,
    /// Compare what two sets of runs do: reports of cover (.json), gcov's (.gcov.json), tables (.csv) or JSON lines (.jsonl)
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["files", "cross", "tests"], help_heading = COMPARE)]
    pub compare: Option<Vec<PathBuf>>,
    /// What is counted in tables and JSON lines: attributes with their values, combinations that cannot be
    #[arg(long, value_name = "FILE", requires = "compare", help_heading = COMPARE)]
    pub model: Option<PathBuf>,
    /// Only these attributes
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "compare", help_heading = COMPARE)]
    pub project: Vec<String>,
    /// Only events in which an attribute has this value
    #[arg(long, value_name = "NAME=VALUE", requires = "compare", help_heading = COMPARE)]
    pub filter: Vec<String>,
    /// changed (default: what only one of them does first), ratio, inverse, or the name of an attribute
    #[arg(long, value_name = "KEY", default_value = "changed", hide_default_value = true, requires = "compare", help_heading = COMPARE)]
    pub sort: String,
    /// Weigh the differences of two profiles: tables with the columns name, value (0 to 3) and the statistics min, max, mean, stddev
    #[arg(long, requires = "compare", help_heading = COMPARE)]
    pub score: bool,
}

/// Who chooses the weights of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Boost {
    /// Networks that are learnt.
    Learnt,
    /// Chance.
    Random,
    /// Nobody.
    Plain,
}

/// Kinds of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goals {
    /// Lines.
    Line,
    /// Ways out of branches.
    Branch,
    /// Parts of conditions that decide.
    Mcdc,
    /// Rounds of loops.
    Loop,
    /// Functions by their callers.
    Call,
}
