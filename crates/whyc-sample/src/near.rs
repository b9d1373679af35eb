//! How near a run comes to a place: the decisions that are still to be taken, and how far the next one is from being taken.
//!
//! This only guides runs. Whatever it says, what is counted is what happens.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id as _, IdVec};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::flow::successors;
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::interp::{At, Event};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};

use crate::site::kind_of;
use crate::watch::Watch;

/// The values of expressions that were evaluated at an instruction.
pub type Values = FxHashMap<ExprId, u128>;

/// An instruction of a function.
type Where = (FunctionId, InstrId);

/// How far a condition is from being so: 0 if it is, else more than 0. What was not evaluated counts as one step.
#[must_use]
pub fn gap(program: &Program, body: &Body, values: &Values, expr: ExprId, wanted: bool) -> f64 {
    let known = values.get(&expr).copied();
    if known.is_some_and(|it| (it != 0) == wanted) {
        return 0.0;
    }
    let of = |it: ExprId, wanted: bool| gap(program, body, values, it, wanted);
    let found = match &body.exprs[expr].kind {
        ExprKind::And(a, b) if wanted => of(*a, true) + of(*b, true),
        ExprKind::And(a, b) => of(*a, false).min(of(*b, false)),
        ExprKind::Or(a, b) if wanted => of(*a, true).min(of(*b, true)),
        ExprKind::Or(a, b) => of(*a, false) + of(*b, false),
        ExprKind::Unary(UnaryOp::Not, inner) => of(*inner, !wanted),
        ExprKind::Cast(inner) if is_whole(program, body, *inner) => of(*inner, wanted),
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let number =
                |it: ExprId| Some(kind_of(&program.types, body.exprs[it].ty)?.numbers.value(*values.get(&it)?));
            match (number(*a), number(*b)) {
                (Some(x), Some(y)) => compared(*op, x, y, wanted),
                _ => 1.0,
            }
        }
        _ if wanted => 1.0,
        _ => match (kind_of(&program.types, body.exprs[expr].ty), known) {
            (Some(kind), Some(value)) => kind.numbers.value(value).abs(),
            _ => 1.0,
        },
    };
    // What is not a number says nothing.
    if found.is_finite() && found > 0.0 { found } else { 1.0 }
}

fn is_whole(program: &Program, body: &Body, expr: ExprId) -> bool {
    kind_of(&program.types, body.exprs[expr].ty).is_some_and(|it| it.numbers.ends().is_some())
}

fn compared(op: BinaryOp, x: f64, y: f64, wanted: bool) -> f64 {
    match (op, wanted) {
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => (x - y).abs(),
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => x - y + 1.0,
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => x - y,
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => y - x + 1.0,
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => y - x,
        _ => 1.0,
    }
}

/// A gap as something between 0 and 1, and in the same order.
#[must_use]
pub fn part(gap: f64) -> f64 {
    if gap <= 0.0 { 0.0 } else { 1.0 - 1.0 / (1.0 + gap.ln_1p()) }
}

/// What cannot lead there.
const NEVER: u32 = u32::MAX;

/// How many decisions lie between each instruction and a place.
pub struct Way {
    steps: IdVec<FunctionId, Vec<u32>>,
    property: PropertyId,
    place: Where,
}

impl Way {
    /// The way to where a property is checked.
    #[must_use]
    pub fn to(program: &Program, properties: &PropertyTable, property: PropertyId) -> Self {
        let place = (properties.all()[property].function, properties.all()[property].instr);
        let mut steps: IdVec<FunctionId, Vec<u32>> = IdVec::filled(Vec::new(), program.functions.len());
        // Who comes before: the instruction, and whether it decides.
        let mut before: FxHashMap<Where, Vec<(Where, u32)>> = FxHashMap::default();
        for (id, function) in program.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            steps[id] = vec![NEVER; body.instrs.len()];
            for (at, instr) in body.instrs.iter_enumerated() {
                let next = successors(body, at);
                for &to in &next {
                    before.entry((id, to)).or_default().push(((id, at), u32::from(next.len() > 1)));
                }
                if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind {
                    before.entry((callee, InstrId::from_index(0))).or_default().push(((id, at), 0));
                }
            }
        }
        let mut todo = VecDeque::from([(place, 0)]);
        while let Some((at, n)) = todo.pop_front() {
            let Some(known) = steps[at.0].get_mut(at.1.index()) else { continue };
            if *known <= n {
                continue;
            }
            *known = n;
            for &(from, decides) in before.get(&at).into_iter().flatten() {
                if decides == 0 { todo.push_front((from, n)) } else { todo.push_back((from, n + 1)) }
            }
        }
        Self { steps, property, place }
    }

    /// From the first instruction of a function.
    #[must_use]
    pub fn from(&self, function: FunctionId) -> Option<u32> {
        self.steps[function].first().copied().filter(|it| *it != NEVER)
    }

    fn at(&self, function: FunctionId, instr: InstrId) -> u32 {
        self.steps[function].get(instr.index()).copied().unwrap_or(NEVER)
    }
}

