//! Wald's sequential test: whether something has at least some probability, from as few runs as that takes.
//!
//! With θ the bound and δ the half width of the indifference region, it decides between p ≥ θ+δ (it holds) and p ≤ θ-δ (it is refuted).
//! After m runs of which d have it, the likelihood of θ-δ is divided by that of θ+δ. **A large ratio speaks for the smaller probability**:
//! at (1-β)/α or more it is refuted, at β/(1-α) or less it holds. (Clarke, Donzé and Legay print this the other way round.)
//! What holds is refuted with probability at most about α, what does not is said to hold with at most about β; between
//! θ-δ and θ+δ either answer is right.

use std::fmt;

/// What is said of the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// They pass.
    Pass,
    /// They fail.
    Fail,
}

/// A claim about a probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Of what, as it was written.
    pub event: Event,
    /// Whether it is at least the bound; at most otherwise.
    pub is_at_least: bool,
    /// The bound.
    pub bound: f64,
}

impl Claim {
    /// Reads `>=0.99`, `pass>=0.99`, `fail<=0.01` and the like; without a word it is about runs that pass.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn read(text: &str) -> Result<Self, String> {
        let expected = || "expected a bound such as '>=0.99' (runs pass), 'fail<=0.001' or 'pass>=99/100'".to_owned();
        let text = text.trim();
        let (event, rest) = match (text.strip_prefix("pass"), text.strip_prefix("fail")) {
            (Some(rest), _) => (Some(Event::Pass), rest.trim_start()),
            (_, Some(rest)) => (Some(Event::Fail), rest.trim_start()),
            (None, None) => (None, text),
        };
        let (is_at_least, number) = match (rest.strip_prefix(">="), rest.strip_prefix("<=")) {
            (Some(number), _) => (true, number),
            (_, Some(number)) => (false, number),
            (None, None) => return Err(expected()),
        };
        let bound = crate::dist::real(number.trim()).ok_or_else(expected)?;
        if !(0.0..=1.0).contains(&bound) {
            return Err(format!("{} is no probability: it should be between 0 and 1", number.trim()));
        }
        let event = match (event, is_at_least) {
            (Some(event), _) => event,
            (None, true) => Event::Pass,
            (None, false) => {
                return Err("of what? 'fail<=P' is about runs that fail, 'pass<=P' about runs that pass".to_owned());
            }
        };
        Ok(Self { event, is_at_least, bound })
    }

    /// Of which event it says that it has at least which probability: at most is at least of the other one.
    #[must_use]
    pub fn at_least(&self) -> (Event, f64) {
        match (self.is_at_least, self.event) {
            (true, event) => (event, self.bound),
            (false, Event::Pass) => (Event::Fail, 1.0 - self.bound),
            (false, Event::Fail) => (Event::Pass, 1.0 - self.bound),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let event = match self.event {
            Event::Pass => "pass",
            Event::Fail => "fail",
        };
        write!(f, "runs {event} with probability at {} {}", if self.is_at_least { "least" } else { "most" }, self.bound)
    }
}

/// How often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// With which probability what holds is refuted.
    pub alpha: f64,
    /// With which probability what does not hold is said to hold.
    pub beta: f64,
    /// How close to the bound either answer is right.
    pub indifference: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The probability is at least the bound.
    Holds,
    /// It is less.
    Refuted,
}

/// A test under way.
#[derive(Clone, Copy, Debug)]
pub struct Wald {
    /// What a run that has it adds to the logarithm of the ratio,
    hit: f64,
    /// and one that does not.
    miss: f64,
    refuted_from: f64,
    holds_up_to: f64,
    n_hits: u64,
    n_runs: u64,
}

impl Wald {
    /// The test of "at least `bound`".
    #[must_use]
    pub fn new(bound: f64, errors: Errors) -> Self {
        let (more, less) = ((bound + errors.indifference).min(1.0), (bound - errors.indifference).max(0.0));
        Self {
            hit: (less / more).ln(),
            miss: ((1.0 - less) / (1.0 - more)).ln(),
            refuted_from: ((1.0 - errors.beta) / errors.alpha).ln(),
            holds_up_to: (errors.beta / (1.0 - errors.alpha)).ln(),
            n_hits: 0,
            n_runs: 0,
        }
    }

    /// How many runs it has seen.
    #[must_use]
    pub fn n_runs(&self) -> u64 {
        self.n_runs
    }

