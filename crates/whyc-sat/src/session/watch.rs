//! Ends a running solve when the budget is used up.
//!
//! The solver asks the watch every few decisions. The deadline and the interrupt flag are cheap
//! to look at; the memory in use is read from the operating system and therefore only now and
//! then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use rustsat::solvers::{ControlSignal, Terminate};
use rustsat_cadical::CaDiCaL;
use whyc_base::budget::{Budget, Exhausted};

/// How long the solver may run between two looks at the memory in use.
const MEMORY_INTERVAL: Duration = Duration::from_millis(5);

/// The budget of a session and the reason why it ended the running solve, if it did.
#[derive(Debug)]
pub(crate) struct Watch {
    budget: Budget,
    reason: Arc<AtomicU8>,
}

impl Watch {
    /// Lets `solver` keep to `budget` from now on, and to no earlier one.
    pub(crate) fn attach(solver: &mut CaDiCaL<'static, 'static>, budget: Budget) -> Self {
        let reason = Arc::new(AtomicU8::new(0));
        let watch = Self { budget: budget.clone(), reason: Arc::clone(&reason) };
        let interrupted = budget.interrupt_flag();
        let mut full_check_at = Instant::now();
        solver.attach_terminator(move || {
            let now = Instant::now();
            let exhausted = if interrupted.load(Ordering::Relaxed) {
                Some(Exhausted::Interrupted)
            } else if budget.deadline().is_some_and(|deadline| now >= deadline) {
                Some(Exhausted::Time)
            } else if now >= full_check_at {
                full_check_at = now + MEMORY_INTERVAL;
                budget.check().err()
            } else {
                None
            };
            match exhausted {
                Some(why) => {
                    reason.store(code(why), Ordering::Relaxed);
                    ControlSignal::Terminate
                }
                None => ControlSignal::Continue,
            }
        });
        watch
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// To be called before each solve: why it must not even start, if so.
    pub(crate) fn start(&self) -> Option<Exhausted> {
        self.reason.store(0, Ordering::Relaxed);
        self.budget.check().err()
    }

    /// Why the solve that just ended was ended, if the watch did it.
    pub(crate) fn reason(&self) -> Option<Exhausted> {
        ALL.into_iter().find(|&why| code(why) == self.reason.load(Ordering::Relaxed))
    }
}

const ALL: [Exhausted; 4] = [Exhausted::Time, Exhausted::Memory, Exhausted::Interrupted, Exhausted::Work];

/// A reason as the number kept in the atomic; 0 means none.
fn code(why: Exhausted) -> u8 {
    match why {
        Exhausted::Time => 1,
        Exhausted::Memory => 2,
        Exhausted::Interrupted => 3,
        Exhausted::Work => 4,
    }
}
