//! Ends this process with what was decided so far when a limit is reached and the work does not end by itself.
//!
//! Work that asks its budget ends soon after a limit and tells more; but libclang asks nobody, and neither do some long
//! stretches of ours. A thread looks at the clock and at the memory in use. It first tells the budget, and a moment later
//! takes over: it writes what [`so_far`] was given last, and leaves. Either it writes or the work does ([`commit`]), never
//! both.

use std::fs;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use whyc_base::budget::{Budget, Exhausted, resident_bytes};

use crate::Exit;
use crate::output;
use crate::supervise::{self, Stage};

/// How often memory is looked at where it is limited, and how often everything else.
const MEMORY_INTERVAL: Duration = Duration::from_millis(3);
const INTERVAL: Duration = Duration::from_millis(15);
/// How long the work has to end by itself.
const GRACE: Duration = Duration::from_millis(450);
/// How much more memory it may use meanwhile: a part of what it may use in all.
const SPARE: u64 = 25;
/// How much of the machine's memory is used at most where nothing else is asked for, in percent: past that the system
/// would end this process or another one.
const MOST_PERCENT: u64 = 80;

/// How much memory libclang gets at most, in bytes: what needs more never ends, as a header without end does.
const READING: u64 = 3 << 30;

/// How long libclang gets at most where no time limit is asked for: what takes longer never ends.
const READING_TIME: Duration = Duration::from_secs(300);

/// Writes an answer that is not complete, for the reason why it is not.
type Fallback = Box<dyn FnOnce(Exhausted) + Send>;

static SO_FAR: Mutex<Option<Fallback>> = Mutex::new(None);

/// Who writes the answer.
static WRITER: AtomicU8 = AtomicU8::new(NOBODY);
const NOBODY: u8 = 0;
const THE_WORK: u8 = 1;
const THE_WATCHDOG: u8 = 2;

/// From now on `write` tells what was decided so far.
pub fn so_far(write: impl FnOnce(Exhausted) + Send + 'static) {
    *SO_FAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(write));
}

/// To be called before an answer is written: from here on it is the only one. Does not return where there is one already.
pub fn commit() {
    let is_work = thread::current().name() != Some(THREAD);
    if is_work && !is_mine(THE_WORK) {
        // The other thread ends the process as soon as it has written.
        loop {
            thread::park();
        }
    }
    supervise::tell(Stage::Answering);
}

/// Whether the answer is written by `who`, who claims it if nobody has.
fn is_mine(who: u8) -> bool {
    match WRITER.compare_exchange(NOBODY, who, Ordering::SeqCst, Ordering::SeqCst) {
        Ok(_) => true,
        Err(other) => other == who,
    }
}

const THREAD: &str = "watchdog";

/// Holds the work of `budget` to its limits.
pub fn start(budget: &Budget) {
    let budget = budget.clone();
    let allowed = budget.memory_limit().or_else(|| Some(machine_memory()? / 100 * MOST_PERCENT));
    // Without a thread the work still asks its budget.
    let _ = thread::Builder::new().name(THREAD.to_owned()).spawn(move || hold(&budget, allowed));
}

fn hold(budget: &Budget, allowed: Option<u64>) {
    let interval = if budget.memory_limit().is_some() { MEMORY_INTERVAL } else { INTERVAL };
    let mut reached: Option<(Exhausted, Instant)> = None;
    let mut reading_since: Option<Instant> = None;
    loop {
        thread::sleep(interval);
        reading_since = supervise::is_reading().then(|| reading_since.unwrap_or_else(Instant::now));
        if budget.deadline().is_none() && reading_since.is_some_and(|since| since.elapsed() > READING_TIME) {
            give_up_reading();
        }
        let used = resident_bytes().unwrap_or(0);
        let allowed =
            if supervise::is_reading() { Some(allowed.map_or(READING, |all| all.min(READING))) } else { allowed };
        let is_too_large = allowed.is_some_and(|allowed| used > allowed);
        let now = Instant::now();
        if reached.is_none() {
            let reason = if is_too_large { Some(Exhausted::Memory) } else { budget.check().err() };
            reached = reason.map(|reason| (reason, now));
            if let Some(reason) = reason {
                budget.end(reason);
            }
        }
        let Some((reason, since)) = reached else { continue };
        let is_far_too_large = allowed.is_some_and(|allowed| used > allowed + allowed / SPARE);
        if is_far_too_large || now.duration_since(since) > GRACE {
            take_over(if is_far_too_large { Exhausted::Memory } else { reason });
        }
    }
}

/// libclang does not come back.
fn give_up_reading() {
    if is_mine(THE_WATCHDOG) {
        let minutes = READING_TIME.as_secs() / 60;
        output::error(&format!(
            "libclang has not finished reading the program after {minutes} minutes, and perhaps it never will; --timeout allows more"
        ));
        supervise::leave(Exit::Bad);
    }
}

fn take_over(reason: Exhausted) -> ! {
    let write = SO_FAR.lock().unwrap_or_else(PoisonError::into_inner).take();
    if !is_mine(THE_WATCHDOG) {
        // The answer is just being written.
        loop {
            thread::park();
        }
    }
    supervise::tell(Stage::Composing);
    if let Some(write) = write {
        write(reason);
    }
    supervise::leave(Exit::Undecided)
}

/// The memory of the machine, or of the part of it that this process may use.
fn machine_memory() -> Option<u64> {
    let all = fs::read_to_string("/proc/meminfo").ok()?;
    let line = all.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    Some(group.map_or(kib * 1024, |group| group.min(kib * 1024)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_memory_and_this_process_uses_less() {
        let all = machine_memory().expect("the system should tell");
        assert!(resident_bytes().expect("the system should tell") < all);
    }
}
