//! Floating-point operations by name, and what they yield, computed exactly on large integers.
//!
//! The reference knows nothing of guard bits: it searches all numbers of the format for the
//! nearest one, comparing exactly with the middle between each two neighbours; or for the last
//! one that is not beyond the result.

use std::cmp::Ordering;

use whyc_term::float::{self, Format, Integral, Rounding};
use whyc_term::{TermId, TermStore};

/// Operations on two numbers.
pub const BINARY: &[&str] = &["add", "sub", "mul", "div", "rem", "min", "max", "lt", "le", "eq"];

/// What a direction is called, in the order of its numbers.
pub const DIRECTIONS: [&str; 4] = ["nearest", "down", "up", "to zero"];

/// The operations that round.
pub const ROUNDING: &[&str] = &["add", "sub", "mul", "div", "sqrt", "rint"];

/// Operations on one number.
pub const UNARY: &[&str] = &[
    "sqrt",
    "neg",
    "abs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "even",
    "is_nan",
    "is_inf",
    "is_zero",
    "is_subnormal",
    "is_normal",
    "is_negative",
];

const INTEGRALS: &[(&str, Integral)] = &[
    ("floor", Integral::Floor),
    ("ceil", Integral::Ceil),
    ("trunc", Integral::Trunc),
    ("round", Integral::Round),
    ("even", Integral::As(Rounding::Nearest)),
];

/// `name` applied to terms; none where the format is too large for it.
pub fn build(store: &mut TermStore, format: Format, name: &str, a: TermId, b: TermId) -> Option<TermId> {
    build_rounded(store, format, Rounding::Nearest, name, a, b)
}

/// The same for any way of rounding.
pub fn build_rounded(
    store: &mut TermStore,
    format: Format,
    rounding: Rounding,
    name: &str,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if let Some(&(_, how)) = INTEGRALS.iter().find(|(other, _)| *other == name) {
        return Some(float::to_integral(store, format, how, a));
    }
    Some(match name {
        "add" => float::add(store, format, rounding, a, b),
        "sub" => float::sub(store, format, rounding, a, b),
        "mul" => float::mul(store, format, rounding, a, b),
        "div" => float::div(store, format, rounding, a, b),
        "rem" => return float::rem(store, format, a, b),
        "min" => float::min(store, format, a, b),
        "max" => float::max(store, format, a, b),
        "lt" => float::lt(store, format, a, b),
        "le" => float::le(store, format, a, b),
        "eq" => float::eq(store, format, a, b),
        "sqrt" => float::sqrt(store, format, rounding, a),
        "rint" => float::to_integral(store, format, Integral::As(rounding), a),
        "neg" => float::neg(store, format, a),
        "abs" => float::abs(store, format, a),
        "is_nan" => float::is_nan(store, format, a),
        "is_inf" => float::is_inf(store, format, a),
        "is_zero" => float::is_zero(store, format, a),
        "is_subnormal" => float::is_subnormal(store, format, a),
        "is_normal" => float::is_normal(store, format, a),
        "is_negative" => float::is_negative(store, format, a),
        _ => panic!("{name} should be an operation"),
    })
}

/// Numbers are multiples of two to the power of minus this.
const SCALE: u32 = 26;

/// A number as the reference sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Nan,
    Infinite,
    /// The magnitude, scaled.
    Finite(i128),
}

fn sign_bit(format: Format) -> u128 {
    1 << (format.width() - 1)
}

/// The scaled value of the bits below the sign; infinity counts as the number that would come next.
fn scaled(format: Format, magnitude: u128) -> i128 {
    let fraction_bits = format.significand - 1;
    let (field, fraction) = (magnitude >> fraction_bits, magnitude % (1 << fraction_bits));
    let significand = if field == 0 { fraction } else { fraction + (1 << fraction_bits) };
    let exponent = field.max(1) as i64 - format.bias() as i64 - i64::from(fraction_bits) + i64::from(SCALE);
    assert!((0..100).contains(&exponent), "the scale should fit {format:?}");
    (significand as i128) << exponent
}

fn number(format: Format, bits: u128) -> (bool, Number) {
    let magnitude = bits % sign_bit(format);
    let number = match magnitude.cmp(&format.infinity()) {
        Ordering::Greater => Number::Nan,
        Ordering::Equal => Number::Infinite,
        Ordering::Less => Number::Finite(scaled(format, magnitude)),
    };
    (bits >= sign_bit(format), number)
}

