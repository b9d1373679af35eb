//! The program that counts how many of the places a run has come through.

use whyc_base::ids::{Id as _, IdVec};
use whyc_base::source::{FileId, Span};
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place as Target, PlaceBase, PlaceId};
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, Function, FunctionId, Global, GlobalId, GlobalKind, OnlyIf, Origin, Program};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, TypeId};

use crate::arrivals::{Arrival, arrivals};
use crate::{Along, place};

/// What the variable is called that counts the places. Whoever makes runs of steps keeps its values.
pub const COUNTER: &str = "__whyc places";

/// What the assertion says that no run comes through the places.
#[must_use]
pub fn description(along: &Along) -> String {
    let places: Vec<String> = along.places.iter().map(ToString::to_string).collect();
    match places.as_slice() {
        [only] => format!("no run comes to {only}"),
        _ => format!("no run comes through {} in this order", places.join(", ")),
    }
}

/// Leaves out the places without code, if they may be passed over, and says which these are.
///
/// # Errors
/// If none is left, in words.
pub fn settle(program: &Program, along: &mut Along) -> Result<Vec<crate::Place>, String> {
    if !along.lenient {
        return Ok(Vec::new());
    }
    let (kept, out): (Vec<_>, Vec<_>) = along.places.drain(..).partition(|place| Spot::new(program, place).is_ok());
    along.places = kept;
    // Lines with nothing between them that was looked at are one visit.
    along.places.dedup();
    match (along.places.is_empty(), out.first()) {
        (true, Some(first)) => Err(Spot::new(program, first).err().unwrap_or_default()),
        _ => Ok(out),
    }
}

/// The program that watches for it, and for each place what stands there.
///
/// # Errors
/// If the program has no such place, in words.
pub fn watching(mut program: Program, along: &Along) -> Result<(Program, Vec<Span>), String> {
    let spots = along.places.iter().map(|place| Spot::new(&program, place)).collect::<Result<Vec<_>, _>>()?;
    let n = u32::try_from(spots.len()).map_err(|_| "these are too many places".to_owned())?;
    let counter = counter(&mut program);
    let int = program.types.int(IntKind::Int);
    // A rule that is broken before the last place is not what was asked about.
    program.only_if = Some(OnlyIf { global: counter, value: n });
    let last = (!along.failing).then(|| (n, description(along)));
    for function in program.functions.ids().collect::<Vec<_>>() {
        if program.functions[function].origin != Origin::User {
            continue;
        }
        let Some(body) = program.functions[function].body.take() else { continue };
        let found = found(&program, &spots, function, &body);
        let mut weaver = Weaver { body, counter, int, last: last.clone() };
        if !found.is_empty() {
            weaver.weave(&found);
        }
        program.functions[function].body = Some(weaver.body);
    }
    Ok((program, spots.into_iter().map(|it| it.span).collect()))
}

/// The variable that counts. It is nobody's: where there are threads it counts as one of the models', and the weaver lets a thread stop
/// before each place, since who comes to one first makes a difference.
fn counter(program: &mut Program) -> GlobalId {
    let ty = program.types.int(IntKind::Int);
    let of_threads = program.globals.iter().find(|global| global.name == "__whyc_running").map(|global| global.span);
    let span = of_threads.unwrap_or(program.functions[program.entry].span);
    let kind = GlobalKind::Variable;
    program.globals.push(Global { name: COUNTER.to_owned(), ty, span, kind, is_const: false, align: None, tail: 0 })
}

/// A place in the program.
struct Spot {
    files: Vec<FileId>,
    line: u32,
    /// The functions whose declarator it is, if no code stands there: to come there is to enter one.
    enters: Vec<FunctionId>,
    span: Span,
}

