//! From binary resolutions to an LRAT proof.
//!
//! A chain of resolutions whose inner clauses nobody else uses is one step. Clauses are forgotten when they are not needed
//! any more.

use std::io::Write;

use whyc_base::budget::Budget;
use whyc_base::ids::Id;

use crate::clauses::{Clauses, absorb, normalise};
use crate::dimacs::Formula;
use crate::error::Error;
use crate::graph::{Node, NodeId, Proof};
use crate::lit::{Lit, Var};
use crate::lrat::{self, Step};
use crate::marks::Marks;

/// The budget is asked each time so many steps were written.
const PATIENCE: u64 = 1 << 10;

/// How large a proof is that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Clauses that it derives.
    pub added: u64,
    /// Hints of all steps together.
    pub hints: u64,
}

/// Writes a refutation of `formula` as LRAT.
///
/// # Errors
/// If it cannot be written; or the limit that came first.
pub fn export(proof: &Proof, formula: &Formula, output: &mut impl Write, budget: &Budget) -> Result<Written, Error> {
    let mut exporter = Exporter::new(proof, formula);
    for id in proof.ids() {
        if let Node::Inner { .. } = proof.node(id)
            && exporter.inlined[id.index()] == Inlined::No
        {
            if exporter.written.added.is_multiple_of(PATIENCE) {
                budget.check()?;
            }
            exporter.step(id, output)?;
        }
    }
    Ok(exporter.written)
}

/// Whether a node is part of the step of its only child.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inlined {
    No,
    Yes,
}

struct Exporter<'a> {
    proof: &'a Proof,
    formula: &'a Formula,
    inlined: Vec<Inlined>,
    /// How many steps use each node that has a name.
    uses: Vec<u32>,
    /// The names of inner nodes.
    names: Vec<u64>,
    clauses: Clauses,
    falsified: Marks,
    written: Written,
}

impl<'a> Exporter<'a> {
    fn new(proof: &'a Proof, formula: &'a Formula) -> Self {
        let mut uses = proof.uses();
        let mut inlined = vec![Inlined::No; proof.n_nodes()];
        for id in proof.ids() {
            let Node::Inner { left, right, .. } = proof.node(id) else { continue };
            let is_only_for_this =
                |parent: &NodeId| uses[parent.index()] == 1 && matches!(proof.node(*parent), Node::Inner { .. });
            if let Some(parent) = [left, right].into_iter().find(is_only_for_this) {
                inlined[parent.index()] = Inlined::Yes;
                uses[parent.index()] = 0;
            }
        }
        Self {
            proof,
            formula,
            inlined,
            uses,
            names: vec![0; proof.n_nodes()],
            clauses: Clauses::default(),
            falsified: Marks::for_formula(formula),
            written: Written::default(),
        }
    }

    fn step(&mut self, id: NodeId, output: &mut impl Write) -> Result<(), Error> {
        let chain = self.chain(id);
        let clause = self.derive(&chain);
        let parents: Vec<NodeId> = chain.iter().rev().map(|link| link.with).chain([chain[0].from]).collect();
        let hints = self.hints(&clause, &parents);
        self.written.added += 1;
        self.written.hints += hints.len() as u64;
        let name = self.formula.n_clauses() as u64 + self.written.added;
        self.names[id.index()] = name;
        lrat::write(output, name, Step::Add { id: name, clause: &clause, hints: &hints })?;
        self.clauses.keep(id, clause, self.uses[id.index()]);
        let mut over: Vec<u64> = Vec::new();
        for parent in parents {
            let uses = &mut self.uses[parent.index()];
            *uses -= 1;
            if *uses == 0 && self.names[parent.index()] != 0 {
                over.push(self.names[parent.index()]);
            }
            self.clauses.used(parent);
        }
        if !over.is_empty() {
            lrat::write(output, name, Step::Delete { ids: &over })?;
        }
        Ok(())
    }

    /// The resolutions that lead to a node, first one first, each of what came before with a node that has a name.
    fn chain(&self, mut id: NodeId) -> Vec<Link> {
        let mut chain = Vec::new();
        loop {
            let Node::Inner { left, right, pivot } = self.proof.node(id) else {
                unreachable!("a chain should begin with a resolution")
            };
            let is_inlined = |parent: NodeId| self.inlined[parent.index()] == Inlined::Yes;
            // What comes before is the one that is part of this step; of two with names it is any.
            let (from, with, is_left) = if is_inlined(right) { (right, left, false) } else { (left, right, true) };
            chain.push(Link { from, with, pivot, is_left });
            if !is_inlined(from) {
                chain.reverse();
                return chain;
            }
            id = from;
        }
    }

    fn derive(&mut self, chain: &[Link]) -> Vec<Lit> {
        for link in chain {
            self.meet(link.with);
        }
        self.meet(chain[0].from);
        let mut clause = self.clauses.get(chain[0].from).to_vec();
        for link in chain {
            let lit = if link.is_left { link.pivot.pos_lit() } else { link.pivot.neg_lit() };
            absorb(&mut clause, lit, self.clauses.get(link.with));
        }
        clause
    }

    /// The names of those parents that lead to a contradiction, in order.
    fn hints(&mut self, clause: &[Lit], parents: &[NodeId]) -> Vec<i64> {
        self.falsified.truncate(0);
        for &lit in clause {
            self.falsified.add(lit);
        }
        let mut hints = Vec::with_capacity(parents.len());
        for &parent in parents {
            let mut left = self.clauses.get(parent).iter().copied().filter(|&lit| !self.falsified.has(lit));
            let (first, second) = (left.next(), left.next());
            debug_assert!(second.is_none(), "each parent of a chain should leave one literal");
            let says_something = match first {
                Some(lit) => self.falsified.add(!lit),
                None => true,
            };
            if says_something {
                hints.push(self.name(parent));
            }
            if first.is_none() {
                break;
            }
        }
        hints
    }

    fn name(&self, node: NodeId) -> i64 {
        match self.proof.node(node) {
            Node::Leaf(idx) => idx as i64 + 1,
            Node::Inner { .. } => self.names[node.index()] as i64,
        }
    }

    /// Reads the clause of a leaf that is needed for the first time.
    fn meet(&mut self, node: NodeId) {
        if let Node::Leaf(idx) = self.proof.node(node)
            && !self.clauses.is_kept(node)
        {
            let mut clause = self.formula.clause(idx).to_vec();
            normalise(&mut clause);
            self.clauses.keep(node, clause, self.uses[node.index()]);
        }
    }
}

/// A resolution in a chain.
struct Link {
    /// What came before it; only of the first one does this say more than the order does.
    from: NodeId,
    with: NodeId,
    pivot: Var,
    /// Whether what came before has the pivot, or its negation.
    is_left: bool,
}
