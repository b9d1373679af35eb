//! What a loop writes, as far as its text tells, for loops that do not say it.
//!
//! Variables by their names; through pointers, the whole objects that the pointers lead to which the loop starts from. It need
//! not be right: what it leaves out is noticed when it is written ([`frame`](super::frame)).

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{GlobalId, LocalId, LocalKind};
use whyc_ir::types::IntKind;

use super::builder::{Builder, Item};
use super::targets::{Target, TargetKind};

/// At most this many assignments are followed from a pointer to where it comes from.
const DEEPEST: u32 = 8;

impl Builder<'_, '_> {
    /// The variables around a loop that its instructions write by their names.
    pub fn written_locals(&self, round: &[Item], n_locals: usize) -> Vec<LocalId> {
        let mut written: Vec<LocalId> = Vec::new();
        for (place, _) in writes(round) {
            if let PlaceBase::Local(local) = self.body.places[place].base
                && local.index() < n_locals
                && self.locals[local].kind != LocalKind::Temporary
                && !written.contains(&local)
            {
                written.push(local);
            }
        }
        written
    }

    /// Whether instructions write something other than variables by their names, or call something that may.
    pub fn reaches_out(&self, round: &[Item]) -> bool {
        let calls = round.iter().any(|item| {
            matches!(
                item,
                Item::Instr(InstrKind::Call { .. } | InstrKind::Block(BlockOp::Free { .. } | BlockOp::Havoc { .. }), _)
            )
        });
        calls || writes(round).any(|(place, _)| !matches!(self.body.places[place].base, PlaceBase::Local(_)))
    }

    /// What instructions seem to write beyond that.
    pub fn guessed_targets(&mut self, round: &[Item], n_locals: usize, span: Span) -> Vec<Target> {
        let mut roots: Vec<ExprId> = Vec::new();
        let mut globals: Vec<GlobalId> = Vec::new();
        for (place, _) in writes(round) {
            match self.body.places[place].base {
                PlaceBase::Deref(pointer) => self.roots(pointer, round, n_locals, 0, &mut roots),
                PlaceBase::Global(global) => globals.push(global),
                PlaceBase::Local(_) => {}
            }
        }
        for item in round {
            let Item::Instr(InstrKind::Call { callee, args, .. }, _) = item else { continue };
            for (idx, &arg) in args.iter().enumerate() {
                if self.types().is_pointer(self.ty(arg)) && self.may_write(*callee, idx) {
                    self.roots(arg, round, n_locals, 0, &mut roots);
                }
            }
        }
        globals.extend(self.operand_effects(None, round).called_globals());
        globals.sort_unstable();
        globals.dedup();
        let mut targets = Vec::new();
        for global in globals {
            if self.cx.ghosts.contains(&global) || self.cx.globals[global].is_const {
                continue;
            }
            let ty = self.cx.globals[global].ty;
            let place = self.place(PlaceBase::Global(global), Vec::new(), ty, span);
            let pointer = self.address_of(place, span);
            targets.push(Target { kind: TargetKind::Typed { pointer, ty }, condition: None, span });
        }
        let mut seen = FxHashSet::default();
        for root in roots {
            if seen.insert(self.key_of(root)) {
                targets.push(self.whole_object(root, span));
            }
        }
        targets
    }

    /// Whether a function may write through its argument with this index.
    fn may_write(&self, callee: Callee, idx: usize) -> bool {
        let Callee::Direct(function) = callee else { return true };
        let Some(definition) = self.cx.infos[function].definition else { return true };
        definition.arguments().get(idx).is_none_or(|param| !param.ty().canonical().pointee().is_const())
    }

    /// The pointers that can be had before the loop and that a pointer in it comes from.
    fn roots(&mut self, expr: ExprId, round: &[Item], n_locals: usize, depth: u32, out: &mut Vec<ExprId>) {
        if depth > DEEPEST || !self.types().is_pointer(self.ty(expr)) {
            return;
        }
        let depth = depth + 1;
        match self.body.exprs[expr].kind.clone() {
            ExprKind::Cast(inner) | ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, inner, _) => {
                self.roots(inner, round, n_locals, depth, out);
            }
            ExprKind::Cond(_, a, b) => {
                self.roots(a, round, n_locals, depth, out);
                self.roots(b, round, n_locals, depth, out);
            }
            ExprKind::AddrOf(place) => match self.body.places[place].base {
                PlaceBase::Deref(pointer) => self.roots(pointer, round, n_locals, depth, out),
                PlaceBase::Global(_) => out.push(expr),
                PlaceBase::Local(local) if local.index() < n_locals => out.push(expr),
                PlaceBase::Local(_) => {}
            },
            ExprKind::Load(place) => {
                let Place { base, projections, .. } = &self.body.places[place];
                match *base {
                    PlaceBase::Local(local) if local.index() >= n_locals || self.is_temporary(local) => {
                        for value in assigned(&self.body.places, round, local) {
                            self.roots(value, round, n_locals, depth, out);
                        }
                    }
                    PlaceBase::Local(_) | PlaceBase::Global(_) => {
                        if !projections.iter().any(|step| matches!(step, Projection::Index(_))) {
                            out.push(expr);
                        }
                    }
                    PlaceBase::Deref(_) => {
                        if self.is_known_before(expr, n_locals) {
                            out.push(expr);
                        }
                    }
                }
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Intrinsic(..) => {}
        }
    }

