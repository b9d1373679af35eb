//! Floating-point operations on all operands of tiny formats, against exact arithmetic.

mod common;

use common::floats::{BINARY, UNARY, as_f64, build, converted, from_integer, reference, to_integer};
use common::{evaluated, fresh, simulated, values};
use whyc_term::float::{self, Format};
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
        let term = float::convert(&mut store, from, to, a);
        for value in all(from).step_by(if from == Format::HALF { 7 } else { 1 }) {
            let expected = if from == to { value } else { converted(from, to, value) };
            let valuation = values(&[value]);
            assert_eq!(evaluated(&store, &valuation, term), expected, "{value:#x} from {from:?} to {to:?}");
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
            let signed = float::from_signed(&mut store, format, n);
            let unsigned = float::from_unsigned(&mut store, format, n);
            for value in 0..1u128 << width {
                let valuation = values(&[value]);
                let negative = value >> (width - 1) == 1;
                let number = value as i128 - if negative { 1 << width } else { 0 };
                let context = || format!("{value:#x} of {width} bits to {format:?}");
                assert_eq!(evaluated(&store, &valuation, signed), from_integer(format, number), "{}", context());
                let number = value as i128;
                assert_eq!(evaluated(&store, &valuation, unsigned), from_integer(format, number), "{}", context());
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
