//! A run that is being debugged, and where it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use whyc_base::source::{FileId, Span};
use whyc_debug::finding::Finding;
use whyc_debug::tape::Tape;
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::types::TypeTable;

use super::lines::Lines;
use super::matters::Matters;
use super::protocol::Which;

/// A run that is being debugged.
pub struct Debuggee {
    /// The program.
    pub program: Arc<Program>,
    /// The types of the program, and those that expressions have added.
    pub types: TypeTable,
    /// What is known about it.
    pub finding: Finding,
    /// The run.
    pub tape: Tape,
    /// Its lines.
    pub lines: Lines,
    /// Which run it is.
    pub which: Which,
    /// What the explanation names.
    pub matters: Matters,
    /// The first moment that is shown.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// The real paths of the files.
    paths: Vec<(FileId, PathBuf)>,
}

/// A call as the debugger shows it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Which.
    pub activation: u32,
    /// Of which function.
    pub function: FunctionId,
    /// Where it is.
    pub span: Span,
}

impl Debuggee {
    /// A run at its beginning. None if nothing of the user's code is executed.
    pub fn new(program: Arc<Program>, finding: Finding, mut tape: Tape, which: Which) -> Option<Self> {
        let lines = Lines::new(&program, &tape);
        let first = (0..tape.len()).find(|&moment| lines.begins(moment))?;
        let last = match which {
            Which::Failing => tape.len() - 1,
            Which::Passing => (0..tape.len()).rev().find(|&moment| lines.begins(moment))?,
        };
        let real = |name: &str| Path::new(name).canonicalize().unwrap_or_else(|_| PathBuf::from(name));
        let paths = program.sources.files().map(|(id, file)| (id, real(&file.name))).collect();
        tape.wind(first);
        let (matters, types) = (Matters::new(&finding, which), program.types.clone());
        Some(Self { program, types, finding, tape, lines, which, matters, first, last, paths })
    }

    /// The moment whose calls are shown: what fails when the program is over, fails where it ended.
    pub fn shown_moment(&self) -> usize {
        let mut moment = self.tape.at().min(self.tape.len() - 1);
        while moment > 0 && !self.tape.stack(moment).any(|activation| self.is_users(activation)) {
            moment -= 1;
        }
        moment
    }

    /// The calls of the user's code that are going on, the innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        let moment = self.shown_moment();
        let mut at = moment;
        let mut frames = Vec::new();
        for activation in self.tape.stack(moment) {
            let here = &self.tape.moments[at];
            if self.is_users(activation)
                && let Some(span) = self.span(here.function, here.instr.0)
            {
                frames.push(Frame { activation, function: here.function, span });
            }
            let Some(call) = self.tape.activations[activation as usize].call else { break };
            at = call;
        }
        frames
    }

    /// The innermost call of the user's code.
    pub fn here(&self) -> Option<u32> {
        self.frames().first().map(|frame| frame.activation)
    }

    /// Whether a call is one of a function that the user wrote.
    pub fn is_users(&self, activation: u32) -> bool {
        let function = self.tape.activations.get(activation as usize).map(|it| it.function);
        function.is_some_and(|function| self.program.functions[function].origin == Origin::User)
    }

    fn span(&self, function: FunctionId, instr: u32) -> Option<Span> {
        let body = self.program.functions[function].body.as_ref()?;
        Some(body.instrs.get(whyc_ir::instr::InstrId(instr))?.span)
    }

    /// The real path of a file.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.iter().find(|(id, _)| *id == file).map(|(_, path)| path.as_path())
    }

    /// The file with a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        let path = Path::new(path).canonicalize().unwrap_or_else(|_| PathBuf::from(path));
        self.paths.iter().find(|(_, known)| *known == path).map(|(id, _)| *id)
    }
}
