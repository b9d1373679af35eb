//! What is missing: the largest groups of combinations of which none is covered.
//!
//! A hole gives values to some attributes such that nothing that is covered has all of them. It is told only if none of its parts is a hole
//! already; so levels are gone through from one attribute on (after Adler, Blue, Conti, Prewitt and Ur, "Evaluating Workloads Using
//! Comparative Functional Coverage").

use std::collections::BTreeSet;

/// A value for some of the attributes, by its position in their domains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(pub Vec<Option<usize>>);

impl Hole {
    /// How many attributes have a value.
    #[must_use]
    pub fn level(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether a combination, or a smaller group, lies in it.
    #[must_use]
    pub fn contains(&self, other: &[Option<usize>]) -> bool {
        self.0.iter().zip(other).all(|(mine, other)| mine.is_none() || mine == other)
    }
}

/// More attributes than this are not looked at: each subset of them is.
pub const MOST_ATTRIBUTES: usize = 16;

/// The maximal holes of what is covered, smaller levels first; `sizes` are the numbers of values.
#[must_use]
pub fn maximal(sizes: &[usize], covered: &[Vec<usize>]) -> Vec<Hole> {
    let m = sizes.len();
    let mut holes: Vec<Hole> = Vec::new();
    if m == 0 || m > MOST_ATTRIBUTES {
        return holes;
    }
    let mut subsets: Vec<u32> = (1..1u32 << m).collect();
    // By level, and in the order of the attributes.
    subsets.sort_by_key(|set| (set.count_ones(), set.reverse_bits() ^ u32::MAX));
    for set in subsets {
        let chosen: Vec<usize> = (0..m).filter(|at| set >> at & 1 == 1).collect();
        let seen: BTreeSet<Vec<usize>> =
            covered.iter().map(|tuple| chosen.iter().map(|&at| tuple[at]).collect()).collect();
        let mut values = vec![0; chosen.len()];
        if chosen.iter().any(|&at| sizes[at] == 0) {
            continue;
        }
        loop {
            if !seen.contains(&values) {
                let mut hole = vec![None; m];
                for (&at, &value) in chosen.iter().zip(&values) {
                    hole[at] = Some(value);
                }
                if !holes.iter().any(|known| known.contains(&hole)) {
                    holes.push(Hole(hole));
                }
            }
            if !next(&mut values, &chosen, sizes) {
                break;
            }
        }
    }
    holes
}

/// The next combination of values; `false` after the last one.
fn next(values: &mut [usize], chosen: &[usize], sizes: &[usize]) -> bool {
    for at in (0..values.len()).rev() {
        values[at] += 1;
        if values[at] < sizes[chosen[at]] {
            return true;
        }
        values[at] = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_hides_those_within_it() {
        // M19, M42, M6 by whether anything else runs: what the customer and what the test does.
        let customer = [[0, 1], [1, 0], [1, 1], [2, 0], [2, 1]].map(Vec::from);
        let test = [[1, 1], [2, 0], [2, 1]].map(Vec::from);
        assert_eq!(maximal(&[3, 2], &customer), [Hole(vec![Some(0), Some(0)])]);
        assert_eq!(maximal(&[3, 2], &test), [Hole(vec![Some(0), None]), Hole(vec![Some(1), Some(0)])]);
    }

    #[test]
    fn holes_are_all_and_only_what_is_missing() {
        // Against the definition, on combinations of three attributes that look random.
        let sizes = [3, 2, 3];
        for seed in 0u64..200 {
            let mut covered = Vec::new();
            for k in 0..18u64 {
                let word = (seed * 18 + k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                if word % 3 != 0 {
                    covered.push(vec![(k % 3) as usize, (k / 3 % 2) as usize, (k / 6) as usize]);
                }
            }
            let holes = maximal(&sizes, &covered);
            for k in 0..18 {
                let tuple = vec![k % 3, k / 3 % 2, k / 6];
                let parts: Vec<Option<usize>> = tuple.iter().copied().map(Some).collect();
                let is_in_hole = holes.iter().any(|hole| hole.contains(&parts));
                assert_eq!(is_in_hole, !covered.contains(&tuple), "{tuple:?} of {covered:?}");
            }
            for (at, hole) in holes.iter().enumerate() {
                let others = holes.iter().enumerate().filter(|(other, _)| *other != at);
                assert!(others.into_iter().all(|(_, other)| !other.contains(&hole.0)), "{holes:?}");
            }
        }
    }
}
