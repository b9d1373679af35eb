//! Arrays: reads seen through writes, and merges pushed below them. [`table`](super::table) makes
//! long runs of writes at constant indices cheap.

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// How many writes a read looks through.
const MAX_WRITES: u32 = 64;

/// Arrays that differ in up to this many writes are merged element by element.
const MAX_MERGED: usize = 256;

/// Arrays with indices of up to this many bits are compared element by element.
pub const MAX_EXPANDED_INDEX: u32 = 12;

impl TermStore {
    /// The array with indices of `index_width` bits that holds `element` everywhere.
    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        let sort = Sort::Array { index: index_width, element: self.width(element) };
        self.intern(Op::ConstArray, sort, &[element])
    }

    /// `array` with `value` at `index`.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        let expected = Sort::Array { index: self.width(index), element: self.width(value) };
        assert_eq!(sort, expected, "{array} should take {value} at {index}");
        // store(a, i, select(a, i)) = a
        if self.node(value) == Node::Binary(Op::Select, array, index) {
            return array;
        }
        match self.node(array) {
            // store(store(a, i, _), i, v) = store(a, i, v)
            Node::Store(below, index_too, _) if index_too == index => self.store(below, index, value),
            // store(const(v), i, v) = const(v)
            Node::Unary(Op::ConstArray, element) if element == value => array,
            _ => {
                let written = self.intern(Op::Store, sort, &[array, index, value]);
                if let Some(at) = self.as_bits(index) {
                    self.tables.add(array, at, value, written);
                }
                written
            }
        }
    }

    /// The element of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array { index: index_width, element } = self.sort(array) else {
            panic!("{array} should be an array, not {}", self.sort(array));
        };
        assert_eq!(index_width, self.width(index), "{index} should be an index of {array}");
        if self.has_splice(array) {
            return self.select_spliced(array, index);
        }
        let mut array = array;
        for _ in 0..MAX_WRITES {
            // All writes at constant indices at once, however many they are
            if let Some(at) = self.as_bits(index) {
                match self.tables.read(array, at) {
                    Ok(value) => return value,
                    Err(below) => array = below,
                }
            }
            match self.node(array) {
                // select(store(a, i, v), j) = ite(i = j, v, select(a, j)), where i = j is decided
                Node::Store(below, written, value) => {
                    let same = self.eq(written, index);
                    match self.as_bool(same) {
                        Some(true) => return value,
                        Some(false) => array = below,
                        None => break,
                    }
                }
                // select(const(v), i) = v
                Node::Unary(Op::ConstArray, element) => return element,
                // select(ite(c, a, b), i) = ite(c, select(a, i), select(b, i))
                Node::Ite(cond, then, other) => {
                    let distributed = self.nested_once((Op::Select, array, index.0), |store| {
                        let (then, other) = (store.select(then, index), store.select(other, index));
                        store.ite(cond, then, other)
                    });
                    match distributed {
                        Some(distributed) => return distributed,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.intern(Op::Select, Sort::Bits(element), &[array, index])
    }

    /// The merge of two arrays, element by element where they differ in few known elements.
    pub(crate) fn array_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        // ite(c, store(a, i, v), store(b, i, w)) = store(ite(c, a, b), i, ite(c, v, w))
        if let (Node::Store(a, i, v), Node::Store(b, j, w)) = (self.node(then), self.node(other))
            && i == j
            && let Some(below) = self.nested(|store| store.ite(cond, a, b))
        {
            let value = self.ite(cond, v, w);
            return Some(self.store(below, i, value));
        }
        // ite(c, store(a, k, v), a) = store(a, k, ite(c, v, select(a, k))) for constants k, and so
        // for any few writes at constants on either side
        let mut indices = self.differing_indices(then, other)?;
        indices.sort_unstable();
        indices.dedup();
        let merged = indices.into_iter().fold(other, |merged, index| {
            let (v, w) = (self.select(then, index), self.select(other, index));
            let value = self.ite(cond, v, w);
            if value == w { merged } else { self.store(merged, index, value) }
        });
        Some(merged)
    }

    /// The constant indices written on either side above the array that both have in common.
    fn differing_indices(&self, a: TermId, b: TermId) -> Option<Vec<TermId>> {
        let (mut a, mut b) = (a, b);
        let mut indices = Vec::new();
        while a != b {
            // Below a term are smaller ids only, so the larger of the two cannot be below the other.
            let top = if a > b { &mut a } else { &mut b };
            match self.node(*top) {
                Node::Store(below, index, _) if self.is_const(index) && indices.len() < MAX_MERGED => {
                    indices.push(index);
                    *top = below;
                }
                _ => return None,
            }
        }
        Some(indices)
    }

    /// Equality of two arrays, as a conjunction over indices.
    ///
    /// # Panics
    /// If that takes every index of a large array: the sides have different arrays below their
    /// writes, and indices of more than [`MAX_EXPANDED_INDEX`] bits.
    pub(crate) fn array_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let Sort::Array { index: index_width, .. } = self.sort(a) else {
            panic!("{a} should be an array, not {}", self.sort(a));
        };
        let (mut indices, mut base_a, mut base_b) = (Vec::new(), a, b);
        for base in [&mut base_a, &mut base_b] {
            while let Node::Store(below, index, _) = self.node(*base) {
                indices.push(index);
                *base = below;
            }
        }
        if base_a != base_b {
            assert!(
                index_width <= MAX_EXPANDED_INDEX,
                "arrays that are compared should differ in their writes alone, or be small"
            );
            indices = (0..1 << index_width).map(|index| self.bits(index_width, index)).collect();
        }
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().fold(self.bool_const(true), |all, index| {
            let (x, y) = (self.select(a, index), self.select(b, index));
            let same = self.eq(x, y);
            self.and(all, same)
        })
    }
}
