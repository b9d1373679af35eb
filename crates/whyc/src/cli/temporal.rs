//! What can be asked about properties over time.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::ColorChoice;
use super::examples::{SPEC_EXAMPLES, TRACE_EXAMPLES};
use super::values::{parse_number, parse_seconds};

/// Properties over time to be checked.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What to check")]
pub struct Temporal {
    /// A property over time, such as 'G(req -> F ack)' of a circuit or 'G(call open -> F call close)' of a program, or those of a
    /// file (of C and Verilog: those in its comments). Of a circuit nothing else is checked then
    #[arg(long, value_name = "TEXT|@FILE")]
    pub ltl: Vec<String>,
}

/// The arguments of `trace`.
#[derive(Clone, Debug, Args)]
#[command(after_help = TRACE_EXAMPLES)]
pub struct Trace {
    /// The run: a dump of waveforms (.vcd), a table (.csv), a report of ours (.json), or a witness (with --design)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The property, such as 'G(req -> F ack)', or the properties of a file
    #[arg(long, value_name = "TEXT|@FILE", required = true)]
    pub ltl: Vec<String>,
    /// In a dump, a step is a rising edge of this signal (default: each time is a step)
    #[arg(long, value_name = "NAME")]
    pub clock: Option<String>,
    /// The circuit that the witness is a run of (.aag, .aig, .bench, .btor2, .v, .sv)
    #[arg(long, value_name = "CIRCUIT")]
    pub design: Option<PathBuf>,
    #[command(flatten)]
    pub shown: Seen,
}

/// The arguments of `spec`.
#[derive(Clone, Debug, Args)]
#[command(after_help = SPEC_EXAMPLES)]
pub struct Spec {
    /// The properties: one each line, with a name or without
    #[arg(value_name = "FILE.psl")]
    pub file: PathBuf,
    /// Signals that the environment sets: asks whether some system can keep to the specification (the others are outputs)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub inputs: Vec<String>,
    /// Signals that the system sets (the others are inputs)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub outputs: Vec<String>,
    /// Give up on that question after so many states
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, default_value_t = 5_000)]
    pub max_states: usize,
    #[command(flatten)]
    pub shown: Seen,
}

/// How far to go, and how the answer is shown.
#[derive(Clone, Debug, Args)]
pub struct Seen {
    /// Stop after so many seconds and say what was decided
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// human, json, or html (not for spec)
    #[arg(long, value_enum, default_value_t = Look::Human, hide_possible_values = true)]
    pub format: Look,
    /// Write the report to this file
    #[arg(short = 'o', value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
    /// Only the verdict
    #[arg(long)]
    pub quiet: bool,
    /// Every part of a property, and for those that matter a run that shows it
    #[arg(long)]
    pub all: bool,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Look {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// For people with a browser.
    Html,
}
