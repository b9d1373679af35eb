//! What is compared between runs, and how far apart two runs are.
//!
//! A run gives each *item* a value: every input, every assignment to a variable that a person
//! knows, every join of such a variable (φ), and every decision (a branch or `switch`). The distance of
//! two runs is the number of items whose values differ: a Hamming distance, so a metric. A branch is
//! true only in a run that comes to it, and a `switch` goes nowhere in one that does not. Copies that only the front end makes
//! (the entry point's parameters) and what whyc itself executes do not count.
//!
//! After Groce, Chaki, Kroening and Strichman, "Error explanation with distance metrics" (2006).

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::IdVec;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Origin, Program};
use whyc_ir::types::TypeId;
use whyc_term::{Evaluator, TermId, TermStore, Valuation};
use whyc_unroll::step::{AssignRole, Step, StepId, StepKind, Target, Unrolling};

use super::places::PlaceKey;
use crate::measure::is_added;

/// Which items count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// All of them.
    Full,
    /// Those that the violated property can depend on.
    Slice,
    /// Values count where they are computed: one that a run does not execute has no value there.
    Executed,
}

/// Something that has a value in every run.
#[derive(Clone, Debug)]
pub struct Item {
    /// The step that gives it its value.
    pub step: StepId,
    /// Which part of a storage step.
    pub part: Option<Part>,
    /// What it is.
    pub kind: ItemKind,
    /// Its name across unrollings, if it was seen there.
    pub key: Option<PlaceKey>,
    /// Whether it counts for the distance.
    pub counts: bool,
}

/// A part of uninitialised storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// One of the step's cells.
    Cell(usize),
    /// One of the step's reads at a place that only the run tells.
    Read(usize),
}

/// What an item is.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// A value from outside.
    Input {
        /// The value.
        value: TermId,
        /// Its type; padding has none.
        ty: Option<TypeId>,
    },
    /// The value of a variable.
    Value {
        /// The value.
        value: TermId,
        /// Its type.
        ty: TypeId,
        /// Where it is written, if that is computed.
        pointer: Option<TermId>,
    },
    /// A branch.
    Branch {
        /// The condition (Boolean).
        cond: TermId,
    },
    /// A `switch`.
    Switch {
        /// What is switched over.
        value: TermId,
        /// Its type.
        ty: TypeId,
    },
}

/// Which item it is among all of an unrolling.
pub type ItemId = (StepId, Option<Part>);

impl Item {
    /// Which one it is.
    pub fn id(&self) -> ItemId {
        (self.step, self.part)
    }

    /// Whether it is a value from outside.
    pub fn is_input(&self) -> bool {
        matches!(self.kind, ItemKind::Input { .. })
    }

    /// Whether it is a decision.
    pub fn is_guard(&self) -> bool {
        matches!(self.kind, ItemKind::Branch { .. } | ItemKind::Switch { .. })
    }
}

/// A run with everything that is needed to compare it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The run.
    pub run: Run,
    /// The inputs that lead to it.
    pub valuation: Valuation,
    /// Whether the run's path comes to a step, as if no failing check ended it.
    pub reaches: IdVec<StepId, bool>,
}

impl Sample {
    /// The run of `unrolling` for these inputs.
    pub fn new(unrolling: &Unrolling, terms: &TermStore, valuation: Valuation) -> Self {
        let run = Run::new(unrolling, terms, &valuation);
        let mut eval = Evaluator::new(terms, &valuation);
        let reaches = unrolling.steps.iter().map(|step| eval.bool(step.guard)).collect();
        Self { run, valuation, reaches }
    }

    /// The bits of an item; for a branch, the truth of its condition, wherever the path goes.
    pub fn bits(&self, item: &Item) -> u128 {
        let run = &self.run;
        let bits = match item.part {
            Some(Part::Cell(k)) => run.cells.get(&item.step).and_then(|cells| cells.get(k)).copied(),
            Some(Part::Read(k)) => run.reads.get(&item.step).and_then(|reads| reads.get(k)).map(|&(_, bits)| bits),
            None => Some(run.values[item.step]),
        };
        bits.unwrap_or(0)
    }

    /// Where an assignment through a computed pointer goes; 0 for anything else.
    pub fn pointer(&self, item: &Item) -> u64 {
        self.run.pointers.get(&item.step).copied().unwrap_or(0)
    }
}

/// What an item is in a run, for comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The run does not get there.
    Absent,
    /// The value, and where it goes.
    Value(u128, u64),
    /// Whether a branch is come to and its condition true.
    Taken(bool),
    /// Where a `switch` goes; nowhere if the run does not come to it.
    Way(Option<InstrId>),
}

