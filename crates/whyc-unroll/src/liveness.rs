//! Which locals may still be read by name, at the places where paths join.
//!
//! A local that no path reads any more need not be merged: its value is dropped instead. This
//! keeps temporaries and the variables of finished loop bodies out of the unrolling.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Function, LocalId};

use crate::loops::targets;

/// For each jump target of a function, the locals that are live there.
pub struct Liveness {
    live_at: FxHashMap<InstrId, BitSet>,
}

impl Liveness {
    /// The liveness of `function`, which has a body.
    pub fn new(function: &Function) -> Self {
        let Some(body) = &function.body else { return Self { live_at: FxHashMap::default() } };
        let n_locals = function.locals.len();
        let joins: FxHashSet<InstrId> = body.instrs.iter().flat_map(|instr| targets(&instr.kind)).collect();
        let mut live_at: FxHashMap<InstrId, BitSet> = joins.into_iter().map(|at| (at, BitSet::new(n_locals))).collect();
        let uses = Uses { function };
        // Backward passes over the straight list until nothing changes: one more than loops are deep.
        let mut changed = true;
        while changed {
            changed = false;
            let mut live = BitSet::new(n_locals);
            for (id, instr) in body.instrs.iter_enumerated().rev() {
                match &instr.kind {
                    InstrKind::Jump(_) | InstrKind::Switch { .. } | InstrKind::Return(_) | InstrKind::Halt => {
                        live = BitSet::new(n_locals);
                    }
                    InstrKind::Unsupported(_) => live = BitSet::new(n_locals),
                    _ => {}
                }
                for target in targets(&instr.kind) {
                    live.union(&live_at[&target]);
                }
                uses.transfer(&instr.kind, &mut live);
                if let Some(known) = live_at.get_mut(&id) {
                    changed |= known.union(&live);
                }
            }
        }
        Self { live_at }
    }

    /// Whether `local` may be read by name from `at` on; `at` is the target of a jump.
    pub fn is_live(&self, at: InstrId, local: LocalId) -> bool {
        self.live_at.get(&at).is_none_or(|live| live.contains(local.0))
    }
}

/// What an instruction reads and writes.
struct Uses<'a> {
    function: &'a Function,
}

impl Uses<'_> {
    /// Turns what is live after an instruction into what is live before it.
    fn transfer(&self, kind: &InstrKind, live: &mut BitSet) {
        match kind {
            InstrKind::Declare(local) | InstrKind::Kill(local) => live.remove(local.0),
            InstrKind::Assign { place, value } => {
                self.written(*place, live);
                self.expr(*value, live);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.written(*place, live),
            InstrKind::Call { dest, callee, args } => {
                if let Some(dest) = dest {
                    self.written(*dest, live);
                }
                if let Callee::Indirect(pointer) = callee {
                    self.expr(*pointer, live);
                }
                for &arg in args {
                    self.expr(arg, live);
                }
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Assert { cond: value, .. } => self.expr(*value, live),
            InstrKind::Block(op) => {
                for place in op.places() {
                    match op {
                        BlockOp::Allocate { .. } => self.written(place, live),
                        _ => self.used(place, live),
                    }
                }
                if let BlockOp::Release { local } = op {
                    live.insert(local.0);
                }
                op.exprs().for_each(|expr| self.expr(expr, live));
            }
            InstrKind::Output(output) => output.exprs().for_each(|expr| self.expr(expr, live)),
            InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    fn written(&self, place: PlaceId, live: &mut BitSet) {
        let Some(body) = &self.function.body else { return };
        let place = &body.places[place];
        if let (PlaceBase::Local(local), true) = (place.base, place.projections.is_empty()) {
            live.remove(local.0);
        } else {
            self.place_parts(&place.base, &place.projections, live);
        }
    }

    fn used(&self, place: PlaceId, live: &mut BitSet) {
        if let Some(body) = &self.function.body {
            let place = &body.places[place];
            self.place_parts(&place.base, &place.projections, live);
        }
    }

    fn place_parts(&self, base: &PlaceBase, projections: &[Projection], live: &mut BitSet) {
        match *base {
            PlaceBase::Local(local) => live.insert(local.0),
            PlaceBase::Global(_) => {}
            PlaceBase::Deref(pointer) => self.expr(pointer, live),
        }
        for projection in projections {
            match *projection {
                Projection::Field(_) => {}
                Projection::Index(index) => self.expr(index, live),
            }
        }
    }

    fn expr(&self, expr: ExprId, live: &mut BitSet) {
        let Some(body) = &self.function.body else { return };
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match &body.exprs[expr].kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
                ExprKind::Load(place) | ExprKind::AddrOf(place) => {
                    let place = &body.places[*place];
                    match place.base {
                        PlaceBase::Local(local) => live.insert(local.0),
                        PlaceBase::Global(_) => {}
                        PlaceBase::Deref(pointer) => stack.push(pointer),
                    }
                    stack.extend(place.projections.iter().filter_map(|projection| match *projection {
                        Projection::Field(_) => None,
                        Projection::Index(index) => Some(index),
                    }));
                }
                ExprKind::Unary(_, a) | ExprKind::Cast(a) => stack.push(*a),
                ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => stack.extend([*a, *b]),
                ExprKind::Cond(c, a, b) => stack.extend([*c, *a, *b]),
                ExprKind::Intrinsic(_, args) => stack.extend(args),
            }
        }
    }
}

#[derive(Clone)]
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
