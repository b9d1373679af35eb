//! From gates to clauses, incrementally.
//!
//! A [`CnfEncoder`] gives a literal to every edge it is asked for and adds clauses for the part
//! of the cone that has none yet. Both directions of every gate are encoded, so a literal can be
//! assumed either way in any later query. [`gate`] recognises the gates that deserve better
//! clauses than those of their ANDs.

pub mod gate;

use rustsat::types::{Lit, Var};
use whyc_base::ids::Id;

use crate::edge::{Edge, NodeId};
use crate::graph::Aig;
use gate::Gate;

/// Where variables come from and clauses go.
pub trait ClauseSink {
    /// A variable that no clause mentions yet.
    fn new_var(&mut self) -> Var;
    /// Adds the disjunction of `clause`.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Whether nobody wants the clauses any more; asked now and then. What comes after that means nothing.
    fn is_closed(&mut self) -> bool {
        false
    }
}

/// After how many steps it is asked whether to go on.
const NOW_AND_THEN: u32 = 4096;

/// Which nodes have a literal. One encoder belongs to one graph and one sink.
#[derive(Clone, Debug, Default)]
pub struct CnfEncoder {
    lit_from_node: Vec<Option<Lit>>,
}

impl CnfEncoder {
    /// An encoder that has encoded nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The literal that is equivalent to `edge`; encodes what is new in its cone. If the sink is closed on the way, it is
    /// any literal.
    pub fn lit(&mut self, aig: &Aig, edge: Edge, sink: &mut impl ClauseSink) -> Lit {
        self.lit_from_node.resize(aig.n_nodes(), None);
        let mut stack = vec![edge.node()];
        let mut n_steps = 0u32;
        while let Some(&node) = stack.last() {
            n_steps += 1;
            if n_steps.is_multiple_of(NOW_AND_THEN) && sink.is_closed() {
                return sink.new_var().pos_lit();
            }
            if self.lit_from_node[node.index()].is_some() {
                stack.pop();
                continue;
            }
            let gate = Gate::recognise(aig, node, |inner| self.lit_of_node(inner).is_some());
            let n_before = stack.len();
            gate.for_each_input(|input| {
                if self.lit_of_node(input.node()).is_none() {
                    stack.push(input.node());
                }
            });
            if stack.len() == n_before {
                let output = sink.new_var().pos_lit();
                gate.clauses(output, |input| self.known(input), |clause| sink.add_clause(clause));
                self.lit_from_node[node.index()] = Some(output);
                stack.pop();
            }
        }
        self.known(edge)
    }

    /// The literal of `node`, if it has been encoded.
    #[must_use]
    pub fn lit_of_node(&self, node: NodeId) -> Option<Lit> {
        self.lit_from_node.get(node.index()).copied().flatten()
    }

    /// The literal of `edge`, if it has been encoded.
    #[must_use]
    pub fn lit_of_edge(&self, edge: Edge) -> Option<Lit> {
        self.lit_of_node(edge.node()).map(|lit| if edge.is_negated() { !lit } else { lit })
    }

    fn known(&self, edge: Edge) -> Lit {
        self.lit_of_edge(edge).expect("an input of a gate should be encoded before the gate")
    }
}
