//! Limits on time, memory and work, checked cooperatively by every long-running part.
//!
//! A [`Budget`] is cheap to clone and to ask; parts that may run long call
//! [`Budget::check`] in their outer loops and pass the [`Exhausted`] reason up. Whoever watches from outside ends the
//! work with [`Budget::end`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Which limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// `--timeout` was reached.
    Time,
    /// `--memory` was reached.
    Memory,
    /// The user asked to stop.
    Interrupted,
    /// The work that this part may cost was done.
    Work,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "the time limit was reached",
            Exhausted::Memory => "the memory limit was reached",
            Exhausted::Interrupted => "interrupted",
            Exhausted::Work => "the solver's effort for this was spent",
        })
    }
}

impl std::error::Error for Exhausted {}

impl Exhausted {
    const ALL: [Exhausted; 4] = [Exhausted::Time, Exhausted::Memory, Exhausted::Interrupted, Exhausted::Work];

    /// As the number kept in an atomic; 0 means none.
    fn code(self) -> u8 {
        self as u8 + 1
    }
}

/// What one analysis may use. Clones share the interrupt flag, and what [`Budget::end`] says.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
    interrupted: Arc<AtomicBool>,
    ended: Arc<AtomicU8>,
    /// The conflicts that solvers may still have, together.
    work: Option<Arc<AtomicU64>>,
}

impl Budget {
    /// No limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { deadline: None, memory_bytes: None, interrupted: Arc::default(), ended: Arc::default(), work: None }
    }

    /// The same budget, ending `timeout` from now.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.deadline = Instant::now().checked_add(timeout);
        self
    }

    /// The same budget, in which solvers have no more than about so many conflicts together. What they have is counted in
    /// all clones made from here on.
    #[must_use]
    pub fn with_work(mut self, conflicts: u64) -> Self {
        self.work = Some(Arc::new(AtomicU64::new(conflicts)));
        self
    }

    /// How many conflicts are left, where they are counted.
    #[must_use]
    pub fn work_left(&self) -> Option<u64> {
        self.work.as_ref().map(|left| left.load(Ordering::Relaxed))
    }

    /// Counts what a solver did.
    pub fn spend(&self, conflicts: u64) {
        if let Some(left) = &self.work {
            left.store(left.load(Ordering::Relaxed).saturating_sub(conflicts), Ordering::Relaxed);
        }
    }

    /// The same budget with at most `bytes` of resident memory for the process.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory_bytes = Some(bytes);
        self
    }

    /// The same budget, ended by `flag` from now on; so are its later clones.
    #[must_use]
    pub fn ended_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupted = flag;
        self
    }

    /// The flag that ends the work when set, for a signal handler.
    #[must_use]
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// When the work must end.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How much resident memory the process may have, in bytes.
    #[must_use]
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_bytes
    }

    /// Ends the work of this budget and of all its clones at their next check, for this reason. The first reason stays.
    pub fn end(&self, reason: Exhausted) {
        let _ = self.ended.compare_exchange(0, reason.code(), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether any limit has been reached.
    ///
    /// # Errors
    /// The limit that has been reached.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Exhausted::Interrupted);
        }
        let ended = self.ended.load(Ordering::Relaxed);
        if let Some(reason) = Exhausted::ALL.into_iter().find(|reason| reason.code() == ended) {
            return Err(reason);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        if self.work_left() == Some(0) {
            return Err(Exhausted::Work);
        }
        if let Some(limit) = self.memory_bytes
            && resident_bytes().is_some_and(|used| used > limit)
        {
            return Err(Exhausted::Memory);
        }
        Ok(())
    }
}

/// The resident memory of this process, where the system tells.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_reported_as_itself() {
        let free = Budget::unlimited();
        assert_eq!(free.check(), Ok(()));
        assert_eq!(free.clone().with_timeout(Duration::ZERO).check(), Err(Exhausted::Time));
        assert_eq!(free.clone().with_memory(1).check(), Err(Exhausted::Memory));
        free.interrupt_flag().store(true, Ordering::Relaxed);
        assert_eq!(free.check(), Err(Exhausted::Interrupted));
    }

    #[test]
    fn who_ends_the_work_ends_that_of_all_clones() {
        let budget = Budget::unlimited();
        let shorter = budget.clone().with_timeout(Duration::from_secs(60));
        budget.end(Exhausted::Memory);
        budget.end(Exhausted::Time);
        assert_eq!(shorter.check(), Err(Exhausted::Memory));
        assert_eq!(Budget::unlimited().check(), Ok(()));
    }

    #[test]
    fn work_is_counted_by_all_clones_and_by_no_other_budget() {
        let whole = Budget::unlimited();
        let part = whole.clone().with_work(10);
        part.clone().spend(6);
        assert_eq!((part.work_left(), part.check()), (Some(4), Ok(())));
        part.clone().spend(6);
        assert_eq!((part.work_left(), part.check()), (Some(0), Err(Exhausted::Work)));
        assert_eq!((whole.work_left(), whole.check()), (None, Ok(())));
    }
}
