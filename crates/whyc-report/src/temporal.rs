//! Properties over time: [`text`] for people, [`json`] for programs, [`html`] for people with a browser. `spec` is about specifications alone,
//! `merged` makes properties of a finding of them, `words` has the sentences that all of them share.

pub mod html;
pub mod json;
pub mod merged;
pub mod spec;
pub mod text;

mod words;
