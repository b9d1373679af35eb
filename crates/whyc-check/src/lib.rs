//! Properties decided, models turned into runs, runs replayed.
//!
//! In: a [`Program`](whyc_ir::program::Program) and [`Options`]. Out: an [`Outcome`] by
//! [`Analysis::decide`]; the [`Analysis`] stays usable, with its terms and its solver session,
//! for whoever wants to know more about the failing run.
//!
//! Read [`options`] and [`outcome`] first, then [`analysis`] (the order of questions), [`obligation`] (what must be refuted
//! before `safe` may be said), [`engine`] (terms and solver joined), [`chain`] (what makes a failure the first one of its
//! run), [`run`] and [`replay`]. [`question`] is how a question is put to solvers, [`lazy`] how one about products. [`effort`] is what the other properties may cost once one has failed, [`beyond`] what
//! code can run after some place, [`given`] the inputs that a user fixes, [`prover`] who may know more than bounds tell, [`splitter`] who may answer in parts, [`scout`] who may try some inputs first, [`certify`] what a verdict rests on, for those who do not believe it.
#![forbid(unsafe_code)]

pub mod options;

pub mod outcome;

pub mod engine;

pub mod question;

pub mod lazy;

pub mod feasible;

pub mod chain;

pub mod obligation;

pub mod run;

pub mod replay;

pub mod given;

pub mod effort;

pub mod beyond;

pub mod prover;

pub mod splitter;

pub mod scout;

pub mod analysis;

pub mod certify;

pub use analysis::Analysis;
pub use given::Given;
pub use options::{Arithmetic, Effort, Options, Unwind};
pub use outcome::{CutLoop, Known, Outcome, Unmodelled, Vacuity, Violation};
pub use prover::{AnyRound, Facts, Holds, Invariant, Promised, Proof, Prover, Round, Unbounded, Unproved};
pub use run::Run;
pub use scout::{Scout, Scouted};
pub use splitter::{Hard, Split, Splitter};
pub use whyc_base::status::Status;
pub use whyc_base::verdict::Verdict;
