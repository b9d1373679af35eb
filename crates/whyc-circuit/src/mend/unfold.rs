//! Whether other values of one node keep a failing run from failing.

use whyc_aig::circuit::Circuit;
use whyc_aig::{Aig, Edge, Node};
use whyc_base::budget::Budget;
use whyc_base::ids::Id;
use whyc_sat::session::Answer;

use super::{changes, order};
use crate::btor2::build::{self, Source};
use crate::btor2::model::{self, Kind, Operand, Sort};
use crate::design::Design;
use crate::property::Property;
use crate::solver::Solver;
use crate::trace::Counterexample;

/// Whether the run passes for some values of `nodes`, in each cycle; of choices, for some decisions.
pub fn helps(design: &Design, nodes: &[usize], run: &Counterexample, budget: &Budget) -> bool {
    let (Some(words), &Property::Bad(bad)) = (&design.words, &run.property) else { return false };
    let mut model = words.model.clone();
    let n_known = model.inputs.len();
    if changes::choice(&model, nodes).is_some() {
        let free = model::Node { kind: Kind::Input, sort: Sort::Bits(1), name: None, id: 0, line: 0 };
        order::insert(&mut model, 0, free);
        model.inputs.push(0);
        for &node in nodes {
            if let Kind::Apply(_, operands) = &mut model.nodes[node + 1].kind {
                operands[0] = Operand { node: 0, negated: false };
            }
        }
    } else {
        for &node in nodes {
            model.nodes[node].kind = Kind::Input;
            model.inputs.push(node);
        }
    }
    let is_own = |source: Source| matches!(source, Source::Input(at) if at >= n_known);
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
    if state.len() != freed.circuit.latches.len() {
        return false;
    }
    let mut holds: Vec<Edge> = Vec::new();
    for values in &run.inputs {
        let mut inputs: Vec<Edge> = Vec::new();
        let mut n_before = Counted::default();
        for (idx, &source) in freed_words.input_sources.iter().enumerate() {
            let nth = n_before.next(source);
            let width = freed.inputs[idx].bits.len();
            if is_own(source) {
                inputs.extend((0..width).map(|_| aig.input()));
                continue;
            }
            let bits = bits_of(&words.input_sources, &design.inputs, values, source, nth);
            inputs.extend(bits.unwrap_or_else(|| vec![false; width]).into_iter().map(Edge::constant));
        }
        if inputs.len() != freed.circuit.inputs.len() {
            return false;
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
