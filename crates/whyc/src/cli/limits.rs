//! How far to go, with which engines, on how many cores.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::examples::ENGINES_EXAMPLES;
use super::values::{parse_loop_bound, parse_number, parse_seconds};

/// How far to go.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How far to go")]
pub struct Limits {
    /// Follow every loop and recursion N times, no more (default: as far as needed)
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    pub unwind: Option<u32>,
    /// Follow this loop N times, such as main.1:64
    #[arg(long, value_name = "ID:N", value_parser = parse_loop_bound)]
    pub unwind_loop: Vec<(String, u32)>,
    /// Let every thread have K turns besides its first, no more (default: as many as needed)
    #[arg(long, value_name = "K", value_parser = parse_number::<u32>)]
    pub switches: Option<u32>,
    /// Stop at the first violation: leave the other properties undecided
    #[arg(long)]
    pub first: bool,
    /// Decide every property after a violation too, whatever that takes
    #[arg(long, conflicts_with = "first")]
    pub all_properties: bool,
    /// How to reason about products and quotients: as circuits of bits; lazily, only as much as is needed; or lazily for a
    /// while and then as bits
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Arith::Auto, hide_default_value = true)]
    pub arith: Arith,
    /// How to split questions that are hard: by the ways that branches go (tunnels), by any conditions (cubes), not at all
    /// (none), or as it fits once they have turned out to be hard (auto)
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Split::Auto, hide_default_value = true, hide_possible_values = true)]
    pub split: Split,
    /// Call a question hard after so many conflicts of the solver (default: 2000000; with --cluster 20000; with --split
    /// tunnels or cubes 100)
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
    pub patience: Option<u32>,
    /// Which engines may look for the answer: auto (all of them, the default), or some of simulation, guided, unrolling, tunnels,
    /// cubes and induction
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', hide_possible_values = true)]
    pub engine: Vec<Engine>,
    /// Learn nothing about engines from this run, and use nothing that was learnt (.whyc/engines.json)
    #[arg(long)]
    pub no_learn: bool,
    /// Work on so many parts of a hard question, targets of a project, or candidates at once (default: as many as there are
    /// cores); the answer is the same
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    pub jobs: Option<usize>,
    /// Stop after so many seconds and say what was decided
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// Stop at so much memory and say what was decided
    #[arg(long, value_name = "MIB", value_parser = parse_number::<u64>)]
    pub memory: Option<u64>,
}

/// How products and quotients are reasoned about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Arith {
    /// Lazily for a while, then as bits.
    Auto,
    /// As circuits of bits.
    Bits,
    /// Only as much as is needed.
    Lazy,
}

impl Limits {
    /// How many threads or processes work at once.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, |jobs| jobs.max(1))
    }
}

/// An engine that may look for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// All of them, as it fits.
    Auto,
    /// Runs the program on some inputs.
    Simulation,
    /// Looks for a run along the places of --along, or for any that fails.
    Guided,
    /// Follows all runs, further and further.
    Unrolling,
    /// Splits hard questions by branches.
    Tunnels,
    /// Splits hard questions by any conditions.
    Cubes,
    /// Proves by invariants of loops.
    Induction,
}

/// The arguments of `engines`.
#[derive(Clone, Debug, Args)]
#[command(after_help = ENGINES_EXAMPLES)]
pub struct Engines {
    /// All runs that are remembered, not only the last one
    #[arg(long)]
    pub all: bool,
    /// Forget what was learnt
    #[arg(long)]
    pub forget: bool,
}

/// How hard questions are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Split {
    /// As it fits, once they have turned out to be hard.
    Auto,
    /// By the ways that branches go.
    Tunnels,
    /// By any conditions.
    Cubes,
    /// Not at all.
    None,
}
