//! Floating-point operations in the formats that machines have, on random and special operands,
//! against the hardware (for half precision, which it lacks: exact arithmetic).
//!
//! `WHYC_FLOAT_PAIRS` sets how many pairs of operands each operation gets.

use crate::common::floats::{self, BINARY, UNARY, build, to_integer};
use crate::common::{evaluated, fresh, simulated, values};
use whyc_term::float::{self, Format, Rounding};
use whyc_term::{Blaster, Evaluator, TermId, TermStore, Valuation};

fn n_pairs() -> usize {
    std::env::var("WHYC_FLOAT_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number of a kind that matters: special, tiny, huge, near one, with few digits, or any.
    fn number(&mut self, format: Format) -> u128 {
        let fraction_bits = format.significand - 1;
        let bias = format.bias() as u64;
        let fraction = match self.below(5) {
            0 => 0,
            1 => (1 << fraction_bits) - 1,
            // Few digits at either end make ties likely.
            2 => u128::from(self.below(8)),
            3 => u128::from(self.below(8)) << (fraction_bits - 3),
            _ => u128::from(self.next()) % (1 << fraction_bits),
        };
        let field = match self.below(8) {
            0 => 0,
            1 => 1 + self.below(3),
            2 => 2 * bias - self.below(3),
            3 => 2 * bias + 1,
            4 => bias + self.below(u64::from(format.significand) + 3) - 1,
            5 => bias + self.below(70),
            _ => bias - 3 + self.below(7),
        };
        let field = field.min(2 * bias + 1);
        u128::from(self.below(2)) << (format.width() - 1) | u128::from(field) << fraction_bits | fraction
    }

    /// A number that is often near another one.
    fn partner(&mut self, format: Format, a: u128) -> u128 {
        let sign = u128::from(self.below(2)) << (format.width() - 1);
        match self.below(4) {
            0 => (a ^ sign) ^ u128::from(self.below(4)),
            1 => {
                let distance = u128::from(self.below(u64::from(format.significand) + 3)) << (format.significand - 1);
                (a ^ sign).wrapping_sub(distance) % (1 << format.width())
            }
            _ => self.number(format),
        }
    }
}

/// What hardware yields, with every computed NaN the same.
macro_rules! hardware {
    ($name:ident, $float:ty, $bits:ty, $format:expr) => {
        fn $name(name: &str, a: u128, b: u128) -> u128 {
            let (x, y) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let made = |value: $float| if value.is_nan() { $format.nan() } else { u128::from(value.to_bits()) };
            match name {
                "add" => made(x + y),
                "sub" => made(x - y),
                "mul" => made(x * y),
                "div" => made(x / y),
                "rem" => made(x % y),
                "min" => [b, a][usize::from(x < y || y.is_nan())],
                "max" => [b, a][usize::from(x > y || y.is_nan())],
                "lt" => u128::from(x < y),
                "le" => u128::from(x <= y),
                "eq" => u128::from(x == y),
                "sqrt" => made(x.sqrt()),
                "neg" => u128::from((-x).to_bits()),
                "abs" => u128::from(x.abs().to_bits()),
                "floor" => made(x.floor()),
                "ceil" => made(x.ceil()),
                "trunc" => made(x.trunc()),
                "round" => made(x.round()),
                "even" => made(x.round_ties_even()),
                "is_nan" => u128::from(x.is_nan()),
                "is_inf" => u128::from(x.is_infinite()),
                "is_zero" => u128::from(x == 0.0),
                "is_subnormal" => u128::from(x.is_subnormal()),
                "is_normal" => u128::from(x.is_normal()),
                "is_negative" => u128::from(x.is_sign_negative()),
                _ => panic!("{name} should be an operation"),
            }
        }
    };
}

hardware!(single, f32, u32, Format::SINGLE);
hardware!(double, f64, u64, Format::DOUBLE);

fn half(name: &str, a: u128, b: u128) -> u128 {
    floats::reference(Format::HALF, name, a, b)
}

/// Checks every operation on the same pairs: its term, a sample of its gates, and its constants.
fn check(format: Format, expected: fn(&str, u128, u128) -> u128) {
    let mut store = TermStore::new();
    let (a, _) = fresh(&mut store, format.width());
    let (b, _) = fresh(&mut store, format.width());
    let names = BINARY.iter().chain(UNARY);
    let terms: Vec<(&str, TermId)> =
        names.filter_map(|&name| Some((name, build(&mut store, format, name, a, b)?))).collect();
    assert_eq!(terms.len(), BINARY.len() + UNARY.len());
    let mut rng = Rng(u64::from(format.width()));
    let pairs = (0..n_pairs()).map(|_| {
        let a = rng.number(format);
        (a, rng.partner(format, a))
    });
    let pairs: Vec<_> = pairs.collect();
    for &(x, y) in &pairs {
        let valuation = values(&[x, y]);
        let mut evaluator = Evaluator::new(&store, &valuation);
        for &(name, term) in &terms {
            let expected = expected(name, x, y);
            assert_eq!(evaluator.bits(term), expected, "{name} of {x:#x} and {y:#x} in {format:?}");
        }
    }
    let mut blaster = Blaster::new();
    let sample = &pairs[..pairs.len().min(64)];
    let valuations: Vec<_> = sample.iter().map(|&(x, y)| values(&[x, y])).collect();
    for &(name, term) in &terms {
        let gates = simulated(&store, &mut blaster, term, &valuations);
        for (&(x, y), gates) in sample.iter().zip(gates) {
            assert_eq!(gates, expected(name, x, y), "gates: {name} of {x:#x} and {y:#x} in {format:?}");
        }
    }
    for &(x, y) in pairs.iter().take(if format == Format::HALF { 50 } else { 1500 }) {
        let (k, m) = (store.bits(format.width(), x), store.bits(format.width(), y));
        for &name in BINARY.iter().chain(UNARY) {
            let folded = build(&mut store, format, name, k, m).expect("constants should have all operations");
            assert_eq!(store.children(folded).len(), 0, "{name} of {x:#x} and {y:#x} is not a constant");
            assert_eq!(evaluated(&store, &Valuation::new(), folded), expected(name, x, y), "{name} of constants");
        }
    }
}

#[test]
fn half_precision() {
    check(Format::HALF, half);
}

#[test]
fn single_precision() {
    check(Format::SINGLE, single);
}

#[test]
fn double_precision() {
    check(Format::DOUBLE, double);
}

#[test]
fn between_single_and_double() {
    let mut store = TermStore::new();
    let (a, _) = fresh(&mut store, 64);
    let low = store.extract(a, 31, 0);
    let narrow = float::convert(&mut store, Format::DOUBLE, Format::SINGLE, Rounding::Nearest, a);
    let wide = float::convert(&mut store, Format::SINGLE, Format::DOUBLE, Rounding::Nearest, low);
    let mut rng = Rng(5);
    let check = |a: u128| {
        let valuation = values(&[a]);
        let number = f64::from_bits(a as u64);
        let expected = if number.is_nan() { Format::SINGLE.nan() } else { u128::from((number as f32).to_bits()) };
        assert_eq!(evaluated(&store, &valuation, narrow), expected, "{number} to single");
        let number = f32::from_bits(a as u32);
        let expected = if number.is_nan() { Format::DOUBLE.nan() } else { u128::from(f64::from(number).to_bits()) };
        assert_eq!(evaluated(&store, &valuation, wide), expected, "{number} to double");
    };
    for _ in 0..n_pairs() {
        check(rng.number(Format::SINGLE));
        // Just where single precision ends, in steps of half of its last place.
        let near = f64::from(f32::from_bits(rng.number(Format::SINGLE) as u32)).to_bits();
        let offset = [0, 1 << 28, (1 << 28) + 1, (1 << 28) - 1, 1 << 29][rng.below(5) as usize];
        check(u128::from(near.wrapping_add(offset)));
        check(rng.number(Format::DOUBLE));
    }
}

#[test]
fn from_integers() {
    let mut store = TermStore::new();
    let (n, _) = fresh(&mut store, 128);
    let mut terms = Vec::new();
    for width in [8, 16, 32, 64, 128] {
        let part = store.extract(n, width - 1, 0);
        for format in [Format::SINGLE, Format::DOUBLE] {
            let signed = float::from_signed(&mut store, format, Rounding::Nearest, part);
            let unsigned = float::from_unsigned(&mut store, format, Rounding::Nearest, part);
            terms.push((width, format, signed, unsigned));
        }
    }
    let mut rng = Rng(6);
    for _ in 0..n_pairs() {
        let any = u128::from(rng.next()) << 64 | u128::from(rng.next());
        let ones = u128::MAX >> rng.below(128);
        let value = [any, ones, ones ^ 1 << rng.below(128), !ones][rng.below(4) as usize];
        let value = value.wrapping_add(u128::from(rng.below(3))).wrapping_sub(1);
        let valuation = values(&[value]);
        let mut evaluator = Evaluator::new(&store, &valuation);
        for &(width, format, signed, unsigned) in &terms {
            let part = value & (u128::MAX >> (128 - width));
            let number = ((part << (128 - width)) as i128) >> (128 - width);
            let (from_signed, from_unsigned) = match format {
                Format::SINGLE => (u64::from((number as f32).to_bits()), u64::from((part as f32).to_bits())),
                _ => ((number as f64).to_bits(), (part as f64).to_bits()),
            };
            assert_eq!(evaluator.bits(signed), u128::from(from_signed), "{number} of {width} bits");
            assert_eq!(evaluator.bits(unsigned), u128::from(from_unsigned), "{part} of {width} bits");
        }
    }
}

#[test]
fn to_integers() {
    for format in [Format::SINGLE, Format::DOUBLE] {
        let mut store = TermStore::new();
        let (a, _) = fresh(&mut store, format.width());
        let terms: Vec<_> = [8, 16, 32, 64, 128]
            .map(|width| {
                let signed = float::to_signed(&mut store, format, a, width);
                (width, signed, float::to_unsigned(&mut store, format, a, width))
            })
            .to_vec();
        let mut rng = Rng(7);
        for _ in 0..n_pairs() {
            let mut a = rng.number(format);
            if rng.below(3) == 0 {
                // Next to a power of two, where ranges end.
                let power = format.bias() as u128 + u128::from(rng.below(130));
                a = (power.min(2 * format.bias() as u128) << (format.significand - 1)) + u128::from(rng.below(5)) - 2;
                a |= u128::from(rng.below(2)) << (format.width() - 1);
            }
            let number = match format {
                Format::SINGLE => f64::from(f32::from_bits(a as u32)),
                _ => f64::from_bits(a as u64),
            };
            let valuation = values(&[a]);
            let mut evaluator = Evaluator::new(&store, &valuation);
            for &(width, signed, unsigned) in &terms {
                assert_eq!(evaluator.bits(signed), to_integer(number, width, true), "{number} to i{width}");
                assert_eq!(evaluator.bits(unsigned), to_integer(number, width, false), "{number} to u{width}");
            }
        }
    }
}
