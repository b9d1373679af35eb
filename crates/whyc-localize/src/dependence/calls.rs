//! Functions and what passes between them: parameters, results, and what is shared.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalKind, LocalKind, Origin, Program};

use super::Line;
use super::flow::{Contents, Effect, Source, Ways};
use super::uses::{self, Escaping, Uses, Variable};

/// A function of the user's.
pub struct Function<'a> {
    /// Which one.
    pub id: FunctionId,
    /// Its code.
    pub body: &'a Body,
    /// Where it begins.
    pub head: Line,
    /// The ways through it.
    pub ways: Ways,
    /// The line of each instruction that a person wrote.
    pub lines: Vec<Option<Line>>,
    /// What each instruction reads.
    pub reads: Vec<BTreeSet<Variable>>,
    /// The lines that call, and the heads of the functions that they call.
    pub calls: Vec<(Line, Line)>,
    /// What each instruction writes.
    effects: Vec<Effect>,
    /// The functions that each instruction may call.
    callees: Vec<Vec<FunctionId>>,
    params: BTreeSet<Variable>,
}

/// The user's functions.
pub fn functions(program: &Program) -> BTreeMap<FunctionId, Function<'_>> {
    let escaping = Escaping::new(program);
    uses::bodies(program).map(|(id, body)| (id, function(program, &escaping, id, body))).collect()
}

