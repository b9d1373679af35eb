//! The ISCAS `.bench` format: `INPUT(a)`, `OUTPUT(b)`, `b = NAND(a, c)`, `#` comments.
//!
//! Signals may be used before they are defined. Keywords are read in either case, names are
//! not. The format says nothing of resets: all flip-flops start at zero.

use std::collections::HashMap;

use crate::circuit::{Circuit, FileError, Reset, Signal, check_length, dependency_order};
use crate::edge::Edge;
use crate::graph::Aig;
use crate::netlist::{self, Gate, GateKind, Register, Wire};

#[cfg(test)]
mod tests;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Input,
    Dff,
    And,
    Or,
    Xor,
    Buffer,
}

/// One signal: what it is and where the file says so.
struct Definition {
    kind: Kind,
    negated: bool,
    operands: Vec<usize>,
    line: usize,
}

/// What the lines said, signals numbered in the order in which they are met.
#[derive(Default)]
struct Netlist<'a> {
    signal_from_name: HashMap<&'a str, usize>,
    names: Vec<&'a str>,
    definitions: Vec<Option<Definition>>,
    /// The line that first mentions a signal.
    mentioned: Vec<usize>,
    inputs: Vec<usize>,
    flip_flops: Vec<usize>,
    outputs: Vec<usize>,
}

/// Reads a `.bench` file.
///
/// # Errors
/// The first line that cannot be understood, or a signal that is undefined or defined by itself.
pub fn read(bytes: &[u8]) -> Result<Circuit, FileError> {
    lines(bytes)?.build()
}

/// The gates of a `.bench` file.
///
/// # Errors
/// As [`read`].
pub fn netlist(bytes: &[u8]) -> Result<netlist::Netlist, FileError> {
    lines(bytes)?.into_netlist()
}

fn lines(bytes: &[u8]) -> Result<Netlist<'_>, FileError> {
    check_length(bytes)?;
    let mut netlist = Netlist::default();
    for (idx, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line_no = idx + 1;
        let text =
            std::str::from_utf8(line).map_err(|_| FileError::at_line(line_no, "the line is not text (UTF-8)"))?;
        let text = text.split('#').next().unwrap_or_default().trim();
        if !text.is_empty() {
            netlist.line(text, line_no)?;
        }
    }
    Ok(netlist)
}

impl<'a> Netlist<'a> {
    fn signal(&mut self, name: &'a str, line: usize) -> usize {
        let next = self.names.len();
        let signal = *self.signal_from_name.entry(name).or_insert(next);
        if signal == next {
            self.names.push(name);
            self.definitions.push(None);
            self.mentioned.push(line);
        }
        signal
    }

    fn line(&mut self, text: &'a str, line: usize) -> Result<(), FileError> {
        let (target, call) = match text.split_once('=') {
            Some((target, call)) => (Some(target.trim()), call.trim()),
            None => (None, text),
        };
        let (keyword, rest) = call
            .split_once('(')
            .ok_or_else(|| FileError::at_line(line, format!("expected `NAME(...)`, found `{}`", excerpt(call))))?;
        let arguments =
            rest.strip_suffix(')').ok_or_else(|| FileError::at_line(line, "the line should end with `)`"))?;
        let keyword = keyword.trim().to_ascii_uppercase();
        let mut operands = Vec::new();
        for name in arguments.split(',') {
            operands.push(self.signal(checked_name(name, line)?, line));
        }
        match (target, keyword.as_str(), operands.as_slice()) {
            (None, "INPUT", &[signal]) => {
                self.define(signal, Definition { kind: Kind::Input, negated: false, operands: Vec::new(), line })?;
                self.inputs.push(signal);
            }
            (None, "OUTPUT", &[signal]) => self.outputs.push(signal),
            (None, "INPUT" | "OUTPUT", _) => return Err(FileError::at_line(line, format!("{keyword} takes one name"))),
            (None, ..) => {
                return Err(FileError::at_line(line, format!("`{}` is neither INPUT nor OUTPUT", excerpt(&keyword))));
            }
            (Some(target), ..) => {
                let signal = self.signal(checked_name(target, line)?, line);
                let (kind, negated) = gate(&keyword)
                    .ok_or_else(|| FileError::at_line(line, format!("unknown gate `{}`", excerpt(&keyword))))?;
                if matches!(kind, Kind::Dff | Kind::Buffer) && operands.len() != 1 {
                    return Err(FileError::at_line(line, format!("{keyword} takes one operand")));
                }
                self.define(signal, Definition { kind, negated, operands, line })?;
                if kind == Kind::Dff {
                    self.flip_flops.push(signal);
                }
            }
        }
        Ok(())
    }

    fn define(&mut self, signal: usize, definition: Definition) -> Result<(), FileError> {
        if let Some(first) = &self.definitions[signal] {
            let reason = format!("`{}` is already defined in line {}", excerpt(self.names[signal]), first.line);
            return Err(FileError::at_line(definition.line, reason));
        }
        self.definitions[signal] = Some(definition);
        Ok(())
    }

