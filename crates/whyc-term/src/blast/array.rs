//! Reads from arrays: writes are looked through one by one, or at once where they are a table,
//! and reads of a free array are kept consistent with the earlier ones.
//!
//! A read of an input array is a fresh element unless its index equals an earlier one:
//! `ite(i = i₁, v₁, ite(i = i₂, v₂, … fresh))`. Thus no conditions are needed beside the gates.

use rustc_hash::FxHashMap;
use whyc_aig::{Aig, Edge};

use super::{Blaster, Work, compare};
use crate::node::{InputId, Node, Op, TermId};
use crate::sort::Sort;
use crate::store::TermStore;

/// One element read from an input array.
#[derive(Clone, Debug)]
pub struct Read {
    /// Where.
    pub index: Vec<Edge>,
    /// What.
    pub element: Vec<Edge>,
}

/// All reads of input arrays.
#[derive(Clone, Debug, Default)]
pub struct ArrayReads {
    reads_from_input: FxHashMap<InputId, Reads>,
    /// The arrays in the order of their first read.
    inputs: Vec<InputId>,
}

/// The reads of one array. Reads at constant indices can only meet reads at other indices when
/// those are not constant, so the two kinds are kept apart.
#[derive(Clone, Debug, Default)]
struct Reads {
    at_constants: FxHashMap<Vec<Edge>, usize>,
    at_others: Vec<usize>,
    all: Vec<Read>,
}

impl ArrayReads {
    /// The arrays read and their reads.
    pub fn iter(&self) -> impl Iterator<Item = (InputId, &[Read])> {
        self.inputs.iter().map(|&input| (input, self.reads_from_input[&input].all.as_slice()))
    }

    /// The element of `input` at `index`.
    fn read(&mut self, aig: &mut Aig, input: InputId, index: &[Edge], element_width: u32) -> Vec<Edge> {
        let reads = self.reads_from_input.entry(input).or_insert_with(|| {
            self.inputs.push(input);
            Reads::default()
        });
        if let Some(&known) = reads.at_constants.get(index) {
            return reads.all[known].element.clone();
        }
        let constant = index.iter().all(|edge| edge.is_const());
        let rivals: Vec<usize> = if constant { reads.at_others.clone() } else { (0..reads.all.len()).collect() };
        let mut element: Vec<Edge> = (0..element_width).map(|_| aig.input()).collect();
        for rival in rivals.into_iter().map(|rival| &reads.all[rival]) {
            let same = compare::eq(aig, index, &rival.index);
            for (bit, &earlier) in element.iter_mut().zip(&rival.element) {
                *bit = aig.mux(same, earlier, *bit);
            }
        }
        let position = reads.all.len();
        if constant {
            reads.at_constants.insert(index.to_vec(), position);
        } else {
            reads.at_others.push(position);
        }
        reads.all.push(Read { index: index.to_vec(), element: element.clone() });
        element
    }
}

impl Blaster {
    /// Gives the element of `array` at `index` its bits, or pushes what must have bits first.
    pub(super) fn blast_read(&mut self, store: &TermStore, array: TermId, index: TermId) -> bool {
        if self.element_from_read.contains_key(&(array, index)) {
            return true;
        }
        if !self.demand(index) {
            return false;
        }
        if let Some(done) = self.read_at_constant(store, array, index) {
            return done;
        }
        let element = match store.node(array) {
            Node::Input(input) => {
                let Sort::Array { element, .. } = store.sort(array) else {
                    panic!("{array} should be an array, not {}", store.sort(array));
                };
                let index = self.bits.get(store, index);
                Some(self.array_reads.read(&mut self.aig, input, index, element))
            }
            Node::Unary(Op::ConstArray, element) => {
                self.demand(element).then(|| self.bits.get(store, element).to_vec())
            }
            Node::Store(below, written, value) => match store.table(array) {
                Some((table, below)) => self.read_table(store, &table, below, index),
                None => self.read_through_write(store, below, written, value, index),
            },
            Node::Ite(cond, then, other) => {
                let ready = self.demand(cond);
                let then = self.demand_read(store, then, index);
                let other = self.demand_read(store, other, index);
                match (then, other) {
                    (Some(then), Some(other)) if ready => {
                        let cond = self.bits.get(store, cond)[0];
                        Some(mux(&mut self.aig, cond, &then, &other))
                    }
                    _ => None,
                }
            }
            node => panic!("{node:?} should not be an array"),
        };
        self.remember_read(array, index, element)
    }

