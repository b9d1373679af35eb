//! What stands between the work and the operating system: stack, panics, signals.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use whyc_base::budget::Budget;

use crate::supervise::{self, Stage};
use crate::watchdog;

/// Stack sizes to try, in bytes. Only what is touched costs memory, so that the first one almost
/// always works; expressions nested a hundred thousand deep fit it.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// The work did not come to an end.
#[derive(Debug)]
pub struct Crash {
    /// What is known about it.
    pub message: String,
}

/// Runs `work` on a large stack. A panic in it is an error here.
pub fn run<T: Send>(work: impl Fn() -> T + Sync) -> Result<T, Crash> {
    let panicked = Arc::new(Mutex::new(String::new()));
    let record = Arc::clone(&panicked);
    panic::set_hook(Box::new(move |info| {
        let mut message = record.lock().unwrap_or_else(PoisonError::into_inner);
        // The first one is the cause.
        if message.is_empty() {
            *message = info.to_string().replace('\n', " ");
        }
    }));
    thread::scope(|scope| {
        for size in STACKS {
            let on_large_stack = || {
                whyc_session::mark_large();
                work()
            };
            if let Ok(handle) = thread::Builder::new().stack_size(size).spawn_scoped(scope, on_large_stack) {
                return handle
                    .join()
                    .map_err(|_| Crash { message: panicked.lock().unwrap_or_else(PoisonError::into_inner).clone() });
            }
        }
        Err(Crash { message: "no thread could be started".to_owned() })
    })
}

/// Holds the work of `budget` to its limits, and makes Ctrl-C and a polite `kill` end it at its next check, so that what was
/// decided so far is shown.
pub fn hold(budget: &Budget) {
    let flag = budget.interrupt_flag();
    // Without a handler Ctrl-C ends the process as usual, which is no reason to stop.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    watchdog::start(budget);
}

/// Makes Ctrl-C, a polite `kill` and the end of `limit` set `flag`, for work that goes on until then and tells the best it has.
pub fn until(flag: &Arc<AtomicBool>, limit: Option<Duration>) {
    let end = |flag: &AtomicBool| {
        flag.store(true, Ordering::Relaxed);
        supervise::tell(Stage::Composing);
    };
    let signalled = Arc::clone(flag);
    // Without a handler Ctrl-C ends the process as usual, which is no reason to stop.
    let _ = ctrlc::set_handler(move || end(&signalled));
    if let Some(limit) = limit {
        let late = Arc::clone(flag);
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(limit);
            end(&late);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // One test, because the hook that keeps the message belongs to the whole process.
    #[test]
    fn a_panic_is_an_error_with_its_message_and_deep_recursion_is_none() {
        assert_eq!(run(|| 3).ok(), Some(3));
        let crash = run::<()>(|| panic!("the sky should not fall")).err().map(|crash| crash.message);
        let message = crash.unwrap_or_default();
        assert!(message.contains("the sky should not fall"), "{message}");
        assert!(message.contains("edge.rs"), "{message}");
        fn deep(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(deep(n - 1)) }
        }
        assert_eq!(run(|| deep(500_000)).ok(), Some(500_000));
    }
}
