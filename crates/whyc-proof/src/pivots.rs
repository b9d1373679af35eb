//! Pivots that are resolved away once more below need not be resolved away here.
//!
//! A literal is *idle* at a node if on every way from there to the sink its opposite is resolved away. Where a node resolves
//! on a literal and its opposite and one of both is idle, the parent with that one is not needed: the other parent can stand for the node,
//! since what it has more goes away below anyhow.

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::Id;

use crate::graph::{Draft, Node, NodeId, Proof};
use crate::lit::Lit;

/// No more idle literals than this are kept for a node. Knowing fewer is never wrong, and keeps a long chain of resolutions
/// from costing the square of its length.
const MOST: usize = 1 << 9;
/// The budget is asked each time so many nodes were looked at.
const PATIENCE: usize = 1 << 14;

/// What is idle at a node with several children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Nothing is known (RECYCLE-PIVOTS).
    Forget,
    /// What is idle on the way through each of them (with intersection).
    Intersect,
}

/// Cuts the parents that are not needed.
///
/// # Errors
/// The limit that came first.
pub fn recycle(proof: &Proof, shared: Shared, budget: &Budget) -> Result<Draft, Exhausted> {
    let mut draft = proof.draft();
    let mut idle = Idle::new(proof, shared);
    idle.give(proof.sink(), Vec::new());
    for id in proof.ids().rev() {
        if id.index().is_multiple_of(PATIENCE) {
            budget.check()?;
        }
        // A node that nobody gave anything to is not needed any more.
        let Some(mut lits) = idle.take(id) else { continue };
        let Node::Inner { left, right, pivot } = proof.node(id) else { continue };
        if lits.binary_search(&pivot.pos_lit()).is_ok() {
            draft.cut_left(id);
            idle.give(right, lits);
        } else if lits.binary_search(&pivot.neg_lit()).is_ok() {
            draft.cut_right(id);
            idle.give(left, lits);
        } else {
            if idle.is_wanted(left) {
                let mut lits = lits.clone();
                insert(&mut lits, pivot.neg_lit());
                idle.give(left, lits);
            }
            insert(&mut lits, pivot.pos_lit());
            idle.give(right, lits);
        }
    }
    Ok(draft)
}

/// Adds a literal whose opposite is resolved away.
fn insert(lits: &mut Vec<Lit>, lit: Lit) {
    if lits.len() < MOST
        && let Err(at) = lits.binary_search(&lit)
    {
        lits.insert(at, lit);
    }
}

/// The idle literals of the nodes that were given some and have not been visited, sorted.
struct Idle<'a> {
    proof: &'a Proof,
    shared: Shared,
    uses: Vec<u32>,
    slot_of_node: Vec<u32>,
    slots: Vec<Vec<Lit>>,
    free: Vec<u32>,
}

const NOTHING: u32 = u32::MAX;

impl<'a> Idle<'a> {
    fn new(proof: &'a Proof, shared: Shared) -> Self {
        let slot_of_node = vec![NOTHING; proof.n_nodes()];
        Self { proof, shared, uses: proof.uses(), slot_of_node, slots: Vec::new(), free: Vec::new() }
    }

    /// Whether it matters what is idle at a node.
    fn is_wanted(&self, node: NodeId) -> bool {
        matches!(self.proof.node(node), Node::Inner { .. })
    }

    /// These are idle at a node on the way through one of its children.
    fn give(&mut self, node: NodeId, mut lits: Vec<Lit>) {
        if !self.is_wanted(node) {
            return;
        }
        if self.shared == Shared::Forget && self.uses[node.index()] > 1 {
            lits.clear();
        }
        match self.slot_of_node[node.index()] {
            NOTHING => {
                let slot = match self.free.pop() {
                    Some(slot) => {
                        self.slots[slot as usize] = lits;
                        slot
                    }
                    None => {
                        self.slots.push(lits);
                        (self.slots.len() - 1) as u32
                    }
                };
                self.slot_of_node[node.index()] = slot;
            }
            slot => self.slots[slot as usize].retain(|lit| lits.binary_search(lit).is_ok()),
        }
    }

    fn take(&mut self, node: NodeId) -> Option<Vec<Lit>> {
        match std::mem::replace(&mut self.slot_of_node[node.index()], NOTHING) {
            NOTHING => None,
            slot => {
                self.free.push(slot);
                Some(std::mem::take(&mut self.slots[slot as usize]))
            }
        }
    }
}
