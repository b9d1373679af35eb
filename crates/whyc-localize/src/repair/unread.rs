//! Whether a change leaves what the program computes somewhere unread.
//!
//! Tests say for each input what should come of it, and some say little: who reads an input only after it was needed passes those in
//! which it makes no difference. If the program as it is reads what it has written into a variable, and with a change it still
//! writes there but never reads that, the change has lost something. So has one that does not look any more at a part of what the
//! program was given.

use rustc_hash::FxHashSet;
use whyc_ir::property::PropertyTable;

use whyc_debug::finding::EditReport;

use super::stage::{Act, Seen, Stage};
use super::verdict::Judge;
use crate::recompile::changed;

/// Makes a run, unless enough has been run.
type Run<'a> = &'a dyn Fn(&Stage<'_>, &Act) -> Option<Seen>;

/// So many runs are looked at. They are runs that pass: those that fail may well have to leave something undone.
const MANY_PASSING: usize = 24;

/// What becomes of variables, by the hashes of their names and of the functions that they are in.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    /// Those that are written.
    pub written: FxHashSet<u64>,
    /// Those that are read after they were written.
    pub read: FxHashSet<u64>,
    /// The bytes that are there from the beginning and are read: of arguments, not of the standard input, of which it says little how
    /// far it is read.
    pub given: FxHashSet<(u64, u64)>,
}

impl Traffic {
    /// A variable is written.
    pub fn write(&mut self, variable: u64) {
        self.written.insert(variable);
    }

    /// A variable is read.
    pub fn read(&mut self, variable: u64) {
        if self.written.contains(&variable) {
            self.read.insert(variable);
        }
    }
}

/// What the program as it is does; none if that takes too many steps.
pub fn of_program(judge: &Judge<'_>, run: Run<'_>) -> Option<Traffic> {
    traffic(judge, &Stage::watched(judge.program, judge.properties, judge.blame, &judge.numbers), run)
}

/// Whether a change leaves unread what is written into a variable, and was read `before`, as far as runs that pass tell.
pub fn wastes(judge: &Judge<'_>, before: &Traffic, edits: &[EditReport], run: Run<'_>) -> bool {
    let texts = changed(&judge.program.sources, edits.iter());
    let Ok(compiled) = judge.recompile.recompile(&texts) else { return false };
    let options = judge.recompile.options(&compiled, judge.budget.clone());
    let properties = PropertyTable::new(&compiled.program, options.classes);
    let stage = Stage::watched(&compiled.program, &properties, judge.blame, &judge.numbers);
    let after = traffic(judge, &stage, run);
    after.is_some_and(|after| {
        let mut lost = before.read.difference(&after.read);
        lost.any(|it| after.written.contains(it)) || before.given.difference(&after.given).next().is_some()
    })
}

fn traffic(judge: &Judge<'_>, stage: &Stage<'_>, run: Run<'_>) -> Option<Traffic> {
    let mut found = Traffic::default();
    for passed in judge.passing.iter().take(MANY_PASSING) {
        let Traffic { written, read, given } = run(stage, &passed.act)?.traffic;
        found.written.extend(written);
        found.read.extend(read);
        found.given.extend(given);
    }
    Some(found)
}
