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
use crate::eval::View;
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
    /// What they are taken for.
    pub view: View,
}

/// The content of large uninitialised storage.
pub struct LargeStorage {
    /// The array input.
    pub array: TermId,
    /// What is read: the same, unless it was rewritten.
    pub content: TermId,
    /// The type of its elements.
    pub ty: TypeId,
    /// How wide they are.
    pub bits: u32,
}

impl Machine<'_> {
    /// The bits that an access reads. `None` if it is not modelled.
    pub fn read_symbolic(&mut self, memory: &mut Trie<u32>, object: ObjectId, access: Access) -> Option<TermId> {
        if let Some(value) = self.read_array(memory, object, access) {
            let holds_pointer = self.has_pointer_elements(object, access);
            return Some(self.viewed(value, holds_pointer, access.view));
        }
        let (congruence, offsets) = self.possible_offsets(object, access)?;
        let mut values = Vec::with_capacity(offsets.len());
        for &at in &offsets {
            let read = |this: &mut Self| {
                this.read_at(memory, object, at * 8 + u64::from(access.bit), access.bits, access.view)
            };
            values.push(self.strange_only_if(read, |this| Some(this.offset_is(access.offset, at))));
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
        let holds_pointer = self.has_pointer_elements(object, access);
        let element = self.put(value, holds_pointer, access.view);
        if self.write_array(memory, object, access, element, cond) {
            return true;
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
            self.write_if(memory, object, at_bits, value, access.view, here);
        }
        true
    }

    /// Whether a large object is an array of pointers, and an access is to one of them.
    fn has_pointer_elements(&self, object: ObjectId, access: Access) -> bool {
        let types = &self.program.types;
        let element = self.objects.get(object).ty.and_then(|ty| array_element(types, ty));
        element.is_some_and(|(element, bits)| types.is_pointer(element) && bits == access.bits)
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

    /// Reads from an array term; `None` if the object is none and does not become one.
    fn read_array(&mut self, memory: &mut Trie<u32>, object: ObjectId, access: Access) -> Option<TermId> {
        let array = self.array_of(memory, object)?;
        let base = self.base_of(memory, object);
        let window = self.window(array, access);
        let word = self.read_window(array, &window, base);
        Some(self.shifted_out(word, &window, access))
    }

    /// Writes to an array term; `false` if the object is none and does not become one.
    fn write_array(
        &mut self,
        memory: &mut Trie<u32>,
        object: ObjectId,
        access: Access,
        value: TermId,
        cond: TermId,
    ) -> bool {
        let Some(array) = self.array_of(memory, object) else { return false };
        let window = self.window(array, access);
        let word = if self.terms.width(value) == window.n * window.bits {
            value
        } else {
            let base = self.base_of(memory, object);
            let old = self.read_window(array, &window, base);
            self.shifted_in(old, &window, access, value)
        };
        let mut stored = array;
        for k in 0..window.n {
            let index = self.element_index(&window, k);
            let element = self.terms.extract(word, (k + 1) * window.bits - 1, k * window.bits);
            stored = self.terms.store(stored, index, element);
        }
        let new = self.terms.ite(cond, stored, array);
        memory.insert(key(object, ARRAY), new.0);
        true
    }

    /// The elements that an access touches.
    fn window(&mut self, array: TermId, access: Access) -> Window {
        let bits = self.element_bits(array);
        let bytes = u64::from(bits / 8);
        let shift = bytes.trailing_zeros();
        let high = self.terms.extract(access.offset, layout::OFFSET_BITS - 1, shift);
        let index = self.terms.zero_extend(high, layout::OFFSET_BITS);
        let congruence = self.offsets.congruence(self.terms, access.offset);
        let aligned = congruence.modulus.is_multiple_of(bytes) && congruence.residue.is_multiple_of(bytes);
        // Where in its element the access starts, in bytes; unknown unless it is aligned.
        let within = (!aligned && shift > 0).then(|| self.terms.extract(access.offset, shift - 1, 0));
        let span = access.bit + access.bits + if within.is_some() { bits - 8 } else { 0 };
        Window { index, within, bits, n: span.div_ceil(bits) }
    }

    pub fn element_bits(&self, array: TermId) -> u32 {
        match self.terms.sort(array) {
            Sort::Array { element, .. } => element,
            Sort::Bool | Sort::Bits(_) => unreachable!("the content of a large object should be an array"),
        }
    }

    fn element_index(&mut self, window: &Window, k: u32) -> TermId {
        let step = self.terms.bits(layout::OFFSET_BITS, u128::from(k));
        self.terms.add(window.index, step)
    }

    /// The elements of a window as one word, the first one lowest.
    fn read_window(&mut self, array: TermId, window: &Window, base: BaseId) -> TermId {
        let mut elements = Vec::with_capacity(window.n as usize);
        for k in 0..window.n {
            let index = self.element_index(window, k);
            self.note_reads(base, index);
            self.note_spliced_reads(array, index);
            elements.push(self.terms.select(array, index));
        }
        self.put_together(&elements)
    }

    /// How far an access is from the start of its window, in bits, as wide as the window.
    fn shift_of(&mut self, window: &Window, access: Access) -> TermId {
        let width = window.n * window.bits;
        let bit = self.terms.bits(width, u128::from(access.bit));
        match window.within {
            Some(within) => {
                let within = self.terms.zero_extend(within, width);
                let three = self.terms.bits(width, 3);
                let bits = self.terms.shl(within, three);
                self.terms.add(bits, bit)
            }
            None => bit,
        }
    }

    fn shifted_out(&mut self, word: TermId, window: &Window, access: Access) -> TermId {
        let shift = self.shift_of(window, access);
        let moved = self.terms.lshr(word, shift);
        self.terms.extract(moved, access.bits - 1, 0)
    }

    fn shifted_in(&mut self, old: TermId, window: &Window, access: Access, value: TermId) -> TermId {
        let width = window.n * window.bits;
        let shift = self.shift_of(window, access);
        let ones = self.terms.bits(width, u128::MAX >> (128 - access.bits));
        let mask = self.terms.shl(ones, shift);
        let keep = self.terms.bits_not(mask);
        let kept = self.terms.bits_and(old, keep);
        let value = self.terms.zero_extend(value, width);
        let value = self.terms.shl(value, shift);
        self.terms.bits_or(kept, value)
    }

    /// The array term of `object`, if it is one or becomes one now.
    pub fn array_of(&mut self, memory: &mut Trie<u32>, object: ObjectId) -> Option<TermId> {
        match memory.get(key(object, ARRAY)) {
            Some(array) => Some(TermId(array)),
            None => self.become_array(memory, object),
        }
    }

    /// Notes that the uninitialised storage behind `base` is read at an index that only the run tells.
    pub fn note_reads(&mut self, base: BaseId, index: TermId) {
        let mut stack = vec![base];
        while let Some(base) = stack.pop() {
            match self.bases.get(base) {
                Base::Storage { step, site, occurrence, root, .. } => {
                    let Some(large) = self.large_storage(site, occurrence, root) else { continue };
                    let before = self.unrolling.steps.next_id();
                    if !self.seen_reads.insert((step, index, before)) {
                        continue;
                    }
                    let value = self.terms.select(large.content, index);
                    let LargeStorage { array, ty, bits, .. } = large;
                    if let StepKind::Storage { reads, .. } = &mut self.unrolling.steps[step].kind {
                        reads.push(StorageRead { array, index, bits, ty, value, before });
                    }
                }
                Base::Merged { then, or_else, .. } => stack.extend([then, or_else]),
                Base::Undeclared | Base::Zero | Base::String(_) => {}
            }
        }
    }

    /// The content of uninitialised storage as one array, if it is large.
    pub fn large_storage(
        &mut self,
        site: (FunctionId, InstrId),
        occurrence: u32,
        root: ObjectRoot,
    ) -> Option<LargeStorage> {
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
        let (element, bits) = self.large_element(ty, size)?;
        let ty = if self.program.types.scalar_bits(element).is_some() { element } else { self.byte_type() };
        let sort = Sort::Array { index: layout::OFFSET_BITS, element: bits };
        let key = InputKey { site, occurrence, offset_bits: 0, sort };
        let array = self.inputs.get(self.terms, key);
        Some(LargeStorage { array, content: self.defined_content(root, array), ty, bits })
    }

    /// What the array term of a large object has as elements: the scalars of an array, or bytes. `None` if it is small.
    fn large_element(&self, ty: TypeId, size: u64) -> Option<(TypeId, u32)> {
        match array_element(&self.program.types, ty) {
            Some((element, bits)) => (size / u64::from(bits / 8) > MANY_OFFSETS).then_some((element, bits)),
            None => (size > 64 * MANY_OFFSETS).then_some((ty, 8)),
        }
    }

    /// Turns a large object into an array term.
    fn become_array(&mut self, memory: &mut Trie<u32>, object: ObjectId) -> Option<TermId> {
        let info = self.objects.get(object);
        let size = info.size;
        let (ty, bits) = self.large_element(info.ty?, size)?;
        let n_elements = size / u64::from(bits / 8);
        let base = self.base_of(memory, object);
        let mut array = self.base_array(base, ty, bits, n_elements);
        let end = size.min(super::MAX_OBJECT_SIZE) * 8;
        for (at, cell) in memory.range(key(object, 0), key(object, end)) {
            let offset_bits = super::split_key(at).1;
            array = self.store_cell(array, offset_bits, TermId(cell));
        }
        memory.remove_range(key(object, 0), key(object, end));
        memory.insert(key(object, ARRAY), array.0);
        Some(array)
    }

    /// Puts a cell into an array term, whose elements may be smaller or larger.
    pub fn store_cell(&mut self, array: TermId, offset_bits: u64, cell: TermId) -> TermId {
        let bits = self.element_bits(array);
        let mut array = array;
        let width = self.terms.width(cell);
        let mut at = 0;
        while at < width {
            let position = offset_bits + u64::from(at);
            let within = (position % u64::from(bits)) as u32;
            let n = (bits - within).min(width - at);
            let part = self.terms.extract(cell, at + n - 1, at);
            let index = self.terms.bits(layout::OFFSET_BITS, u128::from(position / u64::from(bits)));
            let element = if n == bits {
                part
            } else {
                let old = self.terms.select(array, index);
                self.replace_bits(old, within, part)
            };
            array = self.terms.store(array, index, element);
            at += n;
        }
        array
    }

    /// Notes that the elements of an array term are read that a cell consists of.
    pub fn note_spliced_cell(&mut self, array: TermId, offset_bits: u64, width: u32) {
        if self.spliced_from.is_empty() {
            return;
        }
        let bits = u64::from(self.element_bits(array));
        for position in offset_bits / bits..=(offset_bits + u64::from(width) - 1) / bits {
            let index = self.terms.bits(layout::OFFSET_BITS, u128::from(position));
            self.note_spliced_reads(array, index);
        }
    }

    /// A cell of an array term, whose elements may be smaller or larger.
    pub fn load_cell(&mut self, array: TermId, offset_bits: u64, width: u32) -> TermId {
        let bits = self.element_bits(array);
        let mut parts = Vec::new();
        let mut at = 0;
        while at < width {
            let position = offset_bits + u64::from(at);
            let within = (position % u64::from(bits)) as u32;
            let n = (bits - within).min(width - at);
            let index = self.terms.bits(layout::OFFSET_BITS, u128::from(position / u64::from(bits)));
            let element = self.terms.select(array, index);
            parts.push(self.terms.extract(element, within + n - 1, within));
            at += n;
        }
        self.put_together(&parts)
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
                storage.map_or_else(|| unreachable!("it should still be large"), |large| large.content)
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

/// The elements of an array term that an access touches.
struct Window {
    /// The first one.
    index: TermId,
    /// Where in it the access starts, in bytes, unless that is its start.
    within: Option<TermId>,
    /// The width of an element.
    bits: u32,
    /// How many.
    n: u32,
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
