//! How rare a failure is to which runs come step by step: splitting.
//!
//! Of many runs, those that came nearest to the failure are kept, and others are made of them by drawing some of their numbers anew, as long as
//! they come as near; of these again the nearest, and so on. How many are kept each time multiplies to the probability. The levels are chosen by
//! one attempt and used by others, with numbers of their own. Drawing anew leaves the distribution of the runs beyond a level as it is,
//! so that **each attempt is right on average, however well or badly its runs mix**; how far attempts lie apart says how surely their mean is.
//!
//! Nothing here knows what a run is.

mod program;

use statrs::distribution::{ContinuousCDF as _, StudentsT};
use whyc_base::budget::{Budget, Exhausted};

use crate::random::{Numbers, Purpose};

pub use program::Towards;

/// What can be run: with some numbers first, and then those that it is given.
pub trait Splits: Sync {
    /// The numbers that the run had, and how near it came: 0 where it fails, more where it does not.
    fn run(&self, numbers: Numbers) -> (Vec<u128>, f64);
    /// The numbers of a run, all of its own.
    fn numbers(&self, purpose: Purpose, run: u64) -> Numbers;
}

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// How many runs there are at each level.
    pub runs: usize,
    /// How often each is drawn anew between two levels.
    pub moves: usize,
    /// How many attempts there are besides the one that chooses levels.
    pub attempts: u32,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// How near a run had to come, level by level; the last one is to fail.
    pub levels: Vec<f64>,
    /// What each attempt says.
    pub estimates: Vec<f64>,
    /// How many runs were made.
    pub runs: u64,
}

/// No more levels than these are gone through.
const MOST_LEVELS: usize = 400;
/// Where the deviation of attempts is more than this part of their mean, it says nothing about what was not seen.
const WIDEST: f64 = 0.75;
/// About this part of the runs is kept at a level.
const KEPT: usize = 5;

/// A run.
#[derive(Clone)]
struct One {
    numbers: Vec<u128>,
    near: f64,
}

/// Estimates the probability to fail; nothing if runs do not come nearer from some level on.
///
/// # Errors
/// If a limit is reached.
pub fn split<S: Splits>(subject: &S, extent: Extent, budget: &Budget) -> Result<Option<Split>, Exhausted> {
    let mut first = Attempt { subject, budget, extent, purpose: Purpose::Split(0), next: 0, length: 1 };
    let Some(levels) = first.choose()? else { return Ok(None) };
    let mut split = Split { levels, estimates: Vec::new(), runs: first.next };
    for attempt in 1..=extent.attempts {
        let purpose = Purpose::Split(attempt);
        let mut attempt = Attempt { subject, budget, extent, purpose, next: 0, length: first.length };
        split.estimates.push(attempt.estimate(&split.levels)?);
        split.runs += attempt.next;
    }
    Ok(Some(split))
}

struct Attempt<'a, S> {
    subject: &'a S,
    budget: &'a Budget,
    extent: Extent,
    purpose: Purpose,
    /// The number of the next run.
    next: u64,
    /// About how many numbers a run has: known before an attempt begins, and the same for all of its runs.
    length: usize,
}

