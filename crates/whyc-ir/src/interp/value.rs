//! The operators on integers and pointers. Values are bits, zero-extended to 128.

use crate::expr::{BinaryOp, Intrinsic};
use crate::layout;

use super::code::Scalar;

/// The lowest `bits` bits.
#[inline]
pub(super) fn truncate(value: u128, bits: u32) -> u128 {
    value & (u128::MAX >> (128 - bits))
}

/// A value from outside: only the bits of its type, and of `_Bool` only 0 and 1.
pub(super) fn as_input(scalar: Scalar, value: u128) -> u128 {
    match scalar {
        Scalar::Bool => u128::from(value != 0),
        Scalar::Unsigned(_)
        | Scalar::Signed(_)
        | Scalar::Pointer(_)
        | Scalar::Float
        | Scalar::Double
        | Scalar::LongDouble(_) => truncate(value, scalar.bits()),
    }
}

/// The bits read as a signed number.
#[inline]
pub(super) fn signed(value: u128, bits: u32) -> i128 {
    if bits <= 64 {
        let unused = 64 - bits;
        i128::from(((value as u64) << unused) as i64 >> unused)
    } else {
        let unused = 128 - bits;
        (value << unused) as i128 >> unused
    }
}

/// The value as a number of its type. `unsigned __int128` above the range of `i128` wraps.
#[inline]
pub(super) fn number(value: u128, scalar: Scalar) -> i128 {
    if scalar.is_signed() { signed(value, scalar.bits()) } else { value as i128 }
}

/// `a op b` modulo the width, and whether the exact signed result does not fit.
#[inline]
pub(super) fn arith(op: BinaryOp, bits: u32, is_signed: bool, a: u128, b: u128) -> (u128, bool) {
    let fits = |exact: i128| (truncate(exact as u128, bits), signed(exact as u128, bits) != exact);
    let (x, y) = (signed(a, bits), signed(b, bits));
    match op {
        // Two numbers of 64 bits cannot leave the 128 bits of their sum or signed product.
        BinaryOp::Add if bits <= 64 => fits(x + y),
        BinaryOp::Sub if bits <= 64 => fits(x - y),
        BinaryOp::Mul if bits <= 64 => fits(x * y),
        BinaryOp::Add => wrap(x.overflowing_add(y), bits),
        BinaryOp::Sub => wrap(x.overflowing_sub(y), bits),
        BinaryOp::Mul => wrap(x.overflowing_mul(y), bits),
        BinaryOp::Div if is_signed => divide_signed(bits, a, b),
        BinaryOp::Rem if is_signed => remainder_signed(bits, a, b),
        BinaryOp::Div => (divide(bits, a, b), false),
        BinaryOp::Rem => (remainder(a, b), false),
        BinaryOp::BitAnd => (a & b, false),
        BinaryOp::BitOr => (a | b, false),
        BinaryOp::BitXor => (a ^ b, false),
        BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::PtrAdd
        | BinaryOp::PtrSub
        | BinaryOp::PtrDiff => unreachable!("this operator should have an operation of its own"),
    }
}

/// What did not leave 128 bits may still leave fewer.
fn wrap((value, overflow): (i128, bool), bits: u32) -> (u128, bool) {
    (truncate(value as u128, bits), overflow || signed(value as u128, bits) != value)
}

fn divide(bits: u32, a: u128, b: u128) -> u128 {
    match b {
        0 => truncate(u128::MAX, bits),
        _ if bits <= 64 => u128::from(a as u64 / b as u64),
        _ => a / b,
    }
}

fn remainder(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        _ if b == 0 => a,
        (Ok(a), Ok(b)) => u128::from(a % b),
        _ => a % b,
    }
}

/// As SMT-LIB defines it: the unsigned quotient of the magnitudes with the sign put back.
pub(super) fn divide_signed(bits: u32, a: u128, b: u128) -> (u128, bool) {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let quotient = divide(bits, truncate(x.unsigned_abs(), bits), truncate(y.unsigned_abs(), bits));
    let negative = (x < 0) != (y < 0);
    let quotient = if negative { quotient.wrapping_neg() } else { quotient };
    (truncate(quotient, bits), y == -1 && x == signed(1 << (bits - 1), bits))
}

