//! One [`Finding`](whyc_debug::finding::Finding), many faces.
//!
//! In: a `Finding`. Out: a `String`, by [`text::render`] for people, [`html::render`] for people with a browser, [`json::render`] for
//! programs, [`sarif::render`] for code hosts and editors and [`witness::render`] for other verifiers; [`diagnostics::render`] shows what
//! is wrong with the input itself, [`sentences`] has single sentences for those who show a finding piece by piece. [`circuit`] does the same
//! for findings about circuits.
//!
//! Read [`text`] first (what is said, in which order), then `words` and [`reasons`] (how properties, statuses and reasons are put into
//! words), `fold` and `row` (how a run becomes lines), `excerpt` (source lines with labels).
//!
//! Invariant: nothing here decides, measures or prints. What is not in the `Finding` is not said.
#![forbid(unsafe_code)]

pub mod text;

pub mod json;

pub mod html;

pub mod sarif;

pub mod witness;

pub mod circuit;

pub mod temporal;

pub mod history;

pub mod diagnostics;

pub mod replay;

pub mod identity;

pub mod reasons;

pub mod sentences;

pub mod suspicions;

mod along;

mod lanes;
mod words;
pub use words::{duration, title};

mod excerpt;

mod paint;
pub use paint::visible;

#[cfg(test)]
mod fixture;