impl<S: Splits> Attempt<'_, S> {
    fn fresh(&mut self) -> Numbers {
        self.next += 1;
        self.subject.numbers(self.purpose, self.next - 1)
    }

    fn starts(&mut self) -> Result<Vec<One>, Exhausted> {
        (0..self.extent.runs)
            .map(|_| {
                self.budget.check()?;
                let numbers = self.fresh().behind(Vec::new());
                let (numbers, near) = self.subject.run(numbers);
                Ok(One { numbers, near })
            })
            .collect()
    }

    /// Goes to the failure, and notes how.
    fn choose(&mut self) -> Result<Option<Vec<f64>>, Exhausted> {
        let mut runs = self.starts()?;
        let mut levels: Vec<f64> = Vec::new();
        self.length = runs.iter().map(|it| it.numbers.len()).max().unwrap_or(1).max(1);
        while levels.len() < MOST_LEVELS {
            let mut nears: Vec<f64> = runs.iter().map(|it| it.near).collect();
            nears.sort_by(f64::total_cmp);
            let before = levels.last().copied().unwrap_or(f64::INFINITY);
            let wanted = nears[nears.len() / KEPT];
            // Where as many are equally near, those that are nearer.
            let level = if wanted < before { Some(wanted) } else { nears.into_iter().rfind(|it| *it < before) };
            let Some(level) = level else { return Ok(None) };
            levels.push(level);
            if level <= 0.0 {
                return Ok(Some(levels));
            }
            runs = self.beyond(runs, level)?;
            self.length = runs.iter().map(|it| it.numbers.len()).max().unwrap_or(1).max(self.length);
        }
        Ok(None)
    }

    /// What this attempt says.
    fn estimate(&mut self, levels: &[f64]) -> Result<f64, Exhausted> {
        let mut runs = self.starts()?;
        let mut estimate = 1.0;
        for &level in levels {
            let kept = runs.iter().filter(|it| it.near <= level).count();
            estimate *= kept as f64 / runs.len() as f64;
            if kept == 0 || level <= 0.0 {
                break;
            }
            runs = self.beyond(runs, level)?;
        }
        Ok(estimate)
    }

    /// As many runs, all beyond a level: made of those that are, each drawn anew some times.
    fn beyond(&mut self, runs: Vec<One>, level: f64) -> Result<Vec<One>, Exhausted> {
        let kept: Vec<One> = runs.into_iter().filter(|it| it.near <= level).collect();
        let mut made = Vec::new();
        for _ in 0..self.extent.runs {
            let mut choice = self.fresh();
            let at = (u128::from(choice.bits()) * kept.len() as u128) >> 64;
            let mut one = kept[at as usize].clone();
            for _ in 0..self.extent.moves {
                self.budget.check()?;
                let mut numbers = self.fresh();
                let changed = self.changed(&one.numbers, &mut numbers);
                let (numbers, near) = self.subject.run(numbers.behind(changed));
                if near <= level {
                    one = One { numbers, near };
                }
            }
            made.push(one);
        }
        Ok(made)
    }

    /// Some numbers drawn anew. Which ones does not depend on the run, so that the way back is as likely as the way there.
    fn changed(&self, old: &[u128], by: &mut Numbers) -> Vec<u128> {
        let mut numbers = old.to_vec();
        // Among the first few, or among all: runs differ in how many numbers they have.
        let scales = u64::from(usize::BITS - self.length.leading_zeros());
        let scale = ((u128::from(by.bits()) * u128::from(scales)) >> 64) as u32;
        let one = ((u128::from(by.bits()) * (2u128 << scale)) >> 64) as usize;
        match by.bits() >> 61 {
            // One of them.
            0..=2 => {
                let new = by.fraction();
                if let Some(it) = numbers.get_mut(one) {
                    *it = new;
                }
            }
            // One of them a little, by any order of magnitude.
            3 | 4 => {
                let (by_how_much, shift) = (by.fraction(), 1 + (by.bits() >> 57) % 100);
                if let Some(it) = numbers.get_mut(one) {
                    let step = by_how_much >> shift;
                    *it = if by.bits() & 1 == 1 { it.wrapping_add(step) } else { it.wrapping_sub(step) };
                }
            }
            // All from one on.
            5 | 6 => numbers.truncate(one),
            // Each with some probability.
            _ => {
                for it in &mut numbers {
                    if by.bits() >> 61 == 0 {
                        *it = by.fraction();
                    }
                }
            }
        }
        numbers
    }
}

