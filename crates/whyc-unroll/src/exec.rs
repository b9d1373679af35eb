//! The run through the program: instruction by instruction, all paths at once.
//!
//! Execution goes through a function's list of instructions in order. A state that jumps
//! forward waits at its target and is merged there with the others ([`merge`]); one that jumps
//! backward takes execution back with it, and is counted ([`jump`]). Calls are inlined on an explicit
//! stack ([`calls`]). So every path's steps come out in the path's own order.

mod assign;
mod blocks;
mod calls;
mod checkpoint;
mod conditions;
mod cut;
mod havoc;
mod jump;
mod leaks;
mod merge;
mod output;
mod range;
mod summary;

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use thiserror::Error;
use whyc_base::budget::{Budget, Exhausted};
use whyc_base::ids::Id;
use whyc_ir::flow::Liveness;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, GlobalKind, Program};
use whyc_ir::property::{PropertyClass, PropertyTable, Site};
use whyc_ir::types::Type;
use whyc_term::TermStore;

use self::blocks::{BYTES_PER_ROUND, Reach};
use self::calls::PendingCall;
pub use self::checkpoint::{Checkpoint, resume};
use self::jump::LoopCount;
use crate::cuts::{Assume, LoopCuts};
use crate::guard::{GuardId, Guards};
use crate::inputs::InputPool;
use crate::loops::{Bounds, LoopId, LoopTable};
use crate::memory::{self, Base, ObjectId};
use crate::opens::Opens;
use crate::oracle::Oracle;
use crate::rewrite::Rewrite;
use crate::state::{At, Machine, State};
use crate::step::{FrameId, ObjectRoot, StepKind, Unrolling};
use crate::trie::Trie;
use crate::verify::verify;
use crate::work::Work;

/// What an unrolling may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time and memory.
    pub budget: Budget,
    /// From how many steps on it is asked whether paths can be taken: short unrollings are done before an answer pays.
    pub ask_after: usize,
    /// How many instructions may be executed, and steps made: work that is the same on every machine.
    pub work: u64,
    /// How many terms may be made.
    pub terms: usize,
}

/// Why an unrolling could not be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// A limit was reached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// There are more objects than pointers can tell apart.
    #[error("the program has more than 8 million variables at a time")]
    TooManyObjects,
    /// More work than was allowed.
    #[error("it is more work than was allowed")]
    TooMuchWork,
}

/// An unrolling that was not finished, and where its work went until then.
#[derive(Debug)]
pub struct Stopped {
    /// Why.
    pub failure: Failure,
    /// Where the work went.
    pub work: Work,
}

/// All runs of `program` within `bounds`. Paths of which `oracle` says that no run takes them are not followed.
///
/// # Errors
/// If a limit is reached on the way.
#[expect(clippy::too_many_arguments, reason = "an unrolling needs all of these")]
pub fn unroll(
    program: &Program,
    properties: &PropertyTable,
    loops: &LoopTable,
    bounds: &Bounds,
    terms: &mut TermStore,
    inputs: &mut InputPool,
    limits: &Limits,
    oracle: Option<&mut dyn Oracle>,
) -> Result<Unrolling, Box<Stopped>> {
    let mut machine = Machine::new(program, properties, terms, inputs);
    machine.ask_after = limits.ask_after;
    if let Some(oracle) = oracle {
        machine.oracle = Some(oracle);
    }
    run(machine, loops, bounds, limits)
}

/// As [`unroll`], but `rewrite` watches and may change values on their way.
///
/// # Errors
/// If a limit is reached on the way.
#[expect(clippy::too_many_arguments, reason = "an unrolling needs all of these")]
pub fn unroll_with(
    program: &Program,
    properties: &PropertyTable,
    loops: &LoopTable,
    bounds: &Bounds,
    terms: &mut TermStore,
    inputs: &mut InputPool,
    limits: &Limits,
    rewrite: &mut dyn Rewrite,
) -> Result<Unrolling, Failure> {
    let mut machine = Machine::new(program, properties, terms, inputs);
    machine.rewrite = Some(rewrite);
    run(machine, loops, bounds, limits).map_err(|stopped| stopped.failure)
}

