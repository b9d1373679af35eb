//! Operators, conversions and intrinsics.

use crate::build::FunctionBuilder;
use crate::expr::{BinaryOp, ExprId, Intrinsic, UnaryOp};
use crate::types::{FloatKind, IntKind, Type};

use super::{check_value, end, end_unchecked, returning, value, violated};

fn int(kind: IntKind, value: i128) -> impl Fn(&mut FunctionBuilder<'_>) -> ExprId {
    move |f| f.int_of(kind, value)
}

/// Checks `a op b` on values of one integer type.
fn check_binary(op: BinaryOp, kind: IntKind, a: i128, b: i128, expected: i128) {
    let bits = if op.is_comparison() { 32 } else { kind.bits() };
    let expected = expected as u128 & (u128::MAX >> (128 - bits));
    let program = returning(|f| {
        let (a, b) = (f.int_of(kind, a), f.int_of(kind, b));
        f.binary(op, a, b)
    });
    check_value(expected, &program);
}

/// What `a op b` violates, and what it yields with nothing checked.
fn check_wrong(op: BinaryOp, kind: IntKind, a: i128, b: i128, class: &str, unchecked: i128) {
    let program = returning(|f| {
        let (a, b) = (f.int_of(kind, a), f.int_of(kind, b));
        f.binary(op, a, b)
    });
    assert_eq!(violated(&program), format!("main.{class}.1"), "{a} {op:?} {b}");
    let expected = unchecked as u128 & (u128::MAX >> (128 - kind.bits()));
    assert_eq!(value(&end_unchecked(&program)), expected, "{a} {op:?} {b}");
}

#[test]
fn integers() {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Ge, Lt, Mul, Ne, Rem, Sub};
    use IntKind::{Int, Int128, Long, UInt, UInt128, ULong};
    check_binary(Add, Int, 2, 3, 5);
    check_binary(Add, UInt, -1, 2, 1);
    check_binary(Sub, Long, 2, 3, -1);
    check_binary(Mul, ULong, 1 << 40, 1 << 40, 0);
    check_binary(Mul, Int128, 1 << 80, -3, -3 << 80);
    check_binary(Div, Int, -7, 2, -3);
    check_binary(Rem, Int, -7, 2, -1);
    check_binary(Div, UInt, -7, 2, 0x7FFF_FFFC);
    check_binary(Div, UInt128, -1, 3, (u128::MAX / 3) as i128);
    check_binary(Rem, Int128, -(1 << 100), 7, -((1 << 100) % 7));
    check_binary(BitAnd, Int, 12, 10, 8);
    check_binary(BitOr, Int, 12, 10, 14);
    check_binary(BitXor, Int, 12, 10, 6);
    check_binary(Lt, Int, -1, 0, 1);
    check_binary(Lt, UInt, -1, 0, 0);
    check_binary(Ge, Int128, -1, 0, 0);
    check_binary(Ne, Int, 1, 1, 0);
}

#[test]
fn overflow_and_division() {
    use BinaryOp::{Add, Div, Mul, Rem, Sub};
    use IntKind::{Int, Int128, Long, UInt};
    let min = i128::from(i32::MIN);
    check_wrong(Add, Int, i128::from(i32::MAX), 1, "overflow", min);
    check_wrong(Sub, Long, i128::from(i64::MIN), 1, "overflow", i128::from(i64::MAX));
    check_wrong(Mul, Int, 1 << 20, 1 << 20, "overflow", 0);
    check_wrong(Add, Int128, i128::MAX, 1, "overflow", i128::MIN);
    check_wrong(Div, Int, min, -1, "overflow", min);
    check_wrong(Rem, Int, min, -1, "overflow", 0);
    check_wrong(Div, Int, 5, 0, "division-by-zero", -1);
    check_wrong(Div, Int, -5, 0, "division-by-zero", 1);
    check_wrong(Rem, Int, -5, 0, "division-by-zero", -5);
    check_wrong(Div, UInt, 5, 0, "division-by-zero", -1);
    check_wrong(Rem, UInt, 5, 0, "division-by-zero", 5);
}

