//! Proofs that a formula has no solution, as data: read, checked and made smaller.
//!
//! In: a [`Formula`] in DIMACS and a proof in LRAT; out: whether each step follows ([`check()`]), and a smaller proof of the
//! same ([`reduce`](reduce::reduce)).
//!
//! Read [`lit`], [`dimacs`] and [`lrat`] first, then [`check`](mod@check), which stands alone. Reductions work on another form,
//! a graph of binary resolutions ([`graph`]): [`import`] makes it of hints, [`pivots`], [`lower_units`] and
//! [`recycle_units`] take edges away, [`reconstruct`] makes a proof of what is left, [`replay`] checks it step by step,
//! [`export`] writes it as LRAT again. See Bar-Ilan, Fuhrmann, Hoory, Shacham, Strichman, "Linear-time reductions of
//! resolution proofs" (2008) and Fontaine, Merz, Woltzenlogel Paleo, "Compression of propositional resolution proofs via
//! partial regularization" (2011).
//!
//! **Nothing here knows a solver**, and nothing recurses over the depth of a proof.
#![forbid(unsafe_code)]

pub mod error;
pub mod lit;

pub mod dimacs;
pub mod lrat;
mod scan;

pub mod check;
pub mod marks;

mod clauses;
pub mod graph;
pub mod replay;

pub mod import;

pub mod reconstruct;

pub mod lower_units;
pub mod pivots;
pub mod recycle_units;
pub mod reduce;

pub mod export;
pub mod trim;

pub use check::{Accepted, check};
pub use dimacs::Formula;
pub use error::Error;
pub use lit::{Lit, Var};