    /// What each signal is, and the signals in an order in which each comes after what it depends on in its cycle.
    fn defined(&mut self) -> Result<(Vec<Definition>, Vec<usize>), FileError> {
        let mut definitions = Vec::with_capacity(self.definitions.len());
        for (signal, definition) in std::mem::take(&mut self.definitions).into_iter().enumerate() {
            definitions.push(definition.ok_or_else(|| {
                FileError::at_line(self.mentioned[signal], format!("`{}` is not defined", excerpt(self.names[signal])))
            })?);
        }
        // A flip-flop depends on nothing within its cycle.
        let dependencies: Vec<Vec<usize>> =
            definitions.iter().map(|it| if it.kind == Kind::Dff { Vec::new() } else { it.operands.clone() }).collect();
        let order = dependency_order(definitions.len(), &dependencies).map_err(|signal| {
            let reason = format!("`{}` depends on itself within one cycle", excerpt(self.names[signal]));
            FileError::at_line(definitions[signal].line, reason)
        })?;
        Ok((definitions, order))
    }

    fn build(mut self) -> Result<Circuit, FileError> {
        let (definitions, order) = self.defined()?;
        let name = |signal: usize| Some(self.names[signal].to_owned());
        let mut circuit = Circuit::new(self.inputs.len(), self.flip_flops.len());
        let mut edges = vec![Edge::FALSE; definitions.len()];
        for (input, &signal) in circuit.inputs.iter_mut().zip(&self.inputs) {
            input.name = name(signal);
            edges[signal] = input.edge;
        }
        for (latch, &signal) in circuit.latches.iter_mut().zip(&self.flip_flops) {
            latch.name = name(signal);
            edges[signal] = latch.state;
        }
        for signal in order {
            let Definition { kind, negated, operands, .. } = &definitions[signal];
            if !matches!(kind, Kind::Input | Kind::Dff) {
                let operands: Vec<Edge> = operands.iter().map(|&operand| edges[operand]).collect();
                edges[signal] = apply(&mut circuit.aig, *kind, &operands) ^ *negated;
            }
        }
        for (latch, &signal) in circuit.latches.iter_mut().zip(&self.flip_flops) {
            latch.next = edges[definitions[signal].operands[0]];
        }
        circuit.outputs =
            self.outputs.iter().map(|&signal| Signal { name: name(signal), edge: edges[signal] }).collect();
        Ok(circuit)
    }

    /// Signals are numbered from one: nothing is the constant.
    fn into_netlist(mut self) -> Result<netlist::Netlist, FileError> {
        let (definitions, order) = self.defined()?;
        let wire = |signal: &usize| Wire { signal: signal + 1, negated: false };
        let mut found = netlist::Netlist {
            names: std::iter::once("0").chain(self.names.iter().copied()).map(str::to_owned).collect(),
            has_named_gates: true,
            inputs: self.inputs.iter().map(|signal| signal + 1).collect(),
            outputs: self.outputs.iter().map(wire).collect(),
            ..netlist::Netlist::default()
        };
        let next = |signal: usize| wire(&definitions[signal].operands[0]);
        let register = |&signal: &usize| Register { signal: signal + 1, next: next(signal), reset: Reset::Zero };
        found.registers = self.flip_flops.iter().map(register).collect();
        for signal in order {
            let Definition { kind, negated, operands, line } = &definitions[signal];
            let kind = match kind {
                Kind::Input | Kind::Dff => continue,
                Kind::And => GateKind::And,
                Kind::Or => GateKind::Or,
                Kind::Xor => GateKind::Xor,
                Kind::Buffer => GateKind::Buffer,
            };
            let operands = operands.iter().map(wire).collect();
            found.gates.push(Gate { target: signal + 1, kind, negated: *negated, operands, line: Some(*line) });
        }
        Ok(found)
    }
}

fn gate(keyword: &str) -> Option<(Kind, bool)> {
    Some(match keyword {
        "AND" => (Kind::And, false),
        "NAND" => (Kind::And, true),
        "OR" => (Kind::Or, false),
        "NOR" => (Kind::Or, true),
        "XOR" => (Kind::Xor, false),
        "XNOR" => (Kind::Xor, true),
        "BUF" | "BUFF" => (Kind::Buffer, false),
        "NOT" | "INV" => (Kind::Buffer, true),
        "DFF" => (Kind::Dff, false),
        _ => return None,
    })
}

fn apply(aig: &mut Aig, kind: Kind, operands: &[Edge]) -> Edge {
    match kind {
        Kind::And => aig.and_all(operands),
        Kind::Or => aig.or_all(operands),
        Kind::Xor => operands.iter().fold(Edge::FALSE, |parity, &operand| aig.xor(parity, operand)),
        Kind::Buffer | Kind::Input | Kind::Dff => operands.first().copied().unwrap_or(Edge::FALSE),
    }
}

fn checked_name(text: &str, line: usize) -> Result<&str, FileError> {
    let name = text.trim();
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '=' | ',')) {
        return Err(FileError::at_line(line, format!("`{}` is not a name", excerpt(name))));
    }
    Ok(name)
}

/// The beginning of `text`, short enough for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
