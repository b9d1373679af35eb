//! Work spread over the machine's cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Applies `work` to every item; the results are in the order of the items.
///
/// # Panics
/// If `work` does.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let n_threads = thread::available_parallelism().map_or(1, usize::from).min(items.len().max(1));
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                while let Some((idx, item)) = {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    items.get(idx).map(|item| (idx, item))
                } {
                    let result = work(item);
                    results.lock().expect("no holder of the lock should panic")[idx] = Some(result);
                }
            });
        }
    });
    let results = results.into_inner().expect("no holder of the lock should panic");
    results.into_iter().map(|result| result.expect("every item should have been worked on")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn order_is_kept() {
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(super::map(&items, |x| x * 2), (0..100).map(|x| x * 2).collect::<Vec<_>>());
        assert!(super::map(&[] as &[u32], |x| *x).is_empty());
    }
}
