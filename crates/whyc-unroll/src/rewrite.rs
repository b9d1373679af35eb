//! A look into, and a hand in, symbolic execution.
//!
//! Terms are expressions over inputs: which variables a value came through cannot be read off
//! them. Whoever needs to know unrolls once more with a [`Rewrite`], which sees every value on its way
//! into a variable and every condition before a path follows it, and may put another term in its
//! place. What follows is then computed from that term. Ordinary unrolling has none and pays nothing.

use whyc_ir::expr::ExprId;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{ComponentId, FunctionId};
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};

use crate::exec::Checkpoint;
use crate::loops::LoopId;
use crate::state::{At, Machine, State};
use crate::step::{FrameId, InputSource, ObjectRoot, Step, StepId, StepKind};
use crate::visible::Visible;

/// Where symbolic execution is. Together with the frames' own places this names a step in any
/// unrolling of the same program, whatever the bounds and whatever has been rewritten.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Which activation.
    pub frame: FrameId,
    /// Which instruction of it.
    pub instr: InstrId,
    /// How often each loop of the activation has gone back since it was entered.
    pub rounds: &'a [(LoopId, u32)],
    /// The number of the step that is about to be made.
    pub step: StepId,
    /// Under which condition a run is there (Boolean).
    pub guard: TermId,
}

/// What gets a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defined {
    /// An input.
    Input,
    /// A part of uninitialised storage, when it is read.
    Cell {
        /// The storage step.
        storage: StepId,
        /// Which part, in bits.
        offset_bits: u64,
    },
    /// A variable that a person knows, by assignment.
    Assign,
    /// A variable that a person knows, where paths join.
    Merge {
        /// What it is a part of.
        root: ObjectRoot,
        /// Which part, in bits.
        offset_bits: u64,
    },
    /// The condition of a branch (Boolean).
    Branch,
    /// The value of a `switch`.
    Switch,
}