#[test]
fn shifts() {
    use BinaryOp::{Shl, Shr};
    use IntKind::{Int, UInt};
    check_binary(Shl, Int, 3, 4, 48);
    check_binary(Shl, Int, 1, 30, 1 << 30);
    check_wrong(Shl, Int, 1, 31, "overflow", i128::from(i32::MIN));
    check_wrong(Shl, Int, -3, 1, "overflow", -6);
    check_binary(Shl, UInt, -1, 31, 1 << 31);
    check_binary(Shr, Int, -8, 1, -4);
    check_binary(Shr, UInt, -8, 1, 0x7FFF_FFFC);
    check_wrong(Shl, Int, 3, 32, "shift", 0);
    check_wrong(Shl, Int, 3, -1, "shift", 0);
    check_wrong(Shr, Int, -8, 40, "shift", -1);
    check_wrong(Shr, UInt, -8, 40, "shift", 0);
}

#[test]
fn one_operand() {
    check_value(
        0xFFFF_FFFB,
        &returning(|f| {
            let (zero, five) = (f.int(0), f.int(5));
            let five = f.binary(BinaryOp::Add, zero, five);
            f.unary(UnaryOp::Neg, five)
        }),
    );
    check_value(
        0xFFFF_FFFA,
        &returning(|f| {
            let five = f.int(5);
            f.unary(UnaryOp::BitNot, five)
        }),
    );
    check_value(
        1,
        &returning(|f| {
            let zero = f.double(-0.0);
            f.unary(UnaryOp::Not, zero)
        }),
    );
    let overflow = returning(|f| {
        let (min, zero) = (f.int(i32::MIN), f.int(0));
        let min = f.binary(BinaryOp::Add, min, zero);
        f.unary(UnaryOp::Neg, min)
    });
    assert_eq!(violated(&overflow), "main.overflow.2");
}

#[test]
fn integer_conversions() {
    let cast = |from: IntKind, value: i128, to: IntKind| {
        let program = returning(|f| {
            let (a, to) = (f.int_of(from, value), f.outer().types().int(to));
            f.cast(to, a)
        });
        value_of(&program)
    };
    assert_eq!(cast(IntKind::Int, 0x1FF, IntKind::Char), 0xFF);
    assert_eq!(cast(IntKind::Char, -1, IntKind::UInt), 0xFFFF_FFFF);
    assert_eq!(cast(IntKind::UChar, -1, IntKind::Int), 0xFF);
    assert_eq!(cast(IntKind::Int, -1, IntKind::UInt128), u128::MAX);
    assert_eq!(cast(IntKind::UInt, -1, IntKind::Int128), 0xFFFF_FFFF);
    let to_bool = returning(|f| {
        let (a, to) = (f.int(256), f.outer().types().intern(Type::Bool));
        f.cast(to, a)
    });
    check_value(1, &to_bool);
    let to_pointer = returning(|f| {
        let a = f.int(-1);
        let int = f.outer().int();
        let to = f.outer().types().pointer(int);
        f.cast(to, a)
    });
    check_value(u128::from(u64::MAX), &to_pointer);
}

fn value_of(program: &crate::program::Program) -> u128 {
    value(&end(program))
}

#[test]
fn floating_point() {
    let double = |op, a: f64, b: f64| {
        let program = returning(|f| {
            let (a, b) = (f.double(a), f.double(b));
            f.binary(op, a, b)
        });
        value_of(&program)
    };
    assert_eq!(double(BinaryOp::Add, 0.1, 0.2), u128::from((0.1f64 + 0.2).to_bits()));
    assert_eq!(double(BinaryOp::Div, 1.0, 0.0), u128::from(f64::INFINITY.to_bits()));
    assert_eq!(double(BinaryOp::Div, 0.0, 0.0), 0x7FF8_0000_0000_0000);
    assert_eq!(double(BinaryOp::Lt, 0.0, f64::NAN), 0);
    assert_eq!(double(BinaryOp::Ne, f64::NAN, f64::NAN), 1);
    assert_eq!(double(BinaryOp::Eq, 0.0, -0.0), 1);
    let single = returning(|f| {
        let (a, b) = (f.float(16_777_216.0), f.float(1.0));
        f.binary(BinaryOp::Add, a, b)
    });
    check_value(u128::from(16_777_216.0f32.to_bits()), &single);
    let long_double = returning(|f| {
        let ty = f.outer().types().intern(Type::Float(FloatKind::LongDouble));
        let one = f.int(1);
        f.cast(ty, one)
    });
    // Sign and exponent, then the significand with its leading one.
    check_value(0x3FFF_8000_0000_0000_0000, &long_double);
}

