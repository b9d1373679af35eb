//! The signals of a circuit by their names: inputs, state, outputs, and whatever else its file gives a name.

use std::collections::BTreeMap;

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, Justice, Latch, Reset, Signal};
use whyc_base::budget::Budget;
use whyc_base::names;
use whyc_circuit::btor2::build;
use whyc_circuit::btor2::model::{Kind, Model, Node, Operand, Root, Sort};
use whyc_circuit::btor2::ops::Op;
use whyc_circuit::design::{Design, Word};

use crate::atom::{Atom, name_ago};
use crate::words::{self, Unknown};

/// A circuit in which some signals can be looked at.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The circuit, without properties of its own.
    pub circuit: Circuit,
    /// The bits of each signal, the least significant first.
    pub bits_from_name: BTreeMap<String, Vec<Edge>>,
    /// The inputs as the file has them.
    pub inputs: Vec<Word>,
}

/// Makes the signals that some atoms look at visible.
///
/// # Errors
/// What is not there, in words.
pub fn watched(design: &Design, atoms: &[Atom], budget: &Budget) -> Result<Watched, String> {
    let wanted: Vec<&str> = atoms.iter().flat_map(Atom::names).collect();
    let mut bits_from_name = in_circuit(design);
    let mut circuit = design.circuit.clone();
    let mut inputs = design.inputs.clone();
    if let Some(words) = design.words.as_ref().filter(|_| wanted.iter().any(|name| !bits_from_name.contains_key(*name)))
    {
        let mut model = words.model.clone();
        let n_before = model.bad.len();
        let added = expose(&mut model, &wanted, &bits_from_name);
        let built = build::build(model, budget).map_err(|error| error.to_string())?;
        bits_from_name = in_circuit(&built);
        let mut at = n_before;
        for (name, width) in added {
            let edges = built.circuit.bad[at..at + width].iter().map(|it| it.edge).collect();
            bits_from_name.insert(name, edges);
            at += width;
        }
        (circuit, inputs) = (built.circuit, built.inputs);
    }
    circuit.bad = Vec::new();
    circuit.outputs = Vec::new();
    circuit.justice = Vec::<Justice>::new();
    if let Some(name) = wanted.iter().find(|name| !bits_from_name.contains_key(**name)) {
        let mut known: Vec<String> = bits_from_name.keys().cloned().collect();
        if let Some(words) = &design.words {
            known.extend(named_nodes(&words.model).into_keys());
        }
        known.sort();
        known.dedup();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return Err(format!("the circuit has no signal `{name}`; {}", names::hint(name, &known, "signals")));
    }
    for (name, ago) in atoms.iter().flat_map(Atom::looks_back) {
        remember(&mut circuit, &mut bits_from_name, name, ago)?;
    }
    Ok(Watched { circuit, bits_from_name, inputs })
}

impl Watched {
    /// The edge of each atom.
    ///
    /// # Errors
    /// If a signal has no such bit, in words.
    pub fn edges(&mut self, atoms: &[Atom]) -> Result<Vec<Edge>, String> {
        let Watched { circuit, bits_from_name, .. } = self;
        let lookup = |name: &str| bits_from_name.get(name).cloned();
        let edge = |atom: &Atom| {
            words::edge(&mut circuit.aig, atom, &lookup).map_err(|error| match error {
                Unknown::Signal(name) => format!("the circuit has no signal `{name}`"),
                Unknown::Bit { name, bit, width } => format!("`{name}` has no bit {bit}: it has {width}"),
            })
        };
        atoms.iter().map(edge).collect()
    }
}

/// How far back a property may look in a circuit.
const FAR: u32 = 1_000;

/// Latches that keep what a signal was in earlier cycles, from the latest to the earliest that is asked for.
fn remember(
    circuit: &mut Circuit,
    bits_from_name: &mut BTreeMap<String, Vec<Edge>>,
    name: &str,
    ago: u32,
) -> Result<(), String> {
    if ago > FAR {
        return Err(format!("`{name}`: properties look back {FAR} cycles at most"));
    }
    for back in 1..=ago {
        let key = name_ago(name, back);
        if bits_from_name.contains_key(&key) {
            continue;
        }
        let Some(later) = bits_from_name.get(&name_ago(name, back - 1)).cloned() else { continue };
        let kept = later.into_iter().map(|next| {
            let state = circuit.aig.input();
            circuit.latches.push(Latch { name: None, state, next, reset: Reset::Zero });
            state
        });
        let kept = kept.collect();
        bits_from_name.insert(key, kept);
    }
    Ok(())
}

