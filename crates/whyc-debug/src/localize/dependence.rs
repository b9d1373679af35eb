//! How close diagnoses are to a known fault: the score of Renieris and Reiss.
//!
//! The lines of the program and their dependences, of data and of control, are a graph. Who reads the reported lines
//! first, then their neighbours, and so on, has read some part of the graph when the fault is found; the score is what
//! is left unread.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whyc_base::source::{FileId, Span};
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, Origin, Program};

/// A line of the program.
pub type Line = (FileId, u32);

/// The lines and their dependences.
#[derive(Debug, Default)]
pub struct Graph {
    neighbours: BTreeMap<Line, BTreeSet<Line>>,
}

/// A variable, as far as dependences care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Variable {
    Local(LocalId),
    Global(GlobalId),
    /// Whatever pointers point to.
    Memory,
}

impl Graph {
    /// The graph of the user's functions.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut graph = Self::default();
        let mut writers: FxHashMap<Variable, BTreeSet<Line>> = FxHashMap::default();
        let mut readers: FxHashMap<Variable, BTreeSet<Line>> = FxHashMap::default();
        for (id, function) in program.functions.iter_enumerated() {
            let (Some(body), Origin::User) = (&function.body, function.origin) else { continue };
            Lines { program, function: id, body, graph: &mut graph, writers: &mut writers, readers: &mut readers }
                .add();
        }
        // What is not local to a function: whoever writes it may be read by anyone.
        for (variable, writers) in &writers {
            for reader in readers.get(variable).into_iter().flatten() {
                for writer in writers {
                    graph.join(*writer, *reader);
                }
            }
        }
        graph
    }

    /// The share of the graph that need not be read before a line of `fault` is found, starting from `reported`.
    #[must_use]
    pub fn score(&self, reported: &[Line], fault: &[Line]) -> f64 {
        let mut seen: BTreeSet<Line> = reported.iter().copied().collect();
        let mut layer: Vec<Line> = seen.iter().copied().collect();
        while !layer.is_empty() && !fault.iter().any(|line| seen.contains(line)) {
            let mut next = Vec::new();
            for line in layer {
                for &neighbour in self.neighbours.get(&line).into_iter().flatten() {
                    if seen.insert(neighbour) {
                        next.push(neighbour);
                    }
                }
            }
            layer = next;
        }
        let found = fault.iter().any(|line| seen.contains(line));
        let n_read =
            if found { seen.iter().filter(|line| self.neighbours.contains_key(line)).count() } else { self.len() };
        1.0 - n_read as f64 / self.len().max(1) as f64
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    fn join(&mut self, a: Line, b: Line) {
        self.neighbours.entry(a).or_default();
        self.neighbours.entry(b).or_default();
        if a != b {
            self.neighbours.entry(a).or_default().insert(b);
            self.neighbours.entry(b).or_default().insert(a);
        }
    }
}

/// The lines of one function on their way into the graph.
struct Lines<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
    graph: &'a mut Graph,
    writers: &'a mut FxHashMap<Variable, BTreeSet<Line>>,
    readers: &'a mut FxHashMap<Variable, BTreeSet<Line>>,
}

