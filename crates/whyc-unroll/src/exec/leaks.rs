//! What is lost when the program ends: blocks from the heap to which nothing leads any more.
//!
//! A pointer into a block leads to it, from a variable that is still there or from a block that something
//! leads to. That is what leak checkers of running programs go by, too.

use rustc_hash::FxHashMap;
use whyc_ir::block::BlockLife;
use whyc_ir::layout::{self, Pointers};
use whyc_ir::program::LocalKind;
use whyc_ir::property::{PropertyClass, PropertyId, Site};
use whyc_term::TermId;

use crate::eval::View;
use crate::memory::{self, ObjectId, Slot};
use crate::state::{At, Machine, State};
use crate::step::{BlockId, ObjectRoot};

/// Arrays with more elements than this, at unknown places, are not searched for pointers.
const MAX_ELEMENTS: u64 = 4096;

/// Where a pointer stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// In a variable.
    Variable,
    /// In a block from the heap.
    Block(ObjectId),
}

/// Something that may lead to a block.
struct Lead {
    from: Holder,
    to: ObjectId,
    /// When it does.
    cond: TermId,
}

impl Machine<'_> {
    /// The program ends: something should lead to every block from the heap that has not been freed.
    pub(super) fn check_leaks(&mut self, state: &State, at: At) {
        let watched = self.watched_blocks();
        if watched.is_empty() {
            return;
        }
        let leads = self.leads(state, at);
        let found = self.found(state, &leads);
        for (object, property) in watched {
            let alive = self.alive(state, object);
            let freed = self.terms.not(alive);
            let kept = match found.get(&object) {
                Some(&found) => self.terms.or(freed, found),
                None => freed,
            };
            self.check_property(at, property, kept);
        }
    }

    /// The blocks whose loss is a fault.
    fn watched_blocks(&self) -> Vec<(ObjectId, PropertyId)> {
        let blocks = (0..self.unrolling.blocks.len() as u32).map(|idx| &self.unrolling.blocks[BlockId(idx)]);
        let watched = blocks.filter(|block| block.life == BlockLife::Heap).filter_map(|block| {
            let function = self.unrolling.frames[block.frame].function;
            let property = self.properties.at(function, Site::Instr(block.instr), PropertyClass::Leak)?;
            Some((ObjectId(block.number), property))
        });
        watched.collect()
    }

    /// All pointers in memory that may lead to a block.
    fn leads(&mut self, state: &State, at: At) -> Vec<Lead> {
        let width = u64::from(self.program.types.target.pointers.bits());
        let mut leads = Vec::new();
        let mut last = None;
        for (key, _) in state.memory.range(0, u64::MAX) {
            let (object, offset) = memory::split_key(key);
            let Some(from) = self.holder(state, object) else { continue };
            match memory::slot(offset) {
                Slot::Cell(at_bits) => {
                    let word = (object, at_bits / width);
                    if last.replace(word) != Some(word) {
                        self.leads_at(state, at, from, object, word.1 * width, &mut leads);
                    }
                }
                Slot::Array => self.leads_in_array(state, at, from, object, &mut leads),
                Slot::Alive | Slot::Base => {}
            }
        }
        leads
    }

    /// What an object is as a place for pointers; `None` if pointers there do not count. Temporaries do not: they hold
    /// what the program has passed on, or lost.
    fn holder(&mut self, state: &State, object: ObjectId) -> Option<Holder> {
        match self.objects.get(object).root {
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => None,
            ObjectRoot::Global(_) => Some(Holder::Variable),
            ObjectRoot::Local(frame, local) => {
                let function = self.unrolling.frames[frame].function;
                let is_named = self.program.functions[function].locals[local].kind != LocalKind::Temporary;
                (is_named && function != self.program.start).then_some(Holder::Variable)
            }
            ObjectRoot::Block(block) => match self.unrolling.blocks[block].life {
                BlockLife::Heap => Some(Holder::Block(object)),
                BlockLife::Frame => {
                    let alive = self.alive(state, object);
                    (self.terms.as_bool(alive) == Some(true)).then_some(Holder::Variable)
                }
            },
        }
    }

    fn leads_at(&mut self, state: &State, at: At, from: Holder, object: ObjectId, at_bits: u64, leads: &mut Vec<Lead>) {
        let pointers = self.program.types.target.pointers;
        let leaf = self.leaf_at(object, at_bits);
        let is_pointer = leaf.offset_bits == at_bits && self.program.types.is_pointer(leaf.ty);
        let word = self.read_at(&state.memory, object, at_bits, pointers.bits(), View::Pointer);
        self.forget_strange();
        self.read_undeclared = false;
        let (number, _) = self.split(word);
        // A number that nobody knows is no pointer unless it is declared as one.
        if self.pointees(number).open && !is_pointer {
            return;
        }
        for to in self.objects_behind(number) {
            let is_heap = matches!(self.objects.get(to).root, ObjectRoot::Block(block)
                if self.unrolling.blocks[block].life == BlockLife::Heap);
            if is_heap {
                let cond = self.is_number(number, to);
                // A number of 32 bits that was never a pointer looks like one easily.
                if pointers == Pointers::Bits32 && !is_pointer {
                    let guard = self.guards.and(self.terms, at.guard, cond);
                    let span = self.body(at).instrs[at.instr].span;
                    self.unsupported(At { guard, ..at }, span, "a search for lost blocks in numbers of 32 bits");
                }
                leads.push(Lead { from, to, cond });
            }
        }
    }

    fn leads_in_array(&mut self, state: &State, at: At, from: Holder, object: ObjectId, leads: &mut Vec<Lead>) {
        let leaf = self.leaf_at(object, 0);
        if !self.program.types.is_pointer(leaf.ty) {
            return;
        }
        let width = u64::from(self.program.types.target.pointers.bits());
        let n_elements = self.objects.get(object).size.min(layout::MAX_BLOCK_BYTES) / (width / 8);
        if n_elements > MAX_ELEMENTS {
            let span = self.body(at).instrs[at.instr].span;
            return self.unsupported(at, span, "a search for lost blocks in a large array of pointers");
        }
        for element in 0..n_elements {
            self.leads_at(state, at, from, object, element * width, leads);
        }
    }

    /// When something leads to each block: the least solution, so that blocks that only lead to each other are lost.
    fn found(&mut self, state: &State, leads: &[Lead]) -> FxHashMap<ObjectId, TermId> {
        let mut found: FxHashMap<ObjectId, TermId> = FxHashMap::default();
        // No way to a block is longer than there are blocks.
        for _ in 0..=self.unrolling.blocks.len() {
            let mut changed = false;
            for lead in leads {
                let reached = match lead.from {
                    Holder::Variable => lead.cond,
                    Holder::Block(from) => {
                        let Some(&before) = found.get(&from) else { continue };
                        let alive = self.alive(state, from);
                        let there = self.terms.and(before, alive);
                        self.terms.and(there, lead.cond)
                    }
                };
                let old = found.get(&lead.to).copied().unwrap_or_else(|| self.terms.bool_const(false));
                let new = self.terms.or(old, reached);
                if new != old {
                    found.insert(lead.to, new);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        found
    }
}
