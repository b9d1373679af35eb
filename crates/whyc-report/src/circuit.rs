//! Findings about circuits: [`text`] for people, [`json`] for programs. `table` lays a run out.

pub mod text;

pub mod json;
pub mod sarif;

mod table;

#[cfg(test)]
mod tests;
