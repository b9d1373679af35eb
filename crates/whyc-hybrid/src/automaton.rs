//! Hybrid automata: locations in which variables change with time, and jumps between them.

use whyc_base::ids::IdVec;
use whyc_base::typed_id;

use crate::number::Number;
use crate::polyhedron::{Convex, Region};

typed_id! {
    /// A location.
    pub struct LocationId("l");
}

/// A number between two, these included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// The least.
    pub low: Number,
    /// The greatest; the same for a number that is known.
    pub high: Number,
}

/// A location.
#[derive(Clone, Debug)]
pub struct Location {
    /// What it is called.
    pub name: String,
    /// How fast each variable changes.
    pub rates: Vec<Between>,
    /// Where the variables stay while it is not left.
    pub invariant: Convex,
}

/// A jump.
#[derive(Clone, Debug)]
pub struct Jump {
    /// From where.
    pub from: LocationId,
    /// To where.
    pub to: LocationId,
    /// Where it can be taken.
    pub guard: Region,
    /// What each variable becomes; nothing if it stays as it is.
    pub resets: Vec<Option<Between>>,
}

/// What holds somewhere, by location.
#[derive(Clone, Debug)]
pub struct Label {
    /// What it is called.
    pub name: String,
    /// Where it holds.
    pub region: IdVec<LocationId, Region>,
}

/// A hybrid automaton.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The variables.
    pub variables: Vec<String>,
    /// The locations.
    pub locations: IdVec<LocationId, Location>,
    /// The jumps.
    pub jumps: Vec<Jump>,
    /// Where runs begin.
    pub initial: IdVec<LocationId, Region>,
    /// What formulas speak of, beside the names of locations.
    pub labels: Vec<Label>,
    /// The formula that comes with it.
    pub formula: Option<String>,
}
