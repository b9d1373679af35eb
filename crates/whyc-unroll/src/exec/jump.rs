//! Jumps: forward ones wait, backward ones are counted.

use whyc_base::ids::Id;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, SwitchCase};
use whyc_term::TermId;

use super::{Activation, Exec};
use crate::guard::GuardId;
use crate::loops::LoopId;
use crate::opens::Opens;
use crate::rewrite::Defined;
use crate::state::{At, State};
use crate::step::{Cut, StepKind};
use crate::trie::Trie;

/// How many iterations that nothing unknown decides may follow each other: far more than
/// programs have, so that one that never ends meets the other limits first.
const FREE_ITERATIONS: u32 = 1 << 24;
/// The same where each iteration asks for an input: then a loop without end is no fault.
const FREE_ITERATIONS_WITH_INPUT: u32 = 4096;

/// The backward jumps of one loop since it was entered.
#[derive(Clone)]
pub(super) struct LoopCount {
    /// Those that count against the bound.
    counted: u32,
    /// Those that do not.
    free: u32,
    /// The path condition at the last one.
    guard: GuardId,
    /// The inputs there had been by then.
    n_inputs: u64,
    /// Whether since then a way out of the loop was not taken for a known reason.
    stayed: bool,
    /// What memory held at the last one.
    memory: Option<Trie<u32>>,
}

