//! The states that a search may come back to, by how many places they have come through.

use std::collections::BTreeMap;

use crate::rng::Rng;

/// At most so many states. Which of two equally near ones is the first is drawn when they are put in.
#[derive(Debug)]
pub struct Store<S> {
    levels: Vec<BTreeMap<(u32, u64), S>>,
    n: usize,
    most: usize,
}

impl<S> Store<S> {
    /// An empty one.
    pub fn new(most: usize) -> Self {
        Self { levels: Vec::new(), n: 0, most }
    }

    /// Keeps a state; `true` if one is forgotten for it: the furthest of those that have come through the fewest places.
    pub fn put(&mut self, level: usize, distance: u32, tie: u64, state: S) -> bool {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, BTreeMap::new);
        }
        let before = self.levels[level].insert((distance, tie), state);
        self.n += usize::from(before.is_none());
        if self.n <= self.most {
            return before.is_some();
        }
        let lowest = self.levels.iter_mut().find(|level| !level.is_empty());
        self.n -= usize::from(lowest.is_some_and(|level| level.pop_last().is_some()));
        true
    }

    /// One of the nearest states of a level that is drawn.
    pub fn take(&mut self, rng: &mut Rng) -> Option<S> {
        let weights =
            self.levels.iter().zip(1u32..).map(|(level, n)| if level.is_empty() { 0.0 } else { f64::from(n) });
        let level = rng.draw(&weights.collect::<Vec<_>>())?;
        let (_, state) = self.levels.get_mut(level)?.pop_first()?;
        self.n -= 1;
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_of_the_lowest_level_are_forgotten() {
        let mut store = Store::new(3);
        assert!(!store.put(1, 9, 0, "one, far"));
        assert!(!store.put(0, 5, 0, "none, far"));
        assert!(!store.put(0, 2, 0, "none, near"));
        assert!(store.put(2, 7, 0, "two"));
        assert!(store.put(1, 1, 0, "one, near"));
        let mut rng = Rng::new(1);
        let mut left: Vec<&str> = std::iter::from_fn(|| store.take(&mut rng)).collect();
        let near = left.iter().position(|&it| it == "one, near");
        let far = left.iter().position(|&it| it == "one, far");
        assert!(near < far, "{left:?}");
        left.sort_unstable();
        assert_eq!(left, ["one, far", "one, near", "two"]);
    }

    #[test]
    fn higher_levels_are_come_back_to_more_often() {
        let mut rng = Rng::new(1);
        let mut n = [0; 3];
        for _ in 0..600 {
            let mut store = Store::new(9);
            for level in 0..3 {
                store.put(level, 0, 0, level);
            }
            n[store.take(&mut rng).unwrap_or(0)] += 1;
        }
        assert!(n[0] > 50 && n[1] > n[0] && n[2] > n[1], "{n:?}");
    }
}
