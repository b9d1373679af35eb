//! Options about the world around a program.

use std::path::PathBuf;

use clap::Args;

use super::values::parse_length;

/// What surrounds the program.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The world around the program")]
pub struct World {
    /// The arguments of main, as one would type them (default: they are inputs)
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    pub args: Option<String>,
    /// What standard input holds (default: it is an input)
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// How many characters each argument of main has at most, where they are inputs
    #[arg(long, value_name = "N", value_parser = parse_length, default_value_t = whyc_c::USUAL_ARG_LEN, hide_default_value = true)]
    pub max_arg_length: usize,
    /// Read standard input byte for byte, where it is an input, and no more than N bytes of it
    #[arg(long, value_name = "N", value_parser = parse_length, conflicts_with = "stdin")]
    pub max_input_length: Option<usize>,
    /// Let malloc and its relatives fail at any time
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Take this function to have no body: its result is an input
    #[arg(long, value_name = "NAME")]
    pub stub: Vec<String>,
}
