//! `Program`: what the front end yields and everything after it reads.
//!
//! In: nothing (the front end builds it). Out: [`program::Program`], its checks
//! ([`property`]), its meaning ([`interp`]), its text form ([`text`]) and its invariants ([`verify`]).
//!
//! Read [`types`], [`expr`], [`instr`], [`program`], in this order: types, then pure typed
//! expressions and places, then instructions with jumps, then functions and globals.
//! [`parts`] lists what each of them is made of, [`flow`] how control and values go through a body.
//! [`property`] is the closed list of what is checked, and where.
//!
//! Invariant: nothing here knows libclang, terms or solvers.
#![forbid(unsafe_code)]

pub mod target;

pub mod types;

pub mod expr;

pub mod instr;

pub mod parts;

pub mod program;

pub mod woven;

pub mod flow;

pub mod property;

pub mod layout;

pub mod text;

pub mod verify;

pub mod signature;

pub mod interp;

pub mod block;

pub mod build;
