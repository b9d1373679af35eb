//! A refutation as a graph of binary resolutions.
//!
//! A [`Proof`] is legal or is found out by [`replay`](crate::replay): nodes stand after their parents, the last one is the
//! sink. A [`Draft`] is what reductions leave: edges may be missing or lead to other nodes, until
//! [`reconstruct`](crate::reconstruct) makes a proof of it. Neither holds clauses, except for what leaves refer to: they follow from
//! the structure, and a graph of tens of millions of nodes needs twelve bytes for each.

use whyc_base::ids::Id;
use whyc_base::typed_id;

use crate::error::Error;
use crate::lit::Var;

typed_id! {
    /// A node of a proof.
    pub struct NodeId("n");
}

/// Stands for an edge that was cut.
const CUT: u32 = u32::MAX;
/// The pivot of leaves: no variable has this number.
const NO_PIVOT: u32 = 0;

/// Twelve bytes: of a leaf, `left` is the place of its clause in the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    left: u32,
    right: u32,
    pivot: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<P> {
    /// The clause of the formula at this place, counted from 0.
    Leaf(usize),
    /// The resolvent of two others.
    Inner {
        /// The parent with the pivot.
        left: P,
        /// The parent with its negation.
        right: P,
        /// The variable that goes away.
        pivot: Var,
    },
}

impl Packed {
    fn leaf(clause: usize) -> Self {
        Self { left: clause as u32, right: CUT, pivot: NO_PIVOT }
    }

    fn inner(left: NodeId, right: NodeId, pivot: Var) -> Self {
        Self { left: left.0, right: right.0, pivot: pivot.number() }
    }

    fn pivot(self) -> Option<Var> {
        Var::new(self.pivot)
    }
}

/// A refutation by binary resolution. Never empty: the last node is the sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    nodes: Vec<Packed>,
}

impl Proof {
    /// How many nodes there are, leaves included.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many leaves there are: the clauses that the refutation needs.
    #[must_use]
    pub fn n_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.pivot == NO_PIVOT).count()
    }

    /// The clauses of the formula that the refutation needs, in order.
    #[must_use]
    pub fn core(&self) -> Vec<usize> {
        let leaves = self.nodes.iter().filter(|node| node.pivot == NO_PIVOT);
        let mut core: Vec<usize> = leaves.map(|node| node.left as usize).collect();
        core.sort_unstable();
        core.dedup();
        core
    }

    /// The node whose clause should be empty.
    #[must_use]
    pub fn sink(&self) -> NodeId {
        NodeId::from_index(self.nodes.len() - 1)
    }

    /// All nodes, parents first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// What a node is.
    #[must_use]
    #[inline]
    pub fn node(&self, id: NodeId) -> Node<NodeId> {
        let node = self.nodes[id.index()];
        match node.pivot() {
            None => Node::Leaf(node.left as usize),
            Some(pivot) => Node::Inner { left: NodeId(node.left), right: NodeId(node.right), pivot },
        }
    }

    /// How many nodes have each node for a parent.
    #[must_use]
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0_u32; self.nodes.len()];
        for node in self.nodes.iter().filter(|node| node.pivot != NO_PIVOT) {
            uses[node.left as usize] += 1;
            uses[node.right as usize] += 1;
        }
        uses
    }

    /// The same as something that may be changed.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft { nodes: self.nodes.clone(), sink: self.sink() }
    }
}

/// Builds a [`Proof`] node by node.
#[derive(Debug, Default)]
pub struct Builder {
    nodes: Vec<Packed>,
}

impl Builder {
    /// Adds a leaf.
    ///
    /// # Errors
    /// If ids have run out.
    pub fn leaf(&mut self, clause: usize) -> Result<NodeId, Error> {
        self.push(Packed::leaf(clause))
    }

    /// Adds a resolvent.
    ///
    /// # Errors
    /// If ids have run out.
    pub fn inner(&mut self, left: NodeId, right: NodeId, pivot: Var) -> Result<NodeId, Error> {
        self.push(Packed::inner(left, right, pivot))
    }