#[test]
fn floating_conversions() {
    let to_int = |number: f64, kind: IntKind| {
        let program = returning(|f| {
            let (a, to) = (f.double(number), f.outer().types().int(kind));
            f.cast(to, a)
        });
        let fits = violated(&program) != "main.conversion.1";
        (value(&end_unchecked(&program)), fits)
    };
    assert_eq!(to_int(-3.99, IntKind::Int), (u128::from(-3i32 as u32), true));
    assert_eq!(to_int(3e9, IntKind::UInt), (3_000_000_000, true));
    assert_eq!(to_int(1e19, IntKind::ULong), (10_000_000_000_000_000_000, true));
    assert_eq!(to_int(-2147483648.5, IntKind::Int), (0x8000_0000, true));
    // What does not fit is what the processor makes of it.
    assert_eq!(to_int(300.0, IntKind::UChar), (44, false));
    assert_eq!(to_int(f64::NAN, IntKind::Int), (0x8000_0000, false));
    assert_eq!(to_int(1e300, IntKind::Long), (1 << 63, false));
    assert_eq!(to_int(-2147483649.0, IntKind::Int), (0x8000_0000, false));
    let to_float = returning(|f| {
        let (a, to) = (f.int_of(IntKind::ULong, -1), f.outer().types().intern(Type::Float(FloatKind::Float)));
        f.cast(to, a)
    });
    check_value(u128::from((u64::MAX as f32).to_bits()), &to_float);
}

#[test]
fn overflow_intrinsics() {
    let check = |op, (ka, a): (IntKind, i128), (kb, b): (IntKind, i128), target, expected: bool| {
        let program = returning(|f| {
            let (a, b, c) = (f.int_of(ka, a), f.int_of(kb, b), f.int_of(target, 0));
            f.intrinsic(op, vec![a, b, c])
        });
        assert_eq!(value_of(&program), u128::from(expected), "{a} {op:?} {b} as {target:?}");
    };
    use IntKind::{Int, Int128, Long, UChar, UInt, ULong};
    use Intrinsic::{AddOverflows, MulOverflows, SubOverflows};
    check(AddOverflows, (Int, 1), (Int, 2), Int, false);
    check(AddOverflows, (Int, i128::from(i32::MAX)), (Int, 1), Int, true);
    check(AddOverflows, (Int, i128::from(i32::MAX)), (Int, 1), UInt, false);
    check(AddOverflows, (ULong, -1), (Int, -1), ULong, false);
    check(SubOverflows, (UInt, 0), (UInt, 1), UInt, true);
    check(SubOverflows, (UInt, 0), (UInt, 1), Int, false);
    check(SubOverflows, (Int, i128::from(i32::MIN)), (Int, 1), Long, false);
    check(MulOverflows, (ULong, -1), (ULong, -1), ULong, true);
    check(MulOverflows, (ULong, -1), (ULong, -1), Int128, true);
    check(MulOverflows, (Int, -1), (Long, i128::from(i64::MIN)), Long, true);
    check(MulOverflows, (Int, 0), (Int, -5), UChar, false);
}

#[test]
fn bit_intrinsics() {
    let bits = |op, kind: IntKind, a| {
        value_of(&returning(|f| {
            let a = int(kind, a)(f);
            f.intrinsic(op, vec![a])
        }))
    };
    assert_eq!(bits(Intrinsic::Popcount, IntKind::UInt, -1), 32);
    assert_eq!(bits(Intrinsic::Clz, IntKind::UInt, 1), 31);
    assert_eq!(bits(Intrinsic::Clz, IntKind::ULong, 1), 63);
    assert_eq!(bits(Intrinsic::Ctz, IntKind::UInt, 8), 3);
    assert_eq!(bits(Intrinsic::Bswap, IntKind::UInt, 0x0102_0304), 0x0403_0201);
    assert_eq!(bits(Intrinsic::Bswap, IntKind::UShort, 0x0102), 0x0201);
    let zero = returning(|f| {
        let zero = f.int_of(IntKind::UInt, 0);
        f.intrinsic(Intrinsic::Ctz, vec![zero])
    });
    assert_eq!(violated(&zero), "main.shift.1");
    assert_eq!(value(&end_unchecked(&zero)), 32);
}
