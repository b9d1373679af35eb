//! Linear test cases become one state machine, which goes all ways that the cases imply together.
//!
//! In: cases in a plain language, one action in each line ([`language`]), or functions of C ([`unit`]). Out: a [`Machine`](machine::Machine): the cases side by side, with states
//! merged that have the same label ([`merge`]) or that nobody can tell apart ([`merge::Judge`]), composed with the variables that actions
//! need and set ([`compose`]), and cleaned of ends where nothing goes on. [`emit`] makes C of it, and a run of that C into a case again.
//!
//! After Jääskeläinen, Kervinen, Katara, Valmari and Virtanen, *Synthesizing Test Models from Test Cases*, 2008.

pub mod language;

pub mod unit;

pub mod machine;

pub mod merge;

pub mod compose;

pub mod emit;

#[cfg(test)]
mod tests;
