//! What a failing run depends on: the dynamic dependence graph, and what would have been with another value.
//!
//! In: an [`Unrolling`] with a [`Run`] that fails. Out: a [`Graph`] by [`Scene::record`]: each instruction that the run
//! executes is a [`Moment`] with what it read, who had written that ([`Graph::sources`]), and the decision that led
//! there ([`Moment::control`]). The interpreter makes the graph, so that every value in it is one that it had.
//! [`Scene::trial`] runs once more with another value of one expression at one moment, everything before as it was.
//!
//! Read `record` (how the graph is made), `writers` (who wrote which bits last), `control` (which decisions lead where),
//! `supply` (the inputs of the run), `trial`; `origins` puts a trace beside the graph.

mod control;
pub(crate) use control::Control;
mod origins;
mod record;
mod supply;
mod trial;
mod writers;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::IdVec;
use whyc_base::typed_id;
use whyc_check::{Analysis, Run};
use whyc_ir::expr::ExprId;
use whyc_ir::interp::{At, Interpreter};
use whyc_ir::program::{FunctionId, GlobalId, LocalId, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_unroll::step::Unrolling;

pub use self::origins::Beside;
pub use self::record::parts_of;
pub use self::trial::{Other, Trial, Went};
pub use self::writers::{Part, Root};

use self::supply::Supply;

typed_id! {
    /// A moment of a run.
    pub struct MomentId("m");
}

/// A failing run on the stage of the interpreter: it can be recorded, and tried again with other values.
pub struct Scene<'a> {
    program: &'a Program,
    properties: &'a PropertyTable,
    interpreter: Interpreter<'a>,
    supply: Supply,
    property: PropertyId,
}

impl<'a> Scene<'a> {
    /// Prepares `run` of `unrolling`, which violates `property`.
    #[must_use]
    pub fn new(analysis: &'a Analysis, unrolling: &Unrolling, run: &Run, property: PropertyId) -> Self {
        let (program, properties): (&Program, _) = (&analysis.program, &analysis.properties);
        let interpreter = Interpreter::watched(program, properties);
        Self { program, properties, interpreter, supply: Supply::new(program, unrolling, run), property }
    }
}

/// A run and its dependences.
#[derive(Debug, Default)]
pub struct Graph {
    /// What happened, in order.
    pub moments: IdVec<MomentId, Moment>,
    /// What was read.
    pub reads: Vec<Read>,
    /// The values of expressions, in the order in which they were evaluated.
    pub values: Vec<Valued>,
    /// The activations, in the order in which they began.
    pub activations: Vec<Activation>,
    /// The variables whose addresses are taken, by their numbers.
    pub objects: FxHashMap<u32, Root>,
    /// The blocks of memory by their numbers.
    pub blocks: FxHashMap<u32, BlockHistory>,
    /// The moment at which the run fails.
    pub end: Option<MomentId>,
    /// The assertions that the run comes to.
    pub checked: FxHashSet<PropertyId>,
    /// The check that fails: that of a model, where a call of the library is at fault.
    pub failed: Option<PropertyId>,
    /// How many instructions were executed.
    pub steps: u64,
}

/// An instruction that was executed.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Where.
    pub at: At,
    /// What happened.
    pub what: Happening,
    /// What was written or returned, if that is a scalar.
    pub value: Option<u128>,
    /// What was written to.
    pub wrote: Option<Part>,
    /// What was read, as indices into [`Graph::reads`].
    pub reads: Range<usize>,
    /// What was evaluated, as indices into [`Graph::values`].
    pub values: Range<usize>,
    /// The last decision that this moment was up to, or the call that it belongs to.
    pub control: Option<MomentId>,
    /// What it depends on besides: the `return` whose value it takes.
    pub other: Option<MomentId>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Something was evaluated and nothing came of it: the run ended.
    Nothing,
    /// Storage was written.
    Write,
    /// A value came from outside.
    Input,
    /// A function was called.
    Call {
        /// Its activation.
        activation: u64,
    },
    /// A parameter got its value; the place is that of the call.
    Parameter {
        /// Whose.
        activation: u64,
        /// Which.
        local: LocalId,
    },
    /// A condition decided.
    Branch {
        /// Whether it held.
        cond: bool,
    },
    /// A `switch` decided.
    Switch,
    /// A function returned.
    Return,
    /// A local began its life.
    Declare(LocalId),
    /// A block began its life.
    Allocate {
        /// Its number, unless there is no memory.
        number: Option<u32>,
        /// How many bytes.
        size: u64,
    },
    /// A block was freed.
    Free {
        /// Its number.
        number: u32,
    },
    /// Something was printed.
    Output,
    /// An assumption was passed.
    Assume,
    /// A property was checked.
    Check,
}

/// Storage was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// What.
    pub part: Part,
    /// By which expression, if it is a scalar.
    pub expr: Option<ExprId>,
    /// Who had written it; several if its bits come from several. None for what is zero from the start.
    pub writers: Vec<MomentId>,
    /// Who had written which bits, where that were several.
    pub pieces: Vec<(Range<u64>, MomentId)>,
}

/// An expression had a value.
#[derive(Clone, Copy, Debug)]
pub struct Valued {
    /// Which.
    pub expr: ExprId,
    /// What.
    pub value: u128,
    /// How much had been read by then, as an index into [`Graph::reads`].
    pub reads_end: usize,
}

/// A call that was executed.
#[derive(Clone, Copy, Debug)]
pub struct Activation {
    /// Of which function.
    pub function: FunctionId,
    /// The call; none for `start`.
    pub call: Option<MomentId>,
}

/// What became of a block of memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockHistory {
    /// Where it was allocated.
    pub allocated: Option<MomentId>,
    /// Where it was freed.
    pub freed: Option<MomentId>,
    /// Where the last pointer to it was lost.
    pub lost: Option<MomentId>,
    /// How many bytes it has.
    pub size: u64,
}

impl Graph {
    /// The moments whose values a moment uses, in the order in which it uses them.
    pub fn sources(&self, id: MomentId) -> impl Iterator<Item = MomentId> + '_ {
        let moment = &self.moments[id];
        let read = self.reads[moment.reads.clone()].iter().flat_map(|read| read.writers.iter().copied());
        read.chain(moment.other)
    }

    /// What a moment read, with who wrote it.
    #[must_use]
    pub fn reads_of(&self, id: MomentId) -> &[Read] {
        &self.reads[self.moments[id].reads.clone()]
    }

    /// What a moment evaluated.
    #[must_use]
    pub fn values_of(&self, id: MomentId) -> &[Valued] {
        &self.values[self.moments[id].values.clone()]
    }

    /// What a pointer with this object number points into.
    #[must_use]
    pub fn root_of(&self, program: &Program, number: u32) -> Option<Root> {
        if self.blocks.contains_key(&number) {
            return Some(Root::Block(number));
        }
        if let Some(root) = self.objects.get(&number) {
            return Some(*root);
        }
        let global = number.checked_sub(1).filter(|&global| (global as usize) < program.globals.len())?;
        Some(Root::Global(GlobalId(global)))
    }

    /// The value that an expression had at a moment: the last one, if it was evaluated more than once.
    #[must_use]
    pub fn value_at(&self, id: MomentId, expr: ExprId) -> Option<u128> {
        self.values_of(id).iter().rev().find(|valued| valued.expr == expr).map(|valued| valued.value)
    }
}
