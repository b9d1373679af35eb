//! The AIGER format, version 1.9, ASCII (`aag`) and binary (`aig`).
//!
//! In: bytes; out: a [`Circuit`](crate::circuit::Circuit), and back. Reading goes through structural hashing, so that a
//! file written again may have fewer gates; [`netlist`] has them as they stand in the file. See Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond"
//! (2011).
//!
//! Read [`read`](mod@read) for the two encodings of the same lists, `build` for what is made of them, and
//! [`write`](mod@write).

mod build;
mod cursor;
pub mod read;
pub mod write;

#[cfg(test)]
mod tests;

pub use read::{netlist, read};
pub use write::{write_ascii, write_binary};
