//! How an input is distributed, and how a number becomes its value.
//!
//! Every distribution is drawn by its quantiles: larger numbers give larger values (in the order in which a choice lists them). So a part of all
//! numbers is a part of all values, whose probability is known exactly; `rare` lives on that.

mod read;

use statrs::function::erf::{erfc, erfc_inv};

use crate::random::scaled;

pub use read::{Distribution, real};

/// What an input can hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Which numbers.
    pub numbers: Numbers,
    /// Names that some of them have.
    pub names: Vec<(String, i128)>,
    /// What a person calls the type.
    pub text: String,
}

/// The numbers of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Whole numbers of so many bits, 1 to 128.
    Whole {
        /// How many bits.
        bits: u32,
        /// Whether half of them are negative.
        is_signed: bool,
    },
    /// `float`
    Single,
    /// `double`
    Double,
}

impl Numbers {
    /// The least and the largest whole number; nothing if they are no whole numbers, or do not fit.
    #[must_use]
    pub fn ends(self) -> Option<(i128, i128)> {
        match self {
            Numbers::Whole { bits: 128, is_signed: false } | Numbers::Single | Numbers::Double => None,
            Numbers::Whole { bits, is_signed: true } => Some((-1 << (bits - 1), ((1u128 << (bits - 1)) - 1) as i128)),
            Numbers::Whole { bits, is_signed: false } => Some((0, ((1u128 << bits) - 1) as i128)),
        }
    }

    fn mask(self) -> u128 {
        match self {
            Numbers::Whole { bits, .. } => u128::MAX >> (128 - bits),
            Numbers::Single => u128::from(u32::MAX),
            Numbers::Double => u128::from(u64::MAX),
        }
    }

    /// The number that some bits are.
    #[must_use]
    pub fn value(self, bits: u128) -> f64 {
        match self {
            Numbers::Single => f64::from(f32::from_bits(bits as u32)),
            Numbers::Double => f64::from_bits(bits as u64),
            Numbers::Whole { .. } => match self.ends() {
                Some(_) => self.whole(bits) as f64,
                None => bits as f64,
            },
        }
    }

    /// The whole number that some bits are.
    #[must_use]
    pub fn whole(self, bits: u128) -> i128 {
        let Numbers::Whole { bits: width, is_signed } = self else { return 0 };
        let unused = 128 - width;
        if is_signed { ((bits << unused) as i128) >> unused } else { (bits & self.mask()) as i128 }
    }

    fn of_real(self, value: f64) -> u128 {
        match self {
            Numbers::Single => u128::from((value as f32).to_bits()),
            Numbers::Double => u128::from(value.to_bits()),
            Numbers::Whole { .. } => {
                let rounded = value.round();
                let whole = match self.ends() {
                    Some((least, most)) => (rounded as i128).clamp(least, most),
                    None => return rounded.max(0.0) as u128,
                };
                whole as u128 & self.mask()
            }
        }
    }
}

/// A distribution over the values of a type, ready to be drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    numbers: Numbers,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// So many whole numbers from one on, all equally likely; 0 stands for 2^128.
    Range { from: i128, size: u128 },
    /// Any bits.
    Bits,
    /// These, each up to a number.
    Table(Vec<(u128, u64)>),
    /// Between these.
    Real { from: f64, to: f64 },
    /// Around a mean; what is whole is rounded, what does not fit is the nearest that does.
    Normal { mean: f64, deviation: f64 },
    /// How often something does not happen before it does.
    Geometric { chance: f64 },
}

/// 2^64.
const ALL: f64 = 18_446_744_073_709_551_616.0;

impl Drawn {
    /// Any value of a type: whole numbers and names that are all equally likely, numbers with a fraction by their bits.
    #[must_use]
    pub fn any(kind: &Kind) -> Self {
        let numbers = kind.numbers;
        if !kind.names.is_empty() {
            let mut values: Vec<u128> = kind.names.iter().map(|(_, value)| *value as u128 & numbers.mask()).collect();
            values.sort_unstable();
            values.dedup();
            return Self::table(numbers, values.into_iter().map(|value| (value, 1.0)).collect());
        }
        let shape = match numbers.ends() {
            Some((from, to)) => Shape::Range { from, size: (to.wrapping_sub(from) as u128).wrapping_add(1) },
            None => Shape::Bits,
        };
        Self { numbers, shape }
    }

