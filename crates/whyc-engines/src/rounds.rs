//! How often loops go round in a run, and how deep functions call themselves.

use rustc_hash::FxHashMap;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{At, Event};
use whyc_ir::program::FunctionId;
use whyc_unroll::loops::{LoopId, LoopTable};

/// How often each of these, in order.
pub(crate) type Counts<K> = Vec<(K, u32)>;

/// Someone who counts.
pub(crate) struct Rounds<'a> {
    loops: &'a LoopTable,
    most: FxHashMap<LoopId, u32>,
    depths: FxHashMap<FunctionId, u32>,
    /// The functions that have been entered and not left.
    stack: Vec<FunctionId>,
    /// By activation the instruction before, and the rounds of the loops it is in.
    last: FxHashMap<u64, InstrId>,
    now: FxHashMap<(u64, LoopId), u32>,
}

impl<'a> Rounds<'a> {
    /// Nothing has happened yet.
    pub(crate) fn new(loops: &'a LoopTable) -> Self {
        Self {
            loops,
            most: FxHashMap::default(),
            depths: FxHashMap::default(),
            stack: Vec::new(),
            last: FxHashMap::default(),
            now: FxHashMap::default(),
        }
    }

    /// An instruction begins.
    pub(crate) fn begin(&mut self, at: At) {
        let before = self.last.insert(at.activation, at.instr);
        for (id, it) in self.loops.in_function(at.function) {
            if it.head != at.instr {
                continue;
            }
            let now = self.now.entry((at.activation, id)).or_default();
            // Entered from elsewhere, it begins anew.
            *now = if before == Some(it.last) { *now + 1 } else { 0 };
            let most = self.most.entry(id).or_default();
            *most = (*most).max(*now);
        }
    }

    /// Something happens.
    pub(crate) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Enter { function, .. } => {
                let nested = self.stack.iter().filter(|it| *it == function).count() as u32;
                let depth = self.depths.entry(*function).or_default();
                *depth = (*depth).max(nested);
                self.stack.push(*function);
            }
            Event::Leave { .. } => drop(self.stack.pop()),
            _ => {}
        }
    }

    /// Both, in order.
    pub(crate) fn counted(self) -> (Counts<LoopId>, Counts<FunctionId>) {
        let mut most: Vec<(LoopId, u32)> = self.most.into_iter().collect();
        most.sort_unstable();
        let mut depths: Vec<(FunctionId, u32)> = self.depths.into_iter().filter(|(_, depth)| *depth > 0).collect();
        depths.sort_unstable();
        (most, depths)
    }
}
