//! Bayesian networks learnt from samples, to steer what is drawn at random (after Baras, Fournier and Ziv, "Automatic Boosting of
//! Cross-Product Coverage Using Bayesian Networks").
//!
//! In: [`case::Case`]s, each with what was drawn (directives) and what came of it (attributes). Out: a [`booster::Booster`], which says of
//! attributes that were never seen together with which weights the directives should be drawn.
//!
//! A directive is drawn many times in a run, so that a case has *shares* of its values: soft evidence. [`information`] says which directives
//! matter, [`quantise`] makes values of shares, [`score`] and [`structure`] find a network (K2, greedy search) and prune it,
//! [`parameters`] fills its tables, [`infer`] asks it.
//!
//! Nothing here knows what directives and attributes are, or draws numbers.
#![forbid(unsafe_code)]

pub mod case;

pub mod information;
pub mod quantise;

pub mod network;
pub mod score;
pub mod structure;

pub mod parameters;

pub mod infer;

pub mod booster;
