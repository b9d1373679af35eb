//! What is to be covered: the goals of a program, and what they are recognised by.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_base::source::{FileId, Span};
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::flow::{self, below};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, ComponentId, ComponentKind, FunctionId, Origin, Program};
use whyc_ir::types::Type;
use whyc_unroll::loops::{Loop, LoopId, LoopTable};

use crate::cross::Cross;
use crate::decision::Decision;

/// What a goal is recognised by, in runs and in unrollings alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A line is executed.
    Line(FileId, u32),
    /// A branch is come to, with its condition so.
    Branch(FunctionId, InstrId, bool),
    /// The condition of a `?:` is so.
    Choice(FunctionId, ExprId, bool),
    /// A `switch` goes to this instruction.
    Case(FunctionId, InstrId, InstrId),
    /// A part of the condition of a branch is so and decides it.
    Decides(FunctionId, InstrId, ExprId, bool),
    /// A loop makes so many rounds.
    Rounds(LoopId, Rounds),
    /// A function is called by another one.
    Call(FunctionId, FunctionId),
    /// The expressions of a cross product have these values, by their number.
    Tuple(u32, u32),
}

/// How many rounds a loop makes each time it is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounds {
    /// It is not entered.
    None,
    /// It is entered once, and not again.
    One,
    /// It is entered again.
    Many,
}

/// The kinds of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Lines.
    Line,
    /// The ways out of branches, cases and `?:`.
    Branch,
    /// Parts of conditions that decide (MC/DC).
    Condition,
    /// Rounds of loops.
    Loop,
    /// Functions by their callers.
    Call,
    /// Cross products.
    Cross,
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Kind; 6] = [Kind::Line, Kind::Branch, Kind::Condition, Kind::Loop, Kind::Call, Kind::Cross];

    /// The name for programs and options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Line => "line",
            Kind::Branch => "branch",
            Kind::Condition => "mcdc",
            Kind::Loop => "loop",
            Kind::Call => "call",
            Kind::Cross => "cross",
        }
    }

    /// The name for people.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Line => "lines",
            Kind::Branch => "branches",
            Kind::Condition => "conditions",
            Kind::Loop => "loop rounds",
            Kind::Call => "calls",
            Kind::Cross => "combinations",
        }
    }
}

impl Key {
    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Key::Line(..) => Kind::Line,
            Key::Branch(..) | Key::Choice(..) | Key::Case(..) => Kind::Branch,
            Key::Decides(..) => Kind::Condition,
            Key::Rounds(..) => Kind::Loop,
            Key::Call(..) => Kind::Call,
            Key::Tuple(..) => Kind::Cross,
        }
    }
}

/// Something that is to be covered.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it is recognised by.
    pub key: Key,
    /// In words.
    pub text: String,
    /// Where.
    pub span: Span,
    /// In which function, and at which instruction of it.
    pub place: (FunctionId, InstrId),
}

/// How a loop begins a round.
#[derive(Clone, Copy, Debug)]
pub enum Begins {
    /// The branch at its head decides, and this is its condition where it does.
    Tested(InstrId, bool),
    /// Whenever its head is come to.
    AtHead,
}

/// All goals of a program, with the tables by which they are recognised.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    /// The goals, in the order of the source.
    pub all: Vec<Goal>,
    /// The instructions with which a line begins to be executed.
    pub line_heads: FxHashMap<(FunctionId, InstrId), (FileId, u32)>,
    /// The conditions with several parts.
    pub decisions: FxHashMap<(FunctionId, InstrId), Decision>,
    /// The conditions of `?:`.
    pub choices: FxHashSet<(FunctionId, ExprId)>,
    /// The same by their components.
    pub choice_of: FxHashMap<ComponentId, (FunctionId, ExprId)>,
    /// The loops of each function: head, last instruction, how a round begins.
    pub loops: FxHashMap<FunctionId, Vec<(LoopId, InstrId, InstrId, Begins)>>,
    /// Assignments that say what the expressions of a cross product are.
    pub crossed: FxHashMap<(FunctionId, InstrId), (u32, u32)>,
    /// Where the values of a cross product are all known.
    pub cross_places: Vec<(u32, (FunctionId, InstrId), Span)>,
    /// The user's functions that no call leads to.
    pub uncalled: Vec<FunctionId>,
    /// Whether a function is the user's and part of the program.
    pub own: BTreeSet<FunctionId>,
}

impl Goals {
    /// The goals of `program` of these kinds.
    #[must_use]
    pub fn new(program: &Program, loops: &LoopTable, kinds: &[Kind], crosses: &[Cross]) -> Self {
        let mut goals = Self::default();
        let called = flow::called(program);
        for (id, f) in program.functions.iter_enumerated() {
            let Some(body) = f.body.as_ref().filter(|_| f.origin == Origin::User) else { continue };
            if !called.contains(&id) {
                goals.uncalled.push(id);
                continue;
            }
            goals.own.insert(id);
            goals.lines(program, id, body);
            goals.branches(program, id, body);
            goals.rounds(program, loops, id, body);
            goals.calls(program, id, body);
            goals.crosses(program, id, body, crosses);
        }
        goals.all.retain(|goal| kinds.contains(&goal.key.kind()));
        let order = |goal: &Goal| (goal.span.file, program.sources.line(goal.span), goal.key.kind(), goal.span.start);
        goals.all.sort_by_key(|goal| (order(goal), goal.key));
        goals
    }

