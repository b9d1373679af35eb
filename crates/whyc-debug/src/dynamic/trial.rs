//! What would have been with another value: the run once more, everything before as it was.

use whyc_ir::expr::ExprId;
use whyc_ir::interp::{At, End, Entry, Environment, Event, Limits};
use whyc_ir::program::{FunctionId, GlobalId, LocalId};
use whyc_ir::property::{PropertyClass, PropertyId};
use whyc_ir::types::TypeId;

use super::supply::Asked;
use super::{Graph, Scene};

/// Another value for an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Which evaluation, as an index into [`Graph::values`](super::Graph::values).
    pub at: usize,
    /// The other value.
    pub other: Other,
}

/// Which other value an expression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// This one, once.
    Once(u128),
    /// This one, then and whenever it is evaluated again.
    Always(u128),
    /// This much more, then and whenever it is evaluated again; the bits that count are those of the mask.
    More(u128, u128),
}

/// How a trial went, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Went {
    /// It fails, violates an assumption, or does not end within the limit.
    Badly,
    /// It passes without coming to the check that failed.
    Past,
    /// It passes, and comes to another assertion instead, which the failing run does not come to.
    Instead,
    /// It comes to the check that failed, which holds, and passes.
    Well,
}

impl Scene<'_> {
    /// How the run goes with another value, and how many instructions that took. It may take `most_steps`.
    #[must_use]
    pub fn trial(&self, graph: &Graph, trial: Trial, most_steps: u64) -> (Went, u64) {
        let asked = Asked::new(&self.supply);
        let mut player =
            Player { scene: self, graph, asked, trial, n_values: 0, changed: None, held: false, held_another: false };
        let outcome = self.interpreter.run(&mut player, Limits { steps: most_steps, memory_bytes: 1 << 28 });
        let went = match outcome.end {
            End::Finished { .. } | End::Halted if player.held => Went::Well,
            End::Finished { .. } | End::Halted if player.held_another => Went::Instead,
            End::Finished { .. } | End::Halted => Went::Past,
            End::Failed(_)
            | End::AssumptionViolated { .. }
            | End::Unsupported { .. }
            | End::StepLimit
            | End::MemoryLimit => Went::Badly,
        };
        (went, outcome.steps)
    }
}

struct Player<'a> {
    scene: &'a Scene<'a>,
    graph: &'a Graph,
    asked: Asked<'a>,
    trial: Trial,
    n_values: usize,
    /// Whose value is another one since.
    changed: Option<(FunctionId, ExprId)>,
    /// Whether what failed has held since.
    held: bool,
    /// Whether an assertion has held since that the failing run does not come to.
    held_another: bool,
}

impl Player<'_> {
    fn is_another(&self, property: PropertyId) -> bool {
        let is_stated = self.scene.properties.all()[property].class == PropertyClass::Assertion;
        is_stated && !self.graph.checked.contains(&property)
    }
}

impl Environment for Player<'_> {
    fn enter(&mut self, entry: Entry) -> Option<u32> {
        self.asked.enter(entry, self.changed.is_some())
    }

    fn nondet(&mut self, at: At, _ty: TypeId) -> u128 {
        self.asked.number(at)
    }

    fn another_life(&mut self, _at: At, _local: LocalId, _number: u32) -> Option<u32> {
        self.asked.life(self.changed.is_some())
    }

    fn address(&mut self, _at: At, number: u32) -> Option<u64> {
        self.asked.address(number)
    }

    fn storage(&mut self, at: At, _local: LocalId, bytes: &mut [u8]) {
        self.asked.fill(at, bytes);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        self.asked.fill_global(global, bytes);
    }

    fn missing_result(&mut self, at: At, _function: FunctionId, bytes: &mut [u8]) {
        let width = (bytes.len() * 8).min(128) as u32;
        whyc_ir::interp::env::set_bits(bytes, 0, width, self.asked.number(at));
    }

    fn allocate(&mut self, _at: At, _size: u64) -> Option<u32> {
        self.asked.allocate(self.changed.is_some())
    }

    fn block(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.asked.fill(at, bytes);
    }

    fn havoc(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.asked.fill(at, bytes);
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        let n = self.n_values;
        self.n_values += 1;
        if n == self.trial.at {
            self.changed = Some((at.function, expr));
        }
        let is_it = self.changed == Some((at.function, expr));
        match self.trial.other {
            Other::Once(other) if n == self.trial.at => other,
            Other::Always(other) if is_it => other,
            Other::More(by, mask) if is_it => value.wrapping_add(by) & mask,
            Other::Once(_) | Other::Always(_) | Other::More(..) => value,
        }
    }

    fn event(&mut self, _at: At, event: Event<'_>) {
        if let Event::Check { property, holds, .. } = event
            && self.changed.is_some()
            && holds
        {
            self.held |= property == self.scene.property;
            self.held_another |= self.is_another(property);
        }
    }
}
