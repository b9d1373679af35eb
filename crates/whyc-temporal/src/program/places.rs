//! Where in a program events happen.

use whyc_base::names;
use whyc_base::source::Span;
use whyc_ir::expr::PlaceBase;
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Origin, Program};

use super::{Machine, names as variables};
use crate::atom::Event;

/// Where something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// Before an instruction, and whenever a jump goes there.
    Before(InstrId),
    /// After it.
    After(InstrId),
}

/// What happens there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An event, by its position.
    Event(usize),
    /// The program ends.
    End,
}

/// A place in a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) function: FunctionId,
    pub(super) at: Where,
    pub(super) what: What,
}

/// All places where a step happens, and those where the program ends.
pub(super) fn points(program: &Program, machine: &Machine) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    for (position, event) in machine.events.iter().enumerate() {
        let n_before = points.len();
        let what = What::Event(position);
        match event {
            Event::Call(name) | Event::Return(name) => {
                let Some(callee) = program.function_named(name) else {
                    let known = user_functions(program);
                    return Err(format!("there is no function `{name}`; {}", names::hint(name, &known, "functions")));
                };
                of_function(program, callee, matches!(event, Event::Call(_)), what, &mut points);
                // What such a function may change has changed when the call stands there.
                if program.functions[callee].body.is_none() && matches!(event, Event::Call(_)) {
                    let first = points.get(n_before..).unwrap_or(&[]);
                    untouched(program, first, machine, event)?;
                }
            }
            Event::Line(line) => of_line(program, *line, what, &mut points),
            Event::At(label) => of_label(program, label, what, &mut points),
        }
        if points.len() == n_before && !matches!(event, Event::Call(_) | Event::Return(_)) {
            return Err(format!("the program has no code for `{event}`"));
        }
    }
    super::ends::ends(program, &mut points);
    Ok(points)
}

/// Variables that a function without body cannot change may be looked at where it is called.
fn untouched(program: &Program, points: &[Point], machine: &Machine, event: &Event) -> Result<(), String> {
    for point in points {
        for term in machine.looked_at.iter().flat_map(crate::atom::Atom::leaves) {
            let from = variables::access(program, point, term)?.map(|it| it.from);
            let is_safe = match from {
                None => true,
                Some(variables::From::Base(PlaceBase::Local(local), _)) => {
                    !program.functions[point.function].locals[local].address_taken
                }
                Some(_) => false,
            };
            if !is_safe {
                return Err(format!("no variable that `{event}` may change can be looked at there: it has no body"));
            }
        }
    }
    Ok(())
}

fn user_functions(program: &Program) -> Vec<&str> {
    program.functions.iter().filter(|it| it.origin == Origin::User).map(|it| it.name.as_str()).collect()
}

pub(super) fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    program.functions.iter_enumerated().filter_map(|(id, function)| function.body.as_ref().map(|body| (id, body)))
}

/// A function that has a body is watched from inside, so that no call by a pointer is missed; others where they are called.
fn of_function(program: &Program, callee: FunctionId, is_call: bool, what: What, points: &mut Vec<Point>) {
    if let Some(body) = &program.functions[callee].body {
        let returns = body.instrs.iter_enumerated().filter(|(_, instr)| matches!(instr.kind, InstrKind::Return(_)));
        let first = body.instrs.ids().next();
        let places: Vec<InstrId> = if is_call { first.into_iter().collect() } else { returns.map(|it| it.0).collect() };
        points.extend(places.into_iter().map(|at| Point { function: callee, at: Where::Before(at), what }));
        return;
    }
    for (function, body) in bodies(program) {
        for (at, instr) in body.instrs.iter_enumerated() {
            if matches!(&instr.kind, InstrKind::Call { callee: Callee::Direct(it), .. } if *it == callee) {
                let at = if is_call { Where::Before(at) } else { Where::After(at) };
                points.push(Point { function, at, what });
            }
        }
    }
}

/// The first instruction of a line, in each function that has one.
fn of_line(program: &Program, line: u32, what: What, points: &mut Vec<Point>) {
    for (function, body) in bodies(program) {
        if program.functions[function].origin != Origin::User {
            continue;
        }
        let is_there = |span: Span| program.sources.line(span) == line;
        let first = body.instrs.iter_enumerated().find(|(_, instr)| is_there(instr.span));
        points.extend(first.map(|(at, _)| Point { function, at: Where::Before(at), what }));
    }
}

/// The first instruction behind a label, wherever a text has one of this name.
fn of_label(program: &Program, label: &str, what: What, points: &mut Vec<Point>) {
    for (function, body) in bodies(program) {
        if program.functions[function].origin != Origin::User {
            continue;
        }
        let Some(file) = body.instrs.iter().next().map(|instr| instr.span.file) else { continue };
        let text = without_comments(&program.sources.file(file).text);
        let starts = body.instrs.iter().map(|instr| instr.span.start);
        let (Some(low), Some(high)) = (starts.clone().min(), starts.max()) else { continue };
        for offset in label_offsets(&text, label) {
            if offset < program.functions[function].span.start.min(low) || offset > high {
                continue;
            }
            let behind = body.instrs.iter_enumerated().filter(|(_, instr)| instr.span.start > offset);
            // In the order of the text, then in that of the code.
            let first = behind.min_by_key(|(at, instr)| (instr.span.start, *at));
            points.extend(first.map(|(at, _)| Point { function, at: Where::Before(at), what }));
        }
    }
}

/// The same text with blanks for comments, strings and characters, byte for byte.
pub(super) fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let len = match rest {
            [b'/', b'/', ..] => rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.windows(2).skip(2).position(|it| it == b"*/").map_or(rest.len(), |it| it + 4),
            [quote @ (b'"' | b'\''), ..] => literal_length(rest, *quote),
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in bytes.iter_mut().skip(at).take(len).filter(|it| **it != b'\n') {
            *byte = b' ';
        }
        at += len.max(1);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// A literal ends with its quote, or with its line.
fn literal_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            it if it == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// Where `LABEL:` stands in a text as a word of its own.
fn label_offsets(text: &str, label: &str) -> Vec<u32> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    text.match_indices(label)
        .filter(|(at, _)| {
            let (before, after) = (&text[..*at], &text[at + label.len()..]);
            let starts = before.trim_end().ends_with([';', '{', '}', ')', ':']) && !before.ends_with(is_part);
            starts && after.trim_start().starts_with(':')
        })
        .filter_map(|(at, _)| u32::try_from(at).ok())
        .collect()
}
