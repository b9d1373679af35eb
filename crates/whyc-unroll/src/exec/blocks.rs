//! Blocks of memory that come and go, and bytes that are copied and filled.

use whyc_base::source::Span;
use whyc_ir::block::{BlockLife, BlockOp};
use whyc_ir::expr::{ExprId, PlaceId};
use whyc_ir::layout;
use whyc_ir::program::{LocalId, Origin};
use whyc_ir::property::{PropertyClass, Site};
use whyc_ir::types::TypeId;
use whyc_term::TermId;

use super::range::Given;
use crate::eval::{Address, AddressBase, BitRange, Value, View};
use crate::loops::LoopId;
use crate::memory::{self, Base, BaseTable, ObjectId};
use crate::state::{At, Machine, State};
use crate::step::{AssignRole, Block, BlockId, Cut, Object, ObjectRoot, StepKind};

/// No more bytes than this are copied or filled one by one at once if their number is unknown.
pub(super) const MAX_UNKNOWN_BYTES: u64 = 4096;

/// With more bytes than this, of which nobody knows how many there are, it is asked whether there can be so many, and they are
/// copied or filled at once if they can.
const FEW_BYTES: u64 = 32;

/// If their number is unknown and the object may be larger, so many bytes count as one iteration of a loop.
pub(super) const BYTES_PER_ROUND: u64 = 8;

/// How far a copy of unknown length is followed.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The loop that it counts as.
    pub(super) id: LoopId,
    /// How many bytes are followed.
    pub(super) bytes: u64,
}

/// A piece of a range of bytes: one scalar where it fits.
#[derive(Clone, Copy)]
struct Piece {
    /// Where it starts, in bytes from the start of the range.
    at: u64,
    /// How many bytes.
    bytes: u64,
    /// What is there.
    ty: TypeId,
    /// What a copy takes it for: a pointer only if both sides are one.
    view: View,
}

impl Piece {
    fn range(self) -> BitRange {
        BitRange { bit: 0, bits: self.bytes as u32 * 8, view: self.view }
    }
}

