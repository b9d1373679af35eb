//! What can be asked about probabilities.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::ColorChoice;
use super::examples::PROB_EXAMPLES;
use super::values::{parse_number, parse_seconds};

/// The arguments of `prob`.
#[derive(Clone, Debug, Args)]
#[command(after_help = PROB_EXAMPLES)]
pub struct Prob {
    /// The model: steps as PRISM writes them (.tra), or a C program with whyc_choice(num, den) (.c)
    #[arg(value_name = "MODEL", required = true)]
    pub files: Vec<PathBuf>,
    /// The property, such as 'P<=0.5 [F bad]', 'P>=0.99 [ok U done]' or 'P=? [F bad]'; of a program, fail and done are labels
    #[arg(long, value_name = "TEXT")]
    pub prop: String,
    /// The labels of the states (.lab; default: the file of that name beside the model, if there is one)
    #[arg(long, value_name = "FILE")]
    pub labels: Option<PathBuf>,
    /// The variables of the states (.sta; default: the file of that name beside the model, if there is one)
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// List at most so many behaviours
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>, default_value_t = 20)]
    pub max: usize,
    /// Look for included files here too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// human, json, html, or dot (Graphviz: the behaviours as a graph without circles)
    #[arg(long, value_enum, default_value_t = Drawn::Human, hide_possible_values = true)]
    pub format: Drawn,
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

/// The form of an answer that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// For people with a browser.
    Html,
    /// For Graphviz.
    Dot,
}