    /// The whole numbers between two.
    #[must_use]
    pub fn range(numbers: Numbers, from: i128, to: i128) -> Self {
        Self { numbers, shape: Shape::Range { from, size: (to.wrapping_sub(from) as u128).wrapping_add(1) } }
    }

    fn table(numbers: Numbers, weighed: Vec<(u128, f64)>) -> Self {
        let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
        let last = weighed.iter().rposition(|(_, weight)| *weight > 0.0);
        let mut below = 0.0;
        let mut table = Vec::new();
        for (k, (value, weight)) in weighed.into_iter().enumerate() {
            below += weight;
            let up_to = if Some(k) == last { u64::MAX } else { (below / all * ALL) as u64 };
            if weight > 0.0 {
                table.push((value, up_to));
            }
        }
        Self { numbers, shape: Shape::Table(table) }
    }

    /// The value that a number stands for.
    #[must_use]
    pub fn draw(&self, fraction: u128) -> u128 {
        let first = (fraction >> 64) as u64;
        match &self.shape {
            Shape::Range { from, size } => (*from as u128).wrapping_add(scaled(fraction, *size)) & self.numbers.mask(),
            Shape::Bits => match self.numbers {
                Numbers::Whole { bits: 128, .. } => fraction,
                Numbers::Whole { bits, .. } => fraction >> (128 - bits),
                Numbers::Single => fraction >> 96,
                Numbers::Double => fraction >> 64,
            },
            Shape::Table(table) => {
                let at = table.partition_point(|(_, up_to)| *up_to < first);
                table.get(at).or(table.last()).map_or(0, |(value, _)| *value)
            }
            Shape::Real { from, to } => {
                let value = from + (to - from) * ((first >> 11) as f64 / (1u64 << 53) as f64);
                self.numbers.of_real(value.min(*to))
            }
            Shape::Normal { mean, deviation } => {
                let u = (first as f64 + 0.5) / ALL;
                self.numbers.of_real(mean - deviation * std::f64::consts::SQRT_2 * erfc_inv(2.0 * u))
            }
            Shape::Geometric { chance } => {
                let rest = (ALL - first as f64) / ALL;
                self.numbers.of_real(if *chance >= 1.0 { 0.0 } else { (rest.ln() / (-chance).ln_1p()).floor() })
            }
        }
    }

    /// The probability of exactly this value; 0 for numbers with a fraction, of which each alone has none.
    #[must_use]
    pub fn mass(&self, bits: u128) -> f64 {
        let is_whole = matches!(self.numbers, Numbers::Whole { .. });
        match &self.shape {
            Shape::Range { from, size } => {
                let at = (self.numbers.whole(bits) as u128).wrapping_sub(*from as u128);
                if *size != 0 && at >= *size { 0.0 } else { 1.0 / size_of(*size) }
            }
            Shape::Bits => match self.numbers {
                Numbers::Whole { bits, .. } => 2f64.powi(-(bits as i32)),
                Numbers::Single => 2f64.powi(-32),
                Numbers::Double => 2f64.powi(-64),
            },
            Shape::Table(table) => {
                let before = |at: usize| at.checked_sub(1).map_or(0.0, |at| (table[at].1 as f64 + 1.0) / ALL);
                let shares = table.iter().enumerate().filter(|(_, (value, _))| *value == bits);
                shares.map(|(at, (_, up_to))| (*up_to as f64 + 1.0) / ALL - before(at)).sum()
            }
            Shape::Normal { mean, deviation } if is_whole => {
                let (value, (least, most)) = (self.numbers.value(bits), self.numbers.ends().unwrap_or((0, i128::MAX)));
                let below = |it: f64| 0.5 * erfc((mean - it) / (deviation * std::f64::consts::SQRT_2));
                let low = if value <= least as f64 { 0.0 } else { below(value - 0.5) };
                let high = if value >= most as f64 { 1.0 } else { below(value + 0.5) };
                (high - low).max(0.0)
            }
            Shape::Geometric { chance } if is_whole => {
                let (value, most) = (self.numbers.value(bits), self.numbers.ends().map_or(f64::MAX, |it| it.1 as f64));
                let not_before = (value * (-chance).ln_1p()).exp();
                if value < 0.0 {
                    0.0
                } else if value >= most {
                    not_before
                } else {
                    not_before * chance
                }
            }
            Shape::Real { .. } | Shape::Normal { .. } | Shape::Geometric { .. } => 0.0,
        }
    }