    fn push(&mut self, node: Packed) -> Result<NodeId, Error> {
        if self.nodes.len() >= CUT as usize {
            return Err(Error::TooLarge);
        }
        self.nodes.push(node);
        Ok(NodeId::from_index(self.nodes.len() - 1))
    }

    /// The part of what was built that a sink needs, nodes in their order.
    #[must_use]
    pub fn finish(mut self, sink: NodeId) -> Proof {
        let n = sink.index() + 1;
        let mut new_of_old = vec![CUT; n];
        new_of_old[sink.index()] = 0;
        for idx in (0..n).rev() {
            let node = self.nodes[idx];
            if new_of_old[idx] != CUT && node.pivot != NO_PIVOT {
                new_of_old[node.left as usize] = 0;
                new_of_old[node.right as usize] = 0;
            }
        }
        let mut kept = 0;
        for idx in 0..n {
            if new_of_old[idx] == CUT {
                continue;
            }
            let mut node = self.nodes[idx];
            if node.pivot != NO_PIVOT {
                node.left = new_of_old[node.left as usize];
                node.right = new_of_old[node.right as usize];
            }
            new_of_old[idx] = kept as u32;
            self.nodes[kept] = node;
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.nodes.shrink_to_fit();
        Proof { nodes: self.nodes }
    }
}

/// A proof in the making: an inner node may have lost a parent, and then stands for the other one.
#[derive(Clone, Debug)]
pub struct Draft {
    nodes: Vec<Packed>,
    sink: NodeId,
}

impl Draft {
    /// How many nodes there are, needed or not.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The node whose clause should be empty.
    #[must_use]
    pub fn sink(&self) -> NodeId {
        self.sink
    }

    /// Makes another node the sink.
    pub fn set_sink(&mut self, sink: NodeId) {
        self.sink = sink;
    }

    /// What a node is.
    #[must_use]
    #[inline]
    pub fn node(&self, id: NodeId) -> Node<Option<NodeId>> {
        let node = self.nodes[id.index()];
        let edge = |parent| (parent != CUT).then_some(NodeId(parent));
        match node.pivot() {
            None => Node::Leaf(node.left as usize),
            Some(pivot) => Node::Inner { left: edge(node.left), right: edge(node.right), pivot },
        }
    }

    /// The parents that a node has.
    #[inline]
    pub fn parents(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let edges = match self.node(id) {
            Node::Leaf(_) => [None, None],
            Node::Inner { left, right, .. } => [left, right],
        };
        edges.into_iter().flatten()
    }

    /// Takes a node's left parent away.
    pub fn cut_left(&mut self, id: NodeId) {
        debug_assert!(self.nodes[id.index()].right != CUT, "a node should keep a parent");
        self.nodes[id.index()].left = CUT;
    }

    /// Takes a node's right parent away.
    pub fn cut_right(&mut self, id: NodeId) {
        debug_assert!(self.nodes[id.index()].left != CUT, "a node should keep a parent");
        self.nodes[id.index()].right = CUT;
    }

    /// Gives an inner node another left parent.
    pub fn set_left(&mut self, id: NodeId, parent: NodeId) {
        self.nodes[id.index()].left = parent.0;
    }

    /// Gives an inner node another right parent.
    pub fn set_right(&mut self, id: NodeId, parent: NodeId) {
        self.nodes[id.index()].right = parent.0;
    }

    /// Adds a resolvent.
    ///
    /// # Errors
    /// If ids have run out.
    pub fn push(&mut self, left: NodeId, right: NodeId, pivot: Var) -> Result<NodeId, Error> {
        if self.nodes.len() >= CUT as usize {
            return Err(Error::TooLarge);
        }
        self.nodes.push(Packed::inner(left, right, pivot));
        Ok(NodeId::from_index(self.nodes.len() - 1))
    }
}
