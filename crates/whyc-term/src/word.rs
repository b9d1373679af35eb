//! Bit-vectors of up to 128 bits as `u128` values, zero above their width.

/// All ones: the largest unsigned value of `width` bits.
#[must_use]
pub fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The low `width` bits of `value`.
#[must_use]
pub fn truncate(value: u128, width: u32) -> u128 {
    value & ones(width)
}

/// The value of `word` read as two's complement.
#[must_use]
pub fn to_signed(word: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((word << unused) as i128) >> unused
}

/// The low `width` bits of the two's complement of `value`.
#[must_use]
pub fn from_signed(value: i128, width: u32) -> u128 {
    truncate(value as u128, width)
}

/// The smallest signed value of `width` bits.
#[must_use]
pub fn signed_min(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// The largest signed value of `width` bits.
#[must_use]
pub fn signed_max(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// Bit `bit` of `word`.
#[must_use]
pub fn bit(word: u128, bit: u32) -> bool {
    word >> bit & 1 == 1
}

/// The bits `hi` down to `lo` of `word`.
#[must_use]
pub fn slice(word: u128, hi: u32, lo: u32) -> u128 {
    truncate(word >> lo, hi - lo + 1)
}

/// `high` above the `low_width` bits of `low`.
#[must_use]
pub fn join(high: u128, low: u128, low_width: u32) -> u128 {
    // A part of the full 128 bits leaves no room for another.
    high.checked_shl(low_width).unwrap_or(0) | low
}

/// The `k` for which `word` is two to the power of `k`.
#[must_use]
pub fn log2_exact(word: u128) -> Option<u32> {
    word.is_power_of_two().then(|| word.trailing_zeros())
}
