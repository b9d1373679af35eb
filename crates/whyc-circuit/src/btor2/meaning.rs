//! What each operator on words computes, written without gates, on numbers of any size: the oracle.

use num_bigint::BigInt;

use super::number::{Number, is_set, ones, truncate};
use super::ops::Op;

/// The result of `op` on words of the given widths; wider than the result where that is cut off.
pub(super) fn word(op: Op, args: &[(&Number, u32)]) -> Number {
    match *args {
        [(a, width)] => unary(op, a, width),
        [(a, _), (b, low)] if op == Op::Concat => a << low | b,
        [(a, width), (b, _)] => binary(op, a, b, width),
        [(cond, _), (then, _), (other, _)] => if is_set(cond, 0) { then } else { other }.clone(),
        _ => panic!("{} should have one to three operands", op.name()),
    }
}

/// How many words of `width` bits there are.
fn modulus(width: u32) -> Number {
    Number::from(1u8) << width
}

fn signed(a: &Number, width: u32) -> BigInt {
    let value = BigInt::from(a.clone());
    if is_set(a, width - 1) { value - BigInt::from(modulus(width)) } else { value }
}

/// The word that a signed number is, or what is left of one that does not fit.
fn unsigned(value: &BigInt, width: u32) -> Number {
    let modulus = BigInt::from(modulus(width));
    let rest = value % &modulus;
    let rest = if rest < BigInt::ZERO { rest + modulus } else { rest };
    rest.magnitude().clone()
}

fn unary(op: Op, a: &Number, width: u32) -> Number {
    match op {
        Op::Not => ones(width) ^ a,
        Op::Inc => a + 1u8,
        Op::Dec => ones(width) + a,
        Op::Neg => modulus(width) - a,
        Op::Redand => Number::from(a.count_ones() == u64::from(width)),
        Op::Redor => Number::from(a.count_ones() > 0),
        Op::Redxor => Number::from(a.count_ones() % 2),
        Op::Slice { lo, .. } => a >> lo,
        Op::Uext(_) => a.clone(),
        Op::Sext(more) => unsigned(&signed(a, width), width + more),
        op => panic!("{} should not have one operand", op.name()),
    }
}

fn binary(op: Op, a: &Number, b: &Number, width: u32) -> Number {
    let zero = Number::ZERO;
    match op {
        Op::And => a & b,
        Op::Nand => ones(width) ^ (a & b),
        Op::Nor => ones(width) ^ (a | b),
        Op::Or => a | b,
        Op::Xnor => ones(width) ^ a ^ b,
        Op::Xor => a ^ b,
        Op::Rol => rotated(a, b, width),
        Op::Ror => rotated(a, &(Number::from(width) - b % width), width),
        Op::Sll => shifted(b, width).map_or(zero, |by| truncate(a << by, width)),
        Op::Srl => shifted(b, width).map_or(zero, |by| a >> by),
        // The sign fills what is shifted out, and a shift of big integers rounds down.
        Op::Sra => unsigned(&(signed(a, width) >> shifted(b, width).unwrap_or(width)), width),
        Op::Add => a + b,
        Op::Sub => modulus(width) + a - b,
        Op::Mul => a * b,
        Op::Udiv if *b == zero => ones(width),
        Op::Udiv => a / b,
        Op::Urem if *b == zero => a.clone(),
        Op::Urem => a % b,
        Op::Sdiv | Op::Srem | Op::Smod => unsigned(&divided(op, &signed(a, width), &signed(b, width)), width),
        op => Number::from(holds(op, a, b, width)),
    }
}

/// Signed division, rounding towards zero, and its remainders.
fn divided(op: Op, a: &BigInt, b: &BigInt) -> BigInt {
    let zero = BigInt::ZERO;
    match op {
        Op::Sdiv if *b == zero => BigInt::from(if *a < zero { 1 } else { -1 }),
        Op::Sdiv => a / b,
        _ if *b == zero => a.clone(),
        Op::Srem => a % b,
        _ => {
            let remainder = a % b;
            let differ = remainder != zero && (remainder < zero) != (*b < zero);
            if differ { remainder + b } else { remainder }
        }
    }
}

/// The operators that give one bit.
fn holds(op: Op, a: &Number, b: &Number, width: u32) -> bool {
    let sides = || (signed(a, width), signed(b, width));
    let ordered = |order: fn(&BigInt, &BigInt) -> bool| {
        let (a, b) = sides();
        order(&a, &b)
    };
    let overflows = |result: fn(BigInt, BigInt) -> BigInt| {
        let (a, b) = sides();
        !fits(&result(a, b), width)
    };
    match op {
        Op::Iff | Op::Eq => a == b,
        Op::Neq => a != b,
        Op::Implies => !is_set(a, 0) || is_set(b, 0),
        Op::Sgt => ordered(|a, b| a > b),
        Op::Ugt => a > b,
        Op::Sgte => ordered(|a, b| a >= b),
        Op::Ugte => a >= b,
        Op::Slt => ordered(|a, b| a < b),
        Op::Ult | Op::Usubo => a < b,
        Op::Slte => ordered(|a, b| a <= b),
        Op::Ulte => a <= b,
        Op::Uaddo => a + b >= modulus(width),
        Op::Umulo => a * b >= modulus(width),
        Op::Saddo => overflows(|a, b| a + b),
        Op::Ssubo => overflows(|a, b| a - b),
        Op::Smulo => overflows(|a, b| a * b),
        Op::Sdivo => *b != Number::ZERO && overflows(|a, b| a / b),
        op => panic!("{} should not have two operands that are words", op.name()),
    }
}

/// Whether a number is a signed number of `width` bits.
fn fits(value: &BigInt, width: u32) -> bool {
    let half = BigInt::from(modulus(width - 1));
    -&half <= *value && *value < half
}

/// A distance that leaves something.
fn shifted(by: &Number, width: u32) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < width)
}

/// Bit by bit to the left.
fn rotated(a: &Number, by: &Number, width: u32) -> Number {
    let by = u32::try_from(&(by % width)).unwrap_or(0);
    let mut word = Number::ZERO;
    for bit in (0..width).filter(|&bit| is_set(a, bit)) {
        word.set_bit(u64::from((bit + by) % width), true);
    }
    word
}
