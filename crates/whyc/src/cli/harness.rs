//! What can be asked of harnesses.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ColorChoice;
use super::examples::HARNESS_EXAMPLES;
use super::values::parse_number;

/// The arguments of `harness`.
#[derive(Clone, Debug, Args)]
#[command(after_help = HARNESS_EXAMPLES)]
pub struct Harness {
    /// C files of the module: the assertions at the head of their functions say what these need
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The header whose functions are called
    #[arg(long, value_name = "HEADER", required_unless_present = "cases")]
    pub module: Option<PathBuf>,
    /// Linear tests of which a machine is made that goes all their ways: one action in each line, or unit tests in C (.c)
    #[arg(long, value_name = "FILE", conflicts_with = "module")]
    pub cases: Option<PathBuf>,
    /// With --cases: make one of states behind the same N actions, if check cannot tell them apart
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, requires = "cases")]
    pub merge: Option<usize>,
    /// With --cases: leave out states in which nothing goes on
    #[arg(long, requires = "cases")]
    pub clean: bool,
    /// With --cases: how many steps of the machine a run makes
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, default_value_t = 6)]
    pub steps: u32,
    /// With --cases: check the machine, and tell a way that fails as a case
    #[arg(long, requires = "cases")]
    pub run: bool,
    /// Call only this function, and those that its objects need
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// How many calls a run makes (default: 5, or as many as it takes to fill the largest array of up to 8 elements and to put one thing more into it)
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    pub calls: Option<u32>,
    /// How many elements a buffer has at most
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, default_value_t = 4)]
    pub elements: u32,
    /// human, json, or with --cases the machine: dot (for Graphviz), html (a page)
    #[arg(long, value_enum, default_value_t = Shape::Human, hide_possible_values = true)]
    pub format: Shape,
    /// Write the harness to this file, and say what it calls (default: the harness goes to standard output)
    #[arg(short = 'o', value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
    /// Do not say what it calls
    #[arg(long)]
    pub quiet: bool,
}

/// The form of what is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Written {
    /// For people.
    Human,
    /// For programs.
    Json,
}

/// The form of what is told of a harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// For Graphviz.
    Dot,
    /// A page.
    Html,
}
