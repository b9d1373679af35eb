//! A stack that is large enough for deeply nested programs, whatever thread a session is asked on.

use std::cell::Cell;

/// How large it is. Only what is touched costs memory.
const STACK_BYTES: usize = 1 << 28;

thread_local! {
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Says that the current thread has a large stack already.
pub fn mark_large() {
    IS_LARGE.set(true);
}

/// Does `work` on a large stack: here if there is one, on a thread of its own otherwise. A panic goes on here.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_LARGE.get() {
        return work();
    }
    // Taken out by whoever does the work: should no thread start, it is still there.
    let mut slot = Some(work);
    let started = std::thread::scope(|scope| {
        let slot = &mut slot;
        let body = move || {
            mark_large();
            slot.take().map(|work| work())
        };
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, body).ok()?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    match (started, slot) {
        (Some(done), _) => done,
        // Too little address space for that stack: the caller's serves ordinary programs.
        (None, Some(work)) => work(),
        (None, None) => unreachable!("work that was taken should have been done"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(n: u64) -> u64 {
        if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
    }

    #[test]
    fn deep_work_is_done_on_any_thread() {
        let here = std::thread::current().id();
        let (there, nested, n) = deep(|| {
            let there = std::thread::current().id();
            (there, deep(|| std::thread::current().id()), depth(500_000))
        });
        assert_ne!(here, there);
        assert_eq!(there, nested, "one large stack is enough");
        assert_eq!(n, 500_000);
    }

    #[test]
    #[should_panic(expected = "the sky should not fall")]
    fn a_panic_goes_on() {
        deep(|| panic!("the sky should not fall"));
    }
}
