//! What a run takes from outside, handed out by the instruction that asks and by how often it has asked, so that a run that
//! goes another way still gets what belongs to it.

use rustc_hash::FxHashMap;
use whyc_check::Run;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, Entry};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, Program};
use whyc_unroll::step::{InputSource, ObjectRoot, StepId, StepKind, StorageCell, StorageRead, Unrolling};

/// Parts of storage: where, how many bits, what.
type Cells = Vec<(u64, u32, u128)>;

/// The inputs of a run, and the numbers of its objects.
#[derive(Debug, Default)]
pub struct Supply {
    sites: FxHashMap<(FunctionId, InstrId), Vec<Recorded>>,
    globals: FxHashMap<GlobalId, Cells>,
    /// The activations that begin, in order: the function and the number of its first object.
    enters: Vec<(FunctionId, u32)>,
    /// The numbers of the blocks that are allocated, in order.
    allocations: Vec<u32>,
    /// The numbers of the variables that pointers can reach, in the order in which their lives begin.
    lives: Vec<u32>,
    /// The addresses that the run looks at, by number of the object.
    addresses: FxHashMap<u32, u64>,
    /// A number that no object of the run has, nor any after it.
    fresh: u32,
    /// Of which instruction those of the function are copies into which threads were woven: steps tell the original.
    originals: FxHashMap<(FunctionId, InstrId), (FunctionId, InstrId)>,
}

#[derive(Clone, Debug)]
enum Recorded {
    Value(u128),
    Cells(Cells),
}

impl Supply {
    /// What `run` takes.
    pub fn new(program: &Program, unrolling: &Unrolling, run: &Run) -> Self {
        let addresses = run.addresses.clone();
        let originals = originals(program);
        let mut supply = Self { fresh: layout::first_dynamic_object(program), addresses, originals, ..Self::default() };
        for id in run.executed_steps() {
            let step = &unrolling.steps[id];
            let site = (unrolling.function_of(step), step.instr);
            match &step.kind {
                StepKind::Input { source: InputSource::Address, .. } => {}
                StepKind::Input { .. } => {
                    supply.sites.entry(site).or_default().push(Recorded::Value(run.values[id]));
                }
                StepKind::Storage { object, cells, reads } => {
                    let parts = parts(unrolling, run, id, cells, reads);
                    if let Some(&number) = unrolling.lives.get(&id) {
                        supply.lives.push(number);
                        supply.fresh = supply.fresh.max(number.saturating_add(1));
                    }
                    match object {
                        ObjectRoot::Global(global) if !supply.is_asked_for(program, site) => {
                            supply.globals.insert(*global, parts);
                        }
                        _ => supply.sites.entry(site).or_default().push(Recorded::Cells(parts)),
                    }
                }
                StepKind::Enter { callee } => {
                    let frame = &unrolling.frames[*callee];
                    let n_objects = layout::addressed_locals(program, frame.function).count() as u32;
                    supply.enters.push((frame.function, frame.object_base));
                    supply.fresh = supply.fresh.max(frame.object_base.saturating_add(n_objects));
                }
                StepKind::Allocate { block } => {
                    let number = unrolling.blocks[*block].number;
                    supply.allocations.push(number);
                    supply.fresh = supply.fresh.max(number.saturating_add(1));
                }
                StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Branch { .. }
                | StepKind::Switch { .. }
                | StepKind::Assume { .. }
                | StepKind::Check { .. }
                | StepKind::Leave { .. }
                | StepKind::Halt
                | StepKind::Cut { .. }
                | StepKind::Unsupported { .. } => {}
            }
        }
        supply
    }

    /// Whether the storage of a global is asked for by an instruction: what a function without body may have changed.
    fn is_asked_for(&self, program: &Program, (function, instr): (FunctionId, InstrId)) -> bool {
        use whyc_ir::block::BlockOp;
        use whyc_ir::instr::InstrKind;
        let body = program.functions[function].body.as_ref();
        let kind = body.and_then(|body| body.instrs.get(instr)).map(|instr| &instr.kind);
        matches!(kind, Some(InstrKind::Block(BlockOp::Havoc { .. })))
    }
}

