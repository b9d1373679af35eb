//! From a model to a circuit of bits, by way of terms.
//!
//! One cycle becomes terms over one free leaf for each word of input and state; the blaster makes gates
//! of them. A state without `next` is an input; one that has `init` all the same is a latch that is fed
//! by an input of its own. An array is one word for each element, so that its bits can be free,
//! relevant and shown like any others; [`cells`] is how large ones get by with few.

mod leaves;

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, FileError, Latch, Reset, Signal};
use whyc_base::budget::{Budget, Exhausted};
use whyc_term::{Blaster, TermId, TermStore};

use super::cells::{self, Cells, Plan, Pool};
use super::model::{Kind, Model, Operand, Root, Sort};
use super::ops::Op;
use super::terms;
use crate::design::{Design, Word};
use crate::file::ReadError;

pub use super::words::{Source, Words};

/// How many bits the inputs and the state of one cycle may have: elements of small arrays count.
pub const MAX_BITS: u64 = 1 << 18;

/// The circuit of a model; if it has large arrays, one that is right in the first cycle alone.
///
/// # Errors
/// If it is too large, or compares large arrays.
pub fn build(model: Model, budget: &Budget) -> Result<Design, ReadError> {
    cells::check_comparisons(&model)?;
    let is_large = |sort| cells::is_large(&model, sort);
    let leaves = model.inputs.iter().copied().chain(model.states.iter().map(|state| state.node));
    let bits: u64 = leaves
        .map(|leaf| model.nodes[leaf].sort)
        .filter(|&sort| !is_large(sort))
        .map(|sort| u64::from(sort.width()) * sort.n_elements().unwrap_or(1))
        .sum();
    if bits > MAX_BITS {
        let reason = format!("more than {MAX_BITS} bits of input and state are not supported");
        return Err(ReadError::Refused(FileError::at_line(1, reason).unsupported()));
    }
    build_for(model, &Plan::Search { bound: 0 }, budget).map_err(ReadError::Exhausted)
}

/// The circuit of a model with its large arrays laid out as planned.
///
/// # Errors
/// The limit that was reached.
pub fn build_for(model: Model, plan: &Plan, budget: &Budget) -> Result<Design, Exhausted> {
    let mut builder = Builder { pools: cells::pools(&model, plan), ..Builder::default() };
    builder.leaves(&model);
    builder.nodes(&model, budget)?;
    builder.gates(&model, budget)?;
    Ok(builder.finish(model))
}

/// What a node is made of.
#[derive(Clone)]
enum Value {
    /// A term: a word or a small array.
    Term(TermId),
    /// The cells of a large array.
    Cells(Vec<TermId>),
}

#[derive(Default)]
struct Builder {
    store: TermStore,
    blaster: Blaster,
    pools: Vec<Pool>,
    /// For each pool the addresses of its cells.
    addresses: Vec<Vec<TermId>>,
    /// For each node that reads a large array, what it finds where there is no cell.
    unknown: Vec<Option<TermId>>,
    /// What must be true in every cycle for the cells to be all that is read.
    hits: Vec<TermId>,
    /// The value of each node so far.
    values: Vec<Option<Value>>,
    inputs: Vec<(Word, Source)>,
    state: Vec<(Word, Source)>,
    input_edges: Vec<Edge>,
    n_unknown: usize,
    state_edges: Vec<Edge>,
    /// What a state is fed from that has no `next`.
    fed: Vec<Option<Value>>,
}

impl Builder {
    fn pool(&self, sort: Sort) -> Option<usize> {
        cells::pool_of(&self.pools, sort)
    }

    fn nodes(&mut self, model: &Model, budget: &Budget) -> Result<(), Exhausted> {
        for (idx, node) in model.nodes.iter().enumerate() {
            budget.check()?;
            let value = match &node.kind {
                Kind::Input | Kind::State => continue,
                Kind::Const(value) => Value::Term(self.store.bits(node.sort.width(), *value)),
                Kind::Apply(op, operands) => self.apply(model, idx, *op, operands),
            };
            self.values[idx] = Some(value);
        }
        Ok(())
    }

    /// Makes the gates of all that is needed, node by node, so that a limit is noticed in time.
    fn gates(&mut self, model: &Model, budget: &Budget) -> Result<(), Exhausted> {
        let mut needed = vec![false; model.nodes.len()];
        let states = model.states.iter().flat_map(|state| state.init.into_iter().chain(state.next));
        let roots = model.bad.iter().chain(&model.constraints).map(|root| root.operand);
        states.chain(roots).for_each(|operand| needed[operand.node] = true);
        // Operands come before what uses them.
        for idx in (0..model.nodes.len()).rev() {
            if let (true, Kind::Apply(_, operands)) = (needed[idx], &model.nodes[idx].kind) {
                operands.iter().for_each(|operand| needed[operand.node] = true);
            }
        }
        for idx in (0..model.nodes.len()).filter(|&idx| needed[idx]) {
            budget.check()?;
            match &self.values[idx] {
                Some(Value::Term(term)) if matches!(model.nodes[idx].sort, Sort::Bits(_)) => {
                    self.blaster.bits(&self.store, *term);
                }
                Some(Value::Cells(cells)) => {
                    for &cell in cells {
                        self.blaster.bits(&self.store, cell);
                    }
                }
                Some(Value::Term(_)) | None => {}
            }
        }
        Ok(())
    }

