//! Circuits: can they fail, and which of the inputs are to blame?
//!
//! In: a [`Circuit`](whyc_aig::circuit::Circuit) and a [`Property`](property::Property). Out: an
//! [`Outcome`](check::Outcome) from [`check`](check::check), and from [`minimise`](lift::minimise)
//! the part of a counterexample that matters, whatever the rest is.
//!
//! Read [`property`] and [`trace`] first (what is asked and what an answer is), then [`unroll`] and
//! [`check`](mod@check), [`live`] for what goes on forever, then [`lift`], the heart. [`simulate`] is the oracle that every answer is
//! held against. [`mod@file`] knows the formats, [`btor2`] the one of words, [`gates`] how gates are told, [`design`] keeps what they
//! name; [`wave`] is what every signal does, [`witness`] and [`vcd`] are what a checker and a waveform viewer are given, [`finding`] what a
//! person is told. [`examine`](mod@examine) is all of it at once.
#![forbid(unsafe_code)]

pub mod btor2;
pub mod design;
pub mod file;
pub mod fixed;
pub mod gates;
pub mod origin;
pub mod property;
pub mod state;
pub mod trace;

pub mod simulate;
pub mod unroll;

#[cfg(test)]
mod exhaustive;
mod rng;
mod solver;
mod ternary;
mod trace_edges;

pub mod check;
pub mod lift;
pub mod live;
pub mod mend;
pub mod near;
pub mod proof;

pub mod vacuity;
pub mod vcd;
pub mod wave;
pub mod witness;

pub mod examine;
pub mod finding;
