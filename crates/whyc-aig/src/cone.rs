//! The cone of influence: which nodes some edges depend on.

use whyc_base::ids::Id;

use crate::edge::{Edge, NodeId};
use crate::graph::{Aig, Node};

impl Aig {
    /// The nodes that `roots` depend on, their own included, in topological order.
    #[must_use]
    pub fn cone(&self, roots: &[Edge]) -> Vec<NodeId> {
        let mut seen = vec![false; self.n_nodes()];
        let mut stack: Vec<NodeId> = roots.iter().map(|root| root.node()).collect();
        let mut cone = Vec::new();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node.index()], true) {
                continue;
            }
            cone.push(node);
            if let Node::And(left, right) = self.node(node) {
                stack.extend([left.node(), right.node()]);
            }
        }
        // Ids ascend from inputs to outputs.
        cone.sort_unstable();
        cone
    }
}