    fn is_temporary(&self, local: LocalId) -> bool {
        self.locals[local].kind == LocalKind::Temporary
    }

    /// Whether an expression uses only variables around the loop.
    fn is_known_before(&self, expr: ExprId, n_locals: usize) -> bool {
        let mut known = true;
        whyc_ir::flow::below(&self.body, [expr], &mut |expr| {
            if let Some(place) = self.body.exprs[expr].kind.place()
                && let PlaceBase::Local(local) = self.body.places[place].base
            {
                known &= local.index() < n_locals && !self.is_temporary(local);
            }
        });
        known
    }

    /// What makes two expressions the same for certain, as text.
    fn key_of(&self, expr: ExprId) -> String {
        let kind = &self.body.exprs[expr].kind;
        match kind.place() {
            Some(place) => {
                let Place { base, projections, .. } = &self.body.places[place];
                let base = match *base {
                    PlaceBase::Deref(pointer) => self.key_of(pointer),
                    PlaceBase::Local(local) => format!("{local:?}"),
                    PlaceBase::Global(global) => format!("{global:?}"),
                };
                let is_load = matches!(kind, ExprKind::Load(_));
                format!("{is_load}({base}){projections:?}")
            }
            None => format!("{expr:?}"),
        }
    }

    /// The whole object that a pointer points into, if it can be followed.
    fn whole_object(&mut self, pointer: ExprId, span: Span) -> Target {
        let long = self.int_type(IntKind::ULong);
        let char_ty = self.int_type(IntKind::Char);
        let bytes = self.cx.types.table.pointer(char_ty);
        let (local, size) = (self.temporary(bytes, span), self.temporary(long, span));
        let (pointer_place, size_place) = (self.local_place(local, span), self.local_place(size, span));
        let (null, zero) = (self.constant(0, bytes, span), self.constant(0, long, span));
        self.assign(pointer_place, null, span);
        self.assign(size_place, zero, span);
        let skip = self.new_label();
        // What is not there cannot be read on the way.
        let mut on_the_way: Vec<(ExprId, PlaceId)> = Vec::new();
        whyc_ir::flow::below(&self.body, [pointer], &mut |expr| {
            if let ExprKind::Load(place) = self.body.exprs[expr].kind
                && let PlaceBase::Deref(pointer) = self.body.places[place].base
            {
                on_the_way.push((pointer, place));
            }
        });
        for (through, _) in on_the_way.into_iter().rev() {
            let size = self.types().pointee(self.ty(through)).and_then(|ty| self.types().size_of(ty)).unwrap_or(1);
            let cond = self.accessible(through, size, span);
            self.emit(InstrKind::Branch { cond, when: false, target: skip }, span);
        }
        let saved = self.save(pointer);
        let alive = self.ask_value(Intrinsic::IsAlive, saved, span);
        self.emit(InstrKind::Branch { cond: alive, when: false, target: skip }, span);
        let whole = self.ask_value(Intrinsic::ObjectSize, saved, span);
        let offset = self.ask_value(Intrinsic::PointerOffset, saved, span);
        let start = self.cast(saved, bytes);
        let start = self.expr(ExprKind::Binary(BinaryOp::PtrSub, start, offset), bytes, span);
        self.assign(pointer_place, start, span);
        self.assign(size_place, whole, span);
        self.place_label(skip);
        let (pointer, size) = (self.load(pointer_place), self.load(size_place));
        Target { kind: TargetKind::Bytes { pointer, size }, condition: None, span }
    }

    /// The local that a target of a loop names, wholly or in part.
    pub fn named_local(&self, target: &Target) -> Option<LocalId> {
        match target.kind {
            TargetKind::Variable(_) => self.whole_local(target),
            TargetKind::Typed { .. } | TargetKind::Bytes { .. } => None,
        }
    }
}

/// The places that instructions write, and whether as a whole.
fn writes(round: &[Item]) -> impl Iterator<Item = (PlaceId, bool)> {
    let parts = round.iter().flat_map(|item| match item {
        Item::Instr(kind, _) => kind.parts(),
        Item::Label(_) | Item::Goto { .. } => Vec::new(),
    });
    parts.filter_map(|part| match part {
        Part::Write(place) => Some((place, true)),
        Part::WriteFrom(place) => Some((place, false)),
        Part::Value(_) | Part::Read(_) | Part::Begin(_) | Part::End(_) | Part::Release(_) => None,
    })
}

/// The values that instructions assign to a local.
fn assigned(places: &whyc_base::ids::IdVec<PlaceId, Place>, round: &[Item], local: LocalId) -> Vec<ExprId> {
    let values = round.iter().filter_map(|item| match item {
        Item::Instr(InstrKind::Assign { place, value }, _) if places[*place].base == PlaceBase::Local(local) => {
            Some(*value)
        }
        _ => None,
    });
    values.collect()
}
