//! Counterexamples to a probability.
//!
//! In: a [`Model`](model::Model), that is a Markov chain or a decision process, from PRISM's explicit files ([`prism`]) or from a C program
//! with `whyc_choice` ([`program`]), and a [`Property`](property::Property) such as `P<=1/2 [F bad]`. Out: an [`Answer`](answer::Answer),
//! by [`answer::answer`]: the exact probability, and if it is beyond the bound, the few behaviours whose probabilities together are.
//!
//! A behaviour is what Andrés, D'Argenio and van Rossum call a torrent: all paths that do the same outside of strongly connected parts,
//! however often they go round inside. Read [`answer`] first, then `decide` (decisions of a process are fixed, [`schedule`]), [`chain`] (what is left), [`fold`]
//! (strongly connected parts become single steps), [`rails`] (behaviours, heaviest first) and [`torrent`] (which paths one stands for, and
//! the likeliest of them). [`text`], [`json`] and [`dot`] tell it.
//!
//! All numbers are exact; what costs too much is given up with a reason ([`work`]). Nothing here reads C, prints or knows options.
#![forbid(unsafe_code)]

pub mod number;

pub mod model;

pub mod prism;

pub mod property;

pub mod work;

pub mod parts;

pub mod solve;

pub mod schedule;

pub mod chain;

pub mod fold;

pub mod rails;

pub mod torrent;

pub mod answer;

mod bounded;

pub mod program;

pub mod text;

pub mod json;

pub mod dot;

#[cfg(test)]
mod tests;