/// The sign of the remainder is that of the dividend. `INT_MIN % -1` overflows as the division does.
fn remainder_signed(bits: u32, a: u128, b: u128) -> (u128, bool) {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let rest = remainder(truncate(x.unsigned_abs(), bits), truncate(y.unsigned_abs(), bits));
    let rest = if x < 0 { rest.wrapping_neg() } else { rest };
    (truncate(rest, bits), y == -1 && x == signed(1 << (bits - 1), bits))
}

/// A shift by any count.
#[inline]
pub(super) fn shift(op: BinaryOp, scalar: Scalar, a: u128, count: u128) -> u128 {
    let bits = scalar.bits();
    let inside = count < u128::from(bits);
    match (op, scalar.is_signed()) {
        (BinaryOp::Shl, _) => {
            if inside {
                truncate(a << count, bits)
            } else {
                0
            }
        }
        (_, false) => {
            if inside {
                a >> count
            } else {
                0
            }
        }
        (_, true) => truncate((signed(a, bits) >> count.min(127)) as u128, bits),
    }
}

/// A comparison of integers or pointers. Pointers are ordered by object, then by signed offset.
#[inline]
pub(super) fn compare(op: BinaryOp, scalar: Scalar, a: u128, b: u128) -> bool {
    let order = match scalar {
        Scalar::Signed(bits) => signed(a, u32::from(bits)).cmp(&signed(b, u32::from(bits))),
        Scalar::Pointer(pointers) => pointers.split(a as u64).cmp(&pointers.split(b as u64)),
        Scalar::Bool | Scalar::Unsigned(_) | Scalar::Float | Scalar::Double | Scalar::LongDouble(_) => a.cmp(&b),
    };
    holds(op, Some(order))
}

/// Whether a comparison holds for operands in this order; none where they have none (NaN).
#[inline]
pub(super) fn holds(op: BinaryOp, order: Option<std::cmp::Ordering>) -> bool {
    match op {
        BinaryOp::Lt => order.is_some_and(|order| order.is_lt()),
        BinaryOp::Le => order.is_some_and(|order| order.is_le()),
        BinaryOp::Gt => order.is_some_and(|order| order.is_gt()),
        BinaryOp::Ge => order.is_some_and(|order| order.is_ge()),
        BinaryOp::Eq => order.is_some_and(|order| order.is_eq()),
        BinaryOp::Ne => order.is_none_or(|order| order.is_ne()),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::PtrAdd
        | BinaryOp::PtrSub
        | BinaryOp::PtrDiff => unreachable!("only comparisons should be compared"),
    }
}

/// Moves an address inside its object, modulo 2^40.
#[inline]
pub(super) fn move_address(address: u64, by: u64) -> u64 {
    const OFFSET: u64 = (1 << layout::OFFSET_BITS) - 1;
    (address & !OFFSET) | (address.wrapping_add(by) & OFFSET)
}

/// The difference of two addresses in elements.
pub(super) fn pointer_difference(a: u64, b: u64, size: u128) -> u128 {
    let bits = layout::OFFSET_BITS;
    let distance = signed(truncate(u128::from(a.wrapping_sub(b)), bits), bits);
    divide_signed(64, truncate(distance as u128, 64), truncate(size, 64)).0
}

/// Whether the exact result of an operation on integers of any types does not fit `target`.
pub(super) fn overflows(
    op: Intrinsic,
    (a, a_scalar): (u128, Scalar),
    (b, b_scalar): (u128, Scalar),
    target: Scalar,
) -> bool {
    let (a, mut b) = (SignedMagnitude::new(a, a_scalar), SignedMagnitude::new(b, b_scalar));
    b.negative ^= op == Intrinsic::SubOverflows;
    // A magnitude that needs more than 128 bits fits no type.
    let magnitude = match op {
        Intrinsic::MulOverflows => a.magnitude.checked_mul(b.magnitude),
        _ if a.negative == b.negative => a.magnitude.checked_add(b.magnitude),
        _ => Some(a.magnitude.abs_diff(b.magnitude)),
    };
    let negative = match op {
        Intrinsic::MulOverflows => a.negative != b.negative,
        _ if a.magnitude >= b.magnitude => a.negative,
        _ => b.negative,
    };
    let largest = u128::MAX >> (128 - target.bits());
    let limit = match (target.is_signed(), negative) {
        (true, true) => (largest >> 1) + 1,
        (true, false) => largest >> 1,
        (false, true) => 0,
        (false, false) => largest,
    };
    magnitude.is_none_or(|magnitude| magnitude > limit)
}

/// A number of any integer type.
struct SignedMagnitude {
    negative: bool,
    magnitude: u128,
}

