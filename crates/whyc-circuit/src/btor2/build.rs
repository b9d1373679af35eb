//! From a model to a circuit of bits, by way of terms.
//!
//! One cycle becomes terms over one free leaf for each word of input and state; the blaster makes gates
//! of them. An array is a word for each element, so that its bits can be free, relevant and shown like
//! any others. A state without `next` is an input; one that has `init` all the same is a latch
//! that is fed by an input of its own.

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, FileError, Latch, Place, Reset, Signal};
use whyc_term::{Blaster, TermId, TermStore};

use super::model::{Kind, Model, Operand, Root, Sort};
use super::terms;
use crate::design::{Design, Word};
use crate::file::ReadError;

pub use super::words::{Source, Words};

/// How many bits the inputs and the state of one cycle may have: elements of arrays count.
pub const MAX_BITS: u64 = 1 << 18;

/// The circuit of a model.
///
/// # Errors
/// If its arrays have too many elements.
pub fn build(model: Model) -> Result<Design, ReadError> {
    check_size(&model)?;
    let mut builder = Builder::default();
    builder.leaves(&model);
    builder.nodes(&model);
    Ok(builder.finish(model))
}

fn check_size(model: &Model) -> Result<(), ReadError> {
    let leaves = model.inputs.iter().copied().chain(model.states.iter().map(|state| state.node));
    let bits = leaves.fold(0u64, |bits, leaf| {
        bits.saturating_add(match model.nodes[leaf].sort {
            Sort::Bits(width) => u64::from(width),
            Sort::Array { index, element } => {
                1u64.checked_shl(index).filter(|_| index < 40).map_or(u64::MAX, |n| n * u64::from(element))
            }
        })
    });
    if bits > MAX_BITS {
        let reason = format!("the arrays of this file are too large: more than {MAX_BITS} bits of input and state");
        return Err(ReadError::Unsupported(FileError { place: Place::Line(1), reason }));
    }
    Ok(())
}

#[derive(Default)]
struct Builder {
    store: TermStore,
    blaster: Blaster,
    /// The term of each node so far.
    terms: Vec<Option<TermId>>,
    inputs: Vec<(Word, Source)>,
    state: Vec<(Word, Source)>,
    input_edges: Vec<Edge>,
    state_edges: Vec<Edge>,
    /// What a state is fed from that has no `next`.
    fed: Vec<Option<TermId>>,
}

/// The words of a leaf: one, or one for each element.
fn parts(sort: Sort) -> Vec<Option<u128>> {
    match sort {
        Sort::Bits(_) => vec![None],
        Sort::Array { index, .. } => (0..1u128 << index).map(Some).collect(),
    }
}

impl Builder {
    /// Inputs first, then latches: the order that a circuit's graph must have.
    fn leaves(&mut self, model: &Model) {
        self.terms = vec![None; model.nodes.len()];
        self.fed = vec![None; model.states.len()];
        for (position, &node) in model.inputs.iter().enumerate() {
            self.terms[node] = Some(self.leaf(model, node, Source::Input(position), ""));
        }
        for (position, state) in model.states.iter().enumerate() {
            match (state.next, state.init) {
                (None, None) => {
                    self.terms[state.node] = Some(self.leaf(model, state.node, Source::FreeState(position), ""));
                }
                (None, Some(_)) => {
                    self.fed[position] = Some(self.leaf(model, state.node, Source::Fed(position), " (next)"));
                }
                (Some(_), _) => {}
            }
        }
        for (position, state) in model.states.iter().enumerate() {
            if self.terms[state.node].is_none() {
                self.terms[state.node] = Some(self.leaf(model, state.node, Source::State(position), ""));
            }
        }
    }

    /// The term of a node whose value is free, with its words.
    fn leaf(&mut self, model: &Model, node: usize, source: Source, suffix: &str) -> TermId {
        let sort = model.nodes[node].sort;
        let name = format!("{}{suffix}", model.name(node));
        let mut words = Vec::new();
        for part in parts(sort) {
            let term = self.store.input(whyc_term::Sort::Bits(sort.width()));
            let edges = self.blaster.bits(&self.store, term).to_vec();
            let is_state = matches!(source, Source::State(_));
            let (list, all) = if is_state {
                (&mut self.state, &mut self.state_edges)
            } else {
                (&mut self.inputs, &mut self.input_edges)
            };
            let bits = all.len()..all.len() + edges.len();
            all.extend(edges);
            let name = part.map_or_else(|| name.clone(), |at| format!("{name}[{at}]"));
            list.push((Word { name, bits }, source));
            words.push(term);
        }
        match sort {
            Sort::Bits(_) => words[0],
            Sort::Array { index, element } => {
                let zero = self.store.bits(element, 0);
                let blank = self.store.const_array(index, zero);
                words.iter().enumerate().fold(blank, |array, (at, &word)| {
                    let at = self.store.bits(index, at as u128);
                    self.store.store(array, at, word)
                })
            }
        }
    }

