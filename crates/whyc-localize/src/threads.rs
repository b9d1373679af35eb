//! Where a change of what threads do lets every schedule pass.
//!
//! Values that would help say nothing of who runs when; what can be wrong there is something else: a lock that is lacking, is another one, or
//! is given back too early ([`holds`]), an order of locks, statements or ends of threads ([`orders`]), a wait ([`waits`]). In: what threads
//! do to each other in a failing run ([`trouble`]), and the text ([`code`], [`locks`]). Each [`change`] of the text is checked as a program
//! of its own, for every schedule within the bounds ([`check`]); what fails in another race then goes on from there.

mod code;

mod locks;

mod trouble;

mod change;

mod holds;

mod orders;

mod waits;

mod check;

use std::collections::BTreeSet;

use whyc_check::Analysis;
use whyc_debug::finding::{ComponentReport, DiagnosisReport, EditReport, LocalizationReport, ScheduleReport};
use whyc_ir::property::{PropertyClass, PropertyId};

use self::change::{Change, Op};
use self::check::{Checked, Checker};
use self::code::{At, Code};
use self::trouble::Trouble;
use crate::suggest::Scene;
use crate::{Failure, Localization, Tell};

/// A change that mends the program: what it does to the text, and what is known of it.
type Mending = (Change, Vec<EditReport>, Checked);

/// At most this many changes are checked.
const MANY_CHECKS: usize = 64;
/// This many changes that mend everything are enough.
const ENOUGH: usize = 3;
/// Once something mends everything, what is so much more far-fetched is not looked at.
const FURTHER: u32 = 4;
/// At most this many changes that did not help alone are tried in pairs.
const MANY_HALVES: usize = 12;
/// What it costs that two changes are needed that have nothing to do with each other.
const PAIR: u32 = 6;
/// A change does no more than this many things.
const MANY_OPS: usize = 4;

impl Scene<'_> {
    /// Localises what lets `property` fail, as `report` tells it.
    ///
    /// # Errors
    /// If no change of those that were tried mends it, or a limit comes first.
    pub fn of_schedule(
        &self,
        analysis: &mut Analysis,
        property: PropertyId,
        report: &ScheduleReport,
        tell: Tell<'_>,
    ) -> Result<LocalizationReport, Failure> {
        let code = Code::new(self.program, &|file| self.recompile.can_change(file), &|function, file| {
            self.options.trusts(function, file)
        });
        let globals = locks::global_names(self.program);
        let failed = &analysis.properties.all()[property];
        let trouble = Trouble::new(&code, failed.class, report, failed.span, &|span| span);
        let mut checker = Checker::new(self, analysis, property);
        let mut search = Search { code: &code, globals: &globals, open: Vec::new(), seen: Vec::new() };
        search.add(&trouble, None);
        let (mut halves, mut mended): (Vec<Change>, Vec<Mending>) = (Vec::new(), Vec::new());
        let (mut n_checked, mut is_paired) = (0, false);
        while n_checked < MANY_CHECKS && mended.len() < ENOUGH && !checker.is_used_up() {
            let Some((change, edits)) = search.next() else {
                if is_paired || !mended.is_empty() {
                    break;
                }
                is_paired = true;
                search.pairs(&halves);
                continue;
            };
            if mended.first().is_some_and(|(best, ..)| change.cost > best.cost + FURTHER) {
                break;
            }
            if self.budget.check().is_err() {
                break;
            }
            n_checked += 1;
            tell(&format!("checking change {n_checked}"));
            match checker.check(&code, &edits) {
                Some(checked) if checked.mends() => mended.push((change, edits, checked)),
                Some(Checked { trouble: Some(next), .. }) if trouble.class == PropertyClass::Race => {
                    search.add(&next, Some(&change));
                }
                Some(_) => halves.push(change),
                None => {}
            }
        }
        if mended.is_empty() {
            let what = if n_checked == 1 { "change was" } else { "changes were" };
            return Err(Failure::Undecided(format!(
                "no change of locks, orders or waits mends this: {n_checked} {what} checked"
            )));
        }
        Ok(told(&code, mended, n_checked))
    }
}

/// The changes that are still to be checked, and those that were.
struct Search<'c> {
    code: &'c Code,
    globals: &'c BTreeSet<String>,
    open: Vec<Change>,
    seen: Vec<Vec<EditReport>>,
}

