//! How close diagnoses are to a known fault: the score of Renieris and Reiss.
//!
//! The lines of the program and their dependences, of data and of control, are a graph. Who reads the reported lines
//! first, then their neighbours, and so on, has read some part of the graph when the fault is found; the score is what
//! is left unread. `docs/localize.md` says what is a line of the graph and what is a dependence; [`uses`] is what
//! instructions read and write, [`flow`] which writes reach where and which branches decide about what.

mod calls;
mod flow;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::source::{FileId, Span};
use whyc_ir::program::{GlobalKind, Program};

use calls::{Before, Function};
use flow::Source;

/// A line of the program.
pub type Line = (FileId, u32);

/// The lines and their dependences.
#[derive(Debug, Default)]
pub struct Graph {
    /// The lines that depend on each line.
    forwards: BTreeMap<Line, BTreeSet<Line>>,
    /// The lines on which each line depends.
    backwards: BTreeMap<Line, BTreeSet<Line>>,
    /// For the further lines of what is written on several, the first one.
    first_line: BTreeMap<Line, Line>,
}

impl Graph {
    /// The graph of the user's functions and variables.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let functions = calls::functions(program);
        let contents = calls::contents(program, &functions);
        let mut graph = Self::default();
        for function in functions.values() {
            graph.add_control(program, function);
            graph.add_data(function, &contents);
        }
        graph.add_declarations(program);
        graph
    }

    /// The share of the graph that need not be read before a line of `fault` is found, starting from `reported`: all of
    /// them are read, then what depends on them and what they depend on, one step at a time in either direction.
    #[must_use]
    pub fn score(&self, reported: &[Line], fault: &[Line]) -> f64 {
        let (reported, fault) = (self.lines(reported), self.lines(fault));
        let mut seen: BTreeSet<Line> = reported.iter().copied().collect();
        let mut layers = [&self.forwards, &self.backwards].map(|edges| (edges, seen.clone()));
        while !fault.iter().any(|line| seen.contains(line)) {
            let before = seen.len();
            for (edges, layer) in &mut layers {
                let next = layer.iter().flat_map(|line| edges.get(line).into_iter().flatten().copied());
                *layer = layer.iter().copied().chain(next).collect();
                seen.extend(layer.iter());
            }
            if seen.len() == before {
                return 0.0;
            }
        }
        self.unread(seen.len())
    }

    /// The same for someone who reads the reported lines one by one in their order and stops at the fault.
    #[must_use]
    pub fn score_in_order(&self, reported: &[Line], fault: &[Line]) -> f64 {
        let fault_lines = self.lines(fault);
        let mut seen = BTreeSet::new();
        for line in self.lines(reported) {
            seen.insert(line);
            if fault_lines.contains(&line) {
                return self.unread(seen.len());
            }
        }
        self.score(reported, fault)
    }

    /// The dependences: what is depended on, and what depends on it.
    pub fn edges(&self) -> impl Iterator<Item = (Line, Line)> {
        self.forwards.iter().flat_map(|(&from, to)| to.iter().map(move |&to| (from, to)))
    }

    /// The lines.
    pub fn all_lines(&self) -> impl Iterator<Item = Line> {
        self.forwards.keys().copied()
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forwards.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forwards.is_empty()
    }

    fn unread(&self, n_read: usize) -> f64 {
        1.0 - n_read as f64 / self.len().max(1) as f64
    }

    /// Those that are in the graph, each by the first line of what it is part of.
    fn lines(&self, lines: &[Line]) -> Vec<Line> {
        let first = |line: Line| if self.has(line) { Some(line) } else { self.first_line.get(&line).copied() };
        lines.iter().filter_map(|&line| first(line)).collect()
    }

    fn has(&self, line: Line) -> bool {
        self.forwards.contains_key(&line)
    }

    fn add_line(&mut self, line: Line) {
        self.forwards.entry(line).or_default();
        self.backwards.entry(line).or_default();
    }

    /// `to` depends on `from`.
    fn join(&mut self, from: Line, to: Line) {
        self.add_line(from);
        self.add_line(to);
        if from != to {
            self.forwards.entry(from).or_default().insert(to);
            self.backwards.entry(to).or_default().insert(from);
        }
    }

    /// Each line depends on the branches that decide about it, or on the head of its function, which depends on the calls.
    fn add_control(&mut self, program: &Program, function: &Function<'_>) {
        self.add_line(function.head);
        let controls = function.ways.controls();
        for (at, instr) in function.body.instrs.iter().enumerate() {
            let Some(line) = function.lines[at] else { continue };
            self.add_line(line);
            self.note_further_lines(program, instr.span, line);
            let deciding: Vec<Line> = controls[at].iter().filter_map(|&branch| function.lines[branch]).collect();
            deciding.iter().for_each(|&control| self.join(control, line));
            if deciding.is_empty() {
                self.join(function.head, line);
            }
        }
        for &(line, head) in &function.calls {
            self.join(line, head);
        }
    }

    fn note_further_lines(&mut self, program: &Program, span: Span, line: Line) {
        let last = program.sources.line(Span { start: span.end.max(span.start + 1) - 1, ..span });
        for further in line.1 + 1..=last {
            self.first_line.entry((line.0, further)).or_insert(line);
        }
    }

    /// Each line depends on those whose values it may read.
    fn add_data(&mut self, function: &Function<'_>, before: &Before) {
        let reaching = function.reaching(before);
        for (at, reads) in function.reads.iter().enumerate() {
            let (Some(line), Some(contents)) = (function.lines[at], &reaching[at]) else { continue };
            for &(variable, source) in contents.iter().filter(|(variable, _)| reads.contains(variable)) {
                match source {
                    Source::Line(from) => self.join(from, line),
                    Source::Before => {
                        let from = before.lines(function.id, variable);
                        from.iter().for_each(|&from| self.join(from, line));
                    }
                }
            }
        }
        for &(from, to) in before.returned(function.id) {
            self.join(from, to);
        }
    }

    /// Declarations of variables that nothing depends on are lines, too.
    fn add_declarations(&mut self, program: &Program) {
        for global in program.globals.iter().filter(|global| global.kind == GlobalKind::Variable) {
            let is_users = !program.sources.file(global.span.file).name.starts_with('<');
            if is_users && !global.name.is_empty() {
                self.add_line((global.span.file, program.sources.line(global.span)));
            }
        }
    }
}