    fn nodes(&mut self, model: &Model) {
        for (idx, node) in model.nodes.iter().enumerate() {
            let term = match &node.kind {
                Kind::Input | Kind::State => continue,
                Kind::Const(value) => self.store.bits(node.sort.width(), *value),
                Kind::Apply(op, operands) => {
                    let args: Vec<TermId> = operands.iter().map(|&operand| self.operand(operand)).collect();
                    terms::apply(&mut self.store, *op, &args)
                }
            };
            self.terms[idx] = Some(term);
        }
    }

    fn operand(&mut self, operand: Operand) -> TermId {
        let term = self.terms[operand.node].expect("operands should come before what uses them");
        if operand.negated { self.store.bits_not(term) } else { term }
    }

    /// The bits of a term, element after element if it is an array; a word for an array fills it.
    fn bits(&mut self, term: TermId, sort: Sort) -> Vec<Edge> {
        let mut edges = Vec::new();
        for part in parts(sort) {
            let part = match (part, self.store.sort(term)) {
                (Some(at), whyc_term::Sort::Array { index, .. }) => {
                    let at = self.store.bits(index, at);
                    self.store.select(term, at)
                }
                _ => term,
            };
            edges.extend_from_slice(self.blaster.bits(&self.store, part));
        }
        edges
    }

    fn roots(&mut self, roots: &[Root]) -> Vec<Signal> {
        let mut signals = Vec::new();
        for root in roots {
            let term = self.operand(root.operand);
            let edge = self.blaster.bits(&self.store, term)[0];
            signals.push(Signal { name: root.name.clone(), edge });
        }
        signals
    }

    fn finish(mut self, model: Model) -> Design {
        let (mut next, mut init) = (Vec::new(), Vec::new());
        for (position, state) in model.states.iter().enumerate() {
            let sort = model.nodes[state.node].sort;
            let fed = match state.next {
                Some(operand) => Some(self.operand(operand)),
                None => self.fed[position],
            };
            let Some(fed) = fed else { continue };
            next.extend(self.bits(fed, sort));
            match state.init {
                Some(operand) => {
                    let term = self.operand(operand);
                    init.extend(self.bits(term, sort).into_iter().map(Some));
                }
                None => init.resize(next.len(), None),
            }
        }
        let (bad, constraints) = (self.roots(&model.bad), self.roots(&model.constraints));
        let mut circuit = Circuit { aig: self.blaster.aig().clone(), bad, constraints, ..Circuit::default() };
        circuit.inputs = signals(&self.inputs, &self.input_edges);
        for ((signal, next), init) in signals(&self.state, &self.state_edges).into_iter().zip(next).zip(init) {
            let reset = match init.map(Edge::as_const) {
                Some(Some(true)) => Reset::One,
                Some(Some(false)) => Reset::Zero,
                Some(None) | None => Reset::Free,
            };
            // What a state starts with may depend on other states.
            if let Some(init) = init.filter(|init| !init.is_const()) {
                let edge = !circuit.aig.xor(signal.edge, init);
                circuit.initial.push(edge);
            }
            circuit.latches.push(Latch { name: signal.name, state: signal.edge, next, reset });
        }
        let (inputs, input_sources) = self.inputs.into_iter().unzip();
        let (state, state_sources) = self.state.into_iter().unzip();
        let words = Words { model, input_sources, state_sources };
        Design { circuit, inputs, state, words: Some(words) }
    }
}

/// One signal for each bit.
fn signals(words: &[(Word, Source)], edges: &[Edge]) -> Vec<Signal> {
    let mut signals = Vec::new();
    for (word, _) in words {
        for (bit, at) in word.bits.clone().enumerate() {
            let name = if word.bits.len() == 1 { word.name.clone() } else { format!("{}.{bit}", word.name) };
            signals.push(Signal { name: Some(name), edge: edges[at] });
        }
    }
    signals
}
