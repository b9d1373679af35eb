//! Addresses: what a pointer is as an integer, and what an integer is as a pointer.
//!
//! The address of an object is an input, made when a path first looks at it: where no address is looked at, none costs
//! anything. It is a multiple of what its declaration promises, and objects that live at the same time do not overlap; the
//! place of one that is gone may be given to another.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_ir::expr::BinaryOp;
use whyc_ir::instr::InstrId;
use whyc_ir::layout::{self, Pointers};
use whyc_ir::program::Origin;
use whyc_ir::types::{IntKind, Type, TypeId};
use whyc_term::{Sort, TermId};

use crate::guard::Guards;
use crate::inputs::InputKey;
use crate::memory::ObjectId;
use crate::state::{At, Machine, State};
use crate::step::{FrameId, InputSource, ObjectRoot, StepKind};

/// The bits of an address that a program can have where pointers have 64.
const ADDRESS_BITS: u32 = 47;
/// Those where pointers have 32.
const NARROW_ADDRESS_BITS: u32 = 32;
/// The addresses of more objects than this are not told apart.
const MANY_OBJECTS: usize = 64;
/// At most this many choices between pointers are made integers one by one.
const MANY_CHOICES: usize = 64;
/// At most this many blocks that may have been freed are remembered when another one is allocated.
const MANY_FREED: usize = 32;

/// The addresses that have been looked at.
#[derive(Clone, Default)]
pub struct Addresses {
    /// By number of the object: its address, and under which condition a path has looked at it.
    known: FxHashMap<u32, Seen>,
    /// The numbers, in the order in which their addresses were made.
    order: Vec<u32>,
    /// The pointer that an integer was made from.
    pointers: FxHashMap<TermId, TermId>,
    /// The integer that a pointer was made from.
    integers: FxHashMap<TermId, TermId>,
    /// Blocks that may have been freed.
    freed: Vec<ObjectId>,
    /// Of a freed block and one that was allocated later: whether the first was still there then.
    alive_at_birth: FxHashMap<(u32, u32), TermId>,
}

#[derive(Clone, Copy)]
struct Seen {
    base: TermId,
    under: TermId,
}

