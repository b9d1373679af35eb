//! The instructions that watch: the state moves, and what it must not be is asserted.

use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, Global, GlobalId, GlobalKind, Program};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, TypeId};

use super::names::{self, Access, Down, From};
use super::places::{Point, What, Where};
use super::{Machine, told};
use crate::atom::{Arith, Atom, Compare, Term};
use crate::file::Named;

/// The program with a property watched.
pub(super) fn inserted(
    mut program: Program,
    named: &Named,
    machine: &Machine,
    points: &[Point],
) -> Result<Program, String> {
    let int = program.types.int(IntKind::Int);
    let wide = program.types.int(IntKind::Int128);
    let index = program.types.int(IntKind::Long);
    let bits = program.types.int(IntKind::UInt128);
    let state = added(&mut program, told::state_name(named), int);
    let step = added(&mut program, told::step_name(named), int);
    for term in machine.looked_at.iter().flat_map(Atom::leaves) {
        names::known_somewhere(&program, points, term)?;
    }
    for atom in &machine.looked_at {
        if let Some(term) = atom.terms().into_iter().find(|term| width(term) > MANY_BITS) {
            return Err(format!("`{term}` may become too large a number"));
        }
    }
    // Names are looked up while the bodies are as they were.
    let mut values: Vec<Vec<Option<Access>>> = Vec::new();
    for point in points {
        // Nothing is looked at where the program ends.
        let looked_at = if point.what == What::End { &[] } else { machine.looked_at.as_slice() };
        let terms = looked_at.iter().flat_map(Atom::leaves);
        values.push(terms.map(|term| names::access(&program, point, term)).collect::<Result<_, _>>()?);
    }
    let ids: Vec<_> = program.functions.ids().collect();
    for function in ids {
        let own: Vec<(&Point, &[Option<Access>])> = points
            .iter()
            .zip(&values)
            .filter(|(point, _)| point.function == function)
            .map(|(point, values)| (point, values.as_slice()))
            .collect();
        if own.is_empty() {
            continue;
        }
        let Some(body) = program.functions[function].body.take() else { continue };
        let mut watcher = Watcher { body, machine, named, state, step, int, wide, index, bits };
        watcher.weave(&own);
        program.functions[function].body = Some(watcher.body);
    }
    Ok(program)
}

/// How wide numbers may become that are compared.
const MANY_BITS: u32 = 126;

/// How wide a number may become.
fn width(term: &Term) -> u32 {
    match term {
        Term::Signal { .. } => 64,
        Term::Number(number) => 129 - number.leading_zeros(),
        Term::Apply(Arith::Add | Arith::Sub, left, right) => width(left).max(width(right)) + 1,
        Term::Apply(Arith::Mul, left, right)
            if matches!(**left, Term::Number(_)) || matches!(**right, Term::Number(_)) =>
        {
            width(left) + width(right)
        }
        // Of two numbers with 64 bits the product has room.
        Term::Apply(Arith::Mul, left, right) => (width(left) + width(right)).saturating_sub(2),
    }
}

/// A variable that nobody sees.
fn added(program: &mut Program, name: String, ty: TypeId) -> GlobalId {
    let span = program.functions[program.entry].span;
    let kind = GlobalKind::Variable;
    program.globals.push(Global { name, ty, span, kind, is_const: false, align: None, tail: 0 })
}

struct Watcher<'a> {
    body: Body,
    machine: &'a Machine,
    named: &'a Named,
    state: GlobalId,
    step: GlobalId,
    int: TypeId,
    /// What numbers are compared in: as the numbers that they are, whatever their types.
    wide: TypeId,
    index: TypeId,
    bits: TypeId,
}

