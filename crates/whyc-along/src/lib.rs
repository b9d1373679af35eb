//! Is there a run that comes through some places in their order? A warning of a compiler or a lint is such a list of places.
//!
//! In: a `Program` and an [`Along`]. Out: a `Program` that watches itself ([`watch::watching`]): it counts how many of the places a run
//! has come through. Either no run should come through all of them, which is an ordinary assertion behind the last one; or only runs
//! that did so count where they break a rule (`Program::only_if`). So every engine and the interpreter answer this as any other
//! question, and the threads are woven afterwards.
//!
//! `place` reads places, `sarif` finds them in reports of other tools, `arrivals` says where a body comes to a line.
//!
//! Nothing here knows terms, solvers or C, and nothing is unrolled.
#![forbid(unsafe_code)]

mod arrivals;

pub mod place;

pub mod sarif;

pub mod watch;

pub use place::Place;

/// What a run should do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Along {
    /// The places that it comes through, in this order.
    pub places: Vec<Place>,
    /// Whether it breaks a rule behind them.
    pub failing: bool,
    /// Whether places without code are passed over: tools name lines such as `else`, too.
    pub lenient: bool,
}

impl Along {
    /// The same for the first places alone, whatever is behind them.
    #[must_use]
    pub fn first(&self, n: usize) -> Self {
        self.through(self.places.iter().take(n).cloned().collect())
    }

    /// The same for other places, whatever is behind them.
    #[must_use]
    pub fn through(&self, places: Vec<Place>) -> Self {
        Self { places, failing: false, lenient: false }
    }
}
