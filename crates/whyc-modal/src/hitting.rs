//! The fewest elements that meet every one of some sets.

use crate::work::{Limit, Work};

/// A smallest choice of elements that has one of every set and is allowed, or nothing if there is none. Less than an allowed choice is allowed,
/// too. There is none smaller than `at_least`, as the caller knows.
pub fn smallest(
    sets: &[Vec<usize>],
    at_least: usize,
    is_allowed: &dyn Fn(&[usize]) -> bool,
    work: &mut Work,
) -> Result<Option<Vec<usize>>, Limit> {
    // Of a choice from which nothing can be left out each element meets a set that no other one meets.
    for size in at_least..=sets.len() {
        let mut search = Search { sets, is_allowed, chosen: Vec::new(), excluded: Vec::new(), work };
        if search.choose(size)? {
            search.chosen.sort_unstable();
            return Ok(Some(search.chosen));
        }
    }
    Ok(None)
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    is_allowed: &'a dyn Fn(&[usize]) -> bool,
    chosen: Vec<usize>,
    /// What was tried before, together with all that goes with it.
    excluded: Vec<usize>,
    work: &'a mut Work,
}

impl Search<'_> {
    fn choose(&mut self, left: usize) -> Result<bool, Limit> {
        self.work.spend(self.sets.len() + 1)?;
        let sets = self.sets;
        let Some(unmet) = sets.iter().find(|set| !set.iter().any(|it| self.chosen.contains(it))) else {
            return Ok(true);
        };
        if left == 0 {
            return Ok(false);
        }
        let n_excluded = self.excluded.len();
        for &element in unmet {
            if self.excluded.contains(&element) {
                continue;
            }
            self.chosen.push(element);
            if (self.is_allowed)(&self.chosen) && self.choose(left - 1)? {
                return Ok(true);
            }
            self.chosen.pop();
            self.excluded.push(element);
        }
        self.excluded.truncate(n_excluded);
        Ok(false)
    }
}