/// As [`unroll`], but `watcher` watches. What it puts in the place of values must be the values themselves: the oracle speaks of
/// the program as it is.
///
/// # Errors
/// If a limit is reached on the way.
#[expect(clippy::too_many_arguments, reason = "an unrolling needs all of these")]
pub fn unroll_watched(
    program: &Program,
    properties: &PropertyTable,
    loops: &LoopTable,
    bounds: &Bounds,
    terms: &mut TermStore,
    inputs: &mut InputPool,
    limits: &Limits,
    oracle: &mut dyn Oracle,
    watcher: &mut dyn Rewrite,
) -> Result<Unrolling, Box<Stopped>> {
    let mut machine = Machine::new(program, properties, terms, inputs);
    machine.ask_after = limits.ask_after;
    machine.oracle = Some(oracle);
    machine.rewrite = Some(watcher);
    run(machine, loops, bounds, limits)
}

/// As [`unroll`], but loops are cut: what is assumed at their heads is to be shown where they are entered and at the end of each
/// round. Nothing may be concluded if `cuts` says afterwards that it was stopped. Someone may watch, and change values on
/// their way.
///
/// # Errors
/// If a limit is reached on the way, or it was stopped.
#[expect(clippy::too_many_arguments, reason = "an unrolling needs all of these")]
pub fn unroll_cut<'a>(
    program: &'a Program,
    properties: &'a PropertyTable,
    loops: &'a LoopTable,
    bounds: &'a Bounds,
    terms: &'a mut TermStore,
    inputs: &'a mut InputPool,
    limits: &'a Limits,
    cuts: &'a mut LoopCuts,
    assume: &'a mut Assume<'a>,
    rewrite: Option<&'a mut dyn Rewrite>,
) -> Result<Unrolling, Failure> {
    let mut machine = Machine::new(program, properties, terms, inputs);
    machine.cuts = Some(cuts);
    machine.assume = Some(assume);
    machine.rewrite = rewrite;
    run(machine, loops, bounds, limits).map_err(|stopped| stopped.failure)
}

fn run<'a>(
    machine: Machine<'a>,
    loops: &'a LoopTable,
    bounds: &'a Bounds,
    limits: &'a Limits,
) -> Result<Unrolling, Box<Stopped>> {
    let n_terms = machine.terms.len();
    let mut exec = Exec {
        machine,
        loops,
        bounds,
        limits,
        activations: Vec::new(),
        n_active: FxHashMap::default(),
        liveness: FxHashMap::default(),
        opens: FxHashMap::default(),
        n_inputs: 0,
        n_before: 0,
        ticks: 0,
        n_terms,
    };
    if let Err(failure) = exec.finish() {
        exec.close_accounts();
        let effort = exec.effort();
        if let Some(cuts) = &mut exec.machine.cuts {
            cuts.effort = effort;
        }
        return Err(Box::new(Stopped { failure, work: exec.machine.unrolling.work }));
    }
    Ok(finished(exec))
}

/// What has come of a run that has come to its end.
fn finished(exec: Exec<'_>) -> Unrolling {
    let effort = exec.effort();
    let Machine { mut unrolling, objects, program, terms, .. } = exec.machine;
    unrolling.effort = effort;
    unrolling.objects = objects.into_numbered();
    tell_blocks_apart(&mut unrolling);
    if cfg!(debug_assertions)
        && let Err(what) = verify(&unrolling, program, terms)
    {
        panic!("an unrolling should keep its invariants: {what}");
    }
    unrolling
}

