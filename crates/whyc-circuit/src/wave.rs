//! What every signal is in every cycle of a run: inputs, state, outputs, and what the property looks at.
//!
//! All values are those of the run. A bit is relevant if it is the same in every run that agrees with this one
//! in what lifting found to matter: for inputs and initial state that is what was found, for everything else it is
//! what follows from it, by simulation over three values.

use whyc_aig::Edge;
use whyc_aig::sim::word_of;

use crate::btor2::build::{Source, Words};
use crate::btor2::eval::Value;
use crate::btor2::model::{Kind, Operand, Root, Sort};
use crate::btor2::number;
use crate::design::{Design, Word};
use crate::finding::{Bit, Wave, WaveKind};
use crate::lift::Lifted;
use crate::property::Property;
use crate::simulate;
use crate::ternary;
use crate::trace::Counterexample;

/// The signals of a run, and how many were left out because they would have been too many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waves {
    /// Inputs, state, outputs, then what the property looks at.
    pub shown: Vec<Wave>,
    /// How many are not there.
    pub n_left_out: usize,
}

/// How many bits are kept of a run, over all signals and cycles: some hundred megabytes as text.
const MANY_BITS: usize = 1 << 23;

/// One cycle of a run.
struct Moment {
    /// The bits of inputs; nothing after the last input.
    inputs: Option<Vec<Bit>>,
    state: Vec<Bit>,
    /// The edges that were asked for, if they could be looked at.
    edges: Option<Vec<Bit>>,
}

/// All signals of a run.
#[must_use]
pub fn waves(design: &Design, run: &Counterexample, lifted: &Lifted) -> Waves {
    let circuit = &design.circuit;
    let looked_at = looked_at(design, &run.property);
    let n_outputs = circuit.outputs.len();
    let edges: Vec<Edge> =
        circuit.outputs.iter().map(|it| it.edge).chain(looked_at.iter().map(|(_, edge)| *edge)).collect();
    let moments = moments(design, run, lifted, &edges);
    let mut waves = Waves::default();
    let mut n_bits = 0;
    let mut add = |wave: Wave| {
        n_bits += wave.cells.iter().map(Vec::len).sum::<usize>();
        if n_bits <= MANY_BITS {
            waves.shown.push(wave);
        } else {
            waves.n_left_out += 1;
        }
    };
    let cell =
        |bits: Option<&[Bit]>, word: &Word| bits.map(|bits| bits[word.bits.clone()].to_vec()).unwrap_or_default();
    for word in &design.inputs {
        let cells = moments.iter().map(|moment| cell(moment.inputs.as_deref(), word)).collect();
        add(Wave { name: word.name.clone(), kind: WaveKind::Input, cells });
    }
    let told = design.words.as_ref().map(|words| Told::new(design, words, run, &moments));
    for (at, word) in state_of_file(design) {
        let alias = told.as_ref().and_then(|told| told.alias(at));
        let own = || moments.iter().map(|moment| cell(Some(&moment.state), word)).collect();
        add(Wave { name: word.name.clone(), kind: WaveKind::State, cells: alias.unwrap_or_else(own) });
    }
    let edge_cells = |at: usize| {
        let bit = |moment: &Moment| moment.edges.as_ref().map(|edges| vec![edges[at]]).unwrap_or_default();
        moments.iter().map(bit).collect::<Vec<Vec<Bit>>>()
    };
    for (at, output) in circuit.outputs.iter().enumerate() {
        // An output that stands for a bad state is what the property looks at.
        if run.property != Property::Bad(at) || !circuit.bad.is_empty() {
            let name = output.name.clone().unwrap_or_else(|| format!("o{at}"));
            add(Wave { name, kind: WaveKind::Output, cells: edge_cells(at) });
        }
    }
    if let Some(told) = &told {
        told.outputs().into_iter().for_each(&mut add);
    }
    for (at, (name, _)) in looked_at.into_iter().enumerate() {
        let mut cells = edge_cells(n_outputs + at);
        // That it is violated in the end is what lifting has shown, which three values cannot always tell.
        if let (Property::Bad(_), Some(last)) = (&run.property, cells.last_mut()) {
            last.iter_mut().for_each(|bit| bit.relevant = true);
        }
        add(Wave { name, kind: WaveKind::Property, cells });
    }
    waves
}