    fn apply(&mut self, model: &Model, node: usize, op: Op, operands: &[Operand]) -> Value {
        let args: Vec<Value> = operands.iter().map(|&operand| self.operand(operand)).collect();
        let sorts: Vec<Sort> = operands.iter().map(|operand| model.nodes[operand.node].sort).collect();
        let Some(pool) = sorts.iter().find_map(|&sort| self.pool(sort)) else {
            let terms: Vec<TermId> = args.iter().map(term).collect();
            return Value::Term(terms::apply(&mut self.store, op, &terms));
        };
        let cells = Cells { store: &mut self.store, addresses: &self.addresses[pool] };
        match (op, args.as_slice()) {
            (Op::Read, [Value::Cells(array), index]) => {
                let (value, hit) = cells.read(array, term(index), self.unknown[node]);
                self.hits.extend(hit);
                Value::Term(value)
            }
            (Op::Write, [Value::Cells(array), index, value]) => {
                Value::Cells(cells.write(array, term(index), term(value)))
            }
            (Op::Ite, [cond, Value::Cells(then), Value::Cells(other)]) => {
                Value::Cells(cells.ite(term(cond), then, other))
            }
            _ => panic!("{} should not take a large array", op.name()),
        }
    }

    fn operand(&mut self, operand: Operand) -> Value {
        let value = self.values[operand.node].clone().expect("operands should come before what uses them");
        match value {
            Value::Term(term) if operand.negated => Value::Term(self.store.bits_not(term)),
            value => value,
        }
    }

    /// The bits of a value, element after element if it is an array; a word for an array fills it.
    fn bits(&mut self, value: &Value, sort: Sort) -> Vec<Edge> {
        let parts: Vec<TermId> = match (value, sort) {
            (Value::Cells(cells), _) => cells.clone(),
            (Value::Term(term), Sort::Bits(_)) => vec![*term],
            (Value::Term(term), Sort::Array { index, .. }) => match (self.pool(sort), self.store.sort(*term)) {
                (Some(pool), _) => vec![*term; self.pools[pool].n_cells],
                (None, whyc_term::Sort::Array { .. }) => (0..1u128 << index)
                    .map(|at| {
                        let at = self.store.bits(index, at);
                        self.store.select(*term, at)
                    })
                    .collect(),
                (None, _) => vec![*term; 1 << index],
            },
        };
        let mut edges = Vec::new();
        for part in parts {
            edges.extend_from_slice(self.blaster.bits(&self.store, part));
        }
        edges
    }

    fn roots(&mut self, roots: &[Root]) -> Vec<Signal> {
        let mut signals = Vec::new();
        for root in roots {
            let value = self.operand(root.operand);
            let edge = self.blaster.bits(&self.store, term(&value))[0];
            signals.push(Signal { name: root.name.clone(), edge });
        }
        signals
    }

    fn finish(mut self, model: Model) -> Design {
        let (mut next, mut init) = (Vec::new(), Vec::new());
        for position in self.state_order(&model) {
            let state = &model.states[position];
            let sort = model.nodes[state.node].sort;
            let fed = match state.next {
                Some(operand) => Some(self.operand(operand)),
                None => self.fed[position].clone(),
            };
            let Some(fed) = fed else { continue };
            next.extend(self.bits(&fed, sort));
            if let Some(operand) = state.init {
                let value = self.operand(operand);
                init.extend(self.bits(&value, sort).into_iter().map(Some));
            }
            init.resize(next.len(), None);
        }
        // Addresses, the last of the state, stay what they are.
        next.extend_from_slice(&self.state_edges[next.len()..]);
        init.resize(next.len(), None);
        let (bad, mut constraints) = (self.roots(&model.bad), self.roots(&model.constraints));
        for hit in std::mem::take(&mut self.hits) {
            let edge = self.blaster.bool(&self.store, hit);
            constraints.push(Signal { name: None, edge });
        }
        let mut circuit = Circuit { aig: self.blaster.aig().clone(), bad, constraints, ..Circuit::default() };
        circuit.inputs = signals(&self.inputs, &self.input_edges);
        circuit.n_unknown_inputs = self.n_unknown;
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
        let words = Words { model, input_sources, state_sources, pools: self.pools };
        Design { circuit, inputs, state, words: Some(words) }
    }
}

/// A value that is no large array.
fn term(value: &Value) -> TermId {
    match value {
        Value::Term(term) => *term,
        Value::Cells(_) => panic!("a large array should not stand here"),
    }
}

/// One signal for each bit; those beyond the words have no name.
fn signals(words: &[(Word, Source)], edges: &[Edge]) -> Vec<Signal> {
    let mut signals: Vec<Signal> = edges.iter().map(|&edge| Signal { name: None, edge }).collect();
    for (word, _) in words {
        for (bit, at) in word.bits.clone().enumerate() {
            let name = if word.bits.len() == 1 { word.name.clone() } else { format!("{}.{bit}", word.name) };
            signals[at].name = Some(name);
        }
    }
    signals
}