/// How near a run comes.
pub struct Nearness<'a> {
    program: &'a Program,
    way: &'a Way,
    values: Values,
    /// The least distance so far; 0 where the property fails.
    pub least: f64,
}

impl<'a> Nearness<'a> {
    /// At the start.
    #[must_use]
    pub fn new(program: &'a Program, way: &'a Way) -> Self {
        let least = way.from(program.start).map_or(f64::INFINITY, |it| f64::from(it) + 1.0);
        Self { program, way, values: Values::default(), least }
    }

    fn comes(&mut self, distance: f64) {
        self.least = self.least.min(distance);
    }

    fn branch(&mut self, at: At, truth: bool) {
        let Some(body) = &self.program.functions[at.function].body else { return };
        let InstrKind::Branch { cond, when, target } = body.instrs[at.instr].kind else { return };
        let next = self.way.at(at.function, InstrId::from_index(at.instr.index() + 1));
        let jump = self.way.at(at.function, target);
        let wanted = match jump.cmp(&next) {
            std::cmp::Ordering::Less => when,
            std::cmp::Ordering::Greater => !when,
            std::cmp::Ordering::Equal => return,
        };
        if truth != wanted {
            let missing = part(gap(self.program, body, &self.values, cond, wanted));
            self.comes(f64::from(jump.min(next)) + 1.0 + missing);
        }
    }

    fn switch(&mut self, at: At, value: u128, went: InstrId) {
        let Some(body) = &self.program.functions[at.function].body else { return };
        let InstrKind::Switch { value: of, cases, default } = &body.instrs[at.instr].kind else { return };
        let steps = |to: InstrId| self.way.at(at.function, to);
        let least = cases.iter().map(|case| steps(case.target)).chain([steps(*default)]).min().unwrap_or(NEVER);
        if least == NEVER || steps(went) == least {
            return;
        }
        let number = kind_of(&self.program.types, body.exprs[*of].ty).map(|it| it.numbers.whole(value));
        let gap = |case: &whyc_ir::instr::SwitchCase| {
            let value = number.unwrap_or(0);
            (case.low.saturating_sub(value)).max(value.saturating_sub(case.high)).max(1) as f64
        };
        let missing = cases.iter().filter(|case| steps(case.target) == least).map(gap).fold(f64::INFINITY, f64::min);
        let missing = if steps(*default) == least { 1.0 } else { missing };
        self.comes(f64::from(least) + 1.0 + part(missing));
    }

    fn check(&mut self, at: At, property: PropertyId, holds: bool) {
        if property != self.way.property {
            return;
        }
        if !holds {
            return self.comes(0.0);
        }
        let Some(body) = &self.program.functions[at.function].body else { return };
        let missing = match body.instrs.iter().nth(at.instr.index()).map(|it| &it.kind) {
            Some(InstrKind::Assert { cond, .. }) if (at.function, at.instr) == self.way.place => {
                gap(self.program, body, &self.values, *cond, false)
            }
            _ => 1.0,
        };
        self.comes(part(missing));
    }
}

impl Watch for Nearness<'_> {
    fn begin(&mut self, _: At) {
        self.values.clear();
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) {
        if self.way.at(at.function, at.instr) != NEVER {
            self.values.insert(expr, value);
        }
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Branch { cond, .. } => self.branch(at, cond),
            Event::Switch { value, target } => self.switch(at, value, target),
            Event::Check { property, holds, .. } => self.check(at, property, holds),
            _ => {}
        }
    }
}
