//! Where runs of a program and of a changed one have come to, in the text as it was before the change.

use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use whyc_base::source::Span;
use whyc_debug::finding::EditReport;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Origin, Program};

use super::blame::Blame;

/// A condition of the program under test, by file and byte, and how it was decided.
pub type Turn = (String, u32, bool);

/// A line of a file, by the file's name.
pub type Line = (String, u32);

/// The lines of visited instructions of the program under test that do something, and in which function that is: who jumps or
/// returns only goes elsewhere. What says what is right does something where it looks at something.
pub fn doing(
    program: &Program,
    blame: &Blame,
    visited: &FxHashSet<(FunctionId, InstrId)>,
    back: &dyn Fn(&str, u32) -> u32,
    sources: &whyc_base::source::SourceMap,
) -> Vec<(Line, String)> {
    let does = |&(function, instr): &(FunctionId, InstrId)| {
        let function = &program.functions[function];
        let Some(body) = &function.body else { return false };
        let looks = matches!(body.instrs[instr].kind, InstrKind::Branch { .. } | InstrKind::Switch { .. });
        if !blame.is_program(&function.name) {
            return looks && blame.oracles.contains(&function.name);
        }
        match body.instrs[instr].kind {
            InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Call { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_) => true,
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Branch { .. }
            | InstrKind::Switch { .. }
            | InstrKind::Return(_)
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => false,
        }
    };
    let line = |it: &(FunctionId, InstrId)| {
        let line = line_of(program, *it, back, sources)?;
        Some((line, program.functions[it.0].name.clone()))
    };
    visited.iter().filter(|it| does(it)).filter_map(line).collect()
}

/// The conditions of the program under test that runs came to, and how they decided them; `back` says where a byte of the text
/// was before it was changed.
pub fn turns<'s>(
    program: &Program,
    blame: &Blame,
    runs: impl Iterator<Item = &'s FxHashSet<(FunctionId, InstrId, bool)>>,
    back: &dyn Fn(&str, u32) -> u32,
) -> BTreeSet<Turn> {
    let mut found = BTreeSet::new();
    for &(function, instr, way) in runs.flatten() {
        let known = &program.functions[function];
        let Some(body) = known.body.as_ref().filter(|_| known.origin == Origin::User && blame.is_program(&known.name))
        else {
            continue;
        };
        let span = body.instrs[instr].span;
        let name = &program.sources.file(span.file).name;
        found.insert((name.clone(), back(name, span.start), way));
    }
    found
}

/// The lines that visited instructions of the user's stand on; `back` says where a byte of the text was before it was changed.
pub fn lines(
    program: &Program,
    visited: &FxHashSet<(FunctionId, InstrId)>,
    back: &dyn Fn(&str, u32) -> u32,
    sources: &whyc_base::source::SourceMap,
) -> Vec<Line> {
    visited.iter().filter_map(|&it| line_of(program, it, back, sources)).collect()
}

fn line_of(
    program: &Program,
    (function, instr): (FunctionId, InstrId),
    back: &dyn Fn(&str, u32) -> u32,
    sources: &whyc_base::source::SourceMap,
) -> Option<Line> {
    let known = &program.functions[function];
    let body = known.body.as_ref().filter(|_| known.origin == Origin::User)?;
    let span = body.instrs[instr].span;
    let name = &program.sources.file(span.file).name;
    let (file, _) = sources.files().find(|(_, file)| file.name == *name)?;
    let start = back(name, span.start);
    Some((name.clone(), sources.line(Span { file, start, end: start })))
}

/// Where a byte of a changed text was before; what is new counts as where it was put, line by line where it replaces as many lines.
pub(crate) fn back(sources: &whyc_base::source::SourceMap, edits: &[EditReport], name: &str, at: u32) -> u32 {
    let mut mine: Vec<&EditReport> = edits.iter().filter(|edit| sources.file(edit.span.file).name == name).collect();
    mine.sort_by_key(|edit| edit.span.start);
    let mut shift = 0i64;
    for edit in mine {
        let start = i64::from(edit.span.start) + shift;
        let new_end = start + edit.new.len() as i64;
        if i64::from(at) < start {
            break;
        }
        if i64::from(at) < new_end {
            let is_as_long = edit.old.matches('\n').count() == edit.new.matches('\n').count();
            let inside = edit.new.get(..(i64::from(at) - start) as usize).filter(|_| is_as_long);
            let n_lines = inside.map_or(0, |before| before.matches('\n').count());
            let lines = edit.old.match_indices('\n').map(|(at, _)| at as u32 + 1);
            return edit.span.start + [0].into_iter().chain(lines).nth(n_lines).unwrap_or(0);
        }
        shift += edit.new.len() as i64 - i64::from(edit.span.end - edit.span.start);
    }
    (i64::from(at) - shift).max(0) as u32
}
