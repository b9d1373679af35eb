//! Reading and writing at a known offset: one cell where it fits, parts of cells where it does not.

use whyc_ir::layout::{self, Leaf};
use whyc_ir::program::{GlobalKind, LocalKind};
use whyc_ir::types::{Field, RecordKind, Type, TypeId, TypeTable};
use whyc_term::{Sort, TermId, TermStore};

use super::{ARRAY, BASE, Base, BaseId, BaseTable, ObjectId, global_base, key};
use crate::eval::View;
use crate::inputs::InputKey;
use crate::state::Machine;
use crate::step::{ObjectRoot, StepId, StepKind, StorageCell};
use crate::trie::Trie;

/// At most this many choices are followed to put one pointer together.
const MANY_CHOICES: usize = 256;

impl Machine<'_> {
    /// The `bits` bits at `offset_bits` of `object`. Beyond its end there are zeros: a check has failed before.
    pub fn read_at(&mut self, memory: &Trie<u32>, object: ObjectId, offset_bits: u64, bits: u32, view: View) -> TermId {
        if offset_bits + u64::from(bits) > self.objects.get(object).size * 8 {
            return self.terms.bits(bits.max(1), 0);
        }
        let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
        if leaf.offset_bits == offset_bits && leaf.bits == bits {
            let cell = self.read_leaf(memory, object, leaf);
            return self.viewed(cell, holds_pointer, view);
        }
        let end = offset_bits + u64::from(bits);
        let mut at = offset_bits;
        let mut parts = Vec::new();
        while at < end {
            let (leaf, holds_pointer) = self.cell_at(object, at);
            let low = (at - leaf.offset_bits) as u32;
            let n = (leaf.bits - low).min((end - at) as u32);
            let whole = self.read_leaf(memory, object, leaf);
            let whole = self.viewed(whole, holds_pointer, View::Plain);
            parts.push(self.terms.extract(whole, low + n - 1, low));
            at += u64::from(n);
        }
        match view {
            View::Plain => self.put_together(&parts),
            View::Pointer => {
                let value = self.put_together_by_choice(&parts, &mut 0);
                self.viewed(value, false, view)
            }
        }
    }

    /// The word with the given parts, the lowest first.
    pub fn put_together(&mut self, parts: &[TermId]) -> TermId {
        let [first, others @ ..] = parts else { unreachable!("an access should touch a cell") };
        others.iter().fold(*first, |lower, &part| self.terms.concat(part, lower))
    }

    /// The same word as a choice between words, where paths that join have made choices of the parts: the pointer that was
    /// written on one of them is whole again.
    fn put_together_by_choice(&mut self, parts: &[TermId], n_choices: &mut usize) -> TermId {
        let chosen = parts.iter().find_map(|&part| self.terms.ite_parts(part));
        let Some((cond, ..)) = chosen.filter(|_| *n_choices < MANY_CHOICES) else { return self.put_together(parts) };
        *n_choices += 1;
        let arms = |terms: &TermStore, part: TermId| match terms.ite_parts(part) {
            Some((other, then, or_else)) if other == cond => (then, or_else),
            _ => (part, part),
        };
        let (then, or_else): (Vec<TermId>, Vec<TermId>) = parts.iter().map(|&part| arms(self.terms, part)).unzip();
        let then = self.put_together_by_choice(&then, n_choices);
        let or_else = self.put_together_by_choice(&or_else, n_choices);
        self.terms.ite(cond, then, or_else)
    }

    /// Writes `value` at `offset_bits` of `object`. Beyond its end nothing is written.
    pub fn write_at(&mut self, memory: &mut Trie<u32>, object: ObjectId, offset_bits: u64, value: TermId, view: View) {
        let bits = self.terms.width(value);
        let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
        if leaf.offset_bits == offset_bits && leaf.bits == bits {
            let cell = self.put(value, holds_pointer, view);
            self.write_leaf(memory, object, leaf, cell);
            return;
        }
        let value = self.put(value, false, view);
        let end = offset_bits + u64::from(bits);
        let mut at = offset_bits;
        while at < end {
            let (leaf, holds_pointer) = self.cell_at(object, at);
            let low = (at - leaf.offset_bits) as u32;
            let n = (leaf.bits - low).min((end - at) as u32);
            let from = (at - offset_bits) as u32;
            let part = self.terms.extract(value, from + n - 1, from);
            let new = if n == leaf.bits {
                part
            } else {
                let old = self.read_leaf(memory, object, leaf);
                let old = self.viewed(old, holds_pointer, View::Plain);
                self.replace_bits(old, low, part)
            };
            let new = self.put(new, holds_pointer, View::Plain);
            self.write_leaf(memory, object, leaf, new);
            at += u64::from(n);
        }
    }

    /// Writes `value` at `offset_bits` of `object` if `cond` holds.
    pub fn write_if(
        &mut self,
        memory: &mut Trie<u32>,
        object: ObjectId,
        offset_bits: u64,
        value: TermId,
        view: View,
        cond: TermId,
    ) {
        if self.terms.as_bool(cond) == Some(true) {
            self.write_at(memory, object, offset_bits, value, view);
            return;
        }
        let bits = self.terms.width(value);
        let (leaf, holds_pointer) = self.cell_at(object, offset_bits);
        if leaf.offset_bits == offset_bits && leaf.bits == bits {
            let new = self.put(value, holds_pointer, view);
            let old = self.read_leaf(memory, object, leaf);
            let cell = self.terms.ite(cond, new, old);
            self.write_leaf(memory, object, leaf, cell);
            return;
        }
        let new = self.put(value, false, view);
        let old = self.read_at(memory, object, offset_bits, bits, View::Plain);
        let both = self.terms.ite(cond, new, old);
        self.write_at(memory, object, offset_bits, both, View::Plain);
    }

    /// `old` with `part` in place of its bits from `low` on.
    pub fn replace_bits(&mut self, old: TermId, low: u32, part: TermId) -> TermId {
        let (width, n) = (self.terms.width(old), self.terms.width(part));
        let mut value = part;
        if low > 0 {
            let below = self.terms.extract(old, low - 1, 0);
            value = self.terms.concat(value, below);
        }
        if low + n < width {
            let above = self.terms.extract(old, width - 1, low + n);
            value = self.terms.concat(above, value);
        }
        value
    }

    /// The value of one cell.
    pub fn read_leaf(&mut self, memory: &Trie<u32>, object: ObjectId, leaf: Leaf) -> TermId {
        if let Some(cell) = memory.get(key(object, leaf.offset_bits)) {
            return TermId(cell);
        }
        if let Some(array) = memory.get(key(object, ARRAY)) {
            // What was never written comes from the storage behind the array, which should know that it is read.
            let base = self.base_of(memory, object);
            self.base_leaf(base, leaf);
            self.note_spliced_cell(TermId(array), leaf.offset_bits, leaf.bits);
            return self.load_cell(TermId(array), leaf.offset_bits, leaf.bits);
        }
        let base = self.base_of(memory, object);
        self.base_leaf(base, leaf)
    }

    /// Gives one cell a value.
    pub fn write_leaf(&mut self, memory: &mut Trie<u32>, object: ObjectId, leaf: Leaf, value: TermId) {
        let size_bits = self.objects.get(object).size * 8;
        if leaf.offset_bits + u64::from(leaf.bits) > size_bits {
            return;
        }
        if let Some(array) = memory.get(key(object, ARRAY)) {
            let new = self.store_cell(TermId(array), leaf.offset_bits, value);
            memory.insert(key(object, ARRAY), new.0);
        } else {
            memory.insert(key(object, leaf.offset_bits), value.0);
        }
    }

    /// What `object` holds where it has no cells.
    pub fn base_of(&mut self, memory: &Trie<u32>, object: ObjectId) -> BaseId {
        if let Some(base) = memory.get(key(object, BASE)) {
            return BaseId(base);
        }
        match self.objects.get(object).root {
            ObjectRoot::Global(global) => match global_base(self.program, global) {
                Some(Base::Zero) | None => BaseTable::ZERO,
                Some(base) => self.bases.push(base),
            },
            ObjectRoot::Local(frame, local) => {
                let function = self.unrolling.frames[frame].function;
                match self.program.functions[function].locals[local].kind {
                    LocalKind::Variable => BaseTable::UNDECLARED,
                    // They are written as a whole before anything is read; only padding is left.
                    LocalKind::Param | LocalKind::Temporary => BaseTable::ZERO,
                }
            }
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => BaseTable::ZERO,
            // On this path it has not been allocated, or it has been freed.
            ObjectRoot::Block(_) => BaseTable::UNDECLARED,
        }
    }

    /// What an untouched cell holds.
    pub fn base_leaf(&mut self, base: BaseId, leaf: Leaf) -> TermId {
        match self.bases.get(base) {
            Base::Undeclared => {
                self.read_undeclared = true;
                self.terms.bits(leaf.bits, 0)
            }
            Base::Zero => self.terms.bits(leaf.bits, 0),
            Base::String(global) => {
                let GlobalKind::String(bytes) = &self.program.globals[global].kind else {
                    return self.terms.bits(leaf.bits, 0);
                };
                let first = (leaf.offset_bits / 8) as usize;
                let n = (leaf.bits / 8) as usize;
                let byte = |k: usize| u128::from(bytes.get(first + k).copied().unwrap_or(0));
                let value = (0..n).fold(0, |acc, k| acc | byte(k) << (8 * k));
                self.terms.bits(leaf.bits, value)
            }
            Base::Storage { step, site, occurrence, root, ty: _ } => {
                self.storage_cell(step, site, occurrence, root, leaf)
            }
            Base::Merged { cond, then, or_else } => {
                let then = self.base_leaf(then, leaf);
                let or_else = self.base_leaf(or_else, leaf);
                self.terms.ite(cond, then, or_else)
            }
        }
    }

    /// The input that a part of uninitialised storage is.
    fn storage_cell(
        &mut self,
        step: StepId,
        site: (whyc_ir::program::FunctionId, whyc_ir::instr::InstrId),
        occurrence: u32,
        root: ObjectRoot,
        leaf: Leaf,
    ) -> TermId {
        let large = self.large_storage(site, occurrence, root);
        let array = large.as_ref().map(|large| large.array);
        let value = match large {
            Some(large) => self.load_cell(large.content, leaf.offset_bits, leaf.bits),
            None => {
                let key = InputKey { site, occurrence, offset_bits: leaf.offset_bits, sort: Sort::Bits(leaf.bits) };
                let value = self.inputs.get(self.terms, key);
                self.defined_cell(step, leaf.offset_bits, value)
            }
        };
        self.note_unset(value);
        if !self.seen_storage.insert((step, leaf.offset_bits)) {
            return value;
        }
        let target = self.next_version(root, leaf.offset_bits, leaf.bits);
        let ty = (self.program.types.scalar_bits(leaf.ty).is_some()).then_some(leaf.ty);
        if let StepKind::Storage { cells, .. } = &mut self.unrolling.steps[step].kind {
            cells.push(StorageCell { target, offset_bits: leaf.offset_bits, value, ty, array });
        }
        value
    }

    /// The cell that covers the bit at `offset_bits` of `object`.
    pub fn leaf_at(&self, object: ObjectId, offset_bits: u64) -> Leaf {
        self.cell_at(object, offset_bits).0
    }

    /// The cell that covers the bit at `offset_bits` of `object`, and whether pointers are in it.
    pub fn cell_at(&self, object: ObjectId, offset_bits: u64) -> (Leaf, bool) {
        let types = &self.program.types;
        let info = self.objects.get(object);
        let Some((ty, size)) = info.ty.and_then(|ty| Some((ty, types.size_of(ty)?))).filter(|&(_, size)| size > 0)
        else {
            return (filler(self.byte_type(), offset_bits, 0, u64::MAX), false);
        };
        // An object larger than its type repeats it, or only the open end of it.
        if let Some((first, element)) = self.open_end(ty).filter(|&(first, _)| first <= offset_bits) {
            let stride = types.size_of(element).unwrap_or(1).max(1) * 8;
            let start = first + (offset_bits - first) / stride * stride;
            let (mut leaf, holds_pointer) = leaf_in(types, element, offset_bits - start, self.byte_type());
            leaf.offset_bits += start;
            return (leaf, holds_pointer);
        }
        let start = offset_bits / (size * 8) * (size * 8);
        let (mut leaf, holds_pointer) = leaf_in(types, ty, offset_bits - start, self.byte_type());
        leaf.offset_bits += start;
        (leaf, holds_pointer)
    }

    /// Where the open end of a record begins, in bits, and the type of its elements.
    fn open_end(&self, ty: TypeId) -> Option<(u64, TypeId)> {
        let Type::Record(record) = self.program.types.get(ty) else { return None };
        let field = crate::step::flexible_end(self.program, &self.program.types.records[*record])?;
        match self.program.types.get(field.ty) {
            Type::Array { element, .. } => Some((field.offset_bits, *element)),
            _ => None,
        }
    }

    /// A type for bytes that belong to no scalar: padding. It has no width of its own.
    pub(super) fn byte_type(&self) -> TypeId {
        self.program.functions[self.program.start].ret
    }
}

