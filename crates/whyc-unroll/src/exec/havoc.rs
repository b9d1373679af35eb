//! What a function without body may have done: everything that a pointer leads to becomes an input, pointers too.

use rustc_hash::FxHashMap;
use whyc_ir::block::HavocReach;
use whyc_ir::expr::ExprId;
use whyc_ir::layout;
use whyc_ir::program::GlobalKind;
use whyc_ir::types::{Type, TypeId, TypeTable};
use whyc_term::TermId;

use super::blocks::MAX_UNKNOWN_BYTES;
use crate::eval::View;
use crate::memory::{self, Base, BaseId, ObjectId};
use crate::state::{At, Machine, State};
use crate::step::{ObjectRoot, StepKind};

/// An object is looked at again when more is known about when it is reached, but no more often than this.
const MAX_VISITS: u32 = 3;

/// Pointers are looked for in objects up to this size.
const MAX_FOLLOWED_BYTES: u64 = 1 << 16;

/// The objects that a pointer leads to, in the order in which they were found, each with the condition for it.
#[derive(Default)]
struct Reached {
    order: Vec<ObjectId>,
    conditions: FxHashMap<ObjectId, TermId>,
    waiting: Vec<ObjectId>,
    /// Whether something could not be followed to its end.
    cut: bool,
}