/// Watches symbolic execution and may change values on their way.
pub trait Rewrite {
    /// The term to go on with instead of `value`; of the same sort.
    fn define(&mut self, terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId;

    /// The array to go on with instead of `array`, an input that is the content of `root`, large and not initialised.
    fn content(&mut self, _terms: &mut TermStore, _root: ObjectRoot, array: TermId) -> TermId {
        array
    }

    /// Expressions of the same function whose values are wanted, as they are where a component has been evaluated.
    fn wants(&mut self, _component: ComponentId) -> Vec<ExprId> {
        Vec::new()
    }

    /// The term to go on with instead of the value of an expression that a person could have written wrongly.
    fn component(&mut self, _terms: &mut TermStore, _site: Site<'_>, _value: ComponentValue<'_>) -> Option<TermId> {
        None
    }

    /// Activation `frame` of `function` begins, called from `site`.
    fn enter(&mut self, _frame: FrameId, _function: FunctionId, _site: Site<'_>) {}

    /// An instruction of `function` is about to be executed.
    fn begin(&mut self, _function: FunctionId, _site: Site<'_>) {}

    /// Whether the moment before the next instruction is to be kept, after so many instructions and steps.
    fn keeps(&mut self, _effort: u64) -> bool {
        false
    }

    /// A moment that was to be kept.
    fn keep(&mut self, _checkpoint: Checkpoint) {}

    /// Storage of `root` begins its life at `site`.
    fn declare(&mut self, _site: Site<'_>, _root: ObjectRoot) {}

    /// `expr` is about to decide a branch or to be checked. `eval` gives the truth or the value of
    /// any expression of the function as a term, as it is here, without a trace in the unrolling.
    fn condition(&mut self, _site: Site<'_>, _expr: ExprId, _eval: &mut dyn FnMut(Want, ExprId) -> TermId) {}
}

/// The value of an expression that a person could have written wrongly.
pub struct ComponentValue<'a> {
    /// Which expression.
    pub component: ComponentId,
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: TermId,
    /// Under which condition it is evaluated (Boolean).
    pub guard: TermId,
    /// The addresses that a pointer of this type could be meant to hold, in order.
    pub targets: &'a dyn Fn() -> Vec<u64>,
    /// What another expression in its place could see.
    pub visible: &'a dyn Fn() -> Option<Visible>,
    /// The values of the expressions that [`Rewrite::wants`] named.
    pub wanted: &'a [TermId],
}

/// What is wanted of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Whether it is not zero: a Boolean term.
    Truth,
    /// Its bits. It should be a scalar.
    Value,
}

impl Machine<'_> {
    /// What the rewriter makes of a value; the value itself without one.
    pub fn defined(&mut self, at: At, what: Defined, value: TermId) -> TermId {
        let Some(rewrite) = self.rewrite.take() else { return value };
        let (step, guard) = (self.unrolling.steps.next_id(), self.guards.term(at.guard));
        let site = Site { frame: at.frame, instr: at.instr, rounds: rounds(&self.rounds), step, guard };
        let value = rewrite.define(self.terms, site, what, value);
        self.rewrite = Some(rewrite);
        value
    }

    /// What the rewriter makes of the value of a component.
    pub fn component_value(
        &mut self,
        state: &State,
        at: At,
        component: ComponentId,
        ty: TypeId,
        value: TermId,
    ) -> TermId {
        if self.is_asking {
            return value;
        }
        let wanted = self.wanted_values(state, at, component);
        let Some(rewrite) = self.rewrite.take() else { return value };
        let (step, guard) = (self.unrolling.steps.next_id(), self.guards.term(at.guard));
        let site = Site { frame: at.frame, instr: at.instr, rounds: rounds(&self.rounds), step, guard };
        let guard = self.guards.term(at.guard);
        let pointee = self.program.types.pointee(ty);
        let was = self.terms.as_bits(value).map(|was| was as u64);
        let (objects, program) = (&self.objects, self.program);
        let targets = || pointee.map_or_else(Vec::new, |pointee| objects.targets(program, pointee, was));
        let (stack, bases) = (&self.stack, &self.bases);
        let visible = || stack.last().map(|objects| Visible::new(&state.memory, objects, bases));
        let (targets, visible): (&dyn Fn() -> _, &dyn Fn() -> _) = (&targets, &visible);
        let value_here = ComponentValue { component, ty, value, guard, targets, visible, wanted: &wanted };
        let new = rewrite.component(self.terms, site, value_here);
        self.rewrite = Some(rewrite);
        new.unwrap_or(value)
    }

    fn wanted_values(&mut self, state: &State, at: At, component: ComponentId) -> Vec<TermId> {
        let wanted = self.rewrite.as_mut().map(|rewrite| rewrite.wants(component)).unwrap_or_default();
        if wanted.is_empty() {
            return Vec::new();
        }
        // Inputs have to be what the rewriter says, so that it stays; but nothing is put in the place of components.
        self.aside(|machine| {
            wanted.iter().map(|&expr| machine.scalar(&mut state.clone(), at, expr)).collect::<Vec<TermId>>()
        })
    }

    /// What is evaluated for whoever looks on, and not because the program does so.
    pub fn aside<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.is_asking = true;
        let value = self.quietly(evaluate);
        self.is_asking = false;
        value
    }

    /// What the rewriter makes of a part of the storage that began its life with step `storage`.
    pub fn defined_cell(&mut self, storage: StepId, offset_bits: u64, value: TermId) -> TermId {
        let Some(rewrite) = self.rewrite.take() else { return value };
        let step = &self.unrolling.steps[storage];
        let site = Site { frame: step.frame, instr: step.instr, rounds: &[], step: storage, guard: step.guard };
        let value = rewrite.define(self.terms, site, Defined::Cell { storage, offset_bits }, value);
        self.rewrite = Some(rewrite);
        value
    }

    /// What the rewriter makes of the content of large storage.
    pub fn defined_content(&mut self, root: ObjectRoot, array: TermId) -> TermId {
        let Some(rewrite) = self.rewrite.take() else { return array };
        let array = rewrite.content(self.terms, root, array);
        self.rewrite = Some(rewrite);
        array
    }

    /// Tells the rewriter that an activation begins.
    pub fn entered(&mut self, at: At, frame: FrameId, function: FunctionId) {
        if let Some(rewrite) = self.rewrite.take() {
            let (step, guard) = (self.unrolling.steps.next_id(), self.guards.term(at.guard));
            let site = Site { frame: at.frame, instr: at.instr, rounds: rounds(&self.rounds), step, guard };
            rewrite.enter(frame, function, site);
            self.rewrite = Some(rewrite);
        }
    }

    /// Tells the rewriter that an instruction is about to be executed.
    pub fn begun(&mut self, at: At) {
        if let Some(rewrite) = self.rewrite.take() {
            let (step, guard) = (self.unrolling.steps.next_id(), self.guards.term(at.guard));
            let site = Site { frame: at.frame, instr: at.instr, rounds: rounds(&self.rounds), step, guard };
            rewrite.begin(at.function, site);
            self.rewrite = Some(rewrite);
        }
    }

    /// Tells the rewriter that storage begins its life with step `step`.
    pub fn declared(&mut self, at: At, step: StepId, root: ObjectRoot) {
        if let Some(rewrite) = self.rewrite.take() {
            let guard = self.guards.term(at.guard);
            let site = Site { frame: at.frame, instr: at.instr, rounds: rounds(&self.rounds), step, guard };
            rewrite.declare(site, root);
            self.rewrite = Some(rewrite);
        }
    }

    /// Lets the rewriter look at a condition that is about to be evaluated.
    pub fn observed(&mut self, state: &State, at: At, expr: ExprId) {
        let Some(rewrite) = self.rewrite.take() else { return };
        let (step, guard) = (self.unrolling.steps.next_id(), self.guards.term(at.guard));
        let rounds = rounds(&self.rounds).to_vec();
        let site = Site { frame: at.frame, instr: at.instr, rounds: &rounds, step, guard };
        self.quietly(|machine| {
            rewrite.condition(site, expr, &mut |want, part| {
                let mut state = state.clone();
                match want {
                    Want::Truth => machine.condition(&mut state, at, part),
                    Want::Value => machine.scalar(&mut state, at, part),
                }
            });
        });
        self.rewrite = Some(rewrite);
    }

    /// What is evaluated by the way leaves no trace: its checks are due where the program makes them.
    fn quietly<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let n_steps = self.unrolling.steps.len();
        let (n_cuts, n_held) =
            (self.unrolling.cuts.len(), self.unrolling.held.iter().map(Vec::len).collect::<Vec<_>>());
        let (failed_under, reached) = (self.failed_under, self.unrolling.reached.clone());
        let value = evaluate(self);
        // What every run knows from here on is not said again.
        let facts: Vec<Step> =
            self.unrolling.steps.iter().skip(n_steps).filter(|step| self.is_fact(step)).cloned().collect();
        self.unrolling.steps.truncate(n_steps);
        for fact in facts {
            self.unrolling.steps.push(fact);
        }
        self.unrolling.cuts.truncate(n_cuts);
        self.unrolling.held.iter_mut().zip(n_held).for_each(|(held, n)| held.truncate(n));
        self.unrolling.reached = reached;
        self.failed_under = failed_under;
        value
    }

    /// Whether a step says what holds for every run: of an address.
    fn is_fact(&self, step: &Step) -> bool {
        match step.kind {
            StepKind::Input { source: InputSource::Address, .. } => true,
            StepKind::Assume { .. } => {
                step.frame == FrameId(0) && step.instr == InstrId(0) && self.terms.as_bool(step.guard) == Some(true)
            }
            _ => false,
        }
    }

    /// The current activation's loop `id` goes back once more; those in `anew` start from the beginning.
    pub fn went_round(&mut self, id: LoopId, anew: impl Fn(LoopId) -> bool) {
        let Some(rounds) = self.rounds.last_mut() else { return };
        rounds.retain(|&(inner, _)| inner == id || !anew(inner));
        match rounds.iter_mut().find(|(known, _)| *known == id) {
            Some((_, n)) => *n += 1,
            None => rounds.push((id, 1)),
        }
    }
}

fn rounds(stack: &[Vec<(LoopId, u32)>]) -> &[(LoopId, u32)] {
    stack.last().map_or(&[], Vec::as_slice)
}
