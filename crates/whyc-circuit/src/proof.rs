//! Proofs that nothing bad can ever be reached, and what makes them worth believing.
//!
//! A proof is an [`Invariant`](invariant::Invariant): something that holds at the start, goes on holding
//! from cycle to cycle, and excludes what is bad. `pdr` looks for one; [`certify`] asks a fresh solver,
//! which knows nothing of how it was found, whether it is one; [`certificate`] writes it down for others. Both look at a circuit as one `step`;
//! `slim` leaves out of it what cannot matter. Induction over several cycles (`induction`)
//! has no invariant, and is asked once more in a fresh solver too.

pub(crate) mod step;

pub mod certificate;
pub mod certify;
pub mod invariant;

pub(crate) mod induction;
mod slim;

pub(crate) mod pdr;

pub mod told;
