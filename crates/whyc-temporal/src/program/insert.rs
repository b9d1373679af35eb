//! The instructions that watch: the state moves, and what it must not be is asserted.

use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId};
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, Global, GlobalId, GlobalKind, Program};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::Machine;
use super::places::{Point, What, Where};
use crate::atom::{Atom, Compare, Term};
use crate::file::Named;

/// The program with a property watched.
pub(super) fn inserted(
    mut program: Program,
    named: &Named,
    machine: &Machine,
    points: &[Point],
) -> Result<Program, String> {
    let int = program.types.int(IntKind::Int);
    let wide = program.types.int(IntKind::LongLong);
    let span = program.functions[program.entry].span;
    let state = program.globals.push(Global {
        name: format!("state of {}", named.name),
        ty: int,
        span,
        kind: GlobalKind::Variable,
        is_const: false,
        align: None,
        tail: 0,
    });
    let mut variables = Vec::new();
    for atom in &machine.looked_at {
        for name in atom.names() {
            variables.push((name.to_owned(), variable(&program, name)?));
        }
        let has_bits = atom.terms().into_iter().any(|term| matches!(term, Term::Signal { bits: Some(_), .. }));
        if has_bits {
            return Err(format!("`{atom}`: bits of variables are not supported"));
        }
    }
    let ids: Vec<_> = program.functions.ids().collect();
    for function in ids {
        let own: Vec<&Point> = points.iter().filter(|point| point.function == function).collect();
        if own.is_empty() {
            continue;
        }
        let Some(body) = program.functions[function].body.take() else { continue };
        let mut watcher = Watcher { body, machine, named, state, int, wide, variables: &variables };
        watcher.weave(&own);
        program.functions[function].body = Some(watcher.body);
    }
    Ok(program)
}

/// A variable of the program that a property can look at.
fn variable(program: &Program, name: &str) -> Result<(GlobalId, TypeId), String> {
    let found = program.globals.iter_enumerated().find(|(_, it)| it.name == name && it.kind == GlobalKind::Variable);
    let Some((id, global)) = found else { return Err(format!("there is no global variable `{name}`")) };
    match program.types.get(global.ty) {
        Type::Int(_) | Type::Bool | Type::Enum(_) => Ok((id, global.ty)),
        _ => Err(format!("`{name}` is not an integer")),
    }
}

struct Watcher<'a> {
    body: Body,
    machine: &'a Machine,
    named: &'a Named,
    state: GlobalId,
    int: TypeId,
    wide: TypeId,
    variables: &'a [(String, (GlobalId, TypeId))],
}

