//! What the tests of the whole tool share. Not part of the tool.
//!
//! - [`header`] reads what a program of `tests/c` expects; [`corpus`] compares that with what whyc says.
//! - [`generate`] writes random C programs without undefined behaviour (or, on request, with a little of it).
//! - [`native`] compiles and runs C with the system's compiler, which knows the right answer.
//! - [`mutate`] changes texts a little, for the fuzzers: `examples/fuzz.rs` feeds the executable.
//! - [`patch`] makes expressions of a C text give other values.
//! - [`schema`] holds JSON reports against their definition.
//! - [`tool`] runs the `whyc` executable and reads its JSON report.
//!
//! The tests that use these against the executable stand in `crates/whyc/tests`, because cargo
//! builds an executable only for the tests of its own package.
#![forbid(unsafe_code)]

pub mod corpus;
pub mod generate;
pub mod header;
pub mod mutate;
pub mod native;
pub mod parallel;
pub mod patch;
pub mod rng;
pub mod schema;
pub mod tool;

use std::path::{Path, PathBuf};

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The number in environment variable `name`, or `default` where it is not set.
///
/// # Panics
/// If it is set to something else than a number: silently running other tests than asked for helps nobody.
#[must_use]
pub fn number_from_env(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.trim().parse().unwrap_or_else(|_| panic!("{name} should be a number, not {text:?}")),
        Err(_) => default,
    }
}
