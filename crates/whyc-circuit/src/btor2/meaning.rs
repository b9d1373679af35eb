//! What each operator on words computes, written without terms and gates: the oracle.

use super::ops::Op;

/// The result of `op` on words of the given widths; wider than the result where that is cut off.
pub(super) fn word(op: Op, args: &[(u128, u32)]) -> u128 {
    match *args {
        [(a, width)] => unary(op, a, width),
        [(a, _), (b, low)] if op == Op::Concat => a.checked_shl(low).unwrap_or(0) | b,
        [(a, width), (b, _)] => binary(op, a, b, width),
        [(cond, _), (then, _), (other, _)] => {
            if cond == 1 {
                then
            } else {
                other
            }
        }
        _ => panic!("{} should have one to three operands", op.name()),
    }
}

/// The largest word.
pub(super) fn mask(width: u32) -> u128 {
    (0..width).fold(0, |mask, bit| mask | 1 << bit)
}

fn signed(a: u128, width: u32) -> i128 {
    if width < 128 && a >> (width - 1) & 1 == 1 { (a as i128).wrapping_sub(1 << width) } else { a as i128 }
}

fn unary(op: Op, a: u128, width: u32) -> u128 {
    match op {
        Op::Not => !a,
        Op::Inc => a.wrapping_add(1),
        Op::Dec => a.wrapping_sub(1),
        Op::Neg => 0u128.wrapping_sub(a),
        Op::Redand => u128::from(a.count_ones() == width),
        Op::Redor => u128::from(a.count_ones() > 0),
        Op::Redxor => u128::from(a.count_ones() % 2),
        Op::Slice { lo, .. } => a >> lo,
        Op::Uext(_) => a,
        Op::Sext(_) => signed(a, width) as u128,
        op => panic!("{} should not have one operand", op.name()),
    }
}

fn binary(op: Op, a: u128, b: u128, width: u32) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let truth = u128::from;
    match op {
        Op::Iff | Op::Eq => truth(a == b),
        Op::Neq => truth(a != b),
        Op::Implies => truth(a == 0 || b == 1),
        Op::Sgt => truth(sa > sb),
        Op::Ugt => truth(a > b),
        Op::Sgte => truth(sa >= sb),
        Op::Ugte => truth(a >= b),
        Op::Slt => truth(sa < sb),
        Op::Ult => truth(a < b),
        Op::Slte => truth(sa <= sb),
        Op::Ulte => truth(a <= b),
        Op::And => a & b,
        Op::Nand => !(a & b),
        Op::Nor => !(a | b),
        Op::Or => a | b,
        Op::Xnor => !(a ^ b),
        Op::Xor => a ^ b,
        Op::Rol => rotated(a, b, width),
        Op::Ror => rotated(a, u128::from(width) - b % u128::from(width), width),
        Op::Sll => shifted(b, width).map_or(0, |by| a << by),
        Op::Srl => shifted(b, width).map_or(0, |by| a >> by),
        Op::Sra => (sa >> shifted(b, width).unwrap_or(127)) as u128,
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Sdiv if sb == 0 && sa < 0 => 1,
        Op::Sdiv if sb == 0 => u128::MAX,
        Op::Sdiv => sa.wrapping_div(sb) as u128,
        Op::Srem | Op::Smod if sb == 0 => a,
        Op::Srem => sa.wrapping_rem(sb) as u128,
        Op::Smod => {
            let remainder = sa.wrapping_rem(sb);
            let differ = remainder != 0 && (remainder < 0) != (sb < 0);
            (if differ { remainder + sb } else { remainder }) as u128
        }
        Op::Uaddo => truth(a.checked_add(b).is_none_or(|sum| sum > mask(width))),
        Op::Umulo => truth(a.checked_mul(b).is_none_or(|product| product > mask(width))),
        Op::Usubo => truth(a < b),
        Op::Saddo => truth(!fits(sa.checked_add(sb), width)),
        Op::Ssubo => truth(!fits(sa.checked_sub(sb), width)),
        Op::Smulo => truth(!fits(sa.checked_mul(sb), width)),
        Op::Sdivo => truth(sb != 0 && !fits(sa.checked_div(sb), width)),
        op => panic!("{} should not have two operands that are words", op.name()),
    }
}

/// Whether a result, if there is one, is a signed number of `width` bits.
fn fits(result: Option<i128>, width: u32) -> bool {
    result.is_some_and(|value| width == 128 || (-(1 << (width - 1))..1 << (width - 1)).contains(&value))
}

/// A distance that leaves something.
fn shifted(by: u128, width: u32) -> Option<u32> {
    (by < u128::from(width)).then_some(by as u32)
}

/// Bit by bit to the left.
fn rotated(a: u128, by: u128, width: u32) -> u128 {
    let by = (by % u128::from(width)) as u32;
    (0..width).fold(0, |word, bit| word | (a >> bit & 1) << ((bit + by) % width))
}
