//! Rules as equations: both sides are built, and are the same term.

use whyc_term::{Sort, TermId, TermStore};

/// The leaves that the equations use.
pub struct Leaves {
    /// Booleans.
    pub c: TermId,
    pub d: TermId,
    pub g: TermId,
    /// Words of 32 bits.
    pub x: TermId,
    pub y: TermId,
    pub z: TermId,
    /// Bytes.
    pub p: TermId,
    pub q: TermId,
    /// Offsets of 40 bits.
    pub m: TermId,
    pub n: TermId,
    /// An array of words with indices of 32 bits.
    pub a: TermId,
    pub b: TermId,
}

/// One side of an equation.
pub type Side = fn(&mut TermStore, &Leaves) -> TermId;

/// Builds both sides of each equation and compares.
pub fn check(equations: &[(&str, Side, Side)]) {
    for (name, left, right) in equations {
        let mut store = TermStore::new();
        let [c, d, g] = [(); 3].map(|()| store.input(Sort::Bool));
        let [x, y, z] = [(); 3].map(|()| store.input(Sort::Bits(32)));
        let [p, q] = [(); 2].map(|()| store.input(Sort::Bits(8)));
        let [m, n] = [(); 2].map(|()| store.input(Sort::Bits(40)));
        let [a, b] = [(); 2].map(|()| store.array_input(32, 32));
        let leaves = Leaves { c, d, g, x, y, z, p, q, m, n, a, b };
        let (left, right) = (left(&mut store, &leaves), right(&mut store, &leaves));
        assert_eq!(left, right, "{name}\nleft:\n{}right:\n{}", store.listing(left), store.listing(right));
    }
}

/// A store with a shorter way to write constants and nested applications.
pub trait Short {
    /// The constant of 32 bits.
    fn k(&mut self, value: u128) -> TermId;
    /// `op(a, k)` with the constant of the width of `a`.
    fn t(&mut self, op: fn(&mut TermStore, TermId, TermId) -> TermId, a: TermId, k: u128) -> TermId;
    /// The object above the offset.
    fn pointer(&mut self, object: u128, offset: TermId) -> TermId;
}

impl Short for TermStore {
    fn k(&mut self, value: u128) -> TermId {
        self.bits(32, value)
    }
    fn t(&mut self, op: fn(&mut TermStore, TermId, TermId) -> TermId, a: TermId, k: u128) -> TermId {
        let k = self.bits(self.width(a), k);
        op(self, a, k)
    }
    fn pointer(&mut self, object: u128, offset: TermId) -> TermId {
        let object = self.bits(24, object);
        self.concat(object, offset)
    }
}
