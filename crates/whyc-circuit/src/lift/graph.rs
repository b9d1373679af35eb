//! Lifting by justification: why is the root true?
//!
//! From the root backwards, a conjunction that is true needs both inputs, one that is false needs
//! a single input that is false. The variables met are sufficient. This is what following an
//! implication graph from the conflict to its leaves gives, and it takes one pass over the graph.

use whyc_aig::{Edge, Node};
use whyc_base::ids::Id;

use super::problem::Problem;

/// Which input explains a false conjunction whose inputs are both false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one that propagation reaches first: the nearest to the free variables.
    FirstImplied,
    /// The one that seems to need the fewest variables.
    Cheapest,
}

/// A sufficient set of free variables.
#[must_use]
pub fn justify(problem: &Problem, choice: Choice) -> Vec<bool> {
    let aig = &problem.aig;
    let values = aig.simulate(&problem.words());
    let is_true = |edge: Edge| (values[edge.index()] & 1 == 1) != edge.is_negated();
    let price = prices(problem, choice, is_true);
    let mut needed = vec![false; aig.n_nodes()];
    needed[problem.root.index()] = true;
    for idx in (0..=problem.root.index()).rev() {
        let Node::And(left, right) = aig.node(Id::from_index(idx)) else { continue };
        if !needed[idx] {
            continue;
        }
        match (is_true(left), is_true(right)) {
            (true, true) => {
                needed[left.index()] = true;
                needed[right.index()] = true;
            }
            (false, true) => needed[left.index()] = true,
            (true, false) => needed[right.index()] = true,
            // What is needed anyway explains for free.
            (false, false) if needed[left.index()] || needed[right.index()] => {}
            (false, false) => {
                let chosen = if price[right.index()] < price[left.index()] { right } else { left };
                needed[chosen.index()] = true;
            }
        }
    }
    let found: Vec<bool> = aig.inputs().iter().map(|node| needed[node.index()]).collect();
    // What is unknown explains nothing; all that is known does.
    if found.iter().zip(&problem.known).any(|(&needed, &known)| needed && !known) {
        return problem.in_cone();
    }
    found
}

/// What it costs to explain each node.
fn prices(problem: &Problem, choice: Choice, is_true: impl Fn(Edge) -> bool) -> Vec<u32> {
    let aig = &problem.aig;
    let mut price: Vec<u32> = Vec::with_capacity(aig.n_nodes());
    for idx in 0..aig.n_nodes() {
        let cost = match aig.node(Id::from_index(idx)) {
            Node::Const => 0,
            Node::Input(var) if problem.known[var as usize] => 1,
            Node::Input(_) => u32::MAX,
            Node::And(left, right) => {
                let (l, r) = (price[left.index()], price[right.index()]);
                match (is_true(left), is_true(right), choice) {
                    (true, true, Choice::FirstImplied) => l.max(r).saturating_add(1),
                    (_, _, Choice::FirstImplied) => {
                        let l = if is_true(left) { u32::MAX } else { l };
                        let r = if is_true(right) { u32::MAX } else { r };
                        l.min(r).saturating_add(1)
                    }
                    (true, true, Choice::Cheapest) => l.saturating_add(r),
                    (false, true, Choice::Cheapest) => l,
                    (true, false, Choice::Cheapest) => r,
                    (false, false, Choice::Cheapest) => l.min(r),
                }
            }
        };
        price.push(cost);
    }
    price
}
