//! Which links matter: with another value there, everything before unchanged, the run passes.
//!
//! The values that are tried are those that a person would try: the other way of a condition, numbers next to it, numbers
//! that the run has seen elsewhere. A statement that is executed more than once may be wrong each time: so it is tried with
//! another value each time. What is found is a fact; that nothing is found is none.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, Program};
use whyc_ir::types::{Type, TypeId};

use crate::dynamic::{Graph, Happening, Moment, MomentId, Other, Scene, Trial, Went};

/// At most this many instructions are executed for trials, and this many for one.
const MOST_STEPS: u64 = 1_000_000;
/// At most this many different values of one type are remembered.
const MANY_SEEN: usize = 12;
/// At most this many values are tried that are the same each time.
const MANY_EACH_TIME: usize = 8;
/// At least this many moments of one instruction are tried, and more if all can be tried as often.
const MANY_MOMENTS: u64 = 6;
/// About so many values are tried at a moment.
const VALUES_EACH: u64 = 6;

/// What was found out by trying.
pub struct Helps<'a> {
    program: &'a Program,
    graph: &'a Graph,
    scene: &'a Scene<'a>,
    steps_left: u64,
    /// At most this many moments of one instruction are tried.
    most_moments: u64,
    /// Values that the run has seen, by type.
    seen: FxHashMap<TypeId, Vec<u128>>,
    tried: FxHashMap<(u32, u32), u64>,
    /// How it went with another value each time.
    each_time: FxHashMap<(u32, u32), Option<Went>>,
}

impl<'a> Helps<'a> {
    /// Nothing has been tried.
    pub fn new(program: &'a Program, graph: &'a Graph, scene: &'a Scene<'a>) -> Self {
        let mut seen: FxHashMap<TypeId, Vec<u128>> = FxHashMap::default();
        // What was seen last is nearest to the failure.
        for moment in graph.moments.iter().rev() {
            let Some(body) = &program.functions[moment.at.function].body else { continue };
            for valued in graph.values[moment.values.clone()].iter().rev() {
                let values = seen.entry(body.exprs[valued.expr].ty).or_default();
                if values.len() < MANY_SEEN && !values.contains(&valued.value) {
                    values.push(valued.value);
                }
            }
        }
        let sites = graph.moments.iter().map(|moment| (moment.at.function, moment.at.instr));
        let n_sites = sites.collect::<FxHashSet<_>>().len() as u64;
        let n_trials = MOST_STEPS / graph.steps.max(1);
        Self {
            program,
            graph,
            scene,
            steps_left: MOST_STEPS,
            most_moments: (n_trials / (VALUES_EACH * n_sites.max(1))).max(MANY_MOMENTS),
            seen,
            tried: FxHashMap::default(),
            each_time: FxHashMap::default(),
        }
    }

    /// Whether another value at `id` lets the run pass; none if that was not tried.
    pub fn at(&mut self, id: MomentId) -> Option<Went> {
        let moment = &self.graph.moments[id];
        let body = self.program.functions[moment.at.function].body.as_ref()?;
        let count = self.tried.entry((moment.at.function.0, moment.at.instr.0)).or_insert(0);
        *count += 1;
        if *count > self.most_moments {
            return None;
        }
        let mut best = None;
        for expr in interesting(body, moment) {
            let found = moment.values.clone().rev().find(|&k| self.graph.values[k].expr == expr);
            let Some(at) = found else { continue };
            for value in self.candidates(body, moment, expr, self.graph.values[at].value) {
                let Some(went) = self.play(Trial { at, other: Other::Once(value) }) else { return best };
                best = best.max(Some(went));
                if went == Went::Well {
                    return best;
                }
            }
        }
        best
    }

