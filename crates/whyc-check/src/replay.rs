//! A run, executed once more by the concrete interpreter.
//!
//! The interpreter knows nothing of terms and keeps memory as bytes; it gets the run's inputs
//! and must take the same branches, assign the same values and fail the same check.

mod cut;
mod watched;

use std::collections::VecDeque;

use whyc_ir::block::BlockOp;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{self, End, Entry, Environment, Event, Limits, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, LocalId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_ir::types::{Type, TypeId};
use whyc_unroll::step::{AssignRole, InputSource, ObjectRoot, Step, StepId, StepKind, Unrolling};

use crate::run::Run;

pub use self::cut::replay_cut;
pub use self::watched::{Given, Part, Watcher, watched};

/// More than any run that was unrolled has.
const MAX_STEPS: u64 = 1 << 40;

/// Executes `run`, which violates `property`, with the interpreter.
///
/// # Errors
/// What is different there, in a sentence: an internal error.
pub fn replay(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
    property: PropertyId,
) -> Result<(), String> {
    match end_of(program, properties, unrolling, run)? {
        End::Failed(failed) if failed == property => Ok(()),
        End::Failed(other) => {
            let name = |id: PropertyId| &properties.all()[id].name;
            Err(format!("it violates {} instead of {}", name(other), name(property)))
        }
        end => Err(format!("it ends with {end:?} instead of violating {}", properties.all()[property].name)),
    }
}

/// Executes `run`, which violates nothing, with the interpreter.
///
/// # Errors
/// What is different there, in a sentence: an internal error.
pub fn replay_passing(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
) -> Result<(), String> {
    match end_of(program, properties, unrolling, run)? {
        End::Finished { .. } | End::Halted => Ok(()),
        End::Failed(property) => Err(format!("it violates {}", properties.all()[property].name)),
        end => Err(format!("it ends with {end:?}")),
    }
}

/// The property that the run violates first if all `properties` are checked; `None` if it violates none.
#[must_use]
pub fn first_failure(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
) -> Option<PropertyId> {
    match end_of(program, properties, unrolling, run) {
        Ok(End::Failed(property)) => Some(property),
        Ok(_) | Err(_) => None,
    }
}

/// Whether `run`, executed by the interpreter, comes to a condition that is to be covered while it holds.
#[must_use]
pub fn covers(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
    at: (FunctionId, InstrId),
) -> bool {
    let mut script = Script::new(program, unrolling, run);
    script.awaited = Some(at);
    let limits = Limits { steps: MAX_STEPS, memory_bytes: u64::MAX };
    interp::run(program, properties, &mut script, limits);
    script.awaited.is_none()
}

/// How `run` ends in the interpreter.
fn end_of(program: &Program, properties: &PropertyTable, unrolling: &Unrolling, run: &Run) -> Result<End, String> {
    let mut script = Script::new(program, unrolling, run);
    let limits = Limits { steps: MAX_STEPS, memory_bytes: u64::MAX };
    let outcome = interp::run(program, properties, &mut script, limits);
    if let Some(difference) = script.difference {
        return Err(difference);
    }
    Ok(outcome.end)
}

/// The inputs of a run and what it should do, in the order in which the interpreter asks.
struct Script<'a> {
    program: &'a Program,
    unrolling: &'a Unrolling,
    run: &'a Run,
    enters: VecDeque<StepId>,
    nondets: VecDeque<StepId>,
    storages: VecDeque<StepId>,
    allocations: VecDeque<StepId>,
    blocks: VecDeque<StepId>,
    havocs: VecDeque<StepId>,
    /// What the function without body at hand changes.
    changes: Vec<StepId>,
    externals: Vec<StepId>,
    results: VecDeque<StepId>,
    decisions: VecDeque<StepId>,
    assigns: VecDeque<StepId>,
    /// A condition that is to be covered, until it is.
    awaited: Option<(FunctionId, InstrId)>,
    difference: Option<String>,
    /// Whether the first thing asked for that the run does not have came when all that it has had been asked for.
    is_over: bool,
}

