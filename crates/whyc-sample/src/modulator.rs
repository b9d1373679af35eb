//! Delta-sigma modulators, simulated directly: the example of Clarke, Donzé and Legay ("Statistical Model Checking of Mixed-Analog
//! Circuits"), held against what they found. The program `examples/modulator.c` is the third-order one.

use crate::random::{Numbers, Purpose};
use crate::sprt::{Claim, Decision, Errors, Event, Wald};

/// The third-order modulator.
#[derive(Clone, Copy, Default)]
struct Modulator {
    x: [f64; 3],
}

impl Modulator {
    /// One step; the states before they are kept between -1 and 1.
    fn step(&mut self, u: f64) -> [f64; 3] {
        const A: [f64; 3] = [0.0440, 0.2881, 0.7997];
        let v = if self.x[2] + u >= 0.0 { 1.0 } else { -1.0 };
        let [x1, x2, x3] = self.x;
        let next = [x1 + A[0] * (u - v), x2 + x1 + A[1] * (u - v), x3 + x2 + A[2] * (u - v)];
        self.x = next.map(|it| it.clamp(-1.0, 1.0));
        next
    }

    fn is_saturated(&self) -> bool {
        self.x.iter().any(|it| it.abs() >= 1.0)
    }
}

/// Whether a run of three seconds with inputs up to `most` saturates.
fn saturates(most: f64, run: u64) -> bool {
    let mut numbers = Numbers::of(1, Purpose::Plain, run);
    let mut it = Modulator::default();
    (0..24_000).any(|_| {
        it.step(most * (2.0 * (numbers.bits() >> 11) as f64 / (1u64 << 53) as f64 - 1.0));
        it.is_saturated()
    })
}

#[test]
fn a_constant_input_is_its_mean() {
    let (mut x, mut v, mut out) = (0.0, 1.0, Vec::new());
    for _ in 0..12 {
        out.push(v);
        x += 0.5 - v;
        v = if x >= 0.0 { 1.0 } else { -1.0 };
    }
    assert_eq!(out, [1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0]);
    assert!(out[1..].windows(4).all(|it| it.iter().sum::<f64>() / 4.0 == 0.5));
}

/// Random runs call it next to impossible; these inputs do it.
#[test]
fn small_inputs_can_saturate_it() {
    let mut it = Modulator::default();
    let signs = [0, 1, -1, -1, 0, -1, -1, -1, -1, -1, -1, 1, -1, -1, 1];
    for (k, sign) in signs.into_iter().enumerate() {
        let before_clamping = it.step(0.1 * f64::from(sign));
        assert_eq!(it.is_saturated(), k == 14, "{k}");
        if k == 14 {
            assert!((before_clamping[2] + 1.00948).abs() < 5e-6, "{before_clamping:?}");
        }
    }
}

#[test]
fn saturation_is_as_likely_as_published() {
    let errors = Errors { alpha: 0.001, beta: 0.001, indifference: 0.01 };
    let ended = |most: f64, bound: f64| {
        let mut test = Wald::new(bound, errors);
        (0..).find_map(|run| test.take(saturates(most, run))).map(|decision| (decision, test.n_runs()))
    };
    // Published for "at least 0", where all below 0.01 is indifferent, and one run that saturates says that it holds. About one in
    // two thousand does.
    assert_eq!(ended(0.1, 0.02).map(|it| it.0), Some(Decision::Refuted));
    assert_eq!(ended(0.15, 0.09).map(|it| it.0), Some(Decision::Holds));
    assert_eq!(ended(0.25, 0.98).map(|it| it.0), Some(Decision::Holds));
    assert_eq!(ended(0.3, 1.0), Some((Decision::Holds, 688)));
    let claim = Claim { event: Event::Fail, is_at_least: true, bound: 0.64 };
    assert_eq!(ended(0.2, claim.at_least().1).map(|it| it.0), Some(Decision::Holds));
}
