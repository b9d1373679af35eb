//! An unrolling as text, for tests and logs: its activations, then a line for each step.
//!
//! ```text
//! frame1: main, called from frame0 at i0
//! s3 frame1 i2 [ult(in0, 0xa)]: x#1 = add(in0, 0x1) : int
//! ```
//!
//! Names are `name#version`. In brackets stands the guard, unless it is always true. Small terms are written out, large ones
//! as their id.

use std::fmt::Write as _;

use whyc_ir::program::Program;
use whyc_ir::property::PropertyTable;
use whyc_ir::types::TypeId;
use whyc_term::{Node, TermId, TermStore};

use crate::step::{Cut, OutputTerm, SsaVar, Step, StepKind, Target, Unrolling};

/// Terms are written out so far down.
const DEPTH: u32 = 3;

/// The printed form.
#[must_use]
pub fn text(unrolling: &Unrolling, program: &Program, properties: &PropertyTable, terms: &TermStore) -> String {
    let printer = Printer { unrolling, program, properties, terms };
    let mut out = String::new();
    // Writing to a string cannot fail.
    for (id, frame) in unrolling.frames.iter_enumerated() {
        let name = &program.functions[frame.function].name;
        let _ = match frame.caller {
            Some((caller, at)) => writeln!(out, "{id}: {name}, called from {caller} at {at}"),
            None => writeln!(out, "{id}: {name}"),
        };
    }
    for (id, step) in unrolling.steps.iter_enumerated() {
        let guard = match terms.as_bool(step.guard) {
            Some(true) => String::new(),
            Some(false) | None => format!(" [{}]", printer.term(step.guard, DEPTH)),
        };
        let _ = writeln!(out, "{id} {} {}{guard}: {}", step.frame, step.instr, printer.step(step));
    }
    out
}

struct Printer<'a> {
    unrolling: &'a Unrolling,
    program: &'a Program,
    properties: &'a PropertyTable,
    terms: &'a TermStore,
}

impl Printer<'_> {
    fn step(&self, step: &Step) -> String {
        let show = |term: TermId| self.term(term, DEPTH);
        match &step.kind {
            StepKind::Input { target, name, value, ty, .. } => {
                let target = target.map_or("hidden".to_owned(), |target| self.ssa(target));
                format!("{target} = input {} `{name}`{}", show(*value), self.ty(*ty))
            }
            StepKind::Storage { object, cells, reads } => {
                let cells: Vec<String> =
                    cells.iter().map(|cell| format!("{} = {}", self.ssa(cell.target), show(cell.value))).collect();
                let reads: Vec<String> =
                    reads.iter().map(|read| format!("[{}] = {}", show(read.index), show(read.value))).collect();
                let all = [cells, reads].concat().join(", ");
                format!("storage of {}: {all}", self.unrolling.root_name(self.program, *object)).trim_end().to_owned()
            }
            StepKind::Allocate { block } => {
                format!("allocate {block}, {} bytes", show(self.unrolling.blocks[*block].size))
            }
            StepKind::Free { pointer } => format!("free {}", show(*pointer)),
            StepKind::Output { stream, item } => match item {
                OutputTerm::Text(bytes) => format!("output to {}: {:?}", show(*stream), String::from_utf8_lossy(bytes)),
                OutputTerm::Byte(byte) => format!("output to {}: byte {}", show(*stream), show(*byte)),
                OutputTerm::Number { value, .. } => format!("output to {}: number {}", show(*stream), show(*value)),
            },
            StepKind::Assign { target, value, ty, .. } => {
                let target = match target {
                    Target::Symbol(target) => self.ssa(*target),
                    Target::Computed { pointer, bit, bits } => format!("*{} bit {bit}, {bits} bits", show(*pointer)),
                };
                format!("{target} = {}{}", show(*value), self.ty(*ty))
            }
            StepKind::Merge { target, value, ty } => {
                format!("{} = merge {}{}", self.ssa(*target), show(*value), self.ty(*ty))
            }
            StepKind::Branch { cond, .. } => format!("branch {}", show(*cond)),
            StepKind::Switch { value, ty, .. } => format!("switch {}{}", show(*value), self.ty(*ty)),
            StepKind::Assume { cond } => format!("assume {}", show(*cond)),
            StepKind::Check { property, cond } => {
                format!("check {}: {}", self.properties.all()[*property].name, show(*cond))
            }
            StepKind::Enter { callee } => format!("enter {callee}"),
            StepKind::Leave { callee, value: Some((value, ty)) } => {
                format!("leave {callee} with {}{}", show(*value), self.ty(*ty))
            }
            StepKind::Leave { callee, value: None } => format!("leave {callee}"),
            StepKind::Halt => "halt".to_owned(),
            StepKind::Cut { what: Cut::Loop(id) } => format!("cut {id}"),
            StepKind::Cut { what: Cut::Block } => "cut large block".to_owned(),
            StepKind::Cut { what: Cut::Recursion(function) } => {
                format!("cut the recursion of {}", self.program.functions[*function].name)
            }
            StepKind::Unsupported { what } => format!("not modelled: {what}"),
        }
    }

    fn ssa(&self, var: SsaVar) -> String {
        format!("{}#{}", self.unrolling.symbol_name(self.program, var.symbol), var.version)
    }

    fn ty(&self, ty: TypeId) -> String {
        format!(" : {}", self.program.types.name(ty))
    }

    fn term(&self, term: TermId, depth: u32) -> String {
        match self.terms.node(term) {
            Node::Bool(value) => value.to_string(),
            Node::Bits(value) => format!("{value:#x}"),
            Node::Input(input) => input.to_string(),
            Node::Unary(..)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Extract { .. }
            | Node::Store(..)
            | Node::Splice(..)
                if depth == 0 =>
            {
                term.to_string()
            }
            Node::Extract { arg, hi, lo } => format!("{}[{hi}:{lo}]", self.term(arg, depth - 1)),
            Node::Unary(..) | Node::Binary(..) | Node::Ite(..) | Node::Store(..) | Node::Splice(..) => {
                let args: Vec<String> = self.terms.children(term).map(|arg| self.term(arg, depth - 1)).collect();
                format!("{}({})", self.terms.op(term).name(), args.join(", "))
            }
        }
    }
}