impl Machine<'_> {
    /// The objects that a pointer leads to become inputs: those it can point into (unless they do not change themselves), and
    /// those that pointers in them lead to.
    pub(super) fn havoc(&mut self, state: &mut State, at: At, pointer: ExprId, reach: HavocReach) {
        let span = self.span_of(at);
        let value = self.scalar(state, at, pointer);
        let (number, _) = self.split(value);
        let targets = self.objects_behind(number);
        let ty = self.pointee_of(at, pointer);
        for &object in &targets {
            self.settle_type(object, ty);
        }
        let mut reached = Reached::default();
        let certain = self.terms.bool_const(true);
        self.reach_behind(state, number, certain, &mut reached);
        let mut visits: FxHashMap<ObjectId, u32> = FxHashMap::default();
        while let Some(object) = reached.waiting.pop() {
            let visit = visits.entry(object).or_default();
            *visit += 1;
            if *visit > MAX_VISITS {
                reached.cut = true;
                continue;
            }
            if reach.follows() {
                self.reach_inside(state, object, &mut reached);
            }
        }
        if reached.cut {
            self.unsupported(at, span, "more than can be followed of what a function without body could change");
            return;
        }
        for object in std::mem::take(&mut reached.order) {
            let here = reached.conditions[&object];
            if !reach.changes_target() && targets.contains(&object) || self.is_fixed(object) {
                continue;
            }
            self.mind_large_block(at, object, here);
            self.change_object(state, at, object, here);
        }
    }

    /// A change of what the interpreter does not store as a whole is not followed.
    fn mind_large_block(&mut self, at: At, object: ObjectId, here: TermId) {
        let info = self.objects.get(object);
        if info.size <= layout::WHOLE_BLOCK_BYTES || !matches!(info.root, ObjectRoot::Block(_)) {
            return;
        }
        let whole = self.terms.bits(64, u128::from(layout::WHOLE_BLOCK_BYTES));
        let is_large = match info.extent {
            Some(size) => self.terms.ult(whole, size),
            None => self.terms.bool_const(true),
        };
        let cond = self.terms.and(here, is_large);
        let guard = self.guards.and(self.terms, at.guard, cond);
        let span = self.span_of(at);
        self.unsupported(At { guard, ..at }, span, "a change of a block of more than 1 GiB");
    }

    /// Enters the objects that a pointer can point into, reached under `condition`.
    fn reach_behind(&mut self, state: &State, number: TermId, condition: TermId, reached: &mut Reached) {
        for object in self.objects_behind(number) {
            let mut here = self.is_number(number, object);
            if matches!(self.objects.get(object).root, ObjectRoot::Local(..) | ObjectRoot::Block(_)) {
                let alive = self.alive(state, object);
                here = self.terms.and(here, alive);
            }
            let here = self.terms.and(here, condition);
            if self.terms.as_bool(here) == Some(false) {
                continue;
            }
            match reached.conditions.get(&object).copied() {
                None => {
                    reached.order.push(object);
                    reached.conditions.insert(object, here);
                    reached.waiting.push(object);
                }
                Some(known) => {
                    let both = self.terms.or(known, here);
                    if both != known {
                        reached.conditions.insert(object, both);
                        reached.waiting.push(object);
                    }
                }
            }
        }
    }

    /// Follows the pointers in an object.
    fn reach_inside(&mut self, state: &State, object: ObjectId, reached: &mut Reached) {
        let info = self.objects.get(object);
        let (size, condition) = (info.size, reached.conditions[&object]);
        if !info.ty.is_some_and(|ty| holds_pointer(&self.program.types, ty)) {
            return;
        }
        if size > MAX_FOLLOWED_BYTES {
            reached.cut = true;
            return;
        }
        let mut offset_bits = 0;
        while offset_bits < size * 8 {
            let leaf = self.leaf_at(object, offset_bits);
            if self.program.types.is_pointer(leaf.ty) && leaf.bits == self.program.types.target.pointers.bits() {
                let value = self.read_at(&state.memory, object, leaf.offset_bits, leaf.bits, View::Pointer);
                self.forget_strange();
                let (number, _) = self.split(value);
                self.reach_behind(state, number, condition, reached);
            }
            offset_bits = leaf.offset_bits + u64::from(leaf.bits.max(1));
        }
    }

    /// Whether nobody can change an object: a literal, or what is declared `const`.
    fn is_fixed(&self, object: ObjectId) -> bool {
        match self.objects.get(object).root {
            ObjectRoot::Global(global) => {
                let global = &self.program.globals[global];
                global.is_const || matches!(global.kind, GlobalKind::String(_))
            }
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => true,
            ObjectRoot::Local(frame, local) => {
                let function = self.unrolling.frames[frame].function;
                self.program.functions[function].locals[local].is_const
            }
            ObjectRoot::Block(_) => false,
        }
    }

    /// The content of an object becomes an input where `here` holds.
    fn change_object(&mut self, state: &mut State, at: At, object: ObjectId, here: TermId) {
        let span = self.span_of(at);
        let info = self.objects.get(object);
        let (root, size, extent) = (info.root, info.size, info.extent);
        let guard = self.guards.and(self.terms, at.guard, here);
        let at = At { guard, ..at };
        let is_certain = self.terms.as_bool(here) == Some(true);
        let is_large = !is_certain && (extent.is_some() || size > MAX_UNKNOWN_BYTES);
        let array = if is_large { self.array_of(&mut state.memory, object) } else { None };
        // Of what nothing was stored in yet there is only the storage itself.
        if is_large && array.is_none() && !memory::is_untouched(&state.memory, object) {
            self.unsupported(at, span, "a large object that a function without body could change");
            return;
        }
        let step = self.push(at, span, StepKind::Storage { object: root, cells: Vec::new(), reads: Vec::new() });
        self.declared(at, step, root);
        let occurrence = self.next_occurrence(at);
        let base = Base::Storage { step, site: (at.function, at.instr), occurrence, root, ty: None };
        let base = self.bases.push(base);
        if is_certain {
            memory::refill(&mut state.memory, object, base);
            return;
        }
        if let Some(old) = array {
            self.change_array(state, object, old, here, base);
            return;
        }
        if is_large {
            let or_else = self.base_of(&state.memory, object);
            let base = self.bases.push(Base::Merged { cond: here, then: base, or_else });
            memory::refill(&mut state.memory, object, base);
            return;
        }
        let mut offset_bits = 0;
        while offset_bits < size * 8 {
            let leaf = self.leaf_at(object, offset_bits);
            if self.program.types.scalar_bits(leaf.ty).is_some() {
                let new = self.base_leaf(base, leaf);
                let old = self.read_leaf(&state.memory, object, leaf);
                let value = self.terms.ite(here, new, old);
                self.write_leaf(&mut state.memory, object, leaf, value);
            }
            offset_bits = leaf.offset_bits + u64::from(leaf.bits.max(1));
        }
    }
}

impl Machine<'_> {
    /// The content of an object that is an array term becomes that of new storage where `here` holds.
    fn change_array(&mut self, state: &mut State, object: ObjectId, old: TermId, here: TermId, storage: BaseId) {
        let bits = self.element_bits(old);
        let Some(ty) = self.objects.get(object).ty else { return };
        let n_elements = self.objects.get(object).size / u64::from(bits / 8);
        let new = self.base_array(storage, ty, bits, n_elements);
        let array = self.terms.ite(here, new, old);
        let or_else = self.base_of(&state.memory, object);
        let base = self.bases.push(Base::Merged { cond: here, then: storage, or_else });
        memory::refill(&mut state.memory, object, base);
        memory::set_array(&mut state.memory, object, array);
    }
}

/// Whether there are pointers in a value of this type.
pub(super) fn holds_pointer(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { element, .. } => holds_pointer(types, *element),
        Type::Record(record) => types.records[*record].fields.iter().any(|field| holds_pointer(types, field.ty)),
        Type::Void | Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Function(_) => false,
    }
}
