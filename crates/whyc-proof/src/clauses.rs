//! Clauses of nodes, for as long as they are needed.
//!
//! A clause is sorted and has no literal twice. It is held until the last node that uses it has been made: of a large proof, only a
//! small part at a time.

use crate::graph::NodeId;
use crate::lit::{Lit, Var};
use whyc_base::ids::Id;

const NO_SLOT: u32 = u32::MAX;

/// The clauses of some nodes.
#[derive(Debug, Default)]
pub struct Clauses {
    slot_of_node: Vec<u32>,
    /// How often each node's clause will still be asked for.
    uses: Vec<u32>,
    slots: Vec<Vec<Lit>>,
    free: Vec<u32>,
}

impl Clauses {
    /// A buffer to make a clause in.
    pub fn buffer(&mut self) -> Vec<Lit> {
        match self.free.pop() {
            Some(slot) => {
                let mut buffer = std::mem::take(&mut self.slots[slot as usize]);
                self.free.push(slot);
                buffer.clear();
                buffer
            }
            None => Vec::new(),
        }
    }

    /// Keeps a node's clause for so many uses.
    pub fn keep(&mut self, node: NodeId, clause: Vec<Lit>, uses: u32) {
        let idx = node.index();
        if self.slot_of_node.len() <= idx {
            self.slot_of_node.resize(idx + 1, NO_SLOT);
            self.uses.resize(idx + 1, 0);
        }
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = clause;
                slot
            }
            None => {
                self.slots.push(clause);
                (self.slots.len() - 1) as u32
            }
        };
        self.slot_of_node[idx] = slot;
        self.uses[idx] = uses;
        if uses == 0 {
            self.forget(idx);
        }
    }

    /// The clause of a node that is kept.
    #[must_use]
    pub fn get(&self, node: NodeId) -> &[Lit] {
        &self.slots[self.slot_of_node[node.index()] as usize]
    }

    /// Whether a node's clause is kept.
    #[must_use]
    pub fn is_kept(&self, node: NodeId) -> bool {
        self.slot_of_node.get(node.index()).is_some_and(|&slot| slot != NO_SLOT)
    }

    /// Keeps a clause for more uses.
    pub fn add_uses(&mut self, node: NodeId, uses: u32) {
        self.uses[node.index()] += uses;
    }

    /// One use less.
    pub fn used(&mut self, node: NodeId) {
        let idx = node.index();
        self.uses[idx] -= 1;
        if self.uses[idx] == 0 {
            self.forget(idx);
        }
    }

    /// The resolvent of two clauses, each of which is used once less then.
    ///
    /// Most resolutions are links of a chain: a long clause that nobody else uses, and a short one. The long one is then
    /// changed in place, so that a chain costs what its short clauses do.
    pub fn resolve_used(&mut self, left: NodeId, right: NodeId, pivot: Var) -> Vec<Lit> {
        let (long, short, lit) = match self.get(left).len() >= self.get(right).len() {
            true => (left, right, pivot.pos_lit()),
            false => (right, left, pivot.neg_lit()),
        };
        let clause = if self.uses[long.index()] == 1 && long != short {
            let slot = self.slot_of_node[long.index()] as usize;
            let mut clause = std::mem::take(&mut self.slots[slot]);
            absorb(&mut clause, lit, self.get(short));
            clause
        } else {
            let mut clause = self.buffer();
            resolve(self.get(left), self.get(right), pivot, &mut clause);
            clause
        };
        self.used(left);
        self.used(right);
        clause
    }

    fn forget(&mut self, idx: usize) {
        let slot = std::mem::replace(&mut self.slot_of_node[idx], NO_SLOT);
        self.free.push(slot);
    }
}

/// The literals of a clause as a set: sorted, none twice.
pub fn normalise(clause: &mut Vec<Lit>) {
    clause.sort_unstable();
    clause.dedup();
}

/// Whether a sorted clause has a literal.
#[must_use]
pub fn has(clause: &[Lit], lit: Lit) -> bool {
    clause.binary_search(&lit).is_ok()
}

/// Resolves a sorted clause with another one: `lit` goes away, and its negation in the other one.
pub fn absorb(clause: &mut Vec<Lit>, lit: Lit, other: &[Lit]) {
    // Where much comes in, going through both is cheaper than looking up each place.
    if other.len() * 8 > clause.len() {
        let mut result = Vec::with_capacity(clause.len() + other.len());
        if lit.is_neg() {
            resolve(other, clause, lit.var(), &mut result);
        } else {
            resolve(clause, other, lit.var(), &mut result);
        }
        *clause = result;
        return;
    }
    if let Ok(at) = clause.binary_search(&lit) {
        clause.remove(at);
    }
    for &new in other.iter().filter(|&&new| new != !lit) {
        if let Err(at) = clause.binary_search(&new) {
            clause.insert(at, new);
        }
    }
}

/// All literals of both but `pivot` of the left and its negation of the right.
pub fn resolve(left: &[Lit], right: &[Lit], pivot: Var, result: &mut Vec<Lit>) {
    let (mut a, mut b) = (0, 0);
    loop {
        if left.get(a) == Some(&pivot.pos_lit()) {
            a += 1;
        }
        if right.get(b) == Some(&pivot.neg_lit()) {
            b += 1;
        }
        match (left.get(a), right.get(b)) {
            (None, None) => return,
            (Some(&lit), None) => {
                result.push(lit);
                a += 1;
            }
            (None, Some(&lit)) => {
                result.push(lit);
                b += 1;
            }
            (Some(&l), Some(&r)) => {
                result.push(l.min(r));
                a += usize::from(l <= r);
                b += usize::from(r <= l);
            }
        }
    }
}
