//! Runs, by the interpreter, of a program that may have been changed.
//!
//! Inputs are handed out by the instruction that asks and by how often it has asked, so that a changed program, which
//! may ask in another order, still gets what belongs to it.

use rustc_hash::FxHashMap;
use whyc_ir::block::STATUS_STREAM;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, End, Environment, Event, Interpreter, Limits};
use whyc_ir::program::{FunctionId, GlobalId, LocalId, Program};
use whyc_ir::property::PropertyId;
use whyc_ir::types::TypeId;

use super::runs::{FailingRun, Inputs, Recorded};

const LIMITS: Limits = Limits { steps: 2_000_000, memory_bytes: 1 << 28 };

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whether it did what it should.
    pub passes: bool,
    /// How many instructions it took.
    pub steps: u64,
    /// Whether it would have gone on.
    pub is_cut: bool,
}

/// Whether a run does what it should.
pub fn passes(program: &Program, interpreter: &Interpreter<'_>, run: &FailingRun) -> bool {
    play(program, interpreter, run, LIMITS.steps).passes
}

/// Runs no further than for `most_steps`.
pub fn play(program: &Program, interpreter: &Interpreter<'_>, run: &FailingRun, most_steps: u64) -> Played {
    let mut world = World::new(program, run, None);
    let outcome = interpreter.run(&mut world, Limits { steps: most_steps.min(LIMITS.steps), ..LIMITS });
    let ended = matches!(outcome.end, End::Finished { .. } | End::Halted);
    let printed = run.stdout.as_ref().is_none_or(|expected| *expected == world.stdout);
    let status = run.status.is_none_or(|status| world.status == status.to_string().as_bytes());
    let is_cut = matches!(outcome.end, End::StepLimit | End::MemoryLimit);
    Played { passes: ended && printed && status, steps: outcome.steps, is_cut }
}

/// The property that a run violates.
pub fn violated(program: &Program, interpreter: &Interpreter<'_>, run: &FailingRun) -> Option<PropertyId> {
    match interpreter.run(&mut World::new(program, run, None), LIMITS).end {
        End::Failed(property) => Some(property),
        _ => None,
    }
}

/// Whether a run comes to a property.
pub fn comes_to(program: &Program, interpreter: &Interpreter<'_>, run: &FailingRun, property: PropertyId) -> bool {
    let mut world = World::new(program, run, Some(property));
    interpreter.run(&mut world, LIMITS);
    world.is_there
}

struct World<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    asked: FxHashMap<(FunctionId, InstrId), usize>,
    stdout: Vec<u8>,
    status: Vec<u8>,
    /// What is waited for.
    awaited: Option<PropertyId>,
    /// Whether it has been seen.
    is_there: bool,
}

impl<'a> World<'a> {
    fn new(program: &'a Program, run: &'a FailingRun, awaited: Option<PropertyId>) -> Self {
        let (asked, stdout, status) = (FxHashMap::default(), Vec::new(), Vec::new());
        Self { program, inputs: &run.inputs, asked, stdout, status, awaited, is_there: false }
    }

    fn next(&mut self, at: At) -> Option<Recorded> {
        let Inputs::Terms { sites, .. } = self.inputs else { return None };
        let count = self.asked.entry((at.function, at.instr)).or_insert(0);
        *count += 1;
        sites.get(&(at.function, at.instr))?.get(*count - 1).cloned()
    }

    fn fill(&mut self, at: At, bytes: &mut [u8]) {
        if let Some(Recorded::Cells(cells)) = self.next(at) {
            for (offset_bits, bits, value) in cells {
                set_bits(bytes, offset_bits, bits, value);
            }
        }
    }
}

impl Environment for World<'_> {
    fn nondet(&mut self, at: At, _ty: TypeId) -> u128 {
        match self.next(at) {
            Some(Recorded::Value(value)) => value,
            Some(Recorded::Cells(_)) | None => 0,
        }
    }

    fn storage(&mut self, at: At, _local: LocalId, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn block(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn havoc(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        match self.inputs {
            Inputs::Globals(known) => {
                if let Some(content) = known.get(&self.program.globals[global].name) {
                    bytes.iter_mut().zip(content).for_each(|(byte, &known)| *byte = known);
                }
            }
            Inputs::Terms { globals, .. } => {
                for &(offset_bits, bits, value) in globals.get(&global).map_or(&[][..], Vec::as_slice) {
                    set_bits(bytes, offset_bits, bits, value);
                }
            }
        }
    }

    fn missing_result(&mut self, at: At, _function: FunctionId, bytes: &mut [u8]) {
        if let Some(Recorded::Value(value)) = self.next(at) {
            let width = (bytes.len() * 8).min(128) as u32;
            set_bits(bytes, 0, width, value);
        }
    }

    fn event(&mut self, _at: At, event: Event<'_>) {
        match event {
            Event::Output { stream: 1, bytes } => self.stdout.extend_from_slice(bytes),
            Event::Output { stream: STATUS_STREAM, bytes } => self.status.extend_from_slice(bytes),
            Event::Check { property, .. } => self.is_there |= self.awaited == Some(property),
            _ => {}
        }
    }
}