/// The number of this sign that another one is rounded to, which `compare` relates to the doubled scaled magnitude it is given.
fn rounded(format: Format, direction: usize, sign: bool, compare: impl Fn(i128) -> Ordering) -> u128 {
    let outward = match DIRECTIONS[direction] {
        "nearest" => return with_sign(format, sign, nearest(format, compare)),
        "down" => sign,
        "up" => !sign,
        _ => false,
    };
    // The first number that is beyond, or infinity.
    let (mut low, mut high) = (0, format.infinity());
    while low < high {
        let at = (low + high) / 2;
        if compare(2 * scaled(format, at)) == Ordering::Less { high = at } else { low = at + 1 }
    }
    let below = low - 1;
    let is_exact = compare(2 * scaled(format, below)) == Ordering::Equal;
    with_sign(format, sign, if is_exact || !outward { below } else { low })
}

/// The magnitude nearest to a number that `compare` relates to the doubled scaled one it is given.
fn nearest(format: Format, compare: impl Fn(i128) -> Ordering) -> u128 {
    // The first number whose middle to the next one is not below.
    let middle = |at: u128| compare(scaled(format, at) + scaled(format, at + 1));
    let (mut low, mut high) = (0, format.infinity());
    while low < high {
        let at = (low + high) / 2;
        if middle(at) == Ordering::Greater { low = at + 1 } else { high = at }
    }
    let is_tie = low < format.infinity() && middle(low) == Ordering::Equal;
    if is_tie { low + low % 2 } else { low }
}

fn with_sign(format: Format, sign: bool, magnitude: u128) -> u128 {
    if sign { magnitude | sign_bit(format) } else { magnitude }
}

/// What `name` yields, rounded to nearest.
pub fn reference(format: Format, name: &str, a: u128, b: u128) -> u128 {
    reference_rounded(format, 0, name, a, b)
}

/// What `name` yields.
pub fn reference_rounded(format: Format, direction: usize, name: &str, a: u128, b: u128) -> u128 {
    let (a_sign, x) = number(format, a);
    match name {
        "neg" => a ^ sign_bit(format),
        "abs" => a % sign_bit(format),
        "is_nan" => u128::from(x == Number::Nan),
        "is_inf" => u128::from(x == Number::Infinite),
        "is_zero" => u128::from(x == Number::Finite(0)),
        "is_subnormal" | "is_normal" => {
            let least = scaled(format, 1 << (format.significand - 1));
            let is_normal = matches!(x, Number::Finite(value) if value >= least);
            let is_subnormal = matches!(x, Number::Finite(value) if value != 0 && value < least);
            u128::from(if name == "is_normal" { is_normal } else { is_subnormal })
        }
        "is_negative" => u128::from(a_sign),
        "sqrt" => match x {
            Number::Finite(0) => a,
            Number::Nan => format.nan(),
            _ if a_sign => format.nan(),
            Number::Infinite => a,
            Number::Finite(value) => {
                rounded(format, direction, false, |twice| (value << (SCALE + 2)).cmp(&(twice * twice)))
            }
        },
        "floor" | "ceil" | "trunc" | "round" | "even" => match x {
            Number::Nan => format.nan(),
            Number::Infinite => a,
            Number::Finite(value) => with_sign(format, a_sign, whole(format, name, a_sign, value)),
        },
        "rint" => {
            let name = ["even", "floor", "ceil", "trunc"][direction];
            reference_rounded(format, 0, name, a, b)
        }
        _ => reference_of_two(format, direction, name, a, b),
    }
}

fn whole(format: Format, name: &str, negative: bool, value: i128) -> u128 {
    let (one, half) = (1i128 << SCALE, 1i128 << (SCALE - 1));
    let (below, rest) = (value / one, value % one);
    let up = match name {
        "floor" => negative && rest > 0,
        "ceil" => !negative && rest > 0,
        "round" => rest >= half,
        "even" => rest > half || rest == half && below % 2 == 1,
        _ => false,
    };
    let value = (below + i128::from(up)) * one;
    nearest(format, |twice| (2 * value).cmp(&twice))
}

