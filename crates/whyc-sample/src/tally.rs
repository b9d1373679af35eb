//! What is made of runs, one after the other: how many fail, how surely that is known, and when it is enough.

use std::collections::BTreeMap;

use whyc_base::source::Span;

use crate::curve::Curve;
use crate::drive::{Ended, Go, Seen};
use crate::interval;
use crate::sprt::{Claim, Decision, Errors, Event, Wald};

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enough {
    /// After so many runs.
    pub runs: u64,
    /// After so much work, if that comes first.
    pub work: u64,
}

/// What is known so far.
#[derive(Clone, Debug)]
pub struct Tally {
    /// How many runs were made.
    pub runs: u64,
    /// How many of them pass,
    pub passed: u64,
    /// fail,
    pub failed: u64,
    /// do not count, because an assumption does not hold in them,
    pub rejected: u64,
    /// or could not be followed to their end.
    pub lost: u64,
    /// By property how many fail, and the first that does.
    pub failures: BTreeMap<u32, (u64, u64)>,
    /// Where runs were rejected, and how many.
    pub rejections: BTreeMap<(u32, u32, u32), (Span, u64)>,
    /// Why the first one was lost.
    pub lost_because: Option<(String, Option<Span>)>,
    /// Which of the first inputs were read by any run.
    pub used: u128,
    /// Whether a function without body may have changed something in one.
    pub is_changed: bool,
    /// How many instructions or cycles all of them took.
    pub work: u64,
    /// What was measured.
    pub measured: Vec<Spread>,
    /// The estimate, as it went.
    pub curve: Curve,
    /// The test, if one was asked for.
    pub test: Option<Test>,
    enough: Enough,
}

/// A number over many runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// In how many runs it has a meaning.
    pub n: u64,
    /// Its mean,
    pub mean: f64,
    /// the sum of the squares of the differences from that,
    squares: f64,
    /// its least value
    pub least: f64,
    /// and its largest.
    pub most: f64,
}

impl Spread {
    fn see(&mut self, value: f64) {
        self.n += 1;
        let before = value - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (value - self.mean);
        (self.least, self.most) =
            if self.n == 1 { (value, value) } else { (self.least.min(value), self.most.max(value)) };
    }

    /// Its deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.n < 2 { 0.0 } else { (self.squares / (self.n - 1) as f64).sqrt() }
    }
}

/// A test under way. Runs that were lost count as either: it is decided when that makes no difference.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// What is tested.
    pub claim: Claim,
    /// How wrong it may be.
    pub errors: Errors,
    /// As if all that were lost had it, and as if none had.
    sides: [Wald; 2],
    ended: [Option<Decision>; 2],
    /// What it says.
    pub decision: Option<Decision>,
}

impl Test {
    /// A test that has seen nothing.
    #[must_use]
    pub fn new(claim: Claim, errors: Errors) -> Self {
        let wald = Wald::new(claim.at_least().1, errors);
        Self { claim, errors, sides: [wald; 2], ended: [None; 2], decision: None }
    }

    fn take(&mut self, fails: Option<bool>) {
        let wanted = self.claim.at_least().0;
        for (side, (wald, ended)) in self.sides.iter_mut().zip(&mut self.ended).enumerate() {
            let hits = match (fails, wanted) {
                (Some(fails), Event::Fail) => fails,
                (Some(fails), Event::Pass) => !fails,
                (None, Event::Fail | Event::Pass) => side == 0,
            };
            if ended.is_none() {
                *ended = wald.take(hits);
            }
        }
        if self.ended[0] == self.ended[1] {
            self.decision = self.ended[0];
        }
    }

    /// Whether more runs would change anything.
    fn is_ended(&self) -> bool {
        self.ended.iter().all(Option::is_some)
    }
}

impl Tally {
    /// Nothing was seen.
    #[must_use]
    pub fn new(enough: Enough, test: Option<Test>, n_measures: usize, confidence: f64) -> Self {
        Self {
            runs: 0,
            passed: 0,
            failed: 0,
            rejected: 0,
            lost: 0,
            failures: BTreeMap::new(),
            rejections: BTreeMap::new(),
            lost_because: None,
            used: 0,
            is_changed: false,
            work: 0,
            measured: vec![Spread::default(); n_measures],
            curve: Curve::new(confidence),
            test,
            enough,
        }
    }