    /// Whether other values each time let the run pass, for an instruction that gives something its value, or that decides by
    /// several comparisons, each of which may be the wrong way round.
    pub fn each_time(&mut self, id: MomentId) -> Option<Went> {
        let moment = &self.graph.moments[id];
        let body = self.program.functions[moment.at.function].body.as_ref()?;
        let key = (moment.at.function.0, moment.at.instr.0);
        if let Some(known) = self.each_time.get(&key) {
            return *known;
        }
        let trials: Vec<Trial> = match body.instrs[moment.at.instr].kind {
            InstrKind::Assign { value, .. } | InstrKind::Return(Some(value)) => {
                let (first, at) = self.first(moment, value)?;
                self.others(body, first, value, at).into_iter().map(|other| Trial { at, other }).collect()
            }
            InstrKind::Branch { cond, .. } => {
                let parts = comparisons(body, cond);
                let found = parts.iter().filter_map(|&part| Some(self.first(moment, part)?.1));
                found.map(|at| Trial { at, other: Other::More(1, 1) }).collect()
            }
            _ => return None,
        };
        let mut best = None;
        for trial in trials {
            let Some(went) = self.play(trial) else { break };
            best = best.max(Some(went));
            if went == Went::Well {
                break;
            }
        }
        self.each_time.insert(key, best);
        best
    }

    /// The first moment of the same instruction at which an expression had a value, and which value of the run that is.
    fn first(&self, moment: &Moment, expr: ExprId) -> Option<(&'a Moment, usize)> {
        let is_same = |other: &&Moment| other.at.function == moment.at.function && other.at.instr == moment.at.instr;
        let value = |it: &'a Moment| Some((it, it.values.clone().rev().find(|&k| self.graph.values[k].expr == expr)?));
        self.graph.moments.iter().filter(is_same).find_map(value)
    }

    /// What a value may have to be each time.
    fn others(&self, body: &Body, first: &Moment, expr: ExprId, at: usize) -> Vec<Other> {
        let bits = self.program.types.scalar_bits(body.exprs[expr].ty).unwrap_or(64).clamp(1, 128);
        let mask = u128::MAX >> (128 - bits);
        let mut others: Vec<Other> = Vec::new();
        if matches!(self.program.types.get(body.exprs[expr].ty), Type::Int(_) | Type::Enum(_)) {
            others.extend([Other::More(1, mask), Other::More(mask, mask)]);
        }
        let values = self.candidates(body, first, expr, self.graph.values[at].value);
        others.extend(values.into_iter().take(MANY_EACH_TIME).map(Other::Always));
        others
    }

    /// Tries, unless enough has been tried.
    fn play(&mut self, trial: Trial) -> Option<Went> {
        let limit = (2 * self.graph.steps + 1000).min(self.steps_left);
        if limit < self.graph.steps {
            return None;
        }
        let (went, steps) = self.scene.trial(self.graph, trial, limit);
        self.steps_left = self.steps_left.saturating_sub(steps);
        Some(went)
    }

    /// What a person would try instead of `value`.
    fn candidates(&self, body: &Body, moment: &Moment, expr: ExprId, value: u128) -> Vec<u128> {
        let types = &self.program.types;
        let e = &body.exprs[expr];
        let is_decision = matches!(body.instrs[moment.at.instr].kind, InstrKind::Branch { cond, .. } if cond == expr);
        let bits = types.scalar_bits(e.ty).unwrap_or(64).clamp(1, 128);
        let mask = u128::MAX >> (128 - bits);
        let mut values: Vec<u128> = Vec::new();
        if is_decision || is_truth(body, expr) {
            return vec![u128::from(value == 0)];
        }
        match types.get(e.ty) {
            Type::Bool => values.push(u128::from(value == 0)),
            Type::Enum(id) => {
                values.extend(types.enums[*id].constants.iter().take(MANY_SEEN).map(|(_, v)| *v as u128 & mask));
            }
            Type::Int(_) => {
                values.extend([value.wrapping_sub(1), value.wrapping_add(1)].map(|v| v & mask));
                values.extend(self.seen.get(&e.ty).into_iter().flatten().copied());
                values.extend([0, 1, u128::MAX].map(|v| v & mask));
                values.extend([value.wrapping_neg(), value.wrapping_mul(2), value / 2].map(|v| v & mask));
            }
            Type::Pointer(_) => {
                values.extend(self.seen.get(&e.ty).into_iter().flatten().copied());
                values.push(0);
            }
            Type::Float(_) => values.extend(self.seen.get(&e.ty).into_iter().flatten().copied()),
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => {}
        }
        if let InstrKind::Switch { cases, .. } = &body.instrs[moment.at.instr].kind {
            values.extend(cases.iter().take(MANY_SEEN).map(|case| case.low as u128 & mask));
        }
        let mut kept: Vec<u128> = Vec::new();
        for other in values {
            if other != value && !kept.contains(&other) {
                kept.push(other);
            }
        }
        kept
    }
}

