//! How pointers are numbers, and how objects are cut into scalars.
//!
//! A pointer is 64 bits: the object in the upper 24, the offset in bytes, signed, in the lower 40.
//! Object 0 is the null object, so the null pointer is the number 0. Then come, in this order,
//! one object per global and one per function; whatever else is numbered later: the
//! address-taken locals of each activation, in the order of the activations.
//! The interpreter and the unroller share this numbering, so that a pointer cast to an
//! integer is the same number in both.

use crate::program::{FunctionId, GlobalId, LocalId, Program};
use crate::types::{RecordKind, Type, TypeId, TypeTable};

/// Bits of a pointer that hold the offset.
pub const OFFSET_BITS: u32 = 40;
/// Bits of a pointer that hold the object's number.
pub const OBJECT_BITS: u32 = 24;

/// The largest block that can be allocated; a larger request fails.
pub const MAX_BLOCK_BYTES: u64 = 1 << 30;

/// So many bytes from address zero on belong to nobody: a pointer to one of them is null, or comes from a null pointer
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

/// A scalar inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it starts, in bits.
    pub offset_bits: u64,
    /// Its width in bits.
    pub bits: u32,
    /// Its type.
    pub ty: TypeId,
}

/// The scalars of a type, in order of offset. Of a union, those of its largest member.
/// Arrays without length have none.
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
                    let size = |ty| types.size_of(ty).unwrap_or(0);
                    // The first of the largest: `max_by_key` would take the last.
                    let largest = record.fields.iter().rev().max_by_key(|field| size(field.ty));
                    if let Some(field) = largest {
                        collect_leaves(types, field.ty, at + field.offset_bits, field.bit_width, out);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_keep_object_and_signed_offset_apart() {
        assert_eq!(split_pointer(pointer(3, -4)), (3, -4));
        assert_eq!(split_pointer(pointer(0xFF_FFFF, 12)), (0xFF_FFFF, 12));
        assert_eq!(pointer(0, 0), 0);
    }
}
