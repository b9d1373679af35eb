//! From syntax to instructions, one function at a time.
//!
//! [`builder`] holds the function under construction. An expression is lowered to a pure
//! [`ExprId`](whyc_ir::expr::ExprId); whatever it does besides is appended to the instructions before it is used.
//! Where an operand is followed by instructions of a later operand that could change it, its
//! value is saved first ([`order`]).

pub mod builder;

pub mod effects;

pub mod order;
mod parts;

mod fixed;

mod simd;

pub mod nonlocal;

mod convert;

mod place;

mod volatile;

mod value;

mod generic;

mod operator;

mod assign;

mod logic;

mod call;

mod builtin;

mod atomic;

pub mod dialect;

pub mod outside;

pub mod contract;

mod history;

mod predicates;

mod targets;

mod cut;

mod guess;

pub mod frame;

mod weave;

mod memory;

mod math;

mod format;

mod print;
mod quantifier;

pub mod varargs;

pub mod library;

mod init;

mod init_tree;

mod assembly;

mod labels;

mod stmt;

mod cleanup;

pub mod vla;

mod jumps;

pub mod finish;

mod compact;

pub mod start;