fn function<'a>(program: &'a Program, escaping: &Escaping, id: FunctionId, body: &'a Body) -> Function<'a> {
    let line_of = |span: Span| (span.file, program.sources.line(span));
    let line = |kind: &InstrKind, span: Span| is_code(program, id, kind, span).then(|| line_of(span));
    let lines: Vec<Option<Line>> = body.instrs.iter().map(|instr| line(&instr.kind, instr.span)).collect();
    let (mut reads, mut effects, mut callees, mut calls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (instr, line) in body.instrs.iter().zip(&lines) {
        let uses = Uses::new(program, escaping, (id, body), &instr.kind);
        let replaced = uses.writes.iter().filter(|(_, whole)| *whole).map(|&(variable, _)| variable).collect();
        let written =
            line.iter().flat_map(|&line| uses.writes.iter().map(move |&(variable, _)| (variable, Source::Line(line))));
        effects.push(Effect { replaced, written: written.collect(), stops: false });
        reads.push(uses.reads);
        let called = called(program, escaping, &instr.kind);
        calls.extend(
            line.iter()
                .flat_map(|&line| called.iter().map(move |&callee| (line, line_of(program.functions[callee].span)))),
        );
        callees.push(called);
    }
    let params = program.functions[id].params().map(Variable::Local).collect();
    let head = line_of(program.functions[id].span);
    Function { id, body, head, ways: Ways::new(body), lines, reads, calls, effects, callees, params }
}

/// The user's functions that an instruction may call.
fn called(program: &Program, escaping: &Escaping, kind: &InstrKind) -> Vec<FunctionId> {
    let has_body = |callee: &FunctionId| program.functions[*callee].body.is_some();
    let is_users = |callee: &FunctionId| program.functions[*callee].origin == Origin::User && has_body(callee);
    match kind {
        InstrKind::Call { callee: Callee::Direct(callee), .. } => [*callee].into_iter().filter(is_users).collect(),
        InstrKind::Call { callee: Callee::Indirect(_), .. } => {
            escaping.functions.iter().copied().filter(is_users).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether an instruction is something a person wrote: a statement, a declaration, a jump.
fn is_code(program: &Program, function: FunctionId, kind: &InstrKind, span: Span) -> bool {
    let starts_with = |words: &[&str]| words.iter().any(|word| program.sources.text(span).starts_with(word));
    match kind {
        InstrKind::Kill(_) | InstrKind::Label => false,
        InstrKind::Declare(local) => program.functions[function].locals[*local].kind == LocalKind::Variable,
        // Others are how a loop or an `else` is put, not something that stands there.
        InstrKind::Jump(_) => starts_with(&["break", "continue", "goto"]),
        InstrKind::Return(None) => starts_with(&["return"]),
        InstrKind::Assign { .. }
        | InstrKind::ZeroFill(_)
        | InstrKind::Nondet { .. }
        | InstrKind::Call { .. }
        | InstrKind::Branch { .. }
        | InstrKind::Switch { .. }
        | InstrKind::Return(Some(_))
        | InstrKind::Assume(_)
        | InstrKind::Cover(_)
        | InstrKind::Assert { .. }
        | InstrKind::Block(_)
        | InstrKind::Output(_)
        | InstrKind::Halt
        | InstrKind::Unsupported(_) => true,
    }
}

/// What is in variables before each function begins, over all calls of it, and what functions return.
pub struct Before {
    contents: BTreeMap<(FunctionId, Variable), BTreeSet<Line>>,
    left: BTreeMap<FunctionId, Contents>,
    returned: BTreeMap<FunctionId, Vec<(Line, Line)>>,
    none: BTreeSet<Line>,
}

impl Before {
    /// The lines that may have written what `variable` holds when a function begins.
    pub fn lines(&self, function: FunctionId, variable: Variable) -> &BTreeSet<Line> {
        self.contents.get(&(function, variable)).unwrap_or(&self.none)
    }

    /// From each line that returns a value to each line that gets it.
    pub fn returned(&self, function: FunctionId) -> &[(Line, Line)] {
        self.returned.get(&function).map_or(&[], Vec::as_slice)
    }
}

impl Function<'_> {
    /// What may be in variables before each instruction, and at the end.
    pub fn reaching(&self, before: &Before) -> Vec<Option<Contents>> {
        let shared = self.shared(before).into_iter().map(|variable| (variable, Source::Before));
        // A parameter is written where the function begins.
        let params = self.params.iter().map(|&param| (param, Source::Line(self.head)));
        let mut effects = self.effects.clone();
        for (effect, callees) in effects.iter_mut().zip(&self.callees) {
            effect.stops = !callees.is_empty() && !callees.iter().any(|callee| before.left.contains_key(callee));
            let left: Vec<&Contents> = callees.iter().filter_map(|callee| before.left.get(callee)).collect();
            let written = |variable: &Variable| left.iter().any(|left| left.iter().any(|(known, _)| known == variable));
            let kept = |variable: &Variable| left.iter().any(|left| left.contains(&(*variable, Source::Before)));
            let all: BTreeSet<Variable> =
                left.iter().flat_map(|left| left.iter().map(|&(variable, _)| variable)).collect();
            effect.replaced.extend(all.iter().filter(|variable| written(variable) && !kept(variable)));
            let lines = left.iter().flat_map(|left| left.iter().copied());
            effect.written.extend(lines.filter(|(_, source)| *source != Source::Before));
        }
        self.ways.reaching(&shared.chain(params).collect(), &effects)
    }

    /// What is not the function's own and is used by it or by what it calls.
    fn shared(&self, before: &Before) -> BTreeSet<Variable> {
        let own = self.reads.iter().flatten().copied();
        let written = self.effects.iter().flat_map(|effect| effect.written.iter().map(|&(variable, _)| variable));
        let called = self.callees.iter().flatten().filter_map(|callee| before.left.get(callee));
        let called = called.flat_map(|left| left.iter().map(|&(variable, _)| variable));
        own.chain(written).chain(called).filter(is_shared).collect()
    }
}

fn is_shared(variable: &Variable) -> bool {
    matches!(variable, Variable::Global(_) | Variable::Memory)
}

/// What passes between functions: first what each leaves behind, then what each finds.
pub fn contents(program: &Program, functions: &BTreeMap<FunctionId, Function<'_>>) -> Before {
    let mut before =
        Before { contents: BTreeMap::new(), left: BTreeMap::new(), returned: BTreeMap::new(), none: BTreeSet::new() };
    let mut changed = true;
    while changed {
        changed = false;
        for function in functions.values() {
            let reaching = function.reaching(&before);
            let Some(at_end) = &reaching[function.ways.end()] else { continue };
            changed |= !before.left.contains_key(&function.id);
            let left = before.left.entry(function.id).or_default();
            let n_before = left.len();
            left.extend(at_end.iter().filter(|(variable, _)| is_shared(variable)));
            changed |= left.len() > n_before;
        }
    }
    find_at_start(program, &mut before);
    changed = true;
    while changed {
        changed = false;
        for function in functions.values() {
            changed |= hand_on(function, &mut before);
        }
    }
    for function in functions.values() {
        let callers = functions.values().flat_map(|caller| caller.callers_of(function.id)).collect();
        before.returned.insert(function.id, function.returned_to(&callers));
    }
    before
}

/// Before the program begins, globals hold what their declarations say.
fn find_at_start(program: &Program, before: &mut Before) {
    for (id, global) in program.globals.iter_enumerated().filter(|(_, global)| global.kind == GlobalKind::Variable) {
        let line = (global.span.file, program.sources.line(global.span));
        if !program.sources.file(global.span.file).name.starts_with('<') {
            before.contents.entry((program.entry, Variable::Global(id))).or_default().insert(line);
        }
    }
}

/// What the functions find that a function calls; says whether that is more than was known.
fn hand_on(function: &Function<'_>, before: &mut Before) -> bool {
    let mut changed = false;
    let reaching = function.reaching(before);
    for (at, callees) in function.callees.iter().enumerate() {
        let Some(contents) = reaching[at].as_ref() else { continue };
        for &(variable, source) in contents.iter().filter(|(variable, _)| is_shared(variable)) {
            let lines = match source {
                Source::Line(line) => [line].into(),
                Source::Before => before.lines(function.id, variable).clone(),
            };
            for &callee in callees {
                let known = before.contents.entry((callee, variable)).or_default();
                let n_before = known.len();
                known.extend(&lines);
                changed |= known.len() > n_before;
            }
        }
    }
    changed
}

impl Function<'_> {
    /// The lines that may call `callee`.
    fn callers_of(&self, callee: FunctionId) -> Vec<Line> {
        let calls = self.callees.iter().enumerate().filter(|(_, callees)| callees.contains(&callee));
        calls.filter_map(|(at, _)| self.lines[at]).collect()
    }

    fn returned_to(&self, callers: &BTreeSet<Line>) -> Vec<(Line, Line)> {
        let is_return = |at: usize| {
            let instr = &self.body.instrs[whyc_ir::instr::InstrId::from_index(at)];
            matches!(instr.kind, InstrKind::Return(Some(_)))
        };
        let returns = (0..self.lines.len()).filter(|&at| is_return(at)).filter_map(|at| self.lines[at]);
        returns.flat_map(|from| callers.iter().map(move |&to| (from, to))).collect()
    }
}
