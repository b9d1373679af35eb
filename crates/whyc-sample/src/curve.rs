//! The estimate and its interval as runs went by, and a drawing of that.

use crate::interval;

/// What was known after some runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// After how many that count.
    pub runs: u64,
    /// The share that fails,
    pub estimate: f64,
    /// and between which bounds it lies.
    pub low: f64,
    /// See `low`.
    pub high: f64,
}

/// Points at distances that grow with the number of runs.
#[derive(Clone, Debug)]
pub struct Curve {
    /// How surely each interval is right.
    confidence: f64,
    next: u64,
    seen: Vec<(u64, u64, u64)>,
}

impl Curve {
    /// No points.
    #[must_use]
    pub fn new(confidence: f64) -> Self {
        Self { confidence, next: 1, seen: Vec::new() }
    }

    /// So many runs count by now, of which so many fail and so many were lost.
    pub fn see(&mut self, runs: u64, failed: u64, lost: u64) {
        if runs >= self.next {
            self.next = (runs + runs / 8).max(runs + 1);
            self.seen.push((runs, failed, lost));
        }
    }

    /// The points; the last of them is the whole.
    #[must_use]
    pub fn points(&self, last: (u64, u64, u64)) -> Vec<Point> {
        let error = (1.0 - self.confidence) / 2.0;
        let more = Some(last).filter(|it| self.seen.last() != Some(it) && it.0 > 0);
        self.seen
            .iter()
            .copied()
            .chain(more)
            .map(|(runs, failed, lost)| Point {
                runs,
                estimate: failed as f64 / (runs - lost).max(1) as f64,
                low: interval::lower(failed, runs, error),
                high: interval::upper(failed + lost, runs, error),
            })
            .collect()
    }
}
