//! Unary counters that grow on demand (totalizers).
//!
//! The inputs are the leaves of a balanced binary tree; each inner node counts, in unary, how many
//! of the inputs below it are true. Output `k` is true if at least `k` inputs are. Only this
//! direction is encoded: assuming an output false bounds the count from above, and that is all
//! that minimisation needs. The outputs above the largest bound asked for are never built, which
//! keeps a counter over `n` inputs with bound `k` at about `n·k` clauses.
//!
//! Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints" (2003);
//! made incremental by Martins et al., "Incremental cardinality constraints for MaxSAT" (2014).

use rustsat::types::Lit;

use crate::session::Session;

/// A unary counter over a fixed set of literals.
#[derive(Clone, Debug)]
pub(super) struct Totalizer {
    /// The tree; the last node is the root, children come before their parent.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    /// `outputs[i]` is implied when at least `i + 1` of the inputs below are true.
    outputs: Vec<Lit>,
    /// How many inputs lie below.
    n_inputs: usize,
    /// The children of an inner node.
    children: Option<(usize, usize)>,
}

impl Totalizer {
    /// A counter over `inputs`; nothing is encoded yet.
    ///
    /// # Panics
    /// If there are no inputs.
    pub(super) fn new(inputs: &[Lit]) -> Self {
        assert!(!inputs.is_empty(), "a totalizer should have inputs");
        let mut nodes = Vec::with_capacity(2 * inputs.len());
        let mut level: Vec<usize> = Vec::with_capacity(inputs.len());
        for &lit in inputs {
            level.push(nodes.len());
            nodes.push(Node { outputs: vec![lit], n_inputs: 1, children: None });
        }
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match *pair {
                    [left, right] => {
                        let n_inputs = nodes[left].n_inputs + nodes[right].n_inputs;
                        nodes.push(Node { outputs: Vec::new(), n_inputs, children: Some((left, right)) });
                        nodes.len() - 1
                    }
                    _ => pair[0],
                })
                .collect();
        }
        Self { nodes }
    }

    /// How many inputs there are.
    pub(super) fn n_inputs(&self) -> usize {
        self.root().n_inputs
    }

    /// The literal that is implied when at least `k` inputs are true; `k` from 1 to the number of
    /// inputs. Encodes what is missing for it.
    pub(super) fn at_least(&mut self, session: &mut Session, k: usize) -> Lit {
        debug_assert!((1..=self.n_inputs()).contains(&k), "a count should lie within the number of inputs");
        self.grow(session, self.nodes.len() - 1, k);
        self.root().outputs[k - 1]
    }

    /// The output for `k`, if it has been encoded.
    pub(super) fn built(&self, k: usize) -> Option<Lit> {
        self.root().outputs.get(k - 1).copied()
    }

    fn root(&self) -> &Node {
        self.nodes.last().expect("a totalizer should have inputs")
    }

    /// Gives node `idx` its outputs up to `bound`. The depth of recursion is that of the tree.
    fn grow(&mut self, session: &mut Session, idx: usize, bound: usize) {
        let bound = bound.min(self.nodes[idx].n_inputs);
        let before = self.nodes[idx].outputs.len();
        let Some((left, right)) = self.nodes[idx].children else { return };
        if bound <= before {
            return;
        }
        self.grow(session, left, bound);
        self.grow(session, right, bound);
        for sum in before + 1..=bound {
            let output = session.new_lit();
            if let Some(&smaller) = self.nodes[idx].outputs.last() {
                session.add_clause(&[!output, smaller]);
            }
            self.nodes[idx].outputs.push(output);
            let (left, right) = (&self.nodes[left], &self.nodes[right]);
            for from_left in sum.saturating_sub(right.n_inputs)..=sum.min(left.n_inputs) {
                let from_right = sum - from_left;
                let mut clause = vec![output];
                clause.extend(from_left.checked_sub(1).map(|i| !left.outputs[i]));
                clause.extend(from_right.checked_sub(1).map(|i| !right.outputs[i]));
                session.add_clause(&clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Budget;

    use super::*;
    use crate::session::Answer;

    #[test]
    fn an_output_can_be_false_exactly_below_its_count() {
        for n in 1..=6usize {
            let mut session = Session::new(Budget::unlimited());
            let inputs: Vec<Lit> = (0..n).map(|_| session.new_lit()).collect();
            let mut totalizer = Totalizer::new(&inputs);
            // In an order that makes the counter grow in uneven steps.
            for k in [2, 1, n, n.div_ceil(2)].into_iter().filter(|&k| k <= n) {
                let output = totalizer.at_least(&mut session, k);
                for bits in 0..1u32 << n {
                    let mut assumptions: Vec<Lit> =
                        (0..n).map(|i| if bits >> i & 1 == 1 { inputs[i] } else { !inputs[i] }).collect();
                    assumptions.push(!output);
                    let expected = bits.count_ones() < k as u32;
                    assert_eq!(session.solve(&assumptions) == Answer::Satisfiable, expected, "{n} {k} {bits:b}");
                }
            }
        }
    }
}