impl<'a> Script<'a> {
    fn new(program: &'a Program, unrolling: &'a Unrolling, run: &'a Run) -> Self {
        let mut script = Self {
            program,
            unrolling,
            run,
            enters: VecDeque::new(),
            nondets: VecDeque::new(),
            storages: VecDeque::new(),
            allocations: VecDeque::new(),
            blocks: VecDeque::new(),
            havocs: VecDeque::new(),
            changes: Vec::new(),
            externals: Vec::new(),
            results: VecDeque::new(),
            decisions: VecDeque::new(),
            assigns: VecDeque::new(),
            awaited: None,
            difference: None,
            is_over: false,
        };
        for id in run.executed_steps() {
            let step = &unrolling.steps[id];
            match &step.kind {
                StepKind::Input { source: InputSource::Nondet, .. } => script.nondets.push_back(id),
                StepKind::Input { source: InputSource::Address, .. } => {}
                StepKind::Input { .. } => script.results.push_back(id),
                StepKind::Storage { .. } if script.is_havoc(id) => script.havocs.push_back(id),
                StepKind::Storage { object: ObjectRoot::Global(_), .. } => script.externals.push(id),
                StepKind::Storage { object: ObjectRoot::Block(_), .. } => script.blocks.push_back(id),
                StepKind::Storage { .. } => script.storages.push_back(id),
                StepKind::Allocate { .. } => script.allocations.push_back(id),
                StepKind::Branch { .. } | StepKind::Switch { .. } => script.decisions.push_back(id),
                StepKind::Enter { .. } => script.enters.push_back(id),
                StepKind::Assign { role: AssignRole::Statement, .. } if script.is_plain_assign(id) => {
                    script.assigns.push_back(id)
                }
                StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Assume { .. }
                | StepKind::Check { .. }
                | StepKind::Leave { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Halt
                | StepKind::Cut { .. }
                | StepKind::Unsupported { .. } => {}
            }
        }
        script
    }

    /// Whether a storage step stands for what a function without body may have changed.
    fn is_havoc(&self, id: StepId) -> bool {
        let step = &self.unrolling.steps[id];
        let body = self.program.functions[self.unrolling.function_of(step)].body.as_ref();
        let instr = body.and_then(|body| body.instrs.get(step.instr));
        instr.is_some_and(|instr| matches!(instr.kind, InstrKind::Block(BlockOp::Havoc { .. })))
    }

    /// Whether a step comes from an assignment of one scalar that is no pointer: those can be compared number by number.
    fn is_plain_assign(&self, id: StepId) -> bool {
        let step = &self.unrolling.steps[id];
        let function = self.unrolling.function_of(step);
        self.plain_assign_type(function, step.instr).is_some()
    }

    fn plain_assign_type(&self, function: FunctionId, instr: InstrId) -> Option<TypeId> {
        let f = &self.program.functions[function];
        let body = f.body.as_ref()?;
        let InstrKind::Assign { place, value } = body.instrs.get(instr)?.kind else { return None };
        // Hidden variables have no steps. Only what is assigned by name is sure to be visible.
        let visible = match body.places[place].base {
            whyc_ir::expr::PlaceBase::Local(local) => !f.locals[local].name.is_empty(),
            whyc_ir::expr::PlaceBase::Global(_) => true,
            whyc_ir::expr::PlaceBase::Deref(_) => false,
        };
        let ty = body.exprs[value].ty;
        let number = matches!(self.program.types.get(ty), Type::Bool | Type::Int(_) | Type::Enum(_));
        (visible && number).then_some(ty)
    }

    fn differs(&mut self, what: impl FnOnce() -> String) {
        if self.difference.is_none() {
            self.difference = Some(what());
        }
    }

    /// The number by which pointers name an object.
    fn number_of(&self, object: ObjectRoot) -> Option<u32> {
        match object {
            ObjectRoot::Global(global) => Some(layout::global_object(global)),
            ObjectRoot::Block(block) => Some(self.unrolling.blocks[block].number),
            ObjectRoot::Local(frame, local) => {
                let frame = &self.unrolling.frames[frame];
                let at = layout::addressed_locals(self.program, frame.function).position(|known| known == local)?;
                Some(frame.object_base + at as u32)
            }
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => None,
        }
    }

    /// As what steps tell the instruction at `at`.
    fn told(&self, at: interp::At) -> (FunctionId, InstrId) {
        let origin = self.program.woven.as_ref().and_then(|woven| woven.origin(at.function, at.instr));
        origin.map_or((at.function, at.instr), |(_, function, instr)| (function, instr))
    }

    /// Checks that `id` is a step of the instruction at `at`.
    fn expect_at(&mut self, id: Option<StepId>, at: interp::At, what: &str) -> Option<StepId> {
        let told = self.told(at);
        let matches = id.is_some_and(|id| {
            let step = &self.unrolling.steps[id];
            (self.unrolling.function_of(step), step.instr) == told
        });
        if !matches {
            self.ask_for_more(id);
            let function = self.program.functions[at.function].name.clone();
            self.differs(|| format!("it comes to {what} at {} of `{function}`, which the run does not", at.instr));
        }
        id.filter(|_| matches)
    }

    fn fill(&self, id: StepId, bytes: &mut [u8]) {
        self.parts(id, &mut |offset_bits, bits, value| set_bits(bytes, offset_bits, bits, value));
    }

    /// The parts of an object that a step gives a content.
    fn parts(&self, id: StepId, set: &mut dyn FnMut(u64, u32, u128)) {
        let StepKind::Storage { cells, reads, .. } = &self.unrolling.steps[id].kind else { return };
        let elements = self.run.reads.get(&id).map_or(&[][..], Vec::as_slice);
        for (read, &(index, value)) in reads.iter().zip(elements) {
            set(index.saturating_mul(u64::from(read.bits)), read.bits, value);
        }
        let Some(values) = self.run.cells.get(&id) else { return };
        for (cell, &value) in cells.iter().zip(values) {
            let bits = self.unrolling.symbols[cell.target.symbol].bits;
            set(cell.offset_bits, bits, value);
        }
    }
}

impl Environment for Script<'_> {
    fn enter(&mut self, entry: Entry) -> Option<u32> {
        entry.caller?;
        let id = self.enters.pop_front();
        let callee = id.and_then(|id| match self.unrolling.steps[id].kind {
            StepKind::Enter { callee } => Some(&self.unrolling.frames[callee]),
            _ => None,
        });
        match callee {
            Some(frame) if frame.function == entry.function => Some(frame.object_base),
            _ => {
                self.ask_for_more(id);
                let name = self.program.functions[entry.function].name.clone();
                self.differs(|| format!("it calls `{name}`, which the run does not at that point"));
                None
            }
        }
    }