/// The copies of woven code by their originals' places; none where there are no threads.
fn originals(program: &Program) -> FxHashMap<(FunctionId, InstrId), (FunctionId, InstrId)> {
    let Some(woven) = &program.woven else { return FxHashMap::default() };
    let original = |copy: InstrId| woven.origin(woven.function, copy).map(|(_, function, instr)| (function, instr));
    let copies = woven.origins.ids().filter_map(|copy| Some(((woven.function, copy), original(copy)?)));
    copies.collect()
}

fn parts(unrolling: &Unrolling, run: &Run, id: StepId, cells: &[StorageCell], reads: &[StorageRead]) -> Cells {
    let elements = reads.iter().zip(run.reads.get(&id).map_or(&[][..], Vec::as_slice));
    let mut parts: Cells = elements
        .map(|(read, &(index, value))| (index.saturating_mul(u64::from(read.bits)), read.bits, value))
        .collect();
    let bits = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
    let width = |cell: &StorageCell| unrolling.symbols[cell.target.symbol].bits;
    parts.extend(cells.iter().zip(bits).map(|(cell, &bits)| (cell.offset_bits, width(cell), bits)));
    parts
}

/// How far a supply has been used.
pub struct Asked<'a> {
    supply: &'a Supply,
    counts: FxHashMap<(FunctionId, InstrId), usize>,
    n_enters: usize,
    n_allocations: usize,
    n_lives: usize,
    fresh: u32,
}

impl<'a> Asked<'a> {
    /// Nothing has been asked for.
    pub fn new(supply: &'a Supply) -> Self {
        Self { supply, counts: FxHashMap::default(), n_enters: 0, n_allocations: 0, n_lives: 0, fresh: supply.fresh }
    }

    fn next(&mut self, at: At) -> Option<&'a Recorded> {
        let at = (at.function, at.instr);
        let site = self.supply.originals.get(&at).copied().unwrap_or(at);
        let count = self.counts.entry(site).or_insert(0);
        *count += 1;
        self.supply.sites.get(&site)?.get(*count - 1)
    }

    /// The number of a variable whose life begins; none once the run has been changed, or if it has no more.
    pub fn life(&mut self, changed: bool) -> Option<u32> {
        self.n_lives += 1;
        self.supply.lives.get(self.n_lives - 1).copied().filter(|_| !changed)
    }

    /// The address of an object.
    pub fn address(&self, number: u32) -> Option<u64> {
        self.supply.addresses.get(&number).copied()
    }

    /// A number; 0 for what the run does not have.
    pub fn number(&mut self, at: At) -> u128 {
        match self.next(at) {
            Some(Recorded::Value(value)) => *value,
            Some(Recorded::Cells(_)) | None => 0,
        }
    }

    /// The content of storage.
    pub fn fill(&mut self, at: At, bytes: &mut [u8]) {
        if let Some(Recorded::Cells(cells)) = self.next(at) {
            set_all(bytes, cells);
        }
    }

    /// The content of a global without definition.
    pub fn fill_global(&self, global: GlobalId, bytes: &mut [u8]) {
        set_all(bytes, self.supply.globals.get(&global).map_or(&[][..], Vec::as_slice));
    }

    /// The number of the first object of an activation. With `other_way`, the run is not the recorded one any more.
    pub fn enter(&mut self, entry: Entry, other_way: bool) -> Option<u32> {
        entry.caller?;
        let recorded = self.supply.enters.get(self.n_enters).filter(|(function, _)| *function == entry.function);
        self.n_enters += 1;
        if let (Some((_, base)), false) = (recorded, other_way) {
            return Some(*base);
        }
        let base = self.fresh;
        self.fresh = self.fresh.saturating_add(entry.n_objects);
        Some(base)
    }

    /// The number of a block that is allocated.
    pub fn allocate(&mut self, other_way: bool) -> Option<u32> {
        let recorded = self.supply.allocations.get(self.n_allocations).copied();
        self.n_allocations += 1;
        if let (Some(number), false) = (recorded, other_way) {
            return Some(number);
        }
        self.fresh = self.fresh.saturating_add(1);
        Some(self.fresh - 1)
    }
}

fn set_all(bytes: &mut [u8], cells: &[(u64, u32, u128)]) {
    for &(offset_bits, bits, value) in cells {
        set_bits(bytes, offset_bits, bits, value);
    }
}