impl SignedMagnitude {
    fn new(value: u128, scalar: Scalar) -> Self {
        if scalar.is_signed() {
            let value = signed(value, scalar.bits());
            Self { negative: value < 0, magnitude: value.unsigned_abs() }
        } else {
            Self { negative: false, magnitude: value }
        }
    }
}

/// The operations on single bits and bytes.
pub(super) fn bits(op: Intrinsic, scalar: Scalar, value: u128) -> u128 {
    let width = scalar.bits();
    match op {
        Intrinsic::Popcount => u128::from(value.count_ones()),
        Intrinsic::Clz => u128::from(value.leading_zeros() - (128 - width)),
        Intrinsic::Ctz => u128::from(value.trailing_zeros().min(width)),
        Intrinsic::Bswap => value.swap_bytes() >> (128 - width),
        Intrinsic::AddOverflows
        | Intrinsic::SubOverflows
        | Intrinsic::MulOverflows
        | Intrinsic::ObjectSize
        | Intrinsic::PointerObject
        | Intrinsic::PointerOffset
        | Intrinsic::IsAlive
        | Intrinsic::IsDynamic
        | Intrinsic::PointerBits
        | Intrinsic::Math(_)
        | Intrinsic::Rounded(_) => {
            unreachable!("this intrinsic should have an operation of its own")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of 8-bit numbers, against Rust's own arithmetic.
    #[test]
    fn eight_bits_exhaustively() {
        for (a, b) in (0..=u8::MAX).flat_map(|a| (0..=u8::MAX).map(move |b| (a, b))) {
            let (x, y) = (a as i8, b as i8);
            let (wa, wb) = (u128::from(a), u128::from(b));
            let check = |op, is_signed, value: u8, overflow: Option<bool>| {
                let (found, overflowed) = arith(op, 8, is_signed, wa, wb);
                assert_eq!(found, u128::from(value), "{x} {op:?} {y}, signed: {is_signed}");
                assert!(overflow.is_none_or(|overflow| overflow == overflowed), "{x} {op:?} {y}");
            };
            for (op, (value, overflow)) in [
                (BinaryOp::Add, x.overflowing_add(y)),
                (BinaryOp::Sub, x.overflowing_sub(y)),
                (BinaryOp::Mul, x.overflowing_mul(y)),
            ] {
                check(op, true, value as u8, Some(overflow));
                check(op, false, value as u8, None);
            }
            if let (Some(quotient), Some(rest)) = (a.checked_div(b), a.checked_rem(b)) {
                check(BinaryOp::Div, true, x.wrapping_div(y) as u8, Some(x.checked_div(y).is_none()));
                check(BinaryOp::Rem, true, x.wrapping_rem(y) as u8, Some(x.checked_rem(y).is_none()));
                check(BinaryOp::Div, false, quotient, Some(false));
                check(BinaryOp::Rem, false, rest, Some(false));
            }
            check_shifts_and_order(a, b);
        }
    }

    fn check_shifts_and_order(a: u8, b: u8) {
        let (x, y) = (a as i8, b as i8);
        let (wa, wb) = (u128::from(a), u128::from(b));
        let (signed, unsigned) = (Scalar::Signed(8), Scalar::Unsigned(8));
        let count = u32::from(b);
        assert_eq!(shift(BinaryOp::Shl, signed, wa, wb), u128::from(a.checked_shl(count).unwrap_or(0)));
        assert_eq!(shift(BinaryOp::Shr, unsigned, wa, wb), u128::from(a.checked_shr(count).unwrap_or(0)));
        assert_eq!(shift(BinaryOp::Shr, signed, wa, wb), u128::from((x >> count.min(7)) as u8));
        assert_eq!(compare(BinaryOp::Lt, signed, wa, wb), x < y);
        assert_eq!(compare(BinaryOp::Ge, unsigned, wa, wb), a >= b);
        assert_eq!(overflows(Intrinsic::AddOverflows, (wa, signed), (wb, unsigned), signed), {
            i8::try_from(i16::from(x) + i16::from(b)).is_err()
        });
        assert_eq!(overflows(Intrinsic::SubOverflows, (wa, unsigned), (wb, signed), unsigned), {
            u8::try_from(i16::from(a) - i16::from(y)).is_err()
        });
        assert_eq!(overflows(Intrinsic::MulOverflows, (wa, signed), (wb, signed), unsigned), {
            u8::try_from(i16::from(x) * i16::from(y)).is_err()
        });
    }
}
