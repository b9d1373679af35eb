//! The graph itself: an arena of two-input ANDs, each pair of inputs at most once.
//!
//! Invariant: the inputs of a node have smaller ids than the node, so ascending id order is a
//! topological order. [`rules`](crate::rules) says what never becomes a node at all.

use whyc_base::ids::Id;

use crate::edge::{Edge, NodeId};
use crate::intern::InternTable;
use crate::rules::{Conjunctions, Rewrite, rewrite_and};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The constant false; only node 0.
    Const,
    /// A free input with its position among the inputs.
    Input(u32),
    /// The conjunction of two edges.
    And(Edge, Edge),
}

/// Marks an input where an AND has its left edge: no graph has that many nodes.
const INPUT: u32 = u32::MAX;

/// An and-inverter graph. Gates are only ever added.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<[Edge; 2]>,
    inputs: Vec<NodeId>,
    /// How many ANDs use a node, up to 255; tells private from shared gates.
    n_fanouts: Vec<u8>,
    /// The ANDs by their inputs.
    and_from_inputs: InternTable,
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}

impl Aig {
    /// A graph with the constant alone.
    #[must_use]
    pub fn new() -> Self {
        Self {
            nodes: vec![[Edge::FALSE; 2]],
            inputs: Vec::new(),
            n_fanouts: vec![0],
            and_from_inputs: InternTable::new(),
        }
    }

    /// A new free input.
    pub fn input(&mut self) -> Edge {
        let idx = self.inputs.len() as u32;
        let node = self.push([Edge::from_code(INPUT), Edge::from_code(idx)]);
        self.inputs.push(node);
        Edge::new(node, false)
    }

    /// `a ∧ b`.
    pub fn and(&mut self, mut a: Edge, mut b: Edge) -> Edge {
        while let Some(rewrite) = rewrite_and(&*self, a, b) {
            match rewrite {
                Rewrite::False => return Edge::FALSE,
                Rewrite::Same(edge) => return edge,
                Rewrite::Negated(edge) => return !edge,
                Rewrite::AndNot(negated, other) => (a, b) = (!negated, other),
            }
        }
        if b < a {
            std::mem::swap(&mut a, &mut b);
        }
        let nodes = &self.nodes;
        let same = |node: u32| nodes[node as usize] == [a, b];
        if let Some(found) = self.and_from_inputs.find_or_insert(hash_inputs([a, b]), nodes.len() as u32, same) {
            return Edge::new(NodeId(found), false);
        }
        let node = self.push([a, b]);
        for edge in [a, b] {
            let n = &mut self.n_fanouts[edge.index()];
            *n = n.saturating_add(1);
        }
        Edge::new(node, false)
    }

    /// What `node` is.
    #[must_use]
    pub fn node(&self, node: NodeId) -> Node {
        let [left, right] = self.nodes[node.index()];
        if node.0 == 0 {
            Node::Const
        } else if left.code() == INPUT {
            Node::Input(right.code())
        } else {
            Node::And(left, right)
        }
    }

    /// How many nodes there are, the constant included.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The inputs in the order in which they were made.
    #[must_use]
    pub fn inputs(&self) -> &[NodeId] {
        &self.inputs
    }

    /// How many ANDs use `node`; 255 stands for that many or more.
    #[must_use]
    pub fn n_fanouts(&self, node: NodeId) -> u8 {
        self.n_fanouts[node.index()]
    }

    /// The inputs of the AND that `edge` points at, whatever its sign.
    #[must_use]
    pub fn and_inputs(&self, edge: Edge) -> Option<(Edge, Edge)> {
        match self.node(edge.node()) {
            Node::And(left, right) => Some((left, right)),
            Node::Const | Node::Input(_) => None,
        }
    }

    fn push(&mut self, node: [Edge; 2]) -> NodeId {
        // One bit of an edge is its sign, and the last code is the input mark.
        assert!(self.nodes.len() < (u32::MAX >> 1) as usize, "a graph should stay below 2^31 nodes");
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(node);
        self.n_fanouts.push(0);
        id
    }
}

impl Conjunctions for Aig {
    type Edge = Edge;

    fn truth(&self, edge: Edge) -> Option<bool> {
        edge.as_const()
    }

    fn and_parts(&self, edge: Edge) -> Option<(Edge, Edge)> {
        if edge.is_negated() { None } else { self.and_inputs(edge) }
    }

    fn nand_parts(&self, edge: Edge) -> Option<(Edge, Edge)> {
        if edge.is_negated() { self.and_inputs(edge) } else { None }
    }

    fn are_opposed(&self, a: Edge, b: Edge) -> bool {
        a == !b
    }
}

/// A hash of two edges whose high bits are well mixed, as the table needs them.
fn hash_inputs([a, b]: [Edge; 2]) -> u64 {
    let key = u64::from(a.code()) << 32 | u64::from(b.code());
    (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
