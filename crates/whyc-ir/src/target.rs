//! What a program is compiled for, as far as its meaning depends on it.
//!
//! Bytes have 8 bits and stand in memory the lowest first, `int` has 32 bits and `long long` 64: a front end refuses other
//! targets. What is left is in [`Target`].

use crate::layout::Pointers;

/// A platform. `long` is not here, since its width is part of its type
/// ([`IntKind`](crate::types::IntKind)); nor is the layout of records, which the compiler tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// How wide pointers are.
    pub pointers: Pointers,
    /// What the addresses of `long long` and `double` are multiples of.
    pub align_of_8_bytes: u32,
    /// The bytes that a `long double` of the x87 format takes.
    pub long_double_bytes: u32,
    /// What the address of a `long double` is a multiple of.
    pub long_double_align: u32,
    /// What the address of an array of so many bytes or more is a multiple of, if the platform promises anything.
    pub large_array_align: u32,
    /// What `malloc` promises of an address: that every scalar can be there.
    pub block_align: u32,
}

impl Target {
    /// Linux on x86-64.
    pub const X86_64: Target = Target {
        pointers: Pointers::Bits64,
        align_of_8_bytes: 8,
        long_double_bytes: 16,
        long_double_align: 16,
        large_array_align: 16,
        block_align: 16,
    };

    /// The largest block that anybody can have: pointers into it are no further apart than `ptrdiff_t` can say.
    #[must_use]
    pub fn largest_request(&self) -> u64 {
        match self.pointers {
            Pointers::Bits64 => i64::MAX as u64,
            Pointers::Bits32 => i32::MAX as u64,
        }
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::X86_64
    }
}