impl Watcher<'_> {
    /// Puts the instructions of all points into the body; targets of jumps follow.
    fn weave(&mut self, points: &[(&Point, &[Option<Access>])]) {
        let old = std::mem::take(&mut self.body.instrs);
        let mut new: IdVec<InstrId, Instr> = IdVec::new();
        let mut moved: Vec<InstrId> = Vec::new();
        for (id, instr) in old.iter_enumerated() {
            moved.push(new.next_id());
            for (point, values) in points.iter().filter(|(point, _)| point.at == Where::Before(id)) {
                self.instrs(point, values, instr.span).into_iter().for_each(|it| {
                    new.push(it);
                });
            }
            new.push(instr.clone());
            for (point, values) in points.iter().filter(|(point, _)| point.at == Where::After(id)) {
                self.instrs(point, values, instr.span).into_iter().for_each(|it| {
                    new.push(it);
                });
            }
        }
        let to = |target: InstrId| moved[whyc_base::ids::Id::index(target)];
        new.iter_mut().for_each(|instr| instr.kind.move_targets(to));
        self.body.instrs = new;
    }

    fn instrs(&mut self, point: &Point, values: &[Option<Access>], span: Span) -> Vec<Instr> {
        match point.what {
            What::Event(event) => {
                let atoms = self.atoms(values, span);
                let seen = self.seen(event, &atoms, span);
                let seen = self.assign(self.step, seen, span);
                let value = self.moved(event, 0, 0, span);
                let moved = self.assign(self.state, value, span);
                let broken: Vec<usize> = (0..self.machine.broken.len()).filter(|&at| self.machine.broken[at]).collect();
                let description = told::description(self.named);
                [seen, moved].into_iter().chain(self.never(&broken, description, span)).collect()
            }
            What::End => {
                let open: Vec<usize> = (0..self.machine.broken.len())
                    .filter(|&at| !self.machine.holds_at_end[at] && !self.machine.broken[at])
                    .collect();
                let description = told::description_at_end(self.named);
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

    fn assign(&mut self, global: GlobalId, value: ExprId, span: Span) -> Instr {
        let place = self.place(global, self.int, span);
        Instr { kind: InstrKind::Assign { place, value }, span }
    }

    /// What is looked at, here.
    fn atoms(&mut self, values: &[Option<Access>], span: Span) -> Vec<ExprId> {
        let mut left = values;
        let machine = self.machine;
        let mut found = Vec::new();
        for atom in &machine.looked_at {
            let (own, rest) = left.split_at(atom.leaves().len());
            left = rest;
            found.push(self.atom(atom, own, span));
        }
        found
    }

    /// What happens and what is true there, as one number.
    fn seen(&mut self, event: usize, atoms: &[ExprId], span: Span) -> ExprId {
        let mut sum = self.number((event as u128) << atoms.len(), span);
        for (at, &atom) in atoms.iter().enumerate() {
            let (yes, no) = (self.number(1 << at, span), self.number(0, span));
            let bit = self.push(ExprKind::Cond(atom, yes, no), self.int, span);
            sum = self.push(ExprKind::Binary(BinaryOp::BitOr, sum, bit), self.int, span);
        }
        sum
    }

    /// The state after an event, by what was seen, one thing after the other.
    fn moved(&mut self, event: usize, position: usize, values: usize, span: Span) -> ExprId {
        if position == self.machine.looked_at.len() {
            return self.after(event, values, span);
        }
        let place = self.place(self.step, self.int, span);
        let (seen, bit) = (self.push(ExprKind::Load(place), self.int, span), self.number(1 << position, span));
        let cond = self.push(ExprKind::Binary(BinaryOp::BitAnd, seen, bit), self.int, span);
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

    /// What is said of something that is not in scope is false.
    fn atom(&mut self, atom: &Atom, values: &[Option<Access>], span: Span) -> ExprId {
        let is_unknown =
            |(leaf, value): (&Term, &Option<Access>)| matches!(leaf, Term::Signal { .. }) && value.is_none();
        if atom.leaves().into_iter().zip(values).any(is_unknown) {
            return self.number(0, span);
        }
        let zero = Term::Number(0);
        let (op, left, right) = match atom {
            Atom::Word(term) => (BinaryOp::Ne, term, &zero),
            Atom::Compare(compare, left, right) => {
                let op = match compare {
                    Compare::Eq => BinaryOp::Eq,
                    Compare::Ne => BinaryOp::Ne,
                    Compare::Lt => BinaryOp::Lt,
                    Compare::Le => BinaryOp::Le,
                    Compare::Gt => BinaryOp::Gt,
                    Compare::Ge => BinaryOp::Ge,
                };
                (op, left, right)
            }
            Atom::Event(_) => return self.number(0, span),
        };
        let mut values = values.iter();
        let left = self.term(left, &mut values, span);
        let right = self.term(right, &mut values, span);
        let (left, right) =
            (self.push(ExprKind::Cast(left), self.wide, span), self.push(ExprKind::Cast(right), self.wide, span));
        self.push(ExprKind::Binary(op, left, right), self.int, span)
    }

    /// A number, without its sign: there is room for all, and nothing is checked.
    fn term(&mut self, term: &Term, values: &mut std::slice::Iter<'_, Option<Access>>, span: Span) -> ExprId {
        match term {
            Term::Number(number) => {
                values.next();
                self.push(ExprKind::Int(*number), self.bits, span)
            }
            Term::Signal { .. } => {
                let access = values.next().and_then(Option::as_ref).expect("what is not in scope should not be read");
                self.read(&access.clone(), span)
            }
            Term::Apply(arith, left, right) => {
                let left = self.term(left, values, span);
                let right = self.term(right, values, span);
                let op = match arith {
                    Arith::Add => BinaryOp::Add,
                    Arith::Sub => BinaryOp::Sub,
                    Arith::Mul => BinaryOp::Mul,
                };
                self.push(ExprKind::Binary(op, left, right), self.bits, span)
            }
        }
    }

    /// The number that a name stands for.
    fn read(&mut self, access: &Access, span: Span) -> ExprId {
        let nowhere = Span { end: span.start, ..span };
        let (base, mut projections, ty) = match access.from {
            From::Value(value) if access.way.is_empty() => return self.part(value, access, span),
            From::Value(value) => match self.body.exprs[value].kind {
                ExprKind::Load(place) => self.of_place(place),
                _ => return self.push(ExprKind::Int(0), self.bits, span),
            },
            From::Place(place) => self.of_place(place),
            From::Base(base, ty) => (base, Vec::new(), ty),
        };
        let mut ty = ty;
        for &(down, inner) in &access.way {
            ty = inner;
            projections.push(match down {
                Down::Member(at) => Projection::Field(at),
                Down::Element(at) => Projection::Index(self.push(ExprKind::Int(u128::from(at)), self.index, nowhere)),
            });
        }
        let place = self.body.places.push(Place { base, projections, ty, span: nowhere });
        let value = self.push(ExprKind::Load(place), ty, nowhere);
        self.part(value, access, span)
    }

    fn of_place(&self, place: PlaceId) -> (PlaceBase, Vec<Projection>, TypeId) {
        let place = &self.body.places[place];
        (place.base, place.projections.clone(), place.ty)
    }

    /// Some bits of a number, or all of it.
    fn part(&mut self, value: ExprId, access: &Access, span: Span) -> ExprId {
        let value = self.push(ExprKind::Cast(value), self.bits, span);
        let Some((high, low)) = access.bits else { return value };
        let (shift, mask) = (self.number(u128::from(low), span), u128::MAX >> (127 - (high - low)));
        let value = self.push(ExprKind::Binary(BinaryOp::Shr, value, shift), self.bits, span);
        let mask = self.push(ExprKind::Int(mask), self.bits, span);
        self.push(ExprKind::Binary(BinaryOp::BitAnd, value, mask), self.bits, span)
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