    fn lines(&mut self, program: &Program, id: FunctionId, body: &Body) {
        let mut first: BTreeMap<(FileId, u32), (InstrId, Span)> = BTreeMap::new();
        let mut last: Option<(FileId, u32)> = None;
        let targets: BTreeSet<InstrId> = body.instrs.iter().flat_map(|instr| instr.kind.targets()).collect();
        for (at, instr) in body.instrs.iter_enumerated() {
            if targets.contains(&at) {
                last = None;
            }
            if !is_code(&instr.kind) || self.is_hidden(program, body, at) {
                continue;
            }
            let line = (instr.span.file, program.sources.line(instr.span));
            if last != Some(line) {
                self.line_heads.insert((id, at), line);
                first.entry(line).or_insert((at, instr.span));
            }
            // What follows a branch or a call need not be come to.
            let goes_on = !matches!(
                instr.kind,
                InstrKind::Branch { .. } | InstrKind::Switch { .. } | InstrKind::Call { .. } | InstrKind::Return(_)
            );
            last = goes_on.then_some(line);
        }
        for (line, (at, span)) in first {
            let text = program.sources.file(line.0).line_text(line.1).trim().to_owned();
            let key = Key::Line(line.0, line.1);
            // Functions of one line, or from a header of several files.
            if !self.all.iter().any(|goal| goal.key == key) {
                self.all.push(Goal { key, text, span, place: (id, at) });
            }
        }
    }

    /// Whether an instruction says what an expression of a cross product is.
    fn is_hidden(&self, program: &Program, body: &Body, at: InstrId) -> bool {
        program.sources.text(body.instrs[at].span).contains(crate::cross::MARK)
    }

    fn branches(&mut self, program: &Program, id: FunctionId, body: &Body) {
        for (at, instr) in body.instrs.iter_enumerated() {
            match &instr.kind {
                InstrKind::Branch { cond, .. } => {
                    self.choices(program, id, at, body, *cond, Some(*cond));
                    let is_literal = matches!(body.exprs[*cond].kind, ExprKind::Int(_));
                    if program.is_untold(id, at) || is_literal {
                        continue;
                    }
                    let span = body.exprs[*cond].span;
                    for truth in [true, false] {
                        let text = format!("{} is {truth}", quoted(program, span));
                        self.all.push(Goal { key: Key::Branch(id, at, truth), text, span, place: (id, at) });
                    }
                    let Some(decision) = Decision::new(body, *cond) else { continue };
                    for it in &decision.deciders {
                        let span = body.exprs[it.leaf].span;
                        let text = format!("{} decides as {}", quoted(program, span), it.truth);
                        let key = Key::Decides(id, at, it.leaf, it.truth);
                        self.all.push(Goal { key, text, span, place: (id, at) });
                    }
                    self.decisions.insert((id, at), decision);
                }
                InstrKind::Switch { value, cases, default } => {
                    self.choices(program, id, at, body, *value, None);
                    let mut ways: BTreeMap<InstrId, Vec<String>> = BTreeMap::new();
                    for case in cases {
                        let values = if case.low == case.high {
                            case.low.to_string()
                        } else {
                            format!("{} ... {}", case.low, case.high)
                        };
                        ways.entry(case.target).or_default().push(values);
                    }
                    let span = body.exprs[*value].span;
                    ways.entry(*default).or_default().push("something else".to_owned());
                    for (target, values) in ways {
                        let text = format!("{} is {}", quoted(program, span), values.join(" or "));
                        self.all.push(Goal { key: Key::Case(id, at, target), text, span, place: (id, at) });
                    }
                }
                kind => {
                    let mut roots: Vec<ExprId> = Vec::new();
                    for part in kind.parts() {
                        match part {
                            Part::Value(expr) => roots.push(expr),
                            Part::Read(place) | Part::Write(place) | Part::WriteFrom(place) => {
                                roots.extend(body.places[place].exprs());
                            }
                            Part::Begin(_) | Part::End(_) | Part::Release(_) => {}
                        }
                    }
                    for root in roots {
                        self.choices(program, id, at, body, root, None);
                    }
                }
            }
        }
    }

    /// The `?:` in an expression.
    fn choices(
        &mut self,
        program: &Program,
        id: FunctionId,
        at: InstrId,
        body: &Body,
        root: ExprId,
        not: Option<ExprId>,
    ) {
        let mut found = Vec::new();
        below(body, [root], &mut |expr| {
            if let ExprKind::Cond(cond, ..) = body.exprs[expr].kind {
                found.push(cond);
            }
        });
        for cond in found {
            let Some(component) = body.exprs[cond].component else { continue };
            let is_condition = program.components[component].kind == ComponentKind::Condition;
            // Of a fraction, more than its bits says whether it is zero.
            let is_fraction = matches!(program.types.get(body.exprs[cond].ty), Type::Float(_));
            if !is_condition || is_fraction || Some(cond) == not || !self.choices.insert((id, cond)) {
                continue;
            }
            self.choice_of.insert(component, (id, cond));
            let span = body.exprs[cond].span;
            for truth in [true, false] {
                let text = format!("{} is {truth}", quoted(program, span));
                self.all.push(Goal { key: Key::Choice(id, cond, truth), text, span, place: (id, at) });
            }
        }
    }

