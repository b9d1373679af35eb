//! BTOR2: circuits of words and memories, read into a [`Circuit`](whyc_aig::circuit::Circuit) of bits.
//!
//! Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0" (CAV 2018), is the format.
//! [`parse`] reads lines into a [`Model`](model::Model) whose sorts are right; [`build`] makes gates
//! of one cycle of it. [`eval`] gives the operators their meaning a second time, on numbers and without
//! gates: every counterexample is held against it. [`witness`] writes one
//! in the format that goes with BTOR2.
//!
//! Public parsers for Rust exist, but they leave sorts unchecked and keep no line numbers, which is
//! most of what is needed here.

pub mod alias;
pub mod model;
pub mod number;
pub mod ops;

pub(crate) mod literal;
pub mod parse;

pub mod build;
pub mod cells;
mod gates;
pub(crate) mod words;

pub mod large;

pub mod eval;
mod meaning;

pub mod witness;

#[cfg(test)]
mod random;
#[cfg(test)]
mod tests;