    /// Whether a value can be drawn at all.
    #[must_use]
    pub fn has(&self, bits: u128) -> bool {
        let value = self.numbers.value(bits);
        match &self.shape {
            Shape::Range { .. } | Shape::Table(_) => self.mass(bits) > 0.0,
            Shape::Bits => true,
            Shape::Real { from, to } => (*from..=*to).contains(&value),
            Shape::Normal { .. } => value.is_finite(),
            Shape::Geometric { .. } => value.is_finite() && value >= 0.0,
        }
    }

    /// Where the parts of a cut distribution begin, by the first 64 bits of the numbers: each value where there are few; else what is cut
    /// out, and what lies between. Nothing if it cannot be cut.
    pub(crate) fn cut_at(&self, cuts: &[i128], most: usize) -> Option<Vec<u64>> {
        match &self.shape {
            Shape::Range { from, size } if (1..=1u128 << 64).contains(size) => {
                // The first number that is not below a value.
                let begin = |at: u128| u64::try_from((at << 64).div_ceil(*size)).unwrap_or(u64::MAX);
                // 2^64 values are a number each.
                let begin = |at: u128| if *size == 1 << 64 { at as u64 } else { begin(at) };
                if *size <= most as u128 {
                    return Some((1..*size).map(begin).collect());
                }
                let inside = |it: &&i128| **it >= *from && ((**it).wrapping_sub(*from) as u128) < *size;
                let cuts: Vec<u128> = cuts.iter().filter(inside).map(|it| it.wrapping_sub(*from) as u128).collect();
                // A cut takes two parts: itself, and what is behind it.
                let room = most.saturating_sub(1) / 2;
                let every = cuts.len().div_ceil(room.max(1)).max(1);
                let mut ends: Vec<u64> = cuts
                    .iter()
                    .step_by(every)
                    .flat_map(|&at| [at, at + 1])
                    .filter(|at| *at > 0 && at < size)
                    .map(begin)
                    .collect();
                ends.dedup();
                if ends.is_empty() { None } else { Some(ends) }
            }
            Shape::Table(table) if table.len() <= most => {
                Some(table[..table.len() - 1].iter().map(|it| it.1.saturating_add(1)).collect())
            }
            Shape::Range { .. }
            | Shape::Table(_)
            | Shape::Bits
            | Shape::Real { .. }
            | Shape::Normal { .. }
            | Shape::Geometric { .. } => None,
        }
    }

    /// Which numbers stand for this value, about: the first 64 bits of one in their middle.
    #[must_use]
    pub fn place(&self, bits: u128) -> u64 {
        let middle = |share: f64| (share.clamp(0.0, 1.0) * ALL) as u64;
        let value = self.numbers.value(bits);
        match &self.shape {
            Shape::Range { from, size } => {
                let at = (self.numbers.whole(bits) as u128).wrapping_sub(*from as u128);
                match *size {
                    0 => (at >> 64) as u64,
                    size if size < 1 << 62 => (((2 * at.min(size) + 1) << 63) / size).min(u128::from(u64::MAX)) as u64,
                    size => middle(at as f64 / size_of(size)),
                }
            }
            Shape::Bits => match self.numbers {
                Numbers::Whole { bits: width, .. } => ((bits << (128 - width)) >> 64) as u64,
                Numbers::Single => (bits as u64) << 32,
                Numbers::Double => bits as u64,
            },
            Shape::Table(table) => {
                let at = table.iter().position(|(it, _)| *it == bits).unwrap_or(0);
                let before = at.checked_sub(1).map_or(0, |at| table[at].1);
                before / 2 + table.get(at).map_or(0, |it| it.1 / 2)
            }
            Shape::Real { from, to } => middle((value - from) / (to - from)),
            Shape::Normal { mean, deviation } => {
                middle(0.5 * erfc((mean - value) / (deviation * std::f64::consts::SQRT_2)))
            }
            Shape::Geometric { chance } => middle(1.0 - ((value + 0.5) * (-chance).ln_1p()).exp()),
        }
    }
}

fn size_of(size: u128) -> f64 {
    if size == 0 { ALL * ALL } else { size as f64 }
}

#[cfg(test)]
mod tests;
