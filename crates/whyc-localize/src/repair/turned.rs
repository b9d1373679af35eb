//! Runs that are turned away: `if (day > 31) return 0;` right after an input says which inputs are tried.
//!
//! Such a run passes, but nobody has looked at what the program did before: that it does something else with a change says nothing.

use rustc_hash::FxHashSet;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::flow::{below, successors};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, LocalId, Program};
use whyc_ir::property::{PropertyClass, PropertyTable};

use super::blame::Blame;
use super::stage::Seen;

/// A condition of those who try the program, and how it is decided where it turns runs away.
pub type Turn = (FunctionId, InstrId, bool);

/// Where runs are turned away: conditions about inputs alone, after which nothing is done any more.
pub fn turns(program: &Program, blame: &Blame) -> FxHashSet<Turn> {
    let mut found = FxHashSet::default();
    for (id, function) in program.functions.iter_enumerated() {
        let Some(body) = function.body.as_ref().filter(|_| blame.harness.contains(&function.name)) else { continue };
        let inputs = Inputs::new(program, blame, body);
        for (at, instr) in body.instrs.iter_enumerated() {
            let InstrKind::Branch { cond, when, target } = instr.kind else { continue };
            if !inputs.is_given(at, cond) {
                continue;
            }
            let next = successors(body, at).into_iter().find(|&it| it != target);
            let sides = [(Some(target), when), (next, !when)];
            found.extend(
                sides.into_iter().filter(|(to, _)| to.is_some_and(|to| ends(body, to))).map(|(_, how)| (id, at, how)),
            );
        }
    }
    found
}

/// Whether a run that passes was turned away before anybody looked at what the program had done.
pub fn is_turned_away(seen: &Seen, turns: &FxHashSet<Turn>, properties: &PropertyTable) -> bool {
    !turns.is_disjoint(&seen.branches) && !seen.checked.iter().any(|&id| is_stated(properties.all()[id].class))
}

/// Whether properties of a class are what somebody states.
pub fn is_stated(class: PropertyClass) -> bool {
    matches!(class, PropertyClass::Assertion | PropertyClass::Unreachable)
}

/// Whether nothing is done from an instruction on but to come to the end.
fn ends(body: &Body, from: InstrId) -> bool {
    let (mut at, mut seen) = (from, FxHashSet::default());
    loop {
        match &body.instrs[at].kind {
            InstrKind::Return(_) | InstrKind::Halt => return true,
            InstrKind::Jump(_) | InstrKind::Label | InstrKind::Kill(_) => {}
            // What is returned may be put somewhere first.
            InstrKind::Assign { value, .. } if matches!(body.exprs[*value].kind, ExprKind::Int(_)) => {}
            _ => return false,
        }
        match successors(body, at)[..] {
            [next] if seen.insert(next) => at = next,
            _ => return false,
        }
    }
}

/// What is known of inputs in a body of those who try the program.
struct Inputs<'p> {
    program: &'p Program,
    blame: &'p Blame,
    body: &'p Body,
    /// Locals that are set once, to an input or to what is made of inputs.
    locals: FxHashSet<LocalId>,
    /// Where jumps go.
    targets: FxHashSet<InstrId>,
}

impl<'p> Inputs<'p> {
    fn new(program: &'p Program, blame: &'p Blame, body: &'p Body) -> Self {
        let targets = body.instrs.iter().flat_map(|it| it.kind.targets()).collect();
        let mut inputs = Self { program, blame, body, locals: FxHashSet::default(), targets };
        let mut written: Vec<LocalId> = Vec::new();
        let mut open: FxHashSet<LocalId> = FxHashSet::default();
        for instr in &body.instrs {
            written.extend(written_place(&instr.kind).and_then(|place| whole(body, place)));
        }
        for expr in &body.exprs {
            if let ExprKind::AddrOf(place) = expr.kind
                && let PlaceBase::Local(local) = body.places[place].base
            {
                open.insert(local);
            }
        }
        let is_once = |local: &LocalId| written.iter().filter(|it| *it == local).count() == 1 && !open.contains(local);
        loop {
            let new = body.instrs.iter().filter_map(|instr| {
                let local = written_place(&instr.kind).and_then(|place| whole(body, place))?;
                let is_new = !inputs.locals.contains(&local) && is_once(&local);
                (is_new && inputs.gives(&instr.kind, &[])).then_some(local)
            });
            let new: Vec<LocalId> = new.collect();
            if new.is_empty() {
                return inputs;
            }
            inputs.locals.extend(new);
        }
    }

    /// Whether an instruction puts an input somewhere, or what is made of inputs.
    fn gives(&self, kind: &InstrKind, known: &[PlaceId]) -> bool {
        match kind {
            InstrKind::Nondet { .. } => true,
            InstrKind::Assign { value, .. } => self.is_made_of(*value, known),
            InstrKind::Call { callee: Callee::Direct(callee), .. } => {
                self.blame.harness.contains(&self.program.functions[*callee].name)
            }
            _ => false,
        }
    }

