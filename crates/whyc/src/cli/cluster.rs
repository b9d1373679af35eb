//! Other machines: where they are, and how one gets in.

use std::path::PathBuf;

use clap::Args;

use super::examples::WORKER_EXAMPLES;
use super::values::{parse_number, parse_team};

/// Who else looks at hard questions.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Other machines (see `whyc worker`)")]
pub struct Cluster {
    /// Give the parts of hard questions to workers at this NATS server, such as nats://HOST:4222
    #[arg(long, value_name = "URL")]
    pub cluster: Option<String>,
    /// Believe a worker that nothing fails in a part only with a proof, which is checked here
    #[arg(long, requires = "cluster")]
    pub cluster_proofs: bool,
    #[command(flatten)]
    pub entry: Entry,
}

/// What gets one into a cluster.
#[derive(Clone, Debug, Default, Args)]
pub struct Entry {
    /// Whose jobs these are: workers take those of their own team
    #[arg(long, value_name = "NAME", default_value = "whyc", value_parser = parse_team, hide_default_value = true)]
    pub cluster_team: String,
    /// Credentials for the server, a .creds file
    #[arg(long, value_name = "FILE")]
    pub cluster_creds: Option<PathBuf>,
    /// Certificates that vouch for the server, beside those of the system
    #[arg(long, value_name = "FILE")]
    pub cluster_ca: Option<PathBuf>,
    /// A certificate to show to the server
    #[arg(long, value_name = "FILE", requires = "cluster_key")]
    pub cluster_cert: Option<PathBuf>,
    /// Its key
    #[arg(long, value_name = "FILE", requires = "cluster_cert")]
    pub cluster_key: Option<PathBuf>,
}

/// The arguments of `worker`.
#[derive(Clone, Debug, Args)]
#[command(after_help = WORKER_EXAMPLES)]
pub struct Worker {
    /// The NATS server that jobs come from, such as nats://HOST:4222
    #[arg(long, value_name = "URL")]
    pub cluster: String,
    #[command(flatten)]
    pub entry: Entry,
    /// Look at so many parts at once (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    pub jobs: Option<usize>,
    /// Give up on a part at so much memory
    #[arg(long, value_name = "MIB", value_parser = parse_number::<u64>)]
    pub memory: Option<u64>,
    /// Say nothing about parts
    #[arg(long, short)]
    pub quiet: bool,
}