    fn rounds(&mut self, program: &Program, loops: &LoopTable, id: FunctionId, body: &Body) {
        for (looped, it) in loops.in_function(id) {
            let begins = begins(body, it);
            let mut wanted = vec![(Rounds::One, "one round"), (Rounds::Many, "several rounds")];
            if matches!(begins, Begins::Tested(..)) {
                wanted.insert(0, (Rounds::None, "no round"));
            }
            for (rounds, words) in wanted {
                let text = format!("{} makes {words}", quoted(program, it.span));
                self.all.push(Goal { key: Key::Rounds(looped, rounds), text, span: it.span, place: (id, it.head) });
            }
            self.loops.entry(id).or_default().push((looped, it.head, it.last, begins));
        }
    }

    fn calls(&mut self, program: &Program, id: FunctionId, body: &Body) {
        for (at, instr) in body.instrs.iter_enumerated() {
            let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind else { continue };
            let f = &program.functions[callee];
            let key = Key::Call(id, callee);
            if f.origin == Origin::Whyc || f.body.is_none() || self.all.iter().any(|goal| goal.key == key) {
                continue;
            }
            let text = format!("{} is called by {}", f.name, program.functions[id].name);
            self.all.push(Goal { key, text, span: instr.span, place: (id, at) });
        }
    }

    fn crosses(&mut self, program: &Program, id: FunctionId, body: &Body, crosses: &[Cross]) {
        for (at, instr) in body.instrs.iter_enumerated() {
            let InstrKind::Assign { place, .. } = instr.kind else { continue };
            let whyc_ir::expr::PlaceBase::Local(local) = body.places[place].base else { continue };
            let Some((cross, attribute)) = crate::cross::marked(&program.functions[id].locals[local].name) else {
                continue;
            };
            let Some(known) = crosses.get(cross as usize) else { continue };
            self.crossed.insert((id, at), (cross, attribute));
            if attribute as usize + 1 == known.attributes.len() {
                self.cross_places.push((cross, (id, at), instr.span));
            }
        }
    }

    /// The goals of cross products anew, by the values that are known by now.
    pub fn set_tuples(&mut self, crosses: &mut [Cross]) {
        self.all.retain(|goal| goal.key.kind() != Kind::Cross);
        for &(cross, place, span) in &self.cross_places {
            let Some(known) = crosses.get_mut(cross as usize) else { continue };
            for tuple in known.tasks() {
                let (text, task) = (known.text(&tuple), known.id(&tuple));
                self.all.push(Goal { key: Key::Tuple(cross, task), text, span, place });
            }
        }
    }
}

/// Whether a compiler makes code of an instruction.
fn is_code(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::Jump(_)
        | InstrKind::Label
        | InstrKind::Cover(_)
        | InstrKind::Return(None) => false,
        InstrKind::Assign { .. }
        | InstrKind::ZeroFill(_)
        | InstrKind::Nondet { .. }
        | InstrKind::Call { .. }
        | InstrKind::Branch { .. }
        | InstrKind::Switch { .. }
        | InstrKind::Return(Some(_))
        | InstrKind::Assume(_)
        | InstrKind::Assert { .. }
        | InstrKind::Block(_)
        | InstrKind::Output(_)
        | InstrKind::Halt
        | InstrKind::Unsupported(_) => true,
    }
}

/// How a loop begins a round. The condition of a `while` or `for` is tested by the first branch that leads out of the loop, behind
/// what has to be done to know it: calls, changes of variables. What stands in the body is no part of that.
fn begins(body: &Body, it: &Loop) -> Begins {
    // Where the way back is a decision, it is the one about another round.
    if !matches!(body.instrs[it.last].kind, InstrKind::Jump(_)) {
        return Begins::AtHead;
    }
    let is_in_head = |span: Span| span.file == it.span.file && it.span.start <= span.start && span.end <= it.span.end;
    for at in (it.head.index()..=it.last.index()).map(InstrId::from_index) {
        let instr = &body.instrs[at];
        match &instr.kind {
            InstrKind::Label | InstrKind::Declare(_) | InstrKind::Kill(_) => {}
            InstrKind::Branch { when, target, .. } if *target > it.last || *target < it.head => {
                return Begins::Tested(at, !when);
            }
            _ if is_in_head(instr.span) => {}
            _ => return Begins::AtHead,
        }
    }
    Begins::AtHead
}

/// A text of the program, in one line.
#[must_use]
pub fn quoted(program: &Program, span: Span) -> String {
    let text = program.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() { format!("`{}…`", short.trim_end()) } else { format!("`{short}`") }
}
