//! How far it is from a place in the program to the next of the places that a run is to come through.
//!
//! In instructions, along jumps and into calls; a call is also passed over as if its function returned. Threads that were woven into one
//! function are apart: what hands the processor on leads nowhere, since whose turn it is, is for the search to choose.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id as _, IdVec};
use whyc_ir::expr::{BinaryOp, ExprKind, PlaceBase};
use whyc_ir::flow;
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Program};

/// From here no run comes there, without somebody else's doing.
pub const NEVER: u32 = u32::MAX;

/// The distances to each place that was asked about.
pub struct Distances {
    /// Where the instructions of a function begin, if all are numbered.
    first: IdVec<FunctionId, usize>,
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
    targets: FxHashMap<usize, Vec<u32>>,
    known: FxHashMap<usize, Vec<u32>>,
}

impl Distances {
    /// Of a program that counts the places it comes through.
    pub fn new(program: &Program) -> Self {
        let mut first = IdVec::new();
        let mut n = 0;
        for f in &program.functions {
            first.push(n);
            n += f.body.as_ref().map_or(0, |body| body.instrs.len());
        }
        let mut this = Self {
            first,
            before: vec![Vec::new(); n],
            after: vec![Vec::new(); n],
            targets: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        let addressed = addressed(program);
        for (function, f) in program.functions.iter_enumerated() {
            let Some(body) = &f.body else { continue };
            for (at, instr) in body.instrs.iter_enumerated() {
                if hands_on(program, function, at, &instr.kind) {
                    continue;
                }
                for to in flow::successors(body, at) {
                    this.edge((function, at), (function, to), true);
                }
                if let InstrKind::Call { callee, .. } = &instr.kind {
                    let one = match callee {
                        Callee::Direct(it) => vec![*it],
                        Callee::Indirect(_) => addressed.clone(),
                    };
                    for it in one.into_iter().filter(|&it| program.functions[it].body.is_some()) {
                        this.edge((function, at), (it, InstrId(0)), false);
                    }
                }
                for place in places(program, body, &instr.kind) {
                    let node = this.node(function, at);
                    this.targets.entry(place).or_default().push(node);
                }
            }
        }
        this
    }

    fn node(&self, function: FunctionId, at: InstrId) -> u32 {
        (self.first[function] + at.index()) as u32
    }

    fn edge(&mut self, from: (FunctionId, InstrId), to: (FunctionId, InstrId), is_here: bool) {
        let (from, to) = (self.node(from.0, from.1), self.node(to.0, to.1));
        let Some(before) = self.before.get_mut(to as usize) else { return };
        before.push(from);
        if is_here && let Some(after) = self.after.get_mut(from as usize) {
            after.push(to);
        }
    }

    /// How far it is from the activations of a run, outermost first, to the place with this number.
    pub fn from(&mut self, stack: &[(FunctionId, InstrId)], place: usize) -> u32 {
        let Some(targets) = self.targets.get(&place) else { return 0 };
        if !self.known.contains_key(&place) {
            let all = to_any(&self.before, targets);
            self.known.insert(place, all);
        }
        let Some(known) = self.known.get(&place) else { return 0 };
        let mut least = NEVER;
        for (depth, &(function, at)) in stack.iter().rev().enumerate() {
            let node = self.node(function, at) as usize;
            let here = match depth {
                0 => known.get(node).copied(),
                // What was called is under way, and is looked at by itself.
                _ => self.after.get(node).into_iter().flatten().filter_map(|&it| known.get(it as usize).copied()).min(),
            };
            least = least.min(here.unwrap_or(NEVER));
        }
        least
    }
}

fn to_any(before: &[Vec<u32>], targets: &[u32]) -> Vec<u32> {
    let mut known = vec![NEVER; before.len()];
    let mut todo: VecDeque<u32> = VecDeque::new();
    for &target in targets {
        if let Some(it) = known.get_mut(target as usize) {
            *it = 0;
            todo.push_back(target);
        }
    }
    while let Some(node) = todo.pop_front() {
        let next = known[node as usize] + 1;
        for &earlier in &before[node as usize] {
            if known[earlier as usize] == NEVER {
                known[earlier as usize] = next;
                todo.push_back(earlier);
            }
        }
    }
    known
}

/// The places, by their numbers, that are counted here.
fn places(program: &Program, body: &Body, kind: &InstrKind) -> Vec<usize> {
    let (Some(only_if), InstrKind::Assign { place, value }) = (program.only_if, kind) else { return Vec::new() };
    let mut all = Vec::new();
    if body.places[*place].base == PlaceBase::Global(only_if.global) {
        flow::below(body, [*value], &mut |expr| {
            if let ExprKind::Binary(BinaryOp::Eq, _, number) = body.exprs[expr].kind
                && let ExprKind::Int(number) = body.exprs[number].kind
            {
                all.extend(usize::try_from(number));
            }
        });
    }
    all
}

/// Whether an instruction leads from one thread to another, or a thread to where it stopped.
fn hands_on(program: &Program, function: FunctionId, at: InstrId, kind: &InstrKind) -> bool {
    let Some(woven) = &program.woven else { return false };
    let is_switch = matches!(kind, InstrKind::Switch { .. });
    function == woven.function && is_switch && woven.origin(function, at).is_none()
}

fn addressed(program: &Program) -> Vec<FunctionId> {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let mut all: Vec<FunctionId> = bodies
        .flat_map(|body| body.exprs.iter())
        .filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddr(function) => Some(function),
            _ => None,
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
