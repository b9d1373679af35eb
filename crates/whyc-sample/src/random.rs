//! Numbers that look random and depend on a seed, a purpose and the number of a run alone.
//!
//! A block of the cipher ChaCha is a function of a key and a counter, so that nothing has to be handed on from one run to the next:
//! run 17 has the same numbers whether it is the first that a thread looks at or the last.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

/// What numbers are for. Each purpose has numbers of its own, so that what was chosen by looking at some runs is judged by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Plain runs.
    Plain,
    /// Trials that decide what is looked at more closely; each question has a number.
    Trial(u32),
    /// Runs that judge what was chosen; each question has a number.
    Judge(u32),
    /// Runs with weights that somebody chose by looking at others; each choice has a number.
    Weighed(u32),
    /// Runs that go on from others, towards a failure; each independent attempt has a number.
    Split(u32),
}

/// The numbers of one run.
#[derive(Clone, Debug)]
pub struct Numbers {
    cipher: ChaCha8Rng,
    tape: Option<Tape>,
}

/// The numbers that a run had, one after the other: with these it is the same run.
#[derive(Clone, Debug, Default)]
struct Tape {
    numbers: Vec<u128>,
    next: usize,
}

impl Numbers {
    /// The numbers of run `run`.
    #[must_use]
    pub fn of(seed: u64, purpose: Purpose, run: u64) -> Self {
        let (kind, question) = match purpose {
            Purpose::Plain => (0u32, 0),
            Purpose::Trial(question) => (1, question),
            Purpose::Judge(question) => (2, question),
            Purpose::Weighed(question) => (3, question),
            Purpose::Split(question) => (4, question),
        };
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..12].copy_from_slice(&kind.to_le_bytes());
        key[12..16].copy_from_slice(&question.to_le_bytes());
        let mut cipher = ChaCha8Rng::from_seed(key);
        cipher.set_stream(run);
        Self { cipher, tape: None }
    }

    /// First these numbers, then its own; all of them are kept.
    #[must_use]
    pub fn behind(mut self, numbers: Vec<u128>) -> Self {
        self.tape = Some(Tape { numbers, next: 0 });
        self
    }

    /// The numbers that were drawn, if they are kept.
    #[must_use]
    pub fn drawn(self) -> Vec<u128> {
        self.tape.map_or_else(Vec::new, |mut tape| {
            tape.numbers.truncate(tape.next);
            tape.numbers
        })
    }

    /// The next number: 128 bits, read as a fraction of 2^128.
    pub fn fraction(&mut self) -> u128 {
        let Some(tape) = &mut self.tape else { return two(&mut self.cipher) };
        if tape.next == tape.numbers.len() {
            tape.numbers.push(two(&mut self.cipher));
        }
        tape.next += 1;
        tape.numbers[tape.next - 1]
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        match self.tape {
            Some(_) => (self.fraction() >> 64) as u64,
            None => self.cipher.next_u64(),
        }
    }

    /// Fills bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        if self.tape.is_none() {
            self.cipher.fill_bytes(bytes);
            return;
        }
        for part in bytes.chunks_mut(16) {
            part.copy_from_slice(&self.fraction().to_le_bytes()[..part.len()]);
        }
    }
}

fn two(cipher: &mut ChaCha8Rng) -> u128 {
    u128::from(cipher.next_u64()) << 64 | u128::from(cipher.next_u64())
}

/// `fraction` / 2^128 of `size`, rounded down; a size of 0 stands for 2^128.
#[must_use]
pub fn scaled(fraction: u128, size: u128) -> u128 {
    if size == 0 {
        return fraction;
    }
    const LOW: u128 = u64::MAX as u128;
    let (a, b) = (fraction >> 64, fraction & LOW);
    let (c, d) = (size >> 64, size & LOW);
    let (ad, bc) = (a * d, b * c);
    let carry = ((b * d) >> 64) + (ad & LOW) + (bc & LOW);
    a * c + (ad >> 64) + (bc >> 64) + (carry >> 64)
}

/// The same number within a part of all: its first 64 bits are at least `low` and at most `high`, all of them equally likely.
#[must_use]
pub fn narrowed(fraction: u128, low: u64, high: u64) -> u128 {
    let size = u128::from(high - low) + 1;
    let (first, second) = (fraction >> 64, fraction & u128::from(u64::MAX));
    let inside = match size >> 64 {
        0 => first * size + ((second * size) >> 64),
        _ => fraction,
    };
    (u128::from(low) << 64) + inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(purpose: Purpose, run: u64) -> Vec<u128> {
        let mut numbers = Numbers::of(7, purpose, run);
        (0..40).map(|_| numbers.fraction()).collect()
    }

    #[test]
    fn a_run_has_its_numbers_wherever_it_is_run() {
        let backwards: Vec<_> = (0..20).rev().map(|run| of(Purpose::Plain, run)).collect();
        let forwards: Vec<_> = (0..20).map(|run| of(Purpose::Plain, run)).collect();
        assert!(backwards.iter().rev().eq(forwards.iter()));
        let mut all: Vec<u128> = forwards.concat();
        all.extend(of(Purpose::Trial(0), 0));
        all.extend(of(Purpose::Trial(1), 0));
        all.extend(of(Purpose::Judge(1), 0));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 23 * 40, "no two runs should share numbers");
    }

    #[test]
    fn numbers_that_were_kept_are_drawn_again() {
        let mut first = Numbers::of(7, Purpose::Split(0), 1).behind(Vec::new());
        let mut bytes = [0; 20];
        let one = (first.fraction(), first.bits());
        first.fill(&mut bytes);
        let drawn = first.drawn();
        assert_eq!(drawn.len(), 4);
        let mut again = Numbers::of(7, Purpose::Split(0), 2).behind(drawn.clone());
        let mut same = [0; 20];
        assert_eq!((again.fraction(), again.bits()), one);
        again.fill(&mut same);
        assert_eq!(same, bytes);
        // What lies behind them is new, and what is not reached is no part of the run.
        assert_ne!(again.fraction(), first_of(Purpose::Split(0), 1));
        let mut short = Numbers::of(7, Purpose::Split(0), 3).behind(drawn.clone());
        short.fraction();
        assert_eq!(short.drawn(), drawn[..1]);
    }

    fn first_of(purpose: Purpose, run: u64) -> u128 {
        Numbers::of(7, purpose, run).fraction()
    }

    #[test]
    fn a_fraction_of_a_size() {
        assert_eq!(scaled(u128::MAX, 100), 99);
        assert_eq!(scaled(0, 100), 0);
        assert_eq!(scaled(1 << 127, 100), 50);
        assert_eq!(scaled((1 << 127) - 1, 100), 49);
        assert_eq!(scaled(u128::MAX, 0), u128::MAX);
        assert_eq!(scaled(1 << 127, 3 << 126), 3 << 125);
        assert_eq!(scaled(u128::MAX, u128::MAX), u128::MAX - 1);
    }

    #[test]
    fn a_part_of_all_numbers() {
        for (low, high) in [(0, u64::MAX), (5, 5), (1 << 40, 1 << 41), (u64::MAX, u64::MAX), (0, 0)] {
            for fraction in [0, 1, 1 << 127, u128::MAX] {
                let first = (narrowed(fraction, low, high) >> 64) as u64;
                assert!((low..=high).contains(&first), "{fraction} {low} {high}");
            }
            assert_eq!((narrowed(0, low, high) >> 64) as u64, low);
            assert_eq!((narrowed(u128::MAX, low, high) >> 64) as u64, high);
        }
        assert_eq!(narrowed(12345 << 70, 0, u64::MAX), 12345 << 70);
    }
}
