//! Delta debugging over lists and trees: what of all this is needed?
//!
//! In: a number of atoms and a [`Question`], "is what is kept still interesting?", to which the answer for all atoms is
//! known to be yes. Out: a small [`Subset`] to which it is yes, too.
//!
//! A [`Search`] asks: it remembers what it asked, asks several questions at once where there are threads for it, can be stopped, and
//! tells how far it is. Three ways to go about it are functions over it:
//!
//! - [`bisect()`](bisect::bisect): halves, once over everything; few questions, and the answer may hold more than is needed;
//! - [`prune()`](prune::prune): ever smaller pieces are left out until no single one can be: 1-minimal;
//! - [`ddmin()`](ddmin::ddmin): the algorithm of Zeller and Hildebrandt, which also looks at pieces alone.
//!
//! A [`Tree`](tree::Tree) groups atoms (files, hunks, lines; functions, blocks, statements): [`tree::prune`] and [`tree::bisect`] leave
//! out what is large before they look at what is small.
//!
//! Read [`subset`], [`search`], then any of the rest. **Nothing here knows what an atom is**, C least of all.
#![forbid(unsafe_code)]

pub mod subset;

pub mod search;

pub mod bisect;
pub mod ddmin;
pub mod prune;

pub mod tree;

pub use search::{Ended, Progress, Question, Search, Stop};
pub use subset::Subset;

#[cfg(test)]
mod tests;
