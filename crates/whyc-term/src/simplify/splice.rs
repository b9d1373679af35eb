//! Ranges of one array in another: what a copy of unknown length leaves behind.
//!
//! `splice(a, b, r)` is `a`, but for a range of indices, in which it has elements of `b`. Only its elements are ever asked for,
//! and they are known as soon as it is read: `select` looks through every splice, and through all that was written on top of
//! one. So no operator has a splice among its arguments except those that make further arrays of it, and neither gates nor
//! values of whole arrays need to know what one is.

use rustc_hash::FxHashMap;

use crate::node::{Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// The range of a splice: the first index in both arrays, and how many elements; all as wide as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first index that changes.
    pub to: TermId,
    /// The index of the element that is there then.
    pub from: TermId,
    /// How many change.
    pub len: TermId,
}

/// What is known of splices.
#[derive(Clone, Debug, Default)]
pub struct Splices {
    /// Whether an array has a splice in it, as far as that was asked; empty while there is no splice at all.
    is_spliced: FxHashMap<TermId, bool>,
    /// The elements of arrays with splices.
    elements: FxHashMap<(TermId, TermId), TermId>,
}

impl TermStore {
    /// `array` with the elements of `other` from `range.from` on at `range.to` and what follows. Indices are taken modulo their
    /// number.
    ///
    /// # Panics
    /// If an index has more bits than a third of the widest word, or the arrays are of different sorts.
    pub fn splice(&mut self, array: TermId, other: TermId, range: Range) -> TermId {
        let sort = self.sort(array);
        assert_eq!(sort, self.sort(other), "{array} and {other} should hold the same");
        if array == other && range.to == range.from || self.as_bits(range.len) == Some(0) {
            return array;
        }
        let low = self.concat(range.from, range.to);
        let packed = self.concat(range.len, low);
        let spliced = self.intern(Op::Splice, sort, &[array, other, packed]);
        self.splices.is_spliced.insert(spliced, true);
        spliced
    }

    /// The range of a splice.
    pub fn splice_range(&mut self, packed: TermId) -> Range {
        let width = self.width(packed) / 3;
        let mut part = |k: u32| self.extract(packed, (k + 1) * width - 1, k * width);
        Range { to: part(0), from: part(1), len: part(2) }
    }

    /// Where the element of a splice at `index` is if it is in the range, and whether it is (Boolean).
    pub fn spliced_from(&mut self, packed: TermId, index: TermId) -> (TermId, TermId) {
        let Range { to, from, len } = self.splice_range(packed);
        let distance = self.sub(index, to);
        let inside = self.ult(distance, len);
        (self.add(distance, from), inside)
    }

    /// Whether there is a splice in `array`.
    pub fn has_splice(&mut self, array: TermId) -> bool {
        if self.splices.is_spliced.is_empty() {
            return false;
        }
        let mut stack = vec![array];
        while let Some(&at) = stack.last() {
            if self.splices.is_spliced.contains_key(&at) {
                stack.pop();
                continue;
            }
            let below = match self.node(at) {
                Node::Store(below, ..) => [Some(below), None],
                Node::Ite(_, then, other) => [Some(then), Some(other)],
                _ => [None, None],
            };
            let open = below.into_iter().flatten().find(|it| !self.splices.is_spliced.contains_key(it));
            if let Some(open) = open {
                stack.push(open);
                continue;
            }
            let is_spliced = below.into_iter().flatten().any(|it| self.splices.is_spliced[&it]);
            self.splices.is_spliced.insert(at, is_spliced);
            stack.pop();
        }
        self.splices.is_spliced[&array]
    }

