//! What can be asked of the ledger.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::examples::REVIEW_EXAMPLES;

/// The arguments of `review`.
#[derive(Clone, Debug, Args)]
#[command(after_help = REVIEW_EXAMPLES)]
pub struct Review {
    /// What to do with the ledger.
    #[command(subcommand)]
    pub verb: ReviewVerb,
    /// The ledger (default: .whyc/review.jsonl of the project)
    #[arg(long, value_name = "FILE", global = true)]
    pub ledger: Option<PathBuf>,
    /// Who says so (default: as git has it)
    #[arg(long, value_name = "NAME", global = true)]
    pub author: Option<String>,
}

/// What to do with the ledger.
#[derive(Clone, Debug, Subcommand)]
pub enum ReviewVerb {
    /// Shows what there is, by file, each at the line where it is now
    List {
        /// Only of these files
        #[arg(value_name = "FILE")]
        files: Vec<String>,
        /// Also what is closed, fixed or a false alarm
        #[arg(long)]
        all: bool,
    },
    /// Shows one record with all that was said
    Show {
        /// Its name, or the beginning of it
        id: String,
    },
    /// Remarks upon a line, or upon a whole file
    Comment {
        /// The file, and the line if there is one: bank.c:42
        #[arg(value_name = "FILE[:LINE]")]
        place: String,
        /// What is remarked
        text: String,
    },
    /// Answers
    Reply {
        /// The record
        id: String,
        /// What is answered
        text: String,
    },
    /// Is done with it
    Close {
        /// The record
        id: String,
        /// Why
        text: Option<String>,
        /// It cannot happen
        #[arg(long)]
        false_alarm: bool,
        /// Because this C expression always holds there; checks with --baseline then count only runs in which it does
        #[arg(long, value_name = "EXPR", requires = "false_alarm")]
        assume: Option<String>,
    },
    /// Takes it up again
    Reopen {
        /// The record
        id: String,
        /// Why
        text: Option<String>,
    },
    /// Confirms that it is a fault
    Accept {
        /// The record
        id: String,
        /// What is to be done
        text: Option<String>,
    },
    /// Writes records to be sent
    Export {
        /// Only these records
        #[arg(value_name = "ID")]
        ids: Vec<String>,
        /// xml (can be imported) or text
        #[arg(long, value_enum, default_value_t = Exported::Xml, hide_possible_values = true)]
        format: Exported,
        /// Write to this file
        #[arg(short = 'o', value_name = "PATH")]
        output: Option<PathBuf>,
    },
    /// Takes in what was exported elsewhere
    Import {
        /// The file
        file: PathBuf,
    },
    /// Says how many issues each file has, and how many a review would be expected to find
    Stats {
        /// Only of these files
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// The form of what is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Exported {
    /// For another ledger.
    Xml,
    /// For people.
    Text,
}
