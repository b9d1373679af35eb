//! From a model to a circuit of bits.
//!
//! One cycle becomes gates over one free bit for each bit of input and state. A state without `next` is
//! an input; one that has `init` all the same is a latch that is fed by an input of its own. An array is
//! one word for each element, so that its bits can be free, relevant and shown like any others;
//! [`cells`] is how large ones get by with few. Only what a property, a constraint or a state depends
//! on is built; its size is known before it is built, so that a short file cannot ask for too much.

mod leaves;

use std::collections::BTreeMap;
use std::rc::Rc;

use whyc_aig::circuit::{Circuit, FileError, Justice, Latch, Reset, Signal};
use whyc_aig::{Aig, Edge};
use whyc_base::budget::Budget;
use whyc_term::blast::compare;

use super::alias::{self, Alias};
use super::cells::{self, Cells, Plan, Pool};
use super::gates;
use super::model::{self, Kind, Model, Operand, Root, Sort};
use super::number;
use super::ops::Op;
use crate::design::{Design, Word};
use crate::file::ReadError;
use crate::live;

pub use super::words::{Source, Words};

/// How many bits the inputs and the state of one cycle may have: elements of arrays count.
pub const MAX_BITS: u64 = 1 << 22;

/// How many gates one cycle may have, and how many bits its words in all.
pub const MAX_GATES: u64 = 1 << 27;

/// A word: its bits, the least significant first.
pub(super) type Bits = Rc<[Edge]>;
/// An array: all elements in order, or the cells of its pool.
pub(super) type Elements = Rc<[Bits]>;

/// The circuit of a model; if it has large arrays, one that is right in the first cycle alone.
///
/// # Errors
/// If it is too large, or compares large arrays; or the limit that was reached.
pub fn build(model: Model, budget: &Budget) -> Result<Design, ReadError> {
    cells::check_comparisons(&model)?;
    build_for(model, &Plan::Search { bound: 0 }, budget)
}

/// The circuit of a model with its large arrays laid out as planned.
///
/// # Errors
/// If it is too large; or the limit that was reached.
pub fn build_for(model: Model, plan: &Plan, budget: &Budget) -> Result<Design, ReadError> {
    let mut builder = Builder { pools: cells::pools(&model, plan), aliases: alias::all(&model), ..Builder::default() };
    if let Some(line) = builder.too_many_leaves(&model) {
        return Err(too_large(line, format!("more than {MAX_BITS} bits of input and state are not supported")));
    }
    builder.leaves(&model);
    builder.nodes(&model, budget)?;
    Ok(builder.finish(model))
}

fn too_large(line: usize, reason: String) -> ReadError {
    ReadError::Refused(FileError::at_line(line, reason).unsupported())
}

/// What a node is made of.
#[derive(Clone)]
enum Value {
    Word(Bits),
    Array(Elements),
}

impl Value {
    fn word(&self) -> &[Edge] {
        match self {
            Value::Word(bits) => bits,
            Value::Array(_) => panic!("an array should not stand here"),
        }
    }

    fn elements(&self) -> &[Bits] {
        match self {
            Value::Array(elements) => elements,
            Value::Word(_) => panic!("a word should not stand here"),
        }
    }
}

#[derive(Default)]
struct Builder {
    aig: Aig,
    pools: Vec<Pool>,
    /// For each pool the addresses of its cells.
    addresses: Vec<Vec<Bits>>,
    /// For each node that reads a large array, what it finds where there is no cell.
    unknown: Vec<Option<Bits>>,
    /// What must be true in every cycle for the cells to be all that is read.
    hits: Vec<Edge>,
    /// The value of each node so far.
    values: Vec<Option<Value>>,
    inputs: Vec<(Word, Source)>,
    state: Vec<(Word, Source)>,
    input_edges: Vec<Edge>,
    n_unknown: usize,
    state_edges: Vec<Edge>,
    /// What a state is fed from that has no `next`.
    fed: Vec<Option<Value>>,
    /// What designers call leaves whose own names were invented.
    aliases: BTreeMap<usize, Alias>,
}

impl Builder {
    fn pool(&self, sort: Sort) -> Option<usize> {
        cells::pool_of(&self.pools, sort)
    }

    /// How many words a value of this sort has.
    fn n_words(&self, sort: Sort) -> u64 {
        match (sort.n_elements(), self.pool(sort)) {
            (None, _) => 1,
            (Some(_), Some(pool)) => self.pools[pool].n_cells as u64,
            (Some(n), None) => n,
        }
    }

    /// The line of the input or state that is one too many.
    fn too_many_leaves(&self, model: &Model) -> Option<usize> {
        let addresses = |pool: &Pool| u64::from(pool.index) * pool.n_cells as u64;
        let mut bits: u64 = self.pools.iter().map(addresses).sum();
        let leaves = model.inputs.iter().copied().chain(model.states.iter().map(|state| state.node));
        let mut nodes = leaves.map(|leaf| &model.nodes[leaf]);
        let last = nodes.find(|node| {
            bits = bits.saturating_add(self.n_words(node.sort).saturating_mul(u64::from(node.sort.width())));
            bits > MAX_BITS
        });
        last.map(|node| node.line)
    }

