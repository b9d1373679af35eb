//! Sets of states: those in which some latches have given values.

use whyc_aig::circuit::Latch;

use crate::proof::invariant::Bit;

/// The states that agree with some bits; the bits are in the order of their latches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cube {
    bits: Vec<Bit>,
    /// Which latches occur, folded into a word: most pairs of cubes are told apart by it.
    signature: u64,
}

impl Cube {
    /// The cube of `bits`, which are in the order of their latches.
    pub(super) fn new(bits: Vec<Bit>) -> Self {
        let signature = bits.iter().fold(0, |word, bit| word | 1u64 << ((2 * bit.latch + usize::from(bit.value)) % 64));
        Self { bits, signature }
    }

    pub(super) fn bits(&self) -> &[Bit] {
        &self.bits
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// The cube of those bits that are wanted.
    pub(super) fn filtered(&self, is_wanted: impl Fn(Bit) -> bool) -> Self {
        Self::new(self.bits.iter().copied().filter(|&bit| is_wanted(bit)).collect())
    }

    /// Whether all states of `other` are states of this.
    pub(super) fn includes(&self, other: &Cube) -> bool {
        if self.bits.len() > other.bits.len() || self.signature & !other.signature != 0 {
            return false;
        }
        let mut theirs = other.bits.iter();
        self.bits.iter().all(|bit| theirs.by_ref().find(|it| it.latch >= bit.latch) == Some(bit))
    }

    /// Whether it has an initial state.
    pub(super) fn has_initial(&self, latches: &[Latch]) -> bool {
        self.bits.iter().all(|bit| !excludes_start(latches, *bit))
    }
}

/// Whether no initial state has this bit.
pub(super) fn excludes_start(latches: &[Latch], bit: Bit) -> bool {
    latches[bit.latch].reset.value().is_some_and(|value| value != bit.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(bits: &[i32]) -> Cube {
        Cube::new(bits.iter().map(|&it| Bit { latch: it.unsigned_abs() as usize, value: it > 0 }).collect())
    }

    #[test]
    fn fewer_bits_are_more_states() {
        assert!(cube(&[1, -3]).includes(&cube(&[1, 2, -3])));
        assert!(cube(&[]).includes(&cube(&[1])));
        assert!(cube(&[1]).includes(&cube(&[1])));
        for (a, b) in [(vec![1, 2], vec![1]), (vec![-1], vec![1, 2]), (vec![1, 4], vec![1, 2, 3]), (vec![65], vec![1])]
        {
            assert!(!cube(&a).includes(&cube(&b)), "{a:?} {b:?}");
        }
    }
}