/// What the circuit has anyway. Inputs come before state, state before outputs; the first of a name counts.
fn in_circuit(design: &Design) -> BTreeMap<String, Vec<Edge>> {
    let circuit = &design.circuit;
    let mut found = BTreeMap::new();
    for word in &design.inputs {
        let edges = circuit.inputs[word.bits.clone()].iter().map(|it| it.edge).collect();
        found.entry(word.name.clone()).or_insert(edges);
    }
    for word in &design.state {
        let edges = circuit.latches[word.bits.clone()].iter().map(|it| it.state).collect();
        found.entry(word.name.clone()).or_insert(edges);
    }
    let named = |prefix: char| {
        move |(at, it): (usize, &Signal)| (it.name.clone().unwrap_or_else(|| format!("{prefix}{at}")), it.edge)
    };
    let outputs = circuit.outputs.iter().enumerate().map(named('o'));
    let bad = circuit.bad.iter().enumerate().map(named('b'));
    for (name, edge) in outputs.chain(bad) {
        found.entry(name).or_insert_with(|| vec![edge]);
    }
    if design.words.is_none() {
        gather(&mut found);
    }
    found
}

/// Bits called `count.0`, `count.1` … or `count[0]`, `count[1]` … are a word `count`.
fn gather(found: &mut BTreeMap<String, Vec<Edge>>) {
    let mut bits: BTreeMap<String, BTreeMap<usize, Edge>> = BTreeMap::new();
    for (name, edges) in found.iter() {
        let split = name.rsplit_once('.').or_else(|| name.strip_suffix(']').and_then(|it| it.rsplit_once('[')));
        if let (Some((word, bit)), [edge]) = (split, edges.as_slice())
            && let Ok(bit) = bit.parse()
        {
            bits.entry(word.to_owned()).or_default().insert(bit, *edge);
        }
    }
    for (word, bits) in bits {
        if bits.keys().copied().eq(0..bits.len()) {
            found.entry(word).or_insert_with(|| bits.into_values().collect());
        }
    }
}

/// The words of a model that have names.
fn named_nodes(model: &Model) -> BTreeMap<String, Operand> {
    let mut found = BTreeMap::new();
    let is_word = |node: usize| matches!(model.nodes[node].sort, Sort::Bits(_));
    for root in model.outputs.iter().filter(|root| is_word(root.operand.node)) {
        let name = root.name.clone().unwrap_or_else(|| model.name(root.operand.node));
        found.entry(name).or_insert(root.operand);
    }
    for (node, it) in model.nodes.iter().enumerate().filter(|(node, _)| is_word(*node)) {
        if let Some(name) = &it.name {
            found.entry(name.clone()).or_insert(Operand { node, negated: false });
        }
    }
    found
}

/// Adds the bits of named words as bad signals: what was added, with widths, in order.
fn expose(model: &mut Model, wanted: &[&str], known: &BTreeMap<String, Vec<Edge>>) -> Vec<(String, usize)> {
    let named = named_nodes(model);
    let mut added: Vec<(String, usize)> = Vec::new();
    for &name in wanted {
        let Some(&operand) = named.get(name) else { continue };
        if known.contains_key(name) || added.iter().any(|(it, _)| it == name) {
            continue;
        }
        let (width, line) = (model.nodes[operand.node].sort.width(), model.nodes[operand.node].line);
        for bit in 0..width {
            let kind = Kind::Apply(Op::Slice { hi: bit, lo: bit }, vec![operand]);
            model.nodes.push(Node { kind, sort: Sort::Bits(1), name: None, id: 0, line });
            let operand = Operand { node: model.nodes.len() - 1, negated: false };
            model.bad.push(Root { operand, name: None, line });
        }
        added.push((name.to_owned(), width as usize));
    }
    added
}