    /// One more run.
    pub fn take(&mut self, hits: bool) -> Option<Decision> {
        self.n_runs += 1;
        self.n_hits += u64::from(hits);
        self.decision()
    }

    /// What can be said by now.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        // A factor of zero or of infinity decides with the first run that brings it; until then it has not come.
        let part = |n: u64, each: f64| if n == 0 { 0.0 } else { n as f64 * each };
        let sum = part(self.n_hits, self.hit) + part(self.n_runs - self.n_hits, self.miss);
        if sum >= self.refuted_from {
            Some(Decision::Refuted)
        } else if sum <= self.holds_up_to {
            Some(Decision::Holds)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Numbers, Purpose};

    fn errors(error: f64, indifference: f64) -> Errors {
        Errors { alpha: error, beta: error, indifference }
    }

    fn ended(mut test: Wald, mut next: impl FnMut() -> bool) -> (Decision, u64) {
        loop {
            if let Some(decision) = test.take(next()) {
                return (decision, test.n_runs());
            }
        }
    }

    #[test]
    fn runs_that_all_agree_decide_after_a_known_number() {
        let of = |bound: f64, errors: Errors, hits: bool| ended(Wald::new(bound, errors), || hits);
        let strict = errors(0.001, 0.01);
        assert_eq!(of(1.0, strict, true), (Decision::Holds, 688));
        assert_eq!(of(0.0, strict, false), (Decision::Refuted, 688));
        assert_eq!(of(0.98, strict, true), (Decision::Holds, 339));
        assert_eq!(of(0.5, strict, true), (Decision::Holds, 173));
        let loose = errors(0.05, 0.05);
        assert_eq!(of(0.9, loose, true), (Decision::Holds, 27));
        assert_eq!(of(0.9, loose, false), (Decision::Refuted, 3));
    }

    #[test]
    fn one_run_decides_where_the_other_hypothesis_excludes_it() {
        let strict = errors(0.001, 0.01);
        assert_eq!(Wald::new(1.0, strict).take(false), Some(Decision::Refuted));
        assert_eq!(Wald::new(0.0, strict).take(true), Some(Decision::Holds));
        // Late, too: what came before does not count then.
        let mut test = Wald::new(1.0, strict);
        assert!((0..600).all(|_| test.take(true).is_none()));
        assert_eq!(test.take(false), Some(Decision::Refuted));
    }

    /// At the ends of the indifference region, where the test has most to do, both errors keep to their bounds.
    #[test]
    fn ten_thousand_tests_are_wrong_no_more_often_than_said() {
        let (bound, errors) = (0.9, Errors { alpha: 0.02, beta: 0.05, indifference: 0.05 });
        let wrong = |p: f64, wrong: Decision, seed: u64| {
            let test = |trial: u64| {
                let mut numbers = Numbers::of(seed, Purpose::Plain, trial);
                ended(Wald::new(bound, errors), || (numbers.bits() as f64) < p * 2f64.powi(64)).0
            };
            (0..10_000).filter(|&trial| test(trial) == wrong).count()
        };
        let (refuted, held) = (wrong(0.95, Decision::Refuted, 3), wrong(0.85, Decision::Holds, 4));
        // Four deviations above 200 and 500.
        assert!(refuted <= 256 && held <= 587, "{refuted} {held}");
        assert!(refuted > 20 && held > 50, "a test that is never wrong takes too many runs: {refuted} {held}");
    }

    #[test]
    fn claims_are_read() {
        let of = |text: &str| Claim::read(text).map(|it| (it.to_string(), it.at_least()));
        assert_eq!(of(">=0.99"), Ok(("runs pass with probability at least 0.99".to_owned(), (Event::Pass, 0.99))));
        assert_eq!(of("fail <= 0.25"), Ok(("runs fail with probability at most 0.25".to_owned(), (Event::Pass, 0.75))));
        assert_eq!(of("pass<=1/4").map(|it| it.1), Ok((Event::Fail, 0.75)));
        assert_eq!(of("fail>=0.5").map(|it| it.1), Ok((Event::Fail, 0.5)));
        for wrong in ["<=0.1", "0.9", ">=", ">=2", ">=-1", "pass", ">=nan", "fail<0.1"] {
            assert!(Claim::read(wrong).is_err(), "{wrong}");
        }
    }
}
