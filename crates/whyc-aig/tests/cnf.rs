//! The clauses of a graph say what the graph says: they hold under every simulated valuation, and
//! the inputs alone decide every encoded edge by unit propagation.

mod common;

use std::collections::HashMap;

use common::{ALL_VALUATIONS, Gate, build};
use proptest::prelude::*;
use rustsat::types::{Lit, Var};
use whyc_aig::cnf::gate;
use whyc_aig::{Aig, ClauseSink, CnfEncoder, Edge};

#[derive(Default)]
struct Clauses {
    n_vars: u32,
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Clauses {
    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        Var::new(self.n_vars - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }
}

impl Clauses {
    /// What follows from `units` by unit propagation; `None` if that is a conflict.
    fn propagate(&self, units: &[Lit]) -> Option<HashMap<Var, bool>> {
        let mut values: HashMap<Var, bool> = units.iter().map(|lit| (lit.var(), lit.is_pos())).collect();
        loop {
            let mut changed = false;
            for clause in &self.clauses {
                let value = |lit: &Lit| values.get(&lit.var()).map(|&value| value == lit.is_pos());
                if clause.iter().any(|lit| value(lit) == Some(true)) {
                    continue;
                }
                let open: Vec<Lit> = clause.iter().filter(|lit| value(lit).is_none()).copied().collect();
                match open[..] {
                    [] => return None,
                    [unit] => {
                        values.insert(unit.var(), unit.is_pos());
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return Some(values);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn inputs_decide_what_is_encoded(
        gates in prop::collection::vec(any::<Gate>(), 1..25), asked in any::<u32>(),
    ) {
        let mut sink = Clauses::default();
        let mut encoder = CnfEncoder::new();
        let mut encoded = Vec::new();
        let mut n_gates = 0;
        // Only some edges are asked for, while the graph still grows.
        let aig = build(&gates, |aig, edge, word| {
            if asked >> (n_gates % 32) & 1 == 1 {
                encoded.push((encoder.lit(aig, edge, &mut sink), word));
            }
            n_gates += 1;
        });
        for valuation in 0..64 {
            let units: Vec<Lit> = aig
                .inputs()
                .iter()
                .zip(ALL_VALUATIONS)
                .filter_map(|(&node, word)| {
                    let lit = encoder.lit_of_node(node)?;
                    Some(if word >> valuation & 1 == 1 { lit } else { !lit })
                })
                .collect();
            let values = sink.propagate(&units);
            prop_assert!(values.is_some(), "the clauses should not contradict valuation {}", valuation);
            let values = values.unwrap_or_default();
            for (lit, word) in &encoded {
                let value = values.get(&lit.var()).map(|&value| value == lit.is_pos());
                prop_assert_eq!(value, Some(word >> valuation & 1 == 1));
            }
        }
    }
}

/// How many clauses and variables the edge takes, inputs included.
fn size(make: impl Fn(&mut Aig, [Edge; 4]) -> Edge) -> (u32, usize) {
    let mut aig = Aig::new();
    let inputs = [(); 4].map(|()| aig.input());
    let edge = make(&mut aig, inputs);
    let mut sink = Clauses::default();
    CnfEncoder::new().lit(&aig, edge, &mut sink);
    (sink.n_vars, sink.clauses.len())
}

#[test]
fn gates_are_recognised() {
    assert_eq!(size(|g, [a, b, ..]| g.xor(a, b)), (3, 4));
    assert_eq!(size(|g, [a, b, c, _]| g.mux(a, b, !c)), (4, 6));
    assert_eq!(size(|g, [a, b, c, _]| g.majority(a, !b, c)), (4, 6));
    assert_eq!(size(|g, [a, b, c, d]| g.and_all(&[a, !b, c, d])), (5, 5));
    assert_eq!(size(|g, [a, b, c, d]| g.or_all(&[a, !b, c, d])), (5, 5));
    assert_eq!(size(|_, _| Edge::TRUE), (1, 1));
}

#[test]
fn shared_conjunctions_keep_their_own_literal() {
    let mut aig = Aig::new();
    let [a, b, c, d] = [(); 4].map(|()| aig.input());
    let ab = aig.and(a, b);
    let (abc, abd) = (aig.and(ab, c), aig.and(ab, d));
    let recognised = gate::Gate::recognise(&aig, abc.node(), |_| false);
    assert_eq!(recognised, gate::Gate::And(vec![c, ab]));
    assert_ne!(abc, abd);
}
