//! From a draft back to a proof.
//!
//! A node that has lost a parent is the other one. A node whose pivot is missing in a parent is that parent, whose clause is
//! contained in what the node would be. What nobody needs any more is left out. The clause of each node that is left is contained
//! in what it was before, if the draft came about by steps that are allowed; whether it did, is seen in the sink
//! (see [`replay`](crate::replay)).

use whyc_base::budget::Budget;
use whyc_base::ids::Id;

use crate::clauses::{Clauses, has, normalise};
use crate::dimacs::Formula;
use crate::error::Error;
use crate::graph::{Builder, Draft, Node, NodeId, Proof};
use crate::lit::Var;

/// The budget is asked each time so many nodes were looked at.
const PATIENCE: usize = 1 << 14;
const NOT_YET: NodeId = NodeId(u32::MAX);

/// Makes a proof of a draft.
///
/// # Errors
/// The limit that came first.
pub fn reconstruct(draft: &Draft, formula: &Formula, budget: &Budget) -> Result<Proof, Error> {
    let (order, uses) = parents_first(draft);
    let mut clauses = Clauses::default();
    let mut builder = Builder::default();
    let mut new_of_old = vec![NOT_YET; draft.n_nodes()];
    for (at, &old) in order.iter().enumerate() {
        if at.is_multiple_of(PATIENCE) {
            budget.check()?;
        }
        let n_uses = uses[old.index()];
        new_of_old[old.index()] = match draft.node(old) {
            Node::Leaf(idx) => {
                let mut clause = clauses.buffer();
                clause.extend_from_slice(formula.clause(idx));
                normalise(&mut clause);
                let new = builder.leaf(idx)?;
                clauses.keep(new, clause, n_uses);
                new
            }
            Node::Inner { left, right, pivot } => {
                let new_of = |parent: NodeId| new_of_old[parent.index()];
                let (left, right) = (left.map(new_of), right.map(new_of));
                match side(&clauses, left, right, pivot) {
                    Side::Both(left, right) => {
                        let clause = clauses.resolve_used(left, right, pivot);
                        let new = builder.inner(left, right, pivot)?;
                        clauses.keep(new, clause, n_uses);
                        new
                    }
                    Side::One(parent) => {
                        clauses.add_uses(parent, n_uses);
                        left.into_iter().chain(right).for_each(|parent| clauses.used(parent));
                        parent
                    }
                }
            }
        };
    }
    Ok(builder.finish(new_of_old[draft.sink().index()]))
}

/// Which parents a node really has: one if its clause is contained in the resolvent.
enum Side {
    Both(NodeId, NodeId),
    One(NodeId),
}

fn side(clauses: &Clauses, left: Option<NodeId>, right: Option<NodeId>, pivot: Var) -> Side {
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (Some(one), None) | (None, Some(one)) => return Side::One(one),
        (None, None) => unreachable!("a node should keep a parent"),
    };
    let (l, r) = (clauses.get(left), clauses.get(right));
    // The resolvent has all that is left of one parent, and of the pivot only what the other one brings in.
    let left_fits = !has(l, pivot.pos_lit()) || has(r, pivot.pos_lit());
    let right_fits = !has(r, pivot.neg_lit()) || has(l, pivot.neg_lit());
    match (left_fits, right_fits) {
        (false, false) => Side::Both(left, right),
        (true, false) => Side::One(left),
        (false, true) => Side::One(right),
        (true, true) => Side::One(if l.len() <= r.len() { left } else { right }),
    }
}

/// The nodes that the sink needs, parents first, and how often each is used by them.
fn parents_first(draft: &Draft) -> (Vec<NodeId>, Vec<u32>) {
    let mut uses = vec![0_u32; draft.n_nodes()];
    let mut is_entered = vec![false; draft.n_nodes()];
    let mut order = Vec::new();
    // A node is met twice: to go to its parents, and when they are done.
    let mut stack = vec![(draft.sink(), false)];
    while let Some((node, is_done)) = stack.pop() {
        if is_done {
            order.push(node);
            continue;
        }
        if std::mem::replace(&mut is_entered[node.index()], true) {
            continue;
        }
        stack.push((node, true));
        for parent in draft.parents(node) {
            uses[parent.index()] += 1;
            if !is_entered[parent.index()] {
                stack.push((parent, false));
            }
        }
    }
    // Whoever asks for the sink uses it.
    uses[draft.sink().index()] += 1;
    (order, uses)
}
