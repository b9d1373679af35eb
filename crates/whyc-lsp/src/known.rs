//! What is known of a file: the answer to its last check, and what was found out since.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::{FileId, SourceMap, Span};
use whyc_debug::finding::{Finding, PropertyReport, TraceKind, TraceStep};
use whyc_ir::program::{Origin, Program};

use crate::uri;

/// The answer to a check.
#[derive(Debug)]
pub enum Answer {
    /// A verdict, with all that goes with it.
    Found(Box<Found>),
    /// It is a part of a program, and nobody said where it starts; some functions that it has.
    Part(Vec<String>),
    /// It is no C.
    Invalid {
        /// The files that the diagnostics point into.
        sources: Box<SourceMap>,
        /// What is wrong.
        diagnostics: Vec<Diagnostic>,
    },
    /// There is none, for this reason.
    None(String),
}

/// A verdict, with all that goes with it.
#[derive(Debug)]
pub struct Found {
    /// What was found.
    pub finding: Finding,
    /// Where functions begin.
    pub functions: Vec<FunctionPlace>,
    /// Findings with changes that were checked, by the property that they mend.
    pub fixes: Vec<(usize, Finding)>,
}

/// Where a function begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionPlace {
    /// Its name.
    pub name: String,
    /// Its declarator.
    pub span: Span,
}

impl Found {
    /// A finding about a program.
    pub fn new(finding: Finding, program: &Program) -> Self {
        let own = program.functions.iter().filter(|it| it.origin == Origin::User && it.body.is_some());
        let mut functions: Vec<FunctionPlace> =
            own.map(|it| FunctionPlace { name: it.name.clone(), span: it.span }).collect();
        functions.sort_by_key(|it| it.span);
        Self { finding, functions, fixes: Vec::new() }
    }

    /// The function in which a byte of a file is: C has none within another.
    pub fn function_at(&self, file: FileId, offset: u32) -> Option<&FunctionPlace> {
        let before = |it: &&FunctionPlace| it.span.file == file && line_start(&self.finding.sources, it.span) <= offset;
        self.functions.iter().rev().find(before)
    }

    /// The violated properties that the source does not excuse, the one first that was chosen.
    pub fn violated(&self) -> Vec<usize> {
        let chosen = self.finding.counterexample.as_ref().map(|run| run.property);
        let properties = self.finding.properties.iter().enumerate();
        let mut violated: Vec<usize> = properties.filter(|(_, property)| is_told(property)).map(|(k, _)| k).collect();
        violated.sort_by_key(|&k| Some(k) != chosen);
        violated
    }

    /// Keeps changes that were checked, for one property if it is named.
    pub fn mend(&mut self, property: Option<&str>, finding: Finding) {
        let mended = match property {
            Some(id) => self.finding.properties.iter().position(|it| it.id == id),
            None => self.finding.counterexample.as_ref().map(|run| run.property),
        };
        self.fixes.extend(mended.map(|k| (k, finding)));
    }

    /// Where a step is in its own function: parameters get their values at the call, and belong to where they are declared.
    pub fn place_of(&self, step: &TraceStep) -> Span {
        let is_own = |it: &FunctionPlace| it.name == step.function;
        match self.function_at(step.span.file, step.span.start) {
            Some(here) if matches!(step.kind, TraceKind::Assign | TraceKind::Input) && !is_own(here) => {
                self.functions.iter().find(|it| is_own(it)).map_or(step.span, |it| it.span)
            }
            _ => step.span,
        }
    }

    /// The file with this path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let mut files = self.finding.sources.files();
        files.find(|(_, file)| path_of(&file.name).as_deref() == Some(path)).map(|(id, _)| id)
    }
}

/// The beginning of the line on which a span begins.
fn line_start(sources: &SourceMap, span: Span) -> u32 {
    let before = sources.file(span.file).text.get(..span.start as usize).unwrap_or("");
    before.rfind('\n').map_or(0, |at| at as u32 + 1)
}

impl Answer {
    /// The files that were read, those that could not be found left out.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let sources = match self {
            Answer::Found(found) => &found.finding.sources,
            Answer::Invalid { sources, .. } => sources,
            Answer::Part(_) | Answer::None(_) => return BTreeSet::new(),
        };
        sources.files().filter_map(|(_, file)| path_of(&file.name)).collect()
    }

    /// The verdict, if there is one.
    pub fn found(&self) -> Option<&Found> {
        match self {
            Answer::Found(found) => Some(found),
            Answer::Part(_) | Answer::Invalid { .. } | Answer::None(_) => None,
        }
    }
}

/// The path of a file that was read; none for what is only a part of whyc.
pub fn path_of(name: &str) -> Option<PathBuf> {
    if name.contains('<') {
        return None;
    }
    std::path::absolute(name).ok().map(|path| uri::normal(&path))
}

/// Whether a property is violated and the source does not excuse it.
pub fn is_told(property: &PropertyReport) -> bool {
    property.status.is_violated() && property.excused.is_none()
}
