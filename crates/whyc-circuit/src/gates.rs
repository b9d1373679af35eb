//! A circuit of bits as one of words of one bit, gate by gate, so that a person can be told of the gates that a file has.
//!
//! What [`file`](crate::file) makes of AIGER and BENCH shares gates and simplifies them. Here every gate of the file is a node with a
//! place: its line, and what stands there as an expression, `full = push & !pop`. [`changed`] says what would stand there after a
//! change.

use std::fmt::Write as _;

use whyc_aig::circuit::{Circuit, Reset};
use whyc_aig::netlist::{Gate, GateKind, Netlist, Wire};
use whyc_aig::{aiger, bench};
use whyc_base::budget::Budget;

use crate::btor2::ops::Op;
use crate::file::{Format, ReadError};
use crate::mend::What;
use crate::origin::{Origin, Place};
use crate::property::Property;

/// The BTOR2 text of a file of gates, and where its lines come from.
///
/// # Errors
/// As [`Format::read_within`].
pub fn as_words(name: &str, bytes: &[u8], format: Format, budget: &Budget) -> Result<(Vec<u8>, Origin), ReadError> {
    let netlist = match format {
        Format::Aiger => aiger::netlist(bytes),
        Format::Bench => bench::netlist(bytes),
        Format::Btor2 => return Ok((bytes.to_vec(), Origin::of_itself(name, &String::from_utf8_lossy(bytes)))),
    };
    let netlist = netlist.map_err(ReadError::Refused)?;
    // It has the names of what is asked.
    let circuit = format.read_within(bytes, budget)?.circuit;
    let mut writer = Writer {
        netlist: &netlist,
        text: String::new(),
        n_lines: 0,
        node: vec![0; netlist.names.len()],
        places: Vec::new(),
    };
    writer.all(&circuit);
    let place = |(line, gate): (usize, &Gate)| {
        let text = expression(&netlist, gate);
        let number = gate.line.and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
        let end_column = u32::try_from(text.chars().count() + 1).unwrap_or(u32::MAX);
        (line, Place { file: name.to_owned(), line: number, column: 1, end_line: number, end_column, text })
    };
    let places = writer.places.iter().map(|&(line, gate)| place((line, &netlist.gates[gate]))).collect();
    Ok((writer.text.into_bytes(), Origin::of_gates(places)))
}

struct Writer<'a> {
    netlist: &'a Netlist,
    text: String,
    n_lines: usize,
    /// For each signal the line that has its value.
    node: Vec<usize>,
    /// The lines of gates.
    places: Vec<(usize, usize)>,
}

impl Writer<'_> {
    fn line(&mut self, rest: &str, name: &str) -> usize {
        self.n_lines += 1;
        // A name ends where a blank or a comment begins.
        let name = name.replace(|c: char| c.is_whitespace() || c == ';', "_");
        let blank = if name.is_empty() { "" } else { " " };
        let _ = writeln!(self.text, "{} {rest}{blank}{name}", self.n_lines);
        self.n_lines
    }

    fn wire(&self, wire: Wire) -> String {
        format!("{}{}", if wire.negated { "-" } else { "" }, self.node[wire.signal])
    }

    fn all(&mut self, circuit: &Circuit) {
        let netlist = self.netlist;
        let sort = self.line("sort bitvec 1", "");
        let zero = self.line(&format!("zero {sort}"), "");
        let one = self.line(&format!("one {sort}"), "");
        self.node[0] = zero;
        for &signal in &netlist.inputs {
            self.node[signal] = self.line(&format!("input {sort}"), &netlist.names[signal]);
        }
        for register in &netlist.registers {
            self.node[register.signal] = self.line(&format!("state {sort}"), &netlist.names[register.signal]);
        }
        for register in &netlist.registers {
            let value = match register.reset {
                Reset::Zero => zero,
                Reset::One => one,
                Reset::Free => continue,
            };
            self.line(&format!("init {sort} {} {value}", self.node[register.signal]), "");
        }
        for at in 0..netlist.gates.len() {
            self.gate(at, sort);
        }
        for register in &netlist.registers {
            let (state, next) = (self.node[register.signal], self.wire(register.next));
            self.line(&format!("next {sort} {state} {next}"), "");
        }
        for wire in &netlist.constraints {
            self.line(&format!("constraint {}", self.wire(*wire)), "");
        }
        let is_old = circuit.bad.is_empty() && circuit.justice.is_empty() && circuit.fairness.is_empty();
        let bad = if is_old { &netlist.outputs } else { &netlist.bad };
        for (idx, wire) in bad.iter().enumerate() {
            self.line(&format!("bad {}", self.wire(*wire)), &Property::Bad(idx).describe(circuit));
        }
        for (wire, signal) in netlist.outputs.iter().zip(&circuit.outputs).filter(|_| !is_old) {
            self.line(&format!("output {}", self.wire(*wire)), signal.name.as_deref().unwrap_or_default());
        }
        for (idx, members) in netlist.justice.iter().enumerate() {
            let wires: Vec<String> = members.iter().map(|wire| self.wire(*wire)).collect();
            let name = Property::Justice(idx).describe(circuit);
            self.line(&format!("justice {} {}", wires.len(), wires.join(" ")), &name);
        }
        for wire in &netlist.fairness {
            self.line(&format!("fair {}", self.wire(*wire)), "");
        }
    }

    /// A gate of many operands is a chain, all of it one place.
    fn gate(&mut self, at: usize, sort: usize) {
        let Gate { target, kind, negated, operands, .. } = &self.netlist.gates[at];
        let name = if self.netlist.has_named_gates { self.netlist.names[*target].as_str() } else { "" };
        let wires: Vec<String> = operands.iter().map(|wire| self.wire(*wire)).collect();
        let (op, negated_op) = match kind {
            GateKind::And => ("and", "nand"),
            GateKind::Or => ("or", "nor"),
            GateKind::Xor => ("xor", "xnor"),
            GateKind::Buffer => ("uext", "not"),
        };
        let first = self.n_lines + 1;
        let last = match wires.as_slice() {
            [] => self.node[0],
            [only] if *negated => self.line(&format!("not {sort} {only}"), name),
            [only] => self.line(&format!("uext {sort} {only} 0"), name),
            [a, b] => self.line(&format!("{} {sort} {a} {b}", if *negated { negated_op } else { op }), name),
            [a, rest @ ..] => {
                let chain = rest
                    .iter()
                    .fold(a.clone(), |before, wire| self.line(&format!("{op} {sort} {before} {wire}"), "").to_string());
                let end = if *negated { format!("not {sort} {chain}") } else { format!("uext {sort} {chain} 0") };
                self.line(&end, name)
            }
        };
        self.places.extend((first..=self.n_lines).map(|line| (line, at)));
        self.node[*target] = last;
    }
}

