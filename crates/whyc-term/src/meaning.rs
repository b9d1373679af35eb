//! The meaning of every operator on constants.
//!
//! [`eval_op`] is the definition: folding of constants and evaluation call it, and simplification
//! and bit-blasting are tested against it. Booleans are 0 and 1.

use crate::node::Op;
use crate::word::{bit, from_signed, join, ones, signed_max, signed_min, slice, to_signed, truncate};

/// The widths that an operator's meaning depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The width of the result; 1 for a Boolean.
    pub width: u32,
    /// The width of the last argument; of the low part where there are two of different widths.
    pub arg_width: u32,
    /// The lowest bit that `Extract` takes; 0 for every other operator.
    pub lo: u32,
}

/// The value of `op` applied to constants.
///
/// # Panics
/// If `op` is a leaf or an array operator: those have no meaning on words.
#[must_use]
pub fn eval_op(op: Op, shape: Shape, args: &[u128]) -> u128 {
    let Shape { width, arg_width, lo } = shape;
    let signed = |word| to_signed(word, arg_width);
    let fits =
        |value: Option<i128>| value.is_some_and(|v| (signed_min(arg_width)..=signed_max(arg_width)).contains(&v));
    match (op, args) {
        (Op::Not, &[a]) => a ^ 1,
        (Op::And, &[a, b]) => a & b,
        (Op::Eq, &[a, b]) => u128::from(a == b),
        (Op::Ite, &[cond, a, b]) => [b, a][usize::from(cond == 1)],
        (Op::Opaque, &[a]) => a,
        (Op::BitsNot, &[a]) => truncate(!a, width),
        (Op::BitsAnd, &[a, b]) => a & b,
        (Op::BitsOr, &[a, b]) => a | b,
        (Op::BitsXor, &[a, b]) => a ^ b,
        (Op::Neg, &[a]) => truncate(a.wrapping_neg(), width),
        (Op::Add, &[a, b]) => truncate(a.wrapping_add(b), width),
        (Op::Mul, &[a, b]) => truncate(a.wrapping_mul(b), width),
        (Op::Udiv, &[a, b]) => a.checked_div(b).unwrap_or(ones(width)),
        (Op::Urem, &[a, b]) => a.checked_rem(b).unwrap_or(a),
        (Op::Sdiv, &[a, 0]) => {
            if bit(a, width - 1) {
                1
            } else {
                ones(width)
            }
        }
        (Op::Sdiv, &[a, b]) => from_signed(signed(a).wrapping_div(signed(b)), width),
        (Op::Srem, &[a, 0]) => a,
        (Op::Srem, &[a, b]) => from_signed(signed(a).wrapping_rem(signed(b)), width),
        (Op::Shl, &[a, b]) => shifted(b, width, 0, |by| truncate(a << by, width)),
        (Op::Lshr, &[a, b]) => shifted(b, width, 0, |by| a >> by),
        (Op::Ashr, &[a, b]) => {
            let fill = if bit(a, width - 1) { ones(width) } else { 0 };
            shifted(b, width, fill, |by| from_signed(signed(a) >> by, width))
        }
        (Op::Concat, &[high, low]) => join(high, low, arg_width),
        (Op::Extract, &[a]) => slice(a, lo + width - 1, lo),
        (Op::SignExtend, &[a]) => from_signed(signed(a), width),
        (Op::Ult, &[a, b]) => u128::from(a < b),
        (Op::Slt, &[a, b]) => u128::from(signed(a) < signed(b)),
        (Op::SaddOverflows, &[a, b]) => u128::from(!fits(signed(a).checked_add(signed(b)))),
        (Op::SsubOverflows, &[a, b]) => u128::from(!fits(signed(a).checked_sub(signed(b)))),
        (Op::SmulOverflows, &[a, b]) => u128::from(!fits(signed(a).checked_mul(signed(b)))),
        (Op::UmulOverflows, &[a, b]) => u128::from(a.checked_mul(b).is_none_or(|product| product > ones(arg_width))),
        (op, args) => panic!("{} of {} words should not be asked for", op.name(), args.len()),
    }
}

/// `shift` by `by` where that is less than the width, `fill` otherwise.
fn shifted(by: u128, width: u32, fill: u128, shift: impl FnOnce(u32) -> u128) -> u128 {
    if by < u128::from(width) { shift(by as u32) } else { fill }
}
