//! The AIGER format, version 1.9, ASCII (`aag`) and binary (`aig`).
//!
//! In: bytes; out: a [`Circuit`](crate::circuit::Circuit), and back. Bad states, constraints, resets
//! and the symbol table are read and written; justice and fairness are refused, because leaving
//! them out would change what the file asks. Reading goes through structural hashing, so that a
//! file written again may have fewer gates. See Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond"
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

pub use read::read;
pub use write::{write_ascii, write_binary};
