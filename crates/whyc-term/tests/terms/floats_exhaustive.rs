//! Floating-point operations on all operands of tiny formats, against exact arithmetic.

use crate::common::floats::{
    BINARY, DIRECTIONS, ROUNDING, UNARY, as_f64, build, build_rounded, converted, from_integer, reference,
    reference_rounded, to_integer,
};
use crate::common::{evaluated, fresh, simulated, values};
use whyc_term::float::{self, Format, Rounding};
use whyc_term::{Blaster, Evaluator, TermId, TermStore, Valuation};

const TINY: &[Format] = &[
    Format { exponent: 2, significand: 2 },
    Format { exponent: 2, significand: 4 },
    Format { exponent: 3, significand: 2 },
    Format { exponent: 3, significand: 3 },
    Format { exponent: 3, significand: 4 },
    Format { exponent: 4, significand: 3 },
];

fn all(format: Format) -> std::ops::Range<u128> {
    0..1 << format.width()
}

/// The terms of operations, with their names and arguments.
fn operations(store: &mut TermStore, format: Format, names: &[&'static str]) -> Vec<(&'static str, TermId)> {
    let (a, _) = fresh(store, format.width());
    let (b, _) = fresh(store, format.width());
    let term = |&name| Some((name, build(store, format, name, a, b)?));
    names.iter().filter_map(term).collect()
}

#[test]
fn all_pairs() {
    for &format in TINY {
        let mut store = TermStore::new();
        let terms = operations(&mut store, format, BINARY);
        assert_eq!(terms.len(), BINARY.len());
        let mut blaster = Blaster::new();
        let pairs: Vec<_> = all(format).flat_map(|a| all(format).map(move |b| (a, b))).collect();
        for chunk in pairs.chunks(64) {
            let valuations: Vec<_> = chunk.iter().map(|&(a, b)| values(&[a, b])).collect();
            for &(name, term) in &terms {
                let gates = simulated(&store, &mut blaster, term, &valuations);
                for ((&(a, b), valuation), gates) in chunk.iter().zip(&valuations).zip(gates) {
                    let expected = reference(format, name, a, b);
                    let context = || format!("{name} of {a:#x} and {b:#x} in {format:?}");
                    assert_eq!(evaluated(&store, valuation, term), expected, "{}", context());
                    assert_eq!(gates, expected, "gates: {}", context());
                }
            }
        }
    }
}

/// All that rounds, in every direction: as an unknown one, and as a constant.
#[test]
fn all_directions() {
    for &format in TINY {
        let mut store = TermStore::new();
        let (a, _) = fresh(&mut store, format.width());
        let (b, _) = fresh(&mut store, format.width());
        let (direction, _) = fresh(&mut store, 2);
        let unknown = Rounding::by(&mut store, direction);
        let mut terms = Vec::new();
        for &name in ROUNDING {
            let known = [0, 1, 2, 3].map(|direction| {
                let direction = store.bits(2, direction);
                Rounding::by(&mut store, direction)
            });
            let mut term = |rounding| {
                let term = build_rounded(&mut store, format, rounding, name, a, b);
                term.expect("tiny formats should have all operations")
            };
            terms.push((name, term(unknown), known.map(&mut term)));
        }
        let mut blaster = Blaster::new();
        let pairs = all(format).flat_map(|a| all(format).map(move |b| (a, b)));
        let cases: Vec<_> = pairs.flat_map(|(a, b)| (0..4usize).map(move |d| (a, b, d))).collect();
        // Every fourth block of pairs unless all are asked for; which one is another for each operation.
        let step = if std::env::var_os("WHYC_FLOAT_ALL").is_some() { 1 } else { 4 };
        for (nth, chunk) in cases.chunks(64).enumerate() {
            let valuations: Vec<_> = chunk.iter().map(|&(a, b, d)| values(&[a, b, d as u128])).collect();
            let chosen = terms.iter().enumerate().filter(|(which, _)| (nth + which) % step == 0);
            for &(name, unknown, known) in chosen.map(|(_, term)| term) {
                let gates = simulated(&store, &mut blaster, unknown, &valuations);
                for ((&(a, b, direction), valuation), gates) in chunk.iter().zip(&valuations).zip(gates) {
                    let expected = reference_rounded(format, direction, name, a, b);
                    let context = || format!("{name} of {a:#x} and {b:#x} in {format:?}, {}", DIRECTIONS[direction]);
                    assert_eq!(gates, expected, "gates: {}", context());
                    assert_eq!(evaluated(&store, valuation, unknown), expected, "{}", context());
                    assert_eq!(evaluated(&store, valuation, known[direction]), expected, "known: {}", context());
                }
            }
        }
    }
}

#[test]
fn all_numbers() {
    for &format in TINY.iter().chain(&[Format { exponent: 4, significand: 6 }, Format { exponent: 5, significand: 5 }])
    {
        let mut store = TermStore::new();
        let terms = operations(&mut store, format, UNARY);
        for a in all(format) {
            let valuation = values(&[a]);
            let mut evaluator = Evaluator::new(&store, &valuation);
            for &(name, term) in &terms {
                assert_eq!(evaluator.bits(term), reference(format, name, a, 0), "{name} of {a:#x} in {format:?}");
            }
        }
    }
}

/// Constants yield constants, and the same ones.
#[test]
fn constants_fold() {
    let format = TINY[3];
    let mut store = TermStore::new();
    for (a, b) in all(format).flat_map(|a| all(format).map(move |b| (a, b))) {
        let (x, y) = (store.bits(format.width(), a), store.bits(format.width(), b));
        for &name in BINARY.iter().chain(UNARY) {
            let term = build(&mut store, format, name, x, y).expect("tiny formats should have all operations");
            assert_eq!(store.children(term).len(), 0, "{name} of {a:#x} and {b:#x} is not a constant");
            let expected = reference(format, name, a, b);
            assert_eq!(evaluated(&store, &Valuation::new(), term), expected, "{name} of {a:#x} and {b:#x}");
        }
    }
}

#[test]
fn between_formats() {
    let formats = [TINY[0], TINY[1], TINY[3], TINY[5], Format { exponent: 5, significand: 6 }, Format::HALF];
    for (from, to) in formats.iter().flat_map(|&from| formats.map(|to| (from, to))) {
        let mut store = TermStore::new();
        let (a, _) = fresh(&mut store, from.width());
        let nearest = float::convert(&mut store, from, to, Rounding::Nearest, a);
        let (direction, _) = fresh(&mut store, 2);
        let rounding = Rounding::by(&mut store, direction);
        let directed = float::convert(&mut store, from, to, rounding, a);
        for value in all(from).step_by(if from == Format::HALF { 7 } else { 1 }) {
            for (direction, name) in DIRECTIONS.iter().enumerate() {
                let expected = if from == to { value } else { converted(from, to, direction, value) };
                let valuation = values(&[value, direction as u128]);
                let context = || format!("{value:#x} from {from:?} to {to:?}, {name}");
                assert_eq!(evaluated(&store, &valuation, directed), expected, "{}", context());
                if direction == 0 {
                    assert_eq!(evaluated(&store, &valuation, nearest), expected, "{}", context());
                }
            }
        }
    }
}

#[test]
fn from_and_to_integers() {
    let formats = [TINY[0], TINY[1], TINY[4], Format { exponent: 5, significand: 4 }, Format::HALF];
    for format in formats {
        for width in 1..=9u32 {
            let mut store = TermStore::new();
            let (n, _) = fresh(&mut store, width);
            let (direction, _) = fresh(&mut store, 2);
            let directed = Rounding::by(&mut store, direction);
            let terms = [Rounding::Nearest, directed].map(|rounding| {
                let signed = float::from_signed(&mut store, format, rounding, n);
                (signed, float::from_unsigned(&mut store, format, rounding, n))
            });
            let cases = (0..1u128 << width).flat_map(|value| (0..4).map(move |direction| (value, direction)));
            for (value, direction) in cases {
                let valuation = values(&[value, direction as u128]);
                let (signed, unsigned) = terms[usize::from(direction > 0 || value % 2 == 0)];
                let negative = value >> (width - 1) == 1;
                let number = value as i128 - if negative { 1 << width } else { 0 };
                let context = || format!("{value:#x} of {width} bits to {format:?}, {}", DIRECTIONS[direction]);
                let expected = from_integer(format, direction, number);
                assert_eq!(evaluated(&store, &valuation, signed), expected, "{}", context());
                let expected = from_integer(format, direction, value as i128);
                assert_eq!(evaluated(&store, &valuation, unsigned), expected, "{}", context());
            }
        }
        for width in [8, 16, 32, 64, 128] {
            let mut store = TermStore::new();
            let (a, _) = fresh(&mut store, format.width());
            let signed = float::to_signed(&mut store, format, a, width);
            let unsigned = float::to_unsigned(&mut store, format, a, width);
            for value in all(format).step_by(if format == Format::HALF { 7 } else { 1 }) {
                let number = as_f64(format, value);
                let valuation = values(&[value]);
                let context = || format!("{number} of {format:?} to {width} bits");
                assert_eq!(evaluated(&store, &valuation, signed), to_integer(number, width, true), "{}", context());
                assert_eq!(evaluated(&store, &valuation, unsigned), to_integer(number, width, false), "{}", context());
            }
        }
    }
}
