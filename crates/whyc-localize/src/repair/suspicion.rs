//! How much a place has to do with failing, by who comes there: Ochiai's measure.
//!
//! What failing tests come to and passing ones do not is tried first, where not everything can be.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashSet;
use whyc_base::source::FileId;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Program};

use crate::rank::ochiai;

/// The measure of each place, in millionths.
#[derive(Debug, Default)]
pub struct Suspicion {
    /// For each file, bytes at which something is executed, in order.
    of_files: BTreeMap<FileId, BTreeMap<usize, u64>>,
}

impl Suspicion {
    /// From runs, each with whether it passes and what it comes to.
    pub fn of(program: &Program, visited: &[(bool, FxHashSet<(FunctionId, InstrId)>)]) -> Self {
        let n_failing = visited.iter().filter(|(passes, _)| !passes).count();
        // How many failing and passing runs come by.
        let mut counts: BTreeMap<(FileId, usize), (usize, usize)> = BTreeMap::new();
        for (passes, visited) in visited {
            let mut here: FxHashSet<(FileId, usize)> = FxHashSet::default();
            for &(function, instr) in visited {
                let Some(body) = &program.functions[function].body else { continue };
                let span = body.instrs[instr].span;
                here.insert((span.file, span.start as usize));
            }
            for place in here {
                let count = counts.entry(place).or_default();
                if *passes { count.1 += 1 } else { count.0 += 1 }
            }
        }
        let mut of_files: BTreeMap<FileId, BTreeMap<usize, u64>> = BTreeMap::new();
        for ((file, at), counts) in counts {
            of_files.entry(file).or_default().insert(at, millionths(counts, n_failing));
        }
        Self { of_files }
    }

    /// The measure of the most suspicious that is executed within these bytes, or else of what is executed last before them.
    pub fn at(&self, file: FileId, bytes: &Range<usize>) -> u64 {
        let Some(places) = self.of_files.get(&file) else { return 0 };
        let inside = places.range(bytes.start..bytes.end.max(bytes.start + 1)).map(|(_, &it)| it).max();
        inside.or_else(|| places.range(..bytes.start).next_back().map(|(_, &it)| it)).unwrap_or_default()
    }
}

/// The measure in millionths, which have an order.
fn millionths(counts: (usize, usize), n_failing: usize) -> u64 {
    (1e6 * ochiai(counts, n_failing)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_failing_runs_come_to_is_the_most_suspicious() {
        assert_eq!(millionths((3, 0), 3), 1_000_000);
        assert!(millionths((3, 1), 3) < 1_000_000 && millionths((3, 1), 3) > millionths((3, 9), 3));
        assert_eq!(millionths((0, 5), 3), 0);
    }

    #[test]
    fn what_is_not_executed_is_as_suspicious_as_what_comes_before() {
        let places = BTreeMap::from([(10, 5), (20, 9)]);
        let suspicion = Suspicion { of_files: BTreeMap::from([(FileId(0), places)]) };
        assert_eq!(suspicion.at(FileId(0), &(5..25)), 9);
        assert_eq!(suspicion.at(FileId(0), &(12..12)), 5);
        assert_eq!(suspicion.at(FileId(0), &(2..3)), 0);
    }
}
