//! Which engine runs when: hard questions split into families of paths, on all cores, and the choice of engines.
//!
//! Read [`family`] (what a part of a question is), [`ahead`] (how it is chosen), [`part`] (what is done about one), [`pool`] (all of
//! them, on threads) and [`split`] (who is asked by the analysis). [`tunnels`] is the partition of a control-flow graph by depth,
//! as it was published.
//!
//! **What is found does not depend on how many threads there are, nor on how fast they are.** What does, such as times, is told
//! apart from the rest.
#![forbid(unsafe_code)]

pub mod tunnels;

pub mod family;

pub mod ahead;

pub mod part;

pub mod pool;

pub mod split;

pub use split::{Log, Mode, Splitting};
