//! The same place in two unrollings of one program.
//!
//! Rewriting values lets other paths fold away, so step numbers do not tell which step of one
//! unrolling is which of another. What does: the chain of calls, the iteration of each loop around,
//! the instruction, and which of the values that the instruction defines it is.

use rustc_hash::FxHashMap;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, GlobalId, LocalId};
use whyc_unroll::loops::{LoopId, LoopTable};
use whyc_unroll::rewrite::{Defined, Site};
use whyc_unroll::step::{BlockId, FrameId, ObjectRoot, StepId};

/// The name of a defined value, the same in every unrolling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceKey(u32);

/// A chain of calls, by number.
type Context = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Here {
    context: Context,
    rounds: Vec<(LoopId, u32)>,
    instr: InstrId,
}

/// A variable, whatever number its activation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Root {
    Global(GlobalId),
    Local(Context, LocalId),
    Result(Context),
    /// A block of memory, by the place of its allocation.
    Block(u32),
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    Input(u32),
    Assign(u32),
    Cell(Root, u64),
    Merge(Root, u64),
    Branch,
    Switch,
}

/// Names places. One for all unrollings that are to be compared; [`Places::begin`] starts each.
pub struct Places {
    loops: LoopTable,
    contexts: FxHashMap<(Here, FunctionId), Context>,
    keys: FxHashMap<(Here, What), PlaceKey>,
    /// The contexts of the activations of the current unrolling.
    frames: FxHashMap<FrameId, Context>,
    storage: FxHashMap<StepId, (Here, Root)>,
    /// The places where blocks are allocated, and those of the blocks of the current unrolling.
    allocations: FxHashMap<Here, u32>,
    blocks: FxHashMap<BlockId, u32>,
    /// How many inputs and assignments an instruction has made in this visit.
    ordinals: FxHashMap<(Here, bool), u32>,
}

impl Places {
    /// No place has a name yet.
    pub fn new(loops: LoopTable) -> Self {
        Self {
            loops,
            contexts: FxHashMap::default(),
            keys: FxHashMap::default(),
            frames: FxHashMap::default(),
            storage: FxHashMap::default(),
            allocations: FxHashMap::default(),
            blocks: FxHashMap::default(),
            ordinals: FxHashMap::default(),
        }
    }

    /// Another unrolling begins.
    pub fn begin(&mut self) {
        self.frames.clear();
        self.frames.insert(FrameId(0), 0);
        self.storage.clear();
        self.blocks.clear();
        self.ordinals.clear();
    }

    /// An activation begins.
    pub fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        let here = self.here(site);
        let next = self.contexts.len() as Context + 1;
        let context = *self.contexts.entry((here, function)).or_insert(next);
        self.frames.insert(frame, context);
    }

    /// Storage begins its life.
    pub fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        let here = self.here(site);
        if let ObjectRoot::Block(block) = root {
            let next = self.allocations.len() as u32;
            let place = *self.allocations.entry(here.clone()).or_insert(next);
            self.blocks.insert(block, place);
        }
        let root = self.root(root);
        self.storage.insert(site.step, (here, root));
    }

    /// The name of a value that is being defined.
    pub fn key(&mut self, site: Site<'_>, what: Defined) -> PlaceKey {
        let mut here = self.here(site);
        let what = match what {
            Defined::Input => What::Input(self.ordinal(&here, true)),
            Defined::Assign => What::Assign(self.ordinal(&here, false)),
            Defined::Cell { storage, offset_bits } => match self.storage.get(&storage) {
                Some((declared, root)) => {
                    here = declared.clone();
                    What::Cell(*root, offset_bits)
                }
                None => What::Cell(Root::Other, offset_bits),
            },
            Defined::Merge { root, offset_bits } => What::Merge(self.root(root), offset_bits),
            Defined::Branch => What::Branch,
            Defined::Switch => What::Switch,
        };
        let next = PlaceKey(self.keys.len() as u32);
        *self.keys.entry((here, what)).or_insert(next)
    }

    fn here(&self, site: Site<'_>) -> Here {
        let inside = |id: LoopId| {
            let l = &self.loops.all()[id];
            l.head <= site.instr && site.instr <= l.last
        };
        let mut rounds: Vec<(LoopId, u32)> = site.rounds.iter().copied().filter(|&(id, _)| inside(id)).collect();
        rounds.sort_unstable();
        Here { context: self.context(site.frame), rounds, instr: site.instr }
    }

    fn context(&self, frame: FrameId) -> Context {
        self.frames.get(&frame).copied().unwrap_or(Context::MAX)
    }

    fn root(&self, root: ObjectRoot) -> Root {
        match root {
            ObjectRoot::Global(global) => Root::Global(global),
            ObjectRoot::Local(frame, local) => Root::Local(self.context(frame), local),
            ObjectRoot::Result(frame) => Root::Result(self.context(frame)),
            ObjectRoot::Block(block) => self.blocks.get(&block).map_or(Root::Other, |&place| Root::Block(place)),
            ObjectRoot::Null | ObjectRoot::Function(_) => Root::Other,
        }
    }

    fn ordinal(&mut self, here: &Here, is_input: bool) -> u32 {
        let count = self.ordinals.entry((here.clone(), is_input)).or_insert(0);
        *count += 1;
        *count - 1
    }
}