impl Spot {
    fn new(program: &Program, wanted: &crate::Place) -> Result<Self, String> {
        let files = place::files(&program.sources, &wanted.file)?;
        let line_of = |span: Span| program.sources.line(span);
        let is_in = |span: Span| files.contains(&span.file);
        let own: Vec<(FunctionId, &Function)> =
            program.functions.iter_enumerated().filter(|(_, f)| f.origin == Origin::User).collect();
        let bodies = own.iter().filter_map(|(_, f)| f.body.as_ref());
        let code = bodies.flat_map(|body| body.instrs.iter()).filter(|it| is_in(it.span) && is_code(&it.kind));
        let mut lines: Vec<u32> = code.map(|it| line_of(it.span)).collect();
        lines.sort_unstable();
        lines.dedup();
        let declares = |f: &Function| {
            let (from, to) = (line_of(f.span), program.sources.end(f.span).line);
            is_in(f.span) && (from..=to).contains(&wanted.line) && f.body.is_some()
        };
        let has_code = lines.contains(&wanted.line);
        let enters: Vec<FunctionId> = match has_code {
            true => Vec::new(),
            false => own.iter().filter(|(_, f)| declares(f)).map(|(id, _)| *id).collect(),
        };
        if !has_code && enters.is_empty() {
            let near = near(&lines, wanted.line);
            return Err(format!("no code of the program stands at {wanted}{near}"));
        }
        let Some(&file) = files.first() else { return Err(format!("the program has no file {}", wanted.file)) };
        let span = whole_line(&program.sources.file(file).text, wanted.line, file);
        Ok(Self { files, line: wanted.line, enters, span })
    }
}

/// Whether an instruction is one that a person could mean by its line.
fn is_code(kind: &InstrKind) -> bool {
    !matches!(kind, InstrKind::Label | InstrKind::Kill(_))
}

fn near(lines: &[u32], line: u32) -> String {
    let before = lines.iter().rev().find(|&&it| it < line);
    let after = lines.iter().find(|&&it| it > line);
    match (before, after) {
        (Some(a), Some(b)) => format!("; the nearest lines with code are {a} and {b}"),
        (Some(only), None) | (None, Some(only)) => format!("; the nearest line with code is {only}"),
        (None, None) => String::new(),
    }
}

/// A line without the blanks around it.
fn whole_line(text: &str, line: u32, file: FileId) -> Span {
    let mut start = 0;
    for (number, one) in (1u32..).zip(text.split_inclusive('\n')) {
        if number == line {
            let begin = start + one.len() - one.trim_start().len();
            let end = (start + one.trim_end().len()).max(begin);
            let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
            return Span { file, start: at(begin), end: at(end) };
        }
        start += one.len();
    }
    Span { file, start: 0, end: 0 }
}

/// What a function has of the places: those that are come to where it begins, and those of its lines.
struct Found {
    entry: Vec<u32>,
    lines: Vec<(Vec<u32>, Vec<Arrival>)>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.entry.is_empty() && self.lines.is_empty()
    }
}

fn found(program: &Program, spots: &[Spot], function: FunctionId, body: &Body) -> Found {
    let mut found = Found { entry: Vec::new(), lines: Vec::new() };
    let places: Vec<(FileId, u32)> =
        body.instrs.iter().map(|instr| (instr.span.file, program.sources.line(instr.span))).collect();
    let mut known: Vec<&Spot> = Vec::new();
    for (number, spot) in (0u32..).zip(spots) {
        if spot.enters.contains(&function) {
            found.entry.push(number);
        }
        match known.iter().position(|it| it.line == spot.line && it.files == spot.files) {
            Some(at) => found.lines[at].0.push(number),
            None => {
                let is_there = |at: InstrId| {
                    places.get(at.index()).is_some_and(|(file, line)| *line == spot.line && spot.files.contains(file))
                };
                known.push(spot);
                found.lines.push((vec![number], arrivals(body, &is_there)));
            }
        }
    }
    found.lines.retain(|(_, arrivals)| !arrivals.is_empty());
    found
}

