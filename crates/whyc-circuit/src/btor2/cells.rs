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

use whyc_aig::circuit::FileError;
use whyc_term::{TermId, TermStore};

use super::model::{Kind, Model, Sort};
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
        addresses: Vec<Vec<u128>>,
    },
}

/// The cells that all large arrays with indices of one width share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The width of an index.
    pub index: u32,
    /// The addresses, if they are constants.
    pub addresses: Option<Vec<u128>>,
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

/// Whether arrays of this sort are large.
pub(super) fn is_large(model: &Model, sort: Sort) -> bool {
    let Sort::Array { index: wanted, .. } = sort else { return false };
    let leaves = model.inputs.iter().copied().chain(model.states.iter().map(|state| state.node));
    let bits: u64 = leaves
        .map(|leaf| match model.nodes[leaf].sort {
            sort @ Sort::Array { index, element } if index == wanted => {
                sort.n_elements().unwrap_or(0) * u64::from(element)
            }
            _ => 0,
        })
        .fold(0, u64::saturating_add);
    bits > MAX_SMALL_BITS
}

/// The pools of a model, by the width of their indices.
pub(super) fn pools(model: &Model, plan: &Plan) -> Vec<Pool> {
    let mut pools: Vec<Pool> = Vec::new();
    for node in &model.nodes {
        if let Sort::Array { index, .. } = node.sort
            && pool_of(&pools, node.sort).is_none()
            && is_large(model, node.sort)
        {
            pools.push(Pool { index, addresses: None, n_cells: n_reads(model, index) });
        }
    }
    for (position, pool) in pools.iter_mut().enumerate() {
        match plan {
            Plan::Search { bound } => pool.n_cells *= bound + 1,
            Plan::Lift { addresses } => {
                pool.addresses = Some(addresses[position].clone());
                pool.n_cells = addresses[position].len();
            }
        }
    }
    pools
}

/// The pool that arrays of this sort belong to.
pub(super) fn pool_of(pools: &[Pool], sort: Sort) -> Option<usize> {
    let Sort::Array { index, .. } = sort else { return None };
    pools.iter().position(|pool| pool.index == index)
}

fn n_reads(model: &Model, wanted: u32) -> usize {
    let reads = model.nodes.iter().filter(|node| match &node.kind {
        Kind::Apply(Op::Read, operands) => {
            matches!(model.nodes[operands[0].node].sort, Sort::Array { index, .. } if index == wanted)
        }
        _ => false,
    });
    reads.count()
}

/// Refuses to compare large arrays: that takes all elements.
pub(super) fn check_comparisons(model: &Model) -> Result<(), ReadError> {
    for node in &model.nodes {
        if let Kind::Apply(Op::Eq | Op::Neq, operands) = &node.kind
            && is_large(model, model.nodes[operands[0].node].sort)
        {
            let reason = format!("arrays of more than {MAX_SMALL_BITS} bits cannot be compared");
            return Err(ReadError::Refused(FileError::at_line(node.line, reason).unsupported()));
        }
    }
    Ok(())
}

/// The operators on cells.
pub(super) struct Cells<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) addresses: &'a [TermId],
}

impl Cells<'_> {
    /// What is read at `index`, and, if nothing is known of what has no cell, that there is a cell.
    pub(super) fn read(self, cells: &[TermId], index: TermId, unknown: Option<TermId>) -> (TermId, Option<TermId>) {
        let store = self.store;
        let met: Vec<TermId> = self.addresses.iter().map(|&address| store.eq(address, index)).collect();
        let other = unknown.or(cells.last().copied()).expect("a read should have a cell");
        let value = met.iter().zip(cells).rev().fold(other, |value, (&met, &cell)| store.ite(met, cell, value));
        let hit = if unknown.is_some() { None } else { Some(store.or_all(&met)) };
        (value, hit)
    }

    pub(super) fn write(self, cells: &[TermId], index: TermId, value: TermId) -> Vec<TermId> {
        let store = self.store;
        let written = self.addresses.iter().zip(cells).map(|(&address, &cell)| {
            let met = store.eq(address, index);
            store.ite(met, value, cell)
        });
        written.collect()
    }

    pub(super) fn ite(self, cond: TermId, then: &[TermId], other: &[TermId]) -> Vec<TermId> {
        let cond = self.store.bits_to_bool(cond);
        then.iter().zip(other).map(|(&then, &other)| self.store.ite(cond, then, other)).collect()
    }
}
