//! When calls that may wait take effect: in a run of several threads a call is told where it does something, not where it begins.
//!
//! A thread that stops in a call of the library has, as a rule, not done anything yet: the lock is taken when it goes on. Such a call
//! is told there. What does something and waits then (who waits at a condition variable gives the lock back first) is told twice:
//! where it does the first thing, and where it goes on. What never goes on is told where it begins to wait.
//!
//! All is read off what the models of threads did in the run: their functions and variables are known by their names.

use rustc_hash::FxHashMap;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::PropertyClass;
use whyc_unroll::step::{FrameId, ObjectRoot, Step, StepId, StepKind, Target, Unrolling};

use crate::memory::{assigned_part, part_of};

/// The values of calls in which a thread waits for others, and in which it goes on after that.
pub const WAITS: &str = "waits";
pub const GOES_ON: &str = "goes on";

/// The model that asks whether a thread stops although it could go on.
const SWITCHES: &str = "__whyc_switches";
/// The model by which a thread stops, and the variable that it writes.
const STOP: (&str, &str) = ("stop_before", "is_moved");

/// How the calls of a run are told. Those that are not here are told where they begin.
#[derive(Debug, Default)]
pub struct Delays {
    calls: FxHashMap<StepId, Delay>,
    /// The calls of which something is told right before a step.
    told_before: FxHashMap<StepId, StepId>,
}

/// How a call is told, besides where it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// The step before which it takes effect; none if that is where it begins.
    pub takes_effect: Option<StepId>,
    /// Whether the thread waits in it, after that.
    pub waits: bool,
    /// The step before which it goes on, after that.
    pub goes_on: Option<StepId>,
    /// Whether it does nothing at all: the thread could go on, but has no turn any more.
    pub is_untold: bool,
}

/// A call in the user's code, as the run goes through it.
#[derive(Clone, Copy, Debug, Default)]
struct Call {
    first_effect: Option<StepId>,
    /// Whether the thread could go on where it stops.
    could_go_on: bool,
    delay: Delay,
}

impl Delays {
    /// Those of a run; none where there are no threads.
    pub fn new(analysis: &Analysis, unrolling: &Unrolling, run: &Run) -> Self {
        let program = &*analysis.program;
        let mut delays = Self::default();
        if program.woven.is_none() {
            return delays;
        }
        let mut begun: FxHashMap<(FrameId, InstrId), StepId> = FxHashMap::default();
        let mut calls: FxHashMap<StepId, Call> = FxHashMap::default();
        // The activations of the model in which threads have stopped, and the calls in which that is.
        let mut stopped: FxHashMap<FrameId, StepId> = FxHashMap::default();
        for id in run.executed_steps() {
            let step = &unrolling.steps[id];
            if is_call(program, unrolling, step) {
                begun.insert((step.frame, step.instr), id);
                calls.insert(id, Call::default());
                continue;
            }
            let Some(call) = caller(program, unrolling, step).and_then(|at| begun.get(&at).copied()) else { continue };
            let Some(of) = calls.get_mut(&call) else { continue };
            if matches!(step.kind, StepKind::Input { .. }) && is_of_model(program, unrolling, step, SWITCHES) {
                of.could_go_on = run.values[id] != 0;
            } else if is_stop(program, unrolling, step) {
                of.delay.waits = true;
                stopped.insert(step.frame, call);
            } else if stopped.contains_key(&step.frame) && matches!(step.kind, StepKind::Assign { .. }) {
                stopped.remove(&step.frame);
                of.could_go_on = false;
                match of.first_effect {
                    Some(_) => of.delay.goes_on = Some(id),
                    None => of.delay = Delay { takes_effect: Some(id), ..Delay::default() },
                }
            } else if is_effect(program, unrolling, run, id) {
                of.first_effect.get_or_insert(id);
            }
        }
        let end = run.end.map(|end| &unrolling.steps[end]);
        let is_deadlock = end.is_some_and(|end| match end.kind {
            StepKind::Check { property, .. } => analysis.properties.all()[property].class == PropertyClass::Deadlock,
            _ => false,
        });
        let fails = end.and_then(|end| caller(program, unrolling, end)).and_then(|at| begun.get(&at).copied());
        for (id, call) in calls {
            let mut delay = call.delay;
            // Who goes on only to see that it waits for ever does not go on.
            if Some(id) == fails && is_deadlock {
                let takes_effect = delay.takes_effect.filter(|_| call.first_effect.is_some());
                delay = Delay { takes_effect, waits: true, ..Delay::default() };
            }
            if call.could_go_on && call.first_effect.is_none() && delay.waits && !is_deadlock {
                delay = Delay { is_untold: true, ..Delay::default() };
            }
            if delay != Delay::default() {
                let told_before = [delay.takes_effect, delay.goes_on].into_iter().flatten();
                delays.told_before.extend(told_before.map(|at| (at, id)));
                delays.calls.insert(id, delay);
            }
        }
        delays
    }

    /// How a call is told.
    pub fn of(&self, call: StepId) -> Delay {
        self.calls.get(&call).copied().unwrap_or_default()
    }

    /// The call of which something is told right before a step.
    pub fn told_before(&self, step: StepId) -> Option<StepId> {
        self.told_before.get(&step).copied()
    }
}

/// Whether a step stands for a call in the user's code, of something that was copied there.
pub fn is_call(program: &Program, unrolling: &Unrolling, step: &Step) -> bool {
    let f = &program.functions[unrolling.function_of(step)];
    let instr = f.body.as_ref().and_then(|body| body.instrs.get(step.instr));
    f.origin == Origin::User
        && matches!(step.kind, StepKind::Assume { .. })
        && instr.is_some_and(|instr| matches!(instr.kind, InstrKind::Call { .. }))
}

/// The call in the user's code that a step of a model works for.
pub fn caller(program: &Program, unrolling: &Unrolling, step: &Step) -> Option<(FrameId, InstrId)> {
    let (mut frame, mut instr) = (step.frame, None);
    while program.functions[unrolling.frames[frame].function].origin == Origin::Whyc {
        let (outer, at) = unrolling.frames[frame].caller?;
        (frame, instr) = (outer, Some(at));
    }
    instr.map(|instr| (frame, instr))
}

/// Whether a thread stops there for others.
pub fn is_stop(program: &Program, unrolling: &Unrolling, step: &Step) -> bool {
    let StepKind::Assign { target: Target::Symbol(ssa), .. } = &step.kind else { return false };
    let root = part_of(unrolling, ssa.symbol).root;
    is_of_model(program, unrolling, step, STOP.0)
        && matches!(root, ObjectRoot::Global(global) if program.globals[global].name == STOP.1)
}

fn is_of_model(program: &Program, unrolling: &Unrolling, step: &Step, name: &str) -> bool {
    let f = &program.functions[unrolling.function_of(step)];
    f.origin == Origin::Whyc && f.name == name
}

/// Whether a step of a model changes what is the user's.
fn is_effect(program: &Program, unrolling: &Unrolling, run: &Run, id: StepId) -> bool {
    let StepKind::Assign { target, .. } = unrolling.steps[id].kind else { return false };
    let Some(part) = assigned_part(unrolling, run, id, target) else { return false };
    match part.root {
        ObjectRoot::Global(global) => {
            !program.sources.file(program.globals[global].span.file).name.starts_with("<libc>/")
        }
        ObjectRoot::Local(frame, _) => program.functions[unrolling.frames[frame].function].origin == Origin::User,
        ObjectRoot::Block(_) => true,
        ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => false,
    }
}
