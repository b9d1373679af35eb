//! Words of any width as numbers. Bits are counted from the least significant one.

use num_bigint::BigUint;

/// The value of a word, read without a sign.
pub type Number = BigUint;

/// The largest word.
#[must_use]
pub fn ones(width: u32) -> Number {
    (Number::from(1u8) << width) - 1u8
}

/// The low `width` bits.
#[must_use]
pub fn truncate(value: Number, width: u32) -> Number {
    if value.bits() <= u64::from(width) { value } else { value & ones(width) }
}

/// Whether a bit is set.
#[must_use]
pub fn is_set(value: &Number, bit: u32) -> bool {
    value.bit(u64::from(bit))
}

/// The number that bits are.
#[must_use]
pub fn from_bits(bits: &[bool]) -> Number {
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte: u8, &bit| byte << 1 | u8::from(bit));
    Number::from_bytes_le(&bits.chunks(8).map(byte).collect::<Vec<u8>>())
}

/// The bits of a number.
pub fn bits(value: &Number, width: u32) -> impl Iterator<Item = bool> + '_ {
    (0..width).map(|bit| is_set(value, bit))
}
