//! Properties decided, models turned into runs, runs replayed.
//!
//! In: a [`Program`](whyc_ir::program::Program). Out: an [`Outcome`], by [`decide`].
#![forbid(unsafe_code)]

mod verdict;

pub use verdict::{Status, Verdict};
