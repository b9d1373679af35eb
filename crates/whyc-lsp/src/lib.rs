//! The language server, and the debug adapter beside it: what whyc finds, in an editor, as one types.
//!
//! In: messages of the Language Server Protocol. Out: such messages, and an exit status; the way in is [`serve`]. Read `server` first
//! (one loop that never waits for work), then `changes` (what a client tells), `units` and `documents` (what is open), `jobs` (threads that work, in lanes), `work` (what they do),
//! `known` (what is known of a file by now) and what is made of it: `diagnose`, `lens`, `actions`, `values`, `hover`. `requests` and
//! `commands` are the questions of a client, `show` is how it is shown a report, `client` and `abilities` who is asked; `wire` is the
//! bytes.
//!
//! [`dap`] is the debug adapter, which shares nothing with the server but the bytes and how a project is read.
//!
//! Invariants: the loop does no work of its own, and no two threads share anything but channels and a flag to cancel. What is shown belongs
//! to the text that the editor has: as soon as that changes, it is not shown any more.
#![forbid(unsafe_code)]

mod server;

pub mod dap;

mod changes;
mod units;

mod documents;
mod project;
mod uri;

mod jobs;
mod work;

mod known;

mod diagnose;
mod position;

mod actions;
mod hover;
mod lens;
mod values;

mod commands;
mod requests;
mod show;

mod abilities;
mod client;
mod settings;
mod wire;

pub use server::serve;