impl Watcher<'_> {
    /// Puts the instructions of all points into the body; targets of jumps follow.
    fn weave(&mut self, points: &[&Point]) {
        let old = std::mem::take(&mut self.body.instrs);
        let mut new: IdVec<InstrId, Instr> = IdVec::new();
        let mut moved: Vec<InstrId> = Vec::new();
        for (id, instr) in old.iter_enumerated() {
            moved.push(new.next_id());
            for point in points.iter().filter(|point| point.at == Where::Before(id)) {
                self.instrs(point, instr.span).into_iter().for_each(|it| {
                    new.push(it);
                });
            }
            new.push(instr.clone());
            for point in points.iter().filter(|point| point.at == Where::After(id)) {
                self.instrs(point, instr.span).into_iter().for_each(|it| {
                    new.push(it);
                });
            }
        }
        let to = |target: InstrId| moved[whyc_base::ids::Id::index(target)];
        new.iter_mut().for_each(|instr| instr.kind.move_targets(to));
        self.body.instrs = new;
    }

    fn instrs(&mut self, point: &Point, span: Span) -> Vec<Instr> {
        let Named { name, text, .. } = self.named;
        match point.what {
            What::Event(event) => {
                let value = self.moved(event, 0, 0, span);
                let place = self.place(self.state, self.int, span);
                let step = Instr { kind: InstrKind::Assign { place, value }, span };
                let broken: Vec<usize> = (0..self.machine.broken.len()).filter(|&at| self.machine.broken[at]).collect();
                let description = format!("{name}: {text}");
                std::iter::once(step).chain(self.never(&broken, description, span)).collect()
            }
            What::End => {
                let open: Vec<usize> = (0..self.machine.broken.len())
                    .filter(|&at| !self.machine.holds_at_end[at] && !self.machine.broken[at])
                    .collect();
                let description = format!("{name}: {text}, when the program ends");
                self.never(&open, description, span).into_iter().collect()
            }
        }
    }

    /// That the state is none of these.
    fn never(&mut self, states: &[usize], description: String, span: Span) -> Option<Instr> {
        let mut all: Option<ExprId> = None;
        for &at in states {
            let (now, other) = (self.load(span), self.number(at as u128, span));
            let differs = self.push(ExprKind::Binary(BinaryOp::Ne, now, other), self.int, span);
            all = Some(match all {
                None => differs,
                Some(before) => self.push(ExprKind::And(before, differs), self.int, span),
            });
        }
        let cond = all?;
        Some(Instr { kind: InstrKind::Assert { cond, class: PropertyClass::Assertion, description }, span })
    }

    /// The state after an event, by what is looked at, one thing after the other.
    fn moved(&mut self, event: usize, position: usize, values: usize, span: Span) -> ExprId {
        if position == self.machine.looked_at.len() {
            return self.after(event, values, span);
        }
        let atom = self.machine.looked_at[position].clone();
        let cond = self.atom(&atom, span);
        let then = self.moved(event, position + 1, values | 1 << position, span);
        let other = self.moved(event, position + 1, values, span);
        self.push(ExprKind::Cond(cond, then, other), self.int, span)
    }

    /// The state after an event, by the state before it.
    fn after(&mut self, event: usize, values: usize, span: Span) -> ExprId {
        let mut rest = self.load(span);
        for from in 0..self.machine.next.len() {
            let to = self.machine.next[from][event][values];
            if to == from {
                continue;
            }
            let (now, known, then) = (self.load(span), self.number(from as u128, span), self.number(to as u128, span));
            let is_there = self.push(ExprKind::Binary(BinaryOp::Eq, now, known), self.int, span);
            rest = self.push(ExprKind::Cond(is_there, then, rest), self.int, span);
        }
        rest
    }

    fn atom(&mut self, atom: &Atom, span: Span) -> ExprId {
        let (op, left, right) = match atom {
            Atom::Word(term) => (BinaryOp::Ne, term.clone(), Term::Number(0)),
            Atom::Compare(compare, left, right) => {
                let op = match compare {
                    Compare::Eq => BinaryOp::Eq,
                    Compare::Ne => BinaryOp::Ne,
                    Compare::Lt => BinaryOp::Lt,
                    Compare::Le => BinaryOp::Le,
                    Compare::Gt => BinaryOp::Gt,
                    Compare::Ge => BinaryOp::Ge,
                };
                (op, left.clone(), right.clone())
            }
            Atom::Event(_) => return self.number(0, span),
        };
        let (left, right) = (self.term(&left, span), self.term(&right, span));
        self.push(ExprKind::Binary(op, left, right), self.int, span)
    }

    fn term(&mut self, term: &Term, span: Span) -> ExprId {
        match term {
            Term::Number(number) => self.push(ExprKind::Int(number & u128::from(u64::MAX)), self.wide, span),
            Term::Signal { name, .. } => {
                let known = self.variables.iter().find(|(known, _)| known == name);
                let (global, ty) = known.expect("variables should have been looked up").1;
                let place = self.place(global, ty, span);
                let value = self.push(ExprKind::Load(place), ty, span);
                self.push(ExprKind::Cast(value), self.wide, span)
            }
        }
    }

    /// A global. Nobody wrote it there: what is said of values should not name it by what stands there.
    fn place(&mut self, global: GlobalId, ty: TypeId, span: Span) -> PlaceId {
        let span = Span { end: span.start, ..span };
        self.body.places.push(Place { base: PlaceBase::Global(global), projections: Vec::new(), ty, span })
    }

    fn load(&mut self, span: Span) -> ExprId {
        let place = self.place(self.state, self.int, span);
        self.push(ExprKind::Load(place), self.int, span)
    }

    fn number(&mut self, value: u128, span: Span) -> ExprId {
        self.push(ExprKind::Int(value), self.int, span)
    }

    fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }
}
