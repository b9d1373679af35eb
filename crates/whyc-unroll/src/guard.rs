//! Path conditions as a tree: each one is its parent and one more condition.
//!
//! At a join only the conditions since the paths parted matter, so both halves of a branch give
//! back the very path condition from before it, and values are selected by short conditions.

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::typed_id;
use whyc_term::{TermId, TermStore};

typed_id! {
    /// A path condition.
    pub struct GuardId("guard");
}

/// At most this many conditions of a path are looked at.
const FEW: u32 = 32;

#[derive(Clone)]
struct Node {
    parent: GuardId,
    cond: TermId,
    term: TermId,
    depth: u32,
}

/// All path conditions of an unrolling.
#[derive(Clone)]
pub struct Guards {
    nodes: IdVec<GuardId, Node>,
    id_from_parts: FxHashMap<(GuardId, TermId), GuardId>,
    /// Conditions relative to an ancestor, by guard and ancestor.
    relative: FxHashMap<(GuardId, GuardId), TermId>,
}

impl Guards {
    /// The condition that always holds.
    pub const TRUE: GuardId = GuardId(0);

    /// Only [`Guards::TRUE`].
    pub fn new(terms: &mut TermStore) -> Self {
        let always = terms.bool_const(true);
        let mut nodes = IdVec::new();
        nodes.push(Node { parent: Self::TRUE, cond: always, term: always, depth: 0 });
        Self { nodes, id_from_parts: FxHashMap::default(), relative: FxHashMap::default() }
    }

    /// The condition as a term.
    pub fn term(&self, guard: GuardId) -> TermId {
        self.nodes[guard].term
    }

    /// `parent` and `cond`.
    pub fn and(&mut self, terms: &mut TermStore, parent: GuardId, cond: TermId) -> GuardId {
        if terms.as_bool(cond) == Some(true) {
            return parent;
        }
        if let Some(&id) = self.id_from_parts.get(&(parent, cond)) {
            return id;
        }
        let term = terms.and(self.nodes[parent].term, cond);
        let depth = self.nodes[parent].depth + 1;
        let id = self.nodes.push(Node { parent, cond, term, depth });
        self.id_from_parts.insert((parent, cond), id);
        id
    }

    /// Whether `cond` is one of the last conditions of a path.
    pub fn says(&self, guard: GuardId, cond: TermId) -> bool {
        let mut at = guard;
        for _ in 0..FEW {
            if self.nodes[at].cond == cond {
                return true;
            }
            at = self.nodes[at].parent;
        }
        false
    }

    /// What holds on all of the paths: their deepest common ancestor.
    pub fn common(&self, guards: &[GuardId]) -> GuardId {
        let mut iter = guards.iter().copied();
        let Some(first) = iter.next() else { return Self::TRUE };
        iter.fold(first, |a, b| self.common_of_two(a, b))
    }

    fn common_of_two(&self, mut a: GuardId, mut b: GuardId) -> GuardId {
        while a != b {
            if self.nodes[a].depth >= self.nodes[b].depth {
                a = self.nodes[a].parent;
            } else {
                b = self.nodes[b].parent;
            }
        }
        a
    }

    /// What `guard` adds to its ancestor `ancestor`.
    pub fn relative(&mut self, terms: &mut TermStore, guard: GuardId, ancestor: GuardId) -> TermId {
        // Walk up to something known, then down again, so that long chains cost each link once.
        let mut links = Vec::new();
        let mut at = guard;
        let mut term = loop {
            if at == ancestor {
                break terms.bool_const(true);
            }
            if let Some(&term) = self.relative.get(&(at, ancestor)) {
                break term;
            }
            links.push(at);
            at = self.nodes[at].parent;
        };
        for &link in links.iter().rev() {
            term = terms.and(term, self.nodes[link].cond);
            self.relative.insert((link, ancestor), term);
        }
        term
    }
}