/// Numbers the blocks that have one name: `n@1`, `n@2`.
fn tell_blocks_apart(unrolling: &mut Unrolling) {
    let mut times: FxHashMap<String, u32> = FxHashMap::default();
    for block in unrolling.blocks.iter() {
        *times.entry(block.name.clone()).or_insert(0) += 1;
    }
    times.retain(|_, times| *times > 1);
    let mut next: FxHashMap<String, u32> = FxHashMap::default();
    for block in unrolling.blocks.iter_mut() {
        if times.contains_key(&block.name) {
            let number = next.entry(block.name.clone()).or_insert(0);
            *number += 1;
            block.name = format!("{}@{number}", block.name);
        }
    }
}

/// A run in progress.
struct Exec<'a> {
    machine: Machine<'a>,
    loops: &'a LoopTable,
    bounds: &'a Bounds,
    limits: &'a Limits,
    activations: Vec<Activation>,
    /// How many of the activations are of each function.
    n_active: FxHashMap<FunctionId, usize>,
    liveness: FxHashMap<FunctionId, Rc<Liveness>>,
    opens: FxHashMap<FunctionId, Opens>,
    /// How many inputs there have been: whether a loop's iteration had one.
    n_inputs: u64,
    /// How many terms there were before.
    n_terms: usize,
    /// How many steps there were before, if it goes on from a checkpoint.
    n_before: usize,
    ticks: u64,
}

/// A call of a function in progress.
#[derive(Clone)]
struct Activation {
    function: FunctionId,
    frame: FrameId,
    liveness: Rc<Liveness>,
    /// Under which condition it was called.
    entered_under: GuardId,
    /// The next instruction.
    pc: InstrId,
    /// The state that is there, apart from those that wait there.
    current: Option<State>,
    /// States that have jumped, by their targets, in the order of their arrival.
    waiting: BTreeMap<InstrId, Vec<State>>,
    /// States that have returned.
    returned: Vec<State>,
    /// The loops that are cut and were entered, by their heads.
    inside: FxHashMap<InstrId, cut::Inside>,
    /// Backward jumps taken so far.
    counts: FxHashMap<LoopId, LoopCount>,
    /// The call in progress at `pc`.
    call: Option<PendingCall>,
    /// Steps and terms made here and in what it calls.
    work: u64,
    /// Whether the same function is at work further out.
    is_inner: bool,
}

