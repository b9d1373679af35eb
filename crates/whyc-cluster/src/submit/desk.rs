//! Where workers are heard: what is wanted, who has said something about it, and when.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::wire::{News, Order, Outcome, Report};

/// What a worker has said about a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Who.
    pub worker: String,
    /// What.
    pub outcome: Outcome,
}

/// The parts of one question that are wanted.
#[derive(Debug, Default)]
pub struct Desk {
    parts: Mutex<BTreeMap<String, Place>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Place {
    heard: Option<Heard>,
    /// When someone has last told of it.
    life: Instant,
}

impl Desk {
    /// A part is wanted from now on.
    pub fn expect(&self, part: &str) {
        self.lock().insert(part.to_owned(), Place { heard: None, life: Instant::now() });
    }

    /// It is not any more.
    pub fn close(&self, part: &str) {
        self.lock().remove(part);
    }

    /// How long nobody has told anything of a part.
    pub fn silence(&self, part: &str) -> Duration {
        self.lock().get(part).map_or(Duration::MAX, |place| place.life.elapsed())
    }

    /// What was said about a part, if that happens soon. It is taken away, so that the next one can be heard.
    pub fn wait(&self, part: &str, most: Duration) -> Option<Heard> {
        let mut parts = self.lock();
        let until = Instant::now() + most;
        loop {
            if let Some(heard) = parts.get_mut(part).and_then(|place| place.heard.take()) {
                return Some(heard);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            parts = self.changed.wait_timeout(parts, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes in what a worker tells; what it is to do. What makes no sense is not answered with work.
    pub fn hear(&self, message: &[u8]) -> Order {
        let Ok(Report { part, worker, news }) = serde_json::from_slice(message) else { return Order::Stop };
        let mut parts = self.lock();
        // What comes twice, or too late, is of no use.
        let Some(place) = parts.get_mut(&part) else { return Order::Stop };
        place.life = Instant::now();
        match news {
            News::Begin | News::Alive => Order::Go,
            News::Done(outcome) => {
                place.heard.get_or_insert(Heard { worker, outcome });
                drop(parts);
                self.changed.notify_all();
                Order::Go
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Place>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Said;

    fn report(part: &str, worker: &str, news: News) -> Vec<u8> {
        serde_json::to_vec(&Report { part: part.into(), worker: worker.into(), news }).expect("it can be written")
    }

    fn done(work: u64) -> News {
        News::Done(Outcome { said: Said::Nothing(None), work, gates: 0 })
    }

    #[test]
    fn what_is_not_wanted_is_stopped_and_what_comes_twice_is_heard_once() {
        let desk = Desk::default();
        assert_eq!(desk.hear(&report("p0", "a", News::Begin)), Order::Stop);
        desk.expect("p0");
        assert_eq!(desk.hear(&report("p0", "a", News::Begin)), Order::Go);
        assert_eq!(desk.wait("p0", Duration::ZERO), None);
        assert_eq!(desk.hear(&report("p0", "a", done(1))), Order::Go);
        assert_eq!(desk.hear(&report("p0", "b", done(2))), Order::Go);
        assert_eq!(desk.wait("p0", Duration::ZERO).map(|it| it.worker), Some("a".to_owned()));
        assert_eq!(desk.wait("p0", Duration::ZERO), None);
        desk.close("p0");
        assert_eq!(desk.hear(&report("p0", "b", done(2))), Order::Stop);
        assert_eq!(desk.hear(b"no message"), Order::Stop);
    }
}
