//! How pointers are numbers, and how objects are cut into scalars.
//!
//! A pointer is 64 bits: the object in the upper 24, the offset in bytes, signed, in the lower 40. Where pointers of the
//! target have 32, it is narrowed to 14 and 18 whenever it is a value, wherever that stands ([`Pointers`]); a run with a
//! pointer that is too far from its object for that is not followed.
//! Object 0 is the null object, so the null pointer is the number 0. Then come, in this order,
//! one object per global and one per function; whatever else is numbered later: the
//! address-taken locals of each activation, in the order of the activations.
//! The interpreter and the unroller share this numbering, so that a pointer cast to an
//! integer is the same number in both.

use crate::program::{FunctionId, GlobalId, LocalId, Program};
use crate::types::{Field, Record, RecordKind, Type, TypeId, TypeTable};

/// Bits of a pointer that hold the offset.
pub const OFFSET_BITS: u32 = 40;
/// Bits of a pointer that hold the object's number.
pub const OBJECT_BITS: u32 = 24;

/// How wide the pointers of a target are, and how they are split into object and offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointers {
    /// 64 bits, all that is computed with.
    Bits64,
    /// 32 bits.
    Bits32,
}

/// What is said of a pointer of 32 bits that is further from the start of its object than it can hold.
pub const TOO_FAR: &str = "a pointer of 32 bits so far from the start of its object";
/// What is said of an integer as a pointer to where no object is known to be, if it would be taken for one into an object.
pub const NO_OBJECT: &str = "an address that belongs to no object, as a pointer";
/// What is said of a pointer of 32 bits that is made a wider integer: compilers differ in what its upper half is.
pub const WIDER_INTEGER: &str = "a pointer of 32 bits with its highest bit set, as a wider integer";

/// Of a pointer of 32 bits, those that hold the offset.
pub const NARROW_OFFSET_BITS: u32 = 18;
/// Of a pointer of 32 bits, those that hold the object's number.
pub const NARROW_OBJECT_BITS: u32 = 32 - NARROW_OFFSET_BITS;

impl Pointers {
    /// The width.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Pointers::Bits64 => 64,
            Pointers::Bits32 => 32,
        }
    }

    /// Numbers of objects are below this one. The last number of the narrow ones is nobody's: integers such as -1 are
    /// pointers with it.
    #[must_use]
    pub fn n_objects(self) -> u32 {
        match self {
            Pointers::Bits64 => 1 << OBJECT_BITS,
            Pointers::Bits32 => (1 << NARROW_OBJECT_BITS) - 1,
        }
    }

    /// A pointer of 64 bits as one of this width; none if its offset is too large.
    #[inline]
    #[must_use]
    pub fn narrowed(self, pointer: u64) -> Option<u64> {
        match self {
            Pointers::Bits64 => Some(pointer),
            Pointers::Bits32 => {
                let (object, offset) = split_pointer(pointer);
                let mask = (1 << NARROW_OFFSET_BITS) - 1;
                let narrow = u64::from(object) << NARROW_OFFSET_BITS & 0xFFFF_FFFF | offset as u64 & mask;
                (self.widened(narrow) == pointer).then_some(narrow)
            }
        }
    }

    /// A pointer of this width as one of 64 bits.
    #[inline]
    #[must_use]
    pub fn widened(self, pointer: u64) -> u64 {
        match self {
            Pointers::Bits64 => pointer,
            Pointers::Bits32 => {
                let shift = 64 - NARROW_OFFSET_BITS;
                let (object, offset) = (pointer as u32 >> NARROW_OFFSET_BITS, ((pointer << shift) as i64) >> shift);
                self::pointer(object, offset)
            }
        }
    }

    /// The object and the signed offset of a pointer of this width.
    #[inline]
    #[must_use]
    pub fn split(self, pointer: u64) -> (u32, i64) {
        split_pointer(self.widened(pointer))
    }

    /// The pointer of this width to the start of an object, whose number is below [`n_objects`](Self::n_objects).
    #[must_use]
    pub fn to_object(self, object: u32) -> u64 {
        match self {
            Pointers::Bits64 => pointer(object, 0),
            Pointers::Bits32 => u64::from(object) << NARROW_OFFSET_BITS,
        }
    }

    /// Whether an integer that is the address of no object can be a pointer as it is: nobody takes it for one into an object.
    #[inline]
    #[must_use]
    pub fn can_hold_integer(self, integer: u64) -> bool {
        let [first, last] = match self {
            Pointers::Bits64 => TAKEN_INTEGERS,
            Pointers::Bits32 => NARROW_TAKEN_INTEGERS,
        };
        integer < first || last < integer
    }
}