impl Exec<'_> {
    /// Executes everything.
    fn finish(&mut self) -> Result<(), Failure> {
        self.summarise_all();
        self.start()?;
        self.go_to_the_end()
    }

    fn go_to_the_end(&mut self) -> Result<(), Failure> {
        while !self.activations.is_empty() {
            self.keep();
            self.step()?;
        }
        self.any_calls()
    }

    /// Has the callers know what the activations in progress have cost.
    fn close_accounts(&mut self) {
        while let Some(activation) = self.activations.pop() {
            self.charge(activation.work);
        }
    }

    /// What a call has cost counts for the caller, too.
    fn charge(&mut self, amount: u64) {
        if let Some(caller) = self.activations.last_mut() {
            caller.work += amount;
            if !caller.is_inner {
                self.machine.unrolling.work.add_inclusive(caller.function, caller.pc, amount);
            }
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        let program = self.machine.program;
        let state = State { guard: Guards::TRUE, memory: Trie::default() };
        self.enter(program.start, None, state)?;
        let activation = self.activations.last_mut().expect("an activation should have been entered");
        let at = At { frame: activation.frame, function: program.start, instr: InstrId(0), guard: Guards::TRUE };
        let Some(state) = &mut activation.current else { return Ok(()) };
        for (id, global) in program.globals.iter_enumerated() {
            if global.kind != GlobalKind::External {
                continue;
            }
            let root = ObjectRoot::Global(id);
            let step = self.machine.push(
                at,
                global.span,
                StepKind::Storage { object: root, cells: Vec::new(), reads: Vec::new() },
            );
            self.machine.declared(at, step, root);
            // No instruction declares it; its number tells it from the others.
            let occurrence = u32::MAX - id.0;
            let site = (program.start, InstrId(0));
            let base = Base::Storage { step, site, occurrence, root, ty: Some(global.ty) };
            let base = self.machine.bases.push(base);
            memory::refill(&mut state.memory, ObjectId(whyc_ir::layout::global_object(id)), base);
        }
        Ok(())
    }

    /// What has been done so far: instructions and steps.
    fn effort(&self) -> u64 {
        self.ticks + (self.machine.unrolling.steps.len() - self.n_before) as u64
    }

    /// Goes one instruction on, and counts what that costs.
    fn step(&mut self) -> Result<(), Failure> {
        let Some(activation) = self.activations.last() else { return Ok(()) };
        let (function, pc, is_inner, depth) =
            (activation.function, activation.pc, activation.is_inner, self.activations.len());
        let (steps, terms) = (self.machine.unrolling.steps.len(), self.machine.terms.len());
        self.go()?;
        let steps = self.machine.unrolling.steps.len() - steps;
        let terms = self.machine.terms.len() - terms;
        let work = &mut self.machine.unrolling.work;
        work.add(function, pc, steps, terms);
        let amount = (steps + terms) as u64;
        if !is_inner {
            work.add_inclusive(function, pc, amount);
        }
        // If the activation has just ended, what that cost is its caller's.
        if let Some(activation) = self.activations.get_mut(depth - 1) {
            activation.work += amount;
        } else {
            self.charge(amount);
        }
        Ok(())
    }

    fn go(&mut self) -> Result<(), Failure> {
        self.ticks += 1;
        if self.ticks.is_multiple_of(1024) {
            self.limits.budget.check()?;
            if self.effort() > self.limits.work {
                return Err(Failure::TooMuchWork);
            }
        }
        if self.machine.cuts.as_ref().is_some_and(|cuts| cuts.stop.is_some()) {
            return Err(Failure::TooMuchWork);
        }
        // One instruction can make thousands of terms.
        if self.ticks.is_multiple_of(32) && self.machine.terms.len() - self.n_terms > self.limits.terms {
            return Err(Failure::TooMuchWork);
        }
        let Some(activation) = self.activations.last_mut() else { return Ok(()) };
        let pc = activation.pc;
        if let Some(mut arrived) = activation.waiting.remove(&pc) {
            arrived.extend(activation.current.take());
            let at = At { frame: activation.frame, function: activation.function, instr: pc, guard: Guards::TRUE };
            let live = Rc::clone(&activation.liveness);
            // What a variable holds that nothing reads any more may still lead to a block.
            let live = (!self.machine.properties.has_class(PropertyClass::Leak)).then_some(&*live);
            let merged = self.machine.merge(at, arrived, live);
            self.activations.last_mut().expect("the activation should still be there").current = Some(merged);
        }
        let Some(activation) = self.activations.last_mut() else { return Ok(()) };
        match activation.current.take() {
            Some(mut state) => {
                let function = activation.function;
                if self.is_cut(function, pc) {
                    self.enter_cut(&mut state, pc);
                }
                self.execute(state, pc)
            }
            None => match activation.waiting.keys().next() {
                Some(&next) => {
                    activation.pc = next;
                    Ok(())
                }
                None => self.leave(),
            },
        }
    }

    /// Executes the instruction at `pc`.
    fn execute(&mut self, mut state: State, pc: InstrId) -> Result<(), Failure> {
        let Some(activation) = self.activations.last() else { return Ok(()) };
        let wanted = self.is_result_wanted();
        let at = At { frame: activation.frame, function: activation.function, instr: pc, guard: state.guard };
        let machine = &mut self.machine;
        machine.failed_under = None;
        machine.count_here(&state);
        machine.begun(at);
        let body = machine.body(at);
        let instr = &body.instrs[pc];
        match &instr.kind {
            InstrKind::Declare(local) => {
                let object = machine.stack.last().map(|objects| objects.local(*local));
                let mut others = activation.waiting.values().flatten();
                let waiting = object.is_some_and(|object| {
                    !object.is_register() && others.any(|other| memory::alive(&other.memory, object).is_some())
                });
                machine.declare(&mut state, at, *local, waiting);
            }
            InstrKind::Kill(local) => {
                if let Some(objects) = machine.stack.last() {
                    memory::forget(&mut state.memory, objects.local(*local));
                }
            }
            InstrKind::Assign { place, value } => machine.assign(&mut state, at, *place, *value),
            InstrKind::ZeroFill(place) => machine.zero_fill(&mut state, at, *place),
            InstrKind::Nondet { place, name } => {
                self.n_inputs += 1;
                machine.nondet(&mut state, at, *place, name);
            }
            InstrKind::Call { callee, args, .. } => return self.call(state, at, *callee, args),
            InstrKind::Jump(target) => {
                self.jump(state, pc, *target);
                return Ok(());
            }
            InstrKind::Branch { cond, when, target } => {
                self.branch(state, at, *cond, *when, *target);
                return Ok(());
            }
            InstrKind::Switch { value, cases, default } => {
                self.switch(state, at, *value, cases, *default);
                return Ok(());
            }
            InstrKind::Return(value) => {
                if let Some(value) = value {
                    machine.set_result(&mut state, at, *value);
                }
                let ret = machine.program.functions[at.function].ret;
                if value.is_none() && !matches!(machine.program.types.get(ret), Type::Void) {
                    let unused = machine.terms.bool_const(!wanted);
                    machine.check(at, Site::Instr(pc), PropertyClass::MissingReturn, unused);
                }
                if at.function == machine.program.start {
                    machine.check_leaks(&state, at);
                }
                if machine.failed_under != Some(state.guard)
                    && let Some(activation) = self.activations.last_mut()
                {
                    activation.returned.push(state);
                }
                self.go_on(pc, None);
                return Ok(());
            }
            InstrKind::Assume(cond) => {
                let cond = machine.condition(&mut state, at, *cond);
                machine.push(at, instr.span, StepKind::Assume { cond });
                if machine.terms.as_bool(cond) == Some(false) {
                    machine.failed_under = Some(state.guard);
                }
            }
            InstrKind::Cover(cond) => {
                machine.observed(&state, at, *cond);
                machine.condition(&mut state, at, *cond);
            }
            InstrKind::Assert { cond, class, .. } => {
                machine.observed(&state, at, *cond);
                let cond = machine.condition(&mut state, at, *cond);
                machine.check(at, Site::Instr(pc), *class, cond);
                // The order of evaluation is some order, whatever is checked.
                // An assertion that is not checked still ends the run where it fails, unless it is passed over.
                if !machine.is_due(at, Site::Instr(pc), *class)
                    && !machine.is_passed_over(at, Site::Instr(pc), *class)
                    && *class != PropertyClass::Unsequenced
                {
                    machine.push(at, instr.span, StepKind::Assume { cond });
                    if machine.terms.as_bool(cond) == Some(false) {
                        machine.failed_under = Some(state.guard);
                    }
                }
            }
            InstrKind::Block(op) => {
                let copy = self.loops.copy_at(at.function, pc);
                let reach = copy.map(|id| Reach { id, bytes: u64::from(self.bounds.loops[id]) * BYTES_PER_ROUND });
                machine.block(&mut state, at, op, reach);
            }
            InstrKind::Output(output) => machine.output(&mut state, at, output),
            InstrKind::Halt => {
                machine.check_leaks(&state, at);
                machine.push(at, instr.span, StepKind::Halt);
                self.go_on(pc, None);
                return Ok(());
            }
            InstrKind::Unsupported(what) => {
                machine.unsupported(at, instr.span, what.clone());
                self.go_on(pc, None);
                return Ok(());
            }
            InstrKind::Label => {}
        }
        self.go_on(pc, Some(state));
        Ok(())
    }

    /// Goes to the instruction after `pc`, with `state` unless its path has certainly failed.
    fn go_on(&mut self, pc: InstrId, state: Option<State>) {
        let failed_under = self.machine.failed_under;
        if let Some(activation) = self.activations.last_mut() {
            activation.pc = InstrId::from_index(pc.index() + 1);
            activation.current = state.filter(|state| failed_under != Some(state.guard));
        }
    }
}
