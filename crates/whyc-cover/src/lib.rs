//! What runs of a program cover, what none of them can, and how two sets of runs differ.
//!
//! In: a program under analysis. Out: [`Coverage`] by [`search::search`]: for each goal a small input that reaches it, in a run that the
//! interpreter has made; or why no run reaches it; or why that is not known.
//!
//! [`goal`] says what the goals are, [`decision`] when a part of a condition decides, [`watch`] turns one unrolling into a term for each
//! goal, [`tick`] sees in the interpreter which goals a run meets, [`search`] asks, [`reason`] says why not, [`cross`] is about
//! values that are looked at together. [`suite`] keeps few runs. [`boost`] makes random runs instead, for programs too large for the solver. [`compare`] holds two sets of runs against each other, whoever made
//! them: [`model`] says what is counted, [`source`] reads it, [`holes`] finds what is missing, [`score`] weighs profiles.
//! [`tell`] has the faces of all that.
//!
//! Nothing here reads C, options or files, or prints.
#![forbid(unsafe_code)]

pub mod boost;
pub mod compare;
pub mod coverage;
pub mod cross;
pub mod decision;
pub mod events;
pub mod goal;
pub mod holes;
pub mod model;
pub mod reason;
pub mod score;
pub mod search;
pub mod source;
pub mod suite;
pub mod tell;
pub mod tick;
pub mod watch;

pub use coverage::Coverage;
