//! What holds for every number of rounds, certificates, properties over time, and what says nothing.

mod certify;
mod prove;
mod prove_random;
mod temporal;
mod vacuity;
