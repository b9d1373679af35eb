//! The text of constants.

use crate::types::{FloatKind, IntKind, Type, TypeId, TypeTable};

use super::expr::Style;

/// A constant of an integer, `_Bool`, enumeration or pointer type.
pub(super) fn int(types: &TypeTable, bits: u128, ty: TypeId, style: Style) -> String {
    match (types.get(ty), style) {
        (Type::Int(kind), _) => int_of_kind(*kind, bits, style),
        (Type::Enum(id), _) => {
            let enumeration = &types.enums[*id];
            let value = signed_value(enumeration.underlying, bits);
            let constant = enumeration.constants.iter().find(|(_, v)| *v == value);
            match (constant, style) {
                (Some((name, _)), _) => name.clone(),
                (None, Style::Full) => format!("{value}:{}", types.name(ty)),
                (None, Style::C) => format!("({}){value}", types.name(ty)),
            }
        }
        (Type::Pointer(_), Style::Full) if bits == 0 => "null".to_owned(),
        (Type::Pointer(_), Style::C) if bits == 0 => "NULL".to_owned(),
        (Type::Pointer(_), Style::Full) => format!("{bits:#x}:{}", types.name(ty)),
        (Type::Pointer(_), Style::C) => format!("({}){bits:#x}", types.name(ty)),
        (Type::Bool, Style::C) => bits.to_string(),
        (Type::Bool, Style::Full) => format!("{bits}:_Bool"),
        // The verifier rejects these, and prints them.
        (Type::Void | Type::Float(_) | Type::Array { .. } | Type::Record(_) | Type::Function(_), _) => {
            format!("{bits}:{}", types.name(ty))
        }
    }
}

/// A constant of a floating type: the shortest decimal that reads back as the same value.
pub(super) fn float(types: &TypeTable, bits: u128, ty: TypeId) -> String {
    let spell = |text: String, suffix: &str| match text.as_str() {
        "NaN" => "NAN".to_owned(),
        "inf" => "INFINITY".to_owned(),
        "-inf" => "-INFINITY".to_owned(),
        _ => format!("{text}{suffix}"),
    };
    match types.get(ty) {
        Type::Float(FloatKind::Float) => spell(format!("{:?}", f32::from_bits(bits as u32)), "f"),
        Type::Float(FloatKind::Double) => spell(format!("{:?}", f64::from_bits(bits as u64)), ""),
        Type::Float(FloatKind::LongDouble)
        | Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Enum(_)
        | Type::Pointer(_)
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Function(_) => format!("{bits:#x}:{}", types.name(ty)),
    }
}

/// The value of the bits. Enumerations are at most 64 bits wide, so an unsigned one fits too.
fn signed_value(kind: IntKind, bits: u128) -> i128 {
    let unused = 128 - kind.bits();
    if kind.is_signed() { ((bits << unused) as i128) >> unused } else { bits as i128 }
}

fn int_of_kind(kind: IntKind, bits: u128, style: Style) -> String {
    let value = if kind.is_signed() { signed_value(kind, bits).to_string() } else { bits.to_string() };
    let suffix = match kind {
        IntKind::Int => "",
        IntKind::UInt => "u",
        IntKind::Long | IntKind::Long32 => "L",
        IntKind::ULong | IntKind::ULong32 => "uL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "uLL",
        IntKind::Char | IntKind::SChar | IntKind::UChar if style == Style::C => {
            return match u8::try_from(bits) {
                Ok(byte @ b' '..=b'~') => format!("'{}'", byte.escape_ascii()),
                _ => value,
            };
        }
        IntKind::Char
        | IntKind::SChar
        | IntKind::UChar
        | IntKind::Short
        | IntKind::UShort
        | IntKind::Int128
        | IntKind::UInt128
        | IntKind::BitInt(_)
        | IntKind::Exact(_) => match style {
            Style::Full => return format!("{value}:{}", kind.name()),
            Style::C => "",
        },
    };
    format!("{value}{suffix}")
}
