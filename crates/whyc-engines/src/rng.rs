//! Numbers that look random and are the same each time.

/// A generator (xorshift with a multiplication at the end).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.any()) * u128::from(n)) >> 64) as u64
    }

    /// A number from 0 up to 1, which it is not.
    pub fn unit(&mut self) -> f64 {
        (self.any() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The place of one of the weights, each as likely as it weighs; nothing if none weighs anything.
    pub fn draw(&mut self, weights: &[f64]) -> Option<usize> {
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return None;
        }
        let mut at = self.unit() * sum;
        let last = weights.iter().rposition(|&weight| weight > 0.0)?;
        for (place, &weight) in weights.iter().enumerate() {
            if at < weight {
                return Some(place);
            }
            at -= weight;
        }
        Some(last)
    }
}
