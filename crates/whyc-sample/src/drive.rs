//! Many runs on some threads, looked at one after the other in their order: what comes out does not depend on how many threads there are.

use std::thread;

use whyc_base::budget::{Budget, Exhausted};
use whyc_base::source::Span;

/// What became of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// How it ended.
    pub ended: Ended,
    /// How many instructions, or cycles, it took.
    pub work: u64,
    /// Which of the first 128 inputs it read.
    pub used: u128,
    /// Whether a function without body may have changed something.
    pub is_changed: bool,
    /// What was measured of it.
    pub measured: Vec<Option<f64>>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing fails.
    Passed,
    /// This property fails, by its position; those that are measured come behind those of the program.
    Failed(u32),
    /// An assumption does not hold, here: such runs do not count.
    Rejected(Option<Span>),
    /// It could not be followed to its end.
    Lost {
        /// Why, in words.
        what: String,
        /// Where.
        span: Option<Span>,
    },
}

/// What can be run.
pub trait Subject: Sync {
    /// How many runs are made at once.
    fn grain(&self) -> u64;

    /// Some runs, the first of which is a multiple of the grain; fewer if they are ended.
    fn runs(&self, from: u64, n: u64, is_ended: &dyn Fn() -> bool) -> Vec<Seen>;
}

/// Whether more is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// Yes.
    On,
    /// No.
    Stop,
}

/// How much work a thread does before all look at what there is.
const ROUND: u64 = 3_000_000;
/// How many runs at most.
const MANY: u64 = 8192;

/// Runs, from the first on, until `take` has enough.
///
/// # Errors
/// The limit that came before.
pub fn drive<S: Subject>(
    subject: &S,
    jobs: usize,
    budget: &Budget,
    mut take: impl FnMut(u64, Seen) -> Go,
) -> Result<(), Exhausted> {
    let grain = subject.grain();
    let (mut next, mut work) = (0u64, 0u64);
    loop {
        budget.check()?;
        let each = if next == 0 { 16 } else { (ROUND / (work / next + 1)).clamp(1, MANY) };
        let each = each.div_ceil(grain) * grain;
        for (from, seen) in round(subject, next, each, jobs, budget) {
            for (k, one) in seen.into_iter().enumerate() {
                // One that was ended leaves a gap, and nothing behind a gap is looked at.
                if from + k as u64 != next {
                    break;
                }
                next += 1;
                work = work.saturating_add(one.work);
                if take(from + k as u64, one) == Go::Stop {
                    return Ok(());
                }
            }
        }
    }
}

/// The next runs: so many for each thread.
fn round<S: Subject>(subject: &S, next: u64, each: u64, jobs: usize, budget: &Budget) -> Vec<(u64, Vec<Seen>)> {
    let is_ended = || budget.check().is_err();
    if jobs <= 1 {
        return vec![(next, subject.runs(next, each, &is_ended))];
    }
    thread::scope(|scope| {
        let starts = (0..jobs as u64).map(|it| next + it * each);
        let threads: Vec<_> = starts
            .map(|from| (from, scope.spawn(move || subject.runs(from, each, &|| budget.check().is_err()))))
            .collect();
        threads
            .into_iter()
            .map(|(from, thread)| match thread.join() {
                Ok(seen) => (from, seen),
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counted;

    impl Subject for Counted {
        fn grain(&self) -> u64 {
            1
        }
        fn runs(&self, from: u64, n: u64, _: &dyn Fn() -> bool) -> Vec<Seen> {
            let seen = |k: u64| Seen {
                ended: if k % 97 == 5 { Ended::Failed(0) } else { Ended::Passed },
                work: 1 + (k % 13) * 10_000,
                used: 0,
                is_changed: false,
                measured: Vec::new(),
            };
            (from..from + n).map(seen).collect()
        }
    }

    #[test]
    fn runs_are_seen_in_order_on_any_number_of_threads() {
        for jobs in [1, 2, 3, 8] {
            let mut seen = Vec::new();
            let ended = drive(&Counted, jobs, &Budget::unlimited(), |number, one| {
                seen.push((number, one.ended == Ended::Failed(0)));
                if seen.len() == 1000 { Go::Stop } else { Go::On }
            });
            assert!(ended.is_ok() && seen.iter().enumerate().all(|(k, it)| *it == (k as u64, k % 97 == 5)), "{jobs}");
        }
    }
}
