//! Terms over Booleans, bit-vectors and arrays: the formulas of whyc.
//!
//! In: operators applied one by one to a [`TermStore`], which simplifies as it builds. Out: a
//! [`TermId`], to be evaluated under a [`Valuation`] by an [`Evaluator`] or turned into gates by
//! a [`Blaster`]. Terms know nothing of C, and nothing of solvers.
//!
//! Read [`node`] (what a term is made of), [`store`] (where terms live) and [`meaning`] (what each
//! operator computes) first. [`simplify`] holds the builders with their rewrite rules, one file
//! per operator family, and [`float`] makes floating-point arithmetic of them; [`eval`] and
//! [`blast`] are what one does with a term. Operators have their SMT-LIB names without `bv`, and
//! bits are counted from the least significant one.
//!
//! Nothing here recurses over the depth of a term: unrolled programs give terms millions deep.
#![forbid(unsafe_code)]

pub mod node;
pub mod sort;
pub mod word;

pub mod meaning;
pub mod store;
pub mod text;

pub mod simplify;

pub mod float;

pub mod assumed;
mod copy;
pub mod eval;
pub mod few;
pub mod portable;
pub mod sample;
pub mod versions;

pub mod blast;

pub use assumed::{Assumed, Fact};
pub use blast::Blaster;
pub use eval::{ArrayValue, Evaluator, Valuation};
pub use few::Few;
pub use node::{InputId, Node, Op, TermId};
pub use sample::Sample;
pub use simplify::splice::Range;
pub use sort::Sort;
pub use store::TermStore;
