//! Properties decided, models turned into runs, runs replayed.
//!
//! In: a [`Program`](whyc_ir::program::Program) and [`Options`]. Out: an [`Outcome`] by
//! [`Analysis::decide`]; the [`Analysis`] stays usable, with its terms and its solver session,
//! for whoever wants to know more about the failing run.
//!
//! Read [`analysis`] first (the order of questions), then [`engine`] (terms and solver joined),
//! [`chain`] (what makes a failure the first one of its run), [`run`] and [`replay`]. [`given`] has the
//! inputs that a user fixes.
#![forbid(unsafe_code)]

mod verdict;

pub mod engine;

pub mod feasible;

pub mod chain;

pub mod run;

pub mod replay;

pub mod given;

pub mod analysis;

pub use analysis::{Analysis, CutLoop, Options, Outcome, Unmodelled, Unwind};
pub use given::Given;
pub use run::Run;
pub use verdict::{Status, Verdict};
