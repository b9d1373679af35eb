//! Access through an address: which objects it can be, whether it is valid, reading and writing.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::block::BlockLife;
use whyc_ir::expr::{PlaceId, Projection};
use whyc_ir::layout;
use whyc_ir::program::GlobalKind;
use whyc_ir::property::{PropertyClass, Site, access_align};
use whyc_ir::types::TypeId;
use whyc_term::TermId;

use super::{Address, AddressBase, Part, View};
use crate::memory::{self, Access, ObjectId};
use crate::state::{At, Machine, State};
use crate::step::ObjectRoot;

/// Which bits an access reads, from the start of a byte, and what it takes them for.
#[derive(Clone, Copy, Debug)]
pub struct BitRange {
    /// The first one.
    pub bit: u32,
    /// How many.
    pub bits: u32,
    /// What for.
    pub view: View,
}

/// What the object part of a pointer can be.
#[derive(Debug)]
pub struct Pointees {
    /// The numbers that its term can be, in order.
    pub numbers: Vec<u32>,
    /// Whether it can be any other number as well: it was made from an integer, or is an input.
    pub open: bool,
}

impl Machine<'_> {
    /// What the object part of a pointer can be, read off its structure.
    pub fn pointees(&mut self, number: TermId) -> Rc<Pointees> {
        if let Some(known) = self.pointees.get(&number) {
            return Rc::clone(known);
        }
        let mut numbers = Vec::new();
        let mut open = false;
        let mut seen = FxHashSet::default();
        let mut stack = vec![number];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.terms.as_bits(term) {
                numbers.push(value as u32);
            } else if let Some((_, a, b)) = self.terms.ite_parts(term) {
                stack.extend([a, b]);
            } else {
                open = true;
            }
        }
        numbers.sort_unstable();
        let pointees = Rc::new(Pointees { numbers, open });
        self.pointees.insert(number, Rc::clone(&pointees));
        pointees
    }

    /// The objects with content that `number` can be, dead ones included.
    pub fn objects_behind(&mut self, number: TermId) -> Vec<ObjectId> {
        let pointees = self.pointees(number);
        if pointees.open {
            self.mind_open_pointer();
        }
        let numbers = if pointees.open { (0..self.objects.n_numbered()).collect() } else { pointees.numbers.clone() };
        let objects = numbers.into_iter().map(ObjectId).filter(|&object| {
            self.objects.exists(object)
                && !matches!(self.objects.get(object).root, ObjectRoot::Null | ObjectRoot::Function(_))
        });
        objects.collect()
    }

    pub fn is_number(&mut self, number: TermId, object: ObjectId) -> TermId {
        let constant = self.terms.bits(layout::OBJECT_BITS, u128::from(object.0));
        self.terms.eq(number, constant)
    }

    /// Whether a pointer is null, or close enough to it to come from a null pointer.
    fn is_null(&mut self, number: TermId, offset: TermId) -> TermId {
        let null = self.is_number(number, ObjectId(0));
        if self.terms.as_bool(null) == Some(false) {
            return null;
        }
        let limit = self.terms.bits(layout::OFFSET_BITS, u128::from(layout::NULL_BYTES));
        let close = self.terms.ult(offset, limit);
        self.terms.and(null, close)
    }

    /// The check that is due when `place`, which is at `address`, is written: it should not be constant.
    pub fn check_writable(&mut self, at: At, place: PlaceId, address: Address) {
        let site = Site::Deref(place);
        if !self.is_due(at, site, PropertyClass::ReadOnly) {
            return;
        }
        let mut writable = self.terms.bool_const(true);
        match address.base {
            AddressBase::Object(object) => {
                let is_literal = matches!(self.objects.get(object).root, ObjectRoot::Global(global)
                    if matches!(self.program.globals[global].kind, GlobalKind::String(_)));
                writable = self.terms.bool_const(!is_literal);
            }
            AddressBase::Number(number) => {
                for object in self.objects_behind(number) {
                    if self.is_read_only(object) {
                        let is_it = self.is_number(number, object);
                        let other = self.terms.not(is_it);
                        writable = self.terms.and(writable, other);
                    }
                }
            }
        }
        self.check(at, site, PropertyClass::ReadOnly, writable);
    }

    /// Whether an object may not be written through a pointer.
    fn is_read_only(&self, object: ObjectId) -> bool {
        match self.objects.get(object).root {
            ObjectRoot::Global(global) => self.program.globals[global].is_read_only(),
            ObjectRoot::Local(frame, local) => {
                let function = self.unrolling.frames[frame].function;
                self.program.functions[function].locals[local].is_const
            }
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) | ObjectRoot::Block(_) => false,
        }
    }

    /// The checks that are due when `place`, which is at `address`, is read or written.
    pub fn check_access(&mut self, state: &mut State, at: At, place: PlaceId, address: Address) {
        let bytes = self.bytes_at(address);
        let bytes = self.terms.bits(64, u128::from(bytes));
        self.check_range(state, at, place, address, bytes);
        self.check_aligned(at, place, address);
    }

    /// The check that an address is as its type wants it. Of an object, only what its declaration promises is known.
    fn check_aligned(&mut self, at: At, place: PlaceId, address: Address) {
        let AddressBase::Number(number) = address.base else { return };
        if !self.is_due(at, Site::Deref(place), PropertyClass::Alignment) {
            return;
        }
        let align = access_align(self.program, self.body(at), place);
        let mut aligned = self.terms.bool_const(true);
        for object in self.objects_behind(number) {
            let offset = self.offset_in(number, address.offset, object);
            let here = if self.align_of_object(object) < align {
                // More than its declaration promises is known once the run has looked.
                self.is_aligned_at(object, offset, align)
            } else {
                self.is_multiple(offset, align)
            };
            let is_it = self.is_number(number, object);
            let fine = self.terms.implies(is_it, here);
            aligned = self.terms.and(aligned, fine);
        }
        // What is outside of its object, or in none, is another check's business.
        let bytes = self.bytes_at(address);
        let bytes = self.terms.bits(64, u128::from(bytes));
        if self.terms.as_bool(aligned) != Some(true) {
            let inside = self.inside_object(number, address.offset, bytes);
            aligned = self.terms.implies(inside, aligned);
        }
        self.check(at, Site::Deref(place), PropertyClass::Alignment, aligned);
    }

    /// Whether an offset is a multiple of a power of two.
    fn is_multiple(&mut self, offset: TermId, align: u64) -> TermId {
        let known = self.offsets.congruence(self.terms, offset);
        if align == 1 || known.modulus.is_multiple_of(align) && known.residue.is_multiple_of(align) {
            return self.terms.bool_const(true);
        }
        let low = self.terms.extract(offset, align.trailing_zeros() - 1, 0);
        let zero = self.terms.bits(align.trailing_zeros(), 0);
        self.terms.eq(low, zero)
    }

    /// What the address of an object is known to be a multiple of.
    pub fn align_of_object(&self, object: ObjectId) -> u64 {
        let types = &self.program.types;
        match self.objects.get(object).root {
            ObjectRoot::Global(global) => {
                let global = &self.program.globals[global];
                layout::variable_align(types, global.ty, global.align)
            }
            ObjectRoot::Local(frame, local) => {
                let local = &self.program.functions[self.unrolling.frames[frame].function].locals[local];
                layout::variable_align(types, local.ty, local.align)
            }
            ObjectRoot::Block(_) => u64::from(types.target.block_align),
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => 1,
        }
    }

    /// The same for so many bytes (64 bits) from `address` on.
    pub fn check_range(&mut self, state: &mut State, at: At, place: PlaceId, address: Address, bytes: TermId) {
        let number = match address.base {
            AddressBase::Object(object) => return self.report_unchecked_index(at, place, address, object),
            AddressBase::Number(number) => number,
        };
        let site = Site::Deref(place);
        let span = self.body(at).places[place].span;
        self.follow_known(at, span, number);
        let null = self.is_null(number, address.offset);
        let not_null = self.terms.not(null);
        self.check(at, site, PropertyClass::NullDereference, not_null);

        let (in_scope, not_freed) = self.lives(state, number);
        self.check(at, site, PropertyClass::UseAfterScope, in_scope);
        self.check(at, site, PropertyClass::UseAfterFree, not_freed);

        // What null points to is outside of no object: that is the other check's business.
        let inside = self.inside_object(number, address.offset, bytes);
        let inside = self.terms.or(inside, null);
        self.check(at, site, PropertyClass::OutOfObject, inside);
        self.report_unchecked(at, place, &[not_null, in_scope, not_freed, inside]);
    }

    /// Whether what `number` names is in scope if it is a variable, and whether it is not freed if it is a block.
    fn lives(&mut self, state: &State, number: TermId) -> (TermId, TermId) {
        let mut in_scope = self.terms.bool_const(true);
        let mut not_freed = in_scope;
        for object in self.objects_behind(number) {
            let from_heap = match self.objects.get(object).root {
                ObjectRoot::Local(..) => false,
                ObjectRoot::Block(block) => self.unrolling.blocks[block].life == BlockLife::Heap,
                ObjectRoot::Null | ObjectRoot::Global(_) | ObjectRoot::Function(_) | ObjectRoot::Result(_) => continue,
            };
            let alive = self.alive(state, object);
            if self.terms.as_bool(alive) != Some(true) {
                let is_it = self.is_number(number, object);
                let fine = self.terms.implies(is_it, alive);
                let which = if from_heap { &mut not_freed } else { &mut in_scope };
                *which = self.terms.and(*which, fine);
            }
        }
        (in_scope, not_freed)
    }

    /// Whether a variable is in scope, or a block not freed.
    pub fn alive(&mut self, state: &State, object: ObjectId) -> TermId {
        match memory::alive(&state.memory, object) {
            Some(alive) if !self.objects.has_ended(object) => alive,
            _ => self.terms.bool_const(false),
        }
    }

    /// Whether so many bytes (64 bits) from an offset on lie in an object, as a whole.
    fn inside_object(&mut self, number: TermId, offset: TermId, bytes: TermId) -> TermId {
        let mut inside = self.terms.bool_const(false);
        for object in self.objects_behind(number) {
            let offset = self.offset_in(number, offset, object);
            let fits = self.fits(object, offset, bytes);
            let is_it = self.is_number(number, object);
            let here = self.terms.and(is_it, fits);
            inside = self.terms.or(inside, here);
        }
        inside
    }

    /// Whether so many bytes (64 bits) from `offset` on lie in `object`.
    fn fits(&mut self, object: ObjectId, offset: TermId, bytes: TermId) -> TermId {
        let info = self.objects.get(object);
        if let (None, Some(bytes)) = (info.extent, self.terms.as_bits(bytes)) {
            return match u128::from(info.size).checked_sub(bytes) {
                Some(last) => {
                    let limit = self.terms.bits(layout::OFFSET_BITS, last);
                    self.terms.ule(offset, limit)
                }
                None => self.terms.bool_const(false),
            };
        }
        let size = match info.extent {
            Some(size) => size,
            None => self.terms.bits(64, u128::from(info.size)),
        };
        // Sizes are far below the range of numbers, but the number of bytes may be anything.
        let enough = self.terms.ule(bytes, size);
        let last = self.terms.sub(size, bytes);
        let offset = self.terms.zero_extend(offset, 64);
        let in_range = self.terms.ule(offset, last);
        self.terms.and(enough, in_range)
    }

    /// An index that leaves its variable, with the check of indices switched off, has no meaning here.
    fn report_unchecked_index(&mut self, at: At, place: PlaceId, address: Address, object: ObjectId) {
        let p = &self.body(at).places[place];
        let is_checked = self.is_due(at, Site::Deref(place), PropertyClass::OutOfObject);
        let is_unchecked = |k: usize| !self.is_due(at, Site::Index(place, k as u32), PropertyClass::Bounds);
        let mut projections = p.projections.iter().enumerate();
        if !projections.any(|(k, projection)| matches!(projection, Projection::Index(_)) && is_unchecked(k)) {
            return;
        }
        let bytes = self.bytes_at(address);
        let inside = match self.objects.get(object).size.checked_sub(bytes) {
            Some(last) => {
                let limit = self.terms.bits(layout::OFFSET_BITS, u128::from(last));
                self.terms.ule(address.offset, limit)
            }
            None => self.terms.bool_const(false),
        };
        if is_checked {
            return self.check(at, Site::Deref(place), PropertyClass::OutOfObject, inside);
        }
        if self.terms.as_bool(inside) != Some(true) {
            let outside = self.terms.not(inside);
            let guard = self.guards.and(self.terms, at.guard, outside);
            self.unsupported(At { guard, ..at }, p.span, "access outside of any object");
        }
    }

    /// How many bytes an access touches.
    fn bytes_at(&self, address: Address) -> u64 {
        match address.bit_field {
            Some((bit, bits)) => u64::from((bit + bits).div_ceil(8)),
            None => self.program.types.size_of(address.ty).unwrap_or(1),
        }
    }

    /// An invalid access that no check reports, because its class is switched off, has no meaning here.
    fn report_unchecked(&mut self, at: At, place: PlaceId, conditions: &[TermId; 4]) {
        let classes = [
            PropertyClass::NullDereference,
            PropertyClass::UseAfterScope,
            PropertyClass::UseAfterFree,
            PropertyClass::OutOfObject,
        ];
        if classes.iter().all(|&class| self.is_due(at, Site::Deref(place), class)) {
            return;
        }
        let valid = self.terms.and_all(conditions);
        if self.terms.as_bool(valid) == Some(true) {
            return;
        }
        let invalid = self.terms.not(valid);
        let guard = self.guards.and(self.terms, at.guard, invalid);
        let span = self.body(at).places[place].span;
        self.unsupported(At { guard, ..at }, span, "access outside of any object");
    }

    /// The scalar at an address.
    pub fn read(&mut self, state: &mut State, at: At, span: Span, address: Address) -> TermId {
        let (bit, bits) = address.bit_field.unwrap_or((0, self.bits_of(address.ty).max(1)));
        let view = self.view_of(address.ty);
        self.read_bits(state, at, span, address, BitRange { bit, bits, view })
    }

    /// What an access to a scalar of a type takes its bits for.
    fn view_of(&self, ty: TypeId) -> View {
        if self.program.types.is_pointer(ty) { View::Pointer } else { View::Plain }
    }

    /// What an access to a record takes the bits of one of its scalars for: in a union, for bytes.
    fn view_inside(&self, ty: TypeId, part: TypeId, offset_bits: u64) -> View {
        let types = &self.program.types;
        match self.view_of(part) {
            View::Pointer if ty != part && !memory::leaf_in(types, ty, offset_bits, part).1 => View::Plain,
            view => view,
        }
    }

    /// The scalars of the record or array at an address.
    pub fn read_parts(&mut self, state: &mut State, at: At, span: Span, address: Address) -> Vec<Part> {
        let leaves = layout::leaves(&self.program.types, address.ty);
        let mut parts = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let offset = self.offsets.shifted(self.terms, address.offset, leaf.offset_bits / 8);
            let part = Address { offset, ..address };
            let view = self.view_inside(address.ty, leaf.ty, leaf.offset_bits);
            let range = BitRange { bit: (leaf.offset_bits % 8) as u32, bits: leaf.bits, view };
            let value = self.read_bits(state, at, span, part, range);
            parts.push(Part { offset_bits: leaf.offset_bits, value, ty: leaf.ty });
        }
        parts
    }

    pub fn read_bits(&mut self, state: &mut State, at: At, span: Span, address: Address, range: BitRange) -> TermId {
        let BitRange { bit, bits, view } = range;
        let (objects, number) = self.candidates(at, span, address);
        let mut value: Option<TermId> = None;
        self.read_undeclared = false;
        for &object in objects.iter().rev() {
            let offset = number.map_or(address.offset, |number| self.offset_in(number, address.offset, object));
            let access = Access { offset, bit, bits, view };
            let here = self.strange_only_if(
                |this| this.read_from(state, at, span, object, access),
                |this| number.map(|number| this.is_number(number, object)),
            );
            value = Some(match (value, number) {
                (Some(others), Some(number)) => {
                    let is_it = self.is_number(number, object);
                    self.terms.ite(is_it, here, others)
                }
                _ => here,
            });
        }
        if std::mem::take(&mut self.read_undeclared) && matches!(address.base, AddressBase::Object(_)) {
            self.unsupported(at, span, "use of a variable whose declaration was jumped over");
        }
        self.mind_strange(at, span);
        value.unwrap_or_else(|| self.terms.bits(bits, 0))
    }

    /// The objects that an access can go to, and the number that tells which.
    pub fn candidates(&mut self, at: At, span: Span, address: Address) -> (Vec<ObjectId>, Option<TermId>) {
        match address.base {
            AddressBase::Object(object) => {
                let ty = self.objects.get(object).ty;
                if ty.is_some_and(|ty| self.program.types.size_of(ty).is_none()) {
                    self.unsupported(at, span, "a variable of unknown size");
                }
                (vec![object], None)
            }
            AddressBase::Number(number) => {
                let number = self.followed(at.guard, number);
                let mut objects = self.objects_behind(number);
                objects.retain(|&object| !self.objects.has_ended(object));
                for &object in &objects {
                    self.settle_type(object, address.pointee);
                }
                (objects, Some(number))
            }
        }
    }

    /// The first access through a typed pointer says what a block holds.
    pub fn settle_type(&mut self, object: ObjectId, pointee: Option<TypeId>) {
        let info = self.objects.get(object);
        let (ObjectRoot::Block(block), None) = (info.root, info.ty) else { return };
        let Some(ty) = pointee.filter(|&ty| self.program.types.size_of(ty).is_some_and(|size| size > 0)) else {
            return;
        };
        self.objects.set_type(object, ty);
        self.unrolling.blocks[block].ty = Some(ty);
    }

    fn read_from(&mut self, state: &mut State, at: At, span: Span, object: ObjectId, access: Access) -> TermId {
        if let Some(offset) = self.terms.as_bits(access.offset) {
            let offset = offset as u64;
            // Past the end a check has failed; the value does not matter.
            return match offset.checked_mul(8).filter(|_| offset < memory::MAX_OBJECT_SIZE) {
                Some(at_bits) => {
                    let at_bits = at_bits + u64::from(access.bit);
                    self.read_at(&state.memory, object, at_bits, access.bits, access.view)
                }
                None => self.terms.bits(access.bits, 0),
            };
        }
        if let Some(value) = self.read_symbolic(&mut state.memory, object, access) {
            return value;
        }
        self.unsupported(at, span, "access at an unknown offset of a large object");
        self.terms.bits(access.bits, 0)
    }

    /// Writes a scalar to an address.
    pub fn write(&mut self, state: &mut State, at: At, span: Span, address: Address, value: TermId) {
        let (bit, value) = match address.bit_field {
            Some((bit, bits)) => (bit, self.terms.extract(value, bits - 1, 0)),
            None => (0, value),
        };
        let view = self.view_of(address.ty);
        self.write_bits(state, at, span, address, bit, value, view);
    }

    /// Writes a part of a record or array that is at `address`.
    pub fn write_part(&mut self, state: &mut State, at: At, span: Span, address: Address, part: Part) -> Address {
        let offset = self.offsets.shifted(self.terms, address.offset, part.offset_bits / 8);
        let bit = (part.offset_bits % 8) as u32;
        let bits = self.terms.width(part.value);
        let here = Address { offset, bit_field: None, ty: part.ty, ..address };
        let view = self.view_inside(address.ty, part.ty, part.offset_bits);
        self.write_bits(state, at, span, here, bit, part.value, view);
        let narrow = bit != 0 || bits != self.bits_of(part.ty);
        Address { bit_field: narrow.then_some((bit, bits)), ..here }
    }

    #[expect(clippy::too_many_arguments, reason = "a write is all of these")]
    pub fn write_bits(
        &mut self,
        state: &mut State,
        at: At,
        span: Span,
        address: Address,
        bit: u32,
        value: TermId,
        view: View,
    ) {
        let (objects, number) = self.candidates(at, span, address);
        let bits = self.terms.width(value);
        for &object in &objects {
            let offset = number.map_or(address.offset, |number| self.offset_in(number, address.offset, object));
            let access = Access { offset, bit, bits, view };
            let cond = match number {
                // With one object to choose from, a valid access goes there.
                Some(number) if objects.len() > 1 => self.is_number(number, object),
                _ => self.terms.bool_const(true),
            };
            if let Some(offset) = self.terms.as_bits(access.offset) {
                let offset = offset as u64;
                if offset >= memory::MAX_OBJECT_SIZE {
                    continue;
                }
                let at_bits = offset * 8 + u64::from(bit);
                self.write_if(&mut state.memory, object, at_bits, value, view, cond);
            } else if !self.write_symbolic(&mut state.memory, object, access, value, cond) {
                self.unsupported(at, span, "access at an unknown offset of a large object");
            }
        }
    }
}
