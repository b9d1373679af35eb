//! Random runs: how often a program or a circuit fails, and what so many runs prove about that.
//!
//! In: a program of a session, or a circuit, and how its inputs are distributed. Out: an [`answer::Answer`], with its text and its JSON.
//!
//! Read [`random`] (run `k` has the same numbers wherever it is run), [`dist`] (a number becomes a value), [`site`] (which input of a
//! program has which distribution), `world` and [`program`] (one run by the interpreter), [`circuit`] (64 runs a word), [`drive`] (many runs
//! on some threads, looked at in order), [`tally`] with [`interval`] and [`sprt`] (what is made of them), [`rare`] (a failure that no
//! random run shows, from a run that somebody else found), [`split`] (the same by runs that go on from those that came [`near`] it).
//! [`directive`] says what of the inputs can be weighed, for those who steer runs and [`watch`] them.
//!
//! A failing run is one that the interpreter saw fail, or that simulation confirms. Nothing here prints or reads options.
#![forbid(unsafe_code)]

pub mod random;

pub mod dist;

pub mod interval;
pub mod sprt;

#[cfg(test)]
mod modulator;

pub mod site;

pub mod measure;

mod world;

pub mod watch;

pub mod directive;

pub mod program;

pub mod circuit;

pub mod tally;

pub mod drive;

pub mod rare;

pub mod near;
pub mod split;

pub mod answer;

pub mod curve;
pub mod json;
pub mod text;
