//! What is seen of a run: the goals that it meets, and how near it comes to the other outcome of each decision.

use std::collections::{BTreeMap, BTreeSet};

use whyc_check::replay::Watcher as _;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::{At, Event};
use whyc_ir::program::Program;
use whyc_sample::near::{Values, gap};
use whyc_sample::site::kind_of;
use whyc_sample::watch::Watch;

use crate::coverage::Tuples;
use crate::goal::{Goals, Key};
use crate::tick::Ticks;

/// Who looks on.
pub struct Looking<'a> {
    program: &'a Program,
    goals: &'a Goals,
    ticks: Ticks<'a>,
    values: Values,
    /// The least distance to outcomes that a decision did not have.
    gaps: BTreeMap<Key, f64>,
}

impl<'a> Looking<'a> {
    /// Nothing is seen yet.
    pub fn new(program: &'a Program, goals: &'a Goals) -> Self {
        Self { program, goals, ticks: Ticks::new(goals), values: Values::default(), gaps: BTreeMap::new() }
    }

    /// What was seen of a run, which has ended or not.
    pub fn seen(mut self, has_ended: bool) -> (BTreeSet<Key>, Tuples, BTreeMap<Key, f64>) {
        if has_ended {
            self.ticks.end();
        }
        (self.ticks.keys, self.ticks.tuples, self.gaps)
    }

    fn misses(&mut self, key: Key, gap: f64) {
        let least = self.gaps.entry(key).or_insert(f64::INFINITY);
        *least = least.min(gap);
    }

    fn switch(&mut self, at: At, value: u128, went: InstrId) {
        let Some(body) = &self.program.functions[at.function].body else { return };
        let InstrKind::Switch { value: of, cases, .. } = &body.instrs[at.instr].kind else { return };
        let Some(kind) = kind_of(&self.program.types, body.exprs[*of].ty) else { return };
        let value = kind.numbers.whole(value);
        for case in cases.iter().filter(|case| case.target != went) {
            let gap = case.low.saturating_sub(value).max(value.saturating_sub(case.high)).max(1) as f64;
            self.misses(Key::Case(at.function, at.instr, case.target), gap);
        }
    }
}

impl Watch for Looking<'_> {
    fn begin(&mut self, at: At) {
        self.values.clear();
        self.ticks.begin(at);
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) {
        if self.goals.own.contains(&at.function) {
            self.values.insert(expr, value);
            self.ticks.value(at, expr, value);
        }
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        self.ticks.event(at, event);
        if !self.goals.own.contains(&at.function) {
            return;
        }
        match event {
            Event::Branch { cond: truth, .. } => {
                let Some(body) = &self.program.functions[at.function].body else { return };
                if let InstrKind::Branch { cond, .. } = body.instrs[at.instr].kind {
                    let missing = gap(self.program, body, &self.values, cond, !truth);
                    self.misses(Key::Branch(at.function, at.instr, !truth), missing);
                }
            }
            Event::Switch { value, target } => self.switch(at, value, target),
            _ => {}
        }
    }
}
