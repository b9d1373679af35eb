//! Between which bounds a probability lies, as far as so many runs say (Clopper and Pearson).
//!
//! The interval is exact: whatever the probability is, it lies outside in at most the share of all samples that the confidence leaves.

use statrs::function::gamma::ln_gamma;

/// Between which bounds the probability lies of what was seen in `hits` of `n` runs. Each bound is wrong with at most half of what the
/// confidence leaves.
#[must_use]
pub fn clopper_pearson(hits: u64, n: u64, confidence: f64) -> (f64, f64) {
    (lower(hits, n, (1.0 - confidence) / 2.0), upper(hits, n, (1.0 - confidence) / 2.0))
}

/// The largest probability at which `hits` or more of `n` are seen with probability at most `error`.
#[must_use]
pub fn lower(hits: u64, n: u64, error: f64) -> f64 {
    if hits == 0 || n == 0 {
        return 0.0;
    }
    solve(|p| at_least(hits, n, p) < error)
}

/// The smallest probability at which `hits` or fewer of `n` are seen with probability at most `error`.
#[must_use]
pub fn upper(hits: u64, n: u64, error: f64) -> f64 {
    if hits >= n {
        return 1.0;
    }
    solve(|p| 1.0 - at_least(hits + 1, n, p) > error)
}

/// Where a predicate that holds for small numbers between 0 and 1 ceases to hold.
fn solve(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Halving until it no longer changes relative to the number itself: small probabilities are the interesting ones.
    for _ in 0..1100 {
        let middle = f64::midpoint(low, high);
        if high - low <= 1e-13 * high || middle <= low || middle >= high {
            break;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The probability of `hits` or more among `n`, each with probability `p`.
fn at_least(hits: u64, n: u64, p: f64) -> f64 {
    beta(hits as f64, (n - hits + 1) as f64, p)
}

/// The regularised incomplete beta function, by its continued fraction; as many steps as large samples need.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (a * x.ln() + b * (-x).ln_1p() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b)).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

/// The continued fraction, evaluated from its front (Lentz).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let kept = |it: f64| if it.abs() < TINY { TINY } else { it };
    let mut c = 1.0;
    let mut d = 1.0 / kept(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    // It converges within about the root of the larger parameter.
    let most = 200 + 20 * a.max(b).sqrt() as u64;
    for m in 1..=most {
        let m = m as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / kept(1.0 + even * d);
        c = kept(1.0 + even / c);
        value *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / kept(1.0 + odd * d);
        c = kept(1.0 + odd / c);
        let change = d * c;
        value *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Numbers, Purpose};

    /// The probability of exactly `k` among `n`, multiplied out.
    fn exactly(k: u64, n: u64, p: f64) -> f64 {
        let mut all = 1.0;
        for i in 0..k {
            all *= (n - i) as f64 / (i + 1) as f64 * p;
        }
        all * (1.0 - p).powi((n - k) as i32)
    }

    #[test]
    fn tails_are_sums() {
        for n in [1, 2, 7, 30, 60] {
            for p in [0.001, 0.1, 0.3, 0.5, 0.77, 0.99] {
                for k in 1..=n {
                    let sum: f64 = (k..=n).map(|it| exactly(it, n, p)).sum();
                    assert!((at_least(k, n, p) - sum).abs() < 1e-12, "{k} of {n} at {p}");
                }
            }
        }
    }

    #[test]
    fn known_intervals() {
        let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 5e-5 && (b - d).abs() < 5e-5;
        assert!(near(clopper_pearson(0, 10, 0.95), (0.0, 0.3085)));
        assert!(near(clopper_pearson(5, 10, 0.95), (0.1871, 0.8129)));
        assert!(near(clopper_pearson(1, 20, 0.95), (0.0013, 0.2487)));
        assert_eq!(clopper_pearson(0, 0, 0.95), (0.0, 1.0));
        // With no hits, the bound has a closed form.
        for n in [1, 100, 1_000_000] {
            let exact = 1.0 - 0.025f64.powf(1.0 / n as f64);
            let found = clopper_pearson(0, n, 0.95).1;
            assert!((found / exact - 1.0).abs() < 1e-6, "{n}: {found} {exact}");
        }
    }

    #[test]
    fn large_samples_keep_both_bounds() {
        let (low, high) = clopper_pearson(500_000, 1_000_000, 0.95);
        let width = 1.96 * (0.25f64 / 1e6).sqrt();
        assert!((low - (0.5 - width)).abs() < 2e-6 && (high - (0.5 + width)).abs() < 2e-6, "{low} {high}");
        let (low, high) = clopper_pearson(3, 100_000_000, 0.95);
        assert!((low / 0.6187e-8 - 1.0).abs() < 1e-3 && (high / 8.767e-8 - 1.0).abs() < 1e-3, "{low} {high}");
    }

    /// The promise itself, summed up exactly: whatever the probability, too few samples miss it.
    #[test]
    fn the_confidence_is_kept_for_every_probability() {
        for (n, confidence) in [(5, 0.9), (20, 0.95), (50, 0.99)] {
            let all: Vec<(f64, f64)> = (0..=n).map(|k| clopper_pearson(k, n, confidence)).collect();
            for p in (1..200).map(|it| f64::from(it) / 200.0) {
                let inside: f64 = (0..=n)
                    .filter(|&k| all[k as usize].0 <= p && p <= all[k as usize].1)
                    .map(|k| exactly(k, n, p))
                    .sum();
                assert!(inside >= confidence - 1e-12, "{n} runs at {p}: {inside}");
            }
        }
    }

    /// The same as an experiment, with the numbers that runs use.
    #[test]
    fn ten_thousand_samples_miss_no_more_often_than_said() {
        let (n, p, confidence) = (40, 0.07, 0.95);
        let all: Vec<(f64, f64)> = (0..=n).map(|k| clopper_pearson(k, n, confidence)).collect();
        let mut missed = 0;
        for trial in 0..10_000 {
            let mut numbers = Numbers::of(11, Purpose::Plain, trial);
            let hits = (0..n).filter(|_| numbers.bits() as f64 / 2f64.powi(64) < p).count();
            missed += u32::from(!(all[hits].0 <= p && p <= all[hits].1));
        }
        // Four deviations of 500 hits among 10,000 are 87.
        assert!(missed <= 587, "{missed}");
        assert!(missed > 50, "an interval that is never wrong says too little: {missed}");
    }
}