impl Machine<'_> {
    /// Remembers that a block may have been freed.
    pub fn note_freed(&mut self, object: ObjectId) {
        if !self.addresses.freed.contains(&object) {
            self.addresses.freed.push(object);
        }
    }

    /// Remembers which freed blocks are gone when `object` is allocated: their places are free again.
    pub fn note_birth(&mut self, state: &State, object: ObjectId) {
        let first = self.addresses.freed.len().saturating_sub(MANY_FREED);
        for at in first..self.addresses.freed.len() {
            let old = self.addresses.freed[at];
            let alive = self.alive(state, old);
            if self.terms.as_bool(alive) != Some(true) {
                self.addresses.alive_at_birth.insert((old.0, object.0), alive);
            }
        }
    }

    /// The integer that a pointer is, as wide as pointers are.
    pub fn pointer_to_integer(&mut self, at: At, pointer: TermId) -> TermId {
        self.integer_by_choice(at, pointer, &mut 0)
    }

    /// The same; where a pointer that came from an integer is one of several, each on its own, as long as they are few.
    fn integer_by_choice(&mut self, at: At, pointer: TermId, n_choices: &mut usize) -> TermId {
        if let Some(&integer) = self.addresses.integers.get(&pointer) {
            return integer;
        }
        let (number, offset) = self.split(pointer);
        if *n_choices < MANY_CHOICES
            && self.pointees(number).open
            && let Some((cond, a, b)) = self.terms.ite_parts(pointer)
        {
            *n_choices += 1;
            let not = self.terms.not(cond);
            let (then, or_else) =
                (self.guards.and(self.terms, at.guard, cond), self.guards.and(self.terms, at.guard, not));
            let a = self.integer_by_choice(At { guard: then, ..at }, a, n_choices);
            let b = self.integer_by_choice(At { guard: or_else, ..at }, b, n_choices);
            let integer = self.terms.ite(cond, a, b);
            self.addresses.pointers.entry(integer).or_insert(pointer);
            return integer;
        }
        let wide = self.terms.sign_extend(offset, 64);
        let number_alone = self.terms.zero_extend(pointer, 64);
        let pointees = self.pointees(number);
        let mut integer: Option<TermId> = None;
        for &k in pointees.numbers.iter().rev() {
            let object = ObjectId(k);
            let here = if k == 0 {
                wide
            } else if self.objects.exists(object) {
                let is_it = self.is_number(number, object);
                let guard = self.guards.and(self.terms, at.guard, is_it);
                match self.look_at(At { guard, ..at }, object) {
                    Some(base) => self.terms.add(base, wide),
                    None => number_alone,
                }
            } else {
                number_alone
            };
            integer = Some(match integer {
                Some(others) => {
                    let is_it = self.is_number(number, object);
                    self.terms.ite(is_it, here, others)
                }
                None => here,
            });
        }
        if pointees.open {
            let span = self.body(at).instrs[at.instr].span;
            self.unsupported(at, span, "the address that a pointer from outside holds");
        }
        let integer = integer.unwrap_or(number_alone);
        let integer = self.terms.extract(integer, self.program.types.target.pointers.bits() - 1, 0);
        self.addresses.pointers.entry(integer).or_insert(pointer);
        integer
    }

    /// The address of an object, which the path at `at` looks at. `None` if there are too many.
    fn look_at(&mut self, at: At, object: ObjectId) -> Option<TermId> {
        let guard = self.guards.term(at.guard);
        if let Some(&seen) = self.addresses.known.get(&object.0) {
            let under = self.terms.or(seen.under, guard);
            self.addresses.known.insert(object.0, Seen { under, ..seen });
            return Some(seen.base);
        }
        if self.addresses.order.len() >= MANY_OBJECTS {
            let span = self.body(at).instrs[at.instr].span;
            self.unsupported(at, span, "the addresses of so many objects");
            return None;
        }
        let zeros = self.align_of_object(object).trailing_zeros().min(16);
        let sort = Sort::Bits(self.address_bits() - zeros);
        let site = (at.function, at.instr);
        let free = self.inputs.get(self.terms, InputKey { site, occurrence: object.0, offset_bits: u64::MAX, sort });
        let mut base = free;
        if zeros > 0 {
            let low = self.terms.bits(zeros, 0);
            base = self.terms.concat(base, low);
        }
        let base = self.terms.zero_extend(base, 64);
        self.tell_address(at, object, base);
        self.place_object(object, base);
        self.addresses.known.insert(object.0, Seen { base, under: guard });
        self.addresses.order.push(object.0);
        self.unrolling.addresses.insert(object.0, base);
        Some(base)
    }

    fn address_bits(&self) -> u32 {
        match self.program.types.target.pointers {
            Pointers::Bits64 => ADDRESS_BITS,
            Pointers::Bits32 => NARROW_ADDRESS_BITS,
        }
    }

    /// An address is an input, and told as one.
    fn tell_address(&mut self, at: At, object: ObjectId, base: TermId) {
        let types = &self.program.types;
        let is_wide = |ty: &TypeId| match types.target.pointers {
            Pointers::Bits64 => matches!(types.get(*ty), Type::Int(IntKind::ULong | IntKind::Long)),
            Pointers::Bits32 => matches!(types.get(*ty), Type::Int(IntKind::UInt | IntKind::ULong32)),
        };
        let Some(ty) = types.ids().find(is_wide) else { return };
        let base = self.terms.extract(base, types.target.pointers.bits() - 1, 0);
        let name = format!("address of {}", self.unrolling.root_name(self.program, self.objects.get(object).root));
        let span = self.body(at).instrs[at.instr].span;
        let source = InputSource::Address;
        self.push(at, span, StepKind::Input { target: None, name, value: base, ty, source });
    }

    /// What holds of the address of an object whatever a run does.
    fn place_object(&mut self, object: ObjectId, base: TermId) {
        let end = self.end_of(object, base);
        let first = self.terms.bits(64, u128::from(layout::NULL_BYTES));
        let last = self.terms.bits(64, 1 << self.address_bits());
        let (low, high) = (self.terms.ule(first, base), self.terms.ult(end, last));
        let mut conditions = vec![low, high];
        for other in self.addresses.order.clone() {
            let Some(&Seen { base: other_base, .. }) = self.addresses.known.get(&other) else { continue };
            let (old, new) = (other.min(object.0), other.max(object.0));
            if self.objects.ended_before(ObjectId(old), ObjectId(new)) {
                continue;
            }
            let other_end = self.end_of(ObjectId(other), other_base);
            let (before, after) = (self.terms.ule(end, other_base), self.terms.ule(other_end, base));
            let mut apart = self.terms.or(before, after);
            if let Some(&alive) = self.addresses.alive_at_birth.get(&(old, new)) {
                apart = self.terms.implies(alive, apart);
            }
            conditions.push(apart);
        }
        let cond = self.terms.and_all(&conditions);
        // It holds for every run, and is no statement of the user's.
        let at = At { frame: FrameId(0), function: self.program.start, instr: InstrId(0), guard: Guards::TRUE };
        let span = self.program.functions[self.program.start].span;
        self.push(at, span, StepKind::Assume { cond });
    }

    /// How many bytes of the address space an object takes (64 bits): even what has none has a place of its own.
    fn room_of(&mut self, object: ObjectId) -> TermId {
        let info = self.objects.get(object);
        let (size, extent) = (info.size.max(1), info.extent);
        match extent {
            None => self.terms.bits(64, u128::from(size)),
            Some(size) => {
                let one = self.terms.bits(64, 1);
                let some = self.terms.bits_to_bool(size);
                self.terms.ite(some, size, one)
            }
        }
    }

    fn end_of(&mut self, object: ObjectId, base: TermId) -> TermId {
        let room = self.room_of(object);
        self.terms.add(base, room)
    }

    /// Whether an object is there, as far as addresses care: functions always are.
    fn is_there(&mut self, state: &State, object: ObjectId) -> TermId {
        match self.objects.get(object).root {
            ObjectRoot::Local(..) | ObjectRoot::Block(_) => self.alive(state, object),
            ObjectRoot::Null | ObjectRoot::Global(_) | ObjectRoot::Function(_) | ObjectRoot::Result(_) => {
                self.terms.bool_const(true)
            }
        }
    }

    /// A pointer of 32 bits that becomes a wider integer: compilers differ in what its upper half is if its highest bit is set.
    pub(super) fn mind_wider(&mut self, at: At, span: Span, integer: TermId, to: TypeId) {
        let width = self.terms.width(integer);
        if self.bits_of(to) <= width {
            return;
        }
        let top = self.terms.extract(integer, width - 1, width - 1);
        let is_set = self.terms.bits_to_bool(top);
        if self.terms.as_bool(is_set) != Some(false) {
            let guard = self.guards.and(self.terms, at.guard, is_set);
            self.unsupported(At { guard, ..at }, span, layout::WIDER_INTEGER);
        }
    }

    /// An integer that is no address of an object (`lost`, a Boolean) and is a pointer all the same: a pointer can hold it, unless
    /// it could be taken for one into an object. Of those of 32 bits, most could.
    fn mind_integer(&mut self, at: At, span: Span, integer: TermId, lost: TermId) {
        let (width, [first, last]) = match self.program.types.target.pointers {
            Pointers::Bits64 => (64, layout::TAKEN_INTEGERS),
            Pointers::Bits32 => (32, layout::NARROW_TAKEN_INTEGERS),
        };
        let (first, last) = (self.terms.bits(width, u128::from(first)), self.terms.bits(width, u128::from(last)));
        let (low, high) = (self.terms.ult(integer, first), self.terms.ult(last, integer));
        let held = self.terms.or(low, high);
        let not_held = self.terms.not(held);
        let wrong = self.terms.and(lost, not_held);
        if self.terms.as_bool(wrong) != Some(false) {
            let guard = self.guards.and(self.terms, at.guard, wrong);
            self.unsupported(At { guard, ..at }, span, layout::NO_OBJECT);
        }
    }

    /// The pointer that an integer, as wide as pointers, is: into the object that is alive there, or else just behind one, or else into
    /// one that was there.
    pub fn integer_to_pointer(&mut self, state: &State, at: At, span: Span, integer: TermId) -> TermId {
        let mut lost = self.terms.bool_const(true);
        if self.addresses.order.is_empty() {
            self.mind_integer(at, span, integer, lost);
            self.note_integer(integer, integer);
            return integer;
        }
        if let Some(&pointer) = self.addresses.pointers.get(&integer) {
            let valid = self.is_valid(state, pointer);
            if self.terms.as_bool(valid) == Some(true) {
                return pointer;
            }
        }
        let mut numbers = self.addresses.order.clone();
        numbers.sort_unstable();
        let mut pointer = integer;
        // The last one that fits counts: those that are gone first, the youngest of them last.
        for rank in 0..3 {
            for &number in &numbers {
                let (fits, offset) = self.is_in(state, integer, number, rank);
                if self.terms.as_bool(fits) != Some(false) {
                    let object = self.terms.bits(layout::OBJECT_BITS, u128::from(number));
                    let other = self.terms.not(fits);
                    lost = self.terms.and(lost, other);
                    let here = match self.program.types.target.pointers {
                        Pointers::Bits64 => self.terms.concat(object, offset),
                        Pointers::Bits32 => {
                            let guard = self.guards.and(self.terms, at.guard, fits);
                            self.joined(At { guard, ..at }, span, object, offset)
                        }
                    };
                    pointer = self.terms.ite(fits, here, pointer);
                }
            }
        }
        self.mind_integer(at, span, integer, lost);
        self.note_integer(pointer, integer);
        pointer
    }

    /// Remembers which integer a pointer was made from. A constant that looks like a pointer into an object may be one elsewhere.
    fn note_integer(&mut self, pointer: TermId, integer: TermId) {
        let pointers = self.program.types.target.pointers;
        if self.terms.as_bits(pointer).is_none_or(|value| pointers.can_hold_integer(value as u64)) {
            self.addresses.integers.entry(pointer).or_insert(integer);
        }
    }

    /// Whether an integer is an address in an object that the path has looked at, and where in it: in one that is gone
    /// (rank 0), just behind one that is there (1), in one that is there (2).
    fn is_in(&mut self, state: &State, integer: TermId, number: u32, rank: u32) -> (TermId, TermId) {
        let Seen { base, under } = self.addresses.known[&number];
        let object = ObjectId(number);
        let room = self.room_of(object);
        let wide = self.terms.zero_extend(integer, 64);
        let distance = self.terms.sub(wide, base);
        let offset = self.terms.extract(distance, layout::OFFSET_BITS - 1, 0);
        let there = self.is_there(state, object);
        let gone = self.terms.not(there);
        let (life, place) = match rank {
            0 => (gone, self.terms.ule(distance, room)),
            1 => (there, self.terms.eq(distance, room)),
            _ => (there, self.terms.ult(distance, room)),
        };
        let fits = self.terms.and(life, place);
        (self.terms.and(under, fits), offset)
    }

    /// Whether a pointer certainly points into an object that is there.
    fn is_valid(&mut self, state: &State, pointer: TermId) -> TermId {
        let (number, offset) = self.split(pointer);
        let pointees = self.pointees(number);
        let mut valid = self.terms.bool_const(!pointees.open);
        for &k in &pointees.numbers {
            let object = ObjectId(k);
            let here = if k == 0 || !self.objects.exists(object) {
                self.terms.bool_const(false)
            } else {
                let there = self.is_there(state, object);
                let room = self.room_of(object);
                let wide = self.terms.sign_extend(offset, 64);
                let inside = self.terms.ult(wide, room);
                self.terms.and(there, inside)
            };
            let is_it = self.is_number(number, object);
            let fine = self.terms.implies(is_it, here);
            valid = self.terms.and(valid, fine);
        }
        valid
    }

    /// `x == y` or `x != y` on pointers: those into different objects are equal if one is the end of its object and the
    /// other one begins there.
    pub fn pointers_equal(&mut self, at: At, op: BinaryOp, x: TermId, y: TermId) -> TermId {
        let mut equal = self.terms.eq(x, y);
        // Models ask whether pointers are into one object.
        let is_model = self.program.functions[at.function].origin == Origin::Whyc;
        if self.terms.as_bool(equal) != Some(true) && !is_model {
            let touch = self.may_touch(x, y);
            if self.terms.as_bool(touch) != Some(false) {
                let here = At { guard: self.guards.and(self.terms, at.guard, touch), ..at };
                let (a, b) = (self.pointer_to_integer(here, x), self.pointer_to_integer(here, y));
                let same = self.terms.eq(a, b);
                equal = self.terms.ite(touch, same, equal);
            }
        }
        if op == BinaryOp::Eq { equal } else { self.terms.not(equal) }
    }

    /// Whether pointers are into different objects, one at the end and the other at the start.
    fn may_touch(&mut self, x: TermId, y: TermId) -> TermId {
        let ((x_number, x_offset), (y_number, y_offset)) = (self.split(x), self.split(y));
        let no = self.terms.bool_const(false);
        let same = self.terms.eq(x_number, y_number);
        if self.terms.as_bool(same) == Some(true) {
            return no;
        }
        if self.pointees(x_number).open || self.pointees(y_number).open {
            return no;
        }
        let (x_end, y_end) = (self.is_end(x_number, x_offset), self.is_end(y_number, y_offset));
        if self.terms.as_bool(x_end) == Some(false) && self.terms.as_bool(y_end) == Some(false) {
            return no;
        }
        let (x_starts, y_starts) = (self.is_start(x_number, x_offset), self.is_start(y_number, y_offset));
        let (one, other) = (self.terms.and(x_end, y_starts), self.terms.and(y_end, x_starts));
        let either = self.terms.or(one, other);
        let different = self.terms.not(same);
        self.terms.and(different, either)
    }

    fn is_end(&mut self, number: TermId, offset: TermId) -> TermId {
        let mut is_end = self.terms.bool_const(false);
        for object in self.objects_behind(number) {
            let info = self.objects.get(object);
            let size = match info.extent {
                Some(size) => self.terms.extract(size, layout::OFFSET_BITS - 1, 0),
                None => self.terms.bits(layout::OFFSET_BITS, u128::from(info.size)),
            };
            let at_end = self.terms.eq(offset, size);
            let some = self.terms.bits_to_bool(size);
            let is_it = self.is_number(number, object);
            let here = self.terms.and_all(&[is_it, some, at_end]);
            is_end = self.terms.or(is_end, here);
        }
        is_end
    }

    fn is_start(&mut self, number: TermId, offset: TermId) -> TermId {
        let zero = self.terms.bits(layout::OFFSET_BITS, 0);
        let starts = self.terms.eq(offset, zero);
        let mut is_object = self.terms.bool_const(false);
        for object in self.objects_behind(number) {
            let is_it = self.is_number(number, object);
            is_object = self.terms.or(is_object, is_it);
        }
        self.terms.and(starts, is_object)
    }

    /// Whether what is at an offset of an object, which the path may have looked at, is at a multiple of `align`.
    pub fn is_aligned_at(&mut self, object: ObjectId, offset: TermId, align: u64) -> TermId {
        let Some(&Seen { base, under }) = self.addresses.known.get(&object.0) else {
            return self.terms.bool_const(false);
        };
        let wide = self.terms.sign_extend(offset, 64);
        let address = self.terms.add(base, wide);
        let low = self.terms.extract(address, align.trailing_zeros() - 1, 0);
        let zero = self.terms.bits(align.trailing_zeros(), 0);
        let is_multiple = self.terms.eq(low, zero);
        self.terms.and(under, is_multiple)
    }
}
