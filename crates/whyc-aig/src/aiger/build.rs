//! From the lists of an AIGER file to a circuit.

use std::collections::HashMap;

use super::cursor::Cursor;
use crate::circuit::{Circuit, FileError, Justice, Place, Reset, Signal, dependency_order};
use crate::edge::Edge;
use crate::netlist::{Gate, GateKind, Netlist, Register, Wire};

/// A latch as the file has it.
pub(super) struct RawLatch {
    pub(super) var: u32,
    pub(super) next: u32,
    pub(super) reset: Reset,
    pub(super) place: Place,
}

/// A gate as the file has it.
pub(super) struct AndGate {
    pub(super) var: u32,
    pub(super) operands: [u32; 2],
    pub(super) place: Place,
}

/// All that both formats hold.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) inputs: Vec<u32>,
    pub(super) latches: Vec<RawLatch>,
    pub(super) outputs: Vec<(u32, Place)>,
    pub(super) bad: Vec<(u32, Place)>,
    pub(super) constraints: Vec<(u32, Place)>,
    pub(super) justice: Vec<Vec<(u32, Place)>>,
    pub(super) fairness: Vec<(u32, Place)>,
    pub(super) ands: Vec<AndGate>,
}

/// The edges of the variables defined so far.
struct Edges(HashMap<u32, Edge>);

impl Edges {
    fn define(&mut self, var: u32, edge: Edge, place: Place) -> Result<(), FileError> {
        match self.0.insert(var, edge) {
            None => Ok(()),
            Some(_) => Err(FileError::at(place, format!("variable {var} is defined twice"))),
        }
    }

    fn literal(&self, lit: u32, place: Place) -> Result<Edge, FileError> {
        if lit < 2 {
            return Ok(Edge::constant(lit == 1));
        }
        match self.0.get(&(lit / 2)) {
            Some(&edge) => Ok(edge ^ (lit % 2 == 1)),
            None => Err(FileError::at(place, format!("literal {lit} is not defined"))),
        }
    }

    fn signals(&self, list: &[(u32, Place)]) -> Result<Vec<Signal>, FileError> {
        list.iter().map(|&(lit, place)| Ok(Signal { name: None, edge: self.literal(lit, place)? })).collect()
    }
}

/// Makes the circuit; ASCII files may list gates in any order.
pub(super) fn build(lists: &Lists) -> Result<Circuit, FileError> {
    let mut circuit = Circuit::new(lists.inputs.len(), lists.latches.len());
    let mut edges = Edges(HashMap::new());
    for (idx, (&var, input)) in lists.inputs.iter().zip(&circuit.inputs).enumerate() {
        // Only an ASCII file can define an input twice; its inputs follow the header line by line.
        edges.define(var, input.edge, Place::Line(idx + 2))?;
    }
    for (raw, latch) in lists.latches.iter().zip(&circuit.latches) {
        edges.define(raw.var, latch.state, raw.place)?;
    }
    for gate in order(&lists.ands)? {
        let [left, right] = gate.operands;
        let (left, right) = (edges.literal(left, gate.place)?, edges.literal(right, gate.place)?);
        let edge = circuit.aig.and(left, right);
        edges.define(gate.var, edge, gate.place)?;
    }
    for (raw, latch) in lists.latches.iter().zip(&mut circuit.latches) {
        latch.next = edges.literal(raw.next, raw.place)?;
        latch.reset = raw.reset;
    }
    circuit.outputs = edges.signals(&lists.outputs)?;
    circuit.bad = edges.signals(&lists.bad)?;
    circuit.constraints = edges.signals(&lists.constraints)?;
    circuit.fairness = edges.signals(&lists.fairness)?;
    for members in &lists.justice {
        let edges = edges.signals(members)?.into_iter().map(|member| member.edge).collect();
        circuit.justice.push(Justice { name: None, edges });
    }
    Ok(circuit)
}

