//! Whether other values of one node keep a failing run from failing.

use whyc_aig::circuit::Circuit;
use whyc_aig::{Aig, Edge, Node};
use whyc_base::budget::Budget;
use whyc_base::ids::Id;
use whyc_sat::session::Answer;

use crate::btor2::build::{self, Source};
use crate::btor2::model::Kind;
use crate::design::Design;
use crate::property::Property;
use crate::solver::Solver;
use crate::trace::Counterexample;

/// Whether the run passes for some values of `node`, one in each cycle.
pub fn helps(design: &Design, node: usize, run: &Counterexample, budget: &Budget) -> bool {
    let (Some(words), &Property::Bad(bad)) = (&design.words, &run.property) else { return false };
    let mut model = words.model.clone();
    model.nodes[node].kind = Kind::Input;
    model.inputs.push(node);
    let own = Source::Input(model.inputs.len() - 1);
    let Ok(freed) = build::build(model, budget) else { return false };
    let Some(freed_words) = &freed.words else { return false };
    // Several words of one source, the elements of an array, stand in order.
    let bits_of = |sources: &[Source], words: &[crate::design::Word], bits: &[bool], source: Source, nth: usize| {
        let mut same = sources.iter().zip(words).filter(|(it, _)| **it == source);
        same.nth(nth).map(|(_, word)| bits[word.bits.clone()].to_vec())
    };
    let mut aig = Aig::new();
    let mut state: Vec<Edge> = Vec::new();
    let mut n_before = Counted::default();
    for (idx, &source) in freed_words.state_sources.iter().enumerate() {
        let nth = n_before.next(source);
        let width = freed.state[idx].bits.len();
        let bits = bits_of(&words.state_sources, &design.state, &run.initial, source, nth);
        state.extend(bits.unwrap_or_else(|| vec![false; width]).into_iter().map(Edge::constant));
    }
    let mut holds: Vec<Edge> = Vec::new();
    for values in &run.inputs {
        let mut inputs: Vec<Edge> = Vec::new();
        let mut n_before = Counted::default();
        for (idx, &source) in freed_words.input_sources.iter().enumerate() {
            let nth = n_before.next(source);
            let width = freed.inputs[idx].bits.len();
            if source == own {
                inputs.extend((0..width).map(|_| aig.input()));
                continue;
            }
            let bits = bits_of(&words.input_sources, &design.inputs, values, source, nth);
            inputs.extend(bits.unwrap_or_else(|| vec![false; width]).into_iter().map(Edge::constant));
        }
        let copies = copy(&freed.circuit, &mut aig, &inputs, &state);
        let value = |edge: Edge| copies[edge.index()] ^ edge.is_negated();
        holds.extend(freed.circuit.constraints.iter().map(|it| value(it.edge)));
        holds.push(!value(freed.circuit.bad_signals()[bad].edge));
        if holds.contains(&Edge::FALSE) {
            return false;
        }
        state = freed.circuit.latches.iter().map(|latch| value(latch.next)).collect();
    }
    let mut solver = Solver::new(budget.clone());
    for edge in holds {
        let lit = solver.lit(&aig, edge);
        solver.session.add_unit(lit);
    }
    solver.session.solve(&[]) == Answer::Satisfiable
}

/// How often a source was met.
#[derive(Default)]
struct Counted(Vec<(Source, usize)>);

impl Counted {
    fn next(&mut self, source: Source) -> usize {
        match self.0.iter_mut().find(|(known, _)| *known == source) {
            Some((_, n)) => {
                *n += 1;
                *n - 1
            }
            None => {
                self.0.push((source, 1));
                0
            }
        }
    }
}

/// One cycle, with these edges for the inputs and the state: what each node of the circuit is.
fn copy(circuit: &Circuit, aig: &mut Aig, inputs: &[Edge], state: &[Edge]) -> Vec<Edge> {
    let mut copies = vec![Edge::FALSE; circuit.aig.n_nodes()];
    for idx in 0..circuit.aig.n_nodes() {
        let of = |edge: Edge| copies[edge.index()] ^ edge.is_negated();
        copies[idx] = match circuit.aig.node(Id::from_index(idx)) {
            Node::Const => Edge::FALSE,
            // The inputs of a circuit's graph are its inputs, then its latches.
            Node::Input(at) => {
                let at = at as usize;
                inputs.get(at).copied().unwrap_or_else(|| state[at - inputs.len()])
            }
            Node::And(left, right) => {
                let (left, right) = (of(left), of(right));
                aig.and(left, right)
            }
        };
    }
    copies
}