/// The first and the last integer that, as pointers of 64 bits, would be taken for pointers into an object: no program has
/// objects with larger numbers.
pub const TAKEN_INTEGERS: [u64; 2] = [1 << OFFSET_BITS, (1 << 62) - 1];
/// Those of pointers of 32 bits.
pub const NARROW_TAKEN_INTEGERS: [u64; 2] =
    [1 << (NARROW_OFFSET_BITS - 1), u32::MAX as u64 - (1 << (NARROW_OFFSET_BITS - 1))];

/// A request for a block of up to so many bytes succeeds, unless the user says otherwise; a larger one may succeed or fail.
pub const SURE_BLOCK_BYTES: u64 = 1 << 30;
/// The largest block whose bytes can be told apart. A larger one has a pointer to its start, and nobody follows who looks into
/// it or goes on from there.
pub const MAX_BLOCK_BYTES: u64 = 1 << 36;
/// The interpreter stores a larger block in pieces, as far as a run touches it.
pub const WHOLE_BLOCK_BYTES: u64 = 1 << 30;

/// This many bytes from address zero on belong to nobody: a pointer to one of them is null, or comes from a null pointer
/// to something whose part it is.
pub const NULL_BYTES: u64 = 1 << 16;

/// Whether an access through a pointer goes through a null pointer.
#[must_use]
pub fn is_null(pointer: u64) -> bool {
    pointer < NULL_BYTES
}

/// The number of a global's object.
#[must_use]
pub fn global_object(global: GlobalId) -> u32 {
    1 + global.0
}

/// The number of a function's object.
#[must_use]
pub fn function_object(program: &Program, function: FunctionId) -> u32 {
    1 + program.globals.len() as u32 + function.0
}

/// The function that object number `object` is, if it is one.
#[must_use]
pub fn function_of_object(program: &Program, object: u32) -> Option<FunctionId> {
    let idx = object.checked_sub(1 + program.globals.len() as u32)?;
    ((idx as usize) < program.functions.len()).then_some(FunctionId(idx))
}

/// The first number that is free for the locals of activations.
#[must_use]
pub fn first_dynamic_object(program: &Program) -> u32 {
    1 + program.globals.len() as u32 + program.functions.len() as u32
}

/// The address-taken locals of a function in order: the k-th one of an activation whose numbers
/// start at `base` is object `base + k`.
pub fn addressed_locals(program: &Program, function: FunctionId) -> impl Iterator<Item = LocalId> + '_ {
    let locals = program.functions[function].locals.iter_enumerated();
    locals.filter(|(_, local)| local.address_taken).map(|(id, _)| id)
}

/// The pointer to byte `offset` of `object`.
#[must_use]
pub fn pointer(object: u32, offset: i64) -> u64 {
    (u64::from(object) << OFFSET_BITS) | (offset as u64 & ((1 << OFFSET_BITS) - 1))
}

/// The object and the signed offset of a pointer.
#[must_use]
pub fn split_pointer(pointer: u64) -> (u32, i64) {
    let shift = 64 - OFFSET_BITS;
    ((pointer >> OFFSET_BITS) as u32, ((pointer << shift) as i64) >> shift)
}

/// What the address of a variable of type `ty` is known to be a multiple of: what its declaration says, or else what its
/// type asks for, and what the platform promises for arrays.
#[must_use]
pub fn variable_align(types: &TypeTable, ty: TypeId, declared: Option<u32>) -> u64 {
    if let Some(declared) = declared {
        return u64::from(declared).max(1);
    }
    let promised = u64::from(types.target.large_array_align);
    let large = matches!(types.get(ty), Type::Array { .. }) && types.size_of(ty).is_some_and(|size| size >= promised);
    types.align_of(ty).max(if large { promised } else { 1 })
}