/// The gates, each after its operands.
fn order(ands: &[AndGate]) -> Result<Vec<&AndGate>, FileError> {
    let gate_from_var: HashMap<u32, usize> = ands.iter().enumerate().map(|(idx, gate)| (gate.var, idx)).collect();
    let dependencies: Vec<Vec<usize>> = ands
        .iter()
        .map(|gate| gate.operands.iter().filter_map(|lit| gate_from_var.get(&(lit / 2)).copied()).collect())
        .collect();
    let order = dependency_order(ands.len(), &dependencies).map_err(|idx| {
        let reason = format!("variable {} depends on itself within one cycle", ands[idx].var);
        FileError::at(ands[idx].place, reason)
    })?;
    Ok(order.into_iter().map(|idx| &ands[idx]).collect())
}

/// The lists as a netlist; what they mean has the names.
pub(super) fn as_they_stand(lists: &Lists, circuit: &Circuit) -> Result<Netlist, FileError> {
    // Not all variables up to the largest one need be defined.
    let mut signal_from_var: HashMap<u32, usize> = HashMap::from([(0, 0)]);
    let mut names: Vec<String> = vec!["0".to_owned()];
    let mut signal = |var: u32, name: String| {
        names.push(name);
        signal_from_var.insert(var, names.len() - 1);
        names.len() - 1
    };
    let inputs = lists.inputs.iter().enumerate().map(|(idx, &var)| signal(var, circuit.input_name(idx))).collect();
    let states: Vec<usize> =
        lists.latches.iter().enumerate().map(|(idx, raw)| signal(raw.var, circuit.latch_name(idx))).collect();
    let ordered = order(&lists.ands)?;
    let targets: Vec<usize> = ordered.iter().map(|gate| signal(gate.var, (2 * gate.var).to_string())).collect();
    let wire = |lit: u32| Wire { signal: signal_from_var.get(&(lit / 2)).copied().unwrap_or(0), negated: lit % 2 == 1 };
    let wires = |list: &[(u32, Place)]| list.iter().map(|(lit, _)| wire(*lit)).collect::<Vec<Wire>>();
    let gate = |(gate, target): (&&AndGate, usize)| Gate {
        target,
        kind: GateKind::And,
        negated: false,
        operands: gate.operands.map(wire).to_vec(),
        line: match gate.place {
            Place::Line(line) => Some(line),
            Place::Byte(_) => None,
        },
    };
    let registers = lists.latches.iter().zip(states);
    let register = |(raw, signal): (&RawLatch, usize)| Register { signal, next: wire(raw.next), reset: raw.reset };
    Ok(Netlist {
        inputs,
        registers: registers.map(register).collect(),
        gates: ordered.iter().zip(targets).map(gate).collect(),
        outputs: wires(&lists.outputs),
        bad: wires(&lists.bad),
        constraints: wires(&lists.constraints),
        justice: lists.justice.iter().map(|members| wires(members)).collect(),
        fairness: wires(&lists.fairness),
        names,
        has_named_gates: false,
    })
}

/// Reads the symbol table, up to the comments or the end.
pub(super) fn name_signals(circuit: &mut Circuit, cursor: &mut Cursor<'_>) -> Result<(), FileError> {
    while let Some(line) = cursor.line()? {
        if line == "c" {
            return Ok(());
        }
        let (position, name) =
            line.split_once(' ').ok_or_else(|| cursor.error("expected a symbol, as in `i0 name`, or `c`"))?;
        let Some(kind) = position.chars().next().filter(char::is_ascii) else {
            return Err(cursor.error("expected a symbol, as in `i0 name`"));
        };
        let idx = cursor.number(&position[1..])? as usize;
        let slot = match kind {
            'i' => circuit.inputs.get_mut(idx).map(|it| &mut it.name),
            'l' => circuit.latches.get_mut(idx).map(|it| &mut it.name),
            'o' => circuit.outputs.get_mut(idx).map(|it| &mut it.name),
            'b' => circuit.bad.get_mut(idx).map(|it| &mut it.name),
            'c' => circuit.constraints.get_mut(idx).map(|it| &mut it.name),
            'j' => circuit.justice.get_mut(idx).map(|it| &mut it.name),
            'f' => circuit.fairness.get_mut(idx).map(|it| &mut it.name),
            _ => return Err(cursor.error(format!("`{kind}` is not a kind of symbol (i, l, o, b, c, j, f)"))),
        };
        match slot {
            Some(slot) => *slot = Some(name.to_owned()),
            None => return Err(cursor.error(format!("there is no signal `{kind}{idx}` to name"))),
        }
    }
    Ok(())
}
