//! Values as C writes them.

mod part;

use whyc_ir::program::{GlobalKind, Program};
use whyc_ir::types::{FloatKind, IntKind, Type, TypeId, TypeTable};
use whyc_unroll::step::{ObjectRoot, Unrolling, part_name};

/// Unsigned numbers from here on are easier to read in hexadecimal.
const HEX_FROM: u128 = 1_000_000;

/// `bits` as a value of type `ty`.
#[must_use]
pub fn value(program: &Program, unrolling: &Unrolling, ty: TypeId, bits: u128) -> String {
    match program.types.get(ty) {
        Type::Pointer(to) => pointer(program, unrolling, *to, bits as u64),
        Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Enum(_)
        | Type::Float(_)
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Function(_) => plain(&program.types, ty, bits),
    }
}

/// `bits` as a value of type `ty`, which is no pointer; nothing for what is no scalar.
#[must_use]
pub fn plain(types: &TypeTable, ty: TypeId, bits: u128) -> String {
    match types.get(ty) {
        Type::Bool => if bits & 1 == 1 { "true" } else { "false" }.to_owned(),
        Type::Int(kind) => integer(*kind, bits),
        Type::Enum(e) => {
            let definition = &types.enums[*e];
            let number = signed(definition.underlying, bits);
            let constant = definition.constants.iter().find(|(_, value)| *value == number);
            constant.map_or_else(|| number.to_string(), |(name, _)| name.clone())
        }
        // The shortest digits that give the number back, which depend on the format.
        Type::Float(FloatKind::Float) => {
            let number = f32::from_bits(bits as u32);
            float(f64::from(number), format!("{number:?}"))
        }
        Type::Float(FloatKind::Double) => {
            let number = f64::from_bits(bits as u64);
            float(number, format!("{number:?}"))
        }
        Type::Float(FloatKind::LongDouble) => format!("0x{bits:x}L"),
        Type::Pointer(_) | Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => String::new(),
    }
}

/// The number that `bits` are in an integer type. An unsigned `__int128` above the largest signed one wraps.
#[must_use]
pub fn signed(kind: IntKind, bits: u128) -> i128 {
    let unused = 128 - kind.bits();
    if kind.is_signed() { (bits << unused) as i128 >> unused } else { ((bits << unused) >> unused) as i128 }
}

fn integer(kind: IntKind, bits: u128) -> String {
    let number = signed(kind, bits);
    if kind == IntKind::Char
        && let Ok(byte) = u8::try_from(number)
        && (byte.is_ascii_graphic() || b" \0\n\r\t".contains(&byte))
    {
        return match byte {
            b'\0' => "'\\0'".to_owned(),
            b'\n' => "'\\n'".to_owned(),
            b'\r' => "'\\r'".to_owned(),
            b'\t' => "'\\t'".to_owned(),
            b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
            _ => format!("'{}'", char::from(byte)),
        };
    }
    if kind.is_signed() {
        return number.to_string();
    }
    let number = number as u128;
    if number < HEX_FROM { number.to_string() } else { format!("0x{number:x}") }
}

fn float(number: f64, digits: String) -> String {
    if number.is_nan() {
        "NAN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned()
    } else {
        digits
    }
}

fn pointer(program: &Program, unrolling: &Unrolling, pointee: TypeId, bits: u64) -> String {
    let (number, offset) = program.types.target.pointers.split(bits);
    if bits == 0 {
        return "NULL".to_owned();
    }
    let raw = || format!("(void *)0x{bits:x}");
    let Some(object) = unrolling.objects.get(number as usize) else { return raw() };
    let name = unrolling.root_name(program, object.root);
    match object.root {
        ObjectRoot::Null => raw(),
        ObjectRoot::Function(_) if offset == 0 => name,
        ObjectRoot::Global(global) if matches!(program.globals[global].kind, GlobalKind::String(_)) => {
            if offset == 0 {
                name
            } else {
                format!("{name} + {offset}")
            }
        }
        ObjectRoot::Block(block) => {
            let inside = u64::try_from(offset).is_ok_and(|offset| offset < object.size);
            let known = &unrolling.blocks[block];
            let stride = known.ty.and_then(|ty| program.types.size_of(ty)).filter(|&stride| stride > 0);
            if inside && let Some(part) = part::of_block(program, known, object, pointee, offset as u64) {
                return part;
            }
            match (offset, stride) {
                // The pointer that a block is known by is its address.
                (0, _) => name,
                _ if inside => format!("&{}", unrolling.block_part_name(program, block, offset as u64 * 8, 0)),
                (_, Some(stride)) if offset > 0 && offset % stride as i64 == 0 => {
                    format!("&{name}[{}]", offset / stride as i64)
                }
                _ if offset > 0 => format!("{name} + {offset} bytes"),
                _ => format!("{name} - {} bytes", offset.unsigned_abs()),
            }
        }
        ObjectRoot::Function(_) | ObjectRoot::Global(_) | ObjectRoot::Local(..) | ObjectRoot::Result(_) => {
            place(program, &name, object.ty, object.size, pointee, offset)
        }
    }
}

/// `&x`, `&a[3]`, or, outside of the object, `&x + 12 bytes`.
#[must_use]
pub fn place(program: &Program, name: &str, ty: Option<TypeId>, size: u64, pointee: TypeId, offset: i64) -> String {
    let inside = u64::try_from(offset).is_ok_and(|offset| offset < size);
    if inside {
        // What the pointer is for tells an object from its first part.
        if let Some(part) = ty.and_then(|ty| part::path(program, ty, pointee, offset as u64)) {
            return format!("&{name}{part}");
        }
        return format!("&{}", part_name(program, name.to_owned(), ty, offset as u64 * 8, 0));
    }
    if let Some(Type::Array { element, .. }) = ty.map(|ty| program.types.get(ty))
        && let Some(stride) = program.types.size_of(*element).filter(|&stride| stride > 0)
        && offset % stride as i64 == 0
    {
        return format!("&{name}[{}]", offset / stride as i64);
    }
    match offset {
        0 => format!("&{name}"),
        _ if offset > 0 => format!("&{name} + {offset} bytes"),
        _ => format!("&{name} - {} bytes", -offset),
    }
}
