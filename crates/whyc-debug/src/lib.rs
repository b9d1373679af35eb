//! From a failing run to what a person is told.
//!
//! In: an [`Outcome`](whyc_check::Outcome). Out: a [`Finding`](finding::Finding): everything
//! that a report shows, as plain data that knows nothing of terms or solvers.
//!
//! Read [`finding`] first, then [`trace`] (how a run becomes readable steps) and [`show`] (how
//! values are written as C writes them).
#![forbid(unsafe_code)]

pub mod finding;