impl Search<'_> {
    /// Adds what could help against `trouble`; after `done`, more of the same only.
    fn add(&mut self, trouble: &Trouble, done: Option<&Change>) {
        let mut found = Vec::new();
        holds::all(self.code, self.globals, trouble, &mut found);
        if let Some(done) = done {
            let held = |op: &Op| match op {
                Op::Hold(hold) => Some(hold.lock.clone()),
                Op::Text(_) => None,
            };
            let locks: Vec<_> = done.ops.iter().filter_map(held).collect();
            found.retain(|change| {
                change.ops.iter().all(|op| held(op).is_some_and(|lock| locks.iter().any(|known| known.is(&lock))))
            });
            found = found.iter().map(|change| done.and(change)).filter(|it| it.ops.len() <= MANY_OPS).collect();
        } else {
            orders::all(self.code, trouble, &mut found);
            waits::all(self.code, trouble.class, &mut found);
        }
        self.open.append(&mut found);
    }

    /// Two of those that did not help alone, in different functions.
    fn pairs(&mut self, halves: &[Change]) {
        let functions = |change: &Change| -> BTreeSet<usize> { change.ops.iter().map(Op::function).collect() };
        let mut halves: Vec<&Change> = halves.iter().filter(|half| half.ops.len() == 1).collect();
        halves.sort_by_key(|half| half.cost);
        halves.truncate(MANY_HALVES);
        for (k, one) in halves.iter().enumerate() {
            for other in &halves[..k] {
                if functions(one).is_disjoint(&functions(other)) {
                    let both = other.and(one);
                    self.open.push(Change { cost: both.cost + PAIR, ..both });
                }
            }
        }
    }

    /// The likeliest change that was not tried yet, with its edits.
    fn next(&mut self) -> Option<(Change, Vec<EditReport>)> {
        loop {
            let best = (0..self.open.len()).min_by_key(|&k| (self.open[k].cost, k))?;
            let change = self.open.remove(best);
            let Some(edits) = change.edits(self.code).filter(|edits| !self.seen.contains(edits)) else { continue };
            self.seen.push(edits.clone());
            return Some((change, edits));
        }
    }
}

impl Op {
    fn function(&self) -> usize {
        match self {
            Op::Hold(hold) => hold.function,
            Op::Text(edits) => edits.function,
        }
    }

    /// What it means, as an order.
    fn means(&self, code: &Code) -> String {
        match self {
            Op::Text(edits) => edits.means.clone(),
            Op::Hold(hold) => {
                let bytes = hold.bytes(code);
                let function = &code.functions[hold.function];
                let text = &code.files[function.file].text;
                let line = |byte: usize| text[..byte].matches('\n').count() + 1;
                let (first, last) = (line(bytes.start), line(bytes.end));
                let over = if first == last { format!("line {first}") } else { format!("lines {first}–{last}") };
                format!("hold `{}` over {over} of `{}`", hold.lock.name(), function.name)
            }
        }
    }

    /// What a person looks at.
    fn component(&self, code: &Code) -> Option<ComponentReport> {
        let bytes = match self {
            Op::Hold(hold) => hold.bytes(code),
            Op::Text(edits) => {
                let all = edits.about.iter().map(|&statement| code.bytes(At { function: edits.function, statement }));
                let (starts, ends): (Vec<usize>, Vec<usize>) = all.map(|bytes| (bytes.start, bytes.end)).unzip();
                starts.into_iter().min()?..ends.into_iter().max()?
            }
        };
        let function = &code.functions[self.function()];
        Some(ComponentReport {
            text: code.files[function.file].text[bytes.clone()].to_owned(),
            span: code.span(self.function(), bytes),
            kind: "statement",
            function: function.name.clone(),
        })
    }
}

/// What a person is told.
fn told(code: &Code, mended: Vec<Mending>, n_checked: usize) -> LocalizationReport {
    let mut report = Localization::empty(&[]).report;
    (report.tests, report.checked) = (1, Some(n_checked));
    for (change, edits, checked) in mended {
        let components: Vec<ComponentReport> = change.ops.iter().filter_map(|op| op.component(code)).collect();
        let spans = |components: &[ComponentReport]| components.iter().map(|it| it.span).collect::<Vec<_>>();
        let known = report.diagnoses.iter().position(|known| spans(&known.components) == spans(&components));
        let diagnosis = known.unwrap_or_else(|| {
            report.diagnoses.push(DiagnosisReport {
                components,
                replacements: Vec::new(),
                avoids: false,
                clash: Vec::new(),
                unexplained: Vec::new(),
            });
            report.diagnoses.len() - 1
        });
        let means = change.ops.iter().map(|op| op.means(code)).collect();
        report.suggestions.push(checked.suggestion(diagnosis, edits, means));
    }
    report.faults = report.diagnoses.first().map_or(1, |first| first.components.len());
    report.suggestions.sort_by_key(|suggestion| suggestion.diagnosis);
    report
}
