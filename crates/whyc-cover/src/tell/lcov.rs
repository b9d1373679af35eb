//! The tracefile of lcov: what many services and editors read.
//!
//! Counts are numbers of runs of the suite. What no run can reach counts as not executed, as lcov has no word for it.

use std::fmt::Write as _;

use crate::coverage::Coverage;
use crate::goal::{Key, Kind};
use crate::tell::cobertura::files;

/// The tracefile.
#[must_use]
pub fn render(it: &Coverage) -> String {
    let mut out = String::new();
    for (file, goals) in files(it) {
        let _ = writeln!(out, "TN:\nSF:{file}");
        let (mut found, mut hit) = (0, 0);
        let (mut branches, mut taken) = (0, 0);
        let (mut block, mut last, mut number) = (0, None, 0);
        for &at in &goals {
            let (goal, _) = &it.goals[at];
            if goal.key.kind() != Kind::Branch {
                continue;
            }
            let (line, place) = (it.sources.line(goal.span), decision(goal.key));
            if last.is_some_and(|last| last != (line, place)) {
                (block, number) = (block + 1, 0);
            }
            last = Some((line, place));
            let n = n_runs(it, goal.key);
            let _ = writeln!(out, "BRDA:{line},{block},{number},{n}");
            number += 1;
            branches += 1;
            taken += usize::from(n > 0);
        }
        let _ = writeln!(out, "BRF:{branches}\nBRH:{taken}");
        for &at in &goals {
            let (goal, _) = &it.goals[at];
            if goal.key.kind() == Kind::Line {
                let n = n_runs(it, goal.key);
                let _ = writeln!(out, "DA:{},{n}", it.sources.line(goal.span));
                found += 1;
                hit += usize::from(n > 0);
            }
        }
        let _ = writeln!(out, "LF:{found}\nLH:{hit}\nend_of_record");
    }
    out
}

/// Which decision a branch belongs to.
fn decision(key: Key) -> (u32, u32) {
    match key {
        Key::Branch(function, instr, _) | Key::Case(function, instr, _) => (function.0, instr.0),
        Key::Choice(function, expr, _) => (function.0, u32::MAX - expr.0),
        Key::Line(..) | Key::Decides(..) | Key::Rounds(..) | Key::Call(..) | Key::Tuple(..) => (0, 0),
    }
}

/// How many runs of the suite meet a goal.
#[must_use]
pub fn n_runs(it: &Coverage, key: Key) -> usize {
    it.runs.iter().filter(|run| run.keys.contains(&key)).count()
}