impl Split {
    /// The mean of the attempts.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.estimates.iter().sum::<f64>() / self.estimates.len().max(1) as f64
    }

    /// Between which bounds the probability lies, as far as attempts lie apart (Student). Where they lie so far apart that few of them make up
    /// most of the mean, what was not seen may make up more: then only [`Split::surely`] is said, and nothing from above.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let n = self.estimates.len();
        let mean = self.estimate();
        let sum: f64 = self.estimates.iter().map(|it| (it - mean).powi(2)).sum();
        let Some(student) =
            n.checked_sub(1).filter(|it| *it > 0).and_then(|it| StudentsT::new(0.0, 1.0, it as f64).ok())
        else {
            return (0.0, 1.0);
        };
        if (sum / (n as f64 - 1.0)).sqrt() > WIDEST * mean {
            return (self.surely(confidence), 1.0);
        }
        let width = student.inverse_cdf(f64::midpoint(1.0, confidence)) * (sum / (n as f64 - 1.0) / n as f64).sqrt();
        ((mean - width).max(self.surely(confidence)), (mean + width).min(1.0))
    }

    /// What the probability is at least, however attempts are distributed: their mean is right on average, and what is never negative is
    /// seldom many times its average (Markov).
    #[must_use]
    pub fn surely(&self, confidence: f64) -> f64 {
        self.estimate() * (1.0 - confidence) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Someone walks up or down by one, up with probability `up`, from 1 on; it fails at `top` and ends at 0.
    struct Walk {
        up: f64,
        top: i32,
    }

    impl Splits for Walk {
        fn run(&self, mut numbers: Numbers) -> (Vec<u128>, f64) {
            let (mut at, mut highest) = (1, 1);
            while at > 0 && at < self.top {
                let is_up = (numbers.fraction() as f64) < self.up * 2f64.powi(128);
                at += if is_up { 1 } else { -1 };
                highest = highest.max(at);
            }
            (numbers.drawn(), f64::from(self.top - highest))
        }
        fn numbers(&self, purpose: Purpose, run: u64) -> Numbers {
            Numbers::of(5, purpose, run)
        }
    }

    impl Walk {
        fn probability(&self) -> f64 {
            let odds = (1.0 - self.up) / self.up;
            (odds - 1.0) / (odds.powi(self.top) - 1.0)
        }
    }

    /// Each of some numbers is below a bound, all at the start: nothing comes of going on from the middle of a run.
    struct Corner;

    impl Splits for Corner {
        fn run(&self, mut numbers: Numbers) -> (Vec<u128>, f64) {
            let all: Vec<f64> = (0..4).map(|_| numbers.fraction() as f64 / 2f64.powi(128)).collect();
            let near: f64 = all.iter().map(|it| (it - 0.01).max(0.0)).sum();
            (numbers.drawn(), near)
        }
        fn numbers(&self, purpose: Purpose, run: u64) -> Numbers {
            Numbers::of(6, purpose, run)
        }
    }

    fn found(subject: &impl Splits, extent: Extent) -> Split {
        split(subject, extent, &Budget::unlimited()).ok().flatten().expect("runs come nearer")
    }

    #[test]
    fn the_probability_of_a_walk_is_found() {
        let walk = Walk { up: 0.3, top: 12 };
        let split = found(&walk, Extent { runs: 200, moves: 10, attempts: 20 });
        let (exact, (low, high)) = (walk.probability(), split.interval(0.99));
        assert!(exact < 1e-4, "few plain runs would show it: {exact}");
        assert!(low <= exact && exact <= high && high < 3.0 * low, "{exact} should be in {low} to {high}");
        assert!(split.surely(0.95) < exact);
        // Where attempts lie far apart, nothing is said from above.
        let far = Walk { up: 0.3, top: 25 };
        let (low, high) = found(&far, Extent { runs: 200, moves: 6, attempts: 10 }).interval(0.99);
        assert!(low <= far.probability() && far.probability() <= high, "{low} to {high}");
    }

    #[test]
    fn what_is_drawn_at_once_is_found_too() {
        let split = found(&Corner, Extent { runs: 200, moves: 10, attempts: 20 });
        let (low, high) = split.interval(0.99);
        assert!(low <= 1e-8 && 1e-8 <= high, "1e-8 should be in {low} to {high}: {:?}", split.estimates);
    }

    #[test]
    fn intervals_are_as_sure_as_they_say() {
        // Many small questions, each with numbers of its own: how often is the probability outside?
        struct Seeded(Walk, u64);
        impl Splits for Seeded {
            fn run(&self, numbers: Numbers) -> (Vec<u128>, f64) {
                self.0.run(numbers)
            }
            fn numbers(&self, purpose: Purpose, run: u64) -> Numbers {
                Numbers::of(self.1, purpose, run)
            }
        }
        let (mut outside, mut mean, n) = (0, 0.0, 300);
        for seed in 0..n {
            let walk = Seeded(Walk { up: 0.35, top: 8 }, 1000 + seed);
            let split = found(&walk, Extent { runs: 60, moves: 3, attempts: 10 });
            let (low, high) = split.interval(0.9);
            let exact = walk.0.probability();
            mean += split.estimate() / exact / n as f64;
            outside += u32::from(exact < low || exact > high);
            assert!(split.surely(0.99) <= exact);
        }
        assert!((0.95..1.05).contains(&mean), "right on average: {mean}");
        // A tenth is promised; attempts are skewed, which costs a little.
        assert!(outside <= 48, "{outside} of {n} lie outside");
    }

    #[test]
    fn where_nothing_comes_nearer_nothing_is_said() {
        struct Flat;
        impl Splits for Flat {
            fn run(&self, mut numbers: Numbers) -> (Vec<u128>, f64) {
                numbers.fraction();
                (numbers.drawn(), 1.0)
            }
            fn numbers(&self, purpose: Purpose, run: u64) -> Numbers {
                Numbers::of(6, purpose, run)
            }
        }
        let split = split(&Flat, Extent { runs: 20, moves: 3, attempts: 3 }, &Budget::unlimited());
        assert_eq!(split.ok(), Some(None));
    }
}
