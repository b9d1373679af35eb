//! What can be asked about systems with real time, and about systems with may and must steps.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::ColorChoice;
use super::examples::HYBRID_EXAMPLES;
use super::values::{parse_number, parse_seconds};

/// The arguments of `hybrid`.
#[derive(Clone, Debug, Args)]
#[command(after_help = HYBRID_EXAMPLES)]
pub struct Hybrid {
    /// A hybrid automaton (.json), or a system of steps that may and must be there (.json with "states", or .modal)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What is asked, such as 'EF (shut & full)' or 'mu Z. bad | <>Z', or a file with it (default: the formula in FILE)
    #[arg(long, value_name = "TEXT|@FILE")]
    pub formula: Option<String>,
    /// Tell regions apart up to this level
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, default_value_t = 6)]
    pub level: usize,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// human, json, html, dot (Graphviz: regions and steps), or svg (the regions of up to two variables)
    #[arg(long, value_enum, default_value_t = Plotted::Human, hide_possible_values = true)]
    pub format: Plotted,
    /// Write the report to this file
    #[arg(short = 'o', value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
    /// Only the verdict
    #[arg(long)]
    pub quiet: bool,
}

/// The form of an answer that can be plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plotted {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// For people with a browser.
    Html,
    /// For Graphviz.
    Dot,
    /// The regions as a drawing.
    Svg,
}
