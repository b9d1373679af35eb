//! Properties over time: their language, what they say of a run that is cut off, and specifications that say nothing.
//!
//! In: text such as `G(req -> F ack)` or `{req; busy[*]; done} |=> idle`. Out: a [`Standing`](view::Standing) for each prefix of a
//! run, a circuit that looks for runs, and what can be said of a specification alone.
//!
//! Read [`syntax`] (what is written; [`parse`](mod@parse) and [`print`] are its text) and [`store`] (what it means; [`lower`] leads
//! there), then [`derive`], on which everything rests: one step. [`view`] looks at runs that end, [`lasso`] at those that go on
//! forever.
#![forbid(unsafe_code)]

pub mod atom;
mod lex;
pub mod parse;
pub mod print;
pub mod syntax;

pub mod derive;
pub mod lower;
pub mod store;

pub mod lasso;
pub mod view;

pub mod ask;
pub mod tableau;
pub mod words;

pub mod change;
pub mod check;
pub mod comments;
pub mod file;
mod forall;
pub mod idle;
pub mod judged;
pub mod lint;
pub mod open;
pub mod program;
pub mod recorded;
pub mod run;
pub mod signals;
pub mod simplest;
pub mod spec;
pub mod together;
pub mod vacuity;

#[cfg(test)]
mod definitions;
#[cfg(test)]
mod random;

pub use lex::Mistake;