    /// One more run.
    pub fn take(&mut self, number: u64, seen: &Seen) -> Go {
        self.runs += 1;
        self.work = self.work.saturating_add(seen.work);
        self.used |= seen.used;
        self.is_changed |= seen.is_changed;
        let fails = match &seen.ended {
            Ended::Passed => {
                self.passed += 1;
                Some(false)
            }
            Ended::Failed(property) => {
                self.failed += 1;
                self.failures.entry(*property).or_insert((0, number)).0 += 1;
                Some(true)
            }
            Ended::Lost { what, span } => {
                self.lost += 1;
                self.lost_because.get_or_insert_with(|| (what.clone(), *span));
                None
            }
            Ended::Rejected(span) => {
                self.rejected += 1;
                if let Some(span) = span {
                    self.rejections.entry((span.file.0, span.start, span.end)).or_insert((*span, 0)).1 += 1;
                }
                return self.go();
            }
        };
        for (spread, value) in self.measured.iter_mut().zip(&seen.measured) {
            if let Some(value) = value.filter(|it| it.is_finite()) {
                spread.see(value);
            }
        }
        if let Some(test) = &mut self.test {
            test.take(fails);
        }
        self.curve.see(self.counted(), self.failed, self.lost);
        self.go()
    }

    fn go(&self) -> Go {
        let is_decided = self.test.as_ref().is_some_and(Test::is_ended);
        if is_decided || self.runs >= self.enough.runs || self.work >= self.enough.work { Go::Stop } else { Go::On }
    }

    /// How many runs count.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.passed + self.failed + self.lost
    }

    /// The share of runs that fail among those whose end is known.
    #[must_use]
    pub fn estimate(&self) -> Option<f64> {
        let known = self.passed + self.failed;
        (known > 0).then(|| self.failed as f64 / known as f64)
    }

    /// Between which bounds the probability to fail lies; what was lost might have failed, or not.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let (n, error) = (self.counted(), (1.0 - confidence) / 2.0);
        (interval::lower(self.failed, n, error), interval::upper(self.failed + self.lost, n, error))
    }

    /// The first run that fails, and what.
    #[must_use]
    pub fn first_failure(&self) -> Option<(u64, u32)> {
        self.failures.iter().map(|(property, (_, first))| (*first, *property)).min()
    }

    /// Where most runs were rejected.
    #[must_use]
    pub fn most_rejected(&self) -> Option<(Span, u64)> {
        let most = self.rejections.values().copied().max_by_key(|it| it.1)?;
        self.rejections.values().copied().find(|it| it.1 == most.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(ended: Ended) -> Seen {
        Seen { ended, work: 10, used: 0, is_changed: false, measured: Vec::new() }
    }

    fn test() -> Test {
        let claim = Claim::read("pass>=0.9").expect("a claim");
        Test::new(claim, Errors { alpha: 0.05, beta: 0.05, indifference: 0.05 })
    }

    #[test]
    fn what_was_lost_widens_the_interval_and_is_no_failure() {
        let mut tally = Tally::new(Enough { runs: 100, work: u64::MAX }, None, 0, 0.95);
        let lost = Ended::Lost { what: "x".to_owned(), span: None };
        for number in 0..100 {
            let ended = if number < 10 {
                lost.clone()
            } else if number < 20 {
                Ended::Failed(2)
            } else {
                Ended::Passed
            };
            let go = tally.take(number, &seen(ended));
            assert_eq!(go == Go::Stop, number == 99);
        }
        assert_eq!((tally.counted(), tally.first_failure(), tally.estimate()), (100, Some((10, 2)), Some(10.0 / 90.0)));
        let (low, high) = tally.interval(0.95);
        assert_eq!(low, interval::clopper_pearson(10, 100, 0.95).0);
        assert_eq!(high, interval::clopper_pearson(20, 100, 0.95).1);
    }

    #[test]
    fn a_test_is_decided_when_lost_runs_make_no_difference() {
        let limit = Enough { runs: 1000, work: u64::MAX };
        let lost = Ended::Lost { what: "x".to_owned(), span: None };
        let ended = |pattern: &dyn Fn(u64) -> Ended| {
            let mut tally = Tally::new(limit, Some(test()), 0, 0.95);
            let n = (0..).find(|&number| tally.take(number, &seen(pattern(number))) == Go::Stop);
            (tally.test.and_then(|it| it.decision), n.map(|it| it + 1))
        };
        assert_eq!(ended(&|_| Ended::Passed), (Some(Decision::Holds), Some(27)));
        assert_eq!(ended(&|_| Ended::Failed(0)), (Some(Decision::Refuted), Some(3)));
        assert_eq!(ended(&|_| lost.clone()), (None, Some(27)), "nothing is known, and more runs would not change that");
        assert_eq!(ended(&|_| Ended::Rejected(None)), (None, Some(1000)), "rejected runs do not count");
        let (decision, n) = ended(&|number| if number == 3 { lost.clone() } else { Ended::Passed });
        assert!(decision == Some(Decision::Holds) && n > Some(27), "{n:?}");
    }
}
