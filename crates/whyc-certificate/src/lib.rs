//! A certificate: a folder with what a verdict rests on, which can be verified without believing a solver.
//!
//! A [`Folder`](folder::Folder) has four files. `question.aag` has the gates of what must not happen, an output for each
//! such thing. `question.cnf` says in clauses that one of them happens. `question.lrat` is a proof that the clauses have no
//! solution. `manifest.json` says which output is which property of which line, and knows the hashes of all files and of
//! the sources.
//!
//! [`verify`](verify::verify) believes nothing of this: the proof is checked step by step ([`whyc_proof::check()`]), each
//! clause must follow from the gates around it ([`follows`]), the last one must name the outputs, each output must belong
//! to something in the manifest, and the hashes must be right. What remains to be believed is that the gates say what the
//! program does.
//!
//! Read [`gates`], [`follows`], [`manifest`], [`folder`] and [`verify`](mod@verify), in this order. **Nothing here knows a
//! solver, C or the code that made the clauses.**
#![forbid(unsafe_code)]

pub mod gates;

pub mod follows;

pub mod manifest;

pub mod folder;
pub mod verify;
