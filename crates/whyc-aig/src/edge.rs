//! Nodes and the possibly negated edges that point at them.

use std::fmt;
use std::ops::{BitXor, Not};

use whyc_base::ids::Id;
use whyc_base::typed_id;

typed_id! {
    /// A node of an [`Aig`](crate::Aig). Node 0 is the constant false.
    pub struct NodeId("n");
}

/// A node with a sign: `node << 1 | negated`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The constant false.
    pub const FALSE: Edge = Edge(0);
    /// The constant true.
    pub const TRUE: Edge = Edge(1);

    /// The edge to `node`, negated or not.
    #[must_use]
    pub fn new(node: NodeId, negated: bool) -> Self {
        Self(node.0 << 1 | u32::from(negated))
    }

    /// The constant `value`.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The edge with this [`code`](Self::code).
    #[must_use]
    pub fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// `node << 1 | negated`, the numbering that AIGER uses for literals.
    #[must_use]
    pub fn code(self) -> u32 {
        self.0
    }

    /// The node pointed at.
    #[must_use]
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Whether the node's value is inverted.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same node without negation.
    #[must_use]
    pub fn positive(self) -> Self {
        Self(self.0 & !1)
    }

    /// Whether this is one of the two constants.
    #[must_use]
    pub fn is_const(self) -> bool {
        self.0 < 2
    }

    /// The constant this is, if it is one.
    #[must_use]
    pub fn as_const(self) -> Option<bool> {
        self.is_const().then_some(self == Self::TRUE)
    }

    /// The index of the node, for tables.
    #[must_use]
    pub fn index(self) -> usize {
        self.node().index()
    }
}

impl Not for Edge {
    type Output = Edge;
    #[inline]
    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

/// Negates where `true`.
impl BitXor<bool> for Edge {
    type Output = Edge;
    #[inline]
    fn bitxor(self, negate: bool) -> Edge {
        Edge(self.0 ^ u32::from(negate))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Edge::FALSE => f.write_str("false"),
            Edge::TRUE => f.write_str("true"),
            edge if edge.is_negated() => write!(f, "!{}", edge.node()),
            edge => write!(f, "{}", edge.node()),
        }
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
