//! A small deterministic source of random numbers: the same seed gives the same program on every machine.

/// A generator in the state that its seed put it into (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts from a seed; neighbouring seeds give unrelated sequences.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    ///
    /// # Panics
    /// If `n` is zero.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in so many cases out of a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.bits() % 100 < u64::from(percent)
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn same_seed_same_sequence() {
        let (mut a, mut b) = (Rng::new(7), Rng::new(7));
        assert!((0..100).all(|_| a.bits() == b.bits()));
        assert_ne!(Rng::new(1).bits(), Rng::new(2).bits());
    }

    #[test]
    fn ranges_are_kept() {
        let mut rng = Rng::new(3);
        assert!((0..1000).all(|_| (2..=5).contains(&rng.between(2, 5))));
        assert!(!rng.chance(0) && rng.chance(100));
    }
}
