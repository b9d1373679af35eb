//! The parts of hard questions on other machines: NATS carries them, nothing that comes back is believed as it is.
//!
//! A question is put into an object store once, as bytes ([`whyc_engines::portable`]). Each part is a job in a work queue that is
//! acknowledged when its answer has arrived, so that it is given to another worker if one dies. Workers tell that they have begun and
//! that they still work, and are told to stop.
//!
//! Read [`address`] (where a cluster is, and what it calls its things) and [`wire`] (what is said) first, then [`submit`] (who asks),
//! [`believe`] (what is made of an answer) and [`worker`] (who answers). [`net`] is what both need of NATS.
//!
//! **This is the only crate that knows NATS, or waits for anything asynchronously**; the runtime is a thread of its own that ends with
//! whoever started it.
#![forbid(unsafe_code)]

pub mod address;

pub mod wire;

mod net;

pub mod believe;

pub mod submit;

pub mod worker;

pub use address::Address;
pub use submit::{Cluster, Present};
pub use worker::{Event, Worker};
