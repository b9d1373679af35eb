//! One run that takes the inputs of a prefix, and what is kept of where it is when the next one is due.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{At, Environment, Event, Target, Value};
use whyc_ir::program::{FunctionId, GlobalId};
use whyc_ir::types::TypeId;

use crate::rounds::Rounds;

/// An activation, by its depth: their numbers say how many there were, which is no part of a state.
struct Frame {
    function: FunctionId,
    instr: InstrId,
    activation: u64,
    /// What of its variables is known.
    cells: Vec<Cell>,
}

/// A part of memory that was written as a whole: of a global, a block, or a local at some depth; of which; from where on, and how much.
type Cell = (u64, u64, u64, u64);

const GLOBAL: u64 = 0;
const BLOCK: u64 = 1;
/// At depth 0.
const LOCAL: u64 = 2;

/// Someone who runs.
pub struct Record<'a> {
    inputs: &'a [u128],
    taken: usize,
    counter: Option<GlobalId>,
    /// What the counter of places is.
    pub counted: u128,
    /// The input that is due and was not given: of which type, and who asks.
    pub due: Option<(FunctionId, TypeId)>,
    /// How often loops go round, if that is asked for.
    pub rounds: Option<Rounds<'a>>,
    stack: Vec<Frame>,
    /// What memory holds, as far as it was written, and the sum of it.
    cells: FxHashMap<Cell, u64>,
    sum: u64,
}

impl<'a> Record<'a> {
    /// Nothing has happened yet.
    pub fn new(inputs: &'a [u128], counter: Option<GlobalId>) -> Self {
        Self {
            inputs,
            taken: 0,
            counter,
            counted: 0,
            due: None,
            rounds: None,
            stack: Vec::new(),
            cells: FxHashMap::default(),
            sum: 0,
        }
    }

    /// How many of the inputs were taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Where the run is, outermost activation first.
    pub fn stack(&self) -> Vec<(FunctionId, InstrId)> {
        self.stack.iter().map(|frame| (frame.function, frame.instr)).collect()
    }

    /// What makes it another state than others: where it is, and what memory holds.
    pub fn key(&self) -> u64 {
        digest(&(self.sum, self.stack()))
    }

    fn set(&mut self, cell: Cell, value: u64) {
        let new = digest(&(cell, value));
        let old = self.cells.insert(cell, new).unwrap_or(0);
        self.sum = self.sum.wrapping_sub(old).wrapping_add(new);
    }

    fn assign(&mut self, target: Target, offset: u64, bits: u64, value: Value<'_>) {
        let value = digest(&value_key(value));
        match target {
            Target::Global(global) => self.set((GLOBAL, u64::from(global.0), offset, bits), value),
            Target::Block(number) => self.set((BLOCK, u64::from(number), offset, bits), value),
            Target::Local { activation, local } => {
                let Ok(depth) = self.stack.binary_search_by_key(&activation, |frame| frame.activation) else { return };
                let cell = (LOCAL + depth as u64, u64::from(local.0), offset, bits);
                self.set(cell, value);
                self.stack[depth].cells.push(cell);
            }
        }
    }
}

fn value_key(value: Value<'_>) -> (u128, &[u8]) {
    match value {
        Value::Scalar(bits) => (bits, &[]),
        Value::Bytes(bytes) => (0, bytes),
    }
}

fn digest<T: std::hash::Hash>(value: &T) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    // Sums of these stand for sets: their bits should have nothing to do with each other.
    let mixed = (hasher.finish() ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ (mixed >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

impl Environment for Record<'_> {
    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        match self.inputs.get(self.taken) {
            Some(&value) => {
                self.taken += 1;
                value
            }
            None => {
                self.due.get_or_insert((at.function, ty));
                0
            }
        }
    }

    fn has_seen_enough(&self) -> bool {
        self.due.is_some()
    }

    fn begin(&mut self, at: At) {
        if let Some(frame) = self.stack.last_mut() {
            frame.instr = at.instr;
        }
        if let Some(rounds) = &mut self.rounds {
            rounds.begin(at);
        }
    }

    fn event(&mut self, _: At, event: Event<'_>) {
        if let Some(rounds) = &mut self.rounds {
            rounds.event(&event);
        }
        match event {
            Event::Enter { function, activation, .. } => {
                self.stack.push(Frame { function, instr: InstrId(0), activation, cells: Vec::new() });
            }
            Event::Leave { .. } => {
                for cell in self.stack.pop().map(|frame| frame.cells).unwrap_or_default() {
                    let gone = self.cells.remove(&cell).unwrap_or(0);
                    self.sum = self.sum.wrapping_sub(gone);
                }
            }
            Event::Assign { target, offset_bits, bits, value } => {
                if let (Target::Global(global), Value::Scalar(now)) = (target, value)
                    && Some(global) == self.counter
                {
                    self.counted = now;
                }
                self.assign(target, offset_bits, bits, value);
            }
            Event::Free { number } => self.set((BLOCK, u64::from(number), u64::MAX, 0), 1),
            _ => {}
        }
    }
}