    fn nondet(&mut self, at: interp::At, _ty: TypeId) -> u128 {
        let id = self.nondets.pop_front();
        self.expect_at(id, at, "an input").map_or(0, |id| self.run.values[id])
    }

    fn another_life(&mut self, _at: interp::At, _local: LocalId, number: u32) -> Option<u32> {
        // The declaration is told, and compared, next.
        let life = self.storages.front().and_then(|step| self.unrolling.lives.get(step));
        Some(life.copied().unwrap_or(number))
    }

    fn storage(&mut self, at: interp::At, _local: LocalId, bytes: &mut [u8]) {
        let id = self.storages.pop_front();
        if let Some(id) = self.expect_at(id, at, "a declaration") {
            self.fill(id, bytes);
        }
    }

    fn address(&mut self, _at: interp::At, number: u32) -> Option<u64> {
        self.run.addresses.get(&number).copied()
    }

    fn allocate(&mut self, at: interp::At, _size: u64) -> Option<u32> {
        let id = self.allocations.pop_front();
        let id = self.expect_at(id, at, "an allocation")?;
        match self.unrolling.steps[id].kind {
            StepKind::Allocate { block } => Some(self.unrolling.blocks[block].number),
            _ => None,
        }
    }

    fn block(&mut self, at: interp::At, _number: u32, bytes: &mut [u8]) {
        let id = self.blocks.pop_front();
        if let Some(id) = self.expect_at(id, at, "an allocation") {
            self.fill(id, bytes);
        }
    }

    fn large_block(&mut self, at: interp::At, _number: u32, set: &mut dyn FnMut(u64, u32, u128)) {
        let id = self.blocks.pop_front();
        if let Some(id) = self.expect_at(id, at, "an allocation") {
            self.parts(id, set);
        }
    }

    /// What one execution of an instruction changes are steps without another one in between.
    fn havoc_starts(&mut self, at: interp::At) {
        self.changes.clear();
        let first = self.havocs.pop_front();
        let Some(first) = self.expect_at(first, at, "a change by a function without body") else { return };
        self.changes.push(first);
        let step = &self.unrolling.steps[first];
        let (frame, instr) = (step.frame, step.instr);
        let is_next = |last: StepId, id: &StepId| {
            let between = (last.0 + 1..=id.0).map(StepId);
            let same = |step: &Step| step.frame == frame && step.instr == instr;
            between.into_iter().all(|id| same(&self.unrolling.steps[id]))
        };
        let mut last = first;
        while let Some(&id) = self.havocs.front().filter(|id| is_next(last, id)) {
            self.havocs.pop_front();
            self.changes.push(id);
            last = id;
        }
    }