fn sign(kind: GateKind) -> &'static str {
    match kind {
        GateKind::And => " & ",
        GateKind::Or => " | ",
        GateKind::Xor | GateKind::Buffer => " ^ ",
    }
}

/// `full = push & !pop`
fn expression(netlist: &Netlist, gate: &Gate) -> String {
    let term = |wire: &Wire| format!("{}{}", if wire.negated { "!" } else { "" }, netlist.names[wire.signal]);
    let terms: Vec<String> = gate.operands.iter().map(term).collect();
    written(&netlist.names[gate.target], gate.negated, &terms, sign(gate.kind))
}

fn written(target: &str, negated: bool, terms: &[String], sign: &str) -> String {
    match (terms, negated) {
        ([only], true) => format!("{target} = !{only}"),
        (_, true) => format!("{target} = !({})", terms.join(sign)),
        (_, false) => format!("{target} = {}", terms.join(sign)),
    }
}

/// What a gate is known by.
#[must_use]
pub fn target(text: &str) -> &str {
    text.split_once(" = ").map_or(text, |(target, _)| target)
}

/// What would stand at the place of a gate after a change of `n_nodes` nodes of it that are an `op`, where that can be said; `name` knows
/// the nodes.
#[must_use]
pub fn changed(
    text: &str,
    (op, n_nodes): (Op, usize),
    what: &What,
    name: &dyn Fn(usize) -> Option<String>,
) -> Option<String> {
    let (target, right) = text.split_once(" = ")?;
    let (mut negated, inside) = match right.strip_prefix("!(").and_then(|it| it.strip_suffix(')')) {
        Some(inside) => (true, inside),
        None => (false, right),
    };
    let mut sign = [" & ", " | ", " ^ "].into_iter().find(|sign| inside.contains(sign)).unwrap_or(" & ");
    let mut terms: Vec<String> = inside.split(sign).map(str::to_owned).collect();
    // The end of a chain, which is complemented or not.
    let is_end = matches!(op, Op::Not | Op::Uext(_)) && terms.len() > 1;
    match what {
        What::Negated(_) if is_end => negated = !negated,
        What::Signal { .. } if is_end => return None,
        What::Operator(op) => {
            (sign, negated) = match op {
                Op::And => (" & ", n_nodes > 1 && negated),
                Op::Or => (" | ", n_nodes > 1 && negated),
                Op::Xor => (" ^ ", n_nodes > 1 && negated),
                Op::Nand => (" & ", true),
                Op::Nor => (" | ", true),
                Op::Xnor => (" ^ ", true),
                _ => return None,
            };
        }
        // Of a chain, an operand is not always one that the file has.
        What::Negated(at) if n_nodes == 1 => {
            let term = terms.get_mut(*at)?;
            *term = term.strip_prefix('!').map_or_else(|| format!("!{term}"), str::to_owned);
        }
        What::Signal { operand, other } if n_nodes == 1 => {
            let name = name(*other)?;
            let is_inverter = terms.len() == 1 && terms[0].starts_with('!');
            *terms.get_mut(*operand)? = if is_inverter { format!("!{name}") } else { name };
        }
        What::Negated(_)
        | What::Signal { .. }
        | What::Exchanged(..)
        | What::Constant { .. }
        | What::Joined { .. }
        | What::Compared { .. } => return None,
    }
    Some(written(target, negated, &terms, sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Goal, Options, check};
    use crate::design::Design;
    use crate::rng::Rng;

    fn words(bytes: &[u8], format: Format) -> (Design, Origin) {
        let (text, origin) =
            as_words("c", bytes, format, &Budget::unlimited()).expect("what was read should be read again");
        (Format::Btor2.read(&text).expect("what is written should be read"), origin)
    }

    #[test]
    fn gates_are_told_as_expressions() {
        let bench = b"INPUT(a)\nINPUT(b)\nOUTPUT(y)\nq = DFF(n)\nn = NAND(a, b, q)\nm = NOT(n)\ny = XNOR(m, a)\n";
        let (design, origin) = words(bench, Format::Bench);
        let mut told: Vec<(u32, String)> = origin.places().map(|it| (it.line, it.text.clone())).collect();
        told.dedup();
        let expected = [(5, "n = !(a & b & q)"), (6, "m = !n"), (7, "y = !(m ^ a)")];
        assert_eq!(told, expected.map(|(line, text)| (line, text.to_owned())));
        assert_eq!(design.circuit.bad.len(), 1);
        let aiger = b"aag 4 2 1 0 1 1\n2\n4\n6 8 1\n8\n8 3 6\ni0 push\ni1 pop\nl0 full\nb0 my bad\n";
        let (design, origin) = words(aiger, Format::Aiger);
        assert_eq!(origin.places().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["8 = !push & full"]);
        assert_eq!(design.circuit.bad[0].name.as_deref(), Some("my_bad"));
    }

    #[test]
    fn changes_are_told_as_what_would_stand_there() {
        let name = |_: usize| Some("new".to_owned());
        let check = |text: &str, nodes: (Op, usize), what: What, expected: Option<&str>| {
            assert_eq!(changed(text, nodes, &what, &name).as_deref(), expected, "{text} {what:?}");
        };
        check("x = a & !b", (Op::And, 1), What::Operator(Op::Or), Some("x = a | !b"));
        check("x = !(a & b)", (Op::Nand, 1), What::Operator(Op::And), Some("x = a & b"));
        check("x = !(a & b & c)", (Op::And, 2), What::Operator(Op::Or), Some("x = !(a | b | c)"));
        check("x = a & !b", (Op::And, 1), What::Negated(1), Some("x = a & b"));
        check("x = !a", (Op::Not, 1), What::Negated(0), Some("x = a"));
        check("x = !a", (Op::Not, 1), What::Signal { operand: 0, other: 3 }, Some("x = !new"));
        check("x = a | b", (Op::Or, 1), What::Signal { operand: 1, other: 3 }, Some("x = a | new"));
        check("x = a & b & c", (Op::And, 2), What::Negated(1), None);
        check("x = !(a & b & c)", (Op::Not, 1), What::Negated(0), Some("x = a & b & c"));
    }

    #[test]
    fn gates_mean_what_the_file_means() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let mut text = String::from("INPUT(i0)\nINPUT(i1)\nOUTPUT(g7)\nq0 = DFF(g6)\nq1 = DFF(g3)\n");
            let mut known: Vec<String> = ["i0", "i1", "q0", "q1"].map(str::to_owned).to_vec();
            for at in 0..8 {
                let gate = ["AND", "NAND", "OR", "NOR", "XOR", "XNOR", "NOT", "BUF"][(rng.bits() % 8) as usize];
                let n = if matches!(gate, "NOT" | "BUF") { 1 } else { 1 + rng.bits() % 4 };
                let operands: Vec<String> =
                    (0..n).map(|_| known[(rng.bits() % known.len() as u64) as usize].clone()).collect();
                let _ = writeln!(text, "g{at} = {gate}({})", operands.join(", "));
                known.push(format!("g{at}"));
            }
            let options = Options { goal: Goal::Either, bound: 8, budget: Budget::unlimited() };
            let decide = |design: &Design| check(&design.circuit, &Property::all(&design.circuit), &options).outcomes;
            let own = Format::Bench.read(text.as_bytes()).expect("the file should be right");
            let of = |outcomes: Vec<crate::check::Outcome>| match outcomes.into_iter().next() {
                Some(crate::check::Outcome::Violated(run)) => Some(run.depth),
                _ => None,
            };
            let (design, _) = words(text.as_bytes(), Format::Bench);
            assert_eq!(of(decide(&own)), of(decide(&design)), "{text}");
            // The same by way of AIGER.
            let aiger = whyc_aig::aiger::write_binary(&own.circuit);
            let (design, _) = words(&aiger, Format::Aiger);
            assert_eq!(of(decide(&own)), of(decide(&design)), "{text}");
        }
    }
}
