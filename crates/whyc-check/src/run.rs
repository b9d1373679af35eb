//! A run: the value of every step under one model, and which steps it executes.

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id, IdVec};
use whyc_ir::interp::print;
use whyc_term::{Evaluator, TermStore, Valuation};
use whyc_unroll::step::{OutputTerm, StepId, StepKind, StorageRead, Target, Unrolling};

/// One valuation of the steps of an unrolling.
#[derive(Clone, Debug)]
pub struct Run {
    /// The values of the inputs.
    pub inputs: Valuation,
    /// Whether the run executes the step. Nothing after its end is executed.
    pub executed: IdVec<StepId, bool>,
    /// The value of the step, executed or not: the bits of an input, an assignment, a merge, a
    /// switch or a returned value, 0 or 1 for conditions; 0 for steps without value.
    pub values: IdVec<StepId, u128>,
    /// The values of the cells of storage steps.
    pub cells: FxHashMap<StepId, Vec<u128>>,
    /// The elements that storage steps are read at where only the run says, with their values.
    pub reads: FxHashMap<StepId, Vec<(u64, u128)>>,
    /// What is written to the outside world: the stream and the bytes, for executed steps.
    pub outputs: FxHashMap<StepId, (i32, Vec<u8>)>,
    /// The addresses of objects, by number.
    pub addresses: FxHashMap<u32, u64>,
    /// Where assignments through computed pointers go.
    pub pointers: FxHashMap<StepId, u64>,
    /// The step that ends the run before its time: a failing check, a violated assumption, or
    /// something that is not modelled or not explored.
    pub end: Option<StepId>,
}

impl Run {
    /// The run of `unrolling` in which the inputs have these values.
    #[must_use]
    pub fn new(unrolling: &Unrolling, terms: &TermStore, valuation: &Valuation) -> Self {
        let mut eval = Evaluator::new(terms, valuation);
        let n = unrolling.steps.len();
        let mut run = Self {
            inputs: valuation.clone(),
            executed: IdVec::filled(false, n),
            values: IdVec::filled(0, n),
            cells: FxHashMap::default(),
            reads: FxHashMap::default(),
            outputs: FxHashMap::default(),
            pointers: FxHashMap::default(),
            addresses: FxHashMap::default(),
            end: None,
        };
        for (&number, &address) in &unrolling.addresses {
            run.addresses.insert(number, eval.bits(address) as u64);
        }
        for (id, step) in unrolling.steps.iter_enumerated() {
            let executed = run.end.is_none() && eval.bool(step.guard);
            run.executed[id] = executed;
            if let (true, StepKind::Output { stream, item }) = (executed, &step.kind) {
                let bytes = written(&mut eval, item);
                run.outputs.insert(id, (eval.bits(*stream) as i32, bytes));
            }
            run.values[id] = match &step.kind {
                StepKind::Input { value, .. }
                | StepKind::Merge { value, .. }
                | StepKind::Switch { value, .. }
                | StepKind::Leave { value: Some((value, _)), .. } => eval.bits(*value),
                StepKind::Assign { target, value, .. } => {
                    if let Target::Computed { pointer, .. } = target {
                        run.pointers.insert(id, eval.bits(*pointer) as u64);
                    }
                    eval.bits(*value)
                }
                StepKind::Branch { cond, .. } => u128::from(eval.bool(*cond)),
                StepKind::Assume { cond } | StepKind::Check { cond, .. } => {
                    let holds = eval.bool(*cond);
                    if executed && !holds {
                        run.end = Some(id);
                    }
                    u128::from(holds)
                }
                StepKind::Storage { cells, reads, .. } => {
                    if !reads.is_empty() {
                        let read = |read: &StorageRead| (eval.bits(read.index) as u64, eval.bits(read.value));
                        run.reads.insert(id, reads.iter().map(read).collect());
                    }
                    run.cells.insert(id, cells.iter().map(|cell| eval.bits(cell.value)).collect());
                    0
                }
                StepKind::Unsupported { .. } | StepKind::Cut { .. } => {
                    if executed {
                        run.end = Some(id);
                    }
                    0
                }
                StepKind::Free { pointer } => eval.bits(*pointer),
                StepKind::Output { item: OutputTerm::Byte(value) | OutputTerm::Number { value, .. }, .. } => {
                    eval.bits(*value)
                }
                StepKind::Leave { value: None, .. }
                | StepKind::Enter { .. }
                | StepKind::Allocate { .. }
                | StepKind::Output { item: OutputTerm::Text(_), .. }
                | StepKind::Halt => 0,
            };
        }
        run
    }

    /// What the run writes to a stream.
    #[must_use]
    pub fn output(&self, stream: i32) -> Vec<u8> {
        let mut bytes = Vec::new();
        for id in self.executed_steps() {
            if let Some((to, text)) = self.outputs.get(&id)
                && *to == stream
            {
                bytes.extend_from_slice(text);
            }
        }
        bytes
    }

    /// The executed steps, in order.
    pub fn executed_steps(&self) -> impl Iterator<Item = StepId> {
        self.executed.ids().filter(|&id| self.executed[id])
    }

    /// How many steps the unrolling has.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.executed.len()
    }

    /// The step before `step`, if there is one.
    #[must_use]
    pub fn before(step: StepId) -> Option<StepId> {
        step.index().checked_sub(1).map(StepId::from_index)
    }
}

/// The bytes of an output.
fn written(eval: &mut Evaluator<'_>, item: &OutputTerm) -> Vec<u8> {
    match item {
        OutputTerm::Text(bytes) => bytes.clone(),
        OutputTerm::Byte(value) => vec![eval.bits(*value) as u8],
        OutputTerm::Number { value, conversion, layout } => {
            let [flags, width, precision] = layout.map(|term| eval.bits(term) as u32);
            let layout = print::Layout { flags, width: width as i32, precision: precision as i32 };
            print::number(*conversion, eval.bits(*value) as u64, layout).into_bytes()
        }
    }
}
