//! Changes of the text: each is made, compiled and checked before anyone hears of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_base::source::{FileId, SourceMap};
use whyc_check::{Analysis, Verdict};
use whyc_debug::finding::{ChangeSize, EditReport, LocalizationReport, SuggestionReport};
use whyc_debug::localize::edits::{self, Candidate, Edit};
use whyc_debug::localize::runs::FailingRun;
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{ClassSet, PropertyClass, PropertyTable};

use super::Scene;
use crate::progress::Progress;
use crate::{asked, edge, output};

/// So many changes are checked.
const MANY_CHECKS: usize = 40;
/// So many changes of each size are checked for one place.
const MANY_OF_PLACE: usize = 16;
/// So many small changes of a place are checked before a larger one.
const SMALL_FIRST: usize = 4;
/// A change is checked for so long.
const CHECK_TIME: Duration = Duration::from_secs(5);

/// Checks changes on the text itself.
pub struct Checker<'a> {
    /// The program.
    pub scene: &'a Scene<'a>,
    /// The runs that should pass.
    pub runs: &'a [FailingRun],
    /// The property that the runs violate; none if they are tests.
    pub failed: Option<&'a str>,
}

impl Checker<'_> {
    /// The changes with what is known of them; those that do not even compile are left out.
    pub fn check_all(&self, candidates: &[Candidate], budget: &Budget, progress: &Progress) -> Vec<SuggestionReport> {
        let mut found = Vec::new();
        let turns = in_turns(candidates);
        for (k, candidate) in turns.iter().enumerate() {
            progress.phase(&format!("checking change {} of {}", k + 1, turns.len()));
            if budget.check().is_err() {
                break;
            }
            // Nobody needs a larger change where a small one does.
            let is_mended = |known: &SuggestionReport| known.diagnosis == candidate.diagnosis && known.mends();
            if candidate.size == ChangeSize::Larger && found.iter().any(is_mended) {
                continue;
            }
            if let Some(suggestion) = self.check(candidate, budget) {
                found.push(suggestion);
            }
        }
        // What mends the program for every input comes first.
        found.sort_by_key(|suggestion| (suggestion.diagnosis, merit(suggestion)));
        found
    }

    /// Whether the user asserts anything.
    fn has_assertions(&self) -> bool {
        let classes = ClassSet::EMPTY.with(PropertyClass::Assertion);
        let properties = PropertyTable::new(self.scene.program, classes);
        properties.all().iter().any(|property| self.scene.program.functions[property.function].origin == Origin::User)
    }

    fn check(&self, candidate: &Candidate, budget: &Budget) -> Option<SuggestionReport> {
        let known = &self.scene.program.sources;
        let report =
            |edit: &Edit| EditReport { span: edit.span, old: known.text(edit.span).to_owned(), new: edit.new.clone() };
        let (edit, others) = (report(&candidate.edit), candidate.others.iter().map(report).collect::<Vec<_>>());
        let mut sources = self.scene.sources.to_vec();
        for (file, text) in changed(known, std::iter::once(&edit).chain(&others)) {
            let input = sources.iter_mut().find(|input| input.name() == known.file(file).name)?;
            *input = input.with_text(text);
        }
        let compiled = edge::reading(|| whyc_c::compile(&sources, self.scene.options)).ok()?;
        let limited = budget.clone().no_longer_than(CHECK_TIME);
        // A change is no good at the first violation.
        let how = asked::options(self.scene.args, &compiled.limits, limited);
        let how = whyc_check::Options { effort: whyc_check::Effort::First, ..how };
        let mut analysis = Analysis::new(compiled.program, how).ok()?;
        let by_tests = self.failed.is_none();
        let tests_pass = !by_tests || edits::all_pass(&analysis.program, &analysis.properties, self.runs);
        if !tests_pass {
            return None;
        }
        // With tests, only what the user asserts is asked beside them: the rest depends on inputs that nobody tests.
        let asks = !by_tests || self.has_assertions();
        let verdict = asks.then(|| analysis.decide().verdict);
        let same = |name: &str| analysis.properties.all().iter_enumerated().find(|(_, property)| property.name == name);
        let failed = self.failed.and_then(same).map(|(id, _)| id);
        let comes_there = failed.is_none_or(|id| analysis.is_reached(id));
        // Without tests it is the properties that say whether a change is one for the better.
        if !by_tests && verdict == Some(Verdict::Violated) {
            return None;
        }
        let Candidate { diagnosis, size, runs_come_there, .. } = *candidate;
        Some(SuggestionReport { diagnosis, edit, others, size, tests_pass, verdict, comes_there, runs_come_there })
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

/// The texts of the files that are changed. The edits do not overlap.
fn changed<'e>(sources: &SourceMap, edits: impl Iterator<Item = &'e EditReport>) -> BTreeMap<FileId, String> {
    let mut edits: Vec<&EditReport> = edits.collect();
    // From the end to the beginning, so that no edit moves what another one is about.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut texts = BTreeMap::new();
    for edit in edits {
        let text = texts.entry(edit.span.file).or_insert_with(|| sources.file(edit.span.file).text.clone());
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.new);
    }
    texts
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

/// Writes the first change that passed all checks into its files; says what was done.
pub fn apply(program: &Program, report: &LocalizationReport) -> anyhow::Result<Option<String>> {
    let Some(suggestion) = report.suggestions.iter().find(|suggestion| suggestion.mends()) else { return Ok(None) };
    let texts = changed(&program.sources, suggestion.edits());
    write_all(&program.sources, &texts)?;
    let said = suggestion.edits().map(|edit| {
        let (file, line) = (&program.sources.file(edit.span.file).name, program.sources.line(edit.span));
        format!("{file}:{line}: `{}` is now `{}`", edit.old, edit.new)
    });
    Ok(Some(said.collect::<Vec<_>>().join("\n")))
}

/// Writes all files, or leaves them as they were.
fn write_all(sources: &SourceMap, texts: &BTreeMap<FileId, String>) -> anyhow::Result<()> {
    let write = |file: FileId, text: &str| output::report(text, Some(Path::new(&sources.file(file).name)));
    for (k, (&file, text)) in texts.iter().enumerate() {
        if let Err(error) = write(file, text) {
            for &earlier in texts.keys().take(k) {
                write(earlier, &sources.file(earlier).text)?;
            }
            return Err(error);
        }
    }
    Ok(())
}