    /// The element at `index` of an array with a splice in it.
    pub(crate) fn select_spliced(&mut self, array: TermId, index: TermId) -> TermId {
        let mut stack = vec![(array, index)];
        while let Some(&(at, index)) = stack.last() {
            if self.splices.elements.contains_key(&(at, index)) {
                stack.pop();
                continue;
            }
            let mut missing = Vec::new();
            let element = self.element_of(at, index, &mut missing);
            if missing.is_empty() {
                self.splices.elements.insert((at, index), element);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.splices.elements[&(array, index)]
    }

    /// One step of that; what must be known first is added to `missing`.
    fn element_of(&mut self, array: TermId, index: TermId, missing: &mut Vec<(TermId, TermId)>) -> TermId {
        if !self.has_splice(array) {
            return self.select(array, index);
        }
        // All writes at constant indices at once, however many they are
        if let Some(at) = self.as_bits(index) {
            match self.tables.read(array, at) {
                Ok(value) => return value,
                Err(below) if below != array => return self.known_element(below, index, missing),
                Err(_) => {}
            }
        }
        match self.node(array) {
            Node::Store(below, written, value) => {
                let same = self.eq(written, index);
                match self.as_bool(same) {
                    Some(true) => value,
                    Some(false) => self.known_element(below, index, missing),
                    None => {
                        let before = self.known_element(below, index, missing);
                        self.chosen_element(missing, same, value, before)
                    }
                }
            }
            Node::Ite(cond, then, other) => {
                let then = self.known_element(then, index, missing);
                let other = self.known_element(other, index, missing);
                self.chosen_element(missing, cond, then, other)
            }
            Node::Splice(below, other, packed) => {
                let (from, inside) = self.spliced_from(packed, index);
                if self.as_bool(inside) == Some(true) {
                    return self.known_element(other, from, missing);
                }
                let before = self.known_element(below, index, missing);
                if self.as_bool(inside) == Some(false) {
                    return before;
                }
                let after = self.known_element(other, from, missing);
                self.chosen_element(missing, inside, after, before)
            }
            _ => self.select(array, index),
        }
    }

    fn known_element(&mut self, array: TermId, index: TermId, missing: &mut Vec<(TermId, TermId)>) -> TermId {
        if let Some(&known) = self.splices.elements.get(&(array, index)) {
            return known;
        }
        missing.push((array, index));
        array
    }

    /// A choice between elements, unless some of them are missing.
    fn chosen_element(&mut self, missing: &[(TermId, TermId)], cond: TermId, then: TermId, other: TermId) -> TermId {
        if missing.is_empty() { self.ite(cond, then, other) } else { then }
    }

    /// Whether the indices of an array are narrow enough for it to be spliced.
    #[must_use]
    pub fn can_splice(&self, array: TermId) -> bool {
        matches!(self.sort(array), Sort::Array { index, .. } if index * 3 <= 128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{ArrayValue, Evaluator, Valuation};

    #[test]
    fn elements_come_from_where_the_range_says() {
        let mut store = TermStore::new();
        let (a, b) = (store.array_input(8, 8), store.array_input(8, 8));
        let [to, from, len, index, at, cond] =
            [8, 8, 8, 8, 8, 1].map(|width| store.input(if width == 1 { Sort::Bool } else { Sort::Bits(width) }));
        let value = store.bits(8, 200);
        let once = store.splice(a, b, Range { to, from, len });
        let written = store.store(once, at, value);
        let chosen = store.ite(cond, written, a);
        // A range of an array in itself: as it was before.
        let twice = store.splice(chosen, chosen, Range { to: from, from: to, len });
        let element = store.select(twice, index);
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u128::from(state >> 33) % 16
        };
        for _ in 0..500 {
            let words = [to, from, len, index, at, cond].map(|term| (term, random()));
            let mut valuation = Valuation::default();
            for (term, word) in words {
                let word = if term == cond { word % 2 } else { word };
                valuation.set_bits(store.input_id(term).unwrap(), word);
            }
            let content = |first: u128| ArrayValue {
                default: 0,
                elements: (0..256).map(|k| (k, (first + k * 3) % 256)).collect(),
            };
            valuation.set_array(store.input_id(a).unwrap(), content(1));
            valuation.set_array(store.input_id(b).unwrap(), content(90));
            let word = |term: TermId| words.iter().find(|(it, _)| *it == term).map_or(0, |(_, word)| *word);
            let (to, from, len) = (word(to), word(from), word(len));
            let spliced = |old: &dyn Fn(u128) -> u128, other: &dyn Fn(u128) -> u128, to: u128, from: u128, k: u128| {
                let distance = (256 + k - to) % 256;
                if distance < len { other((distance + from) % 256) } else { old(k) }
            };
            let (first, second) = (|k: u128| (1 + k * 3) % 256, |k: u128| (90 + k * 3) % 256);
            let after = |k: u128| match word(cond) % 2 {
                1 if k == word(at) => 200,
                1 => spliced(&first, &second, to, from, k),
                _ => first(k),
            };
            let expected = spliced(&after, &after, from, to, word(index));
            assert_eq!(Evaluator::new(&store, &valuation).bits(element), expected);
        }
    }
}