/// What the property looks at, with names. A state that is asked for is among the state already.
fn looked_at(design: &Design, property: &Property) -> Vec<(String, Edge)> {
    let circuit = &design.circuit;
    match property {
        Property::Bad(idx) => vec![(property.describe(circuit), circuit.bad_signals()[*idx].edge)],
        Property::Reach(_) => Vec::new(),
        Property::Justice(idx) => {
            let name = property.describe(circuit);
            let members = &circuit.justice[*idx].edges;
            let numbered = |at: usize| if members.len() == 1 { name.clone() } else { format!("{name}[{at}]") };
            let justice = members.iter().enumerate().map(|(at, &edge)| (numbered(at), edge));
            let fairness = circuit.fairness.iter().enumerate();
            let fairness = fairness.map(|(at, it)| (it.name.clone().unwrap_or_else(|| format!("f{at}")), it.edge));
            justice.chain(fairness).collect()
        }
    }
}

fn moments(design: &Design, run: &Counterexample, lifted: &Lifted, edges: &[Edge]) -> Vec<Moment> {
    let circuit = &design.circuit;
    let free = run.free();
    let bit = |(&value, known): (&bool, &Option<bool>)| Bit { value, relevant: known.is_some() };
    let known = |position: usize, value: bool| lifted.relevant[position].then_some(value);
    let mut state = run.initial.clone();
    let mut known_state: Vec<Option<bool>> =
        state.iter().enumerate().map(|(latch, &value)| known(free.latch(latch), value)).collect();
    let mut moments = Vec::new();
    for cycle in 0..=run.depth {
        let now: Vec<Bit> = state.iter().zip(&known_state).map(bit).collect();
        let Some(inputs) = run.inputs.get(cycle) else {
            moments.push(Moment { inputs: None, state: now, edges: None });
            continue;
        };
        let known_inputs: Vec<Option<bool>> =
            inputs.iter().enumerate().map(|(idx, &value)| known(free.input(cycle, idx), value)).collect();
        let words = |bits: &[bool]| bits.iter().map(|&bit| u64::from(bit)).collect::<Vec<u64>>();
        let values = simulate::cycle(circuit, &words(&state), &words(inputs));
        let follows = ternary::cycle(circuit, &[known_inputs.as_slice(), &known_state].concat());
        let is_true = |edge: Edge| word_of(&values, edge) & 1 == 1;
        let of_edge =
            |&edge: &Edge| Bit { value: is_true(edge), relevant: ternary::value_of(&follows, edge).is_some() };
        moments.push(Moment {
            inputs: Some(inputs.iter().zip(&known_inputs).map(bit).collect()),
            state: now,
            edges: Some(edges.iter().map(of_edge).collect()),
        });
        state = circuit.latches.iter().map(|latch| is_true(latch.next)).collect();
        known_state = circuit.latches.iter().map(|latch| ternary::value_of(&follows, latch.next)).collect();
    }
    moments
}

/// The state as the file has it, with its positions: no file has the addresses of cells.
fn state_of_file(design: &Design) -> impl Iterator<Item = (usize, &Word)> {
    let sources = design.words.as_ref().map(|words| words.state_sources.as_slice());
    let is_address = move |at: usize| sources.is_some_and(|sources| matches!(sources[at], Source::Address(_)));
    design.state.iter().enumerate().filter(move |(at, _)| !is_address(*at))
}

/// What is told of nodes of a file of words: its outputs, and state under the names that designers gave it. Of a value that depends
/// on something in doubt, all is in doubt.
struct Told<'a> {
    words: &'a Words,
    /// The nodes, each with its cells.
    cells: Vec<(Operand, Vec<Vec<Bit>>)>,
}