impl Machine<'_> {
    pub(super) fn block(&mut self, state: &mut State, at: At, op: &BlockOp, reach: Option<Reach>) {
        match op {
            BlockOp::Allocate { place, size, life, zeroed, name } => {
                let size = self.operand(state, at, *size);
                let address = self.allocate(state, at, size, *life, *zeroed, name);
                let span = self.span_of(at);
                let target = self.address(state, at, *place);
                self.check_access(state, at, *place, target);
                self.check_writable(at, *place, target);
                self.store(state, at, span, target, Value::Scalar(address), None, AssignRole::Statement);
            }
            BlockOp::Free { pointer } => self.free(state, at, *pointer),
            BlockOp::Copy { to, from, size } => self.copy(state, at, [*to, *from], *size, reach),
            BlockOp::Fill { to, value, size } => self.fill(state, at, *to, [*value, *size], reach),
            BlockOp::Havoc { pointer, reach, .. } => self.havoc(state, at, *pointer, *reach),
            BlockOp::Release { local } => self.release(state, *local),
        }
    }

    pub(super) fn span_of(&self, at: At) -> Span {
        self.body(at).instrs[at.instr].span
    }

    /// A new block; the address of it, or null where nobody can have it.
    fn allocate(
        &mut self,
        state: &mut State,
        at: At,
        size: TermId,
        life: BlockLife,
        zeroed: bool,
        name: &str,
    ) -> TermId {
        let span = self.span_of(at);
        let limit = self.terms.bits(64, u128::from(self.program.types.target.largest_request()));
        let fits = self.terms.ule(size, limit);
        // Who has asked for the size before asking for the block gets the block.
        let fits = if self.guards.says(at.guard, fits) { self.terms.bool_const(true) } else { fits };
        let null = self.null();
        if self.terms.as_bool(fits) == Some(false) {
            return null;
        }
        let at = At { guard: self.guards.and(self.terms, at.guard, fits), ..at };
        let followed = |&size: &u64| size <= layout::MAX_BLOCK_BYTES;
        let known = self.terms.as_bits(size).map(|size| size as u64).filter(followed);
        let root = ObjectRoot::Block(BlockId(self.unrolling.blocks.len() as u32));
        let most = u64::try_from(self.terms.most(size)).unwrap_or(u64::MAX).min(layout::MAX_BLOCK_BYTES);
        let bytes = known.unwrap_or_else(|| self.most_under(at.guard, size, most));
        let extent = known.is_none().then_some(size);
        if self.objects.n_numbered() >= self.program.types.target.pointers.n_objects() {
            self.unsupported(at, span, "more objects than pointers can name");
            return null;
        }
        let object = self.objects.add_numbered(Object { root, ty: None, size: bytes, extent });
        self.note_birth(state, object);
        self.note_large(at, object);
        let number = object.0;
        let name = self.block_name(at, name);
        let block = Block { name, number, size, life, frame: at.frame, instr: at.instr, span, ty: None };
        let block = self.unrolling.blocks.push(block);
        let step = self.push(at, span, StepKind::Allocate { block });
        self.declared(at, step, root);
        let base = if zeroed {
            BaseTable::ZERO
        } else {
            let step = self.push(at, span, StepKind::Storage { object: root, cells: Vec::new(), reads: Vec::new() });
            self.declared(at, step, root);
            let occurrence = self.next_occurrence(at);
            self.bases.push(Base::Storage { step, site: (at.function, at.instr), occurrence, root, ty: None })
        };
        let alive = self.terms.bool_const(true);
        memory::revive(&mut state.memory, object, base, alive);
        if life == BlockLife::Frame
            && let Some(objects) = self.stack.last_mut()
        {
            objects.blocks.push(object);
        }
        let address = self.pointer_to_start(number);
        self.terms.ite(fits, address, null)
    }

    /// What a person calls a block: its pointer, or the function of the library that made it.
    fn block_name(&self, at: At, name: &str) -> String {
        let mut function = at.function;
        let mut frame = at.frame;
        let is_model = |function| self.program.functions[function].origin == Origin::Whyc;
        if !is_model(function) {
            return name.to_owned();
        }
        while let Some((caller, _)) = self.unrolling.frames[frame].caller {
            let outer = self.unrolling.frames[caller].function;
            // The function that threads are woven into is nobody's either, but calls what the user calls.
            let is_woven = self.program.woven.as_ref().is_some_and(|woven| woven.function == outer);
            if !is_model(outer) || is_woven {
                break;
            }
            (frame, function) = (caller, outer);
        }
        format!("{}()", self.program.functions[function].name)
    }

    fn free(&mut self, state: &mut State, at: At, pointer: ExprId) {
        let span = self.span_of(at);
        let value = self.scalar(state, at, pointer);
        let null = self.null();
        let is_null = self.terms.eq(value, null);
        let (number, offset) = self.split(value);
        let start = self.terms.bits(layout::OFFSET_BITS, 0);
        let mut whole = self.terms.bool_const(false);
        let mut not_freed = self.terms.bool_const(true);
        let mut changes = Vec::new();
        for object in self.objects_behind(number) {
            let ObjectRoot::Block(block) = self.objects.get(object).root else { continue };
            if self.unrolling.blocks[block].life != BlockLife::Heap {
                continue;
            }
            let is_it = self.is_number(number, object);
            let alive = self.alive(state, object);
            let fine = self.terms.implies(is_it, alive);
            not_freed = self.terms.and(not_freed, fine);
            let offset = self.offset_in(number, offset, object);
            let at_start = self.terms.eq(offset, start);
            let here = self.terms.and(is_it, at_start);
            whole = self.terms.or(whole, here);
            let other = self.terms.not(is_it);
            changes.push((object, self.terms.and(alive, other)));
        }
        let valid = self.terms.or(is_null, whole);
        let not_freed = self.terms.or(is_null, not_freed);
        self.check(at, Site::Instr(at.instr), PropertyClass::InvalidFree, valid);
        self.check(at, Site::Instr(at.instr), PropertyClass::DoubleFree, not_freed);
        let checked = [PropertyClass::InvalidFree, PropertyClass::DoubleFree]
            .into_iter()
            .all(|class| self.is_due(at, Site::Instr(at.instr), class));
        let fine = self.terms.and(valid, not_freed);
        if !checked && self.terms.as_bool(fine) != Some(true) {
            let wrong = self.terms.not(fine);
            let guard = self.guards.and(self.terms, at.guard, wrong);
            self.unsupported(At { guard, ..at }, span, "`free` of something that cannot be freed");
        }
        self.push(at, span, StepKind::Free { pointer: value });
        for (object, alive) in changes {
            self.note_freed(object);
            if self.terms.as_bool(alive) == Some(false) {
                memory::forget(&mut state.memory, object);
            }
            memory::set_alive(&mut state.memory, object, alive);
        }
    }

    /// The block that a local points to ends.
    fn release(&mut self, state: &mut State, local: LocalId) {
        let Some(holder) = self.stack.last().map(|objects| objects.local(local)) else { return };
        let pointer = self.read_at(&state.memory, holder, 0, self.program.types.target.pointers.bits(), View::Pointer);
        self.forget_strange();
        self.read_undeclared = false;
        let (number, _) = self.split(pointer);
        for object in self.objects_behind(number) {
            let ObjectRoot::Block(block) = self.objects.get(object).root else { continue };
            if self.unrolling.blocks[block].life == BlockLife::Frame {
                let is_it = self.is_number(number, object);
                let other = self.terms.not(is_it);
                let alive = self.alive(state, object);
                let alive = self.terms.and(alive, other);
                memory::set_alive(&mut state.memory, object, alive);
            }
        }
    }

    fn copy(&mut self, state: &mut State, at: At, places: [PlaceId; 2], size: ExprId, reach: Option<Reach>) {
        let [to, from] = places;
        let span = self.span_of(at);
        let size = self.operand(state, at, size);
        let source = self.address(state, at, from);
        let target = self.address(state, at, to);
        let Some(at) = self.some_bytes(at, size) else { return };
        self.check_range(state, at, from, source, size);
        self.check_range(state, at, to, target, size);
        self.check_writable(at, to, target);
        let most = self.most_at_all(at, size, &[source, target]);
        self.settle_from(source, target);
        if self.is_long(size, most) && self.splice(state, at, target, Given::Bytes(source), size) {
            return;
        }
        let Some(limit) = self.most_bytes(state, at, size, most, reach) else { return };
        let pieces = self.pieces(&[source, target], limit);
        let mut values = Vec::with_capacity(pieces.len());
        for &piece in &pieces {
            let here = self.piece_address(source, piece);
            values.push(self.read_bits(state, at, span, here, piece.range()));
        }
        for (piece, value) in pieces.into_iter().zip(values) {
            self.write_piece(state, at, span, target, piece, value, size);
        }
    }

    fn fill(&mut self, state: &mut State, at: At, to: PlaceId, operands: [ExprId; 2], reach: Option<Reach>) {
        let [value, size] = operands;
        let span = self.span_of(at);
        let byte = self.scalar(state, at, value);
        let size = self.operand(state, at, size);
        let target = self.address(state, at, to);
        let Some(at) = self.some_bytes(at, size) else { return };
        self.check_range(state, at, to, target, size);
        self.check_writable(at, to, target);
        if self.terms.as_bits(byte) == Some(0)
            && let Some(object) = self.whole_object(target, size)
        {
            memory::refill(&mut state.memory, object, BaseTable::ZERO);
            return;
        }
        let most = self.most_at_all(at, size, &[target]);
        self.settle_bytes(target);
        if self.is_long(size, most) && self.splice(state, at, target, Given::Byte(byte), size) {
            return;
        }
        let Some(limit) = self.most_bytes(state, at, size, most, reach) else { return };
        for piece in self.pieces(&[target], limit) {
            let mut word = byte;
            for _ in 1..piece.bytes {
                word = self.terms.concat(word, byte);
            }
            let piece = Piece { view: View::Plain, ..piece };
            self.write_piece(state, at, span, target, piece, word, size);
        }
    }

    /// What the pointer `expr` points to.
    pub(super) fn pointee_of(&self, at: At, expr: ExprId) -> Option<TypeId> {
        self.program.types.pointee(self.body(at).exprs[expr].ty)
    }

    /// Where the condition that there are bytes at all is added; `None` if there are none.
    fn some_bytes(&mut self, at: At, size: TermId) -> Option<At> {
        let some = self.terms.bits_to_bool(size);
        (self.terms.as_bool(some) != Some(false))
            .then(|| At { guard: self.guards.and(self.terms, at.guard, some), ..at })
    }

    /// How many bytes there can be at all.
    fn most_at_all(&mut self, at: At, size: TermId, ranges: &[Address]) -> u64 {
        let span = self.span_of(at);
        // More than the largest object has is not valid, and the check has said so.
        let mut limit = memory::MAX_OBJECT_SIZE;
        for range in ranges {
            let objects = self.candidates(at, span, Address { pointee: None, ..*range }).0;
            let largest = objects.iter().map(|&object| self.objects.get(object).size).max();
            limit = limit.min(largest.unwrap_or(0));
        }
        limit = limit.min(u64::try_from(self.terms.most(size)).unwrap_or(u64::MAX));
        if self.terms.as_bits(size).is_none() && limit > FEW_BYTES {
            limit = self.most_under(at.guard, size, limit);
        }
        limit
    }

    /// Whether so many bytes had better be copied or filled all at once.
    fn is_long(&self, size: TermId, most: u64) -> bool {
        most > if self.terms.as_bits(size).is_some() { MAX_UNKNOWN_BYTES } else { FEW_BYTES }
    }

    /// How many bytes are followed, of `limit` that there can be. `None` if they are not followed at all.
    fn most_bytes(&mut self, state: &mut State, at: At, size: TermId, limit: u64, reach: Option<Reach>) -> Option<u64> {
        let span = self.span_of(at);
        if self.terms.as_bits(size).is_some() || limit <= MAX_UNKNOWN_BYTES {
            return Some(limit);
        }
        let Some(Reach { id, bytes }) = reach else {
            self.unsupported(at, span, "an unknown number of bytes of a large object");
            return None;
        };
        if limit <= bytes {
            return Some(limit);
        }
        if self.failed_under.is_some() {
            return None;
        }
        let followed = self.terms.bits(64, u128::from(bytes));
        let within = self.terms.ule(size, followed);
        let beyond = self.terms.not(within);
        let cut = At { guard: self.guards.and(self.terms, at.guard, beyond), ..at };
        let step = self.push(cut, span, StepKind::Cut { what: Cut::Loop(id) });
        self.unrolling.cuts.push(step);
        state.guard = self.guards.and(self.terms, state.guard, within);
        Some(bytes)
    }

    /// The one object that a range is, from its first to its last byte.
    fn whole_object(&mut self, range: Address, size: TermId) -> Option<ObjectId> {
        let object = self.the_object(range)?;
        let info = self.objects.get(object);
        let whole = match info.extent {
            Some(extent) => extent == size,
            None => self.terms.as_bits(size) == Some(u128::from(info.size)),
        };
        (whole && self.terms.as_bits(range.offset) == Some(0)).then_some(object)
    }

    /// The object of a range, if that is certain.
    fn the_object(&mut self, range: Address) -> Option<ObjectId> {
        match range.base {
            AddressBase::Object(object) => Some(object),
            AddressBase::Number(number) => match self.objects_behind(number)[..] {
                [object] if !self.pointees(number).open => Some(object),
                _ => None,
            },
        }
    }

    /// A block that nobody has accessed yet takes on the type of what is copied into it.
    fn settle_from(&mut self, source: Address, target: Address) {
        let known = self.the_object(source).and_then(|object| self.objects.get(object).ty);
        // An array's type would be repeated as a whole: its elements are what the copy consists of.
        let mut ty = known;
        while let Some(whyc_ir::types::Type::Array { element, .. }) = ty.map(|ty| self.program.types.get(ty)) {
            ty = Some(*element);
        }
        for range in [source, target] {
            if let AddressBase::Number(number) = range.base {
                for object in self.objects_behind(number) {
                    self.settle_type(object, ty.or(range.pointee));
                }
            }
        }
    }

    fn settle_bytes(&mut self, range: Address) {
        if let AddressBase::Number(number) = range.base {
            for object in self.objects_behind(number) {
                self.settle_type(object, range.pointee);
            }
        }
    }

    /// Cuts the first `n` bytes of ranges into scalars of the first object that tells, and bytes elsewhere.
    fn pieces(&mut self, ranges: &[Address], n: u64) -> Vec<Piece> {
        let mut known = Vec::new();
        for range in ranges {
            if let (Some(object), Some(offset)) = (self.the_object(*range), self.terms.as_bits(range.offset)) {
                known.push((object, offset as u64));
            }
        }
        let byte = ranges.first().and_then(|range| range.pointee).unwrap_or(ranges[0].ty);
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < n {
            let mut piece = Piece { at, bytes: 1, ty: byte, view: View::Plain };
            let mut view = View::Pointer;
            for &(object, offset) in &known {
                let (leaf, holds_pointer) = self.cell_at(object, (offset + at) * 8);
                if !holds_pointer {
                    view = View::Plain;
                }
                let bytes = u64::from(leaf.bits / 8);
                let starts_here = leaf.offset_bits == (offset + at) * 8 && leaf.bits.is_multiple_of(8);
                let is_scalar = self.program.types.scalar_bits(leaf.ty) == Some(leaf.bits);
                if starts_here && is_scalar && bytes > piece.bytes && at + bytes <= n {
                    piece = Piece { at, bytes, ty: leaf.ty, view: View::Plain };
                }
            }
            if piece.bytes > 1 && self.program.types.is_pointer(piece.ty) {
                piece.view = view;
            }
            pieces.push(piece);
            at += piece.bytes;
        }
        pieces
    }

    fn piece_address(&mut self, range: Address, piece: Piece) -> Address {
        let offset = self.offsets.shifted(self.terms, range.offset, piece.at);
        Address { offset, ty: piece.ty, bit_field: None, ..range }
    }

    /// Writes a piece of a range of `size` bytes, as far as it belongs to it.
    #[expect(clippy::too_many_arguments, reason = "a write is all of these")]
    fn write_piece(
        &mut self,
        state: &mut State,
        at: At,
        span: Span,
        range: Address,
        piece: Piece,
        value: TermId,
        size: TermId,
    ) {
        let here = self.piece_address(range, piece);
        let mut value = value;
        if self.terms.as_bits(size).is_none() {
            let old = self.read_bits(state, at, span, here, piece.range());
            value = self.cut_off(old, value, piece, size);
        }
        self.write_bits(state, at, span, here, 0, value, piece.view);
        self.assigned(at, span, here, value, None, AssignRole::Statement);
    }

    /// `new` in the bytes that are among the first `size` ones, `old` in the others.
    fn cut_off(&mut self, old: TermId, new: TermId, piece: Piece, size: TermId) -> TermId {
        let mut bytes = Vec::with_capacity(piece.bytes as usize);
        for k in 0..piece.bytes as u32 {
            let position = self.terms.bits(64, u128::from(piece.at) + u128::from(k));
            let inside = self.terms.ult(position, size);
            let (before, after) =
                (self.terms.extract(old, k * 8 + 7, k * 8), self.terms.extract(new, k * 8 + 7, k * 8));
            bytes.push(self.terms.ite(inside, after, before));
        }
        self.put_together(&bytes)
    }
}
