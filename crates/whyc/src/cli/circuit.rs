//! Options that have a meaning for circuits alone.

use std::path::PathBuf;

use clap::Args;

use super::values::parse_number;

/// Above the options for circuits.
pub const CIRCUITS: &str = "Circuits only";

/// What is asked of a circuit.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = CIRCUITS)]
pub struct Circuit {
    /// Look for what is reached after up to K cycles (default: 100)
    #[arg(long, value_name = "K", value_parser = parse_number::<u32>)]
    pub bound: Option<u32>,
    /// This state should not be reached: lines NAME = VALUE, or one line of 0, 1 and - for all latches
    #[arg(long, value_name = "FILE", conflicts_with = "reach")]
    pub state: Option<PathBuf>,
    /// The state after so many random steps should not be reached
    #[arg(long, value_name = "STEPS", value_parser = parse_number::<u32>)]
    pub reach: Option<u32>,
    /// Which random steps
    #[arg(long, value_name = "S", value_parser = parse_number::<u64>, default_value_t = 1, requires = "reach")]
    pub seed: u64,
    /// Look for a proof for as long as it takes; without this, for about as long as for a violation
    #[arg(long)]
    pub prove: bool,
    /// The module at the top of a Verilog design (default: the one that no other uses)
    #[arg(long, value_name = "NAME")]
    pub top: Option<String>,
    /// In a witness, write x for the bits that do not matter
    #[arg(long)]
    pub ternary: bool,
    /// Prove it by an invariant, and write that as a witness circuit (AIGER; ASCII if PATH ends in .aag)
    #[arg(long, value_name = "PATH")]
    pub certificate: Option<PathBuf>,
}