    /// An object that the run leaves as it is stays as it is: the interpreter takes more words for pointers than there are.
    fn havoc(&mut self, _at: interp::At, number: u32, bytes: &mut [u8]) {
        let is_it = |id: &&StepId| match self.unrolling.steps[**id].kind {
            StepKind::Storage { object, .. } => self.number_of(object) == Some(number),
            _ => false,
        };
        if let Some(&id) = self.changes.iter().find(is_it) {
            self.fill(id, bytes);
        }
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        let is_it = |&&id: &&StepId| matches!(self.unrolling.steps[id].kind, StepKind::Storage { object, .. } if object == ObjectRoot::Global(global));
        if let Some(&id) = self.externals.iter().find(is_it) {
            self.fill(id, bytes);
        }
    }

    fn missing_result(&mut self, at: interp::At, function: FunctionId, bytes: &mut [u8]) {
        let body = self.program.functions[at.function].body.as_ref();
        let unused = self.program.functions[function].body.is_none()
            && body.is_some_and(|body| matches!(body.instrs[at.instr].kind, InstrKind::Call { dest: None, .. }));
        if unused {
            return;
        }
        let id = self.results.pop_front();
        match id {
            Some(id) => set_bits(bytes, 0, (bytes.len() * 8).min(128) as u32, self.run.values[id]),
            None => {
                self.ask_for_more(None);
                let name = self.program.functions[function].name.clone();
                self.differs(|| format!("it needs a result of `{name}`, which the run does not"));
            }
        }
    }

    fn event(&mut self, at: interp::At, event: Event<'_>) {
        match event {
            Event::Branch { cond, .. } => {
                let id = self.decisions.pop_front();
                if let Some(id) = self.expect_at(id, at, "a condition")
                    && self.run.values[id] != u128::from(cond)
                {
                    self.differs(|| format!("the condition at {} is {cond} there", at.instr));
                }
            }
            Event::Switch { value, .. } => {
                let id = self.decisions.pop_front();
                if let Some(id) = self.expect_at(id, at, "a switch")
                    && self.run.values[id] != value
                {
                    self.differs(|| format!("the switch at {} sees {value} there", at.instr));
                }
            }
            Event::Assign { value: Value::Scalar(value), bits, .. } => {
                let (function, instr) = self.told(at);
                if self.plain_assign_type(function, instr).is_none() {
                    return;
                }
                let id = self.assigns.pop_front();
                if let Some(id) = self.expect_at(id, at, "an assignment")
                    && !agree(self.run.values[id], value, bits)
                {
                    let expected = self.run.values[id];
                    self.differs(|| format!("the assignment at {} gives {value} instead of {expected}", at.instr));
                }
            }
            Event::Assign { value: Value::Bytes(_), .. }
            | Event::Enter { .. }
            | Event::Param { .. }
            | Event::Leave { .. }
            | Event::Declare(_)
            | Event::Kill(_)
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Output { .. }
            | Event::Nondet { .. }
            | Event::Read { .. }
            | Event::Check { .. }
            | Event::Assume { .. } => {}
            Event::Cover { holds } => {
                if holds && self.awaited == Some((at.function, at.instr)) {
                    self.awaited = None;
                }
            }
        }
    }
}

/// Whether two values are the same in the bits that are written. A bit-field keeps fewer bits than its value has.
fn agree(a: u128, b: u128, bits: u64) -> bool {
    let mask = match bits {
        0 => 0,
        1..128 => (1 << bits) - 1,
        _ => u128::MAX,
    };
    a & mask == b & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_in_the_bits_that_are_written() {
        assert!(agree(7, 7, 32) && agree(0x1_0000_0007, 7, 32) && agree(u128::MAX, u128::MAX, 128));
        // Neither zero nor all ones agree with everything.
        assert!(!agree(7, 0, 32) && !agree(u128::MAX, 5, 8) && !agree(0, 1, 1));
        // A field of three bits.
        assert!(agree(9, 1, 3) && !agree(9, 3, 3));
    }
}
