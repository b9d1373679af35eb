//! Three values: what an abstraction says of the system that it stands for, and why it says no more.
//!
//! In: a [`System`](system::System), whose steps may be there or must be there, from a text ([`read`]) or from JSON ([`json`]), and a
//! [`Formula`](formula::Formula) of the μ-calculus ([`parse`]). Out: an [`Evaluation`](evaluate::Evaluation), by [`evaluate::evaluate`]: true,
//! false or unknown in every state and of the whole; and for an unknown the fewest steps that would have to be decided ([`explain::explain`]).
//!
//! The rules are those of Bauer, Gentilini and Schneider for abstractions with may and must steps, with must steps to *sets* of states beside
//! them: these make every refinement say at least as much as what it refines, which steps to single states do not. Read [`system`] first, then
//! [`formula`], [`positive`] (negations are driven to the labels), [`surely`] (where a formula is surely true: the whole evaluator),
//! [`evaluate`], [`explain`] and [`reach`] (the way that shows an answer, where one way does). [`refine`] says when one system refines another, and makes the abstraction of a system by a partition.
//!
//! Nothing here knows what states stand for: not C, not circuits, not time.
#![forbid(unsafe_code)]

pub mod truth;

pub mod system;

pub mod mistake;

pub mod place;

pub mod read;

pub mod json;

pub mod formula;

pub mod parse;

pub mod positive;

pub mod work;

pub mod surely;

pub mod evaluate;

mod hitting;

pub mod explain;

pub mod reach;

pub mod refine;

pub mod text;

pub mod dot;

pub mod report;

#[cfg(test)]
mod tests;