/// What `item` is in a run under `metric`.
pub fn reading(program: &Program, unrolling: &Unrolling, metric: Metric, item: &Item, sample: &Sample) -> Reading {
    let reaches = sample.reaches[item.step];
    match item.kind {
        ItemKind::Input { .. } | ItemKind::Value { .. } => {
            if metric == Metric::Executed && !reaches {
                Reading::Absent
            } else {
                Reading::Value(sample.bits(item), sample.pointer(item))
            }
        }
        ItemKind::Branch { .. } => Reading::Taken(reaches && sample.bits(item) == 1),
        ItemKind::Switch { ty, .. } => {
            let way = switch_way(program, unrolling, &unrolling.steps[item.step], ty, sample.bits(item));
            Reading::Way(way.filter(|_| reaches))
        }
    }
}

/// Where a `switch` goes for a value.
pub fn switch_way(program: &Program, unrolling: &Unrolling, step: &Step, ty: TypeId, bits: u128) -> Option<InstrId> {
    let body = program.functions[unrolling.function_of(step)].body.as_ref()?;
    let InstrKind::Switch { cases, default, .. } = &body.instrs[step.instr].kind else { return None };
    let width = program.types.scalar_bits(ty).unwrap_or(128);
    let unused = 128 - width.clamp(1, 128);
    let number = if program.types.is_signed(ty) {
        (bits << unused) as i128 >> unused
    } else {
        ((bits << unused) >> unused) as i128
    };
    let fits = cases.iter().find(|case| case.low <= number && number <= case.high);
    Some(fits.map_or(*default, |case| case.target))
}

/// The names of what steps define, by step and, for storage, part.
pub type Keys = FxHashMap<(StepId, Option<u64>), PlaceKey>;

/// All items of an unrolling.
pub fn collect(analysis: &Analysis, unrolling: &Unrolling, keys: &Keys) -> Vec<Item> {
    let program = &analysis.program.clone();
    let mut items = Vec::new();
    for (step, s) in unrolling.steps.iter_enumerated() {
        let mut add = |part: Option<Part>, kind: ItemKind, counts: bool| {
            let key = match (&s.kind, part) {
                (StepKind::Storage { cells, .. }, Some(Part::Cell(k))) => keys.get(&(step, Some(cells[k].offset_bits))),
                (_, Some(Part::Read(_))) => None,
                (_, _) => keys.get(&(step, None)),
            };
            items.push(Item { step, part, kind, key: key.copied(), counts });
        };
        let ours = program.functions[unrolling.function_of(s)].origin == Origin::Whyc;
        match &s.kind {
            StepKind::Input { value, ty, .. } => add(None, ItemKind::Input { value: *value, ty: Some(*ty) }, true),
            StepKind::Storage { cells, reads, .. } => {
                let mut seen = FxHashSet::default();
                for (k, cell) in cells.iter().enumerate() {
                    let kind = ItemKind::Input { value: cell.value, ty: cell.ty };
                    seen.insert(cell.value);
                    add(Some(Part::Cell(k)), kind, cell.ty.is_some());
                }
                for (k, read) in reads.iter().enumerate() {
                    if seen.insert(read.value) {
                        let kind = ItemKind::Input { value: read.value, ty: Some(read.ty) };
                        add(Some(Part::Read(k)), kind, true);
                    }
                }
            }
            StepKind::Assign { target, value, ty, role, .. } => {
                let pointer = match target {
                    Target::Computed { pointer, .. } => Some(*pointer),
                    Target::Symbol(_) => None,
                };
                let copied = *role == AssignRole::Parameter && is_called_by_us(program, unrolling, s);
                let is_told = !ours && !copied && is_added(program, unrolling, *target).is_none();
                add(None, ItemKind::Value { value: *value, ty: *ty, pointer }, is_told);
            }
            StepKind::Merge { target, value, ty, .. } => {
                let kind = ItemKind::Value { value: *value, ty: *ty, pointer: None };
                add(None, kind, !ours && is_added(program, unrolling, Target::Symbol(*target)).is_none());
            }
            StepKind::Branch { cond, .. } => {
                let is_told = !ours && !program.is_untold(unrolling.function_of(s), s.instr);
                add(None, ItemKind::Branch { cond: *cond }, is_told);
            }
            StepKind::Switch { value, ty, .. } => add(None, ItemKind::Switch { value: *value, ty: *ty }, !ours),
            StepKind::Assume { .. }
            | StepKind::Check { .. }
            | StepKind::Enter { .. }
            | StepKind::Leave { .. }
            | StepKind::Allocate { .. }
            | StepKind::Free { .. }
            | StepKind::Output { .. }
            | StepKind::Halt
            | StepKind::Cut { .. }
            | StepKind::Unsupported { .. } => {}
        }
    }
    items
}

/// Whether the activation of a step was called by whyc's own code: then its parameters are the inputs once more.
fn is_called_by_us(program: &Program, unrolling: &Unrolling, step: &Step) -> bool {
    let caller = unrolling.frames[step.frame].caller;
    caller.is_some_and(|(frame, _)| program.functions[unrolling.frames[frame].function].origin == Origin::Whyc)
}
