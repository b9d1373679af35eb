//! Some of the atoms, by their numbers.

use std::fmt;

const BITS: usize = u64::BITS as usize;

/// Some of `n` atoms. Prints as the papers do: `11110100`, the first atom first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subset {
    n: usize,
    words: Vec<u64>,
}

impl Subset {
    /// None of `n` atoms.
    #[must_use]
    pub fn none(n: usize) -> Self {
        Self { n, words: vec![0; n.div_ceil(BITS)] }
    }

    /// All of `n` atoms.
    #[must_use]
    pub fn all(n: usize) -> Self {
        (0..n).fold(Self::none(n), |set, atom| set.with(atom))
    }

    /// These of `n` atoms.
    #[must_use]
    pub fn of(n: usize, atoms: impl IntoIterator<Item = usize>) -> Self {
        atoms.into_iter().fold(Self::none(n), |set, atom| set.with(atom))
    }

    /// The same with one more atom; one that there is not is left out.
    #[must_use]
    pub fn with(mut self, atom: usize) -> Self {
        if atom < self.n {
            self.words[atom / BITS] |= 1 << (atom % BITS);
        }
        self
    }

    /// What is here and not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Subset) -> Self {
        self.each(other, |here, there| here & !there)
    }

    /// What is in both.
    #[must_use]
    pub fn and(&self, other: &Subset) -> Self {
        self.each(other, |here, there| here & there)
    }

    /// What is in either.
    #[must_use]
    pub fn or(&self, other: &Subset) -> Self {
        self.each(other, |here, there| here | there)
    }

    fn each(&self, other: &Subset, word: impl Fn(u64, u64) -> u64) -> Self {
        let theirs = other.words.iter().copied().chain(std::iter::repeat(0));
        Self { n: self.n, words: self.words.iter().zip(theirs).map(|(&here, there)| word(here, there)).collect() }
    }

    /// Whether an atom is in it.
    #[must_use]
    pub fn has(&self, atom: usize) -> bool {
        atom < self.n && self.words[atom / BITS] & (1 << (atom % BITS)) != 0
    }

    /// How many atoms are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no atom is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The atoms in it, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.n).filter(|&atom| self.has(atom))
    }

    /// How many atoms there are, in it or not.
    #[must_use]
    pub fn n_atoms(&self) -> usize {
        self.n
    }
}

impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.n).try_for_each(|atom| f.write_str(if self.has(atom) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