/// The bits of a type that belong to no scalar and to no union: where they start, and how many. An assignment leaves them alone.
#[must_use]
pub fn gaps(types: &TypeTable, ty: TypeId) -> Vec<(u64, u64)> {
    let mut gaps = Vec::new();
    let mut at = 0;
    for leaf in leaves(types, ty) {
        if leaf.offset_bits > at {
            gaps.push((at, leaf.offset_bits - at));
        }
        at = at.max(leaf.offset_bits + u64::from(leaf.bits));
    }
    let end = types.size_of(ty).unwrap_or(0) * 8;
    if end > at {
        gaps.push((at, end - at));
    }
    gaps
}

/// A scalar inside an object, or a piece of a union that is no part of a scalar of its largest member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it starts, in bits.
    pub offset_bits: u64,
    /// Its width in bits.
    pub bits: u32,
    /// Its type; for a piece of a union, that of the union.
    pub ty: TypeId,
}

/// The scalars of a type, in order of offset. Of a union, those of its largest member, and what these do not cover in
/// pieces of up to a byte: what is padding there may be a value of another member. Arrays without length have none.
#[must_use]
pub fn leaves(types: &TypeTable, ty: TypeId) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect_leaves(types, ty, 0, None, &mut out);
    out
}

fn collect_leaves(types: &TypeTable, ty: TypeId, at: u64, bit_width: Option<u32>, out: &mut Vec<Leaf>) {
    match types.get(ty) {
        Type::Void | Type::Function(_) => {}
        Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
            let bits = bit_width.or(types.scalar_bits(ty)).unwrap_or(0);
            if bits > 0 {
                out.push(Leaf { offset_bits: at, bits, ty });
            }
        }
        Type::Array { element, len } => {
            let stride = types.size_of(*element).unwrap_or(0) * 8;
            for k in 0..len.unwrap_or(0) {
                collect_leaves(types, *element, at + k * stride, None, out);
            }
        }
        Type::Record(record) => {
            let record = &types.records[*record];
            match record.kind {
                RecordKind::Struct => {
                    for field in &record.fields {
                        collect_leaves(types, field.ty, at + field.offset_bits, field.bit_width, out);
                    }
                }
                RecordKind::Union => {
                    let first = out.len();
                    if let Some(field) = largest_member(types, record) {
                        collect_leaves(types, field.ty, at + field.offset_bits, field.bit_width, out);
                    }
                    let covered = out.split_off(first);
                    fill_gaps(ty, at, at + record.size * 8, &covered, out);
                }
            }
        }
    }
}

/// The first of the largest members of a union: the one that its cells follow.
#[must_use]
pub fn largest_member<'a>(types: &TypeTable, union: &'a Record) -> Option<&'a Field> {
    // `max_by_key` would take the last.
    union.fields.iter().rev().max_by_key(|field| types.bits_of_field(field))
}

/// Whether some of `bits` bits from `offset_bits` on in a `ty` are pieces of a union: a copy changes them, but no scalar of
/// the type tells.
#[must_use]
pub fn touches_piece(types: &TypeTable, ty: TypeId, offset_bits: u64, bits: u32) -> bool {
    let (mut ty, mut at) = (ty, offset_bits);
    loop {
        match types.get(ty) {
            Type::Array { element, .. } => {
                let stride = types.size_of(*element).unwrap_or(0) * 8;
                if stride == 0 {
                    return false;
                }
                (ty, at) = (*element, at % stride);
            }
            Type::Record(record) if types.records[*record].kind == RecordKind::Struct => {
                let covers = |f: &&Field| f.offset_bits <= at && at < f.offset_bits + types.bits_of_field(f);
                let Some(field) = types.records[*record].fields.iter().find(covers) else { return false };
                (ty, at) = (field.ty, at - field.offset_bits);
            }
            Type::Record(_) => {
                let is_touched = |leaf: &Leaf| {
                    leaf.offset_bits < at + u64::from(bits) && at < leaf.offset_bits + u64::from(leaf.bits)
                };
                let is_piece = |leaf: &Leaf| types.scalar_bits(leaf.ty).is_none();
                return leaves(types, ty).iter().any(|leaf| is_piece(leaf) && is_touched(leaf));
            }
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Enum(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_) => return false,
        }
    }
}

