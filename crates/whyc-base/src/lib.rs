//! What every other crate shares: typed ids, source positions and diagnostics.
//!
//! Read [`ids`] first (every table in whyc is an [`IdVec`](ids::IdVec)), then [`source`]
//! (files, spans, lines), then [`diagnostic`]. [`budget`] is how limits on time and memory
//! travel through the pipeline, [`verdict`], [`status`] and [`finding`] what comes out at its end, [`names`] what was meant by a misspelt name.
#![forbid(unsafe_code)]

pub mod budget;
pub mod diagnostic;
pub mod finding;
pub mod ids;
pub mod names;
pub mod source;
pub mod status;
pub mod verdict;
