//! What can be asked of proofs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::examples::{PROOF_EXAMPLES, VERIFY_EXAMPLES};
use super::values::{parse_number, parse_seconds};

/// Whether to write down why.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "How sure to be")]
pub struct Certify {
    /// Write a certificate that nothing fails into this folder: what was asked, as gates and clauses, and a proof that `whyc
    /// verify` checks
    #[arg(long, value_name = "DIR")]
    pub certify: Option<PathBuf>,
}

/// The arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// The folder with the certificate
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub shown: Shown,
}

/// The arguments of `proof`.
#[derive(Clone, Debug, Args)]
#[command(after_help = PROOF_EXAMPLES)]
pub struct Proof {
    /// What to do with the proof.
    #[command(subcommand)]
    pub verb: ProofVerb,
}

/// What to do with a proof.
#[derive(Clone, Debug, Subcommand)]
pub enum ProofVerb {
    /// Says whether a proof refutes a formula
    Check {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        shown: Shown,
    },
    /// Makes a proof smaller: what is not needed goes, resolutions are done once
    Trim {
        #[command(flatten)]
        files: Files,
        /// Write the smaller proof to this file
        #[arg(short = 'o', value_name = "OUT.lrat")]
        output: Option<PathBuf>,
        /// Write the clauses that the smaller proof needs to this file
        #[arg(long, value_name = "OUT.cnf")]
        core: Option<PathBuf>,
        /// How large it was and is, and which reduction did it
        #[arg(long)]
        stats: bool,
        /// Try all reductions at most so often (default: until they find next to nothing)
        #[arg(long, value_name = "N", value_parser = parse_number::<u32>)]
        rounds: Option<u32>,
        #[command(flatten)]
        shown: Shown,
    },
}

/// A formula and a proof that it has no solution.
#[derive(Clone, Debug, Args)]
pub struct Files {
    /// The formula, in DIMACS
    #[arg(value_name = "FORMULA.cnf")]
    pub formula: PathBuf,
    /// The proof, in LRAT as text
    #[arg(value_name = "PROOF.lrat")]
    pub proof: PathBuf,
}

/// How far to go, and how the answer is shown.
#[derive(Clone, Debug, Args)]
pub struct Shown {
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// Stop at so much memory
    #[arg(long, value_name = "MIB", value_parser = parse_number::<u64>)]
    pub memory: Option<u64>,
    /// human or json
    #[arg(long, value_enum, default_value_t = Face::Human, hide_possible_values = true)]
    pub format: Face,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Face {
    /// For people.
    Human,
    /// For programs.
    Json,
}
