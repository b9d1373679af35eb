//! What can be asked of random runs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::examples::SAMPLE_EXAMPLES;
use super::values::{parse_given, parse_number};
use super::{Check, Circuit, Cluster, Language, Limits, Output, Scope, Temporal, World};

const RUNS: &str = "Runs";

/// The arguments of `sample`.
#[derive(Clone, Debug, Args)]
#[command(after_help = SAMPLE_EXAMPLES)]
pub struct Sample {
    /// The C files of the program (several are linked), or a circuit (.v, .sv, .aag, .aig, .bench, .btor2)
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How an input is distributed: uniform(LOW,HIGH), normal(MEAN,DEVIATION), bernoulli(P), geometric(P), choice(VALUE:WEIGHT,...) or a
    /// value; in C also `// whyc: dist NAME=...` (default: as the assumption behind the input says, else all values equally)
    #[arg(long, value_name = "NAME=DIST", value_parser = parse_given, help_heading = RUNS)]
    pub dist: Vec<(String, String)>,
    /// Make so many runs, or with --prob no more (default: 10000, with --prob 1000000, or as many as 300 million steps are)
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>, help_heading = RUNS)]
    pub runs: Option<u64>,
    /// Which random numbers
    #[arg(long, value_name = "S", value_parser = parse_number::<u64>, default_value_t = 1, help_heading = RUNS)]
    pub seed: u64,
    /// Decide whether runs pass with this probability, such as '>=0.99', or 'fail<=0.001', with as few runs as that takes
    #[arg(long, value_name = "BOUND", help_heading = RUNS)]
    pub prob: Option<String>,
    /// Refute what holds with at most this probability
    #[arg(long, value_name = "P", value_parser = parse_error, default_value_t = 0.01, requires = "prob", help_heading = RUNS)]
    pub alpha: f64,
    /// Say that it holds where it does not with at most this probability
    #[arg(long, value_name = "P", value_parser = parse_error, default_value_t = 0.01, requires = "prob", help_heading = RUNS)]
    pub beta: f64,
    /// This close to the bound either answer is right
    #[arg(long, value_name = "P", value_parser = parse_error, default_value_t = 0.01, requires = "prob", help_heading = RUNS)]
    pub indifference: f64,
    /// How surely intervals are right
    #[arg(long, value_name = "P", value_parser = parse_confidence, default_value_t = 0.95, help_heading = RUNS)]
    pub confidence: f64,
    /// Measure whole runs: mean, max, min, sum, count, first or last of what a variable is set to, such as 'max(x)'; with a bound, as in
    /// 'count(x == 0) < 10', it should hold
    #[arg(long, value_name = "TEXT", help_heading = RUNS)]
    pub measure: Vec<String>,
    /// Weigh the inputs of a failing run that check finds: if no random run fails (auto), always, or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Weigh::Auto, hide_possible_values = true, help_heading = RUNS)]
    pub weigh: Weigh,
    /// Estimate how rare a failure is by runs that go on from those that came near it: of the property given with --property, of the only
    /// one, or of the one that check finds to fail
    #[arg(long, conflicts_with_all = ["prob", "run", "input"], help_heading = RUNS)]
    pub splitting: bool,
    /// Show this run instead: what it reads, and how it ends
    #[arg(long, value_name = "K", value_parser = parse_number::<u64>, conflicts_with = "prob", help_heading = RUNS)]
    pub run: Option<u64>,
    /// Give a run up after so many steps
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>, default_value_t = 10_000_000, help_heading = RUNS)]
    pub steps: u64,
    /// How many cycles a run of a circuit has
    #[arg(long, value_name = "K", value_parser = parse_number::<u32>, default_value_t = 100, help_heading = RUNS)]
    pub bound: u32,
    /// The module at the top of a Verilog design (default: the one that no other uses)
    #[arg(long, value_name = "NAME", help_heading = RUNS)]
    pub top: Option<String>,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub language: Language,
    #[command(flatten)]
    pub world: World,
    #[command(flatten)]
    pub temporal: Temporal,
    #[command(flatten)]
    pub output: Output,
}

/// When a failing run of the checker is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Weigh {
    /// If no random run fails.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Sample {
    /// The options that have a meaning for programs and circuits alike.
    pub const FOR_BOTH: [&str; 9] =
        ["dist", "runs", "seed", "prob", "alpha", "beta", "indifference", "confidence", "files"];

    /// What is to be checked, as the other verbs have it.
    pub fn check(&self) -> Check {
        Check {
            files: self.files.clone(),
            scope: self.scope.clone(),
            limits: self.limits.clone(),
            cluster: Cluster::default(),
            language: self.language.clone(),
            world: self.world.clone(),
            circuit: Circuit {
                bound: Some(self.bound),
                state: None,
                reach: None,
                seed: self.seed,
                prove: false,
                top: self.top.clone(),
                ternary: false,
                certificate: None,
            },
            temporal: self.temporal.clone(),
            output: self.output.clone(),
        }
    }
}

fn number(text: &str) -> Result<f64, String> {
    whyc_sample::dist::real(text).ok_or_else(|| "expected a number".to_owned())
}

/// The probability of an error, or something as small.
fn parse_error(text: &str) -> Result<f64, String> {
    number(text).and_then(|it| {
        if it > 0.0 && it < 0.5 { Ok(it) } else { Err("expected a number between 0 and 0.5".to_owned()) }
    })
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    number(text).and_then(|it| {
        if it > 0.5 && it < 1.0 { Ok(it) } else { Err("expected a number between 0.5 and 1".to_owned()) }
    })
}
