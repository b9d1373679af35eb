//! Findings about circuits: [`text`] and [`html`] for people, [`json`] for programs. `table` lays a run out, `wave` draws it.

pub mod text;

pub mod json;
pub mod sarif;

pub mod html;

mod debugged;

mod suspicions;
mod table;

mod why;

mod wave;

#[cfg(test)]
mod tests;