fn reference_of_two(format: Format, direction: usize, name: &str, a: u128, b: u128) -> u128 {
    let ((a_sign, x), (b_sign, y)) = (number(format, a), number(format, b));
    let signed = |sign, value: i128| if sign { -value } else { value };
    if let "min" | "max" | "lt" | "le" | "eq" = name {
        let huge = i128::MAX / 4;
        let value = |sign, number| match number {
            Number::Nan => None,
            Number::Infinite => Some(signed(sign, huge)),
            Number::Finite(value) => Some(signed(sign, value)),
        };
        return match (name, value(a_sign, x), value(b_sign, y)) {
            ("min" | "max", _, None) => a,
            ("min" | "max", None, _) => b,
            ("min", Some(x), Some(y)) => [b, a][usize::from(x < y)],
            ("max", Some(x), Some(y)) => [b, a][usize::from(x > y)],
            ("lt", Some(x), Some(y)) => u128::from(x < y),
            ("le", Some(x), Some(y)) => u128::from(x <= y),
            ("eq", Some(x), Some(y)) => u128::from(x == y),
            _ => 0,
        };
    }
    let (b_sign, name) = if name == "sub" { (!b_sign, "add") } else { (b_sign, name) };
    let infinity = |sign| with_sign(format, sign, format.infinity());
    let sign = a_sign != b_sign;
    match (name, x, y) {
        (_, Number::Nan, _) | (_, _, Number::Nan) => format.nan(),
        ("add", Number::Infinite, Number::Infinite) if sign => format.nan(),
        ("add", Number::Infinite, _) => infinity(a_sign),
        ("add", _, Number::Infinite) => infinity(b_sign),
        ("add", Number::Finite(x), Number::Finite(y)) => {
            let sum = signed(a_sign, x) + signed(b_sign, y);
            let both = if DIRECTIONS[direction] == "down" { a_sign || b_sign } else { a_sign && b_sign };
            let negative = if sum == 0 { both } else { sum < 0 };
            rounded(format, direction, negative, |twice| (2 * sum.abs()).cmp(&twice))
        }
        ("mul", Number::Infinite, Number::Finite(0)) | ("mul", Number::Finite(0), Number::Infinite) => format.nan(),
        ("mul", Number::Infinite, _) | ("mul", _, Number::Infinite) => infinity(sign),
        ("mul", Number::Finite(x), Number::Finite(y)) => {
            rounded(format, direction, sign, |twice| (2 * x * y).cmp(&(twice << SCALE)))
        }
        ("div", Number::Infinite, Number::Infinite) | ("div", Number::Finite(0), Number::Finite(0)) => format.nan(),
        ("div", Number::Infinite, _) | ("div", _, Number::Finite(0)) => infinity(sign),
        ("div", _, Number::Infinite) => with_sign(format, sign, 0),
        ("div", Number::Finite(x), Number::Finite(y)) => {
            rounded(format, direction, sign, |twice| ((2 * x) << SCALE).cmp(&(twice * y)))
        }
        ("rem", Number::Infinite, _) | ("rem", _, Number::Finite(0)) => format.nan(),
        ("rem", _, Number::Infinite) => a,
        ("rem", Number::Finite(x), Number::Finite(y)) => {
            with_sign(format, a_sign, nearest(format, |twice| (2 * (x % y)).cmp(&twice)))
        }
        _ => panic!("{name} should be an operation"),
    }
}

/// An integer as a number.
pub fn from_integer(format: Format, direction: usize, value: i128) -> u128 {
    let magnitude = value.abs();
    rounded(format, direction, value < 0, |twice| ((2 * magnitude) << SCALE).cmp(&twice))
}

/// A number in another format.
pub fn converted(from: Format, to: Format, direction: usize, a: u128) -> u128 {
    match number(from, a) {
        (_, Number::Nan) => to.nan(),
        (sign, Number::Infinite) => with_sign(to, sign, to.infinity()),
        (sign, Number::Finite(value)) => rounded(to, direction, sign, |twice| (2 * value).cmp(&twice)),
    }
}

/// The number as a `f64`, which holds all numbers of small formats.
pub fn as_f64(format: Format, a: u128) -> f64 {
    let (sign, number) = number(format, a);
    let magnitude = match number {
        Number::Nan => f64::NAN,
        Number::Infinite => f64::INFINITY,
        Number::Finite(value) => value as f64 / f64::from(1u32 << SCALE),
    };
    if sign { -magnitude } else { magnitude }
}

/// What C code gives on x86-64 for a conversion to an integer, by the instructions it uses.
pub fn to_integer(number: f64, width: u32, is_signed: bool) -> u128 {
    let limit = |bits: i32| 2f64.powi(bits);
    let instruction = |number: f64, bits: i32| {
        let whole = number.trunc();
        if whole >= -limit(bits - 1) && whole < limit(bits - 1) { whole as i128 } else { -(1i128 << (bits - 1)) }
    };
    let value = match (width, is_signed) {
        (65.., true) => return number as i128 as u128,
        (65.., false) => return number as u128,
        (64, false) if number >= limit(63) => instruction(number - limit(63), 64) + (1 << 63),
        (64, _) | (32, false) => instruction(number, 64),
        _ => instruction(number, 32),
    };
    value as u128 & (u128::MAX >> (128 - width))
}
