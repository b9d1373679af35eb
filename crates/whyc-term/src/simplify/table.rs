//! Tables: the writes at constant indices on top of an array.
//!
//! Initialised arrays and unrolled loops write thousands of elements at constant indices. A read
//! at a constant index finds its write among them in one search, and a read at any other index
//! can treat them as a table.

use rustc_hash::FxHashMap;

use crate::node::TermId;
use crate::store::TermStore;
use crate::versions::{Version, Versions};

/// The tables that arrays end in.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    table_from_array: FxHashMap<TermId, Table>,
    versions: Versions<TermId>,
}

#[derive(Clone, Copy, Debug)]
struct Table {
    /// The array below all writes at constant indices.
    below: TermId,
    writes: Version,
}

impl Tables {
    /// Notes that `written` is `array` with `value` at `index`.
    pub(crate) fn add(&mut self, array: TermId, index: u128, value: TermId, written: TermId) {
        if self.table_from_array.contains_key(&written) {
            return;
        }
        let Table { below, writes } = match self.table_from_array.get(&array) {
            Some(&table) => table,
            None => Table { below: array, writes: self.versions.root() },
        };
        let writes = self.versions.write(writes, index, value);
        self.table_from_array.insert(written, Table { below, writes });
    }

    /// The value written at `index`, or the array in which it is to be found.
    pub(crate) fn read(&self, array: TermId, index: u128) -> Result<TermId, TermId> {
        match self.table_from_array.get(&array) {
            Some(&Table { below, writes }) => self.versions.read(writes, index).ok_or(below),
            None => Err(array),
        }
    }
}

impl TermStore {
    /// The last value written at each constant index on top of `array`, in order of the indices,
    /// and the array below these writes; `None` where the last write is at another index.
    #[must_use]
    pub fn table(&self, array: TermId) -> Option<(Vec<(u128, TermId)>, TermId)> {
        let Table { below, writes } = *self.tables.table_from_array.get(&array)?;
        let versions = &self.tables.versions;
        let value = |index| versions.read(writes, index).expect("a key should have been written");
        Some((versions.keys(writes).into_iter().map(|index| (index, value(index))).collect(), below))
    }
}
