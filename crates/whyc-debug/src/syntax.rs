//! The text of C as it is written, before any preprocessing: what a reader sees, and where it stands.

pub mod definitions;
pub mod lex;
