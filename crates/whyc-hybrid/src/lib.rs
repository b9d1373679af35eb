//! Systems with real time.
//!
//! In: an [`Automaton`](automaton::Automaton) from JSON ([`json`]), whose variables change at rates that are constant or between two bounds while it
//! stays in a location, and a formula. Out: an [`Answer`](answer::Answer), by [`answer::answer`]: true, false or unknown, with the regions that
//! were told apart, and for an unknown the steps between them that it rests on.
//!
//! Regions are those of the discrete bounded bisimulation that Bauer, Gentilini and Schneider evaluate formulas on: at level 0 they are told apart by
//! labels and by what delays lead to, at each further level also by what a jump leads to at the level before. They become a system of `whyc-modal`:
//! a delay that some state of a region has, all have; a jump leads from each of them into the same regions of the level before, that is, to one of
//! what these have become. So more levels never say less.
//!
//! Read [`polyhedron`] first (all sets are finite unions of polyhedra, exactly), then [`automaton`], [`flow`] (from where a set is reached by a delay
//! or a jump), [`regions`] (the refinement), [`abstraction`], [`run`] (points instead of regions) and [`answer`]. [`plot`] draws the regions, [`text`] and [`report`] tell the answer.
//!
//! All numbers are exact but for those of drawings. What does not end within a number of regions, or of comparisons ([`effort`]), is given up with a reason.
#![forbid(unsafe_code)]

pub mod number;

pub mod effort;

mod feasible;

pub mod polyhedron;

pub mod condition;

pub mod automaton;

pub mod json;

pub mod flow;

pub mod regions;

pub mod abstraction;

pub mod run;

pub mod answer;

pub mod plot;

pub mod text;

pub mod report;

#[cfg(test)]
mod tests;
