//! Findings over time: what a finding is about, where it has moved to, and what people said of it.
//!
//! In: a `Finding`, the texts of files, and a [`Ledger`] that is kept with the sources. Out: the ledger with what has changed,
//! and which findings are new ([`judge`]).
//!
//! Read [`record`] first (what is kept), then [`ledger`] (how it is stored and merged), [`anchor`] (how a remark follows its
//! line), [`judge`] (findings against the ledger), [`allow`] (what the source itself excuses); [`xml`], [`text`] and [`stats`]
//! are faces of the same records.
//!
//! Nothing here prints, runs the analysis or knows of version control: who does, hands in the older text of a file.
#![forbid(unsafe_code)]

pub mod allow;
pub mod anchor;
pub mod judge;
pub mod ledger;
pub mod record;
pub mod stats;
pub mod text;
pub mod xml;

pub mod functions;
mod identity;
mod similarity;

pub use judge::{Judgement, judge};
pub use ledger::Ledger;
pub use record::{Record, Reply, State};
