//! Symbolic execution: loops unwound, calls inlined, paths merged, memory modelled.
//!
//! In: a [`Program`](whyc_ir::program::Program) and [`Bounds`](loops::Bounds).
//! Out: an [`Unrolling`](step::Unrolling), by [`unroll`].
//!
//! Read [`step`] first: it is the result, printed by [`text`]; [`verify`] lists what always holds of it. Then `state` (what one path knows), `exec` (how
//! instructions change it), `eval` (what expressions mean as terms) and `memory` (objects,
//! cells and what untouched storage holds). [`rewrite`] lets others watch and change values on their way,
//! [`visible`] is what an expression can see.
//!
//! [`cuts`] are loops of which one round stands for all.
//! [`oracle`] is asked whether paths can be taken at all, [`work`] counts.
//!
//! Invariant: nothing here knows a solver. What is decided is decided by how terms simplify, or by who implements
//! [`oracle::Oracle`].
#![forbid(unsafe_code)]

pub mod step;

pub mod text;

pub mod verify;

mod trie;

mod guard;

mod state;

pub mod loops;

pub mod cuts;

mod opens;

mod memory;

mod inputs;

mod eval;

pub mod rewrite;

pub mod oracle;

pub mod work;

pub mod visible;

mod exec;

pub use exec::{Checkpoint, Failure, Limits, Stopped, resume, unroll, unroll_cut, unroll_watched, unroll_with};
pub use inputs::InputPool;