/// The piece of padding with the bit at `at`: of its byte, what lies between `previous` and `next`. It is the same for
/// every bit of it, so that no two cells overlap.
fn filler(ty: TypeId, at: u64, previous: u64, next: u64) -> Leaf {
    let byte = at / 8 * 8;
    let start = byte.max(previous);
    Leaf { offset_bits: start, bits: ((byte + 8).min(next) - start) as u32, ty }
}

/// The scalar of `ty` that covers the bit at `at`, or a piece of padding; and whether it holds a pointer whenever it holds
/// something: in a union it need not.
pub fn leaf_in(types: &TypeTable, ty: TypeId, at: u64, padding: TypeId) -> (Leaf, bool) {
    let mut start = 0;
    let mut ty = ty;
    let mut in_union = false;
    loop {
        let inner = at - start;
        match types.get(ty) {
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                let bits = types.scalar_bits(ty).unwrap_or(8);
                return (Leaf { offset_bits: start, bits, ty }, !in_union && types.is_pointer(ty));
            }
            Type::Void | Type::Function(_) => return (filler(padding, at, 0, u64::MAX), false),
            Type::Array { element, .. } => {
                let stride = types.size_of(*element).unwrap_or(0) * 8;
                if stride == 0 {
                    return (filler(padding, at, 0, u64::MAX), false);
                }
                start += inner / stride * stride;
                ty = *element;
            }
            Type::Record(record) => {
                let record = &types.records[*record];
                in_union |= record.kind == RecordKind::Union;
                // Of a union, the cells follow one member.
                let members = match record.kind {
                    RecordKind::Struct => &record.fields[..],
                    RecordKind::Union => layout::largest_member(types, record).map_or(&[][..], std::slice::from_ref),
                };
                let end = |f: &Field| f.offset_bits + types.bits_of_field(f);
                match members.iter().find(|f| f.offset_bits <= inner && inner < end(f)) {
                    Some(field) => {
                        start += field.offset_bits;
                        if let Some(width) = field.bit_width {
                            return (Leaf { offset_bits: start, bits: width, ty: field.ty }, false);
                        }
                        ty = field.ty;
                    }
                    None => {
                        let previous = members.iter().map(end).filter(|&o| o <= inner).max().unwrap_or(0);
                        let next = members.iter().map(|f| f.offset_bits).filter(|&o| o > inner).min();
                        let filler = filler(padding, at, start + previous, start + next.unwrap_or(u64::MAX - start));
                        return (filler, false);
                    }
                }
            }
        }
    }
}