/// Adds `leaves` to `out`, and pieces of the union `ty` where they leave something out between `start` and `end`.
fn fill_gaps(ty: TypeId, start: u64, end: u64, leaves: &[Leaf], out: &mut Vec<Leaf>) {
    let mut at = start;
    let pieces = |from: u64, to: u64, out: &mut Vec<Leaf>| {
        let mut from = from;
        while from < to {
            let next = to.min(from / 8 * 8 + 8);
            out.push(Leaf { offset_bits: from, bits: (next - from) as u32, ty });
            from = next;
        }
    };
    for &leaf in leaves {
        pieces(at, leaf.offset_bits, out);
        out.push(leaf);
        at = leaf.offset_bits + u64::from(leaf.bits);
    }
    pieces(at, end, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::IntKind;

    fn member(ty: TypeId, offset_bits: u64, bit_width: Option<u32>) -> Field {
        Field { name: Some("m".to_owned()), ty, offset_bits, bit_width }
    }

    #[test]
    fn what_the_largest_member_of_a_union_does_not_cover_is_kept() {
        let mut types = TypeTable::new();
        let (char_ty, int, long) = (types.int(IntKind::Char), types.int(IntKind::Int), types.int(IntKind::Long));
        let record = |kind, fields, size| Record { kind, name: None, fields, size, align: 8 };
        let fields = vec![member(char_ty, 0, None), member(int, 8, Some(3)), member(long, 64, None)];
        let structure = types.records.push(record(RecordKind::Struct, fields, 16));
        let structure = types.intern(Type::Record(structure));
        let union =
            types.records.push(record(RecordKind::Union, vec![member(int, 0, None), member(structure, 0, None)], 16));
        let union = types.intern(Type::Record(union));
        let shape = |ty| leaves(&types, ty).iter().map(|leaf| (leaf.offset_bits, leaf.bits)).collect::<Vec<_>>();
        assert_eq!(shape(structure), [(0, 8), (8, 3), (64, 64)]);
        let filled = [(0, 8), (8, 3), (11, 5), (16, 8), (24, 8), (32, 8), (40, 8), (48, 8), (56, 8), (64, 64)];
        assert_eq!(shape(union), filled);
        assert!(touches_piece(&types, union, 0, 32) && touches_piece(&types, union, 10, 2));
        assert!(!touches_piece(&types, union, 8, 3) && !touches_piece(&types, structure, 0, 32));
    }

    #[test]
    fn pointers_keep_object_and_signed_offset_apart() {
        assert_eq!(split_pointer(pointer(3, -4)), (3, -4));
        assert_eq!(split_pointer(pointer(0xFF_FFFF, 12)), (0xFF_FFFF, 12));
        assert_eq!(pointer(0, 0), 0);
    }

    #[test]
    fn narrow_pointers_are_those_near_their_objects() {
        let narrow = Pointers::Bits32;
        for (object, offset) in [(0, 0), (0, 12), (3, -4), (0x3FFE, (1 << 17) - 1), (5, -(1 << 17))] {
            let there = narrow.narrowed(pointer(object, offset));
            assert_eq!(there.map(|pointer| narrow.split(pointer)), Some((object, offset)));
            assert!(there.is_some_and(|pointer| pointer <= u64::from(u32::MAX)));
        }
        assert_eq!(narrow.narrowed(pointer(3, 1 << 17)), None);
        assert_eq!(narrow.narrowed(pointer(1 << 14, 0)), None);
        assert_eq!(narrow.narrowed(pointer(7, 0)), Some(narrow.to_object(7)));
        assert_eq!(narrow.split(0xFFFF_FFFF), (narrow.n_objects(), -1));
        assert!(narrow.can_hold_integer(0xFFFF_FFFF) && narrow.can_hold_integer(0x1_FFFF));
        assert!(!narrow.can_hold_integer(0x2_0000) && !narrow.can_hold_integer(0xFFFD_FFFF));
    }
}
