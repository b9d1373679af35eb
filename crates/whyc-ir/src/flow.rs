//! How control and values flow through a body: successors, loops, which locals are live, what a region changes.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;
use whyc_base::ids::Id;

use crate::block::BlockOp;
use crate::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use crate::instr::{Callee, InstrId, InstrKind};
use crate::parts::Part;
use crate::program::{Body, Function, FunctionId, GlobalId, LocalId, Program};

/// The functions that calls may lead to from the entry: direct ones, and those whose address is taken.
#[must_use]
pub fn called(program: &Program) -> BTreeSet<FunctionId> {
    let mut known = BTreeSet::new();
    let mut todo = vec![program.start];
    while let Some(id) = todo.pop() {
        if !known.insert(id) {
            continue;
        }
        let Some(body) = &program.functions[id].body else { continue };
        todo.extend(body.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddr(function) => Some(function),
            _ => None,
        }));
        todo.extend(body.instrs.iter().filter_map(|instr| match instr.kind {
            InstrKind::Call { callee: Callee::Direct(function), .. } => Some(function),
            _ => None,
        }));
    }
    known
}

/// The instructions that may come after `at`, in order and each once. Nothing comes after the end of the function.
#[must_use]
pub fn successors(body: &Body, at: InstrId) -> Vec<InstrId> {
    let kind = &body.instrs[at].kind;
    let mut to = kind.targets();
    let next = InstrId::from_index(at.index() + 1);
    if kind.goes_on() && next.index() < body.instrs.len() {
        to.push(next);
    }
    to.sort_unstable();
    to.dedup();
    to
}

/// The backward jumps of a body, as target and source, in order: its loops.
#[must_use]
pub fn back_edges(body: &Body) -> Vec<(InstrId, InstrId)> {
    let mut edges = BTreeSet::new();
    for (id, instr) in body.instrs.iter_enumerated() {
        edges.extend(instr.kind.targets().into_iter().filter(|&target| target <= id).map(|target| (target, id)));
    }
    edges.into_iter().collect()
}

/// All expressions that `roots` are made of, those in places included; each once for each way to it.
pub fn below(body: &Body, roots: impl IntoIterator<Item = ExprId>, visit: &mut dyn FnMut(ExprId)) {
    let mut stack: Vec<ExprId> = roots.into_iter().collect();
    while let Some(expr) = stack.pop() {
        visit(expr);
        stack.extend(body.exprs[expr].kind.children(body));
    }
}

/// What the instructions of a region write: what a summary of it must forget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Locals that are written by name, or whose life begins or ends.
    pub locals: BTreeSet<LocalId>,
    /// Globals that are written by name.
    pub globals: BTreeSet<GlobalId>,
    /// Whether something is written through a pointer, or to a block as a whole.
    pub memory: bool,
    /// Whether functions are called, which may change more.
    pub calls: bool,
}

impl Changed {
    /// What the instructions from the first to the last of `region` change.
    #[must_use]
    pub fn by(body: &Body, region: RangeInclusive<InstrId>) -> Self {
        let mut changed = Self::default();
        let instrs = body.instrs.iter_enumerated().filter(|(id, _)| region.contains(id));
        for (_, instr) in instrs {
            changed.calls |= matches!(instr.kind, InstrKind::Call { .. });
            changed.memory |= matches!(
                instr.kind,
                InstrKind::Block(BlockOp::Free { .. } | BlockOp::Havoc { .. } | BlockOp::Release { .. })
            );
            for part in instr.kind.parts() {
                match part {
                    Part::Write(place) | Part::WriteFrom(place) => changed.write(body, place),
                    Part::Begin(local) | Part::End(local) => drop(changed.locals.insert(local)),
                    Part::Value(_) | Part::Read(_) | Part::Release(_) => {}
                }
            }
        }
        changed
    }

    fn write(&mut self, body: &Body, place: PlaceId) {
        match body.places[place].base {
            PlaceBase::Local(local) => drop(self.locals.insert(local)),
            PlaceBase::Global(global) => drop(self.globals.insert(global)),
            PlaceBase::Deref(_) => self.memory = true,
        }
    }
}

