//! C's conversions between arithmetic types.

use whyc_ir::types::{FloatKind, IntKind};

use super::Refusal;

/// A number of an arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole one.
    Int(i128, IntKind),
    /// A `float` or `double`.
    Float(f64, FloatKind),
}

/// The number that bits are in an integer type.
pub fn from_bits(kind: IntKind, bits: u128) -> i128 {
    whyc_debug::show::signed(kind, bits)
}

/// The bits of a number.
pub fn to_bits(number: Number) -> u128 {
    match number {
        Number::Int(value, kind) => value as u128 & (u128::MAX >> (128 - kind.bits())),
        Number::Float(value, FloatKind::Float) => u128::from((value as f32).to_bits()),
        Number::Float(value, FloatKind::Double | FloatKind::LongDouble) => u128::from(value.to_bits()),
    }
}

/// Refuses types whose arithmetic is not known here.
pub fn computable(kind: IntKind) -> Result<IntKind, Refusal> {
    match kind {
        IntKind::Int128 | IntKind::UInt128 | IntKind::BitInt(_) | IntKind::Exact(_) => {
            Err(format!("numbers of type {} are not computed with here", kind.name()))
        }
        _ => Ok(kind),
    }
}

/// The integer promotions.
pub fn promoted(kind: IntKind) -> IntKind {
    if kind.bits() < 32 { IntKind::Int } else { kind }
}

/// The order of the integer types.
fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Long | IntKind::ULong | IntKind::Long32 | IntKind::ULong32 => 2,
        IntKind::LongLong | IntKind::ULongLong => 3,
        IntKind::Int128 | IntKind::UInt128 => 4,
        _ => 1,
    }
}

fn unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::Long32 => IntKind::ULong32,
        IntKind::LongLong => IntKind::ULongLong,
        other => other,
    }
}

/// The type in which two integers are computed with.
pub fn common(a: IntKind, b: IntKind) -> IntKind {
    let (a, b) = (promoted(a), promoted(b));
    if a.is_signed() == b.is_signed() {
        return if rank(a) >= rank(b) { a } else { b };
    }
    let (plain, other) = if a.is_signed() { (a, b) } else { (b, a) };
    match () {
        () if rank(other) >= rank(plain) => other,
        () if plain.bits() > other.bits() => plain,
        () => unsigned(plain),
    }
}

/// A whole number in another integer type.
pub fn wrapped(value: i128, kind: IntKind) -> i128 {
    from_bits(kind, value as u128 & (u128::MAX >> (128 - kind.bits())))
}

/// A floating-point number as a whole one.
pub fn truncated(value: f64, kind: IntKind) -> Result<i128, Refusal> {
    let whole = value.trunc();
    // Every integer of up to 64 bits is less than this.
    if !whole.is_finite() || whole.abs() > 2f64.powi(65) || wrapped(whole as i128, kind) != whole as i128 {
        return Err(format!("{value} does not fit {}: the conversion is undefined", kind.name()));
    }
    Ok(whole as i128)
}

/// A number as a floating-point one.
pub fn floated(number: Number, kind: FloatKind) -> f64 {
    match (number, kind) {
        // Rounded once, not twice.
        (Number::Int(value, _), FloatKind::Float) => f64::from(value as f32),
        (Number::Int(value, _), _) => value as f64,
        (Number::Float(value, _), FloatKind::Float) => f64::from(value as f32),
        (Number::Float(value, _), _) => value,
    }
}