struct Weaver {
    body: Body,
    counter: GlobalId,
    int: TypeId,
    /// How many places there are, and what is said where a run comes to the last one; nothing if that is no fault.
    last: Option<(u32, String)>,
}

impl Weaver {
    /// Puts the counting into the body; targets of jumps follow.
    fn weave(&mut self, found: &Found) {
        let old = std::mem::take(&mut self.body.instrs);
        let all: Vec<(&[u32], &Arrival)> =
            found.lines.iter().flat_map(|(numbers, all)| all.iter().map(|it| (numbers.as_slice(), it))).collect();
        let mut new: IdVec<InstrId, Instr> = IdVec::new();
        // Where each instruction is now; where the counting before it begins; and the jumps over that.
        let mut moved: IdVec<InstrId, InstrId> = IdVec::new();
        let mut counted: Vec<(&Arrival, InstrId)> = Vec::new();
        let mut over: Vec<(InstrId, InstrId)> = Vec::new();
        let begin = old.iter().next().map(|instr| instr.span);
        if let Some(span) = begin.filter(|_| !found.entry.is_empty()) {
            self.count(&found.entry, span, &mut new);
        }
        let mut goes_on = false;
        for (id, instr) in old.iter_enumerated() {
            if let Some((numbers, arrival)) = all.iter().find(|(_, arrival)| arrival.first == id) {
                let span = old[arrival.at].span;
                if goes_on && !arrival.by_going_on {
                    over.push((new.push(Instr { kind: InstrKind::Jump(id), span }), id));
                }
                counted.push((*arrival, new.next_id()));
                self.count(numbers, span, &mut new);
            }
            goes_on = instr.kind.goes_on();
            moved.push(new.push(instr.clone()));
        }
        for (from, &now) in moved.iter_enumerated() {
            let to = |target: InstrId| {
                let comes =
                    counted.iter().find(|(it, _)| (it.first..=it.at).contains(&target) && it.by_jumps.contains(&from));
                comes.map_or(moved[target], |(_, start)| *start)
            };
            new[now].kind.move_targets(to);
        }
        for (at, target) in over {
            new[at].kind = InstrKind::Jump(moved[target]);
        }
        self.body.instrs = new;
    }

    /// A run comes to these places, of which one may be the next.
    fn count(&mut self, numbers: &[u32], span: Span, new: &mut IdVec<InstrId, Instr>) {
        let mut push = |kind: InstrKind| new.push(Instr { kind, span });
        let mut value = self.load(span);
        for &number in numbers {
            let (now, known) = (self.load(span), self.number(number, span));
            let is_next = self.expr(ExprKind::Binary(BinaryOp::Eq, now, known), self.int, span);
            let after = self.number(number + 1, span);
            value = self.expr(ExprKind::Cond(is_next, after, value), self.int, span);
        }
        let place = self.place(span);
        push(InstrKind::Assign { place, value });
        if let Some((n, description)) = self.last.clone().filter(|(n, _)| numbers.iter().any(|number| number + 1 == *n))
        {
            let (now, all) = (self.load(span), self.number(n, span));
            let cond = self.expr(ExprKind::Binary(BinaryOp::Ne, now, all), self.int, span);
            push(InstrKind::Assert { cond, class: PropertyClass::Assertion, description });
        }
    }

    /// Nobody wrote it there: what is said of values should not name it by what stands there.
    fn place(&mut self, span: Span) -> PlaceId {
        let span = Span { end: span.start, ..span };
        self.body.places.push(Target {
            base: PlaceBase::Global(self.counter),
            projections: Vec::new(),
            ty: self.int,
            span,
        })
    }

    fn load(&mut self, span: Span) -> ExprId {
        let place = self.place(span);
        self.expr(ExprKind::Load(place), self.int, span)
    }

    fn number(&mut self, value: u32, span: Span) -> ExprId {
        self.expr(ExprKind::Int(u128::from(value)), self.int, span)
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }
}
