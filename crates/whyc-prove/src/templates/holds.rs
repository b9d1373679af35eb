//! Whether facts hold of numbers that are known: the meaning of [`Fact::term`] once more, for samples.

use super::Fact;
use crate::samples::Sample;

impl Fact {
    /// Whether it holds in a sample of a loop whose numbers have these widths.
    #[must_use]
    pub fn holds(&self, widths: &[u32], sample: &Sample) -> bool {
        let (now, entry) = (&sample.now, &sample.entry);
        match self {
            Fact::Lower(a, c) => *c <= now[*a],
            Fact::Upper(a, c) => now[*a] <= *c,
            Fact::AtMost(a, b, c) => now[*a] <= now[*b] + c,
            Fact::Same(a, b) => now[*a] == now[*b],
            Fact::Stays(a) => now[*a] == entry[*a],
            Fact::Grows(a) => entry[*a] <= now[*a],
            Fact::Shrinks(a) => now[*a] <= entry[*a],
            Fact::Keeps(a, b, factor) => {
                let width = widths[*a].min(widths[*b]);
                let product = (now[*b] - entry[*b]).wrapping_mul(*factor);
                is_multiple((now[*a] - entry[*a]).wrapping_sub(product), width)
            }
            Fact::Linear(parts, constant) => {
                let width = parts.iter().map(|(a, _)| widths[*a]).min().unwrap_or(1);
                let sum = parts.iter().fold(0_i128, |sum, (a, c)| sum.wrapping_add(now[*a].wrapping_mul(*c)));
                is_multiple(sum.wrapping_sub(*constant), width)
            }
            Fact::Ahead(a, b, most) => low(now[*a] - now[*b], widths[*a]) <= *most,
            Fact::LowBits(a, n) => low(now[*a], *n) == low(entry[*a], *n),
            Fact::Multiple(a, n) => (now[*a] - entry[*a]).unsigned_abs().is_multiple_of(*n),
            Fact::OneOf(a, all) => all.contains(&now[*a]),
            Fact::Is(a, is_true) => now[*a] == i128::from(*is_true),
            Fact::While(when, then) => !when.holds(widths, sample) || then.holds(widths, sample),
            Fact::Either(one, other) => one.holds(widths, sample) || other.holds(widths, sample),
        }
    }
}

/// A number modulo a power of two.
fn low(value: i128, bits: u32) -> u128 {
    value as u128 & u128::MAX.checked_shl(bits).map_or(u128::MAX, |high| !high)
}

fn is_multiple(value: i128, bits: u32) -> bool {
    low(value, bits) == 0
}
