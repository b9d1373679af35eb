//! Contracts of functions and loops, as CBMC has them: `__CPROVER_requires`, `__CPROVER_ensures`, `__CPROVER_assigns`, …
//!
//! No C compiler reads them. [`prelude`] makes macros of their words, [`clauses`] makes C of what stands in them; `lower/contract`
//! and `lower/cut` say what they mean.

pub mod clauses;

pub mod prelude;
