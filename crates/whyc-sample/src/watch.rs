//! Those who look on while a run is made.

use whyc_ir::expr::ExprId;
use whyc_ir::interp::{At, Environment, Event};
use whyc_ir::program::{FunctionId, GlobalId, LocalId};
use whyc_ir::types::TypeId;

use crate::world::World;

/// Someone who looks on.
pub trait Watch {
    /// An instruction is about to be executed.
    fn begin(&mut self, at: At);
    /// A scalar expression was evaluated.
    fn value(&mut self, at: At, expr: ExprId, value: u128);
    /// Something happened.
    fn event(&mut self, at: At, event: Event<'_>);
}

/// A world with someone who looks on.
pub(crate) struct Looked<'a, 'w> {
    pub world: World<'a>,
    pub watch: &'w mut dyn Watch,
}

impl Environment for Looked<'_, '_> {
    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        self.world.nondet(at, ty)
    }

    fn storage(&mut self, at: At, local: LocalId, bytes: &mut [u8]) {
        self.world.storage(at, local, bytes);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        self.world.external(global, bytes);
    }

    fn missing_result(&mut self, at: At, function: FunctionId, bytes: &mut [u8]) {
        self.world.missing_result(at, function, bytes);
    }

    fn havoc_starts(&mut self, at: At) {
        self.world.havoc_starts(at);
    }

    fn begin(&mut self, at: At) {
        self.watch.begin(at);
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        self.watch.value(at, expr, value);
        value
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        self.world.event(at, event);
        self.watch.event(at, event);
    }
}