    /// More gates and bits than a node can take.
    fn at_most(&self, model: &Model, node: usize) -> u64 {
        let Kind::Apply(op, operands) = &model.nodes[node].kind else { return 0 };
        let sorts = operands.iter().map(|operand| model.nodes[operand.node].sort);
        let sorts: Vec<Sort> = sorts.chain([model.nodes[node].sort]).collect();
        let width = sorts.iter().map(|sort| sort.width()).max().unwrap_or(0);
        let n_words = sorts.iter().map(|&sort| self.n_words(sort)).max().unwrap_or(1);
        let each = match op {
            Op::Read | Op::Write => 4 * u64::from(width) + 4 * u64::from(sorts[1].width()),
            op => gates::at_most(*op, width) + u64::from(width),
        };
        each.saturating_mul(n_words)
    }

    fn nodes(&mut self, model: &Model, budget: &Budget) -> Result<(), ReadError> {
        let mut n_bits = 0;
        for (idx, _) in model.needed().into_iter().enumerate().filter(|(_, needed)| *needed) {
            budget.check().map_err(ReadError::Exhausted)?;
            let node = &model.nodes[idx];
            n_bits += self.n_words(node.sort) * u64::from(node.sort.width());
            let n_gates = (self.aig.n_nodes() as u64).saturating_add(self.at_most(model, idx));
            if n_gates.max(n_bits) > MAX_GATES {
                return Err(too_large(node.line, format!("from here on it takes more than {MAX_GATES} gates")));
            }
            let value = match &node.kind {
                Kind::Input | Kind::State => continue,
                Kind::Const(value) => Value::Word(number::bits(value, node.sort.width()).map(Edge::constant).collect()),
                Kind::Apply(op, operands) => self.apply(model, idx, *op, operands),
            };
            self.values[idx] = Some(value);
        }
        Ok(())
    }

    fn apply(&mut self, model: &Model, node: usize, op: Op, operands: &[Operand]) -> Value {
        let args: Vec<Value> = operands.iter().map(|&operand| self.operand(operand)).collect();
        let Some(pool) = operands.iter().find_map(|operand| self.pool(model.nodes[operand.node].sort)) else {
            return self.apply_plain(op, &args);
        };
        let cells = Cells { aig: &mut self.aig, addresses: &self.addresses[pool] };
        match op {
            Op::Read => {
                let (value, hit) = cells.read(args[0].elements(), args[1].word(), self.unknown[node].as_ref());
                self.hits.extend(hit);
                Value::Word(value)
            }
            Op::Write => Value::Array(cells.write(args[0].elements(), args[1].word(), args[2].word())),
            op => self.apply_plain(op, &args),
        }
    }

    /// An operator on words, and on arrays all of whose elements are there.
    fn apply_plain(&mut self, op: Op, args: &[Value]) -> Value {
        let aig = &mut self.aig;
        match (op, args) {
            (Op::Read, [array, index]) => Value::Word(cells::read_small(aig, array.elements(), index.word())),
            (Op::Write, [array, index, value]) => {
                Value::Array(cells::write_small(aig, array.elements(), index.word(), value.word()))
            }
            (Op::Ite, [cond, Value::Array(then), Value::Array(other)]) => {
                let cond = cond.word()[0];
                let pairs = then.iter().zip(other.iter());
                Value::Array(pairs.map(|(then, other)| gates::mux(aig, cond, then, other).into()).collect())
            }
            (Op::Eq | Op::Neq, [Value::Array(a), Value::Array(b)]) => {
                let same: Vec<Edge> = a.iter().zip(b.iter()).map(|(a, b)| compare::eq(aig, a, b)).collect();
                let same = aig.and_all(&same);
                Value::Word(Rc::new([same ^ (op == Op::Neq)]))
            }
            _ => {
                let words: Vec<&[Edge]> = args.iter().map(Value::word).collect();
                Value::Word(gates::apply(aig, op, &words).into())
            }
        }
    }

    fn operand(&self, operand: Operand) -> Value {
        let value = self.values[operand.node].as_ref().expect("operands should come before what uses them");
        match value {
            Value::Word(bits) if operand.negated => Value::Word(bits.iter().map(|&bit| !bit).collect()),
            value => value.clone(),
        }
    }

    /// The bits of a value, element after element if it is an array; a word for an array fills it.
    fn bits(&self, value: &Value, sort: Sort) -> Vec<Edge> {
        match value {
            Value::Array(elements) => elements.concat(),
            Value::Word(word) => (0..self.n_words(sort)).flat_map(|_| word.iter().copied()).collect(),
        }
    }

    fn roots(&self, roots: &[Root]) -> Vec<Signal> {
        let signal = |root: &Root| Signal { name: root.name.clone(), edge: self.operand(root.operand).word()[0] };
        roots.iter().map(signal).collect()
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
        constraints.extend(self.hits.iter().map(|&edge| Signal { name: None, edge }));
        let fairness = self.roots(&model.fairness);
        let edges = |justice: &model::Justice| justice.operands.iter().map(|&it| self.operand(it).word()[0]).collect();
        let justice = model.justice.iter().map(|it| Justice { name: it.name.clone(), edges: edges(it) }).collect();
        let aig = std::mem::take(&mut self.aig);
        let mut circuit = Circuit { aig, bad, constraints, justice, fairness, ..Circuit::default() };
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
        let recurring = (0..circuit.justice.len()).map(|idx| live::recurring(&circuit, idx)).collect();
        let words = Words { model, aliases: self.aliases, input_sources, state_sources, pools: self.pools, recurring };
        Design { circuit, inputs, state, words: Some(words) }
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
