//! What a run covers, as the interpreter sees it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whyc_check::replay::{Given, Part, Watcher};
use whyc_ir::expr::ExprId;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{At, Event, Value};
use whyc_ir::program::{FunctionId, LocalId};
use whyc_unroll::loops::LoopId;

use crate::coverage::Tuples;
use crate::goal::{Begins, Goals, Key, Rounds};

/// What was covered so far.
pub struct Ticks<'a> {
    goals: &'a Goals,
    /// The goals, whether asked for or not.
    pub keys: BTreeSet<Key>,
    /// How often each combination of a cross product was met.
    pub tuples: Tuples,
    /// The parts of the condition that is being evaluated.
    parts: FxHashMap<ExprId, bool>,
    /// The loops that each activation is in: where it is, and how many rounds were begun.
    inside: FxHashMap<u64, Activation>,
}

#[derive(Default)]
struct Activation {
    loops: Vec<(LoopId, u32)>,
    last: Option<InstrId>,
    values: FxHashMap<u32, Vec<u128>>,
}

impl<'a> Ticks<'a> {
    /// Nothing is covered.
    #[must_use]
    pub fn new(goals: &'a Goals) -> Self {
        Self {
            goals,
            keys: BTreeSet::new(),
            tuples: BTreeMap::new(),
            parts: FxHashMap::default(),
            inside: FxHashMap::default(),
        }
    }

    /// The run is over: loops that it is still in have made their rounds.
    pub fn end(&mut self) {
        for (_, activation) in std::mem::take(&mut self.inside) {
            for (looped, n) in activation.loops {
                self.keys.insert(Key::Rounds(looped, rounds(n)));
            }
        }
    }

    fn loops(&mut self, at: At) {
        let loops = self.goals.loops.get(&at.function).map_or(&[][..], Vec::as_slice);
        if loops.is_empty() {
            return;
        }
        let activation = self.inside.entry(at.activation).or_default();
        let before = activation.last.replace(at.instr);
        for &(looped, head, last, begins) in loops {
            let within = |instr: InstrId| instr >= head && instr <= last;
            let known = activation.loops.iter().position(|(it, _)| *it == looped);
            let comes_back = before.is_some_and(within);
            let goes_on = within(at.instr) && (at.instr != head || comes_back);
            if let Some(known) = known.filter(|_| !goes_on) {
                let (_, n) = activation.loops.remove(known);
                self.keys.insert(Key::Rounds(looped, rounds(n)));
            }
            if at.instr == head {
                let n = match activation.loops.iter_mut().find(|(it, _)| *it == looped) {
                    Some((_, n)) => n,
                    None => {
                        activation.loops.push((looped, 0));
                        let Some((_, n)) = activation.loops.last_mut() else { continue };
                        n
                    }
                };
                if matches!(begins, Begins::AtHead) {
                    *n += 1;
                }
            }
        }
    }

    fn branch(&mut self, at: At, truth: bool) {
        self.keys.insert(Key::Branch(at.function, at.instr, truth));
        if let Some(decision) = self.goals.decisions.get(&(at.function, at.instr)) {
            let parts = &self.parts;
            for (leaf, so) in decision.met(&|leaf| parts.get(&leaf).copied()) {
                self.keys.insert(Key::Decides(at.function, at.instr, leaf, so));
            }
        }
        for &(looped, _, _, begins) in self.goals.loops.get(&at.function).map_or(&[][..], Vec::as_slice) {
            if let Begins::Tested(test, stays) = begins
                && test == at.instr
                && stays == truth
                && let Some(activation) = self.inside.get_mut(&at.activation)
                && let Some((_, n)) = activation.loops.iter_mut().find(|(it, _)| *it == looped)
            {
                *n += 1;
            }
        }
    }

    /// A value of a cross product is known.
    fn crossed(&mut self, at: At, value: u128) {
        let Some(&(cross, attribute)) = self.goals.crossed.get(&(at.function, at.instr)) else { return };
        let values = self.inside.entry(at.activation).or_default().values.entry(cross).or_default();
        values.truncate(attribute as usize);
        values.push(value);
        if self.goals.cross_places.iter().any(|it| it.1 == (at.function, at.instr)) {
            *self.tuples.entry((cross, values.clone())).or_insert(0) += 1;
        }
    }
}

fn rounds(n: u32) -> Rounds {
    match n {
        0 => Rounds::None,
        1 => Rounds::One,
        _ => Rounds::Many,
    }
}

impl Watcher for Ticks<'_> {
    fn begin(&mut self, at: At) {
        self.parts.clear();
        if let Some(&(file, line)) = self.goals.line_heads.get(&(at.function, at.instr)) {
            self.keys.insert(Key::Line(file, line));
        }
        self.loops(at);
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Branch { cond, .. } => self.branch(at, cond),
            Event::Switch { target, .. } => {
                self.keys.insert(Key::Case(at.function, at.instr, target));
            }
            Event::Enter { function, .. } => {
                self.keys.insert(Key::Call(at.function, function));
            }
            Event::Assign { value: Value::Scalar(value), .. } => self.crossed(at, value),
            Event::Leave { .. } => {
                if let Some(activation) = self.inside.remove(&at.activation) {
                    for (looped, n) in activation.loops {
                        self.keys.insert(Key::Rounds(looped, rounds(n)));
                    }
                }
            }
            Event::Assign { value: Value::Bytes(_), .. }
            | Event::Param { .. }
            | Event::Declare(_)
            | Event::Kill(_)
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Output { .. }
            | Event::Nondet { .. }
            | Event::Read { .. }
            | Event::Check { .. }
            | Event::Assume { .. }
            | Event::Cover { .. } => {}
        }
    }

    fn given(&mut self, _at: Option<At>, _object: Given, _parts: &[Part]) {}

    fn life(&mut self, _at: At, _local: LocalId, _old: u32, _number: u32) {}

    fn value(&mut self, at: At, expr: ExprId, value: u128) {
        let place: (FunctionId, ExprId) = (at.function, expr);
        if self.goals.choices.contains(&place) {
            self.keys.insert(Key::Choice(at.function, expr, value != 0));
        }
        let decision = self.goals.decisions.get(&(at.function, at.instr));
        if decision.is_some_and(|decision| decision.leaves.contains(&expr)) {
            self.parts.insert(expr, value != 0);
        }
    }
}
