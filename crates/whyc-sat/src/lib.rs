//! The SAT solver and everything that asks it more than once.
//!
//! In: clauses over rustsat's [`Lit`]. Out: an [`Answer`](session::Answer) with a model or the
//! assumptions that failed, always within the session's [`Budget`](whyc_base::budget::Budget).
//! Read [`session`] first: one [`Session`](session::Session) is one incremental CaDiCaL, and no
//! other crate names a solver. [`prove`](mod@prove) writes down why there is no model. [`optimise`] finds best models and smallest cores over a session.
#![forbid(unsafe_code)]

pub mod optimise;
pub mod prove;
pub mod session;

#[cfg(test)]
mod testing;

pub use rustsat::types::{Lit, Var};