/// The expressions of an instruction that decide what comes of it.
pub fn interesting(body: &Body, moment: &Moment) -> Vec<ExprId> {
    match &body.instrs[moment.at.instr].kind {
        InstrKind::Assign { place, value } => std::iter::once(*value).chain(body.places[*place].exprs()).collect(),
        InstrKind::Branch { cond, .. } => vec![*cond],
        InstrKind::Switch { value, .. } | InstrKind::Return(Some(value)) => vec![*value],
        InstrKind::Call { args, .. } => match moment.what {
            Happening::Parameter { local, .. } => args.get(local.0 as usize).copied().into_iter().collect(),
            _ => Vec::new(),
        },
        InstrKind::Block(BlockOp::Allocate { size, .. }) => vec![*size],
        InstrKind::Block(BlockOp::Copy { size, .. } | BlockOp::Fill { size, .. }) => vec![*size],
        InstrKind::Block(BlockOp::Free { pointer }) => vec![*pointer],
        InstrKind::Block(BlockOp::Release { .. } | BlockOp::Havoc { .. })
        | InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::ZeroFill(_)
        | InstrKind::Nondet { .. }
        | InstrKind::Jump(_)
        | InstrKind::Return(None)
        | InstrKind::Assume(_)
        | InstrKind::Cover(_)
        | InstrKind::Assert { .. }
        | InstrKind::Output(_)
        | InstrKind::Halt
        | InstrKind::Unsupported(_)
        | InstrKind::Label => Vec::new(),
    }
}

/// Whether an expression is true or false and nothing else.
fn is_truth(body: &Body, expr: ExprId) -> bool {
    match &body.exprs[expr].kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Cast(inner) => is_truth(body, *inner),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Load(_)
        | ExprKind::AddrOf(_)
        | ExprKind::FunctionAddr(_)
        | ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, _)
        | ExprKind::Cond(..)
        | ExprKind::Intrinsic(..) => false,
    }
}

/// The comparisons that a condition is made of; none where it is one alone.
fn comparisons(body: &Body, cond: ExprId) -> Vec<ExprId> {
    let (mut found, mut open) = (Vec::new(), vec![cond]);
    while let Some(expr) = open.pop() {
        match body.exprs[expr].kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => open.extend([b, a]),
            ExprKind::Cast(inner) | ExprKind::Unary(UnaryOp::Not, inner) => open.push(inner),
            ExprKind::Binary(op, ..) if op.is_comparison() => found.push(expr),
            _ => {}
        }
    }
    if found.len() < 2 { Vec::new() } else { found }
}

/// Whether an expression only hands a value on.
pub fn is_copy(body: &Body, expr: ExprId) -> bool {
    match &body.exprs[expr].kind {
        ExprKind::Load(_) => true,
        ExprKind::Cast(inner) => is_copy(body, *inner),
        ExprKind::Binary(BinaryOp::PtrAdd, _, _)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::AddrOf(_)
        | ExprKind::FunctionAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Cond(..)
        | ExprKind::Intrinsic(..) => false,
    }
}
