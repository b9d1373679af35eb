//! Large arrays by the few elements that a run can read.
//!
//! A run of `k` cycles reads at most `k` times as many elements as there are `read`s in the file. So
//! all arrays with indices of one width share a pool of that many cells: each cell has an address,
//! any and for good, and for each array the element there. To read is to find the first cell with the
//! address, to write is to change all of them; in the search it is required that every read finds
//! one. That is exact: the cells of a real run are the elements that it reads, and a run of the cells is
//! real because it looks at nothing else. The same holds for paths from any state, so that induction
//! stays a proof; and if the cells repeat, what follows can be had sooner.
//!
//! To lift a run, the addresses become the constants that it reads, and a read elsewhere finds
//! something unknown, which may be more than the array could hold there: what is found relevant is
//! sufficient, but with luck less would do.

use std::collections::{BTreeMap, BTreeSet};

use whyc_aig::circuit::FileError;
use whyc_aig::{Aig, Edge};
use whyc_term::blast::compare;

use super::build::{Bits, Elements};
use super::gates;
use super::model::{Kind, Model, Sort};
use super::number::Number;
use super::ops::Op;
use crate::file::ReadError;

/// The arrays with indices of one width are large if they have more bits than this in all.
const MAX_SMALL_BITS: u64 = 1 << 12;

/// How large arrays are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// For runs up to this cycle, whatever they read.
    Search {
        /// The last cycle.
        bound: usize,
    },
    /// For runs that read these addresses, given for each pool, and no others that matter.
    Lift {
        /// The addresses.
        addresses: Vec<Vec<Number>>,
    },
}

/// The cells that all large arrays with indices of one width share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The width of an index.
    pub index: u32,
    /// The addresses, if they are constants.
    pub addresses: Option<Vec<Number>>,
    /// How many cells there are.
    pub n_cells: usize,
}

impl Sort {
    /// How many elements an array has; nothing for a word, and the most for a huge array.
    pub(super) fn n_elements(self) -> Option<u64> {
        match self {
            Sort::Bits(_) => None,
            Sort::Array { index, .. } => Some(if index < 48 { 1 << index } else { 1 << 48 }),
        }
    }
}

/// The widths of indices for which arrays are large.
pub(super) fn large_indices(model: &Model) -> BTreeSet<u32> {
    let mut bits_from_index: BTreeMap<u32, u64> = BTreeMap::new();
    for leaf in model.inputs.iter().copied().chain(model.states.iter().map(|state| state.node)) {
        if let sort @ Sort::Array { index, element } = model.nodes[leaf].sort {
            let bits = sort.n_elements().unwrap_or(0).saturating_mul(u64::from(element));
            let all = bits_from_index.entry(index).or_default();
            *all = all.saturating_add(bits);
        }
    }
    bits_from_index.into_iter().filter(|(_, bits)| *bits > MAX_SMALL_BITS).map(|(index, _)| index).collect()
}

/// The pools of a model, by the width of their indices.
pub(super) fn pools(model: &Model, plan: &Plan) -> Vec<Pool> {
    let large = large_indices(model);
    let mut n_reads: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, array, _) in model.reads() {
        if let Sort::Array { index, .. } = model.nodes[array.node].sort {
            *n_reads.entry(index).or_default() += 1;
        }
    }
    let pool = |(position, &index): (usize, &u32)| match plan {
        Plan::Search { bound } => {
            let n_reads = n_reads.get(&index).copied().unwrap_or(0);
            Pool { index, addresses: None, n_cells: n_reads * (bound + 1) }
        }
        Plan::Lift { addresses } => {
            Pool { index, addresses: Some(addresses[position].clone()), n_cells: addresses[position].len() }
        }
    };
    large.iter().enumerate().map(pool).collect()
}

/// The pool that arrays of this sort belong to.
pub(super) fn pool_of(pools: &[Pool], sort: Sort) -> Option<usize> {
    let Sort::Array { index, .. } = sort else { return None };
    pools.iter().position(|pool| pool.index == index)
}

/// Refuses to compare large arrays: that takes all elements.
pub(super) fn check_comparisons(model: &Model) -> Result<(), ReadError> {
    let large = large_indices(model);
    for node in &model.nodes {
        if let Kind::Apply(Op::Eq | Op::Neq, operands) = &node.kind
            && let Sort::Array { index, .. } = model.nodes[operands[0].node].sort
            && large.contains(&index)
        {
            let reason = format!("arrays of more than {MAX_SMALL_BITS} bits cannot be compared");
            return Err(ReadError::Refused(FileError::at_line(node.line, reason).unsupported()));
        }
    }
    Ok(())
}

/// The operators on the cells of large arrays.
pub(super) struct Cells<'a> {
    pub(super) aig: &'a mut Aig,
    pub(super) addresses: &'a [Bits],
}

impl Cells<'_> {
    /// What is read at `index`, and, if nothing is known of what has no cell, that there is a cell.
    pub(super) fn read(self, cells: &[Bits], index: &[Edge], unknown: Option<&Bits>) -> (Bits, Option<Edge>) {
        let aig = self.aig;
        let met: Vec<Edge> = self.addresses.iter().map(|address| compare::eq(aig, address, index)).collect();
        let other = unknown.or(cells.last()).expect("a read should have a cell").clone();
        let found = met.iter().zip(cells).rev();
        let value = found.fold(other, |value, (&met, cell)| gates::mux(aig, met, cell, &value).into());
        let hit = if unknown.is_some() { None } else { Some(aig.or_all(&met)) };
        (value, hit)
    }

    pub(super) fn write(self, cells: &[Bits], index: &[Edge], value: &[Edge]) -> Elements {
        let aig = self.aig;
        let written = self.addresses.iter().zip(cells).map(|(address, cell)| {
            let met = compare::eq(aig, address, index);
            gates::mux(aig, met, value, cell).into()
        });
        written.collect()
    }
}

/// What is read at `index` of an array all of whose elements are there, in order.
pub(super) fn read_small(aig: &mut Aig, elements: &[Bits], index: &[Edge]) -> Bits {
    let mut level = elements.to_vec();
    for &bit in index {
        level = level.chunks(2).map(|pair| gates::mux(aig, bit, &pair[1], &pair[0]).into()).collect();
    }
    level[0].clone()
}

/// Such an array with one element changed.
pub(super) fn write_small(aig: &mut Aig, elements: &[Bits], index: &[Edge], value: &[Edge]) -> Elements {
    let written = elements.iter().enumerate().map(|(at, element)| {
        let met = compare::eq(aig, &gates::constant(at as u64, index.len()), index);
        gates::mux(aig, met, value, element).into()
    });
    written.collect()
}
