//! Whether a change leaves what the program computes somewhere unread.
//!
//! Tests say for each input what should come of it, and some say little: who reads an input only after it was needed passes those in
//! which it makes no difference. If the program as it is reads what it has written into a variable, and with a change it still
//! writes there but never reads that, the change has lost something. So has one that does not look any more at a part of what the
//! program was given.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Program};
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

/// Which statements store something that is read later.
#[derive(Clone, Debug, Default)]
pub struct Stores {
    /// What has stored anything.
    stored: FxHashSet<(FunctionId, InstrId)>,
    /// What has stored something that was read before something else took its place.
    useful: FxHashSet<(FunctionId, InstrId)>,
    /// By storage and bit, how many bits were stored there last, and by what.
    last: BTreeMap<(u64, u64), (u64, (FunctionId, InstrId))>,
}

impl Stores {
    /// Bits of some storage are written, by a statement of the program under test or by something else.
    pub fn write(&mut self, storage: u64, (first, n): (u64, u64), by: Option<(FunctionId, InstrId)>) {
        let gone: Vec<(u64, u64)> =
            self.last.range((storage, first)..(storage, first + n)).map(|(at, _)| *at).collect();
        for at in gone {
            self.last.remove(&at);
        }
        if let Some(by) = by {
            self.stored.insert(by);
            self.last.insert((storage, first), (n, by));
        }
    }

    /// Bits of some storage are read. What only counts itself up is of no use yet.
    pub fn read(&mut self, storage: u64, (first, n): (u64, u64), by: (FunctionId, InstrId)) {
        // What was written as a whole is read in parts, too.
        let whole = self.last.range(..(storage, first)).next_back();
        let whole = whole.filter(|((of, at), (bits, _))| *of == storage && at + bits > first);
        let parts = self.last.range((storage, first)..(storage, first + n));
        self.useful.extend(whole.into_iter().chain(parts).map(|(_, (_, writer))| *writer).filter(|it| *it != by));
    }

    fn add(&mut self, other: Self) {
        self.stored.extend(other.stored);
        self.useful.extend(other.useful);
    }

    /// Whether something that stands within a place stores, and whether any of it is of use.
    fn within(&self, program: &Program, place: Span) -> (bool, bool) {
        let is_there = |(function, instr): &&(FunctionId, InstrId)| {
            let body = program.functions[*function].body.as_ref();
            body.is_some_and(|body| {
                let span = body.instrs[*instr].span;
                span.file == place.file && place.start <= span.start && span.end <= place.end
            })
        };
        (self.stored.iter().any(|it| is_there(&it)), self.useful.iter().any(|it| is_there(&it)))
    }
}

/// What the program as it is stores; none if that takes too many steps.
pub fn stores_of_program(judge: &Judge<'_>, run: Run<'_>) -> Option<Stores> {
    stores(judge, &Stage::watched(judge.program, judge.properties, judge.blame, &judge.numbers), run)
}

/// Whether a change within a statement leaves it nothing to do: it still stores, but nobody reads that any more, and somebody did
/// `before`. Its code is as dead as code that is not reached.
pub fn undoes(judge: &Judge<'_>, before: &Stores, (edits, place): (&[EditReport], Span), run: Run<'_>) -> bool {
    let [edit] = edits else { return false };
    let is_within = edit.span.file == place.file && place.start <= edit.span.start && edit.span.end < place.end;
    if !is_within || before.within(judge.program, place) != (true, true) {
        return false;
    }
    let texts = changed(&judge.program.sources, edits.iter());
    let Ok(compiled) = judge.recompile.recompile(&texts) else { return false };
    let options = judge.recompile.options(&compiled, judge.budget.clone());
    let properties = PropertyTable::new(&compiled.program, options.classes);
    let stage = Stage::watched(&compiled.program, &properties, judge.blame, &judge.numbers);
    let end = place.end + edit.new.len() as u32 - (edit.span.end - edit.span.start);
    stores(judge, &stage, run)
        .is_some_and(|after| after.within(&compiled.program, Span { end, ..place }) == (true, false))
}

fn stores(judge: &Judge<'_>, stage: &Stage<'_>, run: Run<'_>) -> Option<Stores> {
    let mut found = Stores::default();
    let failing = judge.failing.iter().take(MANY_PASSING);
    for act in failing.chain(judge.passing.iter().take(MANY_PASSING).map(|passed| &passed.act)) {
        found.add(run(stage, act)?.stores);
    }
    Some(found)
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
