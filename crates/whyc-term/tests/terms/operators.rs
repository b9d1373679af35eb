//! Every operator: folding of constants, evaluation, simplification with one constant operand and
//! the gates all agree with the reference.

use crate::common::{BINARY, PREDICATES, UNARY, build, evaluated, fresh, reference, simulated};
use proptest::prelude::*;
use whyc_term::{Blaster, TermStore, Valuation};

fn all_names() -> impl Iterator<Item = &'static str> {
    BINARY.iter().chain(PREDICATES).chain(UNARY).copied()
}

/// Checks `name` on every pair of `pairs`: with both operands free, with either constant, with both.
fn check(name: &str, width: u32, pairs: &[(u128, u128)]) {
    let mut store = TermStore::new();
    let ((x, x_input), (y, y_input)) = (fresh(&mut store, width), fresh(&mut store, width));
    let free = build(&mut store, name, x, y);
    let mut blaster = Blaster::new();
    for chunk in pairs.chunks(64) {
        let valuations: Vec<Valuation> = chunk
            .iter()
            .map(|&(a, b)| {
                let mut valuation = Valuation::new();
                valuation.set_bits(x_input, a);
                valuation.set_bits(y_input, b);
                valuation
            })
            .collect();
        let from_gates = simulated(&store, &mut blaster, free, &valuations);
        for ((&(a, b), valuation), from_gates) in chunk.iter().zip(&valuations).zip(from_gates) {
            let expected = reference(name, width, a, b);
            let context = || format!("{name} of {a:#x} and {b:#x} at width {width}");
            assert_eq!(evaluated(&store, valuation, free), expected, "evaluated: {}", context());
            assert_eq!(from_gates, expected, "blasted: {}", context());
            let (k, m) = (store.bits(width, a), store.bits(width, b));
            let folded = build(&mut store, name, k, m);
            assert_eq!(evaluated(&store, valuation, folded), expected, "folded: {}", context());
            assert_eq!(store.children(folded).len(), 0, "not a constant: {}", context());
            for half in [build(&mut store, name, k, y), build(&mut store, name, x, m)] {
                assert_eq!(evaluated(&store, valuation, half), expected, "half constant: {}", context());
                let one = std::slice::from_ref(valuation);
                assert_eq!(simulated(&store, &mut blaster, half, one), [expected], "half blasted: {}", context());
            }
        }
    }
}

#[test]
fn all_operands_up_to_four_bits() {
    for width in 1..=4 {
        let values = 0..1u128 << width;
        let pairs: Vec<_> = values.clone().flat_map(|a| values.clone().map(move |b| (a, b))).collect();
        for name in all_names() {
            check(name, width, &pairs);
        }
    }
}

#[test]
fn corners_at_machine_widths() {
    for width in [7, 8, 16, 31, 32, 33, 64, 127, 128] {
        let top = 1u128 << (width - 1);
        let ones = top | (top - 1);
        let corners = [0, 1, 2, 3, u128::from(width) - 1, u128::from(width), top - 1, top, top + 1, ones - 1, ones];
        let pairs: Vec<_> = corners.iter().flat_map(|&a| corners.map(|b| (a & ones, b & ones))).collect();
        for name in all_names() {
            // The gates of a wide divider are many; the narrower widths have the same circuit.
            if width > 64 && (name.contains("div") || name.contains("rem")) {
                check(name, width, &pairs[..12]);
            } else {
                check(name, width, &pairs);
            }
        }
    }
}

#[test]
fn extensions_and_pieces() {
    for width in 1..=5u32 {
        for value in 0..1u128 << width {
            let mut store = TermStore::new();
            let (x, input) = fresh(&mut store, width);
            let mut valuation = Valuation::new();
            valuation.set_bits(input, value);
            let k = store.bits(width, value);
            let mut expected = Vec::new();
            for base in [x, k] {
                for wide in width..=8 {
                    let negative = value >> (width - 1) & 1 == 1;
                    let fill = if negative { (1 << wide) - (1 << width) } else { 0 };
                    expected.push((store.zero_extend(base, wide), value));
                    expected.push((store.sign_extend(base, wide), value | fill));
                }
                for hi in 0..width {
                    for lo in 0..=hi {
                        expected.push((store.extract(base, hi, lo), (value >> lo) % (1 << (hi - lo + 1))));
                    }
                }
                expected.push((store.concat(base, k), value << width | value));
                expected.push((store.concat(k, base), value << width | value));
                expected.push((store.bits_to_bool(base), u128::from(value != 0)));
                expected.push((store.neg_overflows(base), u128::from(value == 1 << (width - 1))));
            }
            let mut blaster = Blaster::new();
            for (term, expected) in expected {
                assert_eq!(evaluated(&store, &valuation, term), expected);
                let one = std::slice::from_ref(&valuation);
                assert_eq!(simulated(&store, &mut blaster, term, one), [expected]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_operands(
        width in 1u32..=64,
        pairs in prop::collection::vec((any::<u128>(), any::<u128>(), 0u32..128, 0u32..128), 1..4),
        pick in any::<prop::sample::Index>(),
    ) {
        let names: Vec<_> = all_names().collect();
        let ones = u128::MAX >> (128 - width);
        // Shifting makes small numbers as likely as large ones.
        let pairs: Vec<_> = pairs.iter().map(|&(a, b, s, t)| ((a >> s) & ones, (b >> t) & ones)).collect();
        check(names[pick.index(names.len())], width, &pairs);
    }
}
