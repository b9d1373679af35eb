//! Which engine runs when: hard questions split into families of paths, on all cores, and the choice of engines.
//!
//! Read [`family`] (what a part of a question is), [`ahead`] (how it is chosen), [`part`] (what is done about one), [`pool`] (all of
//! them, on threads) and [`split`] (who is asked by the analysis). [`tunnels`] is the partition of a control-flow graph by depth,
//! as it was published. [`portable`] is a question as bytes, [`elsewhere`] who may look at
//! its parts in other processes, [`refuted`] why one has no answer, for those who do not believe it. Then [`advisor`] (how well an engine will do), [`schedule`] (who runs now), [`portfolio`] (several engines on
//! one question) and [`store`] (what was learnt). [`simulate`] is an engine of its own: it just runs the program; [`guided`] runs it along
//! some places.
//!
//! **What is found does not depend on how many threads there are, nor on how fast they are.** What does, such as times, is told
//! apart from the rest.
#![forbid(unsafe_code)]

pub mod tunnels;

pub mod family;

pub mod ahead;

pub mod part;

pub mod portable;

pub mod elsewhere;

pub mod refuted;

pub mod pool;

pub mod split;

pub mod names;

pub mod rng;

pub mod advisor;

pub mod schedule;

pub mod store;

pub mod portfolio;

mod rounds;

pub mod simulate;

pub mod guided;

pub use elsewhere::{Elsewhere, Looker};
pub use guided::{Guided, Guiding};
pub use names::EngineName;
pub use simulate::{Simulation, Tried};
pub use split::{Log, Mode, Splitting};
