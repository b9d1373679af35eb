//! Reading and writing at an offset that is not a constant.
//!
//! The offsets it can be are known by their congruence. A read is a tree of selections over
//! them, decided bit by bit by the index; a write changes each of them under the condition that it is
//! the one. Large arrays become one array term instead: its cost is that of the accesses made.

use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::FunctionId;
use whyc_ir::types::{Type, TypeId, TypeTable};
use whyc_term::{Sort, TermId};

use super::offsets::Congruence;
use super::{ARRAY, Base, BaseId, ObjectId, key};
use crate::inputs::InputKey;
use crate::state::Machine;
use crate::step::{ObjectRoot, StepKind, StorageRead};
use crate::trie::Trie;

/// With more offsets than this to choose from, an array becomes an array term.
const MANY_OFFSETS: u64 = 1024;

/// An access whose offset is no constant.
#[derive(Clone, Copy)]
pub struct Access {
    /// The offset in bytes.
    pub offset: TermId,
    /// Bits from there: the position of a bit-field in its byte.
    pub bit: u32,
    /// How many bits.
    pub bits: u32,
}

impl Machine<'_> {
    /// The bits that an access reads. `None` if it is not modelled.
    pub fn read_symbolic(&mut self, memory: &mut Trie<u32>, object: ObjectId, access: Access) -> Option<TermId> {
        if let Some(value) = self.read_array(memory, object, access) {
            return value;
        }
        let (congruence, offsets) = self.possible_offsets(object, access)?;
        let mut values = Vec::with_capacity(offsets.len());
        for &at in &offsets {
            values.push(self.read_at(memory, object, at * 8 + u64::from(access.bit), access.bits));
        }
        if values.is_empty() {
            return Some(self.terms.bits(access.bits, 0));
        }
        if let Some(selector) = self.selector(access.offset, congruence) {
            return Some(self.select_by_bits(selector, values));
        }
        let mut value = values[values.len() - 1];
        for k in (0..values.len() - 1).rev() {
            let is_it = self.offset_is(access.offset, offsets[k]);
            value = self.terms.ite(is_it, values[k], value);
        }
        Some(value)
    }

    /// Writes `value` where an access goes, if `cond` holds. `false` if it is not modelled.
    pub fn write_symbolic(
        &mut self,
        memory: &mut Trie<u32>,
        object: ObjectId,
        access: Access,
        value: TermId,
        cond: TermId,
    ) -> bool {
        if let Some(done) = self.write_array(memory, object, access, value, cond) {
            return done;
        }
        let Some((congruence, offsets)) = self.possible_offsets(object, access) else { return false };
        let selector = self.selector(access.offset, congruence);
        for (k, &at) in offsets.iter().enumerate() {
            let is_it = match selector {
                Some(selector) => {
                    let width = self.terms.width(selector);
                    let number = self.terms.bits(width, k as u128);
                    self.terms.eq(selector, number)
                }
                None => self.offset_is(access.offset, at),
            };
            let here = self.terms.and(cond, is_it);
            let at_bits = at * 8 + u64::from(access.bit);
            let old = self.read_at(memory, object, at_bits, access.bits);
            let new = self.terms.ite(here, value, old);
            self.write_at(memory, object, at_bits, new);
        }
        true
    }

    /// The offsets inside `object` that an access can have; `None` if they are too many.
    fn possible_offsets(&mut self, object: ObjectId, access: Access) -> Option<(Congruence, Vec<u64>)> {
        let congruence = self.offsets.congruence(self.terms, access.offset);
        let size = self.objects.get(object).size;
        let bytes = u64::from((access.bit + access.bits).div_ceil(8));
        let Some(last) = size.checked_sub(bytes) else { return Some((congruence, Vec::new())) };
        if congruence.modulus == 0 {
            let inside = congruence.residue <= last;
            return Some((congruence, if inside { vec![congruence.residue] } else { Vec::new() }));
        }
        if congruence.residue > last {
            return Some((congruence, Vec::new()));
        }
        let n = (last - congruence.residue) / congruence.modulus + 1;
        // Bytes of a large object at any alignment: nobody wants to wait for that.
        if n > 64 * MANY_OFFSETS {
            return None;
        }
        let offsets = (0..n).map(|k| congruence.residue + k * congruence.modulus).collect();
        Some((congruence, offsets))
    }

    fn offset_is(&mut self, offset: TermId, at: u64) -> TermId {
        let number = self.terms.bits(layout::OFFSET_BITS, u128::from(at));
        self.terms.eq(offset, number)
    }

    /// The number of the offset among the possible ones, as a term, where it can be had without a division.
    fn selector(&mut self, offset: TermId, congruence: Congruence) -> Option<TermId> {
        if let Some((index, number)) = congruence.quotient {
            let width = self.terms.width(index);
            let number = self.terms.bits(width, u128::from(number));
            return Some(self.terms.add(index, number));
        }
        if congruence.modulus.is_power_of_two() {
            let shift = congruence.modulus.trailing_zeros();
            return Some(self.terms.extract(offset, layout::OFFSET_BITS - 1, shift));
        }
        None
    }

    /// The value whose position is `selector`, which is known to be in range.
    fn select_by_bits(&mut self, selector: TermId, mut values: Vec<TermId>) -> TermId {
        let mut bit = 0;
        while values.len() > 1 {
            let chosen = self.terms.extract(selector, bit, bit);
            let odd = self.terms.bits_to_bool(chosen);
            let mut next = Vec::with_capacity(values.len().div_ceil(2));
            for pair in values.chunks(2) {
                next.push(match *pair {
                    [even, uneven] => self.terms.ite(odd, uneven, even),
                    _ => pair[0],
                });
            }
            values = next;
            bit += 1;
        }
        values[0]
    }

    /// Reads from an array term. The outer option: whether the object is one, or becomes one now.
    fn read_array(&mut self, memory: &mut Trie<u32>, object: ObjectId, access: Access) -> Option<Option<TermId>> {
        let (array, index) = self.array_access(memory, object, access)?;
        if let Some(index) = index {
            let base = self.base_of(memory, object);
            self.note_reads(base, index);
        }
        Some(index.map(|index| self.terms.select(array, index)))
    }

    /// Notes that the uninitialised storage behind `base` is read at an index that only the run tells.
    fn note_reads(&mut self, base: BaseId, index: TermId) {
        let mut stack = vec![base];
        while let Some(base) = stack.pop() {
            match self.bases.get(base) {
                Base::Storage { step, site, occurrence, root, .. } => {
                    let Some((array, bits)) = self.large_storage(site, occurrence, root) else { continue };
                    if !self.seen_reads.insert((step, index)) {
                        continue;
                    }
                    let value = self.terms.select(array, index);
                    if let StepKind::Storage { reads, .. } = &mut self.unrolling.steps[step].kind {
                        reads.push(StorageRead { index, bits, value });
                    }
                }
                Base::Merged { then, or_else, .. } => stack.extend([then, or_else]),
                Base::Undeclared | Base::Zero | Base::String(_) => {}
            }
        }
    }

    /// The content of uninitialised storage as one array, and the width of its elements, if it is large.
    pub fn large_storage(
        &mut self,
        site: (FunctionId, InstrId),
        occurrence: u32,
        root: ObjectRoot,
    ) -> Option<(TermId, u32)> {
        let (ty, size) = match root {
            ObjectRoot::Block(block) => {
                let info = self.objects.get(ObjectId(self.unrolling.blocks[block].number));
                (info.ty?, info.size)
            }
            root => {
                let ty = self.unrolling.root_type(self.program, root)?;
                (ty, self.program.types.size_of(ty)?)
            }
        };
        let (_, bits) = array_element(&self.program.types, ty)?;
        if size / u64::from(bits / 8) <= MANY_OFFSETS {
            return None;
        }
        let sort = Sort::Array { index: layout::OFFSET_BITS, element: bits };
        let key = InputKey { site, occurrence, offset_bits: 0, sort };
        Some((self.inputs.get(self.terms, key), bits))
    }

    fn write_array(
        &mut self,
        memory: &mut Trie<u32>,
        object: ObjectId,
        access: Access,
        value: TermId,
        cond: TermId,
    ) -> Option<bool> {
        let (array, index) = self.array_access(memory, object, access)?;
        let Some(index) = index else { return Some(false) };
        let stored = self.terms.store(array, index, value);
        let new = self.terms.ite(cond, stored, array);
        memory.insert(key(object, ARRAY), new.0);
        Some(true)
    }

    /// The array term of `object` and the index of an access to it, if the access fits its elements.
    fn array_access(
        &mut self,
        memory: &mut Trie<u32>,
        object: ObjectId,
        access: Access,
    ) -> Option<(TermId, Option<TermId>)> {
        let array = match memory.get(key(object, ARRAY)) {
            Some(array) => TermId(array),
            None => self.become_array(memory, object)?,
        };
        let element = self.objects.get(object).ty.and_then(|ty| array_element(&self.program.types, ty))?;
        let bytes = u64::from(element.1 / 8);
        let congruence = self.offsets.congruence(self.terms, access.offset);
        let aligned = congruence.modulus.is_multiple_of(bytes) && congruence.residue.is_multiple_of(bytes);
        let fits = aligned && access.bit == 0 && access.bits == element.1;
        let shift = bytes.trailing_zeros();
        let index = fits.then(|| {
            let high = self.terms.extract(access.offset, layout::OFFSET_BITS - 1, shift);
            self.terms.zero_extend(high, layout::OFFSET_BITS)
        });
        Some((array, index))
    }

    /// Turns a large array of scalars into an array term.
    fn become_array(&mut self, memory: &mut Trie<u32>, object: ObjectId) -> Option<TermId> {
        let info = self.objects.get(object);
        let size = info.size;
        let (ty, bits) = info.ty.and_then(|ty| array_element(&self.program.types, ty))?;
        let n_elements = size / u64::from(bits / 8);
        if n_elements <= MANY_OFFSETS {
            return None;
        }
        let base = self.base_of(memory, object);
        let mut array = self.base_array(base, ty, bits, n_elements);
        let end = size.min(super::MAX_OBJECT_SIZE) * 8;
        for (at, cell) in memory.range(key(object, 0), key(object, end)) {
            let offset_bits = super::split_key(at).1;
            let index = self.terms.bits(layout::OFFSET_BITS, u128::from(offset_bits / u64::from(bits)));
            array = self.terms.store(array, index, TermId(cell));
        }
        memory.remove_range(key(object, 0), key(object, end));
        memory.insert(key(object, ARRAY), array.0);
        Some(array)
    }

    /// The untouched content as an array term.
    pub fn base_array(&mut self, base: BaseId, ty: TypeId, bits: u32, n_elements: u64) -> TermId {
        match self.bases.get(base) {
            Base::Undeclared | Base::Zero => {
                let zero = self.terms.bits(bits, 0);
                self.terms.const_array(layout::OFFSET_BITS, zero)
            }
            Base::Storage { site, occurrence, root, .. } if self.large_storage(site, occurrence, root).is_some() => {
                let storage = self.large_storage(site, occurrence, root);
                storage.map_or_else(|| unreachable!("it should still be large"), |(array, _)| array)
            }
            Base::Storage { .. } | Base::String(_) => {
                let zero = self.terms.bits(bits, 0);
                let mut array = self.terms.const_array(layout::OFFSET_BITS, zero);
                for k in 0..n_elements {
                    let leaf = layout::Leaf { offset_bits: k * u64::from(bits), bits, ty };
                    let value = self.base_leaf(base, leaf);
                    let index = self.terms.bits(layout::OFFSET_BITS, u128::from(k));
                    array = self.terms.store(array, index, value);
                }
                array
            }
            Base::Merged { cond, then, or_else } => {
                let then = self.base_array(then, ty, bits, n_elements);
                let or_else = self.base_array(or_else, ty, bits, n_elements);
                self.terms.ite(cond, then, or_else)
            }
        }
    }

    /// The content of `object` as an array term, whether or not it is one in this memory. For merging with one that is.
    pub fn as_array(&mut self, memory: &Trie<u32>, object: ObjectId) -> Option<TermId> {
        let mut copy = memory.clone();
        match copy.get(key(object, ARRAY)) {
            Some(array) => Some(TermId(array)),
            None => self.become_array(&mut copy, object),
        }
    }
}

/// Removes the cells of `object`, which has become an array term.
pub fn set_array(memory: &mut Trie<u32>, object: ObjectId, array: TermId) {
    memory.remove_range(key(object, 0), key(object, ARRAY - 1));
    memory.insert(key(object, ARRAY), array.0);
}

/// The scalar that an array type consists of, through all dimensions, and its width: a power of two.
fn array_element(types: &TypeTable, ty: TypeId) -> Option<(TypeId, u32)> {
    let mut ty = ty;
    while let Type::Array { element, .. } = types.get(ty) {
        ty = *element;
    }
    let bits = types.scalar_bits(ty)?;
    bits.is_power_of_two().then_some((ty, bits))
}