impl Exec<'_> {
    /// Sends a state from `from` to `target`, and execution on.
    pub(super) fn jump(&mut self, state: State, from: InstrId, target: InstrId) {
        let back = self.send(state, from, target);
        self.continue_from(from, back);
    }

    pub(super) fn branch(&mut self, mut state: State, at: At, cond: ExprId, when: bool, target: InstrId) {
        let machine = &mut self.machine;
        let body = machine.body(at);
        machine.observed(&state, at, cond);
        let truth = machine.condition(&mut state, at, cond);
        let truth = machine.defined(at, Defined::Branch, truth);
        let component = body.exprs[cond].component;
        let known = machine.terms.as_bool(truth);
        machine.push(at, body.exprs[cond].span, StepKind::Branch { cond: truth, component });
        if machine.failed_under == Some(state.guard) {
            self.continue_from(at.instr, None);
            return;
        }
        let next = InstrId::from_index(at.instr.index() + 1);
        let not_truth = machine.terms.not(truth);
        let (jump_cond, stay_cond) = if when { (truth, not_truth) } else { (not_truth, truth) };
        let literal = matches!(body.exprs[cond].kind, whyc_ir::expr::ExprKind::Int(_));
        match known {
            Some(truth) => {
                let (to, not_to) = if truth == when { (target, next) } else { (next, target) };
                if !literal {
                    self.note_stay(at.instr, not_to);
                }
                self.jump(state, at.instr, to);
            }
            None => {
                let stay_guard = self.guard_and(state.guard, stay_cond);
                let jump_guard = self.guard_and(state.guard, jump_cond);
                // Where one way cannot be taken, the other is no choice: the condition stays what it was.
                match (self.may_take(at, jump_guard), self.may_take(at, stay_guard)) {
                    (true, true) => {
                        let stays = State { guard: stay_guard, memory: state.memory.clone() };
                        let jumps = State { guard: jump_guard, memory: state.memory };
                        let back = self.send(jumps, at.instr, target);
                        let back_too = self.send(stays, at.instr, next);
                        self.continue_from(at.instr, back.or(back_too));
                    }
                    (true, false) => self.jump(state, at.instr, target),
                    (false, true) => self.jump(state, at.instr, next),
                    (false, false) => self.continue_from(at.instr, None),
                }
            }
        }
    }

    pub(super) fn switch(&mut self, mut state: State, at: At, value: ExprId, cases: &[SwitchCase], default: InstrId) {
        let machine = &mut self.machine;
        let body = machine.body(at);
        let (ty, component) = (body.exprs[value].ty, body.exprs[value].component);
        let value_term = machine.operand(&mut state, at, value);
        let value_term = machine.defined(at, Defined::Switch, value_term);
        machine.push(at, body.exprs[value].span, StepKind::Switch { value: value_term, ty, component });
        if machine.failed_under == Some(state.guard) {
            self.continue_from(at.instr, None);
            return;
        }
        // One state per target: cases that share one are one way.
        let mut ways: Vec<(InstrId, TermId)> = Vec::new();
        let mut none = machine.terms.bool_const(true);
        for case in cases {
            let fits = machine.case_fits(value_term, ty, case);
            let not = machine.terms.not(fits);
            none = machine.terms.and(none, not);
            match ways.iter_mut().find(|(target, _)| *target == case.target) {
                Some((_, cond)) => *cond = machine.terms.or(*cond, fits),
                None => ways.push((case.target, fits)),
            }
        }
        match ways.iter_mut().find(|(target, _)| *target == default) {
            Some((_, cond)) => *cond = machine.terms.or(*cond, none),
            None => ways.push((default, none)),
        }
        let mut possible = Vec::with_capacity(ways.len());
        for (target, cond) in ways {
            if self.machine.terms.as_bool(cond) == Some(false) {
                self.note_stay(at.instr, target);
                continue;
            }
            let guard = self.guard_and(state.guard, cond);
            if self.may_take(at, guard) {
                possible.push((target, guard));
            }
        }
        if let [(_, guard)] = &mut possible[..] {
            *guard = state.guard;
        }
        let mut back = None;
        for (target, guard) in possible {
            let way = State { guard, memory: state.memory.clone() };
            back = back.or(self.send(way, at.instr, target));
        }
        self.continue_from(at.instr, back);
    }

    /// Whether a way of the jump at `at` can be taken, as far as it pays to ask.
    fn may_take(&mut self, at: At, guard: GuardId) -> bool {
        if self.machine.oracle.is_none() {
            return true;
        }
        let body = self.machine.body(at);
        let opens = self.opens.entry(at.function).or_insert_with(|| Opens::new(body));
        !opens.much(body, at.instr) || self.machine.is_possible(guard)
    }

    fn guard_and(&mut self, guard: GuardId, cond: TermId) -> GuardId {
        self.machine.guards.and(self.machine.terms, guard, cond)
    }

    /// After a jump instruction: back to `back` if a state went there, on to what waits otherwise.
    fn continue_from(&mut self, from: InstrId, back: Option<InstrId>) {
        if let Some(activation) = self.activations.last_mut() {
            activation.current = None;
            activation.pc = back.unwrap_or(InstrId::from_index(from.index() + 1));
        }
    }

    /// Lets a state wait at `target`. If that is behind, and allowed, says so.
    fn send(&mut self, state: State, from: InstrId, target: InstrId) -> Option<InstrId> {
        let back = target <= from;
        let function = self.activations.last().map(|activation| activation.function);
        if back && function.is_some_and(|function| self.is_cut(function, target)) {
            self.end_round(&state, target);
            return None;
        }
        if back && !self.may_repeat(&state, from, target) {
            return None;
        }
        if let Some(activation) = self.activations.last_mut() {
            activation.waiting.entry(target).or_default().push(state);
        }
        back.then_some(target)
    }

    /// Counts a backward jump; if the bound is reached, the path is cut off instead.
    fn may_repeat(&mut self, state: &State, from: InstrId, head: InstrId) -> bool {
        let Some(activation) = self.activations.last_mut() else { return false };
        let Some(id) = self.loops.at(activation.function, from, head) else { return false };
        let function = activation.function;
        let n_inputs = self.n_inputs;
        let entered_under = activation.entered_under;
        let count = activation.counts.entry(id).or_insert_with(|| LoopCount {
            counted: 0,
            free: 0,
            guard: entered_under,
            n_inputs,
            stayed: false,
            memory: None,
        });
        // A round that changes nothing is followed by others like it, and all that they can do has been seen in it.
        let is_watched = self.machine.rewrite.is_some();
        if !is_watched && count.memory.replace(state.memory.clone()).is_some_and(|last| last.is_same(&state.memory)) {
            return false;
        }
        let first = count.counted == 0 && count.free == 0;
        let limit = if count.n_inputs == n_inputs { FREE_ITERATIONS } else { FREE_ITERATIONS_WITH_INPUT };
        let limit = limit.min(self.bounds.most_free);
        // Under a condition nobody knows whether the loop is reached at all: where it is not, it may have no end.
        let certain = self.machine.terms.as_bool(self.machine.guards.term(state.guard)) == Some(true);
        let undecided = !certain || (!first && count.guard != state.guard);
        let is_free = self.bounds.free_iterations && count.stayed && !undecided && count.free < limit;
        count.guard = state.guard;
        count.n_inputs = n_inputs;
        count.stayed = false;
        let within_bound = count.counted < self.bounds.loops[id];
        if is_free {
            count.free += 1;
        } else if within_bound {
            count.counted += 1;
        }
        if is_free || within_bound {
            *self.machine.unrolling.work.rounds.entry(id).or_default() += 1;
            // A new round of a loop enters anew those that end before it. Loops that overlap
            // without being nested are so ordered by their ends, and counting comes to an end.
            let loops = self.loops.all();
            let last = loops[id].last;
            activation
                .counts
                .retain(|&inner, _| inner == id || !(head <= loops[inner].last && loops[inner].last < last));
            self.machine.went_round(id, |inner| head <= loops[inner].last && loops[inner].last < last);
            return true;
        }
        let at = At { frame: activation.frame, function, instr: from, guard: state.guard };
        let span = self.loops.all()[id].span;
        let step = self.machine.push(at, span, StepKind::Cut { what: Cut::Loop(id) });
        self.machine.unrolling.cuts.push(step);
        false
    }

    /// Remembers that `not_taken` was certainly not taken: where it leads out of a loop, the loop goes on for a reason.
    fn note_stay(&mut self, from: InstrId, not_taken: InstrId) {
        let loops = self.loops;
        let n_inputs = self.n_inputs;
        let Some(Activation { function, counts, entered_under, .. }) = self.activations.last_mut() else { return };
        for (id, l) in enclosing(loops, *function, from) {
            if not_taken < l.head || not_taken > l.last {
                let guard = *entered_under;
                let fresh = LoopCount { counted: 0, free: 0, guard, n_inputs, stayed: false, memory: None };
                counts.entry(id).or_insert(fresh).stayed = true;
            }
        }
    }
}

/// The loops that the instruction at `from` belongs to.
fn enclosing(
    loops: &crate::loops::LoopTable,
    function: whyc_ir::program::FunctionId,
    from: InstrId,
) -> impl Iterator<Item = (LoopId, &crate::loops::Loop)> {
    loops.in_function(function).filter(move |(_, l)| l.head <= from && from <= l.last)
}

impl crate::state::Machine<'_> {
    /// Whether a case of a `switch` over `value` holds.
    fn case_fits(&mut self, value: TermId, ty: whyc_ir::types::TypeId, case: &SwitchCase) -> TermId {
        let width = self.terms.width(value);
        let low = self.terms.bits(width, case.low as u128);
        if case.low == case.high {
            return self.terms.eq(value, low);
        }
        let high = self.terms.bits(width, case.high as u128);
        let (from, to) = if self.program.types.is_signed(ty) {
            (self.terms.sle(low, value), self.terms.sle(value, high))
        } else {
            (self.terms.ule(low, value), self.terms.ule(value, high))
        };
        self.terms.and(from, to)
    }
}
