//! A run, executed once more while someone watches: every instruction, every read and write, and what is given from outside.

use whyc_ir::expr::ExprId;
use whyc_ir::interp::{At, End, Entry, Environment, Event, Interpreter, Limits};
use whyc_ir::program::{FunctionId, GlobalId, LocalId, Program};
use whyc_ir::property::PropertyTable;
use whyc_ir::types::TypeId;
use whyc_unroll::step::{ObjectRoot, StepId, StepKind, Unrolling};

use super::Script;
use crate::run::Run;

/// Some bits of an object: from which one on, how many, what.
pub type Part = (u64, u32, u128);

/// Who watches.
pub trait Watcher {
    /// An instruction is about to be executed.
    fn begin(&mut self, at: At);
    /// Something happened.
    fn event(&mut self, at: At, event: Event<'_>);
    /// Parts of an object get a content that nobody has written.
    fn given(&mut self, at: Option<At>, object: Given, parts: &[Part]);
    /// A local is about to begin a life, as the object with this number; it has had `old`.
    fn life(&mut self, at: At, local: LocalId, old: u32, number: u32);
    /// A scalar expression was evaluated.
    fn value(&mut self, at: At, expr: ExprId, value: u128) {
        let _ = (at, expr, value);
    }
}

/// What gets a content from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A local of the activation at hand, at its declaration.
    Local(LocalId),
    /// A global without definition.
    Global(GlobalId),
    /// A new block, by its number.
    Block(u32),
    /// The object with this number, changed by a function without body.
    Changed(u32),
}

/// Executes `run` with the interpreter while `watcher` watches; how it ends.
///
/// # Errors
/// What is different there, in a sentence: an internal error.
pub fn watched<W: Watcher>(
    program: &Program,
    properties: &PropertyTable,
    unrolling: &Unrolling,
    run: &Run,
    limits: Limits,
    watcher: &mut W,
) -> Result<End, String> {
    let mut watched = Watched { script: Script::new(program, unrolling, run), watcher };
    let outcome = Interpreter::watched(program, properties).run(&mut watched, limits);
    match watched.script.difference {
        Some(difference) => Err(difference),
        None => Ok(outcome.end),
    }
}

/// Gives the interpreter what the run takes, and tells the watcher.
struct Watched<'a, W> {
    script: Script<'a>,
    watcher: &'a mut W,
}

impl<W: Watcher> Watched<'_, W> {
    fn tell(&mut self, at: Option<At>, object: Given, id: Option<StepId>) {
        let mut parts: Vec<Part> = Vec::new();
        if let Some(id) = id {
            self.script.parts(id, &mut |offset_bits, bits, value| parts.push((offset_bits, bits, value)));
        }
        self.watcher.given(at, object, &parts);
    }
}

impl<W: Watcher> Environment for Watched<'_, W> {
    fn enter(&mut self, entry: Entry) -> Option<u32> {
        self.script.enter(entry)
    }

    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        self.script.nondet(at, ty)
    }

    fn another_life(&mut self, at: At, local: LocalId, number: u32) -> Option<u32> {
        let given = self.script.another_life(at, local, number);
        self.watcher.life(at, local, number, given.unwrap_or(number));
        Some(given.unwrap_or(number))
    }

    fn storage(&mut self, at: At, local: LocalId, bytes: &mut [u8]) {
        let id = self.script.storages.front().copied();
        self.script.storage(at, local, bytes);
        self.tell(Some(at), Given::Local(local), id);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        self.script.external(global, bytes);
        let steps = &self.script.unrolling.steps;
        let is_it = |id: &&StepId| matches!(steps[**id].kind, StepKind::Storage { object, .. } if object == ObjectRoot::Global(global));
        let id = self.script.externals.iter().find(is_it).copied();
        self.tell(None, Given::Global(global), id);
    }

    fn missing_result(&mut self, at: At, function: FunctionId, bytes: &mut [u8]) {
        self.script.missing_result(at, function, bytes);
    }

    fn allocate(&mut self, at: At, size: u64) -> Option<u32> {
        self.script.allocate(at, size)
    }

    fn address(&mut self, at: At, number: u32) -> Option<u64> {
        self.script.address(at, number)
    }

    fn block(&mut self, at: At, number: u32, bytes: &mut [u8]) {
        let id = self.script.blocks.front().copied();
        self.script.block(at, number, bytes);
        self.tell(Some(at), Given::Block(number), id);
    }

    fn large_block(&mut self, at: At, number: u32, set: &mut dyn FnMut(u64, u32, u128)) {
        let id = self.script.blocks.front().copied();
        self.script.large_block(at, number, set);
        self.tell(Some(at), Given::Block(number), id);
    }

    fn havoc_starts(&mut self, at: At) {
        self.script.havoc_starts(at);
    }

    fn havoc(&mut self, at: At, number: u32, bytes: &mut [u8]) {
        let before = bytes.to_vec();
        self.script.havoc(at, number, bytes);
        // Only what is another value is told: the rest stays as it was.
        let changed = before.iter().zip(bytes.iter()).enumerate().filter(|(_, (old, new))| old != new);
        let parts: Vec<Part> = changed.map(|(k, (_, &new))| (k as u64 * 8, 8, u128::from(new))).collect();
        self.watcher.given(Some(at), Given::Changed(number), &parts);
    }

    fn begin(&mut self, at: At) {
        if self.script.difference.is_none() {
            self.watcher.begin(at);
        }
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        if self.script.difference.is_none() {
            self.watcher.value(at, expr, value);
        }
        value
    }

    /// What is not as in the run is no part of it, and not told.
    fn event(&mut self, at: At, event: Event<'_>) {
        self.script.event(at, event);
        if self.script.difference.is_none() {
            self.watcher.event(at, event);
        }
    }
}
