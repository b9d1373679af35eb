//! Which iteration of which loops a step of a run belongs to.

use rustc_hash::FxHashMap;
use whyc_ir::instr::InstrId;
use whyc_unroll::loops::{LoopId, LoopTable};
use whyc_unroll::step::{AssignRole, FrameId, Step, StepKind, Unrolling};

use crate::finding::Iteration;

/// Follows a run step by step.
pub struct Iterations<'a> {
    loops: &'a LoopTable,
    frames: FxHashMap<FrameId, Position>,
}

#[derive(Default)]
struct Position {
    last: Option<InstrId>,
    numbers: FxHashMap<LoopId, u32>,
}

impl<'a> Iterations<'a> {
    pub fn new(loops: &'a LoopTable) -> Self {
        Self { loops, frames: FxHashMap::default() }
    }

    /// The iterations that the next executed step belongs to, outermost first.
    pub fn next(&mut self, unrolling: &Unrolling, step: &Step) -> Vec<Iteration> {
        // Parameters get their values before the first instruction, and in no loop.
        if let StepKind::Assign { role: AssignRole::Parameter, .. } = step.kind {
            return Vec::new();
        }
        // Where paths join, nothing is executed: the instruction that stands there comes next, for the first time.
        if let StepKind::Merge { .. } = step.kind {
            let last = self.frames.get(&step.frame).and_then(|position| position.last);
            let around = self.within_call(unrolling, step);
            self.frames.entry(step.frame).or_default().last = last;
            return around;
        }
        let function = unrolling.function_of(step);
        let position = self.frames.entry(step.frame).or_default();
        let inside = |id: LoopId, instr: InstrId| {
            let l = &self.loops.all()[id];
            l.head <= instr && instr <= l.last
        };
        let tested_again = matches!(step.kind, StepKind::Branch { .. } | StepKind::Switch { .. });
        if let Some(last) = position.last
            && (step.instr < last || (step.instr == last && tested_again))
        {
            // Back in the innermost loop that has both; its inner loops start anew.
            let around = self.loops.in_function(function);
            let around = around.filter(|&(id, _)| inside(id, step.instr) && inside(id, last));
            let innermost = around.min_by_key(|(_, l)| l.last.0 - l.head.0).map(|(id, l)| (id, l.head, l.last));
            if let Some((id, head, end)) = innermost {
                *position.numbers.entry(id).or_insert(1) += 1;
                let loops = self.loops.all();
                position
                    .numbers
                    .retain(|&inner, _| inner == id || !(head <= loops[inner].head && loops[inner].last <= end));
            }
        }
        self.within_call(unrolling, step)
    }

    /// The iterations that the place of `step`, which has been reached, belongs to: of a call that is being executed.
    pub fn within_call(&mut self, unrolling: &Unrolling, step: &Step) -> Vec<Iteration> {
        let function = unrolling.function_of(step);
        let inside = |id: LoopId, instr: InstrId| {
            let l = &self.loops.all()[id];
            l.head <= instr && instr <= l.last
        };
        let position = self.frames.entry(step.frame).or_default();
        position.last = Some(step.instr);
        position.numbers.retain(|&id, _| inside(id, step.instr));
        let mut around: Vec<_> = self.loops.in_function(function).filter(|&(id, _)| inside(id, step.instr)).collect();
        around.sort_by_key(|(_, l)| (l.head, std::cmp::Reverse(l.last)));
        let iterations = around
            .into_iter()
            .map(|(id, l)| Iteration { loop_name: l.name.clone(), number: *position.numbers.entry(id).or_insert(1) });
        iterations.collect()
    }
}