    /// A read of a table at a constant index, which only one entry can meet.
    fn read_at_constant(&mut self, store: &TermStore, array: TermId, index: TermId) -> Option<bool> {
        let element = match store.tables.read(array, store.as_bits(index)?) {
            Ok(value) => self.demand(value).then(|| self.bits.get(store, value).to_vec()),
            Err(below) if below == array => return None,
            Err(below) => self.demand_read(store, below, index),
        };
        Some(self.remember_read(array, index, element))
    }

    /// Keeps the bits of a read, if they are known by now.
    fn remember_read(&mut self, array: TermId, index: TermId, element: Option<Vec<Edge>>) -> bool {
        if let Some(element) = &element {
            let start = self.bits.push(element);
            self.element_from_read.insert((array, index), start);
        }
        element.is_some()
    }

    fn read_through_write(
        &mut self,
        store: &TermStore,
        below: TermId,
        written: TermId,
        value: TermId,
        index: TermId,
    ) -> Option<Vec<Edge>> {
        if !self.demand(written) {
            return None;
        }
        let same = compare::eq(&mut self.aig, self.bits.get(store, written), self.bits.get(store, index));
        // A decided comparison leaves one side undemanded.
        if same == Edge::TRUE {
            return self.demand(value).then(|| self.bits.get(store, value).to_vec());
        }
        let earlier = self.demand_read(store, below, index);
        if same == Edge::FALSE {
            return earlier;
        }
        if !self.demand(value) {
            return None;
        }
        let earlier = earlier?;
        Some(mux(&mut self.aig, same, self.bits.get(store, value), &earlier))
    }

    /// The element at `index` of `below` overwritten by `table`.
    fn read_table(
        &mut self,
        store: &TermStore,
        table: &[(u128, TermId)],
        below: TermId,
        index: TermId,
    ) -> Option<Vec<Edge>> {
        let mut ready = true;
        for &(_, value) in table {
            ready &= self.demand(value);
        }
        let other = self.demand_read(store, below, index)?;
        let entries = |cache: &'_ super::BitCache| -> Vec<(u128, Vec<Edge>)> {
            table.iter().map(|&(at, value)| (at, cache.get(store, value).to_vec())).collect()
        };
        ready.then(|| lookup(&mut self.aig, &entries(&self.bits), self.bits.get(store, index), &other))
    }

    /// The element of `array` at `index` if it has bits; if not, it is next.
    fn demand_read(&mut self, store: &TermStore, array: TermId, index: TermId) -> Option<Vec<Edge>> {
        let Some(&start) = self.element_from_read.get(&(array, index)) else {
            self.stack.push(Work::Read(array, index));
            return None;
        };
        let Sort::Array { element, .. } = store.sort(array) else {
            panic!("{array} should be an array, not {}", store.sort(array));
        };
        Some(self.bits.at(start, element).to_vec())
    }
}

/// The entry of a table, sorted by index, that `index` meets, or `other` if it meets none.
///
/// A trie over the bits of the indices, the high ones first: a bit in which all entries agree is
/// compared, a bit in which they differ selects.
fn lookup(aig: &mut Aig, entries: &[(u128, Vec<Edge>)], index: &[Edge], other: &[Edge]) -> Vec<Edge> {
    let [(first, value), ..] = entries else { return other.to_vec() };
    let (last, _) = &entries[entries.len() - 1];
    // Above this bit all entries agree.
    let n_free = (128 - (first ^ last).leading_zeros()) as usize;
    let found = match n_free.checked_sub(1) {
        Some(split) => {
            let n_low = entries.partition_point(|(at, _)| at >> split & 1 == 0);
            let low = lookup(aig, &entries[..n_low], &index[..split], other);
            let high = lookup(aig, &entries[n_low..], &index[..split], other);
            mux(aig, index[split], &high, &low)
        }
        None => value.clone(),
    };
    let agreed = (n_free..index.len()).map(|bit| index[bit] ^ (first >> bit & 1 == 0)).collect::<Vec<_>>();
    let same = aig.and_all(&agreed);
    mux(aig, same, &found, other)
}

fn mux(aig: &mut Aig, cond: Edge, then: &[Edge], other: &[Edge]) -> Vec<Edge> {
    then.iter().zip(other).map(|(&then, &other)| aig.mux(cond, then, other)).collect()
}
