//! Floating-point numbers of IEEE 754, as bit-vectors and built from the operators on them.
//!
//! A number is the bit-vector that it is in memory: sign, biased exponent, fraction. Every
//! operation takes its operands apart (`parts`), computes exactly on integers, and puts the
//! result together in the one place that rounds (`round`): to nearest, ties to even, or as a term
//! says ([`Rounding`]). Nothing depends on the size of a [`Format`], so that small formats
//! can be tested with all their operands; a [`Format`] is limited only by the 128 bits of a word.
//!
//! Every NaN that an operation makes is [`Format::nan`], the positive quiet one without payload.
//! Operations that copy (`neg`, `abs`, `min`, `max`, a conversion to the same format) keep theirs.
//!
//! Operations on constants of the two formats that the hardware has are done by the hardware
//! (`native`), if they round to nearest: a circuit would fold as well, at the price of hundreds of terms for each.

mod native;
mod parts;
mod round;

mod arithmetic;
mod compare;
mod convert;
mod divide;
mod integral;

pub use arithmetic::{add, mul, sub};
pub use compare::{abs, eq, is_inf, is_nan, is_negative, is_normal, is_subnormal, is_zero, le, lt, max, min, neg};
pub use convert::{convert, fits, from_signed, from_unsigned, to_signed, to_unsigned};
pub use divide::{div, rem, sqrt};
pub use integral::{Integral, to_integral};
pub use round::Rounding;

/// How a number is laid out: one bit of sign, then the exponent, then the significand without
/// its leading bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// The bits of the exponent, at least 2.
    pub exponent: u32,
    /// The bits of the significand with the leading one, which is not stored; at least 2.
    pub significand: u32,
}

impl Format {
    /// binary16.
    pub const HALF: Self = Self { exponent: 5, significand: 11 };
    /// binary32, `float`.
    pub const SINGLE: Self = Self { exponent: 8, significand: 24 };
    /// binary64, `double`.
    pub const DOUBLE: Self = Self { exponent: 11, significand: 53 };
    /// The numbers of x87, `long double`; in memory their leading bit is stored, here it is not.
    pub const EXTENDED: Self = Self { exponent: 15, significand: 64 };

    /// All bits of a number.
    #[must_use]
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// What is added to an exponent to store it; also the largest exponent.
    #[must_use]
    pub fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the smallest normal number, and of all subnormal ones.
    #[must_use]
    pub fn min_exponent(self) -> i128 {
        1 - self.bias()
    }

    /// Positive infinity.
    #[must_use]
    pub fn infinity(self) -> u128 {
        ((1 << self.exponent) - 1) << (self.significand - 1)
    }

    /// The NaN that operations make: positive, quiet, without payload.
    #[must_use]
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.significand - 2)
    }

    /// The bits of the fraction, which is the significand without its leading bit.
    fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// Enough bits for sums, differences and normalisation of exponents as signed numbers.
    fn exponent_width(self) -> u32 {
        let largest = (2u64 << (self.exponent - 1)) + 2 * u64::from(self.significand) + 8;
        64 - largest.leading_zeros() + 1
    }
}