/// For each jump target of a function, the locals that may still be read by name.
///
/// A local that no path reads any more need not be merged where paths join: its value is dropped instead.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_at: FxHashMap<InstrId, BitSet>,
}

impl Liveness {
    /// The liveness of `function`; nothing is live where there is no body.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let Some(body) = &function.body else { return Self { live_at: FxHashMap::default() } };
        let n_locals = function.locals.len();
        let targets = body.instrs.iter().flat_map(|instr| instr.kind.targets());
        let mut live_at: FxHashMap<InstrId, BitSet> = targets.map(|at| (at, BitSet::new(n_locals))).collect();
        // Backward passes over the straight list until nothing changes: one more than loops are deep.
        let mut changed = true;
        while changed {
            changed = false;
            let mut live = BitSet::new(n_locals);
            for (id, instr) in body.instrs.iter_enumerated().rev() {
                if !instr.kind.goes_on() {
                    live = BitSet::new(n_locals);
                }
                for target in instr.kind.targets() {
                    live.union(&live_at[&target]);
                }
                before(body, &instr.kind, &mut live);
                if let Some(known) = live_at.get_mut(&id) {
                    changed |= known.union(&live);
                }
            }
        }
        Self { live_at }
    }

    /// Whether `local` may be read by name from `at` on; `at` is the target of a jump.
    #[must_use]
    pub fn is_live(&self, at: InstrId, local: LocalId) -> bool {
        self.live_at.get(&at).is_none_or(|live| live.contains(local.0))
    }
}

/// Turns what is live after an instruction into what is live before it.
fn before(body: &Body, kind: &InstrKind, live: &mut BitSet) {
    let parts = kind.parts();
    // What is written as a whole was not needed before, unless the same instruction reads it: writes first.
    for part in &parts {
        match *part {
            Part::Begin(local) | Part::End(local) => live.remove(local.0),
            Part::Write(place) => {
                let place = &body.places[place];
                if let (PlaceBase::Local(local), true) = (place.base, place.projections.is_empty()) {
                    live.remove(local.0);
                }
            }
            Part::Value(_) | Part::Read(_) | Part::WriteFrom(_) | Part::Release(_) => {}
        }
    }
    for part in parts {
        match part {
            Part::Value(expr) => read(body, [expr], live),
            Part::Write(place) if body.places[place].projections.is_empty() && is_local(body, place) => {}
            Part::Write(place) | Part::WriteFrom(place) | Part::Read(place) => {
                if let PlaceBase::Local(local) = body.places[place].base {
                    live.insert(local.0);
                }
                read(body, body.places[place].exprs(), live);
            }
            Part::Release(local) => live.insert(local.0),
            Part::Begin(_) | Part::End(_) => {}
        }
    }
}

fn is_local(body: &Body, place: PlaceId) -> bool {
    matches!(body.places[place].base, PlaceBase::Local(_))
}

/// The values of these expressions are needed.
fn read(body: &Body, exprs: impl IntoIterator<Item = ExprId>, live: &mut BitSet) {
    below(body, exprs, &mut |expr| {
        if let Some(place) = body.exprs[expr].kind.place()
            && let PlaceBase::Local(local) = body.places[place].base
        {
            live.insert(local.0);
        }
    });
}

#[derive(Clone, Debug)]
struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    fn new(n: usize) -> Self {
        Self { words: vec![0; n.div_ceil(64)] }
    }

    fn insert(&mut self, idx: u32) {
        self.words[idx as usize / 64] |= 1 << (idx % 64);
    }

    fn remove(&mut self, idx: u32) {
        self.words[idx as usize / 64] &= !(1 << (idx % 64));
    }

    fn contains(&self, idx: u32) -> bool {
        self.words[idx as usize / 64] & (1 << (idx % 64)) != 0
    }

    /// Adds what `other` holds; says whether that was anything new.
    fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

#[cfg(test)]
mod tests;
