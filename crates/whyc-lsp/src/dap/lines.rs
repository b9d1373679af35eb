//! Where each instruction stands in the text, and at which moments of a run a line begins.

use rustc_hash::FxHashMap;
use whyc_base::source::{FileId, Span};
use whyc_debug::tape::{Moment, Tape};
use whyc_ir::block::BlockOp;
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{FunctionId, Origin, Program};

/// A line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Which file.
    pub file: FileId,
    /// Which line, from 1.
    pub line: u32,
}

/// Lines with code, and the moments at which they begin.
#[derive(Debug)]
pub struct Lines {
    /// For each function of the user, its instructions; none for those that nobody stops at.
    of: Vec<Vec<Option<Line>>>,
    /// For each moment, whether a line begins there.
    starts: Vec<bool>,
}

/// How a call has come to the line that it is at.
struct Visit {
    line: Line,
    /// The last instruction.
    instr: u32,
    /// The lowest one since the line began.
    lowest: u32,
}

impl Lines {
    /// Those of a run.
    pub fn new(program: &Program, tape: &Tape) -> Self {
        let of: Vec<Vec<Option<Line>>> =
            program.functions.iter_enumerated().map(|(id, _)| lines(program, id)).collect();
        let mut lines = Self { of, starts: vec![false; tape.len()] };
        let mut last: FxHashMap<u32, Visit> = FxHashMap::default();
        for (k, moment) in tape.moments.iter().enumerate() {
            let Some(line) = lines.line(moment) else { continue };
            let instr = moment.instr.0;
            let visit = last.entry(moment.activation).or_insert(Visit { line, instr, lowest: u32::MAX });
            // A loop on one line begins it again in every round; one that only comes back to its head from there does not.
            let begins = visit.line != line || visit.lowest == u32::MAX || visit.lowest <= instr && instr < visit.instr;
            let lowest = if begins { instr } else { visit.lowest.min(instr) };
            *visit = Visit { line, instr, lowest };
            lines.starts[k] = begins;
        }
        lines
    }

    /// The line of a moment in the user's code; none where nobody stops.
    pub fn line(&self, moment: &Moment) -> Option<Line> {
        *self.of.get(moment.function.0 as usize)?.get(moment.instr.0 as usize)?
    }

    /// Whether a line begins at a moment.
    pub fn begins(&self, moment: usize) -> bool {
        self.starts.get(moment).copied().unwrap_or(false)
    }

    /// The first line with code at or behind a line of a file.
    pub fn with_code(&self, file: FileId, line: u32) -> Option<u32> {
        let all = self.of.iter().flatten().flatten();
        all.filter(|it| it.file == file && it.line >= line).map(|it| it.line).min()
    }
}

fn lines(program: &Program, id: FunctionId) -> Vec<Option<Line>> {
    let function = &program.functions[id];
    let Some(body) = function.body.as_ref().filter(|_| function.origin == Origin::User) else { return Vec::new() };
    let line = |span: Span| Line { file: span.file, line: program.sources.line(span) };
    body.instrs.iter().map(|instr| is_seen(&instr.kind).then(|| line(instr.span))).collect()
}

/// Whether a person would say that something is done there.
fn is_seen(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::Jump(_)
        | InstrKind::Label
        | InstrKind::Block(BlockOp::Release { .. }) => false,
        InstrKind::Assign { .. }
        | InstrKind::ZeroFill(_)
        | InstrKind::Nondet { .. }
        | InstrKind::Call { .. }
        | InstrKind::Branch { .. }
        | InstrKind::Switch { .. }
        | InstrKind::Return(_)
        | InstrKind::Assume(_)
        | InstrKind::Cover(_)
        | InstrKind::Assert { .. }
        | InstrKind::Block(_)
        | InstrKind::Output(_)
        | InstrKind::Halt
        | InstrKind::Unsupported(_) => true,
    }
}
