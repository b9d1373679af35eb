//! Keeps values right where later operands have side effects.
//!
//! `x + f()` reads `x` before `f` runs. The sum is one pure expression after the call, so `x` is
//! saved first if the call could change it, and left alone if it could not.

use rustc_hash::FxHashSet;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::LocalId;

use super::builder::{Builder, Item};

/// What a list of items may write.
#[derive(Default)]
struct Writes {
    locals: FxHashSet<LocalId>,
    /// Globals and whatever pointers can reach.
    memory: bool,
}

impl Builder<'_, '_> {
    /// `value`, or a saved copy of it if `later` could change it.
    pub fn protect(&mut self, value: ExprId, later: &[Item]) -> ExprId {
        if later.is_empty() { value } else { self.protect_from(value, &self.writes(later)) }
    }

    /// `place` with its pointer and indices saved where `later` could change them.
    pub fn protect_place(&mut self, place: PlaceId, later: &[Item]) -> PlaceId {
        if later.is_empty() {
            return place;
        }
        let writes = self.writes(later);
        let Place { mut base, mut projections, ty, span } = self.body.places[place].clone();
        if let PlaceBase::Deref(pointer) = &mut base {
            *pointer = self.protect_from(*pointer, &writes);
        }
        for projection in &mut projections {
            if let Projection::Index(index) = projection {
                *index = self.protect_from(*index, &writes);
            }
        }
        self.place(base, projections, ty, span)
    }

    /// Appends operands that were lowered one by one, each with its own items, from left to right.
    pub fn in_order(&mut self, operands: Vec<(ExprId, Vec<Item>)>) -> Vec<ExprId> {
        let (mut values, items): (Vec<ExprId>, Vec<Vec<Item>>) = operands.into_iter().unzip();
        // How far to the right there are items at all.
        let last = items.iter().rposition(|items| !items.is_empty()).unwrap_or(0);
        for idx in 0..values.len() {
            self.items.extend(items[idx].iter().cloned());
            if idx < last {
                let later: Vec<Item> = items[idx + 1..=last].concat();
                values[idx] = self.protect(values[idx], &later);
            }
        }
        values
    }

    /// Lowers two operands, the left one first.
    pub fn both(
        &mut self,
        left: impl FnOnce(&mut Self) -> ExprId,
        right: impl FnOnce(&mut Self) -> ExprId,
    ) -> (ExprId, ExprId) {
        let left = left(self);
        let (right, items) = self.capture(right);
        let left = self.protect(left, &items);
        self.items.extend(items);
        (left, right)
    }

    fn protect_from(&mut self, value: ExprId, writes: &Writes) -> ExprId {
        if self.reads_any(value, writes) { self.save(value) } else { value }
    }

    fn reads_any(&self, value: ExprId, writes: &Writes) -> bool {
        match &self.body.exprs[value].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => false,
            ExprKind::Load(place) => self.place_is_written(*place, writes) || self.place_reads_any(*place, writes),
            ExprKind::AddrOf(place) => self.place_reads_any(*place, writes),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.reads_any(*a, writes),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.reads_any(*a, writes) || self.reads_any(*b, writes)
            }
            ExprKind::Cond(c, a, b) => [c, a, b].into_iter().any(|&e| self.reads_any(e, writes)),
            ExprKind::Intrinsic(_, args) => args.iter().any(|&e| self.reads_any(e, writes)),
        }
    }

    /// Whether finding the place reads something that is written.
    fn place_reads_any(&self, place: PlaceId, writes: &Writes) -> bool {
        let Place { base, projections, .. } = &self.body.places[place];
        let base_reads = matches!(base, PlaceBase::Deref(pointer) if self.reads_any(*pointer, writes));
        base_reads
            || projections.iter().any(|step| matches!(step, Projection::Index(index) if self.reads_any(*index, writes)))
    }

    fn place_is_written(&self, place: PlaceId, writes: &Writes) -> bool {
        match self.body.places[place].base {
            PlaceBase::Local(local) => {
                writes.locals.contains(&local) || writes.memory && self.addressed_locals.contains(&local)
            }
            PlaceBase::Global(_) => writes.memory,
            PlaceBase::Deref(_) => {
                writes.memory || writes.locals.iter().any(|local| self.addressed_locals.contains(local))
            }
        }
    }

    fn writes(&self, items: &[Item]) -> Writes {
        let mut writes = Writes::default();
        let write = |place: PlaceId, writes: &mut Writes| match self.body.places[place].base {
            PlaceBase::Local(local) => {
                writes.locals.insert(local);
            }
            PlaceBase::Global(_) | PlaceBase::Deref(_) => writes.memory = true,
        };
        for item in items {
            let Item::Instr(kind, _) = item else { continue };
            match kind {
                InstrKind::Assign { place, .. } | InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => {
                    write(*place, &mut writes);
                }
                InstrKind::Call { dest, .. } => {
                    writes.memory = true;
                    if let Some(dest) = dest {
                        write(*dest, &mut writes);
                    }
                }
                InstrKind::Declare(local) | InstrKind::Kill(local) => {
                    writes.locals.insert(*local);
                }
                InstrKind::Block(op) => {
                    writes.memory = true;
                    if let BlockOp::Allocate { place, .. } = op {
                        write(*place, &mut writes);
                    }
                }
                InstrKind::Unsupported(_) => writes.memory = true,
                InstrKind::Jump(_)
                | InstrKind::Branch { .. }
                | InstrKind::Switch { .. }
                | InstrKind::Return(_)
                | InstrKind::Assume(_)
                | InstrKind::Assert { .. }
                | InstrKind::Output(_)
                | InstrKind::Halt
                | InstrKind::Label => {}
            }
        }
        writes
    }
}