impl Lines<'_> {
    fn add(&mut self) {
        let program = self.program;
        let head = self.line(program.functions[self.function].span);
        // The writes of locals that reach each instruction, in one pass down the list; what a loop brings back is added by a second pass.
        let mut reaching: FxHashMap<LocalId, BTreeSet<Line>> = FxHashMap::default();
        for param in program.functions[self.function].params() {
            reaching.entry(param).or_default().insert(head);
        }
        let mut controls: Vec<(InstrId, Line)> = Vec::new();
        for _pass in 0..2 {
            for (id, instr) in self.body.instrs.iter_enumerated() {
                let line = self.line(instr.span);
                controls.retain(|&(end, _)| id < end);
                if !is_code(&instr.kind) {
                    continue;
                }
                self.graph.join(line, line);
                if let Some(&(_, control)) = controls.last() {
                    self.graph.join(control, line);
                }
                let (reads, writes) = self.uses(&instr.kind);
                for variable in reads {
                    match variable {
                        Variable::Local(local) => {
                            for &writer in reaching.get(&local).into_iter().flatten() {
                                self.graph.join(writer, line);
                            }
                        }
                        shared => {
                            self.readers.entry(shared).or_default().insert(line);
                        }
                    }
                }
                for (variable, whole) in writes {
                    match variable {
                        Variable::Local(local) => {
                            let lines = reaching.entry(local).or_default();
                            // Inside a branch, what was written before may still be there afterwards.
                            if whole && controls.is_empty() {
                                lines.clear();
                            }
                            lines.insert(line);
                        }
                        shared => {
                            self.writers.entry(shared).or_default().insert(line);
                        }
                    }
                }
                match &instr.kind {
                    InstrKind::Branch { target, .. } if *target > id => controls.push((*target, line)),
                    InstrKind::Switch { default, .. } if *default > id => controls.push((*default, line)),
                    InstrKind::Call { callee: Callee::Direct(callee), .. }
                        if program.functions[*callee].origin == Origin::User =>
                    {
                        let callee = self.line(program.functions[*callee].span);
                        self.graph.join(line, callee);
                    }
                    _ => {}
                }
            }
            controls.clear();
        }
    }

    fn line(&self, span: Span) -> Line {
        (span.file, self.program.sources.line(span))
    }

    /// What an instruction reads, and what it writes: with whether that replaces all of it.
    fn uses(&self, kind: &InstrKind) -> (Vec<Variable>, Vec<(Variable, bool)>) {
        let mut uses = Uses { body: self.body, reads: Vec::new(), writes: Vec::new() };
        match kind {
            InstrKind::Assign { place, value } => {
                uses.expr(*value);
                uses.write(*place);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => uses.write(*place),
            InstrKind::Call { dest, callee, args } => {
                args.iter().for_each(|&arg| uses.expr(arg));
                if let Callee::Indirect(pointer) = callee {
                    uses.expr(*pointer);
                }
                if let Some(dest) = dest {
                    uses.write(*dest);
                }
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Assert { cond: value, .. } => uses.expr(*value),
            InstrKind::Block(op) => {
                op.exprs().for_each(|expr| uses.expr(expr));
                op.places().for_each(|place| uses.write(place));
            }
            InstrKind::Output(output) => output.exprs().for_each(|expr| uses.expr(expr)),
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
        (uses.reads, uses.writes)
    }
}

/// Whether an instruction is something a person wrote to be executed.
fn is_code(kind: &InstrKind) -> bool {
    !matches!(kind, InstrKind::Declare(_) | InstrKind::Kill(_) | InstrKind::Jump(_) | InstrKind::Label)
}

struct Uses<'a> {
    body: &'a Body,
    reads: Vec<Variable>,
    writes: Vec<(Variable, bool)>,
}

impl Uses<'_> {
    fn write(&mut self, place: PlaceId) {
        let place = &self.body.places[place];
        let whole = place.projections.is_empty();
        match place.base {
            PlaceBase::Local(local) => self.writes.push((Variable::Local(local), whole)),
            PlaceBase::Global(global) => self.writes.push((Variable::Global(global), whole)),
            PlaceBase::Deref(pointer) => {
                self.writes.push((Variable::Memory, false));
                self.expr(pointer);
            }
        }
        for projection in &place.projections {
            if let Projection::Index(index) = *projection {
                self.expr(index);
            }
        }
    }

    fn expr(&mut self, expr: ExprId) {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match &self.body.exprs[expr].kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
                ExprKind::Load(place) | ExprKind::AddrOf(place) => {
                    let place = &self.body.places[*place];
                    match place.base {
                        PlaceBase::Local(local) => self.reads.push(Variable::Local(local)),
                        PlaceBase::Global(global) => self.reads.push(Variable::Global(global)),
                        PlaceBase::Deref(pointer) => {
                            self.reads.push(Variable::Memory);
                            stack.push(pointer);
                        }
                    }
                    stack.extend(place.projections.iter().filter_map(|projection| match *projection {
                        Projection::Index(index) => Some(index),
                        Projection::Field(_) => None,
                    }));
                }
                ExprKind::Unary(_, a) | ExprKind::Cast(a) => stack.push(*a),
                ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => stack.extend([*a, *b]),
                ExprKind::Cond(c, a, b) => stack.extend([*c, *a, *b]),
                ExprKind::Intrinsic(_, args) => stack.extend(args),
            }
        }
    }
}
