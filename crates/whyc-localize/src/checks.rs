//! Changes of the text: each is made, compiled and checked before anyone hears of it.

use std::collections::BTreeMap;

use whyc_base::budget::Budget;
use whyc_check::Verdict;
use whyc_debug::finding::{ChangeSize, EditReport, LocalizationReport, SuggestionReport};
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{ClassSet, PropertyClass, PropertyTable};

use crate::Tell;
use crate::edits::{Candidate, Edit};
use crate::repair::verdict::{Judge, Known, Look};
use crate::runs::FailingRun;

/// At most this many changes are checked.
const MANY_CHECKS: usize = 40;
/// At most this many changes of each size are checked for one place.
const MANY_OF_PLACE: usize = 16;
/// At most this many small changes of a place are checked before a larger one.
const SMALL_FIRST: usize = 4;

/// Checks changes on the text itself.
pub struct Checker<'a> {
    /// The program.
    pub program: &'a Program,
    /// What changes are held against.
    pub judge: &'a Judge<'a>,
    /// The runs that should pass.
    pub runs: &'a [FailingRun],
    /// Whether they are tests.
    pub by_tests: bool,
}

impl Checker<'_> {
    /// The changes with what is known of them; those that do not even compile are left out.
    pub fn check_all(&self, candidates: &[Candidate], budget: &Budget, tell: Tell<'_>) -> Vec<SuggestionReport> {
        let mut found = Vec::new();
        let turns = in_turns(candidates);
        for (k, candidate) in turns.iter().enumerate() {
            tell(&format!("checking change {} of {}", k + 1, turns.len()));
            if budget.check().is_err() {
                break;
            }
            // Nobody needs a larger change where a small one does.
            let is_mended = |known: &SuggestionReport| known.diagnosis == candidate.diagnosis && known.mends();
            if candidate.size == ChangeSize::Larger && found.iter().any(is_mended) {
                continue;
            }
            if let Some(suggestion) = self.check(candidate) {
                found.push(suggestion);
            }
        }
        // What mends the program for every input comes first.
        found.sort_by_key(|suggestion| (suggestion.diagnosis, merit(suggestion)));
        found
    }

    fn check(&self, candidate: &Candidate) -> Option<SuggestionReport> {
        let known = &self.program.sources;
        let report =
            |edit: &Edit| EditReport { span: edit.span, old: known.text(edit.span).to_owned(), new: edit.new.clone() };
        let edits: Vec<EditReport> = std::iter::once(&candidate.edit).chain(&candidate.others).map(report).collect();
        if !edits.iter().all(|edit| self.judge.recompile.can_change(edit.span.file)) {
            return None;
        }
        let known = self.judge.judge(&edits, Look::Long)?;
        // Without tests it is the properties that say whether a change is one for the better.
        let is_worse = !known.tests_pass || !self.by_tests && known.verdict == Some(Verdict::Violated);
        if is_worse || !known.lost.is_empty() || known.gives_up() {
            return None;
        }
        let size = candidate.size;
        Some(suggestion(candidate.diagnosis, edits, size, &known, self.judge.passing.len()))
    }
}

/// What a person is told of a change.
///
/// # Panics
/// If it changes nothing.
#[must_use]
pub fn suggestion(
    diagnosis: usize,
    mut edits: Vec<EditReport>,
    size: ChangeSize,
    known: &Known,
    n_passing: usize,
) -> SuggestionReport {
    let others = edits.split_off(1);
    SuggestionReport {
        diagnosis,
        edit: edits.swap_remove(0),
        others,
        means: Vec::new(),
        size,
        tests_pass: known.tests_pass,
        still_broken: known.still_broken.clone(),
        verdict: known.verdict,
        comes_there: known.comes_there,
        runs_come_there: known.runs_come_there,
        keeps_passing_runs: (n_passing > 0 || known.keeps.is_some()).then_some(known.keeps_runs()),
        keeps_code_alive: Some(known.lost.is_empty()),
    }
}

/// The changes in the order in which they are checked: the first of each place, then the second of each, so that a
/// place with many, or with slow ones, does not keep the others waiting.
fn in_turns(candidates: &[Candidate]) -> Vec<&Candidate> {
    let mut n_of_place: BTreeMap<(usize, ChangeSize), usize> = BTreeMap::new();
    let mut turns: Vec<(usize, &Candidate)> = Vec::new();
    for candidate in candidates {
        let n_before = n_of_place.entry((candidate.diagnosis, candidate.size)).or_insert(0);
        let turn = match candidate.size {
            ChangeSize::Small | ChangeSize::Distant => *n_before,
            ChangeSize::Larger => *n_before + SMALL_FIRST,
        };
        turns.push((turn, candidate));
        *n_before += 1;
    }
    turns.retain(|(turn, _)| *turn < MANY_OF_PLACE);
    turns.sort_by_key(|(turn, candidate)| (*turn, candidate.size, candidate.diagnosis));
    turns.into_iter().map(|(_, candidate)| candidate).take(MANY_CHECKS).collect()
}

/// The strength of a change that only keeps runs away from what failed.
const VACUOUS: u8 = 4;

/// The lower, the better.
fn strength(suggestion: &SuggestionReport) -> u8 {
    match suggestion.verdict {
        _ if !suggestion.comes_there => VACUOUS,
        Some(Verdict::Safe) | None => 0,
        Some(Verdict::BoundedSafe) => 1,
        Some(Verdict::Unknown) => 2,
        Some(Verdict::Violated) => 3,
    }
}

/// The lower, the better. Of changes that are as strong as each other, a small one is better than a larger one, and one that lets
/// the failing runs do what they should is better than one that only keeps them away from what failed.
fn merit(suggestion: &SuggestionReport) -> (u8, ChangeSize, bool) {
    (strength(suggestion), suggestion.size, !suggestion.runs_come_there)
}

/// Puts the likely places first, and of these the ones with a change that mends everything.
pub fn put_mended_first(report: &mut LocalizationReport) {
    let best = |k: usize| {
        let of_place = report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == k);
        let of_place = of_place.filter(|suggestion| strength(suggestion) < VACUOUS);
        of_place.map(merit).min().map_or((1, None), |merit| (0, Some(merit)))
    };
    let mut order: Vec<usize> = (0..report.diagnoses.len()).collect();
    let size = |k: usize| report.diagnoses[k].components.len();
    order.sort_by_key(|&k| (!report.is_likely(k), size(k), report.diagnoses[k].avoids, best(k)));
    let mut position = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        position[old] = new;
    }
    report.diagnoses = order.iter().map(|&k| report.diagnoses[k].clone()).collect();
    for suggestion in &mut report.suggestions {
        suggestion.diagnosis = position[suggestion.diagnosis];
    }
    report.suggestions.sort_by_key(|suggestion| suggestion.diagnosis);
}

/// Whether the user asserts anything.
#[must_use]
pub fn has_assertions(program: &Program) -> bool {
    let classes = ClassSet::EMPTY.with(PropertyClass::Assertion);
    let properties = PropertyTable::new(program, classes);
    properties.all().iter().any(|property| program.functions[property.function].origin == Origin::User)
}