impl<'a> Told<'a> {
    fn new(design: &Design, words: &'a Words, run: &Counterexample, moments: &[Moment]) -> Self {
        let model = &words.model;
        let is_word = |it: &Operand| matches!(model.nodes[it.node].sort, Sort::Bits(_));
        let aliases = words.aliases.values().map(|alias| Operand { node: alias.node, negated: false });
        let asked: Vec<Operand> =
            model.outputs.iter().map(|root| root.operand).chain(aliases).filter(is_word).collect();
        let mut cells: Vec<(Operand, Vec<Vec<Bit>>)> = asked.iter().map(|&it| (it, Vec::new())).collect();
        if asked.is_empty() {
            return Self { words, cells };
        }
        let values = words.values_in(run, &asked);
        for (cycle, moment) in moments.iter().enumerate() {
            let certain = certain_nodes(design, words, moment);
            for (at, (operand, cells)) in cells.iter_mut().enumerate() {
                let relevant = certain[operand.node];
                let bit = |value: bool| Bit { value, relevant };
                let width = model.nodes[operand.node].sort.width();
                cells.push(match values.get(cycle).map(|values| &values[at]) {
                    Some(Value::Word(word)) => number::bits(word, width).map(bit).collect(),
                    Some(Value::Array(_)) | None => Vec::new(),
                });
            }
        }
        Self { words, cells }
    }

    fn cells(&self, operand: Operand) -> Option<Vec<Vec<Bit>>> {
        self.cells.iter().find(|(it, _)| *it == operand).map(|(_, cells)| cells.clone())
    }

    /// The state at this position, if a designer has a name for what it becomes at once.
    fn alias(&self, at: usize) -> Option<Vec<Vec<Bit>>> {
        let Source::State(state) = self.words.state_sources[at] else { return None };
        let leaf = self.words.model.states[state].node;
        let alias = self.words.aliases.get(&leaf).filter(|alias| alias.node != leaf)?;
        self.cells(Operand { node: alias.node, negated: false })
    }

    /// The outputs, without those that are inputs or state of the same name.
    fn outputs(&self) -> Vec<Wave> {
        let model = &self.words.model;
        let is_told = |root: &Root, name: &str| {
            let Operand { node, negated } = root.operand;
            let is_leaf = matches!(model.nodes[node].kind, Kind::Input | Kind::State);
            let is_alias = self.words.aliases.values().any(|alias| alias.node == node && alias.name == name);
            !negated && (is_alias || is_leaf && model.name(node) == name)
        };
        let wave = |root: &Root| {
            let name = root.name.clone().unwrap_or_else(|| model.name(root.operand.node));
            let cells = self.cells(root.operand).filter(|_| !is_told(root, &name))?;
            Some(Wave { name, kind: WaveKind::Output, cells })
        };
        model.outputs.iter().filter_map(wave).collect()
    }
}

/// Which nodes depend on nothing that is in doubt.
fn certain_nodes(design: &Design, words: &Words, moment: &Moment) -> Vec<bool> {
    let model = &words.model;
    let mut certain = vec![true; model.nodes.len()];
    let inputs = design.inputs.iter().zip(&words.input_sources).map(|(word, source)| (word, source, &moment.inputs));
    for (word, source, bits) in inputs {
        let node = match *source {
            Source::Input(at) => model.inputs[at],
            Source::FreeState(at) => model.states[at].node,
            Source::Fed(_) | Source::State(_) | Source::Address(_) => continue,
        };
        certain[node] &= bits.as_ref().is_some_and(|bits| bits[word.bits.clone()].iter().all(|bit| bit.relevant));
    }
    for (word, source) in design.state.iter().zip(&words.state_sources) {
        if let Source::State(at) = *source {
            certain[model.states[at].node] &= moment.state[word.bits.clone()].iter().all(|bit| bit.relevant);
        }
    }
    for idx in 0..model.nodes.len() {
        if let Kind::Apply(_, operands) = &model.nodes[idx].kind {
            certain[idx] = operands.iter().all(|operand| certain[operand.node]);
        }
    }
    certain
}
