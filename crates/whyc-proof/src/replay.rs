//! Whether a graph is a refutation, step by step.
//!
//! Every inner node must resolve on a literal that its parents have in opposite ways, every leaf must be a clause of the
//! formula, and the sink must be empty. This runs after each reduction: what a reduction may do is a theorem, what it did is
//! seen here.

use whyc_base::budget::Budget;
use whyc_base::ids::Id;

use crate::clauses::{Clauses, has, normalise};
use crate::dimacs::Formula;
use crate::error::Error;
use crate::graph::{Node, NodeId, Proof};
use crate::lit::Lit;

/// The budget is asked each time so many nodes were looked at.
const PATIENCE: usize = 1 << 14;

/// Checks that `proof` refutes `formula`.
///
/// # Errors
/// The first node that is wrong, or the limit that came first.
pub fn verify(proof: &Proof, formula: &Formula, budget: &Budget) -> Result<(), Error> {
    replay(proof, formula, budget, |_, _| {})
}

/// The nodes with a clause of one literal, in order.
///
/// # Errors
/// As [`verify`].
pub fn units(proof: &Proof, formula: &Formula, budget: &Budget) -> Result<Vec<(NodeId, Lit)>, Error> {
    let mut units = Vec::new();
    replay(proof, formula, budget, |node, clause| {
        if let [lit] = clause {
            units.push((node, *lit));
        }
    })?;
    Ok(units)
}

/// Derives the clauses of all nodes in turn, sorted, and checks each step.
///
/// # Errors
/// As [`verify`].
pub fn replay(
    proof: &Proof,
    formula: &Formula,
    budget: &Budget,
    mut see: impl FnMut(NodeId, &[Lit]),
) -> Result<(), Error> {
    let mut clauses = Clauses::default();
    let uses = uses(proof)?;
    for id in proof.ids() {
        if id.index().is_multiple_of(PATIENCE) {
            budget.check()?;
        }
        let wrong = |what: String| Error::Step { node: id.0, what };
        let clause = match proof.node(id) {
            Node::Leaf(idx) if idx >= formula.n_clauses() => {
                return Err(wrong(format!("there is no clause {}", idx + 1)));
            }
            Node::Leaf(idx) => {
                let mut clause = clauses.buffer();
                clause.extend_from_slice(formula.clause(idx));
                normalise(&mut clause);
                clause
            }
            Node::Inner { left, right, pivot } => {
                let (l, r) = (clauses.get(left), clauses.get(right));
                for (parent, lits, lit) in [(left, l, pivot.pos_lit()), (right, r, pivot.neg_lit())] {
                    if !has(lits, lit) {
                        return Err(wrong(format!("{parent} should have the literal {lit}")));
                    }
                }
                clauses.resolve_used(left, right, pivot)
            }
        };
        see(id, &clause);
        if id == proof.sink() && !clause.is_empty() {
            return Err(wrong(format!("the last clause should be empty, but is {clause:?}")));
        }
        clauses.keep(id, clause, uses[id.index()]);
    }
    Ok(())
}

/// As [`Proof::uses`], if parents stand before their children.
fn uses(proof: &Proof) -> Result<Vec<u32>, Error> {
    for id in proof.ids() {
        if let Node::Inner { left, right, .. } = proof.node(id)
            && left.max(right) >= id
        {
            return Err(Error::Step { node: id.0, what: "its parents should stand before it".into() });
        }
    }
    Ok(proof.uses())
}