    /// Whether an expression looks at inputs alone, and at one at least.
    fn is_made_of(&self, expr: ExprId, known: &[PlaceId]) -> bool {
        let (mut looks, mut is_fine) = (false, true);
        below(self.body, [expr], &mut |it| {
            let ExprKind::Load(place) = self.body.exprs[it].kind else { return };
            let is_input = whole(self.body, place).is_some_and(|local| self.locals.contains(&local))
                || known.iter().any(|&it| same_place(self.body, it, place));
            looks |= is_input;
            // The index of an element is a way to it.
            is_fine &= is_input || self.is_way(place, expr, known);
        });
        looks && is_fine
    }

    /// Whether a place is only looked at to come to an input.
    fn is_way(&self, place: PlaceId, root: ExprId, known: &[PlaceId]) -> bool {
        let mut is_way = false;
        below(self.body, [root], &mut |it| {
            let ExprKind::Load(outer) = self.body.exprs[it].kind else { return };
            if known.iter().any(|&it| same_place(self.body, it, outer)) {
                let indices = self.body.places[outer].projections.iter().filter_map(|it| match it {
                    Projection::Index(index) => Some(*index),
                    Projection::Field(_) => None,
                });
                below(self.body, indices, &mut |inner| {
                    let is_it = |other| same_place(self.body, other, place);
                    is_way |= matches!(self.body.exprs[inner].kind, ExprKind::Load(other) if is_it(other));
                });
            }
        });
        is_way
    }

    /// Whether a condition looks at inputs alone: such as are set once, or were set on the way to it from where ways last met.
    fn is_given(&self, at: InstrId, cond: ExprId) -> bool {
        let ids: Vec<InstrId> = self.body.instrs.ids().take_while(|&id| id < at).collect();
        let first = ids.iter().rposition(|id| self.targets.contains(id)).unwrap_or(0);
        let mut known: Vec<PlaceId> = Vec::new();
        for &id in &ids[first..] {
            let kind = &self.body.instrs[id].kind;
            if matches!(kind, InstrKind::Jump(_) | InstrKind::Return(_) | InstrKind::Halt) {
                known.clear();
            }
            let Some(place) = written_place(kind) else {
                // Whoever is called may write anything.
                if matches!(kind, InstrKind::Call { .. } | InstrKind::Block(_)) {
                    known.clear();
                }
                continue;
            };
            let gives = self.gives(kind, &known);
            if matches!(kind, InstrKind::Call { .. }) && !gives {
                known.clear();
            }
            known.retain(|&it| !same_place(self.body, it, place));
            if gives {
                known.push(place);
            }
        }
        self.is_made_of(cond, &known)
    }
}

/// Where an instruction puts a value.
fn written_place(kind: &InstrKind) -> Option<PlaceId> {
    match kind {
        InstrKind::Assign { place, .. } | InstrKind::Nondet { place, .. } | InstrKind::ZeroFill(place) => Some(*place),
        InstrKind::Call { dest, .. } => *dest,
        _ => None,
    }
}

/// The local that a place is all of.
fn whole(body: &Body, place: PlaceId) -> Option<LocalId> {
    match (body.places[place].base, &body.places[place].projections[..]) {
        (PlaceBase::Local(local), []) => Some(local),
        _ => None,
    }
}

/// Whether two places are written in the same way.
fn same_place(body: &Body, a: PlaceId, b: PlaceId) -> bool {
    let (a, b) = (&body.places[a], &body.places[b]);
    let base = match (a.base, b.base) {
        (PlaceBase::Deref(a), PlaceBase::Deref(b)) => same_value(body, a, b),
        (a, b) => a == b,
    };
    let step = |(a, b): (&Projection, &Projection)| match (a, b) {
        (Projection::Index(a), Projection::Index(b)) => same_value(body, *a, *b),
        (a, b) => a == b,
    };
    base && a.projections.len() == b.projections.len() && a.projections.iter().zip(&b.projections).all(step)
}

/// Whether two expressions are written in the same way.
fn same_value(body: &Body, a: ExprId, b: ExprId) -> bool {
    match (&body.exprs[a].kind, &body.exprs[b].kind) {
        (ExprKind::Load(a), ExprKind::Load(b)) | (ExprKind::AddrOf(a), ExprKind::AddrOf(b)) => same_place(body, *a, *b),
        (ExprKind::Cast(a), ExprKind::Cast(b)) => same_value(body, *a, *b),
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => op == other && same_value(body, *a, *b),
        (ExprKind::Binary(op, a, c), ExprKind::Binary(other, b, d)) => {
            op == other && same_value(body, *a, *b) && same_value(body, *c, *d)
        }
        (a, b) => a == b,
    }
}
